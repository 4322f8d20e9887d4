"""What stands in squares: fountains, statues."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor
from sample_art.kit import curve, drop, polygon, put, rect_path, round_path, rule, stroke
from sample_art.kit import tint as shade

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from random import Random

    from PySide6.QtGui import QPainter, QPainterPath


def _fountain(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    """Draw a basin with water, rings of ripples and a tall stem in the middle."""
    x, y, far = frame.center().x(), frame.center().y(), frame.width() / 2 - 0.1
    sides = [math.pi / 8 + step * math.pi / 4 for step in range(8)]

    def octagon(radius: float) -> QPainterPath:
        return polygon([(x + math.cos(t) * radius, y + math.sin(t) * radius) for t in sides])

    drop(painter, octagon(far), 0.5, 210)
    put(painter, octagon(far), QColor(126, 118, 106), line=0.05)
    put(painter, octagon(far - 0.06), QColor(206, 200, 186), line=0)
    put(painter, octagon(far - 0.32), QColor(112, 104, 94), line=0.03)
    put(painter, octagon(far - 0.38), QColor(38, 102, 122), line=0)
    painter.save()
    painter.setClipPath(octagon(far - 0.38))
    for ring in range(7):
        rim = round_path(x, y, 0.5 + ring * 0.2)
        stroke(painter, rim, 0.03, QColor(148, 204, 214, 150 - ring * 14))
    for _glint in range(60):
        turn, out = rnd.uniform(0, math.tau), rnd.uniform(0.4, far - 0.4)
        gx, gy = x + math.cos(turn) * out, y + math.sin(turn) * out
        glint = curve([(gx, gy), (gx + 0.08, gy - 0.03), (gx + 0.16, gy)])
        stroke(painter, glint, 0.02, QColor(214, 240, 244, 140))
    painter.restore()
    for radius, by in ((0.56, -30), (0.48, 10), (0.26, -20), (0.2, 24)):
        bowl = round_path(x, y, radius)
        drop(painter, bowl, 0.16)
        put(painter, bowl, shade(QColor(178, 172, 158), by), line=0.03)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(226, 244, 248, 220))
    for step in range(22):
        turn, out = step * math.tau / 22, rnd.uniform(0.05, 0.62)
        painter.drawEllipse(QPointF(x + math.cos(turn) * out, y + math.sin(turn) * out), 0.04, 0.04)


def _statue(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    """Draw a figure of bronze with a raised arm on its plinth."""
    del rnd
    plinth = frame.adjusted(0.06, 0.06, -0.06, -0.06)
    drop(painter, rect_path(plinth), 0.7, 220)
    put(painter, rect_path(plinth, 0.03), QColor(134, 128, 118), line=0.034)
    inner = plinth.adjusted(0.1, 0.1, -0.1, -0.1)
    put(painter, rect_path(inner, 0.02), QColor(182, 176, 164), line=0.02)
    x, y, bronze = frame.center().x(), frame.center().y(), QColor(74, 116, 100)
    cloak = curve(
        [(x - 0.26, y + 0.02), (x, y - 0.16), (x + 0.26, y + 0.04), (x, y + 0.26)], closed=True
    )
    drop(painter, cloak, 0.14)
    put(painter, cloak, shade(bronze, -14), line=0.024)
    rule(painter, (x + 0.14, y - 0.02), (x + 0.32, y - 0.28), 0.09, shade(bronze, 6))
    put(painter, round_path(x, y - 0.02, 0.12), shade(bronze, 30), line=0.02)


LOOKS: Mapping[str, Callable[[QPainter, QRectF, Random], None]] = {
    "fountain": _fountain,
    "statue": _statue,
}
