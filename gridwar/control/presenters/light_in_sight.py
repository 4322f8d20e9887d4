"""Which light players have in sight: what falls on the middle of a cell that they see.

The faces of walls are seen a little beyond their lines; light that falls on nothing but these
comes from behind them, and is left out.
"""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

import numpy as np

from gridwar.caches import Same, kept_of_fight

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridwar.control.records.fog_records import FogView
    from gridwar.control.records.ground_records import CellXY
    from gridwar.control.records.light_records import LampView

    Points = NDArray[np.bool_]
    Places = NDArray[np.float64]


def cells_in_sight(cells: frozenset[CellXY], fog: FogView) -> frozenset[CellXY]:
    """Return those of some cells whose middle is seen."""
    middles = middles_of(fog.seen, fog.points)
    height, width = middles.shape
    return frozenset(
        (x, y) for x, y in cells if 0 <= x < width and 0 <= y < height and middles[y, x]
    )


def falls_in_sight(lamp: LampView, fog: FogView) -> bool:
    """Return whether what a source sheds falls on any cell whose middle is seen."""
    return _falls(Same(lamp), Same(fog.seen), fog.points)


def middles_of(where: Points, points: int) -> Points:
    """Return rows of cells: whether the middle of each is among some points."""
    half = points // 2
    return where[half::points, half::points]


@kept_of_fight(1024)
def _falls(lamp: Same[LampView], seen: Same[Points], points: int) -> bool:
    shed, middles = lamp.it, middles_of(seen.it, points)
    (x, y), reach = shed.at, shed.reach_cells
    if shed.cells:
        return any(
            bool(middles[row, column]) and hypot(column + 0.5 - x, row + 0.5 - y) <= reach
            for column, row in shed.cells
        )
    left, top = max(0, int(x - reach)), max(0, int(y - reach))
    part = middles[top : int(y + reach) + 1, left : int(x + reach) + 1]
    rows, columns = np.nonzero(part)
    places = np.stack((columns + left + 0.5, rows + top + 0.5), axis=1)
    places = places[((places - (x, y)) ** 2).sum(axis=1) <= reach**2]
    if not shed.outline or not len(places):
        return bool(len(places))
    return bool(_inside(places, np.array(shed.outline, np.float64)).any())


def _inside(places: Places, corners: Places) -> Points:
    """Return of each place whether it lies inside an outline."""
    (ax, ay), (bx, by) = corners.T, np.roll(corners, -1, axis=0).T
    x, y = places[:, :1], places[:, 1:]
    crosses = (ay > y) != (by > y)
    with np.errstate(divide="ignore", invalid="ignore"):
        is_left = x < (bx - ax) * (y - ay) / (by - ay) + ax
    inside: Points = np.logical_xor.reduce(crosses & is_left, axis=1)
    return inside
