"""Choosing what to do next in a fight: what is offered, what is asked, and what nobody offers."""

from __future__ import annotations

import types
from enum import Enum
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin

from frozendict import frozendict
from pydantic import ValidationError

from gridwar.dice.port import SeededDice
from gridwar.engine.kit import commands as core
from gridwar.engine.kit.offers import Target
from gridwar.engine.play.offers import actions_of, out_of_turn_of
from gridwar.engine.play.outcome import DiceWanted, Refused
from gridwar.engine.play.preview import preview
from gridwar.engine.session.journal import ROOT
from gridwar.model.command import NO_ADJUSTMENTS, Adjustments, Answer, OwnLine
from gridwar.model.geometry import Cell
from gridwar.model.question import Question
from gridwar.model.trace import Line
from gridwar.storage.codec import data_of
from tests.slow.playing.checks import kept, shown, sound, undone_and_redone
from tests.slow.playing.master import Master

if TYPE_CHECKING:
    from random import Random

    from gridwar.engine.kit.offers import Action
    from gridwar.engine.kit.system import System
    from gridwar.engine.session.session import Session
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from tests.slow.playing.fight import Act, PlayedFight

STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1))
SHOWN_AFTER = frozenset({"remove_combatants", "place", "set_page", "set_value", "add_combatants"})
"""After these everything is asked of everybody at once; else each so-manieth act."""
_SHOWN_EVERY, _KEPT_EVERY, _UNDONE_EVERY, _AGAIN_EVERY, _REPLAYED_EVERY = 20, 30, 12, 10, 50
_IDS = frozenset({"weapon", "using", "item", "spell", "manoeuvre", "skill", "shield", "aura"})
"""Fields that name something on a sheet."""
_SIMPLE: dict[Any, tuple[Any, ...]] = {
    bool: (True, False),
    int: (0, 1, 2, 3, 5, 6, 9, 12),
    float: (0.0, 1.5),
}


