"""Walls, doors, windows and what has fallen from them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF
from sample_art.textures import PX

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from sample_art.plan import Segment

_THICK = 0.34
_LOW = 0.26


def build(painter: QPainter, segments: tuple[Segment, ...], rnd: Random) -> None:
    """Draw all walls with their shadow, then what is let into them."""
    solid = [one for one in segments if one.kind == "wall"]
    low = [one for one in segments if one.kind == "low"]
    for group, thick in ((low, _LOW), (solid, _THICK)):
        outline = QPainterPath()
        for one in group:
            outline.moveTo(one.a[0] * PX, one.a[1] * PX)
            outline.lineTo(one.b[0] * PX, one.b[1] * PX)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.save()
        painter.translate(7, 10)
        painter.setPen(_pen(QColor(0, 0, 0, 105), thick * PX + 6))
        painter.drawPath(outline)
        painter.restore()
        painter.setPen(_pen(QColor("#17140F"), thick * PX + 5))
        painter.drawPath(outline)
        painter.setPen(_pen(QColor("#4B453B"), thick * PX))
        painter.drawPath(outline)
        for one in group:
            _stones(painter, one, thick, rnd)
    for one in segments:
        if one.kind == "door":
            _door(painter, one)
        elif one.kind == "window":
            _window(painter, one)


def _pen(colour: QColor, width_px: float) -> QPen:
    pen = QPen(colour, width_px)
    pen.setCapStyle(Qt.PenCapStyle.SquareCap)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    return pen


def _stones(painter: QPainter, one: Segment, thick: float, rnd: Random) -> None:
    line = _line(one)
    along = 0.0
    while along < line.length():
        wide = min(rnd.uniform(0.28, 0.55) * PX, line.length() - along)
        tint = rnd.randint(-16, 18)
        painter.save()
        painter.translate(line.pointAt((along + wide / 2) / line.length()))
        painter.rotate(-line.angle())
        painter.setPen(QPen(QColor("#2A251E"), 1.4))
        painter.setBrush(QColor(112 + tint, 104 + tint, 91 + tint))
        tall = thick * PX * rnd.uniform(0.8, 0.98)
        painter.drawRoundedRect(QRectF(-wide / 2 + 1, -tall / 2, max(2, wide - 2), tall), 4, 4)
        painter.setPen(QPen(QColor(226, 218, 198, 40), 1.4))
        painter.drawLine(QPointF(-wide / 3, -tall / 2 + 3), QPointF(wide / 3, -tall / 2 + 3))
        painter.restore()
        along += wide


def _line(one: Segment) -> QLineF:
    return QLineF(one.a[0] * PX, one.a[1] * PX, one.b[0] * PX, one.b[1] * PX)


def _door(painter: QPainter, one: Segment) -> None:
    line = _line(one)
    painter.setPen(_pen(QColor("#241810"), 0.2 * PX))
    painter.drawLine(line)
    painter.save()
    painter.translate(line.p1())
    painter.rotate(-line.angle() + (78 if one.state == "open" else 0))
    leaf = QRectF(2, -0.09 * PX, line.length() - 4, 0.18 * PX)
    painter.setPen(QPen(QColor("#190F08"), 2.2))
    painter.setBrush(QColor("#8A5A2C"))
    painter.drawRoundedRect(leaf, 3, 3)
    painter.setPen(QPen(QColor("#4A2D14"), 1.3))
    for part in (1, 2, 3):
        x = leaf.left() + leaf.width() * part / 4
        painter.drawLine(QPointF(x, leaf.top() + 2), QPointF(x, leaf.bottom() - 2))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#D8B45E"))
    painter.drawEllipse(QPointF(leaf.right() - 9, 0), 3.4, 3.4)
    painter.restore()


def _window(painter: QPainter, one: Segment) -> None:
    line = _line(one)
    painter.setPen(_pen(QColor("#1C1712"), 0.3 * PX))
    painter.drawLine(line)
    painter.setPen(_pen(QColor("#7FA0A4"), 0.1 * PX))
    painter.drawLine(line)
    painter.setPen(_pen(QColor("#C9D8CF"), 0.03 * PX))
    painter.drawLine(line)


def strew(painter: QPainter, cells: Iterable[tuple[int, int]], rnd: Random) -> None:
    """Draw rubble over some cells, a little beyond their borders."""
    stones = [
        (x + rnd.uniform(-0.12, 1.12), y + rnd.uniform(-0.12, 1.12), rnd.betavariate(1.4, 4))
        for x, y in sorted(cells)
        for _stone in range(17)
    ]
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(60, 54, 46, 70))
    for cell in sorted(cells):
        middle = QPointF(cell[0] + 0.5, cell[1] + 0.5) * PX
        painter.drawEllipse(middle, 0.8 * PX, 0.7 * PX)
    for x, y, share in sorted(stones, key=lambda stone: stone[2]):
        radius = (0.05 + 0.3 * share) * PX
        _stone(painter, QPointF(x * PX, y * PX), radius, rnd)


def _stone(painter: QPainter, at: QPointF, radius: float, rnd: Random) -> None:
    tint = rnd.randint(-18, 20)
    corners = [
        at + QPointF(math.cos(turn), math.sin(turn) * 0.85) * radius * rnd.uniform(0.75, 1.1)
        for turn in (step * math.pi / 3.5 for step in range(7))
    ]
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(0, 0, 0, 90))
    painter.drawPolygon(QPolygonF([one + QPointF(3, 4) for one in corners]))
    painter.setPen(QPen(QColor("#2C2720"), 1.3))
    painter.setBrush(QColor(126 + tint, 118 + tint, 104 + tint))
    painter.drawPolygon(QPolygonF(corners))
    painter.setPen(QPen(QColor(236, 230, 212, 50), 1.3))
    painter.drawLine(corners[4], corners[5])
