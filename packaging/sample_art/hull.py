"""Paints the cargo deck: a landing pad in plain light, a hull, and what lies between its skins."""

from __future__ import annotations

import math
from random import Random
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from sample_art import deck, floors, light, masonry, painting
from sample_art.kit import (
    blob,
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
from sample_art.textures import PX, image_of, noise, tinted

if TYPE_CHECKING:
    from PySide6.QtGui import QImage
    from sample_art.plan import Plan

FLOODLIGHT = (1.02, 1.02, 1.0)
_SEED = 404
_SKIN = QColor(176, 182, 178)
_EDGE = QColor(28, 32, 36)
_YELLOW = QColor(232, 184, 66, 215)
_WHITE = QColor(240, 240, 232, 190)


def paint(plan: Plan) -> QImage:
    """Paint the deck."""
    rng, rnd = np.random.default_rng(_SEED), Random(_SEED)
    cells, size = (plan.width, plan.height), (plan.width * PX, plan.height * PX)
    concrete = tinted(noise(rng, size, 360, 6), (158, 156, 148), (178, 175, 166), (194, 191, 181))
    image = image_of(concrete * (0.96 + 0.08 * noise(rng, size, 10, 2)[..., None]))
    painter = painting.brushes(image)
    _pad(painter, cells, rnd)
    _hull(painter, rnd)
    for room in plan.rooms:
        if not room.storey:
            floors.lay(painter, room, rnd)
    _markings(painter, rnd)
    painter.drawImage(QRectF(0, 0, *cells), light.wall_shade(plan, sun=True))
    _ramp(painter)
    _lift(painter)
    painting.furnish(painter, plan, rnd, metal=True)
    painter.end()
    return painting.graded(image, plan, rng, FLOODLIGHT)


def _pad(painter: QPainter, cells: tuple[int, int], rnd: Random) -> None:
    """Draw slabs of concrete, their cracks, and the paint upon them."""
    for x in range(0, cells[0] + 1, 4):
        rule(painter, (x, 0), (x, cells[1]), 0.05, QColor(122, 120, 114))
        rule(painter, (x + 0.04, 0), (x + 0.04, cells[1]), 0.02, QColor(214, 212, 204))
    for y in range(1, cells[1] + 1, 4):
        rule(painter, (0, y), (cells[0], y), 0.05, QColor(122, 120, 114))
        rule(painter, (0, y + 0.04), (cells[0], y + 0.04), 0.02, QColor(214, 212, 204))
    for wide, colour in ((0.3, _YELLOW), (0.07, QColor(60, 58, 54, 150))):
        pen = ink(wide, colour)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QRectF(17.5, -1.5, 21, 21))
    painter.setPen(QPen(_WHITE, 0.16, Qt.PenStyle.DashLine))
    painter.drawLine(QLineF(23, 9, 28, 9))
    for _stain in range(26):
        at = (rnd.uniform(0, cells[0]), rnd.uniform(0, cells[1]))
        put(
            painter,
            blob(at, rnd.uniform(0.2, 0.9), rnd.uniform(0.15, 0.6), rnd, 0.3),
            QColor(96, 92, 86, 26),
            line=0,
        )
    _age(painter, cells, rnd)


def _age(painter: QPainter, cells: tuple[int, int], rnd: Random) -> None:
    """Draw cracks, and what grows in the joints."""
    for _crack in range(34):
        x, y = rnd.uniform(0, cells[0]), rnd.uniform(0, cells[1])
        points, turn = [(x, y)], rnd.uniform(0, math.tau)
        for _bend in range(5):
            turn += rnd.uniform(-0.7, 0.7)
            x, y = x + math.cos(turn) * 0.3, y + math.sin(turn) * 0.3
            points.append((x, y))
        stroke(painter, curve(points), 0.022, QColor(104, 101, 95, 190))
    for _weed in range(40):
        x, y = rnd.choice(range(0, cells[0], 4)) + rnd.uniform(-0.1, 0.1), rnd.uniform(0, cells[1])
        for _blade in range(4):
            rule(
                painter,
                (x, y),
                (x + rnd.uniform(-0.1, 0.1), y - rnd.uniform(0.04, 0.13)),
                0.02,
                QColor(104, 122, 74),
            )


def _hull(painter: QPainter, rnd: Random) -> None:
    skin = polygon(deck.HULL)
    for x, y in ((19.3, 1.6), (19.3, 14.6)):
        nozzle = rect_path(QRectF(x, y, 2.6, 1.8), 0.25)
        drop(painter, nozzle, 0.6, 200)
        put(painter, nozzle, QColor(84, 88, 92), line=0.045, edge=_EDGE)
        for part in range(4):
            line = x + 1.6 + part * 0.25
            rule(painter, (line, y + 0.1), (line, y + 1.7), 0.05, QColor(48, 50, 54))
    drop(painter, skin, 0.85, 220)
    put(painter, skin, _SKIN, line=0.07, edge=_EDGE)
    painter.save()
    painter.setClipPath(skin)
    stroke(painter, skin, 0.7, tint(_SKIN, -26))
    stroke(painter, skin.translated(0.12, 0.16), 0.22, QColor(230, 232, 226, 160))
    for x in range(2, 21, 2):
        rule(painter, (x + 0.5, 0), (x + 0.5, 18), 0.022, tint(_SKIN, -50))
    for y in (2.2, 5.0, 13.0, 15.8):
        rule(painter, (0, y), (21, y), 0.022, tint(_SKIN, -50))
    for _plate in range(22):
        plate = QRectF(
            rnd.uniform(1, 19),
            rnd.choice((1.5, 2.4, 14.4, 15.3)),
            rnd.uniform(0.5, 1.6),
            rnd.uniform(0.3, 0.7),
        )
        put(
            painter,
            rect_path(plate, 0.04),
            tint(_SKIN, rnd.gauss(-6, 9)),
            line=0.018,
            edge=tint(_SKIN, -60),
        )
    for band in (QRectF(7.2, 0, 0.5, 18),):
        painter.fillRect(band, QColor(176, 74, 50, 225))
    painter.restore()
    for frame in deck.PODS:
        _pod(painter, QRectF(*frame), rnd)


