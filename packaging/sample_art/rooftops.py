"""Two flat roofs over a deep street, with a footbridge between them. 30 by 18 cells.

The plan, and its picture by day; the street lies nine metres below the roofs.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QLinearGradient
from sample_art import floors, light, painting
from sample_art.kit import put, rect_path
from sample_art.plan import Plan, Room, Segment, Thing, block
from sample_art.textures import PX, image_of, noise, tinted

if TYPE_CHECKING:
    from PySide6.QtGui import QImage, QPainter

WEST, EAST, BRIDGE = (0, 0, 12, 18), (19, 0, 30, 18), (12, 8, 19, 10)
HUTCH = (24, 2, 28, 5)
_ROOFS = block(0, 0, 12, 18) | block(19, 0, 11, 18) | block(12, 8, 7, 2)
_SEED = 411

ROOFTOPS = Plan(
    name="Roofs over the deep street",
    width=30,
    height=18,
    rooms=(
        Room(*WEST, "slabs"),
        Room(*EAST, "flags"),
        Room(*BRIDGE, "boards"),
        Room(*HUTCH, "planks"),
    ),
    segments=(
        Segment("west-edge-n", (12, 0), (12, 8), "low", "Parapet"),
        Segment("west-edge-s", (12, 10), (12, 18), "low", "Parapet"),
        Segment("east-edge-n", (19, 0), (19, 8), "low", "Parapet"),
        Segment("east-edge-s", (19, 10), (19, 18), "low", "Parapet"),
        Segment("hutch-n", (24, 2), (28, 2)),
        Segment("hutch-e", (28, 2), (28, 5)),
        Segment("hutch-s1", (28, 5), (27, 5)),
        Segment("hutch-door", (27, 5), (26, 5), "door", "Stairs", "open"),
        Segment("hutch-s2", (26, 5), (24, 5)),
        Segment("hutch-w", (24, 5), (24, 2)),
        Segment("rail-n", (12, 8), (19, 8), "rail", "Railing"),
        Segment("rail-s", (12, 10), (19, 10), "rail", "Railing"),
    ),
    things=(
        Thing("stack-1", "Chimney", "pillar", 3, 3, 2, 2, height_m=2.4, solid=True),
        Thing("stack-2", "Chimney", "pillar", 8, 14, height_m=2.0, solid=True),
        Thing("tank", "Water tank", "drum", 5, 9, 2, 2, height_m=2.0, solid=True),
        Thing("crates", "Crate", "crate", 10, 6),
        Thing("coils", "Cable case", "case", 24, 2, 2, 1),
        Thing("vent-1", "Vent", "engine", 22, 12, 2, 1, height_m=1.2, solid=True),
        Thing("vent-2", "Vent", "engine", 26, 14, 2, 1, height_m=1.2, solid=True),
        Thing("casks", "Cask", "barrel", 21, 6),
        Thing("cart", "Cart", "cart", 15, 3, 2, 1),
        Thing("hay", "Hay", "hay", 16, 14),
    ),
    heights_m={9.0: _ROOFS},
)


def paint(plan: Plan) -> QImage:
    """Paint the roofs by day, and the street far below them."""
    rng, rnd = np.random.default_rng(_SEED), Random(_SEED)
    cells, size = (plan.width, plan.height), (plan.width * PX, plan.height * PX)
    road = tinted(noise(rng, size, 320, 6), (66, 68, 74), (84, 86, 90), (98, 98, 98))
    painter = painting.brushes(image := image_of(road))
    _deep(painter)
    for room in plan.rooms:
        floors.lay(painter, room, rnd)
    painter.drawImage(QRectF(0, 0, *cells), light.wall_shade(plan, sun=True))
    painting.furnish(painter, plan, rnd, metal=True)
    painter.end()
    return painting.graded(image, plan, rng, painting.DAYLIGHT)


def _deep(painter: QPainter) -> None:
    """Draw the shade that the walls throw down into the street, and the line in its middle."""
    for x, towards in ((12.0, 15.6), (19.0, 15.4)):
        shade = QLinearGradient(x, 0, towards, 0)
        shade.setColorAt(0, QColor(8, 10, 16, 225))
        shade.setColorAt(1, QColor(8, 10, 16, 70))
        left, right = min(x, 15.5), max(x, 15.5)
        painter.fillRect(QRectF(left, 0, right - left, 18), shade)
    for y in range(1, 18, 3):
        put(painter, rect_path(QRectF(15.42, y, 0.16, 1.2)), QColor(214, 206, 176, 120), line=0)
