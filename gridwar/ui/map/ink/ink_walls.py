"""Walls by pen: a heavy line and a fine one that wobble by their place; the shade beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainterPath, QPen, QPolygonF

from gridwar.model.sketch import EdgeKind
from gridwar.ui.map.ink.noise_by_place import noise
from gridwar.ui.map.ink.sketch_part import mark_runs
from gridwar.ui.style.colors import qcolor

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray
    from PySide6.QtGui import QColor, QPainter

    from gridwar.ui.map.ink.ink_styles import InkColors
    from gridwar.ui.map.ink.sketch_part import Border, Kinds, Points, SketchPart

    Marks = NDArray[np.bool_]

_POINTS: Final = 4
"""A straight wall wobbles at so many points a cell, wherever it begins."""
_WAVES: Final = 1.7
_HEAVY, _HEAVY_WOBBLE, _HEAVY_SALT = 0.105, 0.022, 0
_FINE, _FINE_WOBBLE, _FINE_SALT = 0.035, 0.05, 5
_SHADES: Final = ((0.68, 0.04), (0.56, 0.045), (0.44, 0.05), (0.32, 0.06), (0.2, 0.085))
"""How wide and how strong the shade of walls is, one over the other."""
_SHADE_FROM: Final = (0.07, 0.09)
"""Light comes from above and the left."""


def wobbled(points: Points, by: float, salt: int) -> Points:
    """Return points moved a little, each by where it is."""
    x, y = points[:, 0], points[:, 1]
    moved_x = x + by * noise(x * _WAVES, y * _WAVES, salt)
    moved_y = y + by * noise(x * _WAVES, y * _WAVES, salt + 9)
    return np.stack((moved_x, moved_y), axis=1)


def polygon(points: Points) -> QPolygonF:
    """Return points as Qt has them."""
    return QPolygonF([QPointF(x, y) for x, y in points.tolist()])


def path_of(lines: Iterable[Points], by: float = 0.0, salt: int = 0) -> QPainterPath:
    """Return lines as a path, wobbling by so much."""
    path, found = QPainterPath(), tuple(lines)
    if not found:
        return path
    points = np.concatenate(found)
    places = [QPointF(x, y) for x, y in (wobbled(points, by, salt) if by else points).tolist()]
    begin = 0
    for line in found:
        path.addPolygon(places[begin : begin + len(line)])
        begin += len(line)
    return path


def floor_path(loops: Iterable[list[Border]]) -> QPainterPath:
    """Return the floor as an area."""
    path = QPainterPath()
    for loop in loops:
        path.addPolygon(polygon(np.concatenate([_corners(one) for one in loop])))
        path.closeSubpath()
    return path


def _corners(piece: Border) -> Points:
    """Return the points of a piece of border, of a straight one its ends and corners alone."""
    points = piece.points
    if not piece.is_of_room:
        return points
    ways = np.diff(points, axis=0)
    is_corner = np.ones(len(points), np.bool_)
    is_corner[1:-1] = (ways[1:] != ways[:-1]).any(axis=1)
    return points[is_corner]


def solid_lines(part: SketchPart, loops: Iterable[list[Border]]) -> list[Points]:
    """Return the lines of all that is wall: straight runs, and the borders of caves.

    Args:
        part: Where they are.
        loops: The border of its floor.
    """
    across, down = part.kinds
    corner = np.array([part.box.left, part.box.top], np.float64)
    found = [points + corner for points in edge_runs(_is_solid(across))]
    found += [points[:, ::-1] + corner for points in edge_runs(_is_solid(down).T)]
    for piece in (piece for loop in loops for piece in loop):
        if piece.is_of_room:
            found += _bare_rims(part, piece)
        else:
            found += _runs(piece.points, ~piece.is_open)
    return found


def inner_lines(part: SketchPart) -> list[Points]:
    """Return the lines of walls with floor on both sides, which are no border of it."""
    across, down = part.kinds
    corner = np.array([part.box.left, part.box.top], np.float64)
    is_open = np.pad(part.open_cells, 1)
    rows = _is_solid(across) & is_open[1:, 1:-1] & is_open[:-1, 1:-1]
    columns = _is_solid(down) & is_open[1:-1, 1:] & is_open[1:-1, :-1]
    found = [points + corner for points in edge_runs(rows)]
    return found + [points[:, ::-1] + corner for points in edge_runs(columns.T)]


def _is_solid(kinds: Kinds) -> Marks:
    found: Marks = (kinds == EdgeKind.WALL) | (kinds == EdgeKind.SECRET_DOOR)
    return found


def edge_runs(marks: Marks) -> Iterator[Points]:
    """Yield the points along each row of marked edges, x before y, several a cell."""
    for row, begin, end in mark_runs(marks):
        x = np.arange(begin * _POINTS, end * _POINTS + 1) / _POINTS
        yield np.stack((x, np.full_like(x, row)), axis=1)


def _bare_rims(part: SketchPart, piece: Border) -> Iterator[Points]:
    """Yield what is left of the rim of a room that a cave has eaten into."""
    points = piece.points
    middle = (points[1:] + points[:-1]) / 2 - (part.box.left, part.box.top)
    is_level = points[1:, 1] == points[:-1, 1]
    column, row = np.floor(middle).astype(np.int_).T
    edge_column, edge_row = np.rint(middle).astype(np.int_).T
    across, down = part.kinds
    level = _held(edge_row, across.shape[0]), _held(column, across.shape[1])
    upright = _held(row, down.shape[0]), _held(edge_column, down.shape[1])
    stands = np.where(is_level, across[level], down[upright])
    drawn = np.where(is_level, part.across[level], part.down[upright])
    yield from _runs(points, (stands == 0) & (drawn != EdgeKind.OPEN) & ~piece.is_open)


def _runs(points: Points, marks: Marks) -> Iterator[Points]:
    """Yield the parts of a line of which each step is marked."""
    marked = np.flatnonzero(marks)
    for run in np.split(marked, np.flatnonzero(np.diff(marked) > 1) + 1):
        if len(run):
            yield points[run[0] : run[-1] + 2]


def _held(places: NDArray[np.int_], count: int) -> NDArray[np.int_]:
    """Return places of an array, those beyond its end at it: they are looked up, not meant."""
    return np.minimum(places, count - 1)


def draw_shade(
    painter: QPainter, floor: QPainterPath, walls: QPainterPath, colors: InkColors
) -> None:
    """Draw the shade of walls on the floor; the painter is clipped to that.

    Args:
        painter: Its unit is the cell.
        floor: The area; its border casts shade.
        walls: The lines upon it.
        colors: Of the style.
    """
    casting = QPainterPath(floor)
    casting.addPath(walls)
    painter.save()
    painter.translate(*_SHADE_FROM)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for width, share in _SHADES:
        painter.setPen(round_pen(qcolor(colors.shade, share), width))
        painter.drawPath(casting)
    painter.restore()


def draw_walls(painter: QPainter, lines: Iterable[Points], colors: InkColors) -> None:
    """Draw walls twice, heavy and fine, as a hand does that goes over its line again."""
    lines = tuple(lines)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for width, by, salt in (
        (_HEAVY, _HEAVY_WOBBLE, _HEAVY_SALT),
        (_FINE, _FINE_WOBBLE, _FINE_SALT),
    ):
        painter.setPen(round_pen(qcolor(colors.ink), width))
        painter.drawPath(path_of(lines, by, salt))


def round_pen(color: QColor, width: float) -> QPen:
    """Return a pen with round ends and corners, its width in cells."""
    return QPen(
        color,
        width,
        Qt.PenStyle.SolidLine,
        Qt.PenCapStyle.RoundCap,
        Qt.PenJoinStyle.RoundJoin,
    )
