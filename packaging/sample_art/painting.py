"""Paints the inn, and what all maps share. The same plan gives the same picture."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter
from sample_art import floors, heron, light, masonry, nature, things
from sample_art.kit import boards, drop, polygon, put, rect_path, rule
from sample_art.textures import PX, array_of, image_of, noise

if TYPE_CHECKING:
    from PySide6.QtGui import QImage
    from sample_art.plan import Plan

DAYLIGHT = (1.03, 1.01, 0.96)
_SEED = 1871
_PILES = QColor(112, 78, 46)


def brushes(image: QImage) -> QPainter:
    """Return a painter on an image that counts in cells."""
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.scale(PX, PX)
    return painter


def inn(plan: Plan) -> QImage:
    """Paint the inn by the river in daylight."""
    rng, rnd = np.random.default_rng(_SEED), Random(_SEED)
    cells, size = (plan.width, plan.height), (plan.width * PX, plan.height * PX)
    image = image_of(nature.meadow(rng, size))
    painter = brushes(image)
    nature.tufts(painter, cells, rnd)
    nature.ways(painter, rng, size, heron.WAYS, rnd)
    floors.cobbles(painter, polygon(heron.YARD), rnd)
    nature.river(painter, rng, size, (heron.RIVER, heron.RIVER_HALF), rnd)
    nature.beds(painter, sorted(heron.BEDS), rnd)
    _bridge(painter, rnd)
    _jetty(painter, rnd)
    for room in plan.rooms:
        if not room.storey:
            floors.lay(painter, room, rnd)
    floors.rug(painter, QRectF(*heron.RUG), QColor(142, 54, 50))
    painter.drawImage(QRectF(0, 0, *cells), light.wall_shade(plan, sun=True))
    furnish(painter, plan, rnd)
    for crown in plan.trees:
        nature.crown(painter, crown, rnd)
    painter.end()
    return graded(image, plan, rng, DAYLIGHT)


def furnish(painter: QPainter, plan: Plan, rnd: Random, *, metal: bool = False) -> None:
    """Draw what stands on the ground: undergrowth, rubble, galleries, stairs, walls, things."""
    for cell in sorted(plan.growth):
        reeds = cell in heron.REEDS
        (nature.reeds if reeds else nature.bush)(painter, cell, rnd)
    for room in plan.rooms:
        if room.storey:
            floors.lay(painter, room, rnd)
    for flight in plan.stairs:
        floors.flight(painter, flight, rnd)
    masonry.build(painter, plan.segments, rnd, metal=metal)
    masonry.strew(painter, plan.ground.get("rubble", frozenset()), rnd)
    for thing in plan.things:
        if thing.look != "none":
            things.place(painter, thing, rnd)


def graded(
    image: QImage, plan: Plan, rng: np.random.Generator, sky: tuple[float, float, float]
) -> QImage:
    """Return the picture under its light, with a little unevenness in all colours."""
    size = (image.width(), image.height())
    uneven = 0.95 + 0.1 * noise(rng, size, 260, 4)[..., None]
    return image_of(light.lit(array_of(image) * uneven, plan, sky))


def _bridge(painter: QPainter, rnd: Random) -> None:
    frame = QRectF(16.6, 11, 6.8, 2)
    drop(painter, rect_path(frame), 0.5, 200)
    boards(painter, frame, rnd, QColor(164, 122, 78), wide=0.3, upright=True)
    for y in (frame.top() + 0.06, frame.bottom() - 0.06):
        rule(painter, (frame.left(), y), (frame.right(), y), 0.16, QColor(44, 30, 18))
        rule(painter, (frame.left(), y), (frame.right(), y), 0.11, QColor(140, 98, 58))


def _jetty(painter: QPainter, rnd: Random) -> None:
    frame = QRectF(16.1, 16.05, 2.8, 0.9)
    drop(painter, rect_path(frame), 0.3, 190)
    boards(painter, frame, rnd, QColor(156, 118, 76), wide=0.28, upright=True)
    for x in (16.3, 17.6, 18.8):
        for y in (16.05, 16.95):
            put(painter, rect_path(QRectF(x - 0.09, y - 0.09, 0.18, 0.18), 0.05), _PILES)
