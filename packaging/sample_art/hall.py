"""A station hall between its platform and the street: office, ticket booth, store. 38 by 22 cells.

The plan, and its picture.
"""

from __future__ import annotations

import math
from random import Random
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor
from sample_art import floors, light, painting
from sample_art.kit import (
    blob,
    curve,
    drop,
    polygon,
    put,
    rect_path,
    round_path,
    rule,
    stroke,
    tint,
)
from sample_art.plan import Lamp, Plan, Room, Segment, Thing, block
from sample_art.textures import PX, image_of, noise, tinted

if TYPE_CHECKING:
    from PySide6.QtGui import QImage, QPainter

WIDTH, HEIGHT = 38, 22
_HALL, _OFFICE, _BOOTH, _STORE = (2, 2, 36, 20), (2, 2, 9, 8), (15, 9, 21, 13), (28, 15, 36, 20)
_PILLARS = tuple((x, y) for y in (5, 17) for x in (12, 24, 30) if (x, y) != (30, 17))
_CLOCK = (25.0, 11.0)
_SEED = 1907
_PALE, _DARK, _BRASS = QColor(198, 190, 176), QColor(160, 144, 130), QColor(178, 142, 84)
_GASLIGHT = (0.9, 0.88, 0.84)

HALL = Plan(
    name="Station hall",
    width=WIDTH,
    height=HEIGHT,
    rooms=(Room(*_OFFICE, "planks"), Room(*_BOOTH, "planks"), Room(*_STORE, "slabs")),
    segments=(
        Segment("hall-n", (2, 2), (36, 2)),
        Segment("hall-s", (2, 20), (36, 20)),
        Segment("hall-w1", (2, 2), (2, 12)),
        Segment("platform-door", (2, 12), (2, 15), "door", "Platform", "closed"),
        Segment("hall-w2", (2, 15), (2, 20)),
        Segment("hall-e1", (36, 2), (36, 9)),
        Segment("gate", (36, 9), (36, 13), "door", "Gate", "closed"),
        Segment("hall-e2", (36, 13), (36, 20)),
        Segment("office-s", (2, 8), (9, 8)),
        Segment("office-e1", (9, 2), (9, 4)),
        Segment("office-door", (9, 4), (9, 6), "door", "Office", "closed"),
        Segment("office-e2", (9, 6), (9, 8)),
        Segment("booth-n", (15, 9), (21, 9)),
        Segment("booth-s", (15, 13), (21, 13)),
        Segment("booth-w", (15, 9), (15, 13)),
        Segment("booth-counter", (21, 9), (21, 13), "window", "Counter"),
        Segment("store-n", (28, 15), (36, 15)),
        Segment("store-w1", (28, 15), (28, 17)),
        Segment("store-door", (28, 17), (28, 19), "door", "Store", "closed"),
        Segment("store-w2", (28, 19), (28, 20)),
    ),
    things=(
        Thing("barrier", "Ticket barrier", "counter", 4, 10, 1, 5, height_m=1.1),
        *(
            Thing(f"bench-{x}", "Bench", "bench", x, 15, 2, 1, "quarter", height_m=0.6)
            for x in (11, 14, 17, 20, 23)
        ),
        *(
            Thing(f"pillar-{x}-{y}", "Pillar", "pillar", x, y, height_m=4.0, blocks_sight=True)
            for x, y in _PILLARS
        ),
        Thing("desk", "Desk", "long_table", 4, 3, 2, 1, "quarter", height_m=0.8),
        Thing("files", "Files", "shelf", 2, 6, 3, 1, height_m=1.8),
        Thing("ledger", "Ticket desk", "counter", 19, 10, 1, 2, height_m=1.0),
        Thing("trunk-1", "Trunk", "chest", 33, 16, height_m=0.7),
        Thing("trunk-2", "Trunk", "chest", 34, 16, height_m=0.7),
        Thing("goods-1", "Goods", "crate", 34, 18, 2, 1),
        Thing("goods-2", "Goods", "sacks", 31, 18),
        Thing("cart", "Luggage cart", "cart", 29, 13, 2, 1),
    ),
    lamps=(
        Lamp(12.5, 5.5, 7.0, strength=0.42),
        Lamp(24.5, 5.5, 7.0, strength=0.42),
        Lamp(30.5, 5.5, 6.0, strength=0.42),
        Lamp(12.5, 17.5, 7.0, strength=0.42),
        Lamp(24.5, 17.5, 7.0, strength=0.42),
        Lamp(5.5, 5.0, 4.5, strength=0.4),
        Lamp(17.5, 11.0, 4.0, strength=0.4),
        Lamp(32.0, 17.4, 5.0, strength=0.35),
    ),
    ground={"rubble": block(26, 7, 3, 2)},
)


