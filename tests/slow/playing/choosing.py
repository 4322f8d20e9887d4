"""Choosing what to do next in a fight: what is offered, what is asked, and what nobody offers.

Among what is offered, deeds come first that have not met the states of whoever does them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from frozendict import frozendict
from pydantic import ValidationError

from gridwar.dice.dice_sources import SeededDice
from gridwar.engine.kit import turn_and_move_commands as core
from gridwar.engine.kit.offers_and_actions import Target
from gridwar.engine.play.offered_actions_and_drafts import actions_of, drafted, out_of_turn_of
from gridwar.engine.play.play_outcome import Accepted, DiceWanted, Refused
from gridwar.engine.play.preview_and_named_outcomes import preview
from gridwar.engine.play.procedure_of_command import handlers_of
from gridwar.engine.session.journal_rows import ROOT
from gridwar.model.command import NO_ADJUSTMENTS, Adjustments, OwnLine
from gridwar.model.question_and_refusal import Question
from gridwar.model.trace import Line
from gridwar.storage.json_codec import data_of
from tests.slow.campaign import Wrong
from tests.slow.playing.chooser import Chooser
from tests.slow.playing.master import FEWEST_PEOPLE, Master
from tests.slow.playing.moments import Moment
from tests.slow.playing.outliving import ways_out
from tests.slow.playing.reading import declared, offered
from tests.slow.playing.scripted import MOST_QUESTIONS
from tests.slow.playing.steering import Meetings, deed_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from tests.slow.playing.fight import PlayedFight
    from tests.slow.playing.reading import Offered

_TRIES = 4
_AT_ONCE = 0.85
"""How often all questions of a command are answered before anything else is done."""
_MUCH = 10
"""Offers from which on it is worth to look for what has not met yet."""


class Player(Chooser):
    """Whoever plays a fight at random; it may be another one at each step."""

    def __init__(self, fight: PlayedFight, chance: Random, *, wild: bool = False) -> None:
        """Sit down.

        Args:
            fight: What is played.
            chance: What is chosen by chance.
            wild: Whether the GM sets values out of any sense.
        """
        super().__init__(fight.system, chance)
        self.fight = fight
        self.moment = Moment(fight.system, fight.session.encounter)
        """As it was before what is done now."""
        self.sought = ""
        """How the last command was chosen: offered, almost offered, or anything."""
        self.meetings = Meetings(fight.system)
        self._master = Master(fight.system, chance, wild=wild)
        self._is_offered_much = len(declared(fight.system)) > _MUCH
        known = {kind for kind, _offer in declared(fight.system)}
        own = [one for one in self._kinds if one.kind.startswith(f"{fight.system.id}.")]
        self._unoffered = [one for one in own if one not in known]
        self._has_turns = core.BeginFight in handlers_of(fight.system)

    @property
    def _now(self) -> Encounter:
        return self.fight.session.encounter

    # --- what to do ------------------------------------------------------------------------------

    def act(self) -> None:
        """Do something."""
        self.sought, self.moment = "", Moment(self._system, self._now)
        if self.fight.session.wanted:
            self._while_asked()
        elif self._now.round == 0 and self._has_turns and self._chance.random() < 0.9:
            self._do(core.BeginFight())
        else:
            doing, weights = zip(*self._shares(), strict=True)
            self._chance.choices(doing, weights)[0]()

    def _shares(self) -> tuple[tuple[Callable[[], None], float], ...]:
        return (
            (self._steered, 0.50),
            (self.offered, 0.14),
            (self._anything, 0.1 if self._is_offered_much else 0.3),
            (self._correct, 0.06),
            (self._go_on, 0.08),
            (self._drag, 0.03),
            (self._let_go, 0.02),
            (self._undo, 0.03),
            (self._redo, 0.03),
            (self._amend, 0.02),
            (self._jump, 0.01),
            (self._type, 0.01),
        )

    def _while_asked(self) -> None:
        chance, roll = self._chance, self._chance.random()
        if roll < 0.80:
            self.answer()
        elif roll < 0.84:
            self.fight.do([chance.choice(("pass", "undo"))])
        elif roll < 0.89:
            asked = [one for one in self.fight.session.wanted if isinstance(one, Question)]
            windows = [one.window for one in asked if one.window]
            if windows:
                policy = chance.choice(("never", "always", "ask"))
                self.fight.do(["stand", windows[:1], policy])
        elif roll < 0.98:
            command = self._of_master() if roll < 0.94 else self._any()
            if command is not None:
                self.fight.do(["submit", data_of(command)])
        else:
            self.fight.do([chance.choice(("undo", "redo"))])

    def _correct(self) -> None:
        self._do(self._of_master())

    def _of_master(self) -> Command | None:
        return self._master.command(self._now)

    def _go_on(self) -> None:
        if self._has_turns:
            taken = core.TakeTurn(actor=self._who()) if self._chance.random() < 0.1 else None
            self._do(taken or core.NextTurn())
        else:
            self._correct()

    def _drag(self) -> None:
        who = self._who()
        self._do(self._adjusted(core.Move(actor=who, path=self._path(who))))

    def _let_go(self) -> None:
        """Let somebody go down, stand aside or leave."""
        people = [*self._now.combatants]
        if len(people) <= FEWEST_PEOPLE:
            self._go_on()
            return
        self._do(self._chance.choice(list(ways_out(self.moment, self._chance.choice(people))))[1])

    def _undo(self) -> None:
        for _time in range(self._chance.choice((1, 1, 2, 5))):
            self.fight.do(["undo"])

    def _redo(self) -> None:
        self.fight.do(["redo"])

    def _type(self) -> None:
        self.fight.do(["typed", self._chance.random() < 0.4])

    def _amend(self) -> None:
        """Change what bent the rules for a command that was played lately."""
        session, chance = self.fight.session, self._chance
        line = session.history.line(session.position.cursor)
        if line:
            row = chance.choice(line[-8:])
            waiving = Adjustments(waived=frozenset("*"))
            given = chance.choice((row.command.adjustments, waiving, NO_ADJUSTMENTS))
            self.fight.do(["amend", row.id, data_of(given), chance.random() < 0.4])

    def _jump(self) -> None:
        rows = self.fight.session.history.rows.values()
        finished = [one.id for one in rows if not one.is_open]
        to = self._chance.choice(finished) if finished and self._chance.random() < 0.9 else ROOT
        self.fight.do(["go to", to])
        if finished and self._chance.random() < 0.7:
            self.fight.do(["go to", max(finished)])

    def _anything(self) -> None:
        """Play what may not be offered; where it is accepted, it has to be."""
        who = self._now.turn or self._who()
        if not self._kinds:
            self._go_on()
        elif self._unoffered and not self._is_offered_much and self._chance.random() < 0.6:
            self._do(self.filled(self._chance.choice(self._unoffered), who))
        elif self._chance.random() < 0.5:
            self._do(self._other_field(who), sought="almost offered")
        else:
            self._do(self.filled(self._chance.choice(self._kinds), who), sought="anything")

    def _any(self) -> Command | None:
        return self.filled(self._chance.choice(self._kinds), self._who()) if self._kinds else None

    def _other_field(self, who: str) -> Command | None:
        """Return what is offered to somebody, with one field changed."""
        known = declared(self._system)
        found = offered(self.moment, who, [self._chance.choice(known)]) if known else []
        plain = self._made(self._chance.choice(found), who) if found else None
        if plain is None:
            return None
        fields = type(plain).model_fields
        names = [one for one in fields if one not in {"actor", "adjustments"}]
        if not names:
            return None
        name = self._chance.choice(names)
        value = self._value(name, fields[name].annotation, who)
        try:
            return type(plain).model_validate(
                {**{one: getattr(plain, one) for one in fields}, name: value}
            )
        except ValidationError:
            return None

    # --- what is offered -------------------------------------------------------------------------

    def offered(self) -> None:
        """Take any action that is offered, mostly with a target that fits; the GM may bend it."""
        chance, now, who = self._chance, self._now, self._who()
        if who not in now:
            return
        everyone = actions_of(self._system, now, None)
        own = (*actions_of(self._system, now, who), *out_of_turn_of(self._system, now, who))
        actions = (*own, *everyone)
        if not actions:
            self._do(core.BeginFight())
            return
        ready = [one for one in actions if one.refusal is None]
        rolling = [one for one in ready if one.weapon or one.prepared]
        choice = rolling if rolling and chance.random() < 0.5 else ready
        if not choice or chance.random() < 0.05:
            choice = [*actions]
        self._do(self._adjusted(self.aimed(chance.choice(choice), who)))

    def _adjusted(self, command: Command) -> Command:
        """Now and then let the GM bend the rules for a command."""
        chance = self._chance
        if chance.random() > 0.12:
            return command
        waived = frozenset(chance.choice((("*",), (), ("range",))))
        totals: dict[str, int] = {}
        lines: tuple[OwnLine, ...] = ()
        tallies = preview(self._system, self._now, command).tallies
        if tallies:
            name = chance.choice(tallies).name
            own = Line(key="own:1", label="own", value=chance.randint(-4, 4), source="GM")
            lines = (OwnLine(tally=name, line=own),) if chance.random() < 0.4 else ()
            totals = {name: chance.randint(-3, 12)} if chance.random() < 0.3 else {}
        given = Adjustments(lines_added=lines, totals=frozendict(totals), waived=waived)
        return command.replace(adjustments=given)

    def _steered(self) -> None:
        """Do what whoever has the turn, or somebody else, has not done in a state yet."""
        chance, moment, meetings = self._chance, self.moment, self.meetings
        who = self._whom_to_ask()
        states = ["the fight"] if who is None else sorted(moment.states(who))
        kinds = list(declared(self._system))
        chance.shuffle(kinds)
        names = {one: deed_of(*one) for one in kinds}
        if chance.random() < 0.75:
            kinds.sort(key=lambda one: -sum(meetings.wants(it, names[one]) for it in states))
        for kind in kinds[:_TRIES]:
            ready = []
            for one in offered(moment, who, [kind]):
                if one.action.refusal is None:
                    ready.append(one)
                else:
                    meetings.refused.update((state, one.deed) for state in states)
            if not ready:
                meetings.refused.update((state, names[kind]) for state in states)
                continue
            one = chance.choice(ready)
            command = self._made(one, who)
            if command is not None:
                self._do(command, sought="offered")
                if (ended := self.fight.ended) is not None:
                    is_refused = not isinstance(ended.played.outcome, Accepted)
                    meetings.count(moment, one.deed, who, command, is_refused=is_refused)
                return
        self.offered() if chance.random() < 0.5 else self._go_on()

    def _whom_to_ask(self) -> str | None:
        now, chance = self._now, self._chance
        roll = chance.random()
        if roll < 0.03:
            return None
        if now.turn is None or roll < 0.08:
            return chance.choice([*now.combatants] or [None])
        return now.turn

    def _made(self, one: Offered, who: str | None) -> Command | None:
        """Return the command of an action, with what it needs and some choices."""
        target = self._target(one, who)
        if target is None:
            return None
        command, chance = one.action.make(target), self._chance
        for _time in range(chance.choice((0, 0, 1, 2, 3))):
            draft = drafted(self._system, self._now, command)
            made = [
                option.command
                for choice in draft.choices
                for option in choice.options
                if not option.why_not
            ]
            made += [it.make(chance.randint(it.least, it.most)) for it in draft.numbers]
            for ticks in draft.ticks:
                known = [id for id, _words in ticks.options]
                made.append(ticks.make(frozenset(id for id in known if chance.random() < 0.4)))
            if not made:
                break
            command = chance.choice(made)
        return command

    def _target(self, one: Offered, who: str | None) -> Target | None:
        chance, needs = self._chance, one.action.needs
        if not needs:
            return Target()
        at = who or next(iter(self._now.combatants))
        found = None if one.action.candidates is None else one.action.candidates()
        others = [it for it in self._now.combatants if it != who]
        whom = sorted(found.who) if found is not None else others
        if {"combatant", "combatants"} & set(needs) and not whom:
            return None
        cells = sorted(found.cells) if found is not None else []
        if "cell" in needs and found is not None and not cells:
            return None
        chosen = self._most_wanted(one, at, whom) if whom else at
        cell = chance.choice(cells) if cells else self._near(at)
        path = self._path(at) if "path" in needs else ()
        bearing_deg = float(chance.randrange(0, 360, 45))
        return Target(chosen, cell, path, (chosen,), frozenset({cell}), bearing_deg)

    def _most_wanted(self, one: Offered, who: str, whom: list[str]) -> str:
        some, moment = self._chance.sample(whom, min(2, len(whom))), self.moment

        def worth(it: str) -> float:
            between = sorted(moment.between(who, it))
            return sum(self.meetings.wants(state, one.deed) for state in between)

        return max(some, key=worth)

    def _who(self) -> str:
        combatants, turn = [*self._now.combatants], self._now.turn
        if turn is not None and self._chance.random() < 0.75:
            return turn
        return self._chance.choice(combatants or ["nobody"])

    # --- doing it --------------------------------------------------------------------------------

    def _do(self, command: Command | None, *, sought: str = "") -> None:
        """Submit a command and, mostly, answer at once whatever it asks."""
        if command is None:
            return
        self.sought = sought
        self.fight.do(["submit", data_of(command)])
        if self._chance.random() > _AT_ONCE:
            return
        for _time in range(MOST_QUESTIONS):
            if not self.fight.is_asking:
                return
            self.answer(0)
        raise Wrong("it asks for ever")

    def answer(self, at: int | None = None) -> Any:
        """Give something that is wanted a reply that fits.

        Args:
            at: The how-manieth; None for any.
        """
        wanted = self.fight.session.wanted
        one = self._chance.choice(wanted) if at is None else wanted[at]
        if isinstance(one, DiceWanted):
            if self._chance.random() < 0.5:
                return self.fight.do(["roll"])
            dice = SeededDice(self._chance.randrange(1 << 30))
            faces = dice.faces(one.roll.dice, one.key) or ()
            return self.fight.do(["answer", one.key, list(faces)])
        outcome = self.fight.do(["answer", one.key, data_of(self.fitting(one))])
        if isinstance(outcome, Refused) and outcome.code == "misfit":
            outcome = self.fight.do(["answer", one.key, data_of(one.default)])
        return outcome
