"""What stands in the hold of a ship and in a mine: containers, consoles, lifts, ore carts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter
from sample_art.kit import blob, curve, drop, put, rect_path, rgb, round_path, rule, stroke, tint

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from random import Random

_EDGE = QColor(24, 28, 32)
_STEEL = QColor(150, 158, 160)


def _container(colour: QColor) -> Callable[[QPainter, QRectF, Random], None]:
    def draw(painter: QPainter, frame: QRectF, rnd: Random) -> None:
        box = frame.adjusted(0.07, 0.07, -0.07, -0.07)
        drop(painter, rect_path(box), 0.42, 190)
        own = tint(colour, rnd.gauss(0, 5))
        put(painter, rect_path(box, 0.04), tint(own, -34), line=0.036, edge=_EDGE)
        top = box.adjusted(0.12, 0.12, -0.12, -0.12)
        put(painter, rect_path(top, 0.02), own, line=0.016, edge=tint(own, -60))
        is_wide = top.width() >= top.height()
        count = round((top.width() if is_wide else top.height()) / 0.2)
        for part in range(1, count):
            if is_wide:
                x = top.left() + top.width() * part / count
                ends = ((x, top.top() + 0.03), (x, top.bottom() - 0.03))
            else:
                y = top.top() + top.height() * part / count
                ends = ((top.left() + 0.03, y), (top.right() - 0.03, y))
            rule(painter, *ends, 0.06, tint(own, -20))
            rule(painter, *ends, 0.02, tint(own, 20))
        for x in (box.left() + 0.1, box.right() - 0.1):
            for y in (box.top() + 0.1, box.bottom() - 0.1):
                put(
                    painter,
                    rect_path(QRectF(x - 0.09, y - 0.09, 0.18, 0.18), 0.02),
                    tint(own, 8),
                    line=0.018,
                    edge=_EDGE,
                )
        _stencil(painter, top, rnd)
        for _scratch in range(5):
            x, y = rnd.uniform(top.left(), top.right()), rnd.uniform(top.top(), top.bottom())
            put(painter, blob((x, y), 0.1, 0.04, rnd, 0.4), QColor(84, 62, 48, 110), line=0)

    return draw


def _stencil(painter: QPainter, top: QRectF, rnd: Random) -> None:
    white = QColor(236, 234, 222, 205)
    mark = QRectF(top.center().x() - 0.42, top.center().y() - 0.22, 0.84, 0.44)
    put(painter, rect_path(mark, 0.03), QColor(0, 0, 0, 0), line=0.035, edge=white)
    for row in range(2):
        x = mark.left() + 0.09
        while x < mark.right() - 0.1:
            wide = rnd.uniform(0.05, 0.13)
            y = mark.top() + 0.14 + row * 0.16
            rule(painter, (x, y), (min(x + wide, mark.right() - 0.08), y), 0.055, white)
            x += wide + 0.08


def _case(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    box = frame.adjusted(0.12, 0.14, -0.12, -0.14)
    drop(painter, rect_path(box, 0.06), 0.2)
    colour = rgb(*rnd.choice(((96, 108, 92), (86, 96, 112), (120, 112, 96))))
    put(painter, rect_path(box, 0.06), tint(colour, -20), line=0.032, edge=_EDGE)
    put(
        painter,
        rect_path(box.adjusted(0.07, 0.07, -0.07, -0.07), 0.04),
        colour,
        line=0.018,
        edge=tint(colour, -50),
    )
    for part in (0.25, 0.75):
        x = box.left() + box.width() * part
        put(
            painter,
            rect_path(QRectF(x - 0.05, box.bottom() - 0.12, 0.1, 0.14), 0.015),
            _STEEL,
            line=0.014,
            edge=_EDGE,
        )
    rule(
        painter,
        (box.left() + 0.14, box.center().y()),
        (box.right() - 0.14, box.center().y()),
        0.04,
        tint(colour, 26),
    )


def _drum(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    x, y = frame.center().x(), frame.center().y()
    colour = rgb(*rnd.choice(((62, 104, 124), (176, 82, 46), (84, 92, 88))))
    drop(painter, round_path(x, y, 0.36), 0.24)
    put(painter, round_path(x, y, 0.36), tint(colour, -26), line=0.034, edge=_EDGE)
    put(painter, round_path(x, y, 0.3), colour, line=0.018, edge=tint(colour, -50))
    stroke(
        painter,
        curve([(x - 0.22, y - 0.1), (x - 0.06, y - 0.23), (x + 0.12, y - 0.21)]),
        0.04,
        tint(colour, 40, 150),
    )
    put(painter, round_path(x + 0.12, y + 0.1, 0.06), tint(colour, -40), line=0.014, edge=_EDGE)


def _console(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    desk = frame.adjusted(0.05, 0.12, -0.05, -0.12)
    drop(painter, rect_path(desk, 0.05), 0.22)
    put(painter, rect_path(desk, 0.06), QColor(74, 82, 88), line=0.032, edge=_EDGE)
    is_wide = desk.width() >= desk.height()
    long = desk.width() if is_wide else desk.height()
    for part in range(round(long * 1.6)):
        at = 0.14 + part * 0.6
        screen = (
            QRectF(desk.left() + at, desk.top() + 0.1, 0.46, 0.32)
            if is_wide
            else QRectF(desk.left() + 0.1, desk.top() + at, 0.32, 0.46)
        )
        if screen.right() > desk.right() or screen.bottom() > desk.bottom():
            continue
        put(painter, rect_path(screen, 0.03), QColor(18, 44, 50), line=0.018, edge=_EDGE)
        glow = rgb(*rnd.choice(((112, 226, 206), (244, 190, 96), (126, 196, 240))))
        for row in range(3):
            y = screen.top() + screen.height() * (row + 1) / 4
            rule(
                painter,
                (screen.left() + 0.05, y),
                (screen.left() + rnd.uniform(0.14, screen.width() - 0.05), y),
                0.028,
                glow,
            )
    for _key in range(round(long * 7)):
        x = rnd.uniform(desk.left() + 0.08, desk.right() - 0.08)
        y = rnd.uniform(desk.bottom() - 0.26, desk.bottom() - 0.08)
        lamp = rgb(*rnd.choice(((236, 96, 74), (112, 226, 160), (236, 200, 110), (190, 200, 200))))
        put(painter, rect_path(QRectF(x - 0.025, y - 0.02, 0.05, 0.04), 0.008), lamp, line=0)


def _engine(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    body = frame.adjusted(0.1, 0.1, -0.1, -0.1)
    drop(painter, rect_path(body, 0.12), 0.4, 190)
    put(painter, rect_path(body, 0.14), QColor(88, 96, 102), line=0.04, edge=_EDGE)
    put(
        painter,
        rect_path(body.adjusted(0.14, 0.14, -0.14, -0.14), 0.1),
        QColor(120, 128, 132),
        line=0.022,
        edge=_EDGE,
    )
    x, y = body.center().x(), body.center().y()
    radius = min(body.width(), body.height()) * 0.3
    for share, colour in (
        (1.0, QColor(52, 58, 64)),
        (0.78, QColor(36, 88, 108)),
        (0.55, QColor(84, 188, 214)),
        (0.28, QColor(222, 250, 250)),
    ):
        put(painter, round_path(x, y, radius * share), colour, line=0.02, edge=_EDGE)
    for corner_x in (body.left() + 0.28, body.right() - 0.28):
        for corner_y in (body.top() + 0.28, body.bottom() - 0.28):
            put(painter, round_path(corner_x, corner_y, 0.13), _STEEL, line=0.02, edge=_EDGE)
            put(painter, round_path(corner_x, corner_y, 0.05), QColor(70, 76, 80), line=0.012)
    for _vent in range(5):
        vent = body.left() + rnd.uniform(0.5, max(0.6, body.width() - 0.5))
        rule(
            painter,
            (vent, body.bottom() - 0.3),
            (vent, body.bottom() - 0.2),
            0.05,
            QColor(44, 50, 54),
        )


def _ore_cart(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    box = frame.adjusted(0.1, 0.12, -0.1, -0.12)
    drop(painter, rect_path(box, 0.04), 0.26)
    put(painter, rect_path(box, 0.06), QColor(92, 78, 68), line=0.036)
    put(
        painter,
        rect_path(box.adjusted(0.09, 0.09, -0.09, -0.09), 0.04),
        QColor(44, 38, 34),
        line=0.02,
    )
    inner = box.adjusted(0.16, 0.16, -0.16, -0.16)
    for number in range(round(16 * frame.width() * frame.height())):
        at = (rnd.uniform(inner.left(), inner.right()), rnd.uniform(inner.top(), inner.bottom()))
        by = rnd.gauss(0, 14)
        lump = rgb(128 + by, 118 + by, 108 + by) if number % 4 else rgb(112, 196 + by, 196 + by)
        put(painter, blob(at, 0.11, 0.09, rnd, 0.25), lump, line=0.016)


LOOKS: Mapping[str, Callable[[QPainter, QRectF, Random], None]] = {
    "case": _case,
    "console": _console,
    "container_red": _container(QColor(170, 74, 52)),
    "container_blue": _container(QColor(58, 108, 132)),
    "container_gold": _container(QColor(196, 148, 62)),
    "container_grey": _container(QColor(120, 126, 122)),
    "drum": _drum,
    "engine": _engine,
    "ore_cart": _ore_cart,
}
