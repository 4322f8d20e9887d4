"""Floors of rooms, laid board by board and slab by slab."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPen
from sample_art.textures import PX

if TYPE_CHECKING:
    from random import Random

    from sample_art.plan import Room

_SHADE_CELLS = 0.9
_CRACKED = 0.2
"""The share of slabs with a crack."""


def lay(painter: QPainter, room: Room, rnd: Random) -> None:
    """Draw the floor of a room, darker along its upper and left wall."""
    frame = QRectF(room.x0 * PX, room.y0 * PX, (room.x1 - room.x0) * PX, (room.y1 - room.y0) * PX)
    painter.save()
    painter.setClipRect(frame)
    if room.floor in {"planks", "straw"}:
        _planks(painter, frame, rnd, worn=room.floor == "straw")
    else:
        _slabs(painter, frame, rnd, large=room.floor == "flags")
    if room.floor == "straw":
        _straw(painter, frame, rnd)
    _shade(painter, frame)
    painter.restore()


def _planks(painter: QPainter, frame: QRectF, rnd: Random, *, worn: bool) -> None:
    wide = PX / 3
    base = (112, 92, 66) if worn else (146, 104, 66)
    y = frame.top()
    while y < frame.bottom():
        x = frame.left() - rnd.uniform(0, 2.4) * PX
        while x < frame.right():
            long = rnd.uniform(1.3, 3.2) * PX
            tint = rnd.randint(-17, 15)
            board = QRectF(x, y, long, wide)
            painter.setPen(QPen(QColor(38, 24, 14, 230), 2.2))
            painter.setBrush(QColor(*(part + tint for part in base)))
            painter.drawRect(board)
            _grain(painter, board, rnd)
            x += long
        y += wide


def _grain(painter: QPainter, board: QRectF, rnd: Random) -> None:
    painter.setPen(QPen(QColor(52, 32, 18, 70), 1.1))
    for _line in range(3):
        y = board.top() + rnd.uniform(0.15, 0.85) * board.height()
        x = board.left() + rnd.uniform(0, 0.5) * board.width()
        painter.drawLine(
            QPointF(x, y),
            QPointF(x + rnd.uniform(0.2, 0.5) * board.width(), y + rnd.uniform(-2, 2)),
        )
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(30, 18, 10, 170))
    for x in (board.left() + 5, board.right() - 5):
        for y in (board.top() + 6, board.bottom() - 6):
            painter.drawEllipse(QPointF(x, y), 1.3, 1.3)


def _slabs(painter: QPainter, frame: QRectF, rnd: Random, *, large: bool) -> None:
    painter.fillRect(frame, QColor(52, 51, 48))
    tall = PX * (0.75 if large else 0.5)
    y = frame.top() - rnd.uniform(0, 0.3) * PX
    while y < frame.bottom():
        x = frame.left() - rnd.uniform(0, 0.6) * PX
        while x < frame.right():
            wide = rnd.uniform(0.7, 1.3) * tall * 1.25
            tint = rnd.randint(-14, 13)
            slab = QRectF(x + 1.5, y + 1.5, wide - 3, tall - 3)
            painter.setPen(QPen(QColor(30, 29, 28, 160), 1.4))
            painter.setBrush(QColor(124 + tint, 120 + tint, 110 + tint - 2))
            painter.drawRoundedRect(slab, 6, 6)
            painter.setPen(QPen(QColor(206, 202, 190, 34), 1.6))
            painter.drawLine(slab.topLeft() + QPointF(5, 2), slab.topRight() + QPointF(-5, 2))
            if rnd.random() < _CRACKED:
                _crack(painter, slab, rnd)
            x += wide
        y += tall


def _crack(painter: QPainter, slab: QRectF, rnd: Random) -> None:
    painter.setPen(QPen(QColor(34, 33, 31, 200), 1.3))
    at = QPointF(rnd.uniform(slab.left(), slab.right()), slab.top())
    for _bend in range(4):
        to = at + QPointF(rnd.uniform(-9, 9), slab.height() / 4)
        painter.drawLine(at, to)
        at = to


def _straw(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    for _blade in range(int(frame.width() * frame.height() / 330)):
        x = rnd.uniform(frame.left(), frame.right())
        y = rnd.uniform(frame.top(), frame.bottom())
        tint = rnd.randint(-24, 24)
        painter.setPen(QPen(QColor(176 + tint, 148 + tint, 82 + tint, 170), 1.5))
        painter.drawLine(QPointF(x, y), QPointF(x + rnd.uniform(-13, 13), y + rnd.uniform(-13, 13)))


def _shade(painter: QPainter, frame: QRectF) -> None:
    reach = _SHADE_CELLS * PX
    for strip, end in (
        (QRectF(frame.left(), frame.top(), frame.width(), reach), QPointF(0, reach)),
        (QRectF(frame.left(), frame.top(), reach, frame.height()), QPointF(reach, 0)),
    ):
        fall = QLinearGradient(strip.topLeft(), strip.topLeft() + end)
        fall.setColorAt(0, QColor(0, 0, 0, 120))
        fall.setColorAt(1, QColor(0, 0, 0, 0))
        painter.fillRect(strip, fall)
