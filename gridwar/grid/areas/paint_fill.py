"""Filling: the cells round one that are like it, as far as walls and doors let a fill run.

A fill takes one step in all directions at once, on boards of the whole map.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gridwar.caches import Same, kept_of_fight
from gridwar.grid.cells.bitboards import Extent, packed, unpacked
from gridwar.grid.cells.wall_crossings import Meeting, meet, walls_that
from gridwar.model.geometry import Cell, centre_of
from gridwar.model.walls import WallKind, WallSight

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from gridwar.model.battlemap import BattleMap
    from gridwar.model.walls import Wall

_KEPT_WALLS = 4


class _Shut(NamedTuple):
    """The cells whose step to the right, or down, a wall stops: a board each."""

    right: int
    down: int


def bounds_paint(wall: Wall) -> bool:
    """Return whether paint does not run across a wall: not across doors and windows either."""
    blocks = wall.blocks_movement or wall.sight is not WallSight.NONE or wall.blocks_effect
    return blocks or wall.kind is not WallKind.WALL


def filled(
    page: BattleMap,
    start: Cell,
    like: NDArray[np.bool_],
    bounds: Callable[[Wall], bool] = bounds_paint,
) -> NDArray[np.bool_]:
    """Return rows of the map's cells: those that a fill from one of them gets to.

    Args:
        page: The map.
        start: Where it begins.
        like: Rows of the map's cells: those that it may run over.
        bounds: Says which walls it does not run across; always the same function.
    """
    extent = _extent(page)
    if not page.contains(start) or not like[start.y, start.x]:
        return np.zeros((page.height, page.width), np.bool_)
    rim = np.zeros((page.height, extent.width), np.bool_)
    rim[:, : page.width] = like
    left = packed(rim[np.newaxis])[0]
    shut = _shut(Same(page.walls), extent, bounds)
    open_right, open_down = ~shut.right, ~shut.down
    new = found = 1 << extent.bit(start)
    left ^= new
    while new:
        across = (new & open_right) << 1 | new >> 1 & open_right
        along = (new & open_down) << extent.width | new >> extent.width & open_down
        new = (across | along) & left
        left ^= new
        found |= new
    return unpacked(found, extent)[:, : page.width].astype(np.bool_)


def _extent(page: BattleMap) -> Extent:
    """Return the map with a column more: what steps out of a row at its end is not in the next."""
    return Extent(0, 0, page.width + 1, page.height)


@kept_of_fight(_KEPT_WALLS)
def _shut(walls: Same[tuple[Wall, ...]], extent: Extent, bounds: Callable[[Wall], bool]) -> _Shut:
    by_cell = walls_that(walls.it, bounds).by_cell
    near = {there for cell in by_cell for there in (cell, cell.shifted(-1, 0), cell.shifted(0, -1))}
    rows = np.zeros((2, extent.height, extent.width), np.bool_)
    for cell in filter(extent.holds, near):
        for plane, there in enumerate((cell.shifted(1, 0), cell.shifted(0, 1))):
            those = {*by_cell.get(cell, ()), *by_cell.get(there, ())}
            between = centre_of(cell), centre_of(there)
            rows[plane, cell.y, cell.x] = any(
                meet(*between, wall) is not Meeting.APART for wall in those
            )
    return _Shut(*packed(rows))
