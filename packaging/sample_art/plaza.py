"""A paved plaza with a fountain, planters and arcades on three sides. 34 by 22 cells.

The plan, and its picture by day.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF
from sample_art import floors, light, nature, painting
from sample_art.plan import Plan, Room, Segment, Thing, block
from sample_art.textures import PX, image_of, noise, tinted

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

SQUARE, NORTH, SOUTH, EAST = (2, 3, 30, 19), (2, 1, 30, 3), (2, 19, 30, 21), (30, 1, 33, 21)
_BEDS = block(8, 6, 2, 2) | block(22, 6, 2, 2) | block(8, 14, 2, 2) | block(22, 14, 2, 2)
_PILLARS = tuple(
    Thing(f"pillar-{n}-{y}", "Pillar", "pillar", x, y, degree="half", height_m=4.0, solid=True)
    for y in (2, 19)
    for n, x in enumerate(range(5, 29, 6))
)
_SEED = 274

PLAZA = Plan(
    name="The plaza",
    width=34,
    height=22,
    rooms=(
        Room(*SQUARE, "flags"),
        Room(*NORTH, "slabs"),
        Room(*SOUTH, "slabs"),
        Room(*EAST, "planks"),
    ),
    segments=(
        Segment("arcade-n", (2, 1), (30, 1)),
        Segment("arcade-s", (2, 21), (30, 21)),
        Segment("bank-w1", (30, 3), (30, 9)),
        Segment("bank-door", (30, 9), (30, 12), "door", "Bank", "open"),
        Segment("bank-w2", (30, 12), (30, 19)),
        Segment("bank-n", (30, 1), (33, 1)),
        Segment("bank-e", (33, 1), (33, 21)),
        Segment("bank-s", (33, 21), (30, 21)),
    ),
    things=(
        Thing("fountain", "Fountain", "well", 15, 10, 2, 2, height_m=1.4, solid=True),
        Thing("stall-1", "Market stall", "counter", 11, 16, 3, 1, height_m=1.2),
        Thing("stall-2", "Market stall", "counter", 19, 4, 3, 1, height_m=1.2),
        Thing("crate-1", "Crate", "crate", 12, 8),
        Thing("crate-2", "Crate", "crate", 13, 8),
        Thing("casks", "Cask", "barrel", 20, 12),
        Thing("cart", "Cart", "cart", 5, 11, 2, 1),
        Thing("sacks", "Sacks", "sacks", 26, 16),
        *_PILLARS,
    ),
    trees=((9.0, 7.0, 1.3), (23.0, 7.0, 1.2), (9.0, 15.0, 1.2), (23.0, 15.0, 1.3)),
    ground={"undergrowth": _BEDS},
)


def paint(plan: Plan) -> QImage:
    """Paint the plaza by day."""
    rng, rnd = np.random.default_rng(_SEED), Random(_SEED)
    cells, size = (plan.width, plan.height), (plan.width * PX, plan.height * PX)
    dust = tinted(noise(rng, size, 380, 6), (128, 118, 100), (150, 140, 120), (166, 156, 136))
    painter = painting.brushes(image := image_of(dust))
    for room in plan.rooms:
        floors.lay(painter, room, rnd)
    painter.drawImage(QRectF(0, 0, *cells), light.wall_shade(plan, sun=True))
    nature.beds(painter, sorted(_BEDS), rnd)
    painting.furnish(painter, plan, rnd)
    for crown in plan.trees:
        nature.crown(painter, crown, rnd)
    painter.end()
    return painting.graded(image, plan, rng, painting.DAYLIGHT)
