"""A walled courtyard with a well between a gatehouse and a hall. 28 by 18 cells.

The plan, and its picture by day.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF
from sample_art import floors, light, nature, painting
from sample_art.plan import Plan, Room, Segment, Thing, block
from sample_art.textures import PX, image_of

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

COURT, GATEHOUSE, HALL = (4, 2, 24, 16), (1, 6, 4, 12), (24, 4, 27, 14)
_BUSHES = block(1, 1, 2, 2) | block(1, 15, 2, 2) | block(25, 16, 2, 1) | {(5, 3), (22, 3)}
_SEED = 903

COURTYARD = Plan(
    name="The courtyard",
    width=28,
    height=18,
    rooms=(Room(*COURT, "cobbles"), Room(*GATEHOUSE, "slabs"), Room(*HALL, "planks")),
    segments=(
        Segment("court-n", (4, 2), (24, 2)),
        Segment("court-s", (4, 16), (24, 16)),
        Segment("court-w1", (4, 2), (4, 8)),
        Segment("gate", (4, 8), (4, 10), "door", "Gate", "open"),
        Segment("court-w2", (4, 10), (4, 16)),
        Segment("house-n", (1, 6), (4, 6)),
        Segment("house-w1", (1, 6), (1, 8)),
        Segment("house-w2", (1, 10), (1, 12)),
        Segment("house-s", (1, 12), (4, 12)),
        Segment("court-e1", (24, 2), (24, 7)),
        Segment("hall-window-1", (24, 7), (24, 8), "window", "Hall window"),
        Segment("hall-door", (24, 8), (24, 10), "door", "Hall", "closed"),
        Segment("hall-window-2", (24, 10), (24, 11), "window", "Hall window"),
        Segment("court-e2", (24, 11), (24, 16)),
        Segment("hall-n", (24, 4), (27, 4)),
        Segment("hall-e", (27, 4), (27, 14)),
        Segment("hall-s", (27, 14), (24, 14)),
        Segment("bed-1", (10, 4), (14, 4), "low", "Flower bed"),
        Segment("bed-2", (10, 14), (14, 14), "low", "Flower bed"),
    ),
    things=(
        Thing("well", "Well", "well", 13, 8, 2, 2, height_m=1.0, solid=True),
        Thing("cart", "Hay cart", "cart", 7, 12, 2, 1),
        Thing("hay", "Hay", "hay", 9, 13),
        Thing("crate-1", "Crate", "crate", 20, 13),
        Thing("crate-2", "Crate", "crate", 21, 13),
        Thing("cask-1", "Cask", "barrel", 20, 4),
        Thing("cask-2", "Cask", "barrel", 21, 4),
        Thing("table", "Long table", "long_table", 25, 8, 1, 2, "quarter", height_m=0.8),
    ),
    trees=((1.6, 4.0, 1.5), (1.8, 14.0, 1.4), (26.2, 1.8, 1.6)),
    ground={"undergrowth": _BUSHES},
    growth=_BUSHES,
)


def paint(plan: Plan) -> QImage:
    """Paint the courtyard by day."""
    rng, rnd = np.random.default_rng(_SEED), Random(_SEED)
    cells, size = (plan.width, plan.height), (plan.width * PX, plan.height * PX)
    image = image_of(nature.meadow(rng, size))
    painter = painting.brushes(image)
    nature.tufts(painter, cells, rnd)
    for room in plan.rooms:
        floors.lay(painter, room, rnd)
    painter.drawImage(QRectF(0, 0, *cells), light.wall_shade(plan, sun=True))
    painting.furnish(painter, plan, rnd)
    for crown in plan.trees:
        nature.crown(painter, crown, rnd)
    painter.end()
    return painting.graded(image, plan, rng, painting.DAYLIGHT)
