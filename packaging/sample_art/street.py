"""Paints the quay road: asphalt, lanes, kerbs, roofs of warehouses, the yard, in plain daylight."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPen
from sample_art import masonry, painting, quay
from sample_art.kit import blob, curve, drop, put, rect_path, rgb, rule, stroke, tint
from sample_art.textures import PX, image_of, noise, tinted

if TYPE_CHECKING:
    from PySide6.QtGui import QImage, QPainter
    from sample_art.plan import Plan

DAYLIGHT = (1.02, 1.01, 0.98)
_SEED = 612
_ASPHALT = QColor(84, 87, 91)
_KERB = QColor(188, 184, 174)
_WHITE = QColor(236, 234, 224, 205)
_YELLOW = QColor(226, 182, 70, 225)
_EDGE = QColor(30, 32, 35)
_TIN, _BRICK = QColor(132, 146, 152), QColor(150, 104, 82)


def paint(plan: Plan) -> QImage:
    """Paint the road."""
    rng, rnd = np.random.default_rng(_SEED), Random(_SEED)
    cells, size = (plan.width, plan.height), (plan.width * PX, plan.height * PX)
    paving = tinted(noise(rng, size, 420, 5), (168, 164, 152), (182, 178, 166), (194, 190, 179))
    image = image_of(paving)
    painter = painting.brushes(image)
    _paving(painter, cells)
    yard = QRectF(*quay.YARD)
    put(painter, rect_path(yard), QColor(152, 150, 143), line=0)
    _roads(painter, rnd)
    _markings(painter, cells)
    _wear(painter, rnd)
    for frame, look in quay.ROOFS:
        _roof(painter, QRectF(*frame), rnd, tin=look == "tin")
    masonry.warning(painter, QRectF(43.7, 8.72, 5.6, 0.2))
    masonry.warning(painter, QRectF(43.7, 11.08, 5.6, 0.2))
    painting.furnish(painter, plan, rnd, metal=True)
    painter.end()
    return painting.graded(image, plan, rng, DAYLIGHT)


def _paving(painter: QPainter, cells: tuple[int, int]) -> None:
    """Draw the joints of the paving stones."""
    for x in range(0, cells[0] + 1, 2):
        rule(painter, (x, 0), (x, cells[1]), 0.03, QColor(140, 136, 126))
    for y in range(0, cells[1] + 1, 2):
        rule(painter, (0, y), (cells[0], y), 0.03, QColor(140, 136, 126))


def _roads(painter: QPainter, rnd: Random) -> None:
    """Draw both roads with their kerbs, and patches of newer asphalt."""
    frames = [QRectF(*quay.SIDE_ROAD), QRectF(*quay.ROAD)]
    for frame in frames:
        kerb = frame.adjusted(-0.16, -0.16, 0.16, 0.16)
        drop(painter, rect_path(kerb), 0.12, 120)
        put(painter, rect_path(kerb), _KERB, line=0.02, edge=QColor(120, 117, 108))
    for frame in frames:
        put(painter, rect_path(frame), _ASPHALT, line=0)
    for _patch in range(14):
        x, y = rnd.uniform(0, 57), rnd.uniform(6.2, 11)
        patch = QRectF(x, y, rnd.uniform(1.2, 4), rnd.uniform(0.5, 1.6))
        put(painter, rect_path(patch, 0.08), tint(_ASPHALT, rnd.uniform(-9, 9)), line=0)


def _markings(painter: QPainter, cells: tuple[int, int]) -> None:
    """Draw the middle lines, the edges, the crossings."""
    x, y, w, h = quay.ROAD
    sx, _sy, sw, sh = quay.SIDE_ROAD
    dashes = QPen(_WHITE, 0.16)
    dashes.setDashPattern([9, 8])
    dashes.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(dashes)
    middle = y + h / 2
    for a, b in ((x, sx - 1.6), (sx + sw + 1.6, x + w)):
        painter.drawLine(QLineF(a, middle, b, middle))
    upright = sx + sw / 2
    for a, b in ((0, y - 1.4), (y + h + 1.4, sh)):
        painter.drawLine(QLineF(upright, a, upright, b))
    for edge in (y + 0.22, y + h - 0.22):
        for a, b in ((x, sx - 0.2), (sx + sw + 0.2, cells[0])):
            rule(painter, (a, edge), (b, edge), 0.09, _YELLOW)
    for stripe in range(7):
        top = y + 0.45 + stripe * 0.9
        for left in (sx - 1.5, sx + sw + 0.3):
            painter.fillRect(QRectF(left, top, 1.2, 0.5), _WHITE)
    for stripe in range(6):
        left = sx + 0.5 + stripe * 0.9
        for top in (y - 1.3, y + h + 0.2):
            painter.fillRect(QRectF(left, top, 0.5, 1.1), _WHITE)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(_WHITE, 0.07))
    for bay in range(6):
        painter.drawLine(QLineF(35 + bay * 2, 14.4, 35 + bay * 2, 15.6))


def _wear(painter: QPainter, rnd: Random) -> None:
    """Draw stains, cracks, and the rubber that tyres have left."""
    for _stain in range(34):
        at = (rnd.uniform(0, 60), rnd.uniform(6, 13))
        stain = blob(at, rnd.uniform(0.2, 0.8), rnd.uniform(0.12, 0.4), rnd, 0.3)
        put(painter, stain, QColor(48, 50, 54, 46), line=0)
    for _crack in range(26):
        x, y = rnd.uniform(0, 60), rnd.uniform(6.3, 12.6)
        points = [(x, y)]
        for _bend in range(4):
            x, y = x + rnd.uniform(0.1, 0.5), y + rnd.uniform(-0.25, 0.25)
            points.append((x, y))
        stroke(painter, curve(points), 0.025, QColor(52, 54, 58, 190))
    for x, y in ((20, 7.6), (31, 10.6), (50, 7.4)):
        for by in (0.0, 1.1):
            bent = [(x, y + by), (x + 2.2, y + by + 0.1), (x + 4.6, y + by + 0.7)]
            stroke(painter, curve(bent), 0.2, QColor(38, 40, 43, 95))


def _roof(painter: QPainter, frame: QRectF, rnd: Random, *, tin: bool) -> None:
    """Draw the roof of a warehouse: ribs or tiles, a ridge, skylights, ducts."""
    base = tint(_TIN if tin else _BRICK, rnd.uniform(-12, 12))
    drop(painter, rect_path(frame), 0.75, 215)
    put(painter, rect_path(frame), base, line=0.08, edge=_EDGE)
    painter.save()
    painter.setClipRect(frame)
    step = 0.42 if tin else 0.3
    x = frame.left()
    while x < frame.right():
        shade = tint(base, rnd.gauss(-14, 5), 200)
        rule(painter, (x, frame.top()), (x, frame.bottom()), 0.035, shade)
        x += step
    if not tin:
        y = frame.top()
        while y < frame.bottom():
            rule(painter, (frame.left(), y), (frame.right(), y), 0.02, tint(base, -22, 180))
            y += 0.42
    ridge = frame.center().y()
    light = QRectF(frame.left(), frame.top(), frame.width(), frame.height() / 2)
    painter.fillRect(light, QColor(255, 255, 255, 22))
    rule(painter, (frame.left(), ridge), (frame.right(), ridge), 0.14, tint(base, 32))
    painter.restore()
    left = frame.left() + 1.2
    while left < frame.right() - 2.2:
        glass = QRectF(left, ridge - 1.35, 1.5, 0.8)
        put(painter, rect_path(glass, 0.05), QColor(176, 204, 214), line=0.04, edge=_EDGE)
        rule(painter, (left + 0.75, ridge - 1.35), (left + 0.75, ridge - 0.55), 0.04, _EDGE)
        left += 3.4
    vent = QRectF(frame.right() - 1.6, ridge + 0.6, 0.9, 0.9)
    drop(painter, rect_path(vent, 0.1), 0.25, 200)
    put(painter, rect_path(vent, 0.1), rgb(112, 118, 122), line=0.04, edge=_EDGE)
