"""What on a page may stop many lines at once, as segments, and which of them it stops for certain.

What grazes a segment, or may pass by it, is left to the exact lines of ``sight_and_effect``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gridwar.caches import Same, kept_of_fight
from gridwar.grid.lines.certain_obstacles import opaque_squares
from gridwar.grid.lines.sight_and_effect import Purpose
from gridwar.model.geometry import SUBCELL, Cell
from gridwar.model.walls import WallSight

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridwar.model.battlemap import BattleMap
    from gridwar.model.floors import Floor
    from gridwar.model.walls import Wall

    Mask = NDArray[np.bool_]
    Real = NDArray[np.float64]
    Places = tuple[Real, Real]

_MOST_AT_ONCE = 500_000
"""Pairs of a line and a segment."""


class StopsOnPage(NamedTuple):
    """The segments of a page that may be in the way, moved to another page."""

    ends: Real
    """(n, 4): x0 y0 x1 y1, in points."""
    always: Mask
    """(n,): whether whatever crosses it is stopped."""
    solid: Mask
    """Rows of the page's cells: whether their ground stops sight."""
    corner: Cell
    """Where the page begins, moved likewise."""

    def is_solid(self, cell: Cell) -> bool:
        """Return whether the ground of a cell stops sight."""
        row, column = cell.y - self.corner.y, cell.x - self.corner.x
        height, width = self.solid.shape
        return 0 <= row < height and 0 <= column < width and bool(self.solid[row, column])


def stops_on_page(
    battle_map: BattleMap, floor: Floor, shift: tuple[int, int], own: frozenset[Cell]
) -> StopsOnPage:
    """Return what on a page may stop lines of sight.

    Args:
        battle_map: The map with its walls and ground.
        floor: The page.
        shift: By how many columns and rows all of it is moved.
        own: Cells whose ground stops nothing, as somebody stands in them.
    """
    opaque = opaque_squares(battle_map, Purpose.SIGHT)
    walls, always = _walls(Same(battle_map.walls), floor)
    solid = opaque[floor.at.y : floor.end.y, floor.at.x : floor.end.x]
    mine = [cell for cell in own if floor.holds(cell)]
    if solid.any() and mine:
        solid = solid.copy()
        for x, y in mine:
            solid[y - floor.at.y, x - floor.at.x] = False
    diagonals = _diagonals(solid, floor.at)
    ends = np.concatenate((walls, diagonals))
    moved = ends + np.array((*shift, *shift), np.float64) * SUBCELL
    every = np.concatenate((always, np.ones(len(diagonals), np.bool_)))
    return StopsOnPage(moved, every, solid, Cell(floor.at.x + shift[0], floor.at.y + shift[1]))


@kept_of_fight(64)
def _walls(walls: Same[tuple[Wall, ...]], floor: Floor) -> tuple[Real, Mask]:
    """Return the walls that hamper sight on a page, and which of them stop all that cross them."""
    left, top, right, bottom = (side * SUBCELL for side in (*floor.at, *floor.end))
    found, always = [], []
    for wall in walls.it:
        (ax, ay), (bx, by) = wall.a, wall.b
        beside = max(ax, bx) < left or min(ax, bx) > right
        if not wall.hampers_sight or beside or max(ay, by) < top or min(ay, by) > bottom:
            continue
        found.append((ax, ay, bx, by))
        is_plain = wall.height_m is None and not wall.foot_m and wall.one_way is None
        always.append(is_plain and wall.sight is not WallSight.LIMITED)
    return np.array(found, np.float64).reshape(-1, 4), np.array(always, np.bool_)


def _diagonals(solid: Mask, corner: Cell) -> Real:
    """Return the diagonals of solid cells, those apart that have such cells on all sides.

    A line gets into these only through others.
    """
    padded = np.pad(solid, 1)
    inner = padded[:-2, 1:-1] & padded[2:, 1:-1] & padded[1:-1, :-2] & padded[1:-1, 2:]
    rows, columns = np.nonzero(solid & ~inner)
    x, y = ((side + at) * SUBCELL for side, at in ((columns, corner.x), (rows, corner.y)))
    falling = np.stack((x, y, x + SUBCELL, y + SUBCELL), axis=1)
    rising = np.stack((x + SUBCELL, y, x, y + SUBCELL), axis=1)
    return np.concatenate((falling, rising)).astype(np.float64)


def met(start: Places, end: Places, stops: StopsOnPage) -> tuple[Mask, Mask]:
    """Return which lines are stopped for certain, and which of the others have to be tried.

    Args:
        start: Where they begin, in whole points.
        end: Where they end.
        stops: What may be in the way.
    """
    count = len(start[0])
    blocked, grazed = np.zeros(count, np.bool_), np.zeros(count, np.bool_)
    if not count or not len(stops.ends):
        return blocked, grazed
    low_x, high_x = min(start[0].min(), end[0].min()), max(start[0].max(), end[0].max())
    low_y, high_y = min(start[1].min(), end[1].min()), max(start[1].max(), end[1].max())
    ends = stops.ends
    near = (np.minimum(ends[:, 0], ends[:, 2]) <= high_x) & (
        np.maximum(ends[:, 0], ends[:, 2]) >= low_x
    )
    near &= (np.minimum(ends[:, 1], ends[:, 3]) <= high_y) & (
        np.maximum(ends[:, 1], ends[:, 3]) >= low_y
    )
    ends, always = ends[near], stops.always[near]
    at_once = max(1, _MOST_AT_ONCE // max(1, len(ends)))
    for first in range(0, count, at_once):
        part = np.s_[first : first + at_once]
        lines = tuple(side[part, None] for side in (*start, *end))
        crossed, touched = _crossed(lines, ends)
        blocked[part] = (crossed & always).any(axis=1)
        grazed[part] = (touched | (crossed & ~always)).any(axis=1)
    return blocked, grazed


def _crossed(lines: tuple[Real, ...], ends: Real) -> tuple[Mask, Mask]:
    """Return which lines pass through which segments, and which touch them. All is exact."""
    x, y, to_x, to_y = lines
    ax, ay, bx, by = ends.T
    dx, dy = to_x - x, to_y - y
    across = np.sign(dx * (ay - y) - dy * (ax - x)) * np.sign(dx * (by - y) - dy * (bx - x))
    ex, ey = bx - ax, by - ay
    between = np.sign(ex * (y - ay) - ey * (x - ax)) * np.sign(ex * (to_y - ay) - ey * (to_x - ax))
    crossed: Mask = (across < 0) & (between < 0)
    touched: Mask = (across <= 0) & (between <= 0) & ~crossed
    return crossed, touched
