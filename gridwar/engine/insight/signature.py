"""Signatures: what a command has come to at its first roll, so that equal situations are known.

A rehearsal stops at the first roll. What follows is decided by the dice, by the state of the fight
and by what the procedure carries on: the variables of its suspended bodies, the loops they are in,
the sums made. All of that is the signature. Two squares with equal signatures lead to the same
outcomes, as long as nothing reads the place after that roll; the watch (``watch``) tells of that.
A key made of the grid plays no part here.

What is not understood (a frame, an iterator, an object that cannot be compared) equals nothing.
"""

from __future__ import annotations

from enum import Enum
from functools import cached_property, partial
from types import BuiltinFunctionType, CodeType, FunctionType, GeneratorType, MethodType
from typing import TYPE_CHECKING, Final, TypeVar

from frozendict import frozendict
from msgspec import Struct
from msgspec.structs import astuple, replace

from gridwar.engine.insight.watch import (
    SQUARE,
    noting_numbers,
    put_as,
    put_on,
    square_of,
    unwatched,
    watched,
)
from gridwar.engine.insight.what_is_left_of_body import bodies_within, left_of
from gridwar.engine.kit.modifier_tally import Tally
from gridwar.engine.kit.procedure_requests import Fold, Repeat
from gridwar.engine.kit.procedure_table import Table
from gridwar.engine.kit.rule_system import System
from gridwar.engine.odds.states_told_apart import StateKeys
from gridwar.engine.play.ahead_of_command import attended
from gridwar.engine.play.rehearsal import Rehearsal
from gridwar.model.combatant import Combatant
from gridwar.model.encounter import Encounter
from gridwar.model.record import Record
from gridwar.model.roster_changes import changed_ids

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping

    from gridwar.engine.kit.procedure_requests import HandOver, Procedure, Request
    from gridwar.engine.play.rehearsal import Preview
    from gridwar.model.command import Answer, Command
    from gridwar.model.encounter import Bracket

T = TypeVar("T")


class Rehearsed(Struct, frozen=True):
    """A command rehearsed up to its first roll, for somebody at a place.

    Attributes:
        seen: What was seen on the way.
        signature: Equal where what follows is the same; None for a refused command.
        holds_places: Whether the procedure carries on something that may hold a place: its
            signature equals no other.
        moves_first: Whether the actor is somewhere else by then: a charge.
        told_for: Of whom the square in ``seen.after`` is another's, who was told of by this.
    """

    seen: Preview
    signature: Hashable = None
    holds_places: bool = False
    moves_first: bool = False
    told_for: tuple[str, ...] = ()

    def after(self, placed: Encounter) -> Encounter:
        """Return the fight at the first roll, where it began with everybody at a place."""
        after = self.seen.after
        return put_as(after, placed, self.told_for) if self.told_for else after


