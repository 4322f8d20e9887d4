"""A goods yard between two warehouses: containers, crates, a weighbridge. 32 by 18 cells.

The plan, and its picture by day.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF
from sample_art import floors, light, masonry, painting
from sample_art.plan import Plan, Room, Segment, Thing, block
from sample_art.textures import PX, image_of, noise, tinted

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

YARD, NORTH, SOUTH = (1, 4, 31, 14), (4, 1, 14, 4), (18, 14, 28, 17)
_SEED = 731

GOODS_YARD = Plan(
    name="The goods yard",
    width=32,
    height=18,
    rooms=(Room(*YARD, "slabs"), Room(*NORTH, "planks"), Room(*SOUTH, "planks")),
    segments=(
        Segment("yard-n1", (1, 4), (8, 4)),
        Segment("north-door", (8, 4), (10, 4), "door", "North warehouse", "open"),
        Segment("yard-n2", (10, 4), (31, 4)),
        Segment("yard-s1", (1, 14), (22, 14)),
        Segment("south-door", (22, 14), (24, 14), "door", "South warehouse", "open"),
        Segment("yard-s2", (24, 14), (31, 14)),
        Segment("yard-w1", (1, 4), (1, 7)),
        Segment("yard-gate", (1, 7), (1, 11), "door", "Yard gate", "open"),
        Segment("yard-w2", (1, 11), (1, 14)),
        Segment("yard-e", (31, 4), (31, 14)),
        Segment("north-w", (4, 1), (4, 4)),
        Segment("north-n", (4, 1), (14, 1)),
        Segment("north-e", (14, 1), (14, 4)),
        Segment("south-w", (18, 14), (18, 17)),
        Segment("south-s", (18, 17), (28, 17)),
        Segment("south-e", (28, 17), (28, 14)),
        Segment("ramp", (12, 9), (16, 9), "rail", "Ramp rail"),
    ),
    things=(
        Thing("red", "Container", "container_red", 6, 11, 3, 2, height_m=2.6, solid=True),
        Thing("blue", "Container", "container_blue", 25, 5, 3, 2, height_m=2.6, solid=True),
        Thing("gold", "Container", "container_gold", 17, 11, 3, 2, height_m=2.6, solid=True),
        Thing("crate-1", "Crate", "crate", 12, 5),
        Thing("crate-2", "Crate", "crate", 13, 5),
        Thing("drum-1", "Drum", "drum", 21, 6, 1, 1, "quarter"),
        Thing("drum-2", "Drum", "drum", 21, 7, 1, 1, "quarter"),
        Thing("sacks", "Sacks", "sacks", 5, 2),
        Thing("casks", "Cask", "barrel", 12, 2),
        Thing("case", "Tool case", "case", 26, 15, 1, 1, "quarter"),
    ),
    ground={"rubble": frozenset({(29, 12), (30, 12), (30, 13)}) | block(2, 12, 1, 2)},
)


def paint(plan: Plan) -> QImage:
    """Paint the goods yard by day."""
    rng, rnd = np.random.default_rng(_SEED), Random(_SEED)
    cells, size = (plan.width, plan.height), (plan.width * PX, plan.height * PX)
    image = image_of(
        tinted(noise(rng, size, 420, 5), (92, 94, 97), (104, 106, 108), (118, 118, 117))
    )
    painter = painting.brushes(image)
    for room in plan.rooms:
        floors.lay(painter, room, rnd)
    masonry.warning(painter, QRectF(12, 8.5, 4, 0.3))
    painter.drawImage(QRectF(0, 0, *cells), light.wall_shade(plan, sun=True))
    painting.furnish(painter, plan, rnd)
    painter.end()
    return painting.graded(image, plan, rng, painting.DAYLIGHT)
