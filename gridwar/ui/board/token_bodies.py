"""Which cells lie under tokens, kept while they move: labels keep clear of them. No Qt."""

from __future__ import annotations

import math
from itertools import compress
from operator import is_not
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gridwar.control.scene_records import CellXY, TokenView


class Bodies:
    """The cells under the tokens of the state seen last."""

    def __init__(self) -> None:
        self.cells: frozenset[CellXY] = frozenset()
        self._count: dict[CellXY, int] = {}

    def follow(self, gone: Iterable[TokenView], come: Iterable[TokenView]) -> None:
        """Take another state: the tokens that are not in it any more, and those that are new."""
        count = self._count
        for token in gone:
            for cell in _cells(token):
                count[cell] -= 1
                if not count[cell]:
                    del count[cell]
        for token in come:
            for cell in _cells(token):
                count[cell] = count.get(cell, 0) + 1
        self.cells = frozenset(count)


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