class Situations:
    """Tells which situations of one fight are the same but for where some combatants stand."""

    def __init__(self, system: System, base: Encounter, *who: str) -> None:
        """Take a fight, and whose place varies in it.

        Args:
            system: The rules.
            base: The fight as all situations have it, but for the places of ``who``.
            who: Whose places they are.
        """
        self._system, self._who = system, who
        self._base = base
        self._states = StateKeys(base)
        self._home = {one: square_of(base.combatants[one]) for one in who}
        self._last: tuple[Encounter | None, Hashable] = (None, None)
        self._last_bracket: tuple[Bracket | None, bool] = (None, False)
        self._told_by: dict[type, Callable[..., Hashable]] = {}
        self._has_unlike = False
        """Whether the signature that is being made holds something that equals nothing."""
        self._kept: dict[int, object] = {}
        """What is compared by identity: kept, so that an identity stays its own."""

    def rehearsed(
        self, placed: Encounter, command: Command, answers: Mapping[str, Answer] = frozendict()
    ) -> Rehearsed:
        """Rehearse a command where somebody has been put at a place.

        Args:
            placed: The fight with ``who`` at those places.
            command: What is wanted.
            answers: Answers by full key; other questions take their defaults.
        """
        run = _Traced(self._system, placed, command, answers)
        return self._signed(run, placed, run.preview(attended), answers)

    def rehearsed_watched(
        self, placed: Encounter, command: Command, answers: Mapping[str, Answer]
    ) -> Rehearsed:
        """Rehearse a command in the same way, while places of ``who`` tell who reads them."""
        run = _Traced(self._system, watched(placed, self._who), command, answers)
        seen = run.preview(attended)
        seen = replace(seen, after=unwatched(seen.after))
        with noting_numbers() as numbered:
            found = self._signed(run, placed, seen, answers)
        return replace(found, holds_places=found.holds_places or bool(numbered))

    def _signed(
        self, run: _Traced, placed: Encounter, seen: Preview, answers: Mapping[str, Answer]
    ) -> Rehearsed:
        """Return what was rehearsed with its signature."""
        if seen.refusal is not None:
            return Rehearsed(seen)
        self._has_unlike = False
        first = seen.first_roll
        die = () if first is None else (first.dice, self._token(first.read))
        under_way = tuple(self._step(one) for one in run.open)
        given = frozenset(answers.items())
        told = run.command, given, self.apart(seen.after), die, under_way
        has_moved = _has_moved(placed, seen.after, run.command.actor)
        return Rehearsed(seen, told, self._has_unlike, has_moved)

    def apart(self, state: Encounter) -> Hashable:
        """Return what equal states share that differ in nothing but the squares of ``who``."""
        if self._is_base_elsewhere(state):
            return self._states.key(self._base)
        return self._states.key(put_on(state, self._home))

    def _is_base_elsewhere(self, state: Encounter) -> bool:
        """Return whether it is seen at a glance that only the squares of ``who`` differ."""
        base, now = self._base.__dict__, state.__dict__
        if any(now[name] is not part for name, part in base.items() if name not in _WITH_PEOPLE):
            return False
        return self._are_elsewhere(self._base.combatants, state.combatants) and (
            state.bracket is self._base.bracket or self._is_bracket_elsewhere(state.bracket)
        )

    def _is_bracket_elsewhere(self, now: Bracket | None) -> bool:
        if self._last_bracket[0] is not now:
            self._last_bracket = now, self._is_elsewhere(self._base.bracket, now)
        return self._last_bracket[1]

    def _is_elsewhere(self, base: Bracket | None, now: Bracket | None) -> bool:
        if base is None or now is None or (base.members, base.active) != (now.members, now.active):
            return False
        views = base.seen
        return len(views) == len(now.seen) and all(
            self._are_elsewhere(views[member], view) for member, view in now.seen.items()
        )

    def _are_elsewhere(
        self, people: Mapping[str, Combatant], there: Mapping[str, Combatant]
    ) -> bool:
        return len(people) == len(there) and all(
            who in self._home and _stands_elsewhere(people[who], there[who])
            for who in changed_ids(people, there)
        )

    def apart_of_placed(self, state: Encounter) -> Hashable:
        """Return the same of a state that is asked about for one foe after another."""
        if self._last[0] is not state:
            self._last = state, self.apart(state)
        return self._last[1]

    def _step(self, one: object) -> Hashable:
        """Return what tells a suspended body, or a request under way, from others."""
        if isinstance(one, Struct):
            return self._token(one)
        found: list[Hashable] = []
        for body in bodies_within(one):
            if not isinstance(body, GeneratorType):
                return self._unique(body)
            left, is_all = left_of(body)
            if not is_all:
                return self._unique(body)
            found += [self._token(value) for value in left]
        return tuple(found)

    def _token(self, value: object) -> Hashable:
        """Return what equal values share and others do not."""
        kind = type(value)
        told = self._told_by.get(kind)
        if told is None:
            told = self._told_by[kind] = self._telling(kind)
        return told(value)

    def _telling(self, kind: type) -> Callable[..., Hashable]:
        """Return how values of a type are told apart."""
        if kind in _PLAIN or issubclass(kind, Enum):
            return lambda value: (kind, value)
        return next(
            (told for kinds, told in self._tokens if issubclass(kind, kinds)), self._iterator
        )

    @cached_property
    def _tokens(self) -> tuple[tuple[tuple[type, ...], Callable[..., Hashable]], ...]:
        """How values are told apart, the first that fits."""
        return (
            ((Table,), lambda table: (Table, table.scope)),
            ((Tally,), lambda tally: (Tally, tally.name, tally.counted)),
            ((Encounter,), self._unique),  # its combatants have their places with them
            (
                (Combatant,),
                lambda one: self._unique(one) if one.id in self._who else self._same(one),
            ),
            ((System, BuiltinFunctionType, type), self._same),
            ((FunctionType,), self._function),
            ((MethodType,), lambda one: (self._token(one.__func__), self._token(one.__self__))),
            ((partial,), self._partial),
            ((Struct,), lambda one: (type(one), *map(self._token, astuple(one)))),
            ((tuple, list), lambda one: (type(one), *map(self._token, one))),
            ((dict, frozendict), lambda one: (type(one), *map(self._token, one.items()))),
            ((Record, frozenset), lambda one: (type(one), self._states.token(one))),
        )

    def _function(self, value: FunctionType) -> Hashable:
        cells = tuple(cell.cell_contents for cell in value.__closure__ or ())
        defaults = (*(value.__defaults__ or ()), *(value.__kwdefaults__ or {}).items())
        return (value.__code__, *map(self._token, (*cells, *defaults)))

    def _partial(self, value: partial[object]) -> Hashable:
        return (partial, *map(self._token, (value.func, *value.args, *value.keywords.items())))

    def _iterator(self, value: object) -> Hashable:
        """Return what is left of an iterator over what can be told; all else equals nothing."""
        if type(value).__name__ not in _ITERATORS:
            return self._unique(value)
        return tuple(self._token(one) for one in value.__reduce__())

    def _unique(self, value: object) -> Hashable:
        """Return what equals nothing but itself."""
        del value
        self._has_unlike = True
        return object()

    def _same(self, value: object) -> Hashable:
        self._kept[id(value)] = value
        return ("the same", id(value))


