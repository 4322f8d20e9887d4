"""Floors of rooms, laid board by board, slab by slab, plate by plate; and flights of stairs."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath
from sample_art.kit import (
    INK,
    blob,
    boards,
    curve,
    drop,
    ink,
    put,
    rect_path,
    rgb,
    round_path,
    rule,
    stroke,
    tint,
)

if TYPE_CHECKING:
    from random import Random

    from sample_art.plan import Room, Stairs

_WOOD = QColor(158, 112, 68)
_LOFT = QColor(198, 156, 104)
_TREADS = {
    "wood": QColor(166, 122, 76),
    "stone": QColor(146, 141, 132),
    "metal": QColor(130, 138, 142),
}
_CRACKED = 0.16
_MOSSY = 0.07


def lay(painter: QPainter, room: Room, rnd: Random) -> None:
    """Draw the floor of a room."""
    frame = QRectF(room.x0, room.y0, room.x1 - room.x0, room.y1 - room.y0)
    if room.storey:
        drop(painter, rect_path(frame), 0.8, 235)
    painter.save()
    painter.setClipRect(frame)
    match room.floor:
        case "planks":
            boards(painter, frame, rnd, _WOOD, wide=0.32)
        case "boards":
            boards(painter, frame, rnd, _LOFT, wide=0.25, upright=True)
        case "plates":
            _plates(painter, frame, rnd)
        case "grating":
            _grating(painter, frame)
        case "cobbles":
            cobbles(painter, rect_path(frame), rnd)
        case _:
            _slabs(painter, frame, rnd, large=room.floor == "flags")
    painter.restore()
    if room.storey:
        edge = QColor(92, 100, 104) if room.floor == "grating" else QColor(70, 46, 26)
        put(painter, rect_path(frame), QColor(0, 0, 0, 0), line=0.09, edge=edge)


def _slabs(painter: QPainter, frame: QRectF, rnd: Random, *, large: bool) -> None:
    painter.fillRect(frame, QColor(74, 71, 67))
    tall = 1.0 if large else 0.5
    base = (150, 142, 126) if large else (152, 149, 142)
    rows = math.ceil(frame.height() / tall)
    for row in range(rows):
        x = frame.left() - (0.5 * tall if row % 2 else 0) - rnd.uniform(0, 0.15)
        while x < frame.right():
            wide = tall if large else rnd.uniform(0.45, 0.95)
            by, warm = rnd.gauss(0, 9), rnd.uniform(-4, 4)
            colour = rgb(base[0] + by + warm, base[1] + by, base[2] + by - warm)
            y = frame.top() + row * tall
            slab = QRectF(x + 0.015, y + 0.015, wide - 0.03, tall - 0.03)
            put(painter, rect_path(slab, 0.055), colour, line=0.014, edge=tint(colour, -62))
            rule(
                painter,
                (slab.left() + 0.06, slab.top() + 0.025),
                (slab.right() - 0.06, slab.top() + 0.025),
                0.018,
                tint(colour, 22, 150),
            )
            _wear(painter, slab, rnd, colour)
            x += wide


def _wear(painter: QPainter, slab: QRectF, rnd: Random, colour: QColor) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    for _speck in range(3):
        painter.setBrush(tint(colour, rnd.choice((-20, 14)), 90))
        at = QPointF(rnd.uniform(slab.left(), slab.right()), rnd.uniform(slab.top(), slab.bottom()))
        painter.drawEllipse(at, rnd.uniform(0.01, 0.05), rnd.uniform(0.01, 0.03))
    if rnd.random() < _CRACKED:
        x, y = rnd.uniform(slab.left(), slab.right()), slab.top()
        points = [(x, y)]
        for _bend in range(3):
            x, y = x + rnd.uniform(-0.12, 0.12), y + slab.height() * 0.3
            points.append((x, y))
        stroke(painter, curve(points), 0.014, tint(colour, -64, 200))
    if rnd.random() < _MOSSY:
        moss = blob((slab.left(), slab.bottom()), 0.16, 0.11, rnd, 0.3)
        put(painter, moss, QColor(86, 100, 52, 120), line=0)


def cobbles(painter: QPainter, where: QPainterPath, rnd: Random) -> None:
    """Pave an area with round stones."""
    painter.save()
    painter.setClipPath(where, Qt.ClipOperation.IntersectClip)
    frame, step = where.boundingRect(), 0.27
    painter.fillRect(frame, QColor(98, 88, 72))
    for row in range(math.ceil(frame.height() / step) + 1):
        for column in range(math.ceil(frame.width() / step) + 1):
            x = frame.left() + (column + (row % 2) / 2) * step + rnd.uniform(-0.03, 0.03)
            y = frame.top() + row * step + rnd.uniform(-0.03, 0.03)
            by, warm = rnd.gauss(0, 11), rnd.uniform(-5, 6)
            colour = rgb(158 + by + warm, 148 + by, 131 + by - warm)
            stone = blob((x, y), rnd.uniform(0.11, 0.15), rnd.uniform(0.1, 0.135), rnd, 0.09)
            put(painter, stone, colour, line=0.012, edge=tint(colour, -58))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tint(colour, 20, 130))
            painter.drawEllipse(QPointF(x - 0.03, y - 0.035), 0.05, 0.032)
    painter.restore()


def _plates(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    painter.fillRect(frame, QColor(62, 68, 72))
    for row in range(math.ceil(frame.height() / 2)):
        for column in range(math.ceil(frame.width() / 2)):
            by = rnd.gauss(0, 4)
            colour = rgb(132 + by, 139 + by, 142 + by)
            plate = QRectF(frame.left() + column * 2, frame.top() + row * 2, 2, 2)
            inner = plate.adjusted(0.02, 0.02, -0.02, -0.02)
            put(painter, rect_path(inner, 0.03), colour, line=0.012, edge=tint(colour, -52))
            rule(
                painter,
                (inner.left() + 0.03, inner.top() + 0.025),
                (inner.right() - 0.03, inner.top() + 0.025),
                0.018,
                tint(colour, 26, 150),
            )
            _tread(painter, inner, colour)
            _scuffs(painter, inner, rnd, colour)


def _tread(painter: QPainter, plate: QRectF, colour: QColor) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tint(colour, -46))
    for x in (plate.left() + 0.08, plate.right() - 0.08):
        for y in (plate.top() + 0.08, plate.bottom() - 0.08):
            painter.drawEllipse(QPointF(x, y), 0.025, 0.025)
    pen = ink(0.022, tint(colour, -14))
    painter.setPen(pen)
    for row in range(9):
        for column in range(9):
            x, y = plate.left() + 0.2 + column * 0.195, plate.top() + 0.2 + row * 0.195
            lean = 0.045 if (row + column) % 2 else -0.045
            painter.drawLine(QLineF(x - 0.045, y - lean, x + 0.045, y + lean))


def _scuffs(painter: QPainter, plate: QRectF, rnd: Random, colour: QColor) -> None:
    for _scuff in range(3):
        x, y = rnd.uniform(plate.left(), plate.right()), rnd.uniform(plate.top(), plate.bottom())
        end = (x + rnd.uniform(-0.5, 0.5), y + rnd.uniform(-0.3, 0.3))
        stroke(
            painter,
            curve([(x, y), ((x + end[0]) / 2, y + 0.05), end]),
            0.02,
            tint(colour, rnd.choice((-24, 20)), 80),
        )
    if rnd.random() < 0.12:  # noqa: PLR2004 one plate in eight has a stain
        at = (rnd.uniform(plate.left(), plate.right()), rnd.uniform(plate.top(), plate.bottom()))
        put(painter, blob(at, 0.4, 0.3, rnd, 0.3), QColor(34, 36, 40, 60), line=0)


def _grating(painter: QPainter, frame: QRectF) -> None:
    painter.fillRect(frame, QColor(30, 34, 38))
    painter.setPen(ink(0.045, QColor(116, 122, 124)))
    step = 0.2
    for part in range(1, math.ceil(frame.width() / step)):
        x = frame.left() + part * step
        painter.drawLine(QLineF(x, frame.top(), x, frame.bottom()))
    painter.setPen(ink(0.03, QColor(150, 156, 156)))
    for part in range(1, math.ceil(frame.height() / (2 * step))):
        y = frame.top() + part * 2 * step
        painter.drawLine(QLineF(frame.left(), y, frame.right(), y))


def flight(painter: QPainter, stairs: Stairs, rnd: Random) -> None:
    """Draw a flight of stairs: the higher, the lighter."""
    frame = QRectF(stairs.x, stairs.y, stairs.w, stairs.h).adjusted(0.03, 0.03, -0.03, -0.03)
    drop(painter, rect_path(frame), 0.16)
    upright = stairs.up in {"n", "s"}
    count = round((frame.height() if upright else frame.width()) / 0.25)
    base = _TREADS[stairs.made_of]
    for step in range(count):
        part = step / count
        rise = (1 - part if stairs.up in {"n", "w"} else part) * 92 - 58
        colour = tint(base, rise + rnd.uniform(-4, 4))
        if upright:
            tread = QRectF(
                frame.left(),
                frame.top() + part * frame.height(),
                frame.width(),
                frame.height() / count,
            )
        else:
            tread = QRectF(
                frame.left() + part * frame.width(),
                frame.top(),
                frame.width() / count,
                frame.height(),
            )
        put(painter, rect_path(tread, 0.02), colour, line=0.016, edge=tint(colour, -60))
    put(painter, rect_path(frame, 0.03), QColor(0, 0, 0, 0), line=0.04, edge=INK)


def rug(painter: QPainter, frame: QRectF, colour: QColor) -> None:
    """Draw a carpet with a border and a star in the middle."""
    put(painter, rect_path(frame, 0.04), tint(colour, -26), line=0.02, edge=tint(colour, -66))
    inner = frame.adjusted(0.16, 0.16, -0.16, -0.16)
    put(painter, rect_path(inner, 0.02), colour, line=0.035, edge=QColor(206, 170, 98))
    put(
        painter,
        rect_path(inner.adjusted(0.14, 0.14, -0.14, -0.14)),
        QColor(0, 0, 0, 0),
        line=0.014,
        edge=QColor(222, 192, 126),
    )
    middle = inner.center()
    for far, more in ((0.8, -20), (0.5, 30)):
        star = QPainterPath()
        for step in range(16):
            turn = step * math.pi / 8
            out = far * (1 if step % 2 == 0 else 0.55)
            at = middle + QPointF(math.cos(turn), math.sin(turn)) * out
            star.moveTo(at) if step == 0 else star.lineTo(at)
        star.closeSubpath()
        put(painter, star, tint(colour, more), line=0.016, edge=QColor(206, 170, 98))
    put(painter, round_path(middle.x(), middle.y(), 0.2), QColor(206, 170, 98), line=0.014)
    painter.setPen(ink(0.014, QColor(206, 170, 98)))
    for x in (frame.left(), frame.right()):
        y = frame.top() + 0.05
        while y < frame.bottom():
            painter.drawLine(QLineF(x - 0.05, y, x + 0.05, y))
            y += 0.08
