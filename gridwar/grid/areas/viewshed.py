"""Lines from one place to every cell around it at once: the same answers as ``line_between``.

A wall hides from the place what lies in the wedge between its ends and beyond it: in each row of
cells an interval, found by whole numbers. A square that blocks does the same as the chord between
its outermost corners. What needs a closer look (walls that a line may pass above) is asked of
``line_between`` line by line. Lines to several squares and from corners are not done here.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from gridwar.grid.areas.shadow_casting import Shadows
from gridwar.grid.cells.bitboards import Extent
from gridwar.grid.lines.sight_and_effect import (
    EFFECT,
    LineMode,
    LineRule,
    Stand,
    is_clear_between,
    line_between,
    line_from_point,
    middle_of,
)
from gridwar.model.geometry import Cell

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridwar.grid.cells.obstacle_reasons import Obstacle
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.geometry import Point


class LineField(Struct, frozen=True, eq=False, dict=True):
    """The cells round a place to which a line is clear."""

    battle_map: BattleMap
    origin: Stand
    rule: LineRule
    extent: Extent
    """The cells looked at, all on the map."""
    mask: NDArray[np.bool_]
    """Rows of the extent's cells: whether the line there is clear."""
    point: Point | None = None
    """Where lines begin, if not in the middle of the origin."""

    def __contains__(self, cell: object) -> bool:
        if not isinstance(cell, tuple):
            return False
        x, y = cell[0] - self.extent.left, cell[1] - self.extent.top
        inside = 0 <= x < self.extent.width and 0 <= y < self.extent.height
        return inside and bool(self.mask[y, x])

    @cached_property
    def cells(self) -> frozenset[Cell]:
        """Return the cells in a clear line."""
        y, x = np.nonzero(self.mask)
        left, top = self.extent.left, self.extent.top
        return frozenset(map(Cell, (x + left).tolist(), (y + top).tolist()))

    def why_not(self, cell: Cell) -> Obstacle | None:
        """Return what stops the line to a cell on the ground; None when it is clear."""
        there = Stand((cell,), self.battle_map.ground_m(cell))
        if self.point is not None:
            page, origin, rule = self.battle_map, self.origin, self.rule
            return line_from_point(page, self.point, origin, there, rule).blocked_by
        return line_between(self.battle_map, self.origin, there, self.rule).blocked_by


def line_field(
    battle_map: BattleMap,
    origin: Stand,
    radius_cells: int,
    rule: LineRule = EFFECT,
    point: Point | None = None,
) -> LineField:
    """Return the cells on the ground of the map to which the line from a place is clear.

    Args:
        battle_map: The map with its walls and terrain.
        origin: Where the lines begin, and how high.
        radius_cells: How many cells are looked at in each direction.
        rule: Sight or effect; lines go from middle to middle.
        point: A place in the origin's square from which they go instead: of a lamp on a wall.
    """
    extent = _round(battle_map, origin.cells, radius_cells)
    is_plain = (
        point is not None
        or rule.mode is LineMode.CENTRE
        or (rule.mode is LineMode.SQUARES and len(origin.cells) == 1)
    )
    if is_plain and extent.width and extent.height:
        place = (point or middle_of(origin.cells), origin)
        shadows = Shadows(battle_map, place, extent, rule)
        mask, doubtful = ~shadows.hidden, shadows.doubtful & ~shadows.hidden
    else:
        mask = np.ones((extent.height, extent.width), np.bool_)
        doubtful = mask
    for y, x in np.argwhere(doubtful).tolist():
        cell = Cell(x + extent.left, y + extent.top)
        there = Stand((cell,), battle_map.ground_m(cell))
        mask[y, x] = (
            is_clear_between(battle_map, origin, there, rule)
            if point is None
            else line_from_point(battle_map, point, origin, there, rule).clear
        )
    mask.setflags(write=False)
    return LineField(battle_map, origin, rule, extent, mask, point)


def _round(battle_map: BattleMap, cells: tuple[Cell, ...], radius_cells: int) -> Extent:
    """Return the part of the map within a number of cells of some cells."""
    xs, ys = [cell[0] for cell in cells], [cell[1] for cell in cells]
    left, top = max(0, min(xs) - radius_cells), max(0, min(ys) - radius_cells)
    right = min(battle_map.width, max(xs) + radius_cells + 1)
    bottom = min(battle_map.height, max(ys) + radius_cells + 1)
    return Extent(left, top, max(0, right - left), max(0, bottom - top))