_WITH_PEOPLE: Final = frozenset({"combatants", "bracket"})
"""What of an encounter has combatants in it."""
_PLAIN: Final = frozenset({int, str, float, bool, bytes, type(None), CodeType})
_ITERATORS: Final = frozenset(
    {"list_iterator", "tuple_iterator", "range_iterator", "enumerate", "zip", "dict_itemiterator"}
)


def _stands_elsewhere(one: Combatant, other: Combatant) -> bool:
    """Return whether it is seen at a glance that somebody differs in the square alone."""
    now = other.__dict__
    return type(one) is type(other) and all(
        now[name] is part or name in SQUARE for name, part in one.__dict__.items()
    )


def _has_moved(before: Encounter, after: Encounter, who: str | None) -> bool:
    if who is None or who not in after.combatants:
        return False
    return before.combatants[who].pos != after.combatants[who].pos


class _Traced(Rehearsal):
    """A rehearsal that knows which bodies are suspended where it stopped, and in which requests."""

    def __init__(
        self,
        system: System,
        encounter: Encounter,
        command: Command,
        answers: Mapping[str, Answer],
    ) -> None:
        super().__init__(system, encounter, command, answers)
        self.open: list[object] = []
        """Bodies begun and requests under way that have not ended, the outermost first."""

    def drive(self, procedure: Procedure[T]) -> T:
        """Run a procedure, noting it while it runs."""
        self.open.append(procedure)
        result = super().drive(procedure)
        self.open.pop()
        return result

    def _handle(self, request: Request) -> object:
        if not isinstance(request, Fold | Repeat):
            return super()._handle(request)  # what is called has its arguments itself
        self.open.append(_Under(request, self.table.scope))
        reply = super()._handle(request)
        self.open.pop()
        return reply

    def _handed_over(self, over: HandOver) -> object:
        self.open.append(_Under((over.then, over.carry), self.table.scope))
        result = super()._handed_over(over)
        self.open.pop()
        return result

    def play_inside(self, command: Command, key: str) -> object:
        """Play another command inside this one."""
        self.open.append(_Under(None, (*self.table.scope, key)))
        result = super().play_inside(command, key)
        self.open.pop()
        return result


class _Under(Struct, frozen=True):
    """A request under way, and the scope it was met in."""

    request: object
    scope: tuple[str, ...]