def paint(plan: Plan) -> QImage:
    """Paint the hall, the platform before it and the street behind it."""
    rng, rnd = np.random.default_rng(_SEED), Random(_SEED)
    size = (WIDTH * PX, HEIGHT * PX)
    street = tinted(noise(rng, size, 300, 5), (96, 92, 88), (112, 108, 102), (126, 121, 113))
    image = image_of(street)
    painter = painting.brushes(image)
    floors.cobbles(painter, rect_path(QRectF(0, 0, WIDTH, HEIGHT)), rnd)
    _platform(painter, rnd)
    _marble(painter, rnd)
    _clock(painter)
    for room in plan.rooms:
        floors.lay(painter, room, rnd)
    painter.drawImage(QRectF(0, 0, WIDTH, HEIGHT), light.wall_shade(plan, sun=False))
    painting.furnish(painter, plan, rnd)
    painter.end()
    return painting.graded(image, plan, rng, _GASLIGHT)


def _platform(painter: QPainter, rnd: Random) -> None:
    """Draw the flags of the platform, its pale edge, and the rails beside it."""
    frame = QRectF(0, 0, 2, HEIGHT)
    painter.fillRect(frame, QColor(70, 66, 62))
    for sleeper in range(HEIGHT * 2):
        put(painter, rect_path(QRectF(0, sleeper / 2 + 0.12, 0.78, 0.24)), QColor(88, 66, 48))
    for x in (0.2, 0.62):
        for wide, colour in ((0.12, QColor(42, 42, 46)), (0.05, QColor(176, 178, 180))):
            rule(painter, (x, 0), (x, HEIGHT), wide, colour)
    edge = QRectF(0.95, 0, 1.05, HEIGHT)
    drop(painter, rect_path(edge), 0.12, 150)
    for stone in range(HEIGHT):
        colour = tint(QColor(158, 152, 142), rnd.gauss(0, 6))
        put(painter, rect_path(QRectF(0.95, stone, 1.05, 1), 0.02), colour, line=0.016)
    rule(painter, (1.1, 0), (1.1, HEIGHT), 0.12, QColor(226, 214, 168))


def _marble(painter: QPainter, rnd: Random) -> None:
    """Lay the floor of the hall: pale and dark squares set on edge, a border of dark stone."""
    x0, y0, x1, y1 = _HALL
    frame = QRectF(x0, y0, x1 - x0, y1 - y0)
    painter.save()
    painter.setClipRect(frame)
    painter.fillRect(frame, _PALE)
    for row in range((y1 - y0) * 2 + 2):
        for column in range(x1 - x0 + 2):
            x, y = x0 + column + (row % 2) / 2, y0 + row / 2
            base = _DARK if row % 2 else _PALE
            tile = polygon([(x, y - 0.5), (x + 0.5, y), (x, y + 0.5), (x - 0.5, y)])
            put(painter, tile, tint(base, rnd.gauss(0, 5)), line=0.012, edge=QColor(92, 82, 74))
    for _vein in range(150):
        x, y = rnd.uniform(x0, x1), rnd.uniform(y0, y1)
        points = [(x + n * 0.16, y + rnd.uniform(-0.12, 0.12)) for n in range(4)]
        stroke(painter, curve(points), 0.012, QColor(250, 246, 236, 90))
    for _stain in range(36):
        at = (rnd.uniform(x0, x1), rnd.uniform(y0, y1))
        stain = blob(at, rnd.uniform(0.3, 0.9), rnd.uniform(0.2, 0.5), rnd, 0.3)
        put(painter, stain, QColor(70, 58, 46, 26), line=0)
    painter.restore()
    for inset, wide, colour in ((0.55, 0.5, tint(_DARK, -52)), (0.9, 0.07, _BRASS)):
        ring = rect_path(frame.adjusted(inset, inset, -inset, -inset))
        stroke(painter, ring, wide, colour)


def _clock(painter: QPainter) -> None:
    """Draw the face of a clock, let into the floor before the booth."""
    x, y = _CLOCK
    for radius, colour in ((2.3, tint(_DARK, -66)), (2.1, _BRASS), (2.0, _PALE), (0.5, _BRASS)):
        put(painter, round_path(x, y, radius), colour, line=0.03)
    for hour in range(12):
        turn = hour * math.tau / 12
        a = (x + math.cos(turn) * 1.55, y + math.sin(turn) * 1.55)
        b = (x + math.cos(turn) * 1.88, y + math.sin(turn) * 1.88)
        rule(painter, a, b, 0.14 if hour % 3 == 0 else 0.07, tint(_DARK, -96))
    for turn, long in ((-0.6, 1.0), (1.9, 1.5)):
        end = (x + math.cos(turn) * long, y + math.sin(turn) * long)
        rule(painter, (x, y), end, 0.1, tint(_DARK, -110))
