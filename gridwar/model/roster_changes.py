"""Who differs between two rosters: asked for every outcome of an attack, also among a thousand.

A roster made of another by replacing combatants remembers where it comes from and whom it touched;
where two have the same origin, only those have to be looked at.
"""

from __future__ import annotations

from itertools import compress
from operator import is_, is_not
from typing import TYPE_CHECKING, Final

from frozendict import frozendict

from gridwar.caches import forget_with_fight
from gridwar.model.combatant import Combatant

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MOST_TOUCHED: Final = 64
"""Beyond these a roster forgets its origin, and so lets go of it."""
MOST_KEPT: Final = 4
"""Rosters for which ``Noted`` keeps what it has found."""


class Roster(frozendict[str, Combatant]):
    """The combatants of an encounter, some of them put over those of another roster."""

    origin: frozendict[str, Combatant] | None = None
    """The roster below, which has no origin itself."""
    touched: frozenset[str] = frozenset()
    """Who was put over it; all others are the same objects there."""


def with_one(roster: frozendict[str, Combatant], one: Combatant) -> frozendict[str, Combatant]:
    """Return a roster with one combatant added at the end, or put in its place."""
    return with_some(roster, {one.id: one})


def with_some(
    roster: frozendict[str, Combatant], some: Mapping[str, Combatant]
) -> frozendict[str, Combatant]:
    """Return a roster with some, by their ids, added at the end, or put in their places."""
    origin, touched = _origin_of(roster)
    if not touched.issuperset(some):
        touched = touched.union(some)
    if len(touched) > MOST_TOUCHED:
        return frozendict({**roster, **some})
    after = Roster({**roster, **some})
    object.__setattr__(after, "origin", origin)
    object.__setattr__(after, "touched", touched)
    return after


def changed_ids(before: Mapping[str, Combatant], after: Mapping[str, Combatant]) -> tuple[str, ...]:
    """Return those on the later roster who were not there before, or were another object."""
    origin, touched = _origin_of(before)
    other, also_touched = _origin_of(after)
    if origin is other:
        suspects = touched | also_touched if touched else also_touched
        return tuple(
            [
                who
                for who in suspects
                if (one := after.get(who)) is not None and one is not before.get(who)
            ]
        )
    if len(before) == len(after) and all(map(is_, before, after)):
        return tuple(compress(after, map(is_not, before.values(), after.values())))
    return tuple(who for who, one in after.items() if before.get(who) is not one)


def _origin_of(roster: Mapping[str, Combatant]) -> tuple[Mapping[str, Combatant], frozenset[str]]:
    if isinstance(roster, Roster) and roster.origin is not None:
        return roster.origin, roster.touched
    return roster, frozenset()


class Noted:
    """Who of a roster something holds of: asked after every outcome, and mostly of nobody.

    What was found on a roster without origin is kept for those made of it, whose touched combatants
    alone are looked at.
    """

    def __init__(self, holds: Callable[[Combatant], bool]) -> None:
        """Note those of whom ``holds`` says so."""
        self._holds = holds
        self._known: tuple[tuple[Mapping[str, Combatant], frozenset[str]], ...] = ()
        forget_with_fight(self._forget)

    def _forget(self) -> None:
        self._known = ()

    def on(self, roster: Mapping[str, Combatant]) -> frozenset[str]:
        """Return who of a roster they are."""
        origin, touched = _origin_of(roster)
        found = self._among(origin)
        if not touched:
            return found
        now = [who for who in touched if (one := roster.get(who)) is not None and self._holds(one)]
        return found.difference(touched).union(now) if found or now else found

    def _among(self, origin: Mapping[str, Combatant]) -> frozenset[str]:
        known = self._known  # in one piece: odds are explored in a thread of their own
        for roster, found in known:
            if roster is origin:
                return found
        found = frozenset(who for who, one in origin.items() if self._holds(one))
        self._known = ((origin, found), *known[: MOST_KEPT - 1])
        return found
