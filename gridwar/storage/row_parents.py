"""Where the rows of a broken line stand: under what they followed, else under the row before it."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from gridwar.engine.session.journal import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Set


class Places:
    """A place for every row that is there; all of them lead back to the beginning."""

    def __init__(self, parents: Mapping[int, int], there: Set[int]) -> None:
        """Begin with what is known.

        Args:
            parents: The row that each followed, where that was read.
            there: The numbers of all rows that need a place.
        """
        self.there = there
        self._ids = sorted(there)
        self._parents = _without_circles(parents)
        self._is_in_order = all(above < row for row, above in self._parents.items())

    def parent(self, number: int) -> int:
        """Return the row that one stands under."""
        return self.under(self._above(number))

    def under(self, number: int) -> int:
        """Return a row itself where it is there, else the one that stands in for it."""
        while number != ROOT and number not in self.there:
            number = self._above(number)
        return number

    def newest(self) -> int:
        """Return the end of the line on which the newest row is."""
        newest = max(self.there, default=ROOT)
        if self._is_in_order:
            return newest
        children: dict[int, int] = {}
        for row in self._ids:
            children[self.parent(row)] = row
        while newest in children:
            newest = children[newest]
        return newest

    def _above(self, number: int) -> int:
        """Return what a row followed; of one that is lost, the row before it by number."""
        if number not in self._parents:
            self._parents[number] = next(self._before(number), ROOT)
        return self._parents[number]

    def _before(self, number: int) -> Iterator[int]:
        for at in range(bisect_left(self._ids, number) - 1, -1, -1):
            if self._is_in_order or not self._leads(self._ids[at], number):
                yield self._ids[at]

    def _leads(self, late: int, early: int) -> bool:
        """Return whether a row follows from another one, as far as that is known."""
        while late != early and late in self._parents:
            late = self._parents[late]
        return late == early


def _without_circles(parents: Mapping[int, int]) -> dict[int, int]:
    """Return what rows followed, but for rows that follow from themselves: these begin anew."""
    found, seen = dict(parents), set[int]()
    for start in parents:
        line: set[int] = set()
        at = start
        while at in found and at not in seen:
            seen.add(at)
            line.add(at)
            if found[at] in line:
                found[at] = ROOT
            at = found[at]
    return found
