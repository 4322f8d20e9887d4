"""Choosing what to do next in a fight: what is offered, what is asked, and what nobody offers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict

from gridwar.dice.port import SeededDice
from gridwar.engine.kit import commands as core
from gridwar.engine.play.offers import actions_of, out_of_turn_of
from gridwar.engine.play.outcome import DiceWanted, Refused
from gridwar.engine.play.preview import preview
from gridwar.engine.session.journal import ROOT
from gridwar.model.command import NO_ADJUSTMENTS, Adjustments, OwnLine
from gridwar.model.question import Question
from gridwar.model.trace import Line
from gridwar.storage.codec import data_of
from tests.slow.playing.checks import kept, shown, sound, undone_and_redone
from tests.slow.playing.chooser import Chooser
from tests.slow.playing.master import Master

if TYPE_CHECKING:
    from random import Random

    from gridwar.engine.session.session import Session
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from tests.slow.playing.fight import Act, PlayedFight

SHOWN_AFTER = frozenset({"remove_combatants", "place", "set_page", "set_value", "add_combatants"})
"""After these everything is asked of everybody at once; else each so-manieth act."""
_SHOWN_EVERY, _KEPT_EVERY, _UNDONE_EVERY, _AGAIN_EVERY, _REPLAYED_EVERY = 20, 30, 12, 10, 50


class Player(Chooser):
    """Whoever plays a fight at random."""

    def __init__(self, fight: PlayedFight, chance: Random, *, wild: bool = False) -> None:
        super().__init__(fight.system, chance)
        self._fight = fight
        self._master = Master(fight.system, chance, wild=wild)
        self._made = 0

    @property
    def _session(self) -> Session:
        return self._fight.session

    @property
    def _now(self) -> Encounter:
        return self._fight.session.encounter

    def step(self) -> None:
        """Do something, and look at what came of it."""
        self._made += 1
        if self._session.wanted:
            self._while_asked()
        else:
            self._while_free()
        look(self._fight, self._made)
        if self._made % _AGAIN_EVERY == 0 and self._session.history.rows:
            self._fight.do(["show again", self._chance.choice([*self._session.history.rows])])

    def _while_asked(self) -> None:
        chance, roll = self._chance, self._chance.random()
        if roll < 0.80:
            self.answer()
        elif roll < 0.84:
            self._fight.do([chance.choice(("pass", "undo"))])
        elif roll < 0.89:
            asked = [one for one in self._session.wanted if isinstance(one, Question)]
            windows = [one.window for one in asked if one.window]
            if windows:
                policy = chance.choice(("never", "always", "ask"))
                self._fight.do(["stand", windows[:1], policy])
        elif roll < 0.97:
            self._submit(self._master.command(self._now) if roll < 0.94 else self._any())
        else:
            self._fight.do([chance.choice(("undo", "redo", "reopen"))])

    def _while_free(self) -> None:
        chance, roll = self._chance, self._chance.random()
        if roll < 0.50:
            self.offered()
        elif roll < 0.60:
            turn = core.NextTurn() if chance.random() < 0.8 else core.TakeTurn(actor=self._who())
            self._submit(turn)
        elif roll < 0.68:
            who = self._who()
            self._submit(self._adjusted(core.Move(actor=who, path=self._path(who))))
        elif roll < 0.84:
            self._submit(self._master.command(self._now) if roll < 0.78 else self._any())
        elif roll < 0.89:
            for _time in range(chance.choice((1, 1, 2, 5))):
                self._fight.do(["undo"])
        elif roll < 0.96:
            self._go_over()
        elif roll < 0.975:
            self._jump()
        else:
            typed = ["typed", chance.random() < 0.4]
            self._fight.do(typed if roll < 0.98 else ["reopen"])

    def _go_over(self) -> None:
        """Do again what was taken back, or amend what was done."""
        if self._chance.random() < 0.6:
            self._fight.do(["redo"])
        else:
            self._amend()

    # --- replies -------------------------------------------------------------------------------

    def answer(self) -> None:
        """Give something that is wanted a reply that fits."""
        wanted = self._chance.choice(self._session.wanted)
        if isinstance(wanted, DiceWanted):
            if self._chance.random() < 0.5:
                self._fight.do(["roll"])
                return
            dice = SeededDice(self._chance.randrange(1 << 30))
            faces = dice.faces(wanted.roll.dice, wanted.key) or ()
            self._fight.do(["answer", wanted.key, list(faces)])
            return
        given = self.fitting(wanted)
        outcome = self._fight.do(["answer", wanted.key, data_of(given)])
        if isinstance(outcome, Refused) and outcome.code == "misfit":
            self._fight.do(["answer", wanted.key, data_of(wanted.default)])

    # --- commands ------------------------------------------------------------------------------

    def _submit(self, command: Command | None) -> None:
        if command is not None:
            self._fight.do(["submit", data_of(command)])

    def offered(self) -> None:
        """Take an action that is offered, with a target; now and then look at its odds first."""
        chance, now, who = self._chance, self._now, self._who()
        if who not in now:
            return
        everyone = actions_of(self._system, now, None)
        own = (*actions_of(self._system, now, who), *out_of_turn_of(self._system, now, who))
        actions = (*own, *everyone)
        if not actions:
            self._submit(core.BeginFight())
            return
        ready = [one for one in actions if one.refusal is None]
        rolling = [one for one in ready if one.weapon or one.prepared]
        choice = rolling if rolling and chance.random() < 0.5 else ready
        if not choice or chance.random() < 0.05:
            choice = [*actions]
        command = self._adjusted(self.aimed(chance.choice(choice), who))
        if chance.random() < 0.06 and not self._session.open:
            self._fight.do(["odds", data_of(command), chance.randrange(1 << 30)])
        self._submit(command)

    def _adjusted(self, command: Command) -> Command:
        """Now and then let the GM bend the rules for a command."""
        chance = self._chance
        if chance.random() > 0.12:
            return command
        waived = frozenset(chance.choice((("*",), (), ("range",))))
        totals: dict[str, int] = {}
        lines: tuple[OwnLine, ...] = ()
        tallies = () if self._session.open else preview(self._system, self._now, command).tallies
        if tallies:
            name = chance.choice(tallies).name
            own = Line(key="own:1", label="own", value=chance.randint(-4, 4), source="GM")
            lines = (OwnLine(tally=name, line=own),) if chance.random() < 0.4 else ()
            totals = {name: chance.randint(-3, 12)} if chance.random() < 0.3 else {}
        given = Adjustments(lines_added=lines, totals=frozendict(totals), waived=waived)
        return command.replace(adjustments=given)

    def _amend(self) -> None:
        chance, session = self._chance, self._session
        line = session.history.line(session.position.cursor)
        if line:
            row = chance.choice(line[-8:])
            waiving = Adjustments(waived=frozenset("*"))
            given = chance.choice((row.command.adjustments, waiving, NO_ADJUSTMENTS))
            self._fight.do(["amend", row.id, data_of(given), chance.random() < 0.4])

    def _jump(self) -> None:
        """Go to any row, and mostly back to the newest."""
        finished = [one.id for one in self._session.history.rows.values() if not one.is_open]
        to = self._chance.choice(finished) if finished and self._chance.random() < 0.9 else ROOT
        self._fight.do(["go to", to])
        if finished and self._chance.random() < 0.7:
            self._fight.do(["go to", max(finished)])

    # --- who and where -------------------------------------------------------------------------

    def _any(self) -> Command | None:
        """Fill any command of the system, whether it is offered or not."""
        return self.filled(self._chance.choice(self._kinds), self._who()) if self._kinds else None

    def _who(self) -> str:
        combatants, turn = [*self._now.combatants], self._now.turn
        if turn is not None and self._chance.random() < 0.75:
            return turn
        return self._chance.choice(combatants or ["nobody"])


def look(fight: PlayedFight, made: int) -> None:
    """Look at a fight after an act, at some things each time and at others now and then."""
    now = fight.session.encounter
    sound(now)
    last: Act = fight.acts[-1] if fight.acts else [""]
    left = last[0] == "submit" and last[1]["kind"] in SHOWN_AFTER
    if left or made % _SHOWN_EVERY == 0:
        shown(fight.system, now)
    if made % _KEPT_EVERY == 0:
        kept(now, fight.codec)
    if made % _UNDONE_EVERY == 0:
        undone_and_redone(fight.session)
    if made % _REPLAYED_EVERY == 0:
        fight.do(["replay"])
