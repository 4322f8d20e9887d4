"""A plaza round a fountain, between an arcade and the steps of a customs hall. 36 by 22 cells.

The plan, and its picture by day.
"""

from __future__ import annotations

import math
from random import Random
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor
from sample_art import floors, light, nature, painting
from sample_art.kit import blob, polygon, put, rect_path, round_path
from sample_art.kit import tint as shade
from sample_art.plan import Plan, Room, Segment, Stairs, Thing
from sample_art.textures import PX, image_of, noise, tinted

if TYPE_CHECKING:
    from PySide6.QtGui import QImage, QPainter, QPainterPath

WIDTH, HEIGHT = 36, 22
FOUNTAIN = (17.0, 11.0)
_HALL = (31, 5, 36, 17)
_ARCADE = (6, 0, 28, 4)
_SEED = 388
_PALE, _DARK = QColor(196, 186, 168), QColor(150, 126, 108)

PLAZA = Plan(
    name="Customs plaza",
    width=WIDTH,
    height=HEIGHT,
    rooms=(Room(*_ARCADE, "flags"), Room(*_HALL, "flags"), Room(4, 19, 24, 22, "planks")),
    segments=(
        Segment("arcade-w", (6, 0), (6, 4)),
        Segment("arcade-e", (28, 0), (28, 4)),
        Segment("hall-w1", (31, 5), (31, 6)),
        Segment("hall-door-1", (31, 6), (31, 8), "door", "Customs hall", "open"),
        Segment("hall-w2", (31, 8), (31, 9)),
        Segment("hall-window", (31, 9), (31, 13), "window", "Hall window"),
        Segment("hall-w3", (31, 13), (31, 14)),
        Segment("hall-door-2", (31, 14), (31, 16), "door", "Customs hall", "closed"),
        Segment("hall-w4", (31, 16), (31, 17)),
        Segment("hall-n", (31, 5), (36, 5)),
        Segment("hall-s", (31, 17), (36, 17)),
        Segment("shops-w", (4, 19), (4, 22)),
        Segment("shops-n1", (4, 19), (8, 19)),
        Segment("shop-door-1", (8, 19), (9, 19), "door", "Chandler", "open"),
        Segment("shops-n2", (9, 19), (12, 19)),
        Segment("shop-window", (12, 19), (15, 19), "window", "Shop window"),
        Segment("shops-n3", (15, 19), (19, 19)),
        Segment("shop-door-2", (19, 19), (20, 19), "door", "Coffee house", "closed"),
        Segment("shops-n4", (20, 19), (24, 19)),
        Segment("shops-e", (24, 19), (24, 22)),
        Segment("shops-wall", (14, 19), (14, 22)),
        Segment("planter-n", (10, 7), (13, 7), "low", "Planter"),
        Segment("planter-s", (10, 15), (13, 15), "low", "Planter"),
        Segment("planter-e", (22, 15), (25, 15), "low", "Planter"),
    ),
    things=(
        Thing("fountain", "Fountain", "fountain", 15, 9, 4, 4, height_m=1.4, solid=True),
        *(
            Thing(f"column-{x}", "Column", "pillar", x, 4, height_m=4.0, solid=True)
            for x in (6, 9, 12, 15, 18, 21, 24, 27)
        ),
        Thing("statue-1", "Statue", "statue", 22, 7, height_m=2.2, solid=True),
        Thing("statue-2", "Statue", "statue", 11, 11, height_m=2.2, solid=True),
        Thing("table-1", "Coffee table", "round_table", 20, 17, 1, 1, "quarter", height_m=0.8),
        Thing("table-2", "Coffee table", "round_table", 22, 17, 1, 1, "quarter", height_m=0.8),
        Thing("stall", "Market cart", "cart", 6, 8, 2, 1),
        Thing("cask-1", "Cask", "barrel", 5, 14),
        Thing("cask-2", "Cask", "barrel", 6, 14),
        Thing("crate-1", "Crate", "crate", 5, 15),
        Thing("crate-2", "Crate", "crate", 25, 17),
        Thing("sacks-1", "Sacks", "sacks", 14, 17),
        Thing("desk", "Customs desk", "counter", 33, 9, 1, 3, "half", height_m=1.0),
        Thing("bags-1", "Sandbags", "sandbags", 28, 9, 1, 3, height_m=1.0),
        Thing("bags-2", "Sandbags", "sandbags", 29, 12, 1, 1, height_m=1.0),
        Thing("bags-3", "Sandbags", "sandbags", 29, 8, 1, 1, height_m=1.0),
        Thing("bags-4", "Sandbags", "sandbags", 5, 10, 1, 3, height_m=1.0),
        Thing("ammo", "Case", "case", 30, 12, 1, 1, "quarter"),
    ),
    stairs=(Stairs(29, 6, 2, 2, "e", "stone"), Stairs(29, 14, 2, 2, "e", "stone")),
    trees=(
        (9.4, 6.6, 1.1),
        (13.8, 15.6, 1.1),
        (23.5, 15.7, 1.0),
        (2.2, 2.4, 1.5),
        (29.6, 19.8, 1.4),
    ),
)


