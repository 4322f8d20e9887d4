"""The watch: whether a procedure reads somebody's place after its first roll.

From the first roll on procedures are handed the one in question as an object whose place tells who
reads it. What was read before, the procedure carries on, and the signature knows (``signature``).
An exploration in which nothing was read is true for every place with the same signature.

The object equals nothing but itself, so that what was worked out of another is not taken for it.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from inspect import currentframe
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

from frozendict import frozendict

from gridwar.engine.kit.procedure_requests import Roll, RollAll
from gridwar.engine.odds.request_branches import Explorer
from gridwar.engine.odds.solved_bodies import Solutions
from gridwar.engine.odds.states_told_apart import StateKeys
from gridwar.engine.play.rehearsal import Rehearsal
from gridwar.model.combatant import Combatant
from gridwar.model.roster_changes import with_some

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping

    from gridwar.engine.kit.card_order_and_flow import Facts
    from gridwar.engine.kit.procedure_requests import Request
    from gridwar.engine.kit.rule_system import System
    from gridwar.engine.odds.merging_equal_states import Scope
    from gridwar.engine.odds.odds_outcomes import Limits
    from gridwar.engine.odds.states_told_apart import Branches
    from gridwar.model.command import Answer, Command
    from gridwar.model.encounter import Encounter

K = TypeVar("K", bound=Combatant)
PLACE: Final = ("pos", "altitude", "facing_deg", "trail", "distance_m")
"""What of a combatant says where it is."""
SQUARE: Final = ("pos", "trail", "distance_m")
"""What of it differs from square to square, where somebody is put down on one after another."""

_Watch: TypeAlias = tuple[set[str], frozenset[str]]
"""Who has read, and what of a place counts."""
_READERS: ContextVar[_Watch | None] = ContextVar("readers of places", default=None)

_NUMBERED: ContextVar[set[str] | None] = ContextVar("whose number was asked for", default=None)


class Watched(Combatant):
    """Somebody whose place tells who reads it; made of a combatant by ``watched``."""

    def __eq__(self, other: object) -> bool:
        """Return whether it is this very one."""
        return self is other

    def __hash__(self) -> int:
        """Return a number of this very one."""
        numbered = _NUMBERED.get()
        if numbered is not None:
            numbered.add(self.id)
        return id(self)

    @property
    def is_on_map(self) -> bool:
        """Whether it stands anywhere on the map: that is no place, and tells of no reader."""
        return self.__dict__["pos"] is not None


def _telling(name: str) -> property:
    def read(self: Watched) -> object:
        watch = _READERS.get()
        if watch is not None and name in watch[1]:
            frame = currentframe()
            back = None if frame is None else frame.f_back
            watch[0].add(f"{'?' if back is None else back.f_code.co_qualname} {name}")
        return self.__dict__[name]

    return property(read)


for _name in PLACE:
    type.__setattr__(Watched, _name, _telling(_name))


def _as_kind(one: Combatant, kind: type[K]) -> K:
    return kind.constant(**one.__dict__)


def as_watched(one: Combatant) -> Combatant:
    """Return somebody whose place tells who reads it."""
    return one if type(one) is Watched else _as_kind(one, Watched)


def _as_usual(one: Combatant) -> Combatant:
    return one if type(one) is not Watched else _as_kind(one, Combatant)


def each_as(
    state: Encounter, ids: Collection[str], change: Callable[[Combatant], Combatant]
) -> Encounter:
    """Return a fight in which some are changed, also as they were when the bracket opened."""
    known: dict[int, Combatant] = {}

    def changed(people: frozendict[str, Combatant]) -> dict[str, Combatant]:
        made: dict[str, Combatant] = {}
        for one in [people[who] for who in ids if who in people]:
            new = known.get(id(one))
            if new is None:
                new = known[id(one)] = change(one)
            if new is not one:
                made[one.id] = new
        return made

    bracket = state.bracket
    if made := changed(state.combatants):
        state = state.replace(combatants=with_some(state.combatants, made))
    if bracket is None or bracket.seen.keys().isdisjoint(ids):
        return state
    views: dict[int, frozendict[str, Combatant]] = {}
    for view in bracket.seen.values():  # those of many members are one
        if id(view) not in views:
            seen = changed(view)
            views[id(view)] = frozendict({**view, **seen}) if seen else view
    if all(views[id(view)] is view for view in bracket.seen.values()):
        return state
    after = frozendict({member: views[id(view)] for member, view in bracket.seen.items()})
    return state.replace(bracket=bracket.replace(seen=after))


def watched(state: Encounter, ids: Collection[str]) -> Encounter:
    """Return a fight in which the places of some tell who reads them."""
    return each_as(state, ids, as_watched)


def unwatched(state: Encounter) -> Encounter:
    """Return a fight in which places are read as usual."""
    ids = [who for who, one in state.combatants.items() if type(one) is Watched]
    return each_as(state, ids, _as_usual) if ids else state


def put_as(state: Encounter, other: Encounter, ids: Collection[str]) -> Encounter:
    """Return a fight in which some stand on the squares that are theirs in another."""
    return put_on(state, {who: square_of(other.combatants[who]) for who in ids})


def put_on(state: Encounter, squares: Mapping[str, Mapping[str, object]]) -> Encounter:
    """Return a fight in which some stand on squares, given by their ids (``square_of``)."""
    return each_as(state, squares.keys(), lambda one: one.replace(**squares[one.id]))


def square_of(one: Combatant) -> dict[str, object]:
    """Return what of somebody differs from square to square, by field."""
    return {name: one.__dict__[name] for name in SQUARE}


def stand_alike(one: Encounter, other: Encounter, ids: Iterable[str]) -> bool:
    """Return whether some are in a fight, and on the squares that are theirs in another."""
    return all(
        who in one.combatants
        and getattr(one.combatants[who], name) == getattr(other.combatants[who], name)
        for who in ids
        for name in SQUARE
    )


def are_read_elsewhere(state: Encounter, ids: Collection[str]) -> bool:
    """Return whether some are read on another square than where they stand.

    So it is where they have moved since a bracket opened: others see them as they were then.
    """
    bracket = state.bracket
    if bracket is None or bracket.seen.keys().isdisjoint(ids):
        return False
    people = state.combatants
    return any(
        not _is_on_same_square(view[who], people[who])
        for view in bracket.seen.values()
        for who in ids
        if who in view and who in people
    )


def _is_on_same_square(one: Combatant, other: Combatant) -> bool:
    here, there = one.__dict__, other.__dict__  # nobody is told: this says not where
    return one is other or all(here[name] == there[name] for name in SQUARE)


@contextmanager
def watching(fields: tuple[str, ...] = PLACE) -> Iterator[set[str]]:
    """Note who reads places of watched combatants, by function and field, in the set given.

    Args:
        fields: What of the place is watched.
    """
    readers: set[str] = set()
    token = _READERS.set((readers, frozenset(fields)))
    try:
        yield readers
    finally:
        _READERS.reset(token)


@contextmanager
def unwatching() -> Iterator[None]:
    """Note nobody who reads places meanwhile."""
    token = _READERS.set(None)
    try:
        yield
    finally:
        _READERS.reset(token)


@contextmanager
def noting_numbers() -> Iterator[set[str]]:
    """Note in the set given which watched combatants lie within what is looked up meanwhile."""
    numbered: set[str] = set()
    token = _NUMBERED.set(numbered)
    try:
        yield numbered
    finally:
        _NUMBERED.reset(token)


class WatchedExplorer(Explorer):
    """An exploration that watches the places of some from the first roll on."""

    def __init__(
        self,
        system: System,
        encounter: Encounter,
        command: Command,
        answers: Mapping[str, Answer],
        limits: Limits,
    ) -> None:
        """Set an exploration up that watches everybody, unless it is told ``whose`` places."""
        super().__init__(system, encounter, command, answers, limits)
        self.whose = frozenset(encounter.combatants)
        self.standing: Mapping[str, Mapping[str, object]] = {}
        """Where some are said to stand from the first roll on, by field, as nobody may ask."""
        self.build_on(Solutions(self.keys_of(encounter)), object())
        self._over: dict[int, tuple[Encounter, Encounter]] = {}
        """States watched, by the identity of those they are of, which are kept beside."""
        self._people: dict[int, tuple[Combatant, Combatant]] = {}

    def branches(self, request: Request, state: Encounter, scope: Scope) -> Branches:
        """Return the replies that a request may get; past dice places are watched."""
        found = super().branches(request, state, scope)
        if not isinstance(request, Roll | RollAll):
            return found
        return [(value, self._watched(after), p) for value, after, p in found]

    def facts(self, settled: Encounter, result: object) -> Facts:
        """Return what an outcome amounts to."""
        return self._system.facts(self._watched(self.base), settled, result)

    def keys_of(self, base: Encounter) -> StateKeys:
        """Return what tells the states apart that are met."""
        return WatchedKeys(base)

    def watched_one(self, one: Combatant) -> Combatant:
        """Return somebody who is watched."""
        return as_watched(one)

    def _watched(self, state: Encounter) -> Encounter:
        known = self._over.get(id(state))
        if known is None:
            known = self._over[id(state)] = (each_as(state, self.whose, self._over_one), state)
        return known[0]

    def _over_one(self, one: Combatant) -> Combatant:
        if type(one) is Watched:
            return one
        kept = self._people.get(id(one))
        if kept is None:
            said = one.replace(**self.standing.get(one.id, {}))
            kept = self._people[id(one)] = (one, self.watched_one(said))
        return kept[1]


class WatchedPlay(Rehearsal):
    """One play of a command with given dice, which watches places from the first roll on.

    Those of everybody are watched, unless it is told ``whose``.
    """

    whose: frozenset[str] | None = None

    def roll_all(self, rolls: tuple[Roll, ...]) -> tuple[object, ...]:
        """Return readings of the dice given."""
        found = super().roll_all(rolls)
        state = self.table.state
        self.table.state = watched(state, state.combatants if self.whose is None else self.whose)
        return found


class WatchedKeys(StateKeys):
    """Keys of states in which somebody may be watched: by content, and whether it is watched."""

    def _change(self, before: object, after: object) -> Hashable:
        if type(after) is not Watched or before is None:
            return super()._change(before, after)
        old = before.__dict__
        changes = [
            (name, change)
            for name, part in after.__dict__.items()
            if part is not old[name] and (change := self._change(old[name], part)) != ()
        ]
        return ("watched", *changes)
