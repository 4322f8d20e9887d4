"""The patterns of painted ground: stones, waves, tufts, puddles, cracks, hatches.

Owns the cached texture brushes and the tints; no colour says anything that no pattern says.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
    QTransform,
)

from gridwar.control.records.ground_records import PaintLook
from gridwar.ui.map.overlays.strokes_and_hatches import dot_brush, hatch_brush
from gridwar.ui.style.colors import map_colors, qcolor, terrain_colors

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

TILE_PX = 28
_TINT = 0.34
_COVER_TINT = 0.12
_INK_SHARE = 0.34
_LINE_SHARE = 0.85


def look_color(look: PaintLook) -> str:
    """Return the colour of a look."""
    if look in (PaintLook.HARD_COVER, PaintLook.SOFT_COVER):
        return map_colors().cover
    return str(getattr(terrain_colors(), look.value))


def tint(look: PaintLook) -> QColor:
    """Return the tint of a look; read-only, it is shared."""
    is_cover = look in (PaintLook.HARD_COVER, PaintLook.SOFT_COVER)
    return qcolor(look_color(look), _COVER_TINT if is_cover else _TINT)


@lru_cache(64)
def paint_brush(look: PaintLook, ratio: float) -> QBrush:
    """Return tint and pattern of a look together, in pixels of the screen; shared, read-only.

    Args:
        look: How the ground is drawn.
        ratio: device pixel ratio.
    """
    if look is PaintLook.HARD_COVER:
        return _on_tint(look, hatch_brush(map_colors().cover, 9, 1.6, ratio))
    if look is PaintLook.SOFT_COVER:
        return _on_tint(look, dot_brush(map_colors().cover, 13, ratio))
    draw = _DRAWERS.get(look)
    if draw is None:
        return QBrush(tint(look))
    edge = round(TILE_PX * ratio)
    pixmap = QPixmap(edge, edge)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(edge / TILE_PX, edge / TILE_PX)
        for ink, share, width in (
            (map_colors().ink, _INK_SHARE, 2.4),
            (look_color(look), _LINE_SHARE, 1.3),
        ):
            pen = QPen(qcolor(ink, share), width)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            draw(painter)
    brush = QBrush(pixmap)
    brush.setTransform(QTransform.fromScale(1 / ratio, 1 / ratio))
    return _on_tint(look, brush)


def _on_tint(look: PaintLook, pattern: QBrush) -> QBrush:
    """Return a pattern with the tint of its look below it."""
    over = pattern.texture()
    pixmap = QPixmap(over.size())
    pixmap.fill(tint(look))
    with QPainter(pixmap) as painter:
        painter.drawPixmap(0, 0, over)
    brush = QBrush(pixmap)
    brush.setTransform(pattern.transform())
    return brush


def _stones(painter: QPainter) -> None:
    for points in (
        ((4, 8), (7, 4), (11, 6), (10, 10), (6, 11)),
        ((18, 5), (22, 4), (23, 8), (19, 9)),
        ((15, 18), (19, 15), (24, 18), (23, 22), (17, 23)),
        ((4, 19), (8, 18), (9, 22), (5, 23)),
    ):
        painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in points]))


def _waves(painter: QPainter) -> None:
    for x, y in ((2, 8), (15, 21)):
        wave = QPainterPath(QPointF(x, y))
        wave.quadTo(QPointF(x + 2.8, y - 4), QPointF(x + 5.5, y))
        wave.quadTo(QPointF(x + 8.2, y + 4), QPointF(x + 11, y))
        painter.drawPath(wave)


def _tufts(painter: QPainter) -> None:
    for x, y in ((7, 10), (21, 23)):
        for foot, tip, height in ((-3, -5, 4), (0, 0, 7), (3, 5, 4)):
            painter.drawLine(QPointF(x + foot, y), QPointF(x + tip, y - height))


def _puddles(painter: QPainter) -> None:
    for x, y, width in ((3, 6, 11), (16, 20, 9)):
        painter.drawArc(QRectF(x, y, width, 6), 0, 180 * 16)
        painter.drawLine(QPointF(x + 2, y + 6), QPointF(x + width - 2, y + 6))


def _cracks(painter: QPainter) -> None:
    for points in (((3, 4), (9, 8), (7, 13)), ((9, 8), (14, 6)), ((16, 18), (22, 21), (20, 26))):
        painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in points]))


def _crosses(painter: QPainter) -> None:
    for x, y in ((7, 7), (21, 21)):
        painter.drawLine(QPointF(x - 4, y - 4), QPointF(x + 4, y + 4))
        painter.drawLine(QPointF(x - 4, y + 4), QPointF(x + 4, y - 4))


_DRAWERS: Mapping[PaintLook, Callable[[QPainter], None]] = {
    PaintLook.RUBBLE: _stones,
    PaintLook.WATER: _waves,
    PaintLook.GROWTH: _tufts,
    PaintLook.MUD: _puddles,
    PaintLook.ICE: _cracks,
    PaintLook.ROCK: _crosses,
}


def draw_swatch(painter: QPainter, look: PaintLook, box: QRectF, ground: QColor) -> None:
    """Draw a sample of a look on a ground, for lists."""
    path = QPainterPath()
    path.addRoundedRect(box, 5, 5)
    painter.fillPath(path, ground)
    painter.save()
    painter.translate(box.topLeft())
    brush = paint_brush(look, painter.device().devicePixelRatioF())
    painter.fillPath(path.translated(-box.topLeft()), brush)
    painter.restore()