class Player:
    """Whoever plays a fight at random."""

    def __init__(self, fight: PlayedFight, chance: Random, *, wild: bool = False) -> None:
        self._fight = fight
        self._chance = chance
        self._master = Master(fight.system, chance, wild=wild)
        self._made = 0

    @property
    def _session(self) -> Session:
        return self._fight.session

    @property
    def _system(self) -> System:
        return self._fight.system

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
        given = self._fitting(wanted)
        outcome = self._fight.do(["answer", wanted.key, data_of(given)])
        if isinstance(outcome, Refused) and outcome.code == "misfit":
            self._fight.do(["answer", wanted.key, data_of(wanted.default)])

    def _fitting(self, wanted: Question) -> Answer:
        chance = self._chance
        if chance.random() < 0.25:
            return wanted.default
        if wanted.accepts and chance.random() < 0.3 and wanted.recipient in self._now:
            actions = actions_of(self._system, self._now, str(wanted.recipient))
            made = self._aimed(chance.choice(actions), str(wanted.recipient)) if actions else None
            if made is not None and made.kind in wanted.accepts:
                return Answer(command=made)
        possible = [one.id for one in wanted.options if one.enabled]
        return Answer(
            option=chance.choice(possible) if possible else wanted.default.option,
            numbers=frozendict(self._numbers(wanted)),
            cell=chance.choice(sorted(wanted.cells)) if wanted.cells else None,
            texts=("words",) if wanted.note_label else (),
        )

    def _numbers(self, wanted: Question) -> dict[str, int]:
        chance = self._chance
        if wanted.numbers_sum is None:
            return {
                one.key: chance.randint(one.minimum, max(one.minimum, min(one.maximum, 30)))
                for one in wanted.numbers
            }
        numbers = {one.key: one.minimum for one in wanted.numbers}
        for one in chance.sample(wanted.numbers, len(wanted.numbers)):
            missing = wanted.numbers_sum - sum(numbers.values())
            numbers[one.key] += max(0, min(missing, one.maximum - one.minimum))
        return numbers

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
        command = self._aimed(chance.choice(choice), who)
        if chance.random() < 0.06 and not self._session.open:
            self._fight.do(["odds", data_of(command), chance.randrange(1 << 30)])
        self._submit(command)

    def _aimed(self, action: Action, actor: str) -> Command:
        chance = self._chance
        found = action.candidates() if action.candidates is not None else None
        who = sorted(found.who) if found is not None else []
        cells = sorted(found.cells) if found is not None else []
        sure = chance.random() < 0.85
        whom = chance.choice(who) if who and sure else self._other(actor)
        where = chance.choice(cells) if cells and sure else self._near(actor)
        path = self._path(actor) if "path" in action.needs else ()
        bearing_deg = float(chance.randrange(360))
        target = Target(whom, where, path, (whom,), frozenset({where}), bearing_deg)
        command = action.make(target)
        for _time in range(chance.choice((0, 0, 1, 2)) if action.weapon or action.prepared else 0):
            choices = [
                one for one in self._system.offers.draft(self._now, command).choices if one.options
            ]
            if choices:
                command = chance.choice(chance.choice(choices).options).command
        return self._adjusted(command)

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

    def _any(self) -> Command | None:
        """Fill any command of the system by the types of its fields."""
        kinds = sorted(self._system.play.handlers, key=lambda one: one.kind)
        if not kinds:
            return None
        kind, who = self._chance.choice(kinds), self._who()
        values: dict[str, Any] = {"actor": who} if self._chance.random() < 0.9 else {}
        for name, field in kind.model_fields.items():
            if name in {"actor", "adjustments"}:
                continue
            if field.is_required() or self._chance.random() < 0.5:
                values[name] = self._value(name, field.annotation, who)
        for _try in range(4):
            try:
                return kind.model_validate(values)
            except ValidationError as error:
                for problem in error.errors():
                    values.pop(str(problem["loc"][0] if problem["loc"] else ""), None)
        return None

    def _value(self, name: str, kind: Any, who: str) -> Any:
        chance = self._chance
        inside = get_args(kind)
        if get_origin(kind) in {Union, types.UnionType}:
            return self._value(name, chance.choice(inside), who)
        if kind is type(None):
            return None
        if get_origin(kind) is Literal:
            return chance.choice(inside)
        if isinstance(kind, type) and issubclass(kind, Enum):
            return chance.choice([*kind])
        if kind is Cell:
            return self._near(who)
        if get_origin(kind) is tuple and inside:
            return self._path(who) if inside[0] is Cell else (self._value(name, inside[0], who),)
        if kind in _SIMPLE:
            return chance.choice(_SIMPLE[kind])
        return self._word(name, who)

    def _word(self, name: str, who: str) -> str:
        if name in _IDS:
            return self._chance.choice([*_ids_of(self._now, who), ""])
        return self._chance.choice((self._other(who), self._other(who), "", "words"))

    # --- who and where -------------------------------------------------------------------------

    def _who(self) -> str:
        combatants, turn = [*self._now.combatants], self._now.turn
        if turn is not None and self._chance.random() < 0.75:
            return turn
        return self._chance.choice(combatants or ["nobody"])

    def _other(self, who: str) -> str:
        return self._chance.choice([one for one in self._now.combatants if one != who] or [who])

    def _near(self, who: str) -> Cell:
        one, chance = self._now.combatants.get(who), self._chance
        if one is None or one.pos is None:
            page = self._now.map
            return Cell(chance.randrange(page.width), chance.randrange(page.height))
        return one.pos.shifted(chance.randint(-3, 3), chance.randint(-3, 3))

    def _path(self, who: str) -> tuple[Cell, ...]:
        one, chance = self._now.combatants.get(who), self._chance
        here = self._near(who) if one is None or one.pos is None else one.pos
        way, path = chance.choice(STEPS), []
        for _step in range(chance.randint(1, 6)):
            way = chance.choice(STEPS) if chance.random() < 0.3 else way
            here = here.shifted(*way)
            path.append(here)
        return tuple(path)


def _ids_of(now: Encounter, who: str) -> list[str]:
    """Return the ids of whatever a sheet lists."""
    one = now.combatants.get(who)
    if one is None:
        return []
    values = [getattr(one.sheet, name) for name in type(one.sheet).model_fields]
    lists = [
        part.id
        for value in values
        if isinstance(value, tuple)
        for part in value
        if hasattr(part, "id")
    ]
    return [*lists, *(key for value in values if isinstance(value, frozendict) for key in value)]


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
