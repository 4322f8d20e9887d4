"""Which cells lie under tokens, kept while they move: labels keep clear of them. No Qt."""

from __future__ import annotations

import math
from itertools import compress
from operator import is_not
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Set as AbstractSet

    from gridwar.control.records.ground_records import CellXY
    from gridwar.control.records.scene_records import TokenView


class Bodies:
    """The cells under the tokens of the state seen last."""

    def __init__(self) -> None:
        self._count: dict[CellXY, int] = {}
        self.edition = 0
        """Counts the changes, so that the cells need not be compared."""

    @property
    def cells(self) -> AbstractSet[CellXY]:
        """The cells, as they are now and will be: no copy."""
        return self._count.keys()

    def follow(self, gone: Iterable[TokenView], come: Iterable[TokenView]) -> None:
        """Take another state: the tokens that are not in it any more, and those that are new."""
        count = self._count
        left = [cell for token in gone for cell in _cells(token)]
        taken = [cell for token in come for cell in _cells(token)]
        if left == taken:
            return
        self.edition += 1
        for cell in left:
            count[cell] -= 1
            if not count[cell]:
                del count[cell]
        for cell in taken:
            count[cell] = count.get(cell, 0) + 1


def differing(
    before: tuple[TokenView, ...], now: tuple[TokenView, ...]
) -> tuple[list[TokenView], list[tuple[int, TokenView]]]:
    """Return what is not the very same at its place: what was there; what is, and where."""
    both = min(len(before), len(now))
    places = list(compress(range(both), map(is_not, before, now)))
    gone = [before[place] for place in (*places, *range(both, len(before)))]
    return gone, [(place, now[place]) for place in (*places, *range(both, len(now)))]


def _cells(token: TokenView) -> Iterator[CellXY]:
    (x, y), (width, height) = token.cell, token.size
    for column in range(math.floor(x), math.ceil(x + width)):
        for row in range(math.floor(y), math.ceil(y + height)):
            yield column, row
