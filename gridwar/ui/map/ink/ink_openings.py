"""The signs of doors, windows, bars and curtains in a sketch; each is told apart by its shape."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QPen

from gridwar.model.sketch import EdgeKind
from gridwar.ui.map.ink.ink_walls import round_pen
from gridwar.ui.style.colors import qcolor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from PySide6.QtGui import QPainter

    from gridwar.ui.map.ink.ink_styles import InkColors
    from gridwar.ui.map.ink.sketch_part import SketchPart

    Draw = Callable[[QPainter, InkColors], None]

_STUB: Final = 0.11
_JAMB: Final = 0.36
"""How far the jambs of a door are from its middle."""
_PEN: Final = 0.05


def draw_openings(painter: QPainter, part: SketchPart, colors: InkColors) -> None:
    """Draw the sign of each edge that bears one; the painter's unit is the cell."""
    for kind, x, y, is_upright in _places(part):
        painter.save()
        painter.translate(x, y)
        if is_upright:
            painter.rotate(90)
        if kind is not EdgeKind.SECRET_DOOR:
            painter.setPen(QPen(qcolor(colors.ink), _STUB, c=Qt.PenCapStyle.FlatCap))
            painter.drawLines([QLineF(-0.52, 0, -_JAMB, 0), QLineF(_JAMB, 0, 0.52, 0)])
        if kind is EdgeKind.SECRET_DOOR and is_upright:
            painter.rotate(-90)  # its letter is read as others are
        _SIGNS[kind](painter, colors)
        painter.restore()


def _places(part: SketchPart) -> Iterator[tuple[EdgeKind, float, float, bool]]:
    for is_upright, edges in enumerate(part.kinds):
        for row, column in np.argwhere(np.isin(edges, _WITH_SIGN)).tolist():
            x = part.box.left + column + (0.0 if is_upright else 0.5)
            y = part.box.top + row + (0.5 if is_upright else 0.0)
            yield EdgeKind(int(edges[row, column])), x, y, bool(is_upright)


def _sign_pen(colors: InkColors, width: float = _PEN) -> QPen:
    pen = round_pen(qcolor(colors.ink), width)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    return pen


def _door(painter: QPainter, colors: InkColors) -> None:
    painter.setPen(_sign_pen(colors))
    painter.setBrush(qcolor(colors.floor))
    painter.drawRect(QRectF(-_JAMB, -0.125, 2 * _JAMB, 0.25))


def _double_door(painter: QPainter, colors: InkColors) -> None:
    """Two leaves, each with its ring."""
    painter.setPen(_sign_pen(colors))
    painter.setBrush(qcolor(colors.floor))
    painter.drawRect(QRectF(-_JAMB, -0.125, _JAMB, 0.25))
    painter.drawRect(QRectF(0, -0.125, _JAMB, 0.25))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(qcolor(colors.ink))
    for x in (-0.085, 0.085):
        painter.drawEllipse(QPointF(x, 0), 0.035, 0.035)


def _secret_door(painter: QPainter, colors: InkColors) -> None:
    painter.setPen(round_pen(qcolor(colors.ink), 0.03))
    painter.setBrush(qcolor(colors.paper))
    painter.drawEllipse(QPointF(0, 0), 0.25, 0.25)
    letter = QPainterPath(QPointF(0.085, -0.075))
    letter.cubicTo(QPointF(0.06, -0.155), QPointF(-0.095, -0.15), QPointF(-0.09, -0.06))
    letter.cubicTo(QPointF(-0.085, 0.01), QPointF(0.1, -0.005), QPointF(0.1, 0.07))
    letter.cubicTo(QPointF(0.1, 0.165), QPointF(-0.085, 0.165), QPointF(-0.1, 0.07))
    painter.setPen(round_pen(qcolor(colors.ink), 0.055))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(letter)


def _bars(painter: QPainter, colors: InkColors) -> None:
    painter.setPen(round_pen(qcolor(colors.ink), 0.03))
    painter.drawLine(QPointF(-_JAMB, 0), QPointF(_JAMB, 0))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(qcolor(colors.ink))
    for x in (-0.26, -0.13, 0.0, 0.13, 0.26):
        painter.drawEllipse(QPointF(x, 0), 0.045, 0.045)


def _window(painter: QPainter, colors: InkColors) -> None:
    painter.setPen(_sign_pen(colors, 0.042))
    painter.setBrush(qcolor(colors.floor))
    painter.drawRect(QRectF(-_JAMB, -0.11, 2 * _JAMB, 0.22))
    painter.drawLine(QPointF(-_JAMB, 0), QPointF(_JAMB, 0))


def _curtain(painter: QPainter, colors: InkColors) -> None:
    folds = 6
    step = 2 * _JAMB / folds
    path = QPainterPath(QPointF(-_JAMB, 0))
    for number in range(folds):
        x, up = -_JAMB + number * step, -0.16 if number % 2 else 0.16
        path.quadTo(QPointF(x + step / 2, up), QPointF(x + step, 0))
    painter.setPen(round_pen(qcolor(colors.ink), _PEN))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)


_SIGNS: Final[Mapping[EdgeKind, Draw]] = {
    EdgeKind.DOOR: _door,
    EdgeKind.DOUBLE_DOOR: _double_door,
    EdgeKind.SECRET_DOOR: _secret_door,
    EdgeKind.BARS: _bars,
    EdgeKind.WINDOW: _window,
    EdgeKind.CURTAIN: _curtain,
}
_WITH_SIGN: Final = tuple(_SIGNS)
