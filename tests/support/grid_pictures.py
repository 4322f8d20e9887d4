"""Made pictures of maps in rows of grey bytes, with a printed grid of known size, or without.

All are drawn from formulas, so that what should be found is known to a hundredth of a pixel.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin, sqrt
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage, QImageWriter

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Plane = NDArray[np.float64]
    Grey = NDArray[np.uint8]

SIZE = (1200, 900)


@dataclass(frozen=True)
class Squares:
    """A printed square grid, in pixels: where one of its lines has its middle, and how it looks.

    ``turn_deg`` turns it clockwise about the middle of the picture; ``ink`` is its grey, ``alpha``
    how strong; with ``part`` it is printed on so much of the width alone.
    """

    cell_x: float = 70.0
    cell_y: float = 70.0
    x: float = 13.5
    y: float = 27.5
    turn_deg: float = 0.0
    alpha: float = 0.25
    ink: float = 0.0
    width: float = 1.0
    part: float = 1.0


def clouds(width: int, height: int, seed: int = 7) -> Plane:
    """Return ground of soft patches of every size, as in grass and rock."""
    random = np.random.default_rng(seed)
    down, across = np.meshgrid(np.fft.fftfreq(height), np.fft.rfftfreq(width), indexing="ij")
    share = 1 / (np.hypot(down, across) + 1 / max(width, height)) ** 1.2
    noise = np.fft.rfft2(random.normal(0, 1, (height, width)))
    patches = np.fft.irfft2(noise * share, (height, width))
    return np.asarray(130 + 34 * (patches - patches.mean()) / patches.std())


def boards(width: int, height: int, board_px: int = 40) -> Plane:
    """Return a floor of boards with ends here and there."""
    random, floor = np.random.default_rng(3), clouds(width, height) * 0.5 + 70
    for top in range(0, height, board_px):
        floor[top : top + 2] -= 45
        for left in random.integers(0, width, width // 220 + 1):
            floor[top : top + board_px, left : left + 2] -= 45
    return floor


def bricks(width: int, height: int, long_px: int = 64, high_px: int = 32) -> Plane:
    """Return a floor of bricks, every second row shifted by half a brick."""
    floor = clouds(width, height) * 0.5 + 70
    for row, top in enumerate(range(0, height, high_px)):
        floor[top : top + 2] -= 40
        for left in range(row % 2 * long_px // 2, width, long_px):
            floor[top : top + high_px, left : left + 2] -= 40
    return floor


def printed(ground: Plane, grid: Squares) -> Plane:
    """Return ground with a grid on it."""
    height, width = ground.shape
    lean = radians(grid.turn_deg)
    down, across = np.mgrid[0:height, 0:width] + 0.5
    from_middle, below = across - width / 2, down - height / 2
    straight_x = from_middle * cos(lean) + below * sin(lean) + width / 2
    straight_y = below * cos(lean) - from_middle * sin(lean) + height / 2
    lines = np.zeros(ground.shape)
    for place, first, cell in (
        (straight_x, grid.x, grid.cell_x),
        (straight_y, grid.y, grid.cell_y),
    ):
        off = np.abs((place - first + cell / 2) % cell - cell / 2)
        lines = np.maximum(lines, np.clip(grid.width / 2 + 0.5 - off, 0, 1))
    lines[:, round(width * grid.part) :] = 0
    return ground * (1 - grid.alpha * lines) + grid.ink * grid.alpha * lines


def hexagons(ground: Plane, across_px: float, *, flat: bool, alpha: float = 0.3) -> Plane:
    """Return ground with hexagons on it, so many pixels from side to side."""
    plane = ground.T if flat else ground
    height, width = plane.shape
    down, along = np.mgrid[0:height, 0:width] + 0.5
    row = across_px * sqrt(3)
    nearest = np.full((2, height, width), np.inf)
    for shift in (0.0, 0.5):
        x = (along / across_px - shift) % 1.0 * across_px
        y = (down / row - shift) % 1.0 * row
        for left in (0, across_px):
            for top in (0, row):
                far = np.hypot(x - left, y - top)
                nearest = np.sort(np.concatenate([nearest, far[None]]), axis=0)[:2]
    off = (nearest[1] ** 2 - nearest[0] ** 2) / (2 * across_px)
    made = plane * (1 - alpha * np.clip(1.25 - off, 0, 1))
    return np.asarray(made.T if flat else made)


def noisy(picture: Plane, deviation: float = 4.0) -> Grey:
    """Return a picture with some noise, as bytes."""
    noise = np.random.default_rng(5).normal(0, deviation, picture.shape) if deviation else 0.0
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def file_of(grey: Grey, kind: str = "PNG", quality: int = -1) -> bytes:
    """Return the file of a picture."""
    rows = np.ascontiguousarray(grey)
    height, width = rows.shape
    image = QImage(rows.tobytes(), width, height, width, QImage.Format.Format_Grayscale8)
    target = QBuffer()
    target.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(target, QByteArray(kind.encode()))
    writer.setQuality(quality)
    assert writer.write(image)
    return bytes(target.data().data())
