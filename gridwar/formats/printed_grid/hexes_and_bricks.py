"""Hexagons and bricks: both have straight lines at equal lengths, and are no square grid.

They are told by likeness: how alike the lines of the middle of a picture are to themselves after a
step. Hexagons are alike after steps at 60 degrees and not at 90; the joints of bricks are alike
after a cell both ways and not along their row.
"""

from __future__ import annotations

from functools import cached_property
from math import sqrt
from typing import TYPE_CHECKING, Final

import numpy as np
from msgspec import Struct

from gridwar.formats.grid_finding import LEAST_CELL_PX, GridFinding, GridVerdict, HexWay
from gridwar.formats.import_report import never, stop_if

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from gridwar.formats.import_report import Cancel
    from gridwar.formats.printed_grid.line_profiles import Grey

    Lines = NDArray[np.float32]

_MOST_SIDE_PX: Final = 1024
_CUT_SHARE: Final = 0.9
_ALIKE: Final = 0.06
_BRICKS_ALIKE: Final = 0.05
_BRICKS_LESS: Final = 0.6


class HexLikeness(Struct, frozen=True, order=True):
    """How alike a picture is to itself after the steps of hexagons (1: the same)."""

    likeness: float
    length_px: float
    way: HexWay


class Likeness:
    """How alike lines are to themselves after a step."""

    def __init__(self, lines: Lines, cancelled: Cancel = never) -> None:
        """Take lines, stronger than their ground on either side.

        Args:
            lines: The lines.
            cancelled: Asked between two sums over all of them.

        Raises:
            Cancelled: Somebody asked to give up.
        """
        self.side_px = min(lines.shape)
        stop_if(cancelled)
        cut = float(np.quantile(np.abs(lines), _CUT_SHARE)) + 1
        stop_if(cancelled)
        lines = np.clip(lines, -cut, cut)
        spectrum = np.abs(np.fft.rfft2(lines - lines.mean())) ** 2
        stop_if(cancelled)
        alike = np.fft.irfft2(spectrum, lines.shape)
        self._alike = alike / (float(alike[0, 0]) or 1.0)

    def at(self, dx: float, dy: float) -> float:
        """Return how alike they are after a step, in pixels, or one pixel beside it."""
        x, y, near = round(dx), round(dy), (-1, 0, 1)
        height, width = self._alike.shape
        places = (((y + j) % height, (x + i) % width) for j in near for i in near)
        return float(max(self._alike[place] for place in places))


class Middle:
    """The middle of a picture, asked what its lines are like."""

    def __init__(self, grey: Grey, cancelled: Cancel = never) -> None:
        """Take a picture in rows of grey bytes.

        Args:
            grey: The rows.
            cancelled: Asked all the time whether to give up; whatever is asked may be cancelled.
        """
        self._cancelled = cancelled
        side = min(_MOST_SIDE_PX, *grey.shape)
        top, left = (grey.shape[0] - side) // 2, (grey.shape[1] - side) // 2
        self._rows = grey[top : top + side, left : left + side].astype(np.float32)
        self._side = side

    def _against_neighbours(self, *axes: int) -> Lines:
        around = sum(np.roll(self._rows, step, axis) for step in (-1, 1) for axis in axes)
        lines: Lines = 2 * len(axes) * self._rows - around
        return lines

    @cached_property
    def _one_way(self) -> tuple[Likeness, Likeness]:
        """Upright lines alone, and level ones."""
        return (
            Likeness(self._against_neighbours(1), self._cancelled),
            Likeness(self._against_neighbours(0), self._cancelled),
        )

    def is_staggered(self, cell_x_px: float, cell_y_px: float) -> bool:
        """Return whether lines of one way are shifted in every second row, as bricks are.

        They are more alike a cell farther both ways than along their row.
        """
        if 2 * max(cell_x_px, cell_y_px) >= self._side:
            return False
        along = (cell_x_px, 0.0), (0.0, cell_y_px)
        for lines, step in zip(self._one_way, along, strict=True):
            across = lines.at(cell_x_px, cell_y_px)
            if across > _BRICKS_ALIKE and lines.at(*step) < _BRICKS_LESS * across:
                return True
        return False

    def hexagons(self, across: Iterable[float], down: Iterable[float]) -> GridFinding | None:
        """Return the hexagons of a picture, if it has any.

        Args:
            across: Lengths by which its columns repeat, in pixels.
            down: Lengths by which its rows do.
        """
        lines = Likeness(self._against_neighbours(0, 1), self._cancelled)
        found = [*_hexes(lines, across, HexWay.POINTED), *_hexes(lines, down, HexWay.FLAT)]
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


def _hexes(alike: Likeness, lengths: Iterable[float], way: HexWay) -> Iterator[HexLikeness]:
    for length in (times * one for one in lengths for times in (1, 2)):
        if not LEAST_CELL_PX < length < alike.side_px / 4:
            continue
        half, row, quarter = length / 2, length * sqrt(3) / 2, length / 4
        steps = ((half, row), (-half, row), (length, 0.0))
        if way is HexWay.FLAT:
            steps = ((row, half), (row, -half), (0.0, length))
        likeness = min(alike.at(*step) for step in steps)
        beside = [alike.at(x + quarter, y) for x, y in steps]
        beside += [alike.at(x, y + quarter) for x, y in steps]
        square = alike.at(*steps[2][::-1])
        if likeness > _ALIKE and likeness > 2 * max(square, *beside):
            yield HexLikeness(likeness, length, way)
