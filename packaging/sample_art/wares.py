"""What is stored and carted: barrels, crates, sacks, hay, carts, boats, treasure."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QColor, QPainter
from sample_art.kit import (
    blob,
    boards,
    curve,
    drop,
    ink,
    polygon,
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

_CRATE = QColor(172, 126, 74)


def _barrel(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    x, y = frame.center().x() + rnd.uniform(-0.04, 0.04), frame.center().y()
    rim = round_path(x, y, 0.37)
    drop(painter, rim, 0.22)
    by = rnd.gauss(0, 7)
    put(painter, rim, rgb(120 + by, 78 + by, 42), line=0.032)
    put(painter, round_path(x, y, 0.315), QColor(92, 92, 90), line=0.016)
    lid = rgb(164 + by, 114 + by, 66)
    put(painter, round_path(x, y, 0.275), lid, line=0.02)
    for part in (-0.14, -0.045, 0.05, 0.145):
        half = math.sqrt(0.27**2 - part**2) * 0.96
        rule(painter, (x - half, y + part), (x + half, y + part), 0.014, tint(lid, -46))
    stroke(
        painter,
        curve([(x - 0.2, y - 0.12), (x - 0.05, y - 0.22), (x + 0.12, y - 0.2)]),
        0.03,
        tint(lid, 30, 130),
    )
    put(painter, round_path(x + 0.1, y + 0.08, 0.03), QColor(70, 46, 26), line=0.008)


def _crate(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    box = frame.adjusted(0.09, 0.09, -0.09, -0.09)
    if rnd.random() < 0.4 and frame.width() == frame.height():  # noqa: PLR2004 some lie askew
        painter.translate(frame.center())
        painter.rotate(rnd.uniform(-9, 9))
        painter.translate(-frame.center())
    drop(painter, rect_path(box), 0.24)
    colour = tint(_CRATE, rnd.gauss(0, 8))
    put(painter, rect_path(box, 0.02), tint(colour, -20), line=0.032)
    boards(painter, box.adjusted(0.05, 0.05, -0.05, -0.05), rnd, tint(colour, -12), wide=0.17)
    band = box.adjusted(0.065, 0.065, -0.065, -0.065)
    rule(painter, (band.left(), band.bottom()), (band.right(), band.top()), 0.14, tint(colour, -74))
    rule(painter, (band.left(), band.bottom()), (band.right(), band.top()), 0.11, tint(colour, 10))
    for wide, tone in ((0.13, tint(colour, -74)), (0.1, tint(colour, 16))):
        painter.setPen(ink(wide, tone))
        painter.setBrush(QColor(0, 0, 0, 0))
        painter.drawRect(band)
    for x in (band.left(), band.right()):
        for y in (band.top(), band.bottom()):
            put(painter, round_path(x, y, 0.018), QColor(60, 50, 40), line=0)


def _sacks(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    for number in range(round(4 * frame.width() * frame.height())):
        x = rnd.uniform(frame.left() + 0.25, frame.right() - 0.25)
        y = rnd.uniform(frame.top() + 0.22, frame.bottom() - 0.22)
        by = rnd.gauss(0, 9)
        colour = rgb(190 + by, 166 + by, 120 + by)
        sack = blob((x, y), 0.25, 0.2, rnd, 0.1)
        drop(painter, sack, 0.12)
        put(painter, sack, colour, line=0.024)
        neck = (x + (0.16 if number % 2 else -0.16), y - 0.03)
        put(painter, round_path(*neck, 0.06), tint(colour, -24), line=0.016)
        stroke(
            painter,
            curve([(x - 0.08, y + 0.08), (x, y + 0.02), (x + 0.07, y + 0.09)]),
            0.012,
            tint(colour, -40),
        )


def _hay(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    bale = frame.adjusted(0.06, 0.1, -0.06, -0.1)
    drop(painter, rect_path(bale, 0.1), 0.24)
    put(painter, rect_path(bale, 0.09), QColor(196, 160, 74), line=0.028)
    for _blade in range(round(bale.width() * bale.height() * 150)):
        by = rnd.gauss(0, 24)
        x, y = rnd.uniform(bale.left(), bale.right()), rnd.uniform(bale.top(), bale.bottom())
        painter.setPen(ink(0.014, rgb(206 + by, 172 + by, 90 + by)))
        painter.drawLine(QLineF(x, y, x + rnd.uniform(-0.13, 0.13), y + rnd.uniform(-0.04, 0.04)))
    for part in (0.28, 0.72):
        x = bale.left() + bale.width() * part
        rule(painter, (x, bale.top()), (x, bale.bottom()), 0.036, QColor(116, 84, 38))


def _cart(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    bed = frame.adjusted(0.1, 0.3, -0.95, -0.3)
    for y in (bed.top() + 0.3, bed.bottom() - 0.3):
        rule(
            painter,
            (bed.right(), y),
            (frame.right() - 0.1, frame.center().y()),
            0.11,
            QColor(44, 30, 18),
        )
        rule(
            painter,
            (bed.right(), y),
            (frame.right() - 0.1, frame.center().y()),
            0.07,
            QColor(130, 92, 54),
        )
    drop(painter, rect_path(bed), 0.36)
    for x in (bed.left() + 0.3, bed.right() - 0.85):
        for y in (bed.top() - 0.16, bed.bottom() + 0.02):
            put(painter, rect_path(QRectF(x, y, 0.6, 0.14), 0.05), QColor(92, 62, 36), line=0.026)
            rule(painter, (x + 0.1, y + 0.07), (x + 0.5, y + 0.07), 0.02, QColor(60, 60, 60))
    put(painter, rect_path(bed, 0.03), QColor(110, 76, 44), line=0.034)
    boards(painter, bed.adjusted(0.08, 0.08, -0.08, -0.08), rnd, QColor(160, 116, 70), wide=0.2)
    _sacks(painter, bed.adjusted(0.05, 0.1, -0.6, -0.1), rnd)
    _barrel(painter, QRectF(bed.right() - 0.85, bed.center().y() - 0.5, 0.9, 1), rnd)


def _boat(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    x0, x1 = frame.left() + 0.14, frame.right() - 0.14
    middle, top, end = frame.center().x(), frame.top() + 0.05, frame.bottom() - 0.1
    hull = curve(
        [
            (middle, top),
            (x1 - 0.06, top + 0.55),
            (x1, (top + end) / 2),
            (x1 - 0.1, end),
            (x0 + 0.1, end),
            (x0, (top + end) / 2),
            (x0 + 0.06, top + 0.55),
        ],
        closed=True,
    )
    drop(painter, hull, 0.14)
    put(painter, hull, QColor(152, 106, 60), line=0.034)
    painter.save()
    painter.translate(frame.center())
    painter.scale(0.78, 0.88)
    painter.translate(-frame.center())
    put(painter, hull, QColor(98, 66, 38), line=0.024)
    painter.setClipPath(hull)
    boards(painter, frame, rnd, QColor(124, 84, 48), wide=0.16, upright=True)
    painter.restore()
    for part in (0.4, 0.7):
        y = top + (end - top) * part
        seat = QRectF(x0 + 0.06, y, x1 - x0 - 0.12, 0.15)
        drop(painter, rect_path(seat), 0.05)
        put(painter, rect_path(seat, 0.02), QColor(180, 132, 80), line=0.022)
    rule(painter, (x0 - 0.1, top + 1.0), (x1 + 0.12, top + 0.75), 0.06, QColor(60, 42, 24))
    rule(painter, (x0 - 0.1, top + 1.0), (x1 + 0.12, top + 0.75), 0.034, QColor(196, 156, 100))


def _wood(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    """Draw a stack of firewood, ends to the right."""
    drop(painter, rect_path(frame.adjusted(0.1, 0.08, -0.1, -0.08)), 0.22)
    rows = round(frame.height() * 5)
    for row in range(rows):
        y = frame.top() + 0.1 + (frame.height() - 0.2) * (row + 0.5) / rows
        log = QRectF(
            frame.left() + rnd.uniform(0.08, 0.16),
            y - 0.095,
            frame.width() - rnd.uniform(0.24, 0.32),
            0.19,
        )
        by = rnd.gauss(0, 9)
        put(painter, rect_path(log, 0.09), rgb(126 + by, 92 + by, 60 + by), line=0.024)
        rule(
            painter,
            (log.left() + 0.1, y - 0.03),
            (log.right() - 0.2, y - 0.035),
            0.016,
            rgb(160 + by, 122 + by, 84 + by),
        )
        put(
            painter,
            round_path(log.right() - 0.07, y, 0.07, 0.085),
            QColor(214, 178, 124),
            line=0.016,
        )


def _chest(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    box = frame.adjusted(0.1, 0.2, -0.1, -0.2)
    drop(painter, rect_path(box), 0.2)
    put(painter, rect_path(box, 0.05), QColor(120, 76, 40), line=0.032)
    boards(painter, box.adjusted(0.03, 0.03, -0.03, -0.03), rnd, QColor(146, 92, 48), wide=0.15)
    for part in (0.14, 0.5, 0.86):
        band = QRectF(box.left() + box.width() * part - 0.04, box.top(), 0.08, box.height())
        put(painter, rect_path(band, 0.01), QColor(206, 166, 74), line=0.016)
    put(
        painter,
        rect_path(QRectF(box.center().x() - 0.08, box.bottom() - 0.14, 0.16, 0.17), 0.03),
        QColor(228, 190, 92),
        line=0.02,
    )


def coins(painter: QPainter, at: tuple[float, float], spread: float, rnd: Random) -> None:
    """Strew coins on the floor."""
    for _coin in range(round(70 * spread)):
        x, y = rnd.gauss(at[0], spread * 0.5), rnd.gauss(at[1], spread * 0.35)
        by = rnd.gauss(0, 16)
        put(painter, round_path(x, y, 0.035, 0.03), rgb(232 + by, 188 + by, 84 + by), line=0.009)


def _trunk(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    """Draw a fallen tree."""
    is_wide = frame.width() > frame.height()
    log = (
        frame.adjusted(0.05, 0.2, -0.05, -0.2)
        if is_wide
        else frame.adjusted(0.2, 0.05, -0.2, -0.05)
    )
    drop(painter, rect_path(log, 0.2), 0.26)
    put(painter, rect_path(log, 0.2), QColor(112, 84, 56), line=0.032)
    for _line in range(9):
        x, y = (
            rnd.uniform(log.left() + 0.1, log.right() - 0.4),
            rnd.uniform(log.top(), log.bottom()),
        )
        far = QPointF(0.4, 0) if is_wide else QPointF(0, 0.4)
        painter.setPen(ink(0.016, QColor(78, 56, 36)))
        painter.drawLine(QLineF(QPointF(x, y), QPointF(x, y) + far))
    for _moss in range(3):
        at = (rnd.uniform(log.left(), log.right()), rnd.uniform(log.top(), log.bottom()))
        put(painter, blob(at, 0.2, 0.12, rnd, 0.25), QColor(98, 122, 58, 190), line=0)
    x, y = (
        (log.right() - 0.12, log.center().y())
        if is_wide
        else (log.center().x(), log.bottom() - 0.12)
    )
    put(painter, round_path(x, y, 0.2), QColor(206, 172, 120), line=0.024)
    put(painter, round_path(x, y, 0.11), QColor(186, 148, 98), line=0.012)


def _sandbags(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    """Draw a breastwork of bags in two staggered rows."""
    upright = frame.height() >= frame.width()
    long = frame.height() if upright else frame.width()
    drop(painter, rect_path(frame.adjusted(0.12, 0.02, -0.12, -0.02), 0.16), 0.34, 190)
    for row, across in ((0, 0.3), (1, 0.7), (2, 0.5)):
        along = 0.02 + (0.22 if row == 1 else 0.0)
        while along < long - 0.2:
            wide = min(rnd.uniform(0.42, 0.52), long - along)
            by = rnd.gauss(0, 8) + 12 * row
            at = (frame.left() + across, frame.top() + along + wide / 2)
            size = (0.22, wide / 2)
            if not upright:
                at, size = (frame.left() + along + wide / 2, frame.top() + across), size[::-1]
            bag = rect_path(
                QRectF(at[0] - size[0], at[1] - size[1], 2 * size[0], 2 * size[1]), 0.13
            )
            put(painter, bag, rgb(164 + by, 146 + by, 108 + by), line=0.024)
            gleam = round_path(at[0] - 0.05, at[1] - 0.05, size[0] * 0.4, size[1] * 0.4)
            put(painter, gleam, rgb(190 + by, 172 + by, 132 + by, 150), line=0)
            along += wide


def _tent(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    """Draw a tent from above: eight panels of cloth that fall from its pole, guy ropes, pegs."""
    x, y, radius = frame.center().x(), frame.center().y(), min(frame.width(), frame.height()) * 0.46
    start, cloth = (
        rnd.uniform(0, 0.6),
        rnd.choice(((206, 186, 146), (178, 120, 84), (150, 150, 132))),
    )
    at = [start + step * math.tau / 8 for step in range(8)]
    rim = [(x + math.cos(turn) * radius, y + math.sin(turn) * radius) for turn in at]
    for turn in at:
        peg = (x + math.cos(turn) * radius * 1.16, y + math.sin(turn) * radius * 1.16)
        rule(painter, (x, y), peg, 0.035, QColor(70, 56, 40))
        put(painter, round_path(*peg, 0.05), QColor(70, 52, 34), line=0)
    drop(painter, polygon(rim), radius * 0.4, 190)
    for step, corner in enumerate(rim):
        facing = math.cos(at[step] + math.pi / 8 - math.radians(232))
        by = 34 * facing + rnd.gauss(0, 3) - (16 if step % 2 else 0)
        panel = polygon([(x, y), corner, rim[(step + 1) % 8]])
        put(painter, panel, rgb(*(part + by for part in cloth)), line=0.03)
    put(painter, round_path(x, y, 0.09), QColor(92, 70, 46), line=0.02)


LOOKS: Mapping[str, Callable[[QPainter, QRectF, Random], None]] = {
    "barrel": _barrel,
    "boat": _boat,
    "cart": _cart,
    "chest": _chest,
    "crate": _crate,
    "hay": _hay,
    "sacks": _sacks,
    "sandbags": _sandbags,
    "tent": _tent,
    "trunk": _trunk,
    "wood": _wood,
}
