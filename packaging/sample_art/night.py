"""The light on a map: a dim blue sky, and lamps whose light stops at walls.

Worked out coarsely and smoothed, which also makes the shadows soft.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt
from sample_art.textures import array_of, image_of

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from sample_art.plan import Lamp, Plan, Segment

COARSE = 8
"""Samples to a cell's side."""
_JITTER = ((-0.1, -0.05), (0.1, 0.05), (-0.05, 0.1), (0.05, -0.1))
_FULL = 2.0
"""The brightest light that is kept, times the colour of the ground."""


def lit(
    colours: NDArray[np.float32], plan: Plan, sky: tuple[float, float, float]
) -> NDArray[np.float32]:
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
        width, height, Qt.AspectRatioMode.IgnoreAspectRatio,
        Qt.TransformationMode.SmoothTransformation,
    )  # fmt: skip
    return colours * array_of(smooth) * (_FULL / 255)


def _shed(lamp: Lamp, plan: Plan) -> NDArray[np.float32]:
    """Return how much light of one lamp falls where."""
    y, x = np.mgrid[0 : plan.height * COARSE, 0 : plan.width * COARSE].astype(np.float32)
    x, y = (x + 0.5) / COARSE, (y + 0.5) / COARSE
    far = np.hypot(x - lamp.x, y - lamp.y) / lamp.reach
    falls = np.clip(1 - far, 0, 1) ** 1.6 * lamp.strength
    seen = np.zeros_like(falls)
    for dx, dy in _JITTER:
        dark = np.zeros(falls.shape, bool)
        for one in plan.segments:
            if _is_opaque(one):
                dark |= _parted((lamp.x + dx, lamp.y + dy), (x, y), one)
        seen += ~dark
    found: NDArray[np.float32] = falls * seen / len(_JITTER)
    return found


def _is_opaque(one: Segment) -> bool:
    return one.kind == "wall" or (one.kind == "door" and one.state != "open")


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
