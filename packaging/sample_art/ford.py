"""A ford on the high road: meadow on both banks, a stream, a ruined toll house. 46 by 22 cells.

The plan, and its picture by day.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor
from sample_art import floors, light, masonry, nature, painting
from sample_art.kit import curve, stroke
from sample_art.plan import Plan, Room, Segment, Thing, block
from sample_art.textures import PX, image_of

if TYPE_CHECKING:
    from PySide6.QtGui import QImage, QPainter

STREAM = ((22.5, -1), (21.2, 4), (22.6, 8), (23.0, 11), (22.2, 15), (23.6, 19), (22.8, 23))
STREAM_HALF = 1.5
ROAD = (((-1, 11.6), (8, 11.2), (16, 11.8), (23, 11.5), (31, 11.0), (39, 11.8), (47, 11.4)), 2.4)
_SEED = 77
_DEEP = frozenset(
    (x, y)
    for y, xs in enumerate(
        (21, 20, 20, 20, 20, 20, 21, 21, 22, 22, 22, 22, 22, 21, 21, 21, 21, 22, 22, 22, 22, 22)
    )
    for x in (xs, xs + 1, xs + 2)
)
_FORD = frozenset(cell for cell in _DEEP if cell[1] in range(9, 14))
_BUSHES = block(6, 3, 3, 2) | block(14, 17, 4, 2) | block(28, 3, 3, 2) | block(40, 18, 3, 2)
_RUBBLE = block(33, 4, 2, 1) | {(39, 8), (38, 8), (33, 8)}

FORD = Plan(
    name="The ford",
    width=46,
    height=22,
    rooms=(Room(34, 3, 40, 8, "flags"),),
    segments=(
        Segment("toll-n", (34, 3), (40, 3)),
        Segment("toll-e", (40, 3), (40, 7)),
        Segment("toll-s1", (40, 8), (37, 8)),
        Segment("toll-door", (37, 8), (35, 8), "door", "Toll house", "open"),
        Segment("toll-s2", (35, 8), (34, 8)),
        Segment("toll-w", (34, 8), (34, 5)),
        Segment("dyke-1", (28, 15), (38, 15), "low", "Dry-stone wall"),
        Segment("dyke-2", (9, 7), (16, 7), "low", "Dry-stone wall"),
    ),
    things=(
        Thing("cart-1", "Broken cart", "crate", 30, 13),
        Thing("case-1", "Toll chest", "chest", 38, 4, height_m=0.8),
        Thing("cask-1", "Cask", "barrel", 35, 4),
        Thing("cask-2", "Cask", "barrel", 35, 5),
    ),
    trees=(
        (3.2, 4.2, 1.9),
        (5.6, 18.6, 2.1),
        (11.5, 2.4, 1.6),
        (17.2, 3.6, 1.5),
        (29.5, 19.2, 1.8),
        (43.2, 4.0, 1.9),
        (43.6, 16.4, 1.7),
        (10.6, 20.2, 1.5),
        (35.4, 19.6, 1.6),
    ),
    ground={
        "deep water": _DEEP,
        "shallow water": _FORD,
        "undergrowth": _BUSHES,
        "rubble": _RUBBLE,
    },
    growth=_BUSHES,
)


def paint(plan: Plan) -> QImage:
    """Paint the ford by day."""
    rng, rnd = np.random.default_rng(_SEED), Random(_SEED)
    cells, size = (plan.width, plan.height), (plan.width * PX, plan.height * PX)
    image = image_of(nature.meadow(rng, size))
    painter = painting.brushes(image)
    nature.tufts(painter, cells, rnd)
    nature.ways(painter, rng, size, (ROAD,), rnd)
    nature.river(painter, rng, size, (STREAM, STREAM_HALF), rnd)
    _gravel(painter, rnd)
    for room in plan.rooms:
        floors.lay(painter, room, rnd)
    painter.drawImage(QRectF(0, 0, *cells), light.wall_shade(plan, sun=True))
    painting.furnish(painter, plan, rnd)
    for crown in plan.trees:
        nature.crown(painter, crown, rnd)
    painter.end()
    return painting.graded(image, plan, rng, painting.DAYLIGHT)


def _gravel(painter: QPainter, rnd: Random) -> None:
    """Draw the gravel over which the road goes through the stream, and stones in the water."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for wide, alpha in ((3.4, 46), (2.6, 60), (1.8, 60)):
        stroke(
            painter,
            curve([(20.6, 11.6), (23.0, 11.5), (25.6, 11.3)]),
            wide,
            QColor(196, 176, 132, alpha),
        )
    for _stone in range(46):
        at = (rnd.uniform(21.4, 24.6), rnd.gauss(11.5, 1.2))
        masonry.boulder(painter, at, rnd.uniform(0.05, 0.17), rnd, warm=6)
