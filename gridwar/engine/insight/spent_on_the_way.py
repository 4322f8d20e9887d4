"""Attacks of somebody that has moved: what it spent on the way is left out where nothing reads it.

A foe comes to one square with three points left and to another with two. As long as nothing reads
that after the first roll, both attacks lead to the same outcomes. It is watched as places are
(``watch_of_sheets``): from the first roll on, the fields of its sheet that a move has changed tell
who reads or sets them. What was explored is true for every attack with the same signature, those
fields left out, that has the same in all fields that were read, and the same answers to questions
of its sheet (``of_sheet``).
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from typing_extensions import override

from gridwar.engine.insight.places_asked import PlacesAsked
from gridwar.engine.insight.signature import Situations
from gridwar.engine.insight.strikes import Duels
from gridwar.engine.insight.watch import WatchedExplorer, WatchedKeys, as_watched
from gridwar.engine.insight.watch_of_sheets import is_telling, noting, telling
from gridwar.engine.kit.questions_of_sheets import hearing_of_sheets

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping

    from gridwar.engine.insight.late_readers import LateReaders
    from gridwar.engine.kit.rule_system import System
    from gridwar.engine.odds.odds_outcomes import Outcomes
    from gridwar.engine.odds.states_told_apart import StateKeys
    from gridwar.model.combatant import Combatant, Sheet
    from gridwar.model.command import Answer, Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.question_and_refusal import Refusal

T = TypeVar("T")
_Question: TypeAlias = "Callable[..., object]"
_Fields: TypeAlias = tuple[tuple[str, object], ...]
"""Fields of a sheet with what stands in them, in the order of their names."""


class DuelsAfterMove(Duels):
    """Attacks of one that has moved on another, whose places and whose spending varies.

    What was solved for one stand is not gone on from: what is spent differs, and is watched.
    """

    may_go_on = False

    def __init__(
        self,
        system: System,
        base: Encounter,
        both: tuple[str, str],
        late: LateReaders,
        cancelled: Callable[[], bool],
    ) -> None:
        """Take a fight before the move, and both of them: who is attacked, and who comes."""
        self._mover = both[1]
        super().__init__(system, base, both, late, cancelled)
        self._placed = base
        self._heard = SpentAsked(base, self)

    @override
    def _signing(self, base: Encounter) -> Situations:
        self._spending = _Spending(self._system, base, *self.movers)
        return self._spending

    def spent(self, state: Encounter, fields: frozenset[str]) -> tuple[_Fields, _Fields]:
        """Return what of the mover's sheet stands in some fields, before and at the first roll."""
        return _values(self._placed, self._mover, fields), _values(state, self._mover, fields)

    @property
    def fields(self) -> frozenset[str]:
        """Which fields of the mover's sheet moves have changed so far."""
        return self._spending.fields

    def is_as_before(self, state: Encounter, fields: frozenset[str]) -> bool:
        """Return whether the mover has in some fields what it had before any move."""
        at_home = _values(self._spending.at_home, self._mover, fields)
        return self.spent(state, fields) == (at_home, at_home)

    def _outcomes(
        self, placed: Encounter, command: Command, answers: Mapping[str, Answer]
    ) -> Outcomes | Refusal:
        self._placed = placed
        self._spending.learn(placed)
        return super()._outcomes(placed, command, answers)

    def _asked(self, at_roll: Encounter) -> PlacesAsked:
        self._heard = SpentAsked(at_roll, self)
        return self._heard

    def _explored(
        self, placed: Encounter, command: Command, answers: Mapping[str, Answer]
    ) -> tuple[Outcomes | Refusal, bool]:
        with noting(self._heard.read), hearing_of_sheets(self._heard.hear):
            return super()._explored(placed, command, answers)

    def _explorer(
        self, placed: Encounter, command: Command, answers: Mapping[str, Answer]
    ) -> WatchedExplorer:
        run = _SpentExplorer(self._system, placed, command, answers, self._limits)
        run.mover, run.fields = self._mover, self.fields
        return run

    def _sampled(
        self, placed: Encounter, command: Command, answers: Mapping[str, Answer]
    ) -> Outcomes | Refusal:
        self._heard.read |= self.fields  # nobody watches sheets while it is played with dice
        return super()._sampled(placed, command, answers)


