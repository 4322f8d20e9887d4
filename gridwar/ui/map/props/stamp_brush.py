"""A brush for the drawings of stamps: filled shapes with a dark line round them, in cells.

Owns colours and widths of lines that all stamps share, so that they look drawn by one hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainterPath, QPen, QPolygonF

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

WOOD: Final = "#9a6b3f"
DARK_WOOD: Final = "#6f4a2a"
LIGHT_WOOD: Final = "#bd8c58"
STONE: Final = "#9b9a95"
DARK_STONE: Final = "#74736f"
LIGHT_STONE: Final = "#bdbcb6"
IRON: Final = "#4c5157"
STEEL: Final = "#79838c"
CLOTH: Final = "#b9483f"
LINEN: Final = "#e7dfcd"
LEAF: Final = "#5f8a45"
DARK_LEAF: Final = "#476b36"
WATER: Final = "#5f9bb8"
GLASS: Final = "#9cc4d6"
FIRE: Final = "#f0a03a"
GLOW: Final = "#f7d46a"
SAND: Final = "#c3ab7b"
PAINT: Final = "#5a7fa3"
INK: Final = "#241a12"
CASING: Final = "#f4ecdd"

_LINE: Final = 0.045
_FINE: Final = 0.022
_CASING: Final = 0.04
_SHADOW: Final = QColor(0, 0, 0, 70)
_FALLS: Final = QPointF(0.05, 0.06)

Points = Sequence[tuple[float, float]]


class StampBrush:
    """Draws shapes with a painter whose unit is the cell."""

    def __init__(self, painter: QPainter) -> None:
        self._painter = painter

    def shadow(self, path: QPainterPath) -> None:
        """Draw the shadow of a thing, and a light line round it that stands out on dark ground."""
        self._painter.fillPath(path.translated(_FALLS), _SHADOW)
        pen = QPen(QColor(CASING), _LINE + 2 * _CASING)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        self._painter.strokePath(path, pen)

    def body(self, path: QPainterPath, color: str) -> None:
        """Draw the outer shape of a thing, with its shadow."""
        self.shadow(path)
        self.fill(path, color, _LINE)

    def fill(self, path: QPainterPath, color: str, line: float = _FINE) -> None:
        """Fill a shape within another, with a line round it."""
        self._painter.fillPath(path, QColor(color))
        if line:
            pen = QPen(QColor(INK), line)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            self._painter.strokePath(path, pen)

    def lines(self, *lines: tuple[float, float, float, float], width: float = _FINE) -> None:
        """Draw lines from x, y to x, y."""
        pen = QPen(QColor(INK), width)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        self._painter.setPen(pen)
        for x0, y0, x1, y1 in lines:
            self._painter.drawLine(QPointF(x0, y0), QPointF(x1, y1))


def box(x: float, y: float, w: float, h: float, round_: float = 0.04) -> QPainterPath:
    """Return a rectangle with rounded corners."""
    path = QPainterPath()
    path.addRoundedRect(QRectF(x, y, w, h), round_, round_)
    return path


def disc(x: float, y: float, radius: float, other: float = 0.0) -> QPainterPath:
    """Return a circle about a middle, or an ellipse of another radius upright."""
    path = QPainterPath()
    path.addEllipse(QPointF(x, y), radius, other or radius)
    return path


def shape(points: Points) -> QPainterPath:
    """Return a polygon."""
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in points]))
    path.closeSubpath()
    return path


def blob(x: float, y: float, radii: Sequence[float]) -> QPainterPath:
    """Return a round shape whose radius goes through some values, clockwise from the right."""
    from math import cos, pi, sin

    count = len(radii)
    ring = [
        QPointF(x + r * cos(2 * pi * n / count), y + r * sin(2 * pi * n / count))
        for n, r in enumerate(radii)
    ]
    path = QPainterPath((ring[-1] + ring[0]) / 2)
    for at, here in enumerate(ring):
        path.quadTo(here, (here + ring[(at + 1) % count]) / 2)
    path.closeSubpath()
    return path
