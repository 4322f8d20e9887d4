"""A smithy built into the rock: forge, store and a yard door. 18 by 12 cells.

The plan, and its picture by the fire of the forge.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF
from sample_art import floors, light, painting
from sample_art.plan import Lamp, Plan, Room, Segment, Thing, block
from sample_art.textures import PX, image_of, noise, tinted

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

FORGE, STORE = (1, 1, 13, 11), (13, 2, 17, 8)
_FIRE = (1.0, 0.6, 0.28)
_FLOORS = block(1, 1, 12, 10) | block(13, 2, 4, 6)
_SEED = 517

SMITHY = Plan(
    name="The smithy",
    width=18,
    height=12,
    rooms=(Room(*FORGE, "flags"), Room(*STORE, "planks")),
    segments=(
        Segment("forge-n", (1, 1), (13, 1)),
        Segment("forge-w1", (1, 1), (1, 5)),
        Segment("yard-door", (1, 5), (1, 7), "door", "Yard door", "open"),
        Segment("forge-w2", (1, 7), (1, 11)),
        Segment("forge-s", (1, 11), (13, 11)),
        Segment("forge-e1", (13, 1), (13, 4)),
        Segment("store-door", (13, 4), (13, 5), "door", "Store", "open"),
        Segment("forge-e2", (13, 5), (13, 11)),
        Segment("store-n", (13, 2), (17, 2)),
        Segment("store-e", (17, 2), (17, 8)),
        Segment("store-s", (17, 8), (13, 8)),
    ),
    things=(
        Thing("hearth", "Forge", "hearth", 6, 1, 2, 1, "half", height_m=1.2, solid=True),
        Thing("brazier", "Brazier", "brazier", 10, 3, 1, 1, "quarter", height_m=1.0, solid=True),
        Thing("bench", "Workbench", "long_table", 3, 9, 3, 1, "quarter", height_m=0.9),
        Thing("anvil", "Anvil block", "trunk", 7, 5, 1, 1, "quarter", height_m=0.8),
        Thing("trough", "Quenching trough", "case", 11, 9, 1, 1, "quarter", height_m=0.7),
        Thing("coal", "Coal sacks", "sacks", 2, 2),
        Thing("wood", "Firewood", "wood", 9, 9),
        Thing("shelf", "Bar iron", "shelf", 14, 2, 2, 1, "none"),
        Thing("chest", "Chest", "chest", 16, 7, height_m=0.8),
        Thing("cask", "Cask", "barrel", 14, 7),
    ),
    lamps=(
        Lamp(7.0, 1.8, 9.0, _FIRE, 1.6, shown=False),
        Lamp(10.5, 3.5, 6.5, _FIRE, 1.3, shown=False),
        Lamp(15.0, 5.2, 5.0),
        Lamp(2.2, 9.6, 5.0),
    ),
    ground={"rock": block(0, 0, 18, 12) - _FLOORS},
)


def paint(plan: Plan) -> QImage:
    """Paint the smithy by its fire."""
    rng, rnd = np.random.default_rng(_SEED), Random(_SEED)
    cells, size = (plan.width, plan.height), (plan.width * PX, plan.height * PX)
    ridges = np.abs(noise(rng, size, 150, 6) - 0.5)[..., None]
    stone = tinted(noise(rng, size, 240, 6), (46, 44, 44), (66, 63, 60), (88, 84, 77))
    image = image_of(stone * (0.5 + 2.4 * np.minimum(ridges, 0.22)))
    painter = painting.brushes(image)
    for room in plan.rooms:
        floors.lay(painter, room, rnd)
    painter.drawImage(QRectF(0, 0, *cells), light.wall_shade(plan, sun=False))
    painting.furnish(painter, plan, rnd)
    painter.end()
    return painting.graded(image, plan, rng, (0.44, 0.45, 0.52))