class SpentAsked(PlacesAsked):
    """Hears questions of places, and knows which of what is spent was read beside.

    Attributes:
        read: Fields of the mover's sheet that were read after the first roll.
    """

    def __init__(self, at_roll: Encounter, duels: DuelsAfterMove) -> None:
        """Take the fight at the first roll, and what it is explored for."""
        super().__init__(at_roll, duels.movers)
        self._duels, self._watched = duels, duels.fields
        self._at_roll = duels.spent(at_roll, duels.fields)
        self.read = set[str]()
        self._kept: dict[tuple[_Question, int], tuple[Sheet, object]] = {}
        """Answers by question and sheet, which is kept so that its identity stays its own."""

    def hear(self, question: Callable[..., T], sheet: Sheet) -> T:
        """Answer a question of a sheet; note the answer where the sheet tells who reads it."""
        if not is_telling(sheet):
            return question(sheet)
        with noting(None):
            found = question(sheet)
        self._kept.setdefault((question, id(sheet)), (sheet, found))
        return found

    @cached_property
    def _told(self) -> tuple[tuple[_Question, Sheet, object], ...]:
        """What was answered, once for all equal sheets; asked for when all is explored."""
        unlike: dict[Hashable, tuple[_Question, Sheet, object]] = {}
        for (question, _id), (sheet, answer) in self._kept.items():
            unlike.setdefault((question, tuple(sheet.__dict__.values())), (question, sheet, answer))
        self._kept.clear()
        return tuple(unlike.values())

    def _answers_alike(self, state: Encounter, read: frozenset[str]) -> bool:
        """Return whether the mover of another fight gets the same answers.

        What was not read was not set either: it still stood there as at the first roll.
        """
        if not self._told:
            return True
        _before, there = self._duels.spent(state, self._watched - read)
        return all(
            question(sheet.replace(**dict(there))) == answer
            for question, sheet, answer in self._told
        )

    @property
    @override
    def is_nothing(self) -> bool:
        """Whether nothing was asked: it may have been read, and so is looked at each time."""
        return False

    def are_true_for(self, base: Encounter) -> bool:
        """Return whether all that was asked and read is the same in another fight at that roll."""
        duels, read = self._duels, frozenset(self.read)
        return (
            duels.is_as_before(base, duels.fields - self._watched)
            and duels.spent(base, read) == self._of(read)
            and self._answers_alike(base, read)
            and super().are_true_for(base)
        )

    def _of(self, read: frozenset[str]) -> tuple[_Fields, _Fields]:
        before, at_roll = self._at_roll
        return _only(before, read), _only(at_roll, read)


class _Spending(Situations):
    """Situations that are the same but for places, and what one of them has spent on the way."""

    def __init__(self, system: System, base: Encounter, *both: str) -> None:
        super().__init__(system, base, *both)
        self.at_home, self._mover = base, both[1]
        self.fields: frozenset[str] = frozenset()

    def learn(self, placed: Encounter) -> None:
        """Note which fields of the sheet a move has changed."""
        before, after = self.at_home.combatants[self._mover].sheet, placed[self._mover].sheet
        old = before.__dict__
        changed = (
            name
            for name, value in after.__dict__.items()
            if value is not old[name] and value != old[name]
        )
        self.fields = self.fields.union(changed)

    def apart(self, state: Encounter) -> Hashable:
        """Return what equal states share that differ in nothing else."""
        now = state.combatants.get(self._mover)
        if now is not None and self.fields and state.bracket is None:
            home = self.at_home.combatants[self._mover].sheet.__dict__
            sheet = now.sheet.replace(**{name: home[name] for name in self.fields})
            state = state.with_combatant(now.replace(sheet=sheet))
        return super().apart(state)


class _SpentExplorer(WatchedExplorer):
    """An exploration that watches places, and some fields of the sheet of one that has moved."""

    mover = ""
    fields: frozenset[str] = frozenset()

    @override
    def keys_of(self, base: Encounter) -> StateKeys:
        return _SpentKeys(base)

    def watched_one(self, one: Combatant) -> Combatant:
        """Return somebody whose place tells who reads it; of the mover also what it has spent."""
        if one.id == self.mover and self.fields:
            one = one.replace(sheet=telling(one.sheet, self.fields))
        return as_watched(one)


class _SpentKeys(WatchedKeys):
    """Keys of states in which somebody may be watched and its sheet with it: by content."""

    def _change(self, before: object, after: object) -> Hashable:
        if not is_telling(after) or before is None:
            return super()._change(before, after)
        old = before.__dict__
        return tuple(
            (name, change)
            for name, part in after.__dict__.items()
            if part is not old[name] and (change := self._change(old[name], part)) != ()
        )


def _only(values: _Fields, names: frozenset[str]) -> _Fields:
    return tuple((name, value) for name, value in values if name in names)


def _values(state: Encounter, who: str, fields: frozenset[str]) -> _Fields:
    one = state.combatants.get(who)
    values = {} if one is None else one.sheet.__dict__
    return tuple((name, values.get(name)) for name in sorted(fields))
