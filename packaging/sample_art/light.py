"""The light on a map: sun and sky with the shade of walls, lamps whose light stops at walls.

Worked out coarsely and smoothed, which also makes the shadows soft.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from sample_art import masonry
from sample_art.textures import COARSE_PX, array_of, darkness, fallen, image_of, shape_of, soft

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtGui import QImage, QPainter
    from sample_art.plan import Lamp, Plan, Segment

    Rgb = tuple[float, float, float]

COARSE = 8
"""Samples of light to a cell's side."""
_JITTER = ((-0.12, -0.06), (0.12, 0.06), (-0.06, 0.12), (0.06, -0.12))
_FULL = 2.0
"""The brightest light that is kept, times the colour of the ground."""


def wall_shade(plan: Plan, *, sun: bool) -> QImage:
    """Return the shade of the walls on the ground: close to them, and away from the sun."""

    def draw(painter: QPainter) -> None:
        painter.setPen(masonry.thick_pen(masonry.THICK, QColor("white")))
        painter.drawPath(masonry.lines(plan.segments, {"wall", "window"}))

    walls = shape_of((plan.width, plan.height), draw)
    shade = soft(walls, COARSE_PX // 4) * 0.85
    if sun:
        cast = soft(fallen(walls, round(COARSE_PX * 0.62), round(COARSE_PX * 0.8)), 1)
        shade = np.maximum(shade, cast * 0.8)
    return darkness(np.clip(shade, 0, 1), 0.62)


def lit(colours: NDArray[np.float32], plan: Plan, sky: Rgb) -> NDArray[np.float32]:
    """Return a picture as it looks under this sky with the plan's lamps.

    Args:
        colours: The picture in full daylight.
        plan: Its walls and lamps.
        sky: What is seen without a lamp, by colour; 1 is daylight.
    """
    light = np.empty((plan.height * COARSE, plan.width * COARSE, 3), np.float32)
    light[:] = sky
    for lamp in plan.lamps:
        light += _shed(lamp, plan)[..., None] * np.array(lamp.colour, np.float32)
    height, width, _parts = colours.shape
    small = image_of((np.minimum(light, _FULL) * (255 / _FULL)).astype(np.float32))
    smooth = small.scaled(
        width,
        height,
        Qt.AspectRatioMode.IgnoreAspectRatio,
        Qt.TransformationMode.SmoothTransformation,
    )
    return colours * array_of(smooth) * (_FULL / 255)


def _shed(lamp: Lamp, plan: Plan) -> NDArray[np.float32]:
    """Return how much light of one lamp falls where."""
    y, x = np.mgrid[0 : plan.height * COARSE, 0 : plan.width * COARSE].astype(np.float32)
    x, y = (x + 0.5) / COARSE, (y + 0.5) / COARSE
    far = np.hypot(x - lamp.x, y - lamp.y) / lamp.reach
    falls = np.clip(1 - far, 0, 1) ** 1.5 * lamp.strength
    seen = np.zeros_like(falls)
    near = [one for one in plan.segments if _is_opaque(one) and _is_near(one, lamp)]
    for dx, dy in _JITTER:
        dark = np.zeros(falls.shape, bool)
        for one in near:
            dark |= _parted((lamp.x + dx, lamp.y + dy), (x, y), one)
        seen += ~dark
    found: NDArray[np.float32] = falls * soft((seen / len(_JITTER)).astype(np.float32), 1)
    return found


def _is_opaque(one: Segment) -> bool:
    return one.kind == "wall" or (one.kind == "door" and one.state != "open")


def _is_near(one: Segment, lamp: Lamp) -> bool:
    return (
        min(one.a[0], one.b[0]) - lamp.reach < lamp.x < max(one.a[0], one.b[0]) + lamp.reach
        and min(one.a[1], one.b[1]) - lamp.reach < lamp.y < max(one.a[1], one.b[1]) + lamp.reach
    )


def _parted(
    lamp: tuple[float, float], at: tuple[NDArray[np.float32], NDArray[np.float32]], wall: Segment
) -> NDArray[np.bool_]:
    """Tell for every place whether a wall stands between it and a lamp."""
    (ax, ay), (bx, by) = wall.a, wall.b
    (lx, ly), (x, y) = lamp, at
    # Ends reach a little further, so that no light leaks through corners.
    ex, ey = (bx - ax) * 0.004, (by - ay) * 0.004
    ax, ay, bx, by = ax - ex, ay - ey, bx + ex, by + ey
    side_lamp = (bx - ax) * (ly - ay) - (by - ay) * (lx - ax)
    side_place = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
    side_a = (x - lx) * (ay - ly) - (y - ly) * (ax - lx)
    side_b = (x - lx) * (by - ly) - (y - ly) * (bx - lx)
    found: NDArray[np.bool_] = (side_lamp * side_place < 0) & (side_a * side_b < 0)
    return found
