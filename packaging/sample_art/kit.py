"""What every drawing is made with: ink, soft shadows, wobbling outlines. All lengths in cells."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from sample_art.plan import Xy

INK = QColor(34, 25, 18)
LINE = 0.026
"""Width of the ink round things."""
_SHADOW_STEPS = 6
_LIGHT_X, _LIGHT_Y = 0.62, 0.78
"""Which way shadows fall: the light comes from the upper left."""


def ink(width: float = LINE, colour: QColor = INK) -> QPen:
    """Return a round pen."""
    pen = QPen(colour, width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen


def rgb(red: float, green: float, blue: float, alpha: float = 255) -> QColor:
    """Return a colour whose parts may lie beyond their bounds."""
    red, green, blue, alpha = (min(255, max(0, round(p))) for p in (red, green, blue, alpha))
    return QColor(int(red), int(green), int(blue), int(alpha))


def tint(colour: QColor, by: float, alpha: float | None = None) -> QColor:
    """Return a lighter (or darker) colour, 0 to 255 steps of each part."""
    clear = colour.alpha() if alpha is None else alpha
    return rgb(colour.red() + by, colour.green() + by, colour.blue() + by, clear)


def rect_path(frame: QRectF, round_cells: float = 0.0) -> QPainterPath:
    """Return a rectangle with rounded corners as a path."""
    path = QPainterPath()
    path.addRoundedRect(frame, round_cells, round_cells)
    return path


def round_path(x: float, y: float, rx: float, ry: float | None = None) -> QPainterPath:
    """Return an ellipse as a path."""
    path = QPainterPath()
    path.addEllipse(QPointF(x, y), rx, rx if ry is None else ry)
    return path


def polygon(points: Sequence[Xy]) -> QPainterPath:
    """Return a closed path through points."""
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(*one) for one in points]))
    path.closeSubpath()
    return path


def curve(points: Sequence[Xy], *, closed: bool = False) -> QPainterPath:
    """Return a smooth line through points."""
    count = len(points)
    at = [QPointF(*one) for one in points]
    path = QPainterPath(at[0])
    for step in range(count if closed else count - 1):
        if closed:
            before, here, there, after = (at[(step + by) % count] for by in (-1, 0, 1, 2))
        else:
            before, here = at[max(0, step - 1)], at[step]
            there, after = at[step + 1], at[min(count - 1, step + 2)]
        path.cubicTo(here + (there - before) / 6, there - (after - here) / 6, there)
    return path


def blob(at: Xy, rx: float, ry: float, rnd: Random, rough: float = 0.14) -> QPainterPath:
    """Return an uneven round outline."""
    corners = 9
    turn = rnd.uniform(0, math.tau)
    return curve(
        [
            (
                at[0] + math.cos(turn + step * math.tau / corners) * rx * far,
                at[1] + math.sin(turn + step * math.tau / corners) * ry * far,
            )
            for step in range(corners)
            for far in (rnd.uniform(1 - rough, 1 + rough),)
        ],
        closed=True,
    )


def drop(painter: QPainter, path: QPainterPath, far: float = 0.12, dark: int = 150) -> None:
    """Draw the soft shadow of a thing, ``far`` cells away at its darkest end."""
    painter.save()
    painter.setBrush(QColor(12, 10, 14, round(dark / _SHADOW_STEPS)))
    for step in range(1, _SHADOW_STEPS + 1):
        way = far * step / _SHADOW_STEPS
        moved = path.translated(way * _LIGHT_X, way * _LIGHT_Y)
        soft = ink(
            far * (_SHADOW_STEPS - step) / _SHADOW_STEPS * 0.7 + 0.001, QColor(12, 10, 14, 8)
        )
        painter.setPen(soft)
        painter.drawPath(moved)
    painter.restore()


def put(
    painter: QPainter,
    path: QPainterPath,
    colour: QColor,
    *,
    line: float = LINE,
    edge: QColor = INK,
) -> None:
    """Fill a path and ink its edge."""
    painter.setPen(ink(line, edge) if line else Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPath(path)


def stroke(painter: QPainter, path: QPainterPath, width: float, colour: QColor) -> None:
    """Draw a line without a fill."""
    painter.setPen(ink(width, colour))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)


def rule(painter: QPainter, a: Xy, b: Xy, width: float, colour: QColor) -> None:
    """Draw a straight line."""
    painter.setPen(ink(width, colour))
    painter.drawLine(QPointF(*a), QPointF(*b))


def boards(  # noqa: PLR0913 boards of every width, way and colour
    painter: QPainter,
    frame: QRectF,
    rnd: Random,
    colour: QColor,
    *,
    wide: float = 0.25,
    upright: bool = False,
    spread: float = 13,
) -> None:
    """Fill a rectangle with boards of uneven length, their grain and their nails."""
    painter.save()
    painter.setClipRect(frame, Qt.ClipOperation.IntersectClip)
    painter.fillRect(frame, tint(colour, -62))
    if upright:
        painter.translate(frame.left(), frame.bottom())
        painter.rotate(-90)
        frame = QRectF(0, 0, frame.height(), frame.width())
    rows = max(1, round(frame.height() / wide))
    tall = frame.height() / rows
    for row in range(rows):
        x = frame.left() - rnd.uniform(0, 2.0)
        while x < frame.right():
            long = rnd.uniform(1.4, 3.4)
            _board(painter, QRectF(x, frame.top() + row * tall, long, tall), rnd, colour, spread)
            x += long
    painter.restore()


def _board(painter: QPainter, board: QRectF, rnd: Random, colour: QColor, spread: float) -> None:
    by, warm = rnd.gauss(0, spread), rnd.uniform(-5, 5)
    own = rgb(colour.red() + by + warm, colour.green() + by, colour.blue() + by - warm)
    inner = board.adjusted(0.008, 0.009, -0.008, -0.009)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(own)
    painter.drawRect(inner)
    for _line in range(4):
        y = inner.top() + rnd.uniform(0.1, 0.9) * inner.height()
        x = inner.left() + rnd.uniform(0, 0.6) * inner.width()
        end = min(inner.right(), x + rnd.uniform(0.3, 0.9))
        grain = curve([(x, y), ((x + end) / 2, y + rnd.uniform(-0.02, 0.02)), (end, y)])
        stroke(painter, grain, 0.009, tint(own, -26, 120))
    if rnd.random() < 0.16:  # noqa: PLR2004 one board in six has a knot
        knot = (rnd.uniform(inner.left(), inner.right()), inner.center().y())
        put(painter, round_path(*knot, 0.035, 0.022), tint(own, -30), line=0.008)
    rule(
        painter,
        (inner.left(), inner.top() + 0.006),
        (inner.right(), inner.top() + 0.006),
        0.011,
        tint(own, 24, 130),
    )
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tint(own, -60, 200))
    for x in (inner.left() + 0.05, inner.right() - 0.05):
        for y in (inner.top() + 0.06, inner.bottom() - 0.06):
            painter.drawEllipse(QPointF(x, y), 0.011, 0.011)
