"""Roofs at both sides of a deep street with a gantry and a plank across. 34 by 20 cells.

The plan, and its picture by day. The street lies nine metres below the roofs.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QLinearGradient
from sample_art import painting, roofs
from sample_art.kit import blob, drop, put, rect_path, rule
from sample_art.plan import Plan, Room, Segment, Thing, block
from sample_art.textures import PX, image_of, noise, tinted

if TYPE_CHECKING:
    from PySide6.QtGui import QImage, QPainter

WIDTH, HEIGHT = 34, 20
STREET, LANE = (0, 8, WIDTH, 5), (14, 13, 3, 7)
ROOFS = (
    ((0, 0, 10, 8), (122, 118, 112)),
    ((10, 0, 13, 8), (146, 126, 108)),
    ((23, 0, 11, 8), (106, 116, 120)),
    ((0, 13, 14, 7), (134, 122, 110)),
    ((17, 13, 17, 7), (116, 116, 114)),
)
_DEPTH_M = -9.0
_PLANK, _GANTRY = block(8, 8, 1, 5), block(25, 8, 2, 5)
_SEED = 1227

ROOFTOPS = Plan(
    name="Roofs over Cooper's Cut",
    width=WIDTH,
    height=HEIGHT,
    rooms=(
        Room(8, 7.8, 9, 13.2, "boards", storey=True),
        Room(25, 7.8, 27, 13.2, "grating", storey=True),
    ),
    segments=(
        Segment("fire-wall-1", (10, 0), (10, 3)),
        Segment("fire-door", (10, 3), (10, 5), "door", "Fire door", "open"),
        Segment("fire-wall-2", (10, 5), (10, 8)),
        Segment("fire-wall-3", (23, 0), (23, 4)),
        Segment("parapet-1", (1, 7.85), (7, 7.85), "low", "Parapet"),
        Segment("parapet-2", (11, 7.85), (15, 7.85), "low", "Parapet"),
        Segment("parapet-3", (18, 13.15), (24, 13.15), "low", "Parapet"),
        Segment("parapet-4", (28, 13.15), (33, 13.15), "low", "Parapet"),
        Segment("gantry-w", (25, 8), (25, 13), "rail", "Gantry railing"),
        Segment("gantry-e", (27, 8), (27, 13), "rail", "Gantry railing"),
    ),
    things=(
        Thing("tank", "Water tank", "tank", 2, 2, 2, 2, height_m=3.0, solid=True),
        Thing("stack-1", "Chimney", "chimney", 7, 3, 1, 2, height_m=2.0, solid=True),
        Thing("sky-1", "Skylight", "skylight", 13, 2, 3, 2, height_m=0.8, solid=True),
        Thing("stack-2", "Chimney", "chimney", 19, 4, 2, 1, height_m=2.0, solid=True),
        Thing("vent-1", "Air duct", "vent", 17, 1, 1, 1),
        Thing("vent-2", "Air duct", "vent", 26, 2, 2, 2, height_m=1.4, solid=True),
        Thing("vent-3", "Air duct", "vent", 30, 5),
        Thing("crate-1", "Crate", "crate", 28, 6),
        Thing("sky-2", "Skylight", "skylight", 3, 16, 3, 2, height_m=0.8, solid=True),
        Thing("stack-3", "Chimney", "chimney", 10, 15, 1, 1, height_m=2.0, solid=True),
        Thing("case-1", "Tool case", "case", 6, 14, 1, 1, "quarter"),
        Thing("tank-2", "Water tank", "tank", 29, 16, 2, 2, height_m=3.0, solid=True),
        Thing("stack-4", "Chimney", "chimney", 20, 16, 2, 1, height_m=2.0, solid=True),
        Thing("vent-4", "Air duct", "vent", 24, 17),
        Thing("cart", "Hand cart", "cart", 18, 10, 2, 1),
        Thing("drum-1", "Drum", "drum", 3, 9, 1, 1, "quarter"),
        Thing("crate-2", "Crate", "crate", 31, 11),
        Thing("crate-3", "Crate", "crate", 32, 11),
        Thing("hay", "Hay", "hay", 12, 11),
        Thing("casks", "Cask", "barrel", 14, 16),
        Thing("bin", "Drum", "drum", 16, 18, 1, 1, "quarter"),
    ),
    heights_m={_DEPTH_M: (block(*STREET) | block(*LANE)) - _PLANK - _GANTRY},
)


def paint(plan: Plan) -> QImage:
    """Paint the roofs and the street in their shadow."""
    rng, rnd = np.random.default_rng(_SEED), Random(_SEED)
    size = (plan.width * PX, plan.height * PX)
    setts = tinted(noise(rng, size, 300, 5), (74, 74, 78), (92, 90, 90), (108, 104, 100))
    image = image_of(setts)
    painter = painting.brushes(image)
    _street(painter, rnd)
    for frame, colour in ROOFS:
        roofs.flat_roof(painter, QRectF(*frame), QColor(*colour), rnd)
    painting.furnish(painter, plan, rnd)
    roofs.washing(painter, (11.2, 6.0), (17.6, 6.0), rnd)
    roofs.washing(painter, (22.6, 14.6), (28.6, 14.6), rnd)
    painter.end()
    return painting.graded(image, plan, rng, painting.DAYLIGHT)


def _street(painter: QPainter, rnd: Random) -> None:
    """Draw setts, pavements, tram rails, and the depth they lie in."""
    for row in range(8 * 3, HEIGHT * 3):
        y = row / 3
        left, right = (0, WIDTH) if y < 13 else (14, 17)  # noqa: PLR2004 the mouth of the lane
        x = left + rnd.uniform(0, 0.4)
        rule(painter, (left, y), (right, y), 0.02, QColor(54, 54, 58))
        while x < right:
            rule(painter, (x, y), (x, y + 1 / 3), 0.02, QColor(54, 54, 58))
            x += rnd.uniform(0.34, 0.5)
    for frame in (QRectF(0, 8, WIDTH, 1.1), QRectF(0, 11.9, 14, 1.1), QRectF(17, 11.9, 17, 1.1)):
        drop(painter, rect_path(frame), 0.1, 130)
        put(painter, rect_path(frame), QColor(136, 132, 124), line=0.03)
        x = frame.left()
        while x < frame.right():
            rule(painter, (x, frame.top()), (x, frame.bottom()), 0.02, QColor(92, 88, 82))
            x += 0.9
    for y in (10.0, 10.9):
        for wide, colour in ((0.14, QColor(44, 44, 48)), (0.05, QColor(168, 170, 172))):
            rule(painter, (0, y), (WIDTH, y), wide, colour)
    for wide, colour in ((0.34, QColor(60, 60, 64)), (0.16, QColor(34, 36, 44))):
        rule(painter, (15.5, 13.2), (15.5, 20), wide, colour)
    for _stain in range(30):
        at = (rnd.uniform(0, WIDTH), rnd.uniform(8.4, 12.6))
        stain = blob(at, rnd.uniform(0.2, 0.8), rnd.uniform(0.12, 0.4), rnd, 0.3)
        put(painter, stain, QColor(40, 40, 46, 60), line=0)
    for frame in (QRectF(*STREET), QRectF(*LANE)):
        _sink(painter, frame)


def _sink(painter: QPainter, frame: QRectF) -> None:
    """Let a street lie in the cool shade between its houses, darkest at their feet."""
    painter.fillRect(frame, QColor(18, 24, 44, 76))
    wide = frame.width() > frame.height()
    ends = (frame.topLeft(), frame.bottomLeft() if wide else frame.topRight())
    fall = QLinearGradient(*ends)
    for at, dark in ((0.0, 110), (0.3, 30), (0.8, 0), (1.0, 80)):
        fall.setColorAt(at, QColor(8, 10, 22, dark))
    painter.fillRect(frame, fall)
