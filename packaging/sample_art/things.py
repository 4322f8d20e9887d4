"""Furniture, goods and machines: one drawing for each look that a plan names."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter
from sample_art import machines, monuments, roofs, wares
from sample_art.kit import (
    INK,
    blob,
    boards,
    curve,
    drop,
    put,
    rect_path,
    rgb,
    round_path,
    rule,
    stroke,
    tint,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from random import Random

    from sample_art.plan import Thing

_TOP = QColor(134, 86, 46)
_FLAMES = (
    (0.30, QColor(178, 58, 16)),
    (0.22, QColor(238, 116, 30)),
    (0.13, QColor(255, 190, 74)),
    (0.06, QColor(255, 242, 186)),
)


def place(painter: QPainter, thing: Thing, rnd: Random) -> None:
    """Draw one thing with its shadow."""
    painter.save()
    LOOKS[thing.look](painter, QRectF(thing.x, thing.y, thing.w, thing.h), rnd)
    painter.restore()


def _round_table(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    middle, size = frame.center(), min(frame.width(), frame.height())
    start = rnd.uniform(0, 1)
    for step in range(4):
        turn = start + step * math.pi / 2 + rnd.uniform(-0.2, 0.2)
        at = middle + QPointF(math.cos(turn), math.sin(turn)) * size * 0.43
        _stool(painter, at, rnd)
    top = round_path(middle.x(), middle.y(), size * 0.35)
    drop(painter, top, 0.2)
    put(painter, top, tint(_TOP, -22), line=0.03)
    painter.save()
    painter.setClipPath(round_path(middle.x(), middle.y(), size * 0.32))
    boards(painter, frame, rnd, _TOP, wide=0.24, spread=7)
    painter.restore()
    stroke(painter, round_path(middle.x(), middle.y(), size * 0.32), 0.02, tint(_TOP, -50))
    _laid(
        painter,
        QRectF(middle.x() - size * 0.2, middle.y() - size * 0.2, size * 0.4, size * 0.4),
        rnd,
        4,
    )


def _long_table(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    is_wide = frame.width() > frame.height()
    for side in (-1, 1):
        middle = frame.center() + (QPointF(0, side * 0.42) if is_wide else QPointF(side * 0.42, 0))
        half = (
            QPointF(frame.width() / 2 - 0.2, 0.09)
            if is_wide
            else QPointF(0.09, frame.height() / 2 - 0.2)
        )
        bench = QRectF(middle - half, middle + half)
        drop(painter, rect_path(bench), 0.08)
        put(painter, rect_path(bench, 0.03), QColor(116, 76, 42))
    top = frame.adjusted(0.1, 0.2, -0.1, -0.2) if is_wide else frame.adjusted(0.2, 0.1, -0.2, -0.1)
    _board_top(painter, top, rnd, upright=not is_wide)
    _laid(painter, top.adjusted(0.1, 0.1, -0.1, -0.1), rnd, 7)


def _board_top(painter: QPainter, top: QRectF, rnd: Random, *, upright: bool) -> None:
    drop(painter, rect_path(top, 0.04), 0.2)
    put(painter, rect_path(top, 0.04), tint(_TOP, -24), line=0.03)
    boards(
        painter,
        top.adjusted(0.03, 0.03, -0.03, -0.03),
        rnd,
        _TOP,
        wide=0.2,
        upright=upright,
        spread=7,
    )
    stroke(painter, rect_path(top, 0.04), 0.028, INK)


def _laid(painter: QPainter, frame: QRectF, rnd: Random, count: int) -> None:
    """Lay cups, plates and candles on a table."""
    for _thing in range(count):
        x, y = rnd.uniform(frame.left(), frame.right()), rnd.uniform(frame.top(), frame.bottom())
        match rnd.randint(0, 3):
            case 0:
                put(painter, round_path(x, y, 0.095), QColor(196, 188, 168), line=0.016)
                put(painter, round_path(x, y, 0.06), QColor(214, 206, 188), line=0.01)
                food = rgb(*rnd.choice(((168, 98, 52), (186, 158, 82), (116, 132, 66))))
                put(painter, blob((x, y), 0.04, 0.035, rnd), food, line=0.008)
            case 1:
                put(painter, round_path(x, y, 0.045), QColor(240, 232, 206), line=0.012)
                put(painter, round_path(x, y, 0.018), QColor(255, 190, 90), line=0)
            case _:
                put(painter, round_path(x, y, 0.055), QColor(150, 116, 72), line=0.016)
                put(painter, round_path(x, y, 0.036), QColor(226, 196, 128), line=0.008)


def _stool(painter: QPainter, at: QPointF, rnd: Random) -> None:
    seat = round_path(at.x(), at.y(), 0.16)
    drop(painter, seat, 0.1)
    put(painter, seat, rgb(138 + rnd.gauss(0, 6), 92, 52))
    stroke(painter, round_path(at.x(), at.y(), 0.1), 0.012, QColor(96, 62, 34))


def _bench(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    """Draw a bench of slats, its back along the upper side."""
    seat = frame.adjusted(0.08, 0.24, -0.08, -0.16)
    drop(painter, rect_path(seat, 0.05), 0.24)
    put(painter, rect_path(seat, 0.05), QColor(64, 44, 28), line=0.03)
    for slat in range(4):
        y = seat.top() + 0.04 + slat * (seat.height() - 0.06) / 4
        board = QRectF(seat.left() + 0.04, y, seat.width() - 0.08, seat.height() / 4 - 0.05)
        by = rnd.gauss(0, 7) + (-22 if slat == 0 else 8)
        put(painter, rect_path(board, 0.02), tint(_TOP, by), line=0.014)
    for x in (seat.left() + 0.1, seat.center().x(), seat.right() - 0.1):
        iron = QColor(46, 48, 52)
        rule(painter, (x, seat.top() - 0.04), (x, seat.bottom() + 0.05), 0.07, iron)


def _counter(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    top = frame.adjusted(0.14, 0.02, -0.14, -0.02)
    if frame.width() > frame.height():
        top = frame.adjusted(0.02, 0.14, -0.02, -0.14)
    _board_top(painter, top, rnd, upright=frame.height() > frame.width())
    _laid(painter, top.adjusted(0.14, 0.1, -0.14, -0.1), rnd, 5)


def _hearth(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    outer = frame.adjusted(0.04, 0.0, -0.04, -0.08)
    drop(painter, rect_path(outer, 0.06), 0.22)
    put(painter, rect_path(outer, 0.06), QColor(96, 90, 82), line=0.03)
    for side in range(14):
        x = outer.left() + 0.07 + (outer.width() - 0.14) * side / 13
        brick = rgb(150 + rnd.gauss(0, 10), 138, 122)
        put(painter, round_path(x, outer.bottom() - 0.08, 0.08, 0.07), brick, line=0.014)
    pit = outer.adjusted(0.16, 0.16, -0.16, -0.16)
    put(painter, rect_path(pit, 0.05), QColor(24, 17, 13), line=0.02)
    for _log in range(4):
        x, y = rnd.uniform(pit.left() + 0.2, pit.right() - 0.2), pit.center().y()
        rule(
            painter,
            (x - 0.2, y + rnd.uniform(-0.1, 0.15)),
            (x + 0.2, y + rnd.uniform(-0.1, 0.15)),
            0.1,
            QColor(62, 40, 26),
        )
    fire(painter, (pit.center().x(), pit.center().y()), pit.width() / 2, rnd)


def fire(painter: QPainter, at: tuple[float, float], wide: float, rnd: Random) -> None:
    """Draw flames seen from above."""
    for size, colour in _FLAMES:
        for _flame in range(max(3, round(wide * 7))):
            x = at[0] + rnd.uniform(-0.62, 0.62) * wide * (0.4 + size)
            y = at[1] + rnd.uniform(-0.4, 0.4) * size
            put(painter, blob((x, y), size * 0.75, size * 0.62, rnd, 0.25), colour, line=0)


def _bed(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    bed = frame.adjusted(0.07, 0.05, -0.07, -0.05)
    drop(painter, rect_path(bed, 0.04), 0.16)
    put(painter, rect_path(bed, 0.04), QColor(112, 74, 42), line=0.03)
    sheet = bed.adjusted(0.06, 0.06, -0.06, -0.06)
    put(painter, rect_path(sheet, 0.05), QColor(222, 214, 196), line=0.014)
    pillow = QRectF(sheet.left() + 0.08, sheet.top() + 0.06, sheet.width() - 0.16, 0.36)
    put(painter, rect_path(pillow, 0.1), QColor(240, 235, 222), line=0.016)
    cover = sheet.adjusted(0, 0.52, 0, 0)
    colour = rgb(*rnd.choice(((70, 104, 128), (140, 62, 54), (92, 116, 74))))
    put(painter, rect_path(cover, 0.04), colour, line=0.018)
    put(
        painter,
        rect_path(QRectF(cover.left(), cover.top(), cover.width(), 0.16), 0.03),
        tint(colour, 34),
        line=0.012,
    )
    for _fold in range(3):
        x = rnd.uniform(cover.left() + 0.1, cover.right() - 0.1)
        stroke(
            painter,
            curve(
                [
                    (x, cover.top() + 0.2),
                    (x + 0.08, cover.center().y()),
                    (x - 0.03, cover.bottom() - 0.05),
                ]
            ),
            0.018,
            tint(colour, -24),
        )


def _shelf(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    is_wide = frame.width() >= frame.height()
    shelf = (
        frame.adjusted(0.04, 0.06, -0.04, -0.34)
        if is_wide
        else frame.adjusted(0.06, 0.04, -0.34, -0.04)
    )
    drop(painter, rect_path(shelf), 0.16)
    put(painter, rect_path(shelf, 0.02), QColor(100, 66, 38), line=0.028)
    at, end = (shelf.left(), shelf.right()) if is_wide else (shelf.top(), shelf.bottom())
    at += 0.08
    while at < end - 0.12:
        wide = rnd.uniform(0.07, 0.16)
        spine = (
            QRectF(at, shelf.top() + 0.09, wide, shelf.height() - 0.18)
            if is_wide
            else QRectF(shelf.left() + 0.09, at, shelf.width() - 0.18, wide)
        )
        colour = rgb(
            *rnd.choice(
                ((132, 58, 46), (66, 92, 110), (176, 142, 82), (88, 106, 66), (196, 182, 150))
            )
        )
        put(painter, rect_path(spine, 0.015), colour, line=0.014)
        at += wide + 0.012


def _well(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    x, y, radius = frame.center().x(), frame.center().y(), frame.width() * 0.42
    ring = round_path(x, y, radius)
    drop(painter, ring, 0.26)
    put(painter, ring, QColor(84, 78, 70), line=0.034)
    for step in range(15):
        turn = step * math.tau / 15
        at = (x + math.cos(turn) * radius * 0.84, y + math.sin(turn) * radius * 0.84)
        colour = rgb(152 + rnd.gauss(0, 9), 144 + rnd.gauss(0, 6), 130)
        put(painter, blob(at, radius * 0.19, radius * 0.17, rnd, 0.08), colour, line=0.018)
    put(painter, round_path(x, y, radius * 0.66), QColor(14, 30, 38), line=0.03)
    put(
        painter,
        round_path(x - 0.08, y - 0.1, radius * 0.34, radius * 0.2),
        QColor(64, 110, 126, 150),
        line=0,
    )
    beam = QRectF(frame.left() + 0.03, y - 0.07, frame.width() - 0.06, 0.14)
    drop(painter, rect_path(beam), 0.16)
    put(painter, rect_path(beam, 0.03), QColor(126, 86, 50), line=0.026)
    for part in range(5):
        rule(
            painter,
            (x - 0.14 + part * 0.07, y - 0.08),
            (x - 0.14 + part * 0.07, y + 0.08),
            0.034,
            QColor(206, 182, 130),
        )
    put(painter, round_path(x + 0.02, y + 0.26, 0.13), QColor(110, 74, 42), line=0.024)


def _pillar(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    foot = frame.adjusted(0.06, 0.06, -0.06, -0.06)
    drop(painter, rect_path(foot), 0.3)
    by = rnd.gauss(0, 5)
    put(painter, rect_path(foot, 0.03), rgb(112 + by, 107 + by, 98 + by), line=0.03)
    x, y = foot.center().x(), foot.center().y()
    put(painter, round_path(x, y, 0.37), rgb(140 + by, 134 + by, 123 + by), line=0.024)
    put(painter, round_path(x - 0.03, y - 0.04, 0.27), rgb(164 + by, 158 + by, 146 + by), line=0)
    stroke(painter, round_path(x, y, 0.3), 0.014, QColor(96, 91, 83))


def _tomb(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    lid = frame.adjusted(0.1, 0.1, -0.1, -0.1)
    drop(painter, rect_path(lid, 0.04), 0.24)
    put(painter, rect_path(lid, 0.05), QColor(120, 116, 108), line=0.032)
    put(
        painter,
        rect_path(lid.adjusted(0.1, 0.1, -0.1, -0.1), 0.04),
        QColor(160, 155, 145),
        line=0.02,
    )
    x, y, long = lid.center().x(), lid.center().y(), lid.height() / 2 - 0.3
    for wide, colour in ((0.11, QColor(104, 100, 92)), (0.06, QColor(188, 183, 170))):
        rule(painter, (x, y - long), (x, y + long), wide, colour)
        rule(painter, (x - 0.2, y - long * 0.45), (x + 0.2, y - long * 0.45), wide, colour)
    crack = [
        (lid.left() + 0.12, y + rnd.uniform(-0.2, 0.2)),
        (x - 0.1, y + 0.1),
        (x + 0.05, y - 0.1),
    ]
    stroke(painter, curve(crack), 0.018, QColor(70, 66, 60))


def _brazier(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    x, y = frame.center().x(), frame.center().y()
    bowl = round_path(x, y, 0.3)
    drop(painter, bowl, 0.22)
    put(painter, bowl, QColor(66, 62, 60), line=0.03)
    put(painter, round_path(x, y, 0.23), QColor(28, 20, 16), line=0.016)
    fire(painter, (x, y), 0.34, rnd)


def _campfire(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    x, y = frame.center().x(), frame.center().y()
    put(painter, blob((x, y), 0.4, 0.36, rnd), QColor(40, 32, 28, 200), line=0)
    for step in range(11):
        turn = step * math.tau / 11
        at = (x + math.cos(turn) * 0.36, y + math.sin(turn) * 0.34)
        colour = rgb(128 + rnd.gauss(0, 8), 120 + rnd.gauss(0, 6), 110)
        put(painter, blob(at, 0.1, 0.085, rnd, 0.1), colour, line=0.02)
    for step in range(5):
        turn = step * math.tau / 5
        rule(
            painter,
            (x, y),
            (x + math.cos(turn) * 0.26, y + math.sin(turn) * 0.24),
            0.09,
            QColor(72, 46, 28),
        )
    fire(painter, (x, y), 0.3, rnd)


def _stalagmite(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    x, y = frame.center().x(), frame.center().y()
    foot = blob((x, y), 0.43, 0.4, rnd, 0.1)
    drop(painter, foot, 0.4, 190)
    by = rnd.gauss(0, 6)
    for share, more in ((1.0, -34), (0.78, -16), (0.55, 2), (0.33, 20), (0.14, 40)):
        ring = blob(
            (x - (1 - share) * 0.1, y - (1 - share) * 0.14), 0.43 * share, 0.4 * share, rnd, 0.08
        )
        put(
            painter,
            ring,
            rgb(128 + by + more, 118 + by + more, 104 + by + more),
            line=0.02,
            edge=QColor(48, 42, 38),
        )


LOOKS: Mapping[str, Callable[[QPainter, QRectF, Random], None]] = {
    "bed": _bed,
    "bench": _bench,
    "brazier": _brazier,
    "campfire": _campfire,
    "counter": _counter,
    "hearth": _hearth,
    "long_table": _long_table,
    "pillar": _pillar,
    "round_table": _round_table,
    "shelf": _shelf,
    "stalagmite": _stalagmite,
    "tomb": _tomb,
    "well": _well,
    **wares.LOOKS,
    **machines.LOOKS,
    **roofs.LOOKS,
    **monuments.LOOKS,
}
