"""Squares told provisionally: by another that looks the same on the grid, until they are rehearsed.

One member of each class (``classes_by_grid``) is rehearsed and speaks for the others. A class in
which two squares were found to differ is split for good: each of its squares speaks for itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.engine.insight.classes_by_grid import ClassesByGrid
from gridwar.engine.insight.equal_foes import made_by, made_on

if TYPE_CHECKING:
    from collections.abc import Hashable

    from gridwar.engine.insight.chart import Charting
    from gridwar.engine.insight.danger_and_chance import Best, Chance, Danger
    from gridwar.model.geometry import Cell


class Provisional:
    """Danger and chance of squares, some of it taken from squares that look the same."""

    def __init__(self, charting: Charting) -> None:
        """Ask of the same fight as a charting does."""
        self._charting = charting
        self._classes = ClassesByGrid(charting.system, charting.known, charting.who)
        self._spoken: dict[Hashable, tuple[str, Best]] = {}
        """Which foe speaks for a class, and what it came to."""
        self._weapons: dict[str, tuple[str, ...]] = {}
        self._split: set[Hashable] = set()
        self._keys: dict[tuple[str, Cell, bool], Hashable] = {}
        self._own: dict[tuple[str, Cell, bool], Best] = {}
        """What was rehearsed of squares that are not confirmed yet, by foe, and for which way."""

    def danger(self, cell: Cell) -> Danger | str:
        """Return what foes would do at a square, as far as the grid tells; else as rehearsed.

        Raises:
            OddsCancelled: Nobody wants to know any more.
        """
        found = self._told(cell, mine=False)
        if isinstance(found, str):
            return found
        return replace(self._charting.danger_of(cell, found[0]), is_provisional=found[1])

    def chance(self, cell: Cell) -> Chance | str:
        """Return what could be done from a square, in the same way."""
        found = self._told(cell, mine=True)
        if isinstance(found, str):
            return found
        return replace(self._charting.chance_of(cell, found[0]), is_provisional=found[1])

    def confirmed_danger(self, cell: Cell) -> Danger | str:
        """Return what foes would do at a square, each rehearsed there."""
        found = self._confirmed(cell, mine=False)
        return found if isinstance(found, str) else self._charting.danger_of(cell, found)

    def confirmed_chance(self, cell: Cell) -> Chance | str:
        """Return what could be done from a square, each attack rehearsed there."""
        found = self._confirmed(cell, mine=True)
        return found if isinstance(found, str) else self._charting.chance_of(cell, found)

    def _told(self, cell: Cell, *, mine: bool) -> tuple[dict[str, Best], bool] | str:
        """Return the best attack of or on each foe, and whether any is another square's."""
        charting, is_provisional = self._charting, False
        if not self._classes.is_open(cell) and isinstance(no := charting.placed(cell), str):
            return no
        found: dict[str, Best] = {}
        for foe in charting.foes:
            key = self._key(foe, cell, mine=mine)
            known = self._known(key, foe, mine=mine)
            if known is None:
                best = self._rehearsed(foe, cell, mine=mine)
                if isinstance(best, str):
                    return best
                self._spoken.setdefault(key, (foe, best))
                found[foe] = best
            else:
                is_provisional |= (foe, cell, mine) not in self._own
                strike, why_not = known
                if strike is not None and is_provisional:
                    strike = replace(strike, is_provisional=True)
                found[foe] = strike, why_not
        return found, is_provisional

    def _known(self, key: Hashable, foe: str, *, mine: bool) -> Best | None:
        """Return what a class comes to, as if the foe who speaks for it were this one.

        None: nobody speaks for it, or what he says names him.
        """
        if key in self._split or key not in self._spoken:
            return None
        speaker, (strike, why_not) = self._spoken[key]
        if strike is not None and mine:
            offered = self._charting.attacks_of(strike.by)
            return made_on(strike, foe, next(one for one in offered if one.id == strike.action)), ""
        if strike is not None:
            return made_by(strike, foe), ""
        is_named = self._charting.known.combatants[speaker].name in why_not
        return None if is_named and speaker != foe else (None, why_not)

    def _confirmed(self, cell: Cell, *, mine: bool) -> dict[str, Best] | str:
        found: dict[str, Best] = {}
        for foe in self._charting.foes:
            best = self._rehearsed(foe, cell, mine=mine)
            if isinstance(best, str):
                return best
            found[foe] = best
            key = self._key(foe, cell, mine=mine)
            if not _are_alike(self._spoken.setdefault(key, (foe, best))[1], best):
                self._split.add(key)
        for foe in found:
            self._own.pop((foe, cell, mine), None)
        return found

    def _key(self, foe: str, cell: Cell, *, mine: bool) -> Hashable:
        place = foe, cell, mine
        if place not in self._keys:
            one = self._charting.representative(foe, mine=mine)
            owner = self._charting.who if mine else one
            if owner not in self._weapons:
                self._weapons[owner] = self._charting.weapons_of(owner)
            weapons = self._weapons[owner]
            self._keys[place] = mine, self._classes.key(foe, one, cell, weapons, mine=mine)
        return self._keys[place]

    def _rehearsed(self, foe: str, cell: Cell, *, mine: bool) -> Best | str:
        known = self._own.get((foe, cell, mine))
        if known is not None:
            return known
        best = self._charting.best(foe, cell, mine=mine)
        if not isinstance(best, str):
            self._own[foe, cell, mine] = best
        return best


def _are_alike(one: Best, other: Best) -> bool:
    if one[0] is None or other[0] is None:
        return one[0] is other[0]
    return (one[0].action, one[0].losses, one[0].down, one[0].chance) == (
        other[0].action,
        other[0].losses,
        other[0].down,
        other[0].chance,
    )
