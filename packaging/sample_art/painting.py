"""Paints a plan: ground, water, floors, walls, things, light. The same plan, the same picture."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from sample_art import floors, masonry, night, things
from sample_art.mill import BRIDGE
from sample_art.textures import PX, array_of, brush, image_of, noise, tinted

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtGui import QImage
    from sample_art.plan import Plan

    Sky = tuple[float, float, float]

NIGHT_SKY: Sky = (0.33, 0.4, 0.56)
DAYLIGHT: Sky = (1.16, 1.13, 1.06)
VAULT_DARK: Sky = (0.36, 0.39, 0.45)
_SEED = 1871


def paint(plan: Plan, sky: Sky, *, lamps: bool = True) -> QImage:
    """Return the picture of a plan.

    Args:
        plan: What is there.
        sky: The light without lamps.
        lamps: Whether the lamps burn.
    """
    underground = plan.is_underground
    rng, rnd = np.random.default_rng(_SEED), Random(_SEED)
    size = (plan.width * PX, plan.height * PX)
    image = image_of(_rock(rng, size) if underground else _meadow(rng, size))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if not underground:
        _paths(painter, rng, size, rnd)
        _water(painter, plan, rng, size)
        _bridge(painter, rnd)
    for room in plan.rooms:
        floors.lay(painter, room, rnd)
    if underground:
        _water(painter, plan, rng, size)
    for cell in sorted(plan.growth):
        things.bush(painter, cell, rnd)
    masonry.build(painter, plan.segments, rnd)
    masonry.strew(painter, plan.rubble, rnd)
    if not underground:
        _wheel(painter)
    for thing in plan.things:
        things.put(painter, thing, rnd)
    for crown in plan.trees:
        things.crown(painter, crown, rnd)
    for lamp in plan.lamps if lamps else ():
        if lamp.shown:
            things.lamp(painter, lamp.x, lamp.y)
    painter.end()
    grit = 0.86 + 0.28 * noise(rng, size, 6, 2)[..., None]
    colours = array_of(image) * grit
    daylight = colours * np.array(sky, np.float32)
    return image_of(night.lit(colours, plan, sky) if lamps else daylight)


def _meadow(rng: np.random.Generator, size: tuple[int, int]) -> NDArray[np.float32]:
    grass = tinted(noise(rng, size, 300, 6), (52, 66, 38), (86, 98, 56), (112, 112, 66))
    blades = 0.8 + 0.4 * noise(rng, size, 9, 3)[..., None]
    return grass * blades


def _rock(rng: np.random.Generator, size: tuple[int, int]) -> NDArray[np.float32]:
    rough = tinted(noise(rng, size, 170, 7), (44, 42, 40), (78, 73, 66), (118, 111, 100))
    ridges = np.abs(noise(rng, size, 110, 6) - 0.5)[..., None]
    rocks: NDArray[np.float32] = rough * (0.45 + 3.4 * np.minimum(ridges, 0.2))
    return rocks


def _paths(painter: QPainter, rng: np.random.Generator, size: tuple[int, int], rnd: Random) -> None:
    """Draw trodden earth: the yard and the ways to it."""
    earth = tinted(noise(rng, size, 120, 6), (84, 68, 48), (122, 102, 74), (146, 126, 94))
    yard = _curve(((-2, 13.6), (4, 14.4), (9, 14), (14, 17), (19, 17.4), (25, 16.4), (29, 15)))
    lane = _curve(((12, 17), (15, 20), (15.5, 22), (16, 26)))
    garden = _curve(((9, 14), (7, 12.5), (6.4, 10), (8, 8), (11, 6.5)))
    east = _curve(((32, 15), (34, 15), (37, 13.5)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for way, wide in ((yard, 3.0), (lane, 2.6), (garden, 1.2), (east, 1.9)):
        for more, strength in ((0.9, 70), (0.45, 120)):
            painter.setPen(_round_pen(QColor(74, 66, 44, strength), (wide + more) * PX))
            painter.drawPath(way)
    for way, wide in ((yard, 3.0), (lane, 2.6), (garden, 1.2), (east, 1.9)):
        pen = _round_pen(QColor(), wide * PX)
        pen.setBrush(brush(earth))
        painter.setPen(pen)
        painter.drawPath(way)
    painter.setPen(Qt.PenStyle.NoPen)
    for _pebble in range(900):
        at = yard.pointAtPercent(rnd.random())
        x, y = at.x() + rnd.gauss(0, 0.9) * PX, at.y() + rnd.gauss(0, 0.9) * PX
        tint = rnd.randint(-20, 26)
        painter.setBrush(QColor(112 + tint, 98 + tint, 76 + tint, 190))
        painter.drawEllipse(QPointF(x, y), rnd.uniform(1.5, 5), rnd.uniform(1.5, 4))


def _curve(points: tuple[tuple[float, float], ...]) -> QPainterPath:
    """Return a smooth line through points, given in cells."""
    at = [QPointF(x * PX, y * PX) for x, y in points]
    path = QPainterPath(at[0])
    for one, two in pairwise(at[1:]):
        path.quadTo(one, (one + two) / 2)
    path.lineTo(at[-1])
    return path


def _round_pen(colour: QColor, width_px: float) -> QPen:
    pen = QPen(colour, width_px)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen


def _water(painter: QPainter, plan: Plan, rng: np.random.Generator, size: tuple[int, int]) -> None:
    """Draw water over its cells, with a soft bank."""
    if not plan.water:
        return
    shape = QPainterPath()
    shape.setFillRule(Qt.FillRule.WindingFill)
    for x, y in sorted(plan.water | (BRIDGE if plan.trees else frozenset())):
        shape.addRoundedRect(QRectF((x - 0.12) * PX, (y - 0.12) * PX, 1.24 * PX, 1.24 * PX), 16, 16)
    shape = shape.simplified()
    ripples = np.abs(noise(rng, size, 64, 5) - 0.5) * 2
    water = tinted(1 - ripples, (22, 46, 56), (36, 70, 80), (52, 94, 102), (120, 160, 162))
    for wide, colour in ((34, QColor(50, 44, 28, 120)), (16, QColor(34, 30, 22, 220))):
        painter.setPen(_round_pen(colour, wide))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(shape)
    painter.setPen(_round_pen(QColor(16, 32, 38), 5))
    painter.setBrush(brush(water))
    painter.drawPath(shape)
    painter.save()
    painter.setClipPath(shape)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for wide, strength in ((90, 38), (50, 50), (22, 70)):
        painter.setPen(_round_pen(QColor(8, 18, 22, strength), wide))
        painter.drawPath(shape)
    painter.restore()


def _bridge(painter: QPainter, rnd: Random) -> None:
    left, top = min(BRIDGE)
    right, bottom = max(BRIDGE)
    frame = QRectF((left - 0.3) * PX, top * PX, (right - left + 1.6) * PX, (bottom - top + 1) * PX)
    painter.fillRect(frame.translated(6, 12), QColor(0, 0, 0, 110))
    x = frame.left()
    while x < frame.right() - 4:
        tint = rnd.randint(-16, 16)
        painter.setPen(QPen(QColor("#1E140B"), 2.2))
        painter.setBrush(QColor(118 + tint, 88 + tint, 56 + tint))
        painter.drawRect(QRectF(x, frame.top() + rnd.uniform(-5, 5), 27, frame.height()))
        x += 28
    painter.setBrush(QColor("#5A4026"))
    for y in (frame.top() + 2, frame.bottom() - 14):
        painter.drawRect(QRectF(frame.left() - 8, y, frame.width() + 16, 12))


def _wheel(painter: QPainter) -> None:
    """Draw the mill's wheel, seen from above, in the race beside the house."""
    wheel = QRectF(27.55 * PX, 8.3 * PX, 1.1 * PX, 4.2 * PX)
    painter.fillRect(wheel.translated(6, 9), QColor(0, 0, 0, 120))
    painter.setPen(QPen(QColor("#1B120A"), 3))
    painter.setBrush(QColor("#5E4225"))
    painter.drawRect(wheel)
    painter.setBrush(QColor("#86633A"))
    for part in range(9):
        y = wheel.top() + wheel.height() * (part + 0.15) / 9
        painter.drawRect(QRectF(wheel.left() - 9, y, wheel.width() + 18, 17))
    painter.setBrush(QColor("#3E2B18"))
    painter.drawRect(QRectF(27 * PX, wheel.center().y() - 9, 0.6 * PX, 18))
