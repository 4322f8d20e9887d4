"""Where one token is drawn, and its outline: one of six, one a side, or a vehicle's.

Owns the arithmetic and the paths, on a unit circle; `token_paint` fills and strokes them.
"""

from __future__ import annotations

import math
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainterPath, QTransform

from gridwar.ui.style.colors import SideShape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridwar.control.records.ground_records import Point
    from gridwar.control.records.scene_records import TokenView

RADIUS = 0.40
"""Radius of the body in cells, for a footprint one cell across."""
RADIUS_BIG = 0.44
"""Radius as a share of the footprint from two cells on."""
LEAST_DISC_PX = 26.0
"""Across, on screen: under that nobody could be told from another, nor hit with a pointer."""
_BOX = ((-0.7, -1.0), (0.7, -1.0), (0.98, -0.55), (0.98, 0.98), (-0.98, 0.98), (-0.98, -0.55))
"""A vehicle that faces up."""


class Frame(Struct, frozen=True):
    """Where a token is drawn: middle and radii of its body, footprint and cell in pixels."""

    cell_px: float
    center: QPointF
    radius_x: float
    radius_y: float
    footprint: QRectF

    @property
    def radius(self) -> float:
        """The smaller radius."""
        return min(self.radius_x, self.radius_y)


def frame_of(size: tuple[int, int], cell_px: float, corner: QPointF) -> Frame:
    """Return the frame of a token.

    Args:
        size: footprint in cells.
        cell_px: edge of a cell in device-independent pixels.
        corner: the footprint's upper left corner.
    """
    footprint = QRectF(corner, QSizeF(size[0] * cell_px, size[1] * cell_px))
    slack = (min(size) - 2 * radius_of(min(size))) * cell_px
    radius_x = (footprint.width() - slack) / 2
    radius_y = (footprint.height() - slack) / 2
    return Frame(cell_px, footprint.center(), radius_x, radius_y, footprint)


def drawn_cell_px(token: TokenView, cell_px: float) -> float:
    """Return by which size of a cell a token is drawn, in device-independent pixels.

    That of the map, but for discs that would be too small; vehicles keep their squares.

    Args:
        token: the token.
        cell_px: edge of a cell of the map.
    """
    if token.box:
        return cell_px
    return max(cell_px, LEAST_DISC_PX / 2 / radius_of(min(token.size)))


def radius_of(side_cells: int) -> float:
    """Return the radius in cells of a body that many cells across."""
    return RADIUS if side_cells == 1 else RADIUS_BIG * side_cells


def drawn_box(token: TokenView, home: Point, cell_px: float) -> QRectF:
    """Return where a token is drawn, in cells: its footprint, or as much round its middle.

    Args:
        token: the token.
        home: its footprint's upper left corner.
        cell_px: edge of a cell in device-independent pixels.
    """
    (width, height), grown = token.size, drawn_cell_px(token, cell_px) / cell_px
    box = QRectF(0, 0, width * grown, height * grown)
    box.moveCenter(QPointF(home[0] + width / 2, home[1] + height / 2))
    return box


def body_in_cells(token: TokenView, middle: Point, cell_px: float) -> Frame:
    """Return the frame of a token in cells of the map, as it is drawn at a zoom."""
    home = (middle[0] - token.size[0] / 2, middle[1] - token.size[1] / 2)
    box = drawn_box(token, home, cell_px)
    return frame_of(token.size, box.width() / token.size[0], box.topLeft())


def letters_at(token: TokenView, frame: Frame) -> QPointF:
    """Return where the letters stand: of a vehicle behind, where nobody sits."""
    if not token.box or min(token.size) == max(token.size):
        return frame.center
    angle = math.radians((token.facing_deg or 0) + 90)
    back = abs(frame.radius_x - frame.radius_y) + 0.12 * frame.cell_px
    return frame.center + QPointF(math.cos(angle) * back, math.sin(angle) * back)


def shape_path(shape: SideShape, center: QPointF, radius_x: float, radius_y: float) -> QPainterPath:
    """Return a side's outline around a point.

    Args:
        shape: the side's shape.
        center: its middle.
        radius_x: half of its nominal width.
        radius_y: half of its nominal height.
    """
    place = QTransform.fromTranslate(center.x(), center.y()).scale(radius_x, radius_y)
    return place.map(_unit(shape))


def box_path(center: QPointF, radius_x: float, radius_y: float, facing_deg: float) -> QPainterPath:
    """Return the outline of a vehicle: narrower in front; on the slant it is turned whole.

    Args:
        center: its middle.
        radius_x: half of the width of its footprint.
        radius_y: half of the height of its footprint.
        facing_deg: where its front points, clockwise from up.
    """
    place = QTransform.fromTranslate(center.x(), center.y())
    if facing_deg % 90:
        short, long = sorted((radius_x, radius_y))
        return place.rotate(facing_deg).scale(short, long).map(_box())
    return place.scale(radius_x, radius_y).rotate(facing_deg).map(_box())


@cache
def _box() -> QPainterPath:
    return rounded_polygon(_BOX, 0.16)


def rounded_polygon(points: Sequence[tuple[float, float]], radius: float) -> QPainterPath:
    """Return a closed polygon with rounded corners.

    Args:
        points: its corners.
        radius: how far from a corner the rounding begins, at most half of an edge.
    """
    path = QPainterPath()
    count = len(points)
    for index, (x, y) in enumerate(points):
        before, after = points[index - 1], points[(index + 1) % count]
        enter = _towards((x, y), before, radius)
        leave = _towards((x, y), after, radius)
        if index == 0:
            path.moveTo(enter)
        else:
            path.lineTo(enter)
        path.quadTo(QPointF(x, y), leave)
    path.closeSubpath()
    return path


def _towards(corner: tuple[float, float], other: tuple[float, float], radius: float) -> QPointF:
    dx, dy = other[0] - corner[0], other[1] - corner[1]
    length = math.hypot(dx, dy)
    share = min(radius, length / 2) / length if length else 0.0
    return QPointF(corner[0] + dx * share, corner[1] + dy * share)


@lru_cache(maxsize=16)
def _unit(shape: SideShape) -> QPainterPath:
    path = QPainterPath()
    match shape:
        case SideShape.CIRCLE:
            path.addEllipse(QPointF(0, 0), 1, 1)
        case SideShape.SQUARE:
            path.addRoundedRect(QRectF(-0.9, -0.9, 1.8, 1.8), 0.22, 0.22)
        case SideShape.HEXAGON:
            path = rounded_polygon(_ring(6, 1.06, 0), 0.16)
        case SideShape.OCTAGON:
            path = rounded_polygon(_ring(8, 1.05, 22.5), 0.1)
        case SideShape.DIAMOND:
            path = rounded_polygon(_ring(4, 1.15, 0), 0.3)
        case SideShape.SHIELD:
            corners = ((-0.92, -0.92), (0.92, -0.92), (0.92, 0.25), (0, 1.08), (-0.92, 0.25))
            path = rounded_polygon(corners, 0.25)
    return path


def _ring(count: int, radius: float, turn_deg: float) -> list[tuple[float, float]]:
    angles = (math.radians(turn_deg + 360 * step / count) for step in range(count))
    return [(radius * math.cos(angle), radius * math.sin(angle)) for angle in angles]
