"""Open space above a dusty ring: a wreck and drifting rocks between two ships. 36 by 22 cells.

The plan, and its picture: stars, the glow of the dust, rocks lit from one side.
"""

from __future__ import annotations

from math import cos, sin, tau
from random import Random
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainterPath, QRadialGradient
from sample_art import floors, light, painting
from sample_art.plan import Plan, Room, Segment, Thing, block
from sample_art.textures import PX, image_of, noise, tinted

if TYPE_CHECKING:
    from PySide6.QtGui import QImage, QPainter

ROCKS = ((9, 4, 2, 2), (24, 3, 3, 2), (14, 16, 3, 3), (27, 15, 2, 2), (5, 13, 2, 2))
WRECK = (16, 2, 21, 5)
_CELLS = frozenset(cell for rock in ROCKS for cell in block(*rock))
_SEED = 88

VOID = Plan(
    name="Rocks above the ring",
    width=36,
    height=22,
    rooms=(Room(*WRECK, "plates"),),
    segments=(
        Segment("wreck-n", (16, 2), (21, 2)),
        Segment("wreck-e", (21, 2), (21, 5)),
        Segment("wreck-s1", (21, 5), (19, 5)),
        Segment("wreck-hatch", (19, 5), (18, 5), "door", "Hatch", "open"),
        Segment("wreck-s2", (18, 5), (16, 5)),
    ),
    things=(
        Thing("hold", "Cargo", "container_gold", 19, 2, 2, 1, height_m=2.4, solid=True),
        Thing("drum", "Drum", "drum", 16, 4),
    ),
    ground={"rock": _CELLS},
)


def paint(plan: Plan) -> QImage:
    """Paint the sky and the rocks in it."""
    rng, rnd = np.random.default_rng(_SEED), Random(_SEED)
    size = (plan.width * PX, plan.height * PX)
    dust = noise(rng, size, 900, 7)
    band = np.linspace(-1.2, 1.2, size[1], dtype=np.float32)[:, None]
    glow = np.clip(dust * np.exp(-((band + 0.5 * (dust - 0.5)) ** 2) * 2.2), 0, 1)
    sky = tinted(glow, (9, 11, 22), (26, 27, 48), (72, 58, 74), (142, 106, 92))
    painter = painting.brushes(image := image_of(sky))
    for _star in range(1400):
        at = QPointF(rnd.uniform(0, plan.width), rnd.uniform(0, plan.height))
        bright = rnd.random() ** 4
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(255, rnd.randint(225, 255), 235, int(70 + 185 * bright)))
        painter.drawEllipse(at, 0.012 + 0.035 * bright, 0.012 + 0.035 * bright)
    for x, y, w, h in ROCKS:
        _rock(painter, (x + w / 2, y + h / 2, min(w, h) / 2 + 0.1), rnd)
    for room in plan.rooms:
        floors.lay(painter, room, rnd)
    painter.drawImage(QRectF(0, 0, plan.width, plan.height), light.wall_shade(plan, sun=True))
    painting.furnish(painter, plan, rnd, metal=True)
    painter.end()
    return painting.graded(image, plan, rng, painting.DAYLIGHT)


def _rock(painter: QPainter, at: tuple[float, float, float], rnd: Random) -> None:
    """Draw a rock lit from the upper left, with craters."""
    x, y, radius = at
    path = QPainterPath()
    corners = 18
    for number in range(corners + 1):
        angle = tau * (number % corners) / corners
        far = radius * (0.86 + 0.2 * Random(f"{x}{y}{number % corners}").random())
        point = QPointF(x + far * cos(angle), y + far * sin(angle))
        path.lineTo(point) if number else path.moveTo(point)
    shade = QRadialGradient(QPointF(x - radius * 0.5, y - radius * 0.5), radius * 1.9)
    shade.setColorAt(0, QColor(168, 154, 138))
    shade.setColorAt(0.55, QColor(92, 84, 78))
    shade.setColorAt(1, QColor(22, 20, 24))
    painter.setBrush(shade)
    painter.drawPath(path)
    for _crater in range(7):
        turn, far = rnd.uniform(0, tau), rnd.uniform(0, radius * 0.6)
        middle, wide = QPointF(x + far * cos(turn), y + far * sin(turn)), rnd.uniform(0.06, 0.2)
        painter.setBrush(QColor(30, 27, 28, 120))
        painter.drawEllipse(middle, wide, wide * 0.85)
        painter.setBrush(QColor(190, 176, 158, 60))
        painter.drawEllipse(middle + QPointF(wide * 0.2, wide * 0.25), wide * 0.75, wide * 0.6)