def paint(plan: Plan) -> QImage:
    """Paint the plaza by day."""
    rng, rnd = np.random.default_rng(_SEED), Random(_SEED)
    size = (plan.width * PX, plan.height * PX)
    stone = tinted(noise(rng, size, 380, 5), (164, 152, 134), (180, 168, 150), (196, 186, 170))
    image = image_of(stone)
    painter = painting.brushes(image)
    _paving(painter, rnd)
    for room in plan.rooms:
        floors.lay(painter, room, rnd)
    painter.drawImage(QRectF(0, 0, plan.width, plan.height), light.wall_shade(plan, sun=True))
    painting.furnish(painter, plan, rnd)
    for crown in plan.trees:
        nature.crown(painter, crown, rnd)
    painter.end()
    return painting.graded(image, plan, rng, painting.DAYLIGHT)


def _paving(painter: QPainter, rnd: Random) -> None:
    """Lay stones in a grid with bands, and in rings about the fountain."""
    for row in range(HEIGHT * 2):
        for column in range(WIDTH):
            x, y = column + (row % 2) / 2, row / 2
            band = column % 6 == 0 or row % 12 == 0
            colour = shade(_DARK if band else _PALE, rnd.gauss(-4, 7), 150)
            stone = QRectF(x + 0.015, y + 0.015, 0.97, 0.47)
            put(painter, rect_path(stone, 0.03), colour, line=0.014, edge=QColor(104, 94, 82, 190))
    _rings(painter, rnd)
    for _stain in range(40):
        at = (rnd.uniform(0, WIDTH), rnd.uniform(5, 19))
        stain = blob(at, rnd.uniform(0.2, 0.9), rnd.uniform(0.15, 0.5), rnd, 0.3)
        put(painter, stain, QColor(86, 76, 64, 30), line=0)


def _rings(painter: QPainter, rnd: Random) -> None:
    x, y = FOUNTAIN
    put(painter, round_path(x, y, 5.1), QColor(104, 92, 80), line=0.04)
    for ring in range(5, 0, -1):
        outer, count = ring + 0.0, 12 + ring * 8
        for step in range(count):
            wedge = _ring_stone((x, y), (outer - 0.98, outer - 0.03), step, count)
            base = _DARK if ring % 2 or step % 4 == 0 else _PALE
            put(painter, wedge, shade(base, rnd.gauss(0, 7)), line=0.016, edge=QColor(96, 84, 72))


def _ring_stone(
    middle: tuple[float, float], reach: tuple[float, float], step: int, count: int
) -> QPainterPath:
    """Return one stone of a ring, between two radii."""
    turns = [(step + part) * math.tau / count for part in (0.03, 0.5, 0.97)]
    inner, outer = reach
    points = [
        (middle[0] + math.cos(turn) * far, middle[1] + math.sin(turn) * far)
        for far, order in ((outer, turns), (inner, turns[::-1]))
        for turn in order
    ]
    return polygon(points)
