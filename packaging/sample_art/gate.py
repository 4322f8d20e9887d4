"""The gate passage of a hill fort: two halls, a long passage, guardrooms beside it. 28 by 13 cells.

The plan, and its picture by torchlight.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor
from sample_art import floors, light, painting
from sample_art.plan import Lamp, Plan, Room, Segment, Thing, block
from sample_art.textures import PX, image_of, noise, tinted

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

WEST, PASSAGE, EAST = (1, 1, 8, 12), (8, 5, 20, 8), (20, 1, 27, 12)
NORTH, SOUTH = (11, 1, 16, 5), (12, 8, 17, 12)
RUG = (21.4, 5.2, 3.2, 2.6)
TORCHLIGHT = (0.46, 0.46, 0.52)
_FIRE = (1.0, 0.66, 0.32)
_SEED = 412
_ROOMS = (WEST, PASSAGE, EAST, NORTH, SOUTH)
_FLOORS = frozenset().union(*(block(x0, y0, x1 - x0, y1 - y0) for x0, y0, x1, y1 in _ROOMS))
_RUBBLE = frozenset({(10, 7), (11, 7), (11, 6), (17, 5), (18, 5)})

GATE = Plan(
    name="The gate passage",
    width=28,
    height=13,
    rooms=(
        Room(*WEST, "flags"),
        Room(*PASSAGE, "slabs"),
        Room(*EAST, "flags"),
        Room(*NORTH, "planks"),
        Room(*SOUTH, "planks"),
    ),
    segments=(
        Segment("w-n", (1, 1), (8, 1)),
        Segment("w-w", (1, 1), (1, 12)),
        Segment("w-s", (1, 12), (8, 12)),
        Segment("w-e1", (8, 1), (8, 5)),
        Segment("w-e2", (8, 8), (8, 12)),
        Segment("p-n1", (8, 5), (13, 5)),
        Segment("north-door", (13, 5), (14, 5), "door", "North guardroom", "open"),
        Segment("p-n2", (14, 5), (20, 5)),
        Segment("p-s1", (8, 8), (14, 8)),
        Segment("south-door", (14, 8), (15, 8), "door", "South guardroom", "closed"),
        Segment("p-s2", (15, 8), (20, 8)),
        Segment("n-w", (11, 5), (11, 1)),
        Segment("n-n", (11, 1), (16, 1)),
        Segment("n-e", (16, 1), (16, 5)),
        Segment("s-w", (12, 8), (12, 12)),
        Segment("s-s", (12, 12), (17, 12)),
        Segment("s-e", (17, 12), (17, 8)),
        Segment("e-w1", (20, 1), (20, 5)),
        Segment("e-w2", (20, 8), (20, 12)),
        Segment("e-n", (20, 1), (27, 1)),
        Segment("e-e", (27, 1), (27, 12)),
        Segment("e-s", (27, 12), (20, 12)),
    ),
    things=(
        Thing("pillar-1", "Pillar", "pillar", 5, 3, height_m=None, solid=True),
        Thing("pillar-2", "Pillar", "pillar", 5, 9, height_m=None, solid=True),
        Thing("pillar-3", "Pillar", "pillar", 22, 3, height_m=None, solid=True),
        Thing("pillar-4", "Pillar", "pillar", 22, 9, height_m=None, solid=True),
        Thing("brazier-1", "Brazier", "brazier", 2, 2, 1, 1, "quarter", height_m=1.0, solid=True),
        Thing("brazier-2", "Brazier", "brazier", 25, 2, 1, 1, "quarter", height_m=1.0, solid=True),
        Thing("crate-1", "Crate", "crate", 2, 10),
        Thing("crate-2", "Crate", "crate", 3, 10),
        Thing("cask-1", "Cask", "barrel", 2, 9),
        Thing("table", "Guards' table", "long_table", 12, 2, 2, 1, "quarter", height_m=0.8),
        Thing("shelf", "Ledgers", "shelf", 13, 11, 2, 1, "none"),
        Thing("chest", "Chest", "chest", 16, 10, height_m=0.8),
        Thing("cask-2", "Cask", "barrel", 25, 10),
        Thing("crate-3", "Crate", "crate", 24, 10),
    ),
    lamps=(
        Lamp(2.5, 2.5, 7.0, _FIRE, 1.4, shown=False),
        Lamp(25.5, 2.5, 7.5, _FIRE, 1.45, shown=False),
        Lamp(9.5, 5.15, 4.5),
        Lamp(14.6, 7.85, 4.5),
        Lamp(18.5, 5.15, 4.5),
        Lamp(13.5, 1.3, 4.0),
        Lamp(3.0, 11.6, 4.5),
        Lamp(15.4, 11.7, 4.0),
        Lamp(24.0, 11.6, 4.5),
    ),
    ground={
        "rock": block(0, 0, 28, 13) - _FLOORS,
        "rubble": _RUBBLE,
    },
)


def paint(plan: Plan) -> QImage:
    """Paint the passage by its torches."""
    rng, rnd = np.random.default_rng(_SEED), Random(_SEED)
    cells, size = (plan.width, plan.height), (plan.width * PX, plan.height * PX)
    ridges = np.abs(noise(rng, size, 150, 6) - 0.5)[..., None]
    stone = tinted(noise(rng, size, 240, 6), (50, 47, 44), (72, 68, 62), (92, 87, 78))
    image = image_of(stone * (0.5 + 2.4 * np.minimum(ridges, 0.22)))
    painter = painting.brushes(image)
    for room in plan.rooms:
        floors.lay(painter, room, rnd)
    floors.rug(painter, QRectF(*RUG), QColor(70, 84, 132))
    painter.drawImage(QRectF(0, 0, *cells), light.wall_shade(plan, sun=False))
    painting.furnish(painter, plan, rnd)
    painter.end()
    return painting.graded(image, plan, rng, TORCHLIGHT)
