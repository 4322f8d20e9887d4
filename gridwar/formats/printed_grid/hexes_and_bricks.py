"""Hexagons and bricks: both have straight lines at equal lengths, and are no square grid.

They are told by likeness: how alike the lines of the middle of a picture are to themselves after a
step. Hexagons are alike after steps at 60 degrees and not at 90; bricks are more alike after two
cells than after one.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final

import numpy as np
from msgspec import Struct

from gridwar.formats.grid_finding import LEAST_CELL_PX, GridFinding, GridVerdict, HexWay

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gridwar.formats.printed_grid.line_profiles import Grey

_MOST_SIDE_PX: Final = 1024
_CUT_SHARE: Final = 0.9
_ALIKE: Final = 0.06
_SURELY_ALIKE: Final = 0.12
_BRICKS_ALIKE: Final = 0.05
_BRICKS_LESS: Final = 0.75


class HexLikeness(Struct, frozen=True, order=True):
    """How alike a picture is to itself after the steps of hexagons (1: the same)."""

    likeness: float
    length_px: float
    way: HexWay


class Likeness:
    """How alike the lines of the middle of a picture are to themselves after a step."""

    def __init__(self, grey: Grey) -> None:
        """Take a picture in rows of grey bytes."""
        side = self._side = min(_MOST_SIDE_PX, *grey.shape)
        top, left = (grey.shape[0] - side) // 2, (grey.shape[1] - side) // 2
        middle = grey[top : top + side, left : left + side].astype(np.float32)
        around = sum(np.roll(middle, step, axis) for step in (-1, 1) for axis in (0, 1))
        lines = 4 * middle - around
        cut = float(np.quantile(np.abs(lines), _CUT_SHARE)) + 1
        lines = np.clip(lines, -cut, cut)
        spectrum = np.abs(np.fft.rfft2(lines - lines.mean())) ** 2
        alike = np.fft.irfft2(spectrum, lines.shape)
        self._alike = alike / (float(alike[0, 0]) or 1.0)

    def at(self, dx: float, dy: float) -> float:
        """Return how alike it is after a step, in pixels, or one pixel beside it."""
        x, y, near = round(dx), round(dy), (-1, 0, 1)
        places = (((y + j) % self._side, (x + i) % self._side) for j in near for i in near)
        return float(max(self._alike[place] for place in places))

    def is_staggered(self, cell_x_px: float, cell_y_px: float) -> bool:
        """Return whether every second row is shifted, as in a wall of bricks."""
        if 2 * max(cell_x_px, cell_y_px) >= self._side:
            return False
        once = self.at(cell_x_px, 0) + self.at(0, cell_y_px)
        twice = self.at(2 * cell_x_px, 0) + self.at(0, 2 * cell_y_px)
        across = self.at(cell_x_px, cell_y_px)
        is_shifted = once < _BRICKS_LESS * twice and across > _BRICKS_LESS * once
        return across > _BRICKS_ALIKE and is_shifted

    def hexagons(self, across: Iterable[float], down: Iterable[float]) -> GridFinding | None:
        """Return the hexagons of a picture, if it has any.

        Args:
            across: Lengths by which its columns repeat, in pixels.
            down: Lengths by which its rows do.
        """
        found = [
            *self._hexes(across, HexWay.POINTED),
            *self._hexes(down, HexWay.FLAT),
        ]
        if not found:
            return None
        best = max(found)
        return GridFinding(
            GridVerdict.HEX,
            best.length_px,
            best.length_px,
            score=best.likeness * 100,
            way=best.way,
        )

    def _hexes(self, lengths: Iterable[float], way: HexWay) -> Iterator[HexLikeness]:
        for length in (times * one for one in lengths for times in (1, 2)):
            if not LEAST_CELL_PX < length < self._side / 4:
                continue
            half, row, quarter = length / 2, length * sqrt(3) / 2, length / 4
            steps = ((half, row), (-half, row), (length, 0.0))
            if way is HexWay.FLAT:
                steps = ((row, half), (row, -half), (0.0, length))
            likeness = min(self.at(*step) for step in steps)
            beside = [self.at(x + quarter, y) for x, y in steps]
            beside += [self.at(x, y + quarter) for x, y in steps]
            square = self.at(*steps[2][::-1])
            if likeness > _ALIKE and likeness > 2 * max(square, *beside):
                yield HexLikeness(likeness, length, way)