def _pod(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    """Draw pipes and tanks under an opened cover of the hull."""
    put(painter, rect_path(frame, 0.2), QColor(58, 64, 70), line=0.04, edge=_EDGE)
    y = frame.top() + 0.25
    for number in range(5):
        colour = (QColor(150, 92, 58), QColor(116, 124, 128), QColor(86, 112, 104))[number % 3]
        for wide, tone in ((0.2, _EDGE), (0.14, colour), (0.04, tint(colour, 50))):
            rule(painter, (frame.left() + 0.2, y), (frame.right() - 0.2, y), wide, tone)
        y += 0.34
    for _tank in range(4):
        x = frame.left() + 1.0 + _tank * 2.4 + rnd.uniform(-0.2, 0.3)
        tank = QRectF(x, frame.top() + 0.22, 1.25, frame.height() - 0.44)
        drop(painter, rect_path(tank, 0.3), 0.16)
        put(painter, rect_path(tank, 0.34), QColor(196, 198, 190), line=0.036, edge=_EDGE)
        put(
            painter,
            rect_path(tank.adjusted(0.12, 0.12, -0.5, -0.12), 0.2),
            QColor(226, 228, 220),
            line=0,
        )
        painter.fillRect(QRectF(x, tank.center().y() - 0.1, 1.25, 0.2), QColor(196, 84, 54))


def _markings(painter: QPainter, rnd: Random) -> None:
    """Draw lines on the deck: the lane, the lift, places for containers."""
    for y in (8.05, 9.95):
        if y > 9:  # noqa: PLR2004 the lower line stops at the lift
            rule(painter, (9.4, y), (11.6, y), 0.09, _YELLOW)
            rule(painter, (14.4, y), (19.6, y), 0.09, _YELLOW)
        else:
            rule(painter, (9.4, y), (10.8, y), 0.09, _YELLOW)
    x, y, w, h = deck.LIFT
    for frame in (
        QRectF(x - 0.3, y - 0.28, w + 0.6, 0.24),
        QRectF(x - 0.3, y + h + 0.04, w + 0.6, 0.24),
    ):
        masonry.warning(painter, frame)
    masonry.warning(painter, QRectF(19.45, 7.1, 0.28, 3.8))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for left, top, wide, tall in (
        (15, 7, 3, 2),
        (15, 11, 4, 2),
        (10, 11, 1, 3),
        (16.2, 9.2, 2.4, 1.4),
    ):
        painter.setPen(ink(0.07, _WHITE))
        painter.drawRect(QRectF(left, top, wide, tall).adjusted(-0.06, -0.06, 0.06, 0.06))
    for _drip in range(9):
        at = (rnd.uniform(10, 19), rnd.uniform(6.5, 13.5))
        put(
            painter,
            blob(at, rnd.uniform(0.1, 0.5), rnd.uniform(0.08, 0.3), rnd, 0.3),
            QColor(30, 32, 36, 52),
            line=0,
        )


def _ramp(painter: QPainter) -> None:
    frame = QRectF(*deck.RAMP)
    drop(painter, rect_path(frame), 0.4, 210)
    put(painter, rect_path(frame, 0.03), QColor(120, 127, 130), line=0.045, edge=_EDGE)
    painter.setPen(ink(0.05, QColor(84, 90, 94)))
    x = frame.left() + 0.3
    while x < frame.right() - 0.2:
        painter.drawLine(QLineF(x, frame.top() + 0.35, x, frame.bottom() - 0.35))
        x += 0.2
    for y in (frame.top() + 0.06, frame.bottom() - 0.28):
        masonry.warning(painter, QRectF(frame.left() + 0.1, y, frame.width() - 0.2, 0.22))
    for number in range(3):
        x = frame.left() + 0.7 + number * 0.7
        arrow = polygon([(x, 8.5), (x + 0.4, 9.0), (x, 9.5), (x + 0.16, 9.0)])
        put(painter, arrow, _WHITE, line=0)


def _lift(painter: QPainter) -> None:
    x, y, w, h = deck.LIFT
    put(painter, rect_path(QRectF(x, y, w, h)), QColor(26, 29, 33), line=0.06, edge=_EDGE)
    for step, grey in enumerate((36, 46, 57, 66)):
        inner = QRectF(x, y, w, h).adjusted(0.1 + step * 0.06, 0.2 + step * 0.08, -0.04, -0.04)
        put(painter, rect_path(inner), rgb(grey, grey + 4, grey + 8), line=0.012, edge=_EDGE)
    platform = QRectF(x + 0.4, y + 0.5, w - 0.55, h - 0.65)
    put(painter, rect_path(platform, 0.05), QColor(88, 95, 100), line=0.03, edge=_EDGE)
    rule(
        painter,
        (platform.left() + 0.2, platform.top() + 0.2),
        (platform.right() - 0.2, platform.bottom() - 0.2),
        0.1,
        QColor(200, 158, 60, 190),
    )
    rule(
        painter,
        (platform.right() - 0.2, platform.top() + 0.2),
        (platform.left() + 0.2, platform.bottom() - 0.2),
        0.1,
        QColor(200, 158, 60, 190),
    )
    put(
        painter,
        round_path(platform.center().x(), platform.center().y(), 0.16),
        QColor(60, 66, 72),
        line=0.02,
        edge=_EDGE,
    )
