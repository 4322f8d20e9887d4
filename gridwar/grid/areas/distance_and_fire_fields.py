"""Distances and lines from one place to everywhere at once, for what is drawn round a token.

The distance field answers as ``distance`` does cell by cell (a property test holds them
together); the field of fire is the outline of what straight lines reach before a wall stops them.
"""

from __future__ import annotations

from math import cos, hypot, radians, sin
from typing import TYPE_CHECKING, assert_never

import numpy as np

from gridwar.grid.areas.arcs import bearing_deg, is_in_arc
from gridwar.grid.cells.distance import HeightRule, Metric
from gridwar.model.geometry import SUBCELL, Cell, Point, Size

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from gridwar.model.battlemap import BattleMap

Ends = tuple[float, float, float, float]
OutlinePoint = tuple[float, float]
"""A place in cells, on the outline of what an arc reaches."""
_ROUNDING = 1e-9
_PARALLEL = 1e-12
_STRAIGHT = 1e-6
"""Sine of the angle from which a line is bent."""
_STEP_DEG = 2.0
_ASIDE_DEG = 0.02
"""How far beside the end of a wall a line is sent past it."""


def distance_field(
    metric: Metric,
    token: tuple[Cell, Size],
    page: Size,
    up_cells: float | NDArray[np.float64] = 0.0,
    height: HeightRule = HeightRule.AXIS,
) -> NDArray[np.int64]:
    """Return the distance from a token to every cell of a map, as rows of columns, in cells.

    Args:
        metric: What a diagonal counts.
        token: Its top left cell and its footprint.
        page: Width and height of the map.
        up_cells: The difference of height to each cell, or to all.
        height: How it joins in.
    """
    dx, dy = _gaps(token, page)
    up = np.abs(np.broadcast_to(np.asarray(up_cells, dtype=float), dx.shape))
    match height:
        case HeightRule.IGNORE:
            return _counted(metric, dx, dy, np.zeros_like(up))
        case HeightRule.ADD:
            added: NDArray[np.int64] = np.floor(up).astype(np.int64)
            flat = _counted(metric, dx, dy, np.zeros_like(up))
            return np.add(flat, added, dtype=np.int64)
        case HeightRule.AXIS:
            return _counted(metric, dx, dy, up)
        case _:
            assert_never(height)


def straight_field(
    token: tuple[Cell, Size], page: Size, up_cells: float | NDArray[np.float64] = 0.0
) -> NDArray[np.float64]:
    """Return the straight line from a token to every cell, unrounded, as rows of columns, in cells.

    Args:
        token: Its top left cell and its footprint.
        page: Width and height of the map.
        up_cells: The difference of height to each cell, or to all.
    """
    dx, dy = _gaps(token, page)
    return _straight(dx, dy, np.asarray(up_cells, dtype=float))


