"""The shapes that uncover or cover fog, as points of a map: brush, box, polygon, room.

Pure geometry: places are in cells, a shape is rows of points of the whole map. A point belongs to
a shape if its middle lies in it.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from gridwar.grid.areas.rooms import room_around
from gridwar.model.point_masks import PointMask, points_per_cell

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gridwar.control.records.ground_records import Box, Point
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.geometry import Cell, Size

    Points = NDArray[np.bool_]

_WALL_POINTS: Final = 2
"""So far a room reaches into its walls: one more than the fog's edge hides."""


def no_points(size: Size) -> Points:
    """Return rows of points of a map of a size in cells, none of them marked."""
    points = points_per_cell(size)
    return np.zeros((size.h * points, size.w * points), np.bool_)


def sweep(marked: Points, size: Size, way: tuple[Point, Point], across: float) -> None:
    """Mark what a round brush passes over.

    Args:
        marked: Rows of points, which are added to.
        size: Of the map.
        way: From where to where the brush's middle goes.
        across: How wide it is, in cells.
    """
    (ax, ay), (bx, by) = way
    reach = across / 2
    window = _window(
        size, (min(ax, bx) - reach, min(ay, by) - reach, max(ax, bx) + reach, max(ay, by) + reach)
    )
    x, y = _middles(size, window)
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    along = np.zeros(np.broadcast_shapes(x.shape, y.shape))
    if length:
        along = np.clip(((x - ax) * dx + (y - ay) * dy) / length, 0.0, 1.0)
    off = (x - ax - along * dx) ** 2 + (y - ay - along * dy) ** 2
    marked[window] |= off <= reach * reach


def box_of(size: Size, box: Box) -> Points:
    """Return the points of a rectangle: x, y, width, height."""
    marked = no_points(size)
    left, top, width, height = box
    window = _window(size, (left, top, left + width, top + height))
    x, y = _middles(size, window)
    marked[window] = (x > left) & (x < left + width) & (y > top) & (y < top + height)
    return marked


def polygon_of(size: Size, corners: Sequence[Point]) -> Points:
    """Return the points within a polygon, crossed or not: where a way out crosses it oddly."""
    marked = no_points(size)
    columns, rows = [x for x, _y in corners], [y for _x, y in corners]
    window = _window(size, (min(columns), min(rows), max(columns), max(rows)))
    x, y = _middles(size, window)
    inside = np.zeros(np.broadcast_shapes(x.shape, y.shape), np.bool_)
    for (ax, ay), (bx, by) in pairwise((*corners, corners[0])):
        if ay == by:
            continue
        passes = (y >= min(ay, by)) & (y < max(ay, by))
        inside ^= passes & (x < ax + (y - ay) * (bx - ax) / (by - ay))
    marked[window] = inside
    return marked


def room_of(page: BattleMap, start: Cell) -> Points:
    """Return the points of the room that a cell is in, with what its walls are drawn on."""
    size = page.size
    marked = PointMask.of_cells(room_around(page, start), size).rows(size)
    padded = np.pad(marked, _WALL_POINTS)
    height, width = marked.shape
    wide = np.zeros((height + 2 * _WALL_POINTS, width), np.bool_)
    for by in range(2 * _WALL_POINTS + 1):
        wide |= padded[:, by : by + width]
    found = no_points(size)
    for by in range(2 * _WALL_POINTS + 1):
        found |= wide[by : by + height]
    return found


def _window(size: Size, edges: tuple[float, float, float, float]) -> tuple[slice, slice]:
    """Return the rows and columns of points between left, top, right and lower edge."""
    points = points_per_cell(size)
    left, top, right, bottom = (int(edge * points // 1) for edge in edges)
    width, height = size.w * points, size.h * points
    return (
        slice(min(max(0, top), height), min(max(0, bottom + 1), height)),
        slice(min(max(0, left), width), min(max(0, right + 1), width)),
    )


def _middles(
    size: Size, window: tuple[slice, slice]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return a row of where the columns of a window are, and a column of where its rows are."""
    points = points_per_cell(size)
    y, x = ((np.arange(part.start, part.stop) + 0.5) / points for part in window)
    return x[None, :], y[:, None]
