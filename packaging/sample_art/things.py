"""Furniture, carts, barrels, trees: one drawing for each look that a plan names."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from sample_art.textures import PX

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from random import Random

    from sample_art.plan import Thing

_INK = QColor("#1B120A")


def put(painter: QPainter, thing: Thing, rnd: Random) -> None:
    """Draw one thing with its shadow."""
    frame = QRectF(thing.x * PX, thing.y * PX, thing.w * PX, thing.h * PX)
    painter.save()
    _LOOKS[thing.look](painter, frame, rnd)
    painter.restore()


def _shadow(painter: QPainter, frame: QRectF, *, is_round: bool = False) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(0, 0, 0, 110))
    moved = frame.translated(5, 8)
    if is_round:
        painter.drawEllipse(moved)
    else:
        painter.drawRoundedRect(moved, 6, 6)


def _box(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    inner = frame.adjusted(6, 6, -6, -6)
    _shadow(painter, inner)
    tint = rnd.randint(-10, 10)
    painter.setPen(QPen(_INK, 2.4))
    painter.setBrush(QColor(134 + tint, 98 + tint, 58 + tint))
    painter.drawRect(inner)
    painter.setPen(QPen(QColor("#4A3219"), 1.6))
    for part in range(1, 5):
        y = inner.top() + inner.height() * part / 5
        painter.drawLine(QPointF(inner.left(), y), QPointF(inner.right(), y))
    painter.setPen(QPen(QColor("#6B4A26"), 7))
    painter.drawLine(inner.topLeft() + QPointF(6, 6), inner.bottomRight() - QPointF(6, 6))
    painter.setPen(QPen(QColor("#A27A48"), 5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(inner.adjusted(4, 4, -4, -4))


def _barrel(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    ring = frame.adjusted(9, 9, -9, -9)
    _shadow(painter, ring, is_round=True)
    tint = rnd.randint(-10, 10)
    painter.setPen(QPen(_INK, 3))
    painter.setBrush(QColor(120 + tint, 84 + tint, 48 + tint))
    painter.drawEllipse(ring)
    painter.setPen(QPen(QColor("#8F8F86"), 2.4))
    painter.setBrush(QColor(92, 62, 35))
    painter.drawEllipse(ring.adjusted(8, 8, -8, -8))
    painter.setPen(QPen(QColor("#3B2713"), 1.3))
    for part in (-1, 0, 1):
        x = ring.center().x() + part * 10
        painter.drawLine(QPointF(x, ring.top() + 13), QPointF(x, ring.bottom() - 13))


def _table(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    middle, size = frame.center(), min(frame.width(), frame.height())
    if frame.width() == frame.height():
        for step in range(4):
            turn = step * math.pi / 2 + rnd.uniform(0.2, 1.0)
            at = middle + QPointF(math.cos(turn), math.sin(turn)) * size * 0.48
            _stool(painter, at)
        top = QRectF(0, 0, size * 0.7, size * 0.7)
        top.moveCenter(middle)
        _shadow(painter, top, is_round=True)
        painter.setPen(QPen(_INK, 2.6))
        painter.setBrush(QColor("#6F4A2A"))
        painter.drawEllipse(top)
    else:
        top = frame.adjusted(8, 8, -8, -8)
        _shadow(painter, top)
        painter.setPen(QPen(_INK, 2.6))
        painter.setBrush(QColor("#6A4526"))
        painter.drawRoundedRect(top, 6, 6)
        painter.setPen(QPen(QColor("#4B2F18"), 1.5))
        painter.drawLine(
            QPointF(top.left() + 5, top.center().y()), QPointF(top.right() - 5, top.center().y())
        )
    painter.setPen(QPen(QColor("#2A2A2A"), 1.4))
    for _mug in range(3):
        at = top.center() + QPointF(
            rnd.uniform(-0.25, 0.25) * top.width(), rnd.uniform(-0.25, 0.25) * top.height()
        )
        painter.setBrush(QColor(rnd.choice(["#B9A67C", "#8F9A94", "#A5763B"])))
        painter.drawEllipse(at, 6, 6)


def _stool(painter: QPainter, at: QPointF) -> None:
    seat = QRectF(at.x() - 12, at.y() - 12, 24, 24)
    _shadow(painter, seat, is_round=True)
    painter.setPen(QPen(_INK, 2))
    painter.setBrush(QColor("#8A6238"))
    painter.drawEllipse(seat)


def _hearth(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    inner = frame.adjusted(5, 5, -5, -5)
    painter.setPen(QPen(QColor("#15120F"), 3))
    painter.setBrush(QColor("#3C362F"))
    painter.drawRoundedRect(inner, 6, 6)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#120C08"))
    painter.drawRoundedRect(inner.adjusted(10, 10, -10, -8), 5, 5)
    for share, colour in ((0.34, "#B3470F"), (0.23, "#F08A24"), (0.12, "#FFE08A")):
        painter.setBrush(QColor(colour))
        for _flame in range(5):
            at = inner.center() + QPointF(
                rnd.uniform(-0.22, 0.22) * inner.width(), rnd.uniform(-0.1, 0.14) * inner.height()
            )
            painter.drawEllipse(at, share * PX * 0.7, share * PX * 0.5)


def _cart(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    bed = frame.adjusted(10, 16, -PX * 0.7, -16)
    _shadow(painter, bed)
    painter.setPen(QPen(QColor("#3B2713"), 8))
    for y in (bed.top() + 22, bed.bottom() - 22):
        painter.drawLine(QPointF(bed.right(), y), QPointF(frame.right() - 8, frame.center().y()))
    painter.setPen(QPen(QColor("#15100A"), 3))
    painter.setBrush(QColor("#3E2B19"))
    for x in (bed.left() + 26, bed.right() - 44):
        for y in (bed.top() - 12, bed.bottom() - 2):
            painter.drawRoundedRect(QRectF(x, y, 44, 14), 4, 4)
    painter.setPen(QPen(_INK, 2.6))
    painter.setBrush(QColor("#7A5734"))
    painter.drawRect(bed)
    painter.setPen(QPen(QColor("#4A3219"), 1.6))
    for part in range(1, 6):
        y = bed.top() + bed.height() * part / 6
        painter.drawLine(QPointF(bed.left(), y), QPointF(bed.right(), y))
    for _sack in range(5):
        at = QPointF(
            rnd.uniform(bed.left() + 24, bed.right() - 24),
            rnd.uniform(bed.top() + 20, bed.bottom() - 20),
        )
        tint = rnd.randint(-14, 14)
        painter.setPen(QPen(QColor("#2B2114"), 2))
        painter.setBrush(QColor(158 + tint, 138 + tint, 100 + tint))
        painter.drawEllipse(at, 24, 18)
        painter.drawLine(at - QPointF(8, 2), at + QPointF(8, -4))


def _well(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    ring = frame.adjusted(10, 10, -10, -10)
    _shadow(painter, ring, is_round=True)
    painter.setPen(QPen(QColor("#191510"), 3))
    painter.setBrush(QColor("#4C463C"))
    painter.drawEllipse(ring)
    radius = ring.width() / 2 - 13
    for step in range(16):
        turn, tint = step * math.pi / 8, rnd.randint(-14, 16)
        painter.setPen(QPen(QColor("#241F18"), 1.4))
        painter.setBrush(QColor(122 + tint, 114 + tint, 100 + tint))
        at = ring.center() + QPointF(math.cos(turn), math.sin(turn)) * radius
        painter.drawEllipse(at, 13, 12)
    painter.setPen(QPen(QColor("#0A0F12"), 3))
    painter.setBrush(QColor("#10222A"))
    painter.drawEllipse(ring.center(), radius - 12, radius - 12)
    painter.setPen(QPen(QColor("#5E4327"), 9))
    painter.drawLine(
        QPointF(frame.left(), frame.center().y()), QPointF(frame.right(), frame.center().y())
    )


def _hay(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    bale = frame.adjusted(5, 5, -5, -5)
    _shadow(painter, bale)
    painter.setPen(QPen(QColor("#3E3014"), 2.4))
    painter.setBrush(QColor("#A3853F"))
    painter.drawRoundedRect(bale, 9, 9)
    for _blade in range(int(bale.width() * bale.height() / 55)):
        tint = rnd.randint(-32, 34)
        painter.setPen(QPen(QColor(172 + tint, 142 + tint, 72 + tint), 1.5))
        x, y = rnd.uniform(bale.left(), bale.right()), rnd.uniform(bale.top(), bale.bottom())
        painter.drawLine(QPointF(x, y), QPointF(x + rnd.uniform(-9, 9), y + rnd.uniform(-4, 4)))
    painter.setPen(QPen(QColor("#5B4519"), 3))
    for part in (0.3, 0.7):
        x = bale.left() + bale.width() * part
        painter.drawLine(QPointF(x, bale.top()), QPointF(x, bale.bottom()))


def _millstone(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    ring = frame.adjusted(6, 6, -6, -6)
    _shadow(painter, ring, is_round=True)
    painter.setPen(QPen(QColor("#1A1714"), 3))
    painter.setBrush(QColor("#8B857A"))
    painter.drawEllipse(ring)
    painter.setPen(QPen(QColor("#57524A"), 2.2))
    middle, radius = ring.center(), ring.width() / 2
    start = rnd.uniform(0, 1)
    for step in range(12):
        turn = start + step * math.pi / 6
        way = QPointF(math.cos(turn), math.sin(turn))
        bend = QPointF(math.cos(turn + 0.5), math.sin(turn + 0.5))
        painter.drawLine(middle + way * radius * 0.3, middle + bend * radius * 0.92)
    painter.setPen(QPen(_INK, 3))
    painter.setBrush(QColor("#4A3420"))
    painter.drawEllipse(middle, radius * 0.22, radius * 0.22)


def _pillar(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    foot = frame.adjusted(5, 5, -5, -5)
    _shadow(painter, foot)
    tint = rnd.randint(-8, 8)
    painter.setPen(QPen(QColor("#14120F"), 3))
    painter.setBrush(QColor(86 + tint, 82 + tint, 75 + tint))
    painter.drawRect(foot)
    painter.setBrush(QColor(132 + tint, 126 + tint, 115 + tint))
    painter.drawEllipse(foot.adjusted(5, 5, -5, -5))
    painter.setPen(QPen(QColor(232, 226, 208, 70), 3))
    painter.drawArc(foot.adjusted(11, 11, -11, -11), 60 * 16, 120 * 16)


def _trunk(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    del rnd
    painter.setPen(QPen(_INK, 3))
    painter.setBrush(QColor("#4B3621"))
    painter.drawEllipse(frame.center(), 15, 14)


def crown(painter: QPainter, at: tuple[float, float, float], rnd: Random) -> None:
    """Draw the crown of a tree.

    Args:
        painter: Draws it.
        at: Its middle and radius in cells.
        rnd: The dice.
    """
    x, y, radius = (part * PX for part in at)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(0, 0, 0, 95))
    painter.drawEllipse(QPointF(x + 13, y + 19), radius * 1.02, radius)
    for ring in (1.0, 0.75, 0.5, 0.28):
        for _leaf in range(int(46 * ring + 8)):
            turn, far = rnd.uniform(0, 2 * math.pi), radius * ring * rnd.uniform(0.72, 0.98)
            tint = int(34 * (1 - ring)) + rnd.randint(-9, 9)
            painter.setPen(QPen(QColor(18, 28, 14, 120), 1.2))
            painter.setBrush(QColor(52 + tint, 76 + tint, 40 + tint, 236))
            size = rnd.uniform(0.1, 0.2) * radius + 3
            painter.drawEllipse(
                QPointF(
                    x + math.cos(turn) * far - 6 * (1 - ring),
                    y + math.sin(turn) * far - 9 * (1 - ring),
                ),
                size,
                size * 0.86,
            )


def bush(painter: QPainter, cell: tuple[int, int], rnd: Random) -> None:
    """Draw undergrowth in a cell."""
    for _leaf in range(26):
        x, y = (cell[0] + rnd.uniform(0, 1)) * PX, (cell[1] + rnd.uniform(0, 1)) * PX
        tint = rnd.randint(-14, 20)
        painter.setPen(QPen(QColor(16, 26, 12, 150), 1.1))
        painter.setBrush(QColor(58 + tint, 84 + tint, 42 + tint, 225))
        painter.drawEllipse(QPointF(x, y), rnd.uniform(5, 12), rnd.uniform(4, 9))


def lamp(painter: QPainter, x: float, y: float) -> None:
    """Draw a lamp, its middle in cells."""
    at = QPointF(x * PX, y * PX)
    painter.setPen(QPen(_INK, 2.4))
    painter.setBrush(QColor("#5C4A2C"))
    painter.drawEllipse(at, 10, 10)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#FFF2C0"))
    painter.drawEllipse(at, 6, 6)


_LOOKS: Mapping[str, Callable[[QPainter, QRectF, Random], None]] = {
    "barrel": _barrel,
    "box": _box,
    "cart": _cart,
    "hay": _hay,
    "hearth": _hearth,
    "millstone": _millstone,
    "pillar": _pillar,
    "table": _table,
    "trunk": _trunk,
    "well": _well,
}