def _gaps(token: tuple[Cell, Size], page: Size) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return how far each cell of a map lies from a token, across and down."""
    corner, size = token
    across = _beyond(np.arange(page.w), corner.x, size.w)[None, :]
    down = _beyond(np.arange(page.h), corner.y, size.h)[:, None]
    dx, dy = np.broadcast_arrays(across, down)
    return dx, dy


def _straight(
    dx: NDArray[np.int64], dy: NDArray[np.int64], up: NDArray[np.float64]
) -> NDArray[np.float64]:
    found: NDArray[np.float64] = np.sqrt((dx * dx + dy * dy).astype(float) + up * up)
    return found


def _beyond(line: NDArray[np.int64], start: int, length: int) -> NDArray[np.int64]:
    found: NDArray[np.int64] = np.maximum(0, np.maximum(start - line, line - (start + length - 1)))
    return found


def _counted(
    metric: Metric, dx: NDArray[np.int64], dy: NDArray[np.int64], up: NDArray[np.float64]
) -> NDArray[np.int64]:
    whole = np.floor(up).astype(np.int64)
    straight = _straight(dx, dy, up)
    match metric:
        case Metric.CHEBYSHEV:
            found = np.maximum(np.maximum(dx, dy), whole)
        case Metric.ALTERNATING:
            axes = np.sort(np.stack([dx, dy, whole]), axis=0)
            found = axes[2] + axes[1] // 2
        case Metric.EUCLID_NEAREST:
            found = np.floor(straight + 0.5).astype(np.int64)
        case Metric.EUCLID_FLOOR:
            found = np.floor(straight).astype(np.int64)
        case Metric.MANHATTAN:
            found = dx + dy + whole
        case _:
            assert_never(metric)
    # In one column a part of a cell of height counts as none.
    result: NDArray[np.int64] = np.where((dx == 0) & (dy == 0), whole, found)
    return result


def cells_where(mask: NDArray[np.bool_]) -> frozenset[Cell]:
    """Return the cells of a mask of rows of columns."""
    rows, columns = np.nonzero(mask)
    return frozenset(map(Cell, columns.tolist(), rows.tolist()))


# --- fields of fire ------------------------------------------------------------------------------


def field_of_fire(
    battle_map: BattleMap, apex: Point, axis_deg: float, width_deg: float, radius_cells: float
) -> tuple[OutlinePoint, ...]:
    """Return the outline of what an arc reaches, in cells; the first point is its apex.

    Args:
        battle_map: The map with its walls and terrain.
        apex: Where it begins.
        axis_deg: Where its middle points, 0 up, clockwise.
        width_deg: Its whole width.
        radius_cells: How far it reaches at most.
    """
    x, y = apex.x / SUBCELL, apex.y / SUBCELL
    found = _stops(battle_map, apex, radius_cells)
    near = [ends for ends in found if _is_near(ends, x, y, radius_cells)]
    stops = np.array(near, dtype=float).reshape(-1, 4)
    angles = sorted(_angles(apex, axis_deg, width_deg, stops))
    reached = _reached(x, y, np.radians(axis_deg + np.array(angles)), stops, radius_cells)
    points = [
        (x + far * sin(angle), y - far * cos(angle))
        for far, angle in zip(reached, (radians(axis_deg + one) for one in angles), strict=True)
    ]
    return ((x, y), *_without_needless(points))


def _without_needless(points: list[OutlinePoint]) -> list[OutlinePoint]:
    """Drop points in the middle of a straight line: ends of walls behind another one leave many."""
    kept: list[OutlinePoint] = []
    for point in points:
        while len(kept) > 1 and _is_between(kept[-1], kept[-2], point):
            kept.pop()
        kept.append(point)
    return kept


def _is_between(middle: OutlinePoint, start: OutlinePoint, end: OutlinePoint) -> bool:
    ax, ay = middle[0] - start[0], middle[1] - start[1]
    bx, by = end[0] - middle[0], end[1] - middle[1]
    return abs(ax * by - ay * bx) <= _STRAIGHT * hypot(ax, ay) * hypot(bx, by) and (
        ax * bx + ay * by >= 0
    )


def _stops(battle_map: BattleMap, apex: Point, radius: float) -> Iterator[Ends]:
    """Yield what may stop effect within reach: walls, and the sides of cells that block."""
    x, y = apex.x / SUBCELL, apex.y / SUBCELL
    for wall in battle_map.walls:
        if wall.stops_effect and wall.stops_from(apex):
            yield (wall.a.x / SUBCELL, wall.a.y / SUBCELL, wall.b.x / SUBCELL, wall.b.y / SUBCELL)
    if not any(kind.blocks_effect for kind in battle_map.terrain_kinds):
        return
    columns = range(max(0, int(x - radius)), min(battle_map.width, int(x + radius) + 1))
    rows = range(max(0, int(y - radius)), min(battle_map.height, int(y + radius) + 1))
    for column in columns:
        for row in rows:
            if battle_map.terrain_at(Cell(column, row)).blocks_effect:
                yield (column, row, column + 1, row)
                yield (column, row + 1, column + 1, row + 1)
                yield (column, row, column, row + 1)
                yield (column + 1, row, column + 1, row + 1)


def _angles(
    apex: Point, axis_deg: float, width_deg: float, stops: NDArray[np.float64]
) -> set[float]:
    """Return the angles off the axis that are looked along: even steps, and the ends of walls."""
    half = width_deg / 2
    count = max(1, round(width_deg / _STEP_DEG))
    angles = {-half + width_deg * number / count for number in range(count + 1)}
    for ends in stops.tolist():
        for x, y in (ends[:2], ends[2:]):
            end = Point(round(x * SUBCELL), round(y * SUBCELL))
            bearing = bearing_deg(apex, end)
            if is_in_arc(bearing, axis_deg, width_deg):
                off = (bearing - axis_deg + 180) % 360 - 180
                near = (off - _ASIDE_DEG, off, off + _ASIDE_DEG)
                angles.update(one for one in near if abs(one) <= half)
    return angles


def _reached(
    x: float, y: float, angles: NDArray[np.float64], stops: NDArray[np.float64], radius: float
) -> list[float]:
    """Return how far each line gets, in cells: to the nearest wall, or to the radius."""
    if not len(stops):
        return [radius] * len(angles)
    dx, dy = np.sin(angles)[:, None], -np.cos(angles)[:, None]
    ex, ey = (stops[:, 2] - stops[:, 0])[None, :], (stops[:, 3] - stops[:, 1])[None, :]
    ax, ay = (stops[:, 0] - x)[None, :], (stops[:, 1] - y)[None, :]
    across = dx * ey - dy * ex
    with np.errstate(divide="ignore", invalid="ignore"):
        far = (ax * ey - ay * ex) / across
        along = (ax * dy - ay * dx) / across
    is_met = (along >= -_ROUNDING) & (along <= 1 + _ROUNDING)
    hits = (np.abs(across) > _PARALLEL) & (far > _ROUNDING) & is_met
    nearest = np.where(hits, far, np.inf).min(axis=1)
    return [float(one) for one in np.minimum(nearest, radius)]


def _is_near(ends: Ends, x: float, y: float, radius: float) -> bool:
    """Return whether a segment comes within reach of a place."""
    ax, ay, bx, by = ends
    length2 = (bx - ax) ** 2 + (by - ay) ** 2
    part = 0.0 if not length2 else ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length2
    part = min(1.0, max(0.0, part))
    return hypot(ax + part * (bx - ax) - x, ay + part * (by - ay) - y) <= radius
