"""One label on the map: paper on ink, edged in the colour of its role.

Owns measuring and drawing a label; where it goes is decided in label_free_places.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap

from gridwar.caches import kept_of_fight
from gridwar.ui.map.overlays.label_free_places import LabelRequest
from gridwar.ui.map.overlays.lines_and_arcs import role_color
from gridwar.ui.map.overlays.strokes_and_hatches import stroke_cased
from gridwar.ui.map.overlays.target_tags import draw_tag, tag_size
from gridwar.ui.style.colors import map_colors, qcolor, side
from gridwar.ui.style.fonts import SANS, sized_font
from gridwar.ui.style.icons import draw_icon

if TYPE_CHECKING:
    from gridwar.control.records.scene_records import Role
    from gridwar.ui.map.overlays.label_free_places import PlacedLabel

_TEXT_PX = 12
_SECOND_PX = 11
_HEIGHT_PX = 22.0
_INSET_PX = 7.0
_BETWEEN_PX = 8.0
_ICON_PX = 14.0
_RADIUS_PX = 5.0
_GROUND_SHARE = 0.93
_AROUND_PX = 3.5
"""Room for the shadow; an edge on half a pixel leaves the pixels on whole ones."""


def label_size(request: LabelRequest, scale: float = 1.0) -> tuple[float, float]:
    """Return width and height of a label in device-independent pixels.

    Args:
        request: the label.
        scale: interface scale.
    """
    if request.tag is not None:
        return tag_size(request.tag, scale)
    width = 2 * _INSET_PX * scale + _advance(request.text, _fonts(scale)[0])
    if request.second:
        width += _BETWEEN_PX * scale + _advance(request.second, _fonts(scale)[1])
    if request.icon is not None:
        width += (_ICON_PX + 5) * scale
    return width, _HEIGHT_PX * scale


def draw_label(painter: QPainter, label: PlacedLabel, scale: float = 1.0) -> None:
    """Draw a label; its leader line comes before, see `draw_leader`."""
    request, box = label.request, _box(label)
    if request.tag is not None:
        draw_tag(painter, request.tag, box, scale)
        return
    drawn = _drawn(
        (request.text, request.second, request.role, request.icon, request.side),
        (box.width(), box.height()),
        scale,
        painter.device().devicePixelRatioF(),
    )
    painter.drawPixmap(box.topLeft() - QPointF(_AROUND_PX, _AROUND_PX), drawn)


@kept_of_fight(256)
def _drawn(
    words: tuple[str, str, Role, str | None, int | None],
    size: tuple[float, float],
    scale: float,
    ratio: float,
) -> QPixmap:
    """Return a label as pixels, with a little room around it; shared, read-only."""
    text, second, role, icon, of_side = words
    width, height = (math.ceil((edge + 2 * _AROUND_PX) * ratio) for edge in size)
    pixmap = QPixmap(width, height)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(_AROUND_PX, _AROUND_PX, *size)
        _draw_chip(painter, LabelRequest(text, second, role, icon, side=of_side), box, scale)
    return pixmap


def _draw_chip(painter: QPainter, request: LabelRequest, box: QRectF, scale: float) -> None:
    color, colors = _edge_color(request), map_colors()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(0, 0, 0, 70))
    radius = _RADIUS_PX * scale
    painter.drawRoundedRect(box.adjusted(-1, 1, 1, 2), radius + 1, radius + 1)
    painter.setPen(QPen(qcolor(color), 1.25))
    painter.setBrush(qcolor(colors.ink, _GROUND_SHARE))
    painter.drawRoundedRect(box, radius, radius)
    _draw_words(painter, request, box, scale)


def draw_leader(painter: QPainter, label: PlacedLabel) -> None:
    """Draw the line from a label that stands off to what it speaks of."""
    if label.leader is not None:
        goal = QPointF(*label.leader)
        line = QPainterPath(goal)
        line.lineTo(_nearest(_box(label), goal))
        stroke_cased(painter, line, _edge_color(label.request), (1.4, 2.2))


def _edge_color(request: LabelRequest) -> str:
    """Return the colour of what a label speaks of."""
    return role_color(request.role) if request.side is None else side(request.side).color


def _box(label: PlacedLabel) -> QRectF:
    rect = label.rect
    return QRectF(round(rect.x) + 0.5, round(rect.y) + 0.5, rect.width, rect.height)


def _draw_words(painter: QPainter, request: LabelRequest, box: QRectF, scale: float) -> None:
    colors = map_colors()
    strong, quiet = _fonts(scale)
    x = box.left() + _INSET_PX * scale
    if request.icon is not None:
        edge = _ICON_PX * scale
        place = QRectF(x - 1, box.center().y() - edge / 2, edge, edge)
        draw_icon(painter, request.icon, place, role_color(request.role))
        x += edge + 5 * scale
    align = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
    painter.setFont(strong)
    painter.setPen(qcolor(colors.paper))
    painter.drawText(QRectF(x, box.top(), box.width(), box.height()), align, request.text)
    if request.second:
        x += _advance(request.text, strong) + _BETWEEN_PX * scale
        painter.setFont(quiet)
        painter.setPen(qcolor(colors.second))
        painter.drawText(QRectF(x, box.top(), box.width(), box.height()), align, request.second)


def _nearest(box: QRectF, point: QPointF) -> QPointF:
    """Return the middle of the side of a box that faces a point."""
    sides = (
        QPointF(box.left(), box.center().y()),
        QPointF(box.right(), box.center().y()),
        QPointF(box.center().x(), box.top()),
        QPointF(box.center().x(), box.bottom()),
    )
    return min(sides, key=lambda side: QLineF(side, point).length())


def _fonts(scale: float) -> tuple[QFont, QFont]:
    return (
        sized_font(SANS, round(_TEXT_PX * scale), 600),
        sized_font(SANS, round(_SECOND_PX * scale), 500),
    )


@kept_of_fight(2048)
def _width(text: str, size_px: int, weight: int) -> float:
    return QFontMetricsF(sized_font(SANS, size_px, weight)).horizontalAdvance(text)


def _advance(text: str, face: QFont) -> float:
    return _width(text, face.pixelSize(), face.weight())
