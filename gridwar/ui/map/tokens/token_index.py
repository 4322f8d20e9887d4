"""Which tokens are near a place: the pointer asks at every move, among a thousand of them.

Owns the cells under each token's footprint as it is drawn, fan-out included. No Qt.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gridwar.control.records.ground_records import CellXY, Point


_FEW_TIMES = 2


class TokenIndex:
    """Tokens by the cells they lie in."""

    def __init__(self) -> None:
        self._cells: dict[CellXY, dict[str, None]] = {}
        self._of: dict[str, tuple[CellXY, ...]] = {}

    def put(self, key: str, home: Point, size: CellXY) -> None:
        """Add a token, or note where it is now.

        Args:
            key: the token.
            home: its footprint's upper left corner, in cells.
            size: width and height of the footprint, in cells.
        """
        self.drop(key)
        cells = tuple((x, y) for x in _span(home[0], size[0]) for y in _span(home[1], size[1]))
        self._of[key] = cells
        for cell in cells:
            self._cells.setdefault(cell, {})[key] = None

    def drop(self, key: str) -> None:
        """Forget a token."""
        for cell in self._of.pop(key, ()):
            here = self._cells[cell]
            del here[key]
            if not here:
                del self._cells[cell]

    def near(self, point: Point) -> tuple[str, ...]:
        """Return the tokens whose footprint touches the cell of a place."""
        return tuple(self._cells.get((math.floor(point[0]), math.floor(point[1])), ()))

    def within(self, box: tuple[float, float, float, float]) -> set[str] | None:
        """Return the tokens that touch a part of the map; None where that is no shorter way.

        Args:
            box: left, top, right, bottom, in cells.
        """
        columns = range(math.floor(box[0]), math.ceil(box[2]) + 1)
        rows = range(math.floor(box[1]), math.ceil(box[3]) + 1)
        if len(columns) * len(rows) > _FEW_TIMES * len(self._of):
            return None
        cells = self._cells
        return {key for x in columns for y in rows for key in cells.get((x, y), ())}


def _span(start: float, length: int) -> range:
    return range(math.floor(start), math.ceil(start + length))
