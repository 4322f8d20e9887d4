"""Noise, textures and the way between arrays and Qt's images. Owns no shapes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QImage, QPainter, QTransform

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

PX = 100
"""Pixels to a cell's side."""
COARSE_PX = 20
"""Pixels to a cell's side where only light and shadow are worked out."""

Rgb = tuple[int, int, int]


def noise(
    rng: np.random.Generator, size: tuple[int, int], grain_px: int, octaves: int = 4
) -> NDArray[np.float32]:
    """Return smooth noise from 0 to 1, finer and weaker with each octave.

    Args:
        rng: The dice.
        size: Width and height in pixels.
        grain_px: The size of the coarsest spots.
        octaves: How often it is made finer by half.
    """
    total = np.zeros((size[1], size[0]), np.float32)
    weight, whole = 1.0, 0.0
    for octave in range(octaves):
        total += np.float32(weight) * _layer(rng, size, max(2, grain_px >> octave))
        whole += weight
        weight *= 0.55
    total /= np.float32(whole)
    low, high = total.min(), total.max()
    found: NDArray[np.float32] = (total - low) / (high - low)
    return found


def _layer(rng: np.random.Generator, size: tuple[int, int], grain_px: int) -> NDArray[np.float32]:
    width, height = size
    spots = rng.random((height // grain_px + 2, width // grain_px + 2), dtype=np.float32)
    y, fy = _places(height, grain_px)
    x, fx = _places(width, grain_px)
    rows = spots[y] * (1 - fy)[:, None] + spots[y + 1] * fy[:, None]
    found: NDArray[np.float32] = (rows[:, x] * (1 - fx) + rows[:, x + 1] * fx).astype(np.float32)
    return found


def _places(length: int, grain_px: int) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
    at = np.arange(length) / grain_px
    whole = at.astype(np.intp)
    part = at - whole
    return whole, (part * part * (3 - 2 * part)).astype(np.float32)


def tinted(values: NDArray[np.float32], *colours: Rgb) -> NDArray[np.float32]:
    """Return noise as colours: 0 is the first, 1 the last, the others lie evenly between."""
    stops = np.linspace(0, 1, len(colours))
    return np.stack(
        [np.interp(values, stops, [one[part] for one in colours]) for part in range(3)], axis=-1
    ).astype(np.float32)


def brush(colours: NDArray[np.float32]) -> QBrush:
    """Return a brush that paints an array of colours for a painter that counts in cells."""
    made = QBrush(image_of(colours))
    made.setTransform(QTransform.fromScale(1 / PX, 1 / PX))
    return made


def image_of(colours: NDArray[np.float32]) -> QImage:
    """Return an array of colours (rows, columns, RGB from 0 to 255) as an image."""
    height, width, _parts = colours.shape
    pixels = np.full((height, width, 4), 255, np.uint8)
    pixels[..., :3] = np.clip(colours[..., ::-1], 0, 255).astype(np.uint8)
    return QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_RGB32).copy()


def array_of(image: QImage) -> NDArray[np.float32]:
    """Return an image as an array of colours."""
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4)
    return pixels[..., 2::-1].astype(np.float32)


def shape_of(
    cells: tuple[int, int], draw: Callable[[QPainter], None], scale_px: int = COARSE_PX
) -> NDArray[np.float32]:
    """Return where a drawing in white is, 0 to 1, coarsely.

    Args:
        cells: Width and height of the map.
        draw: Draws in cells.
        scale_px: Pixels to a cell's side.
    """
    image = QImage(cells[0] * scale_px, cells[1] * scale_px, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.black)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(scale_px, scale_px)
    draw(painter)
    painter.end()
    found: NDArray[np.float32] = (array_of(image)[..., 0] / 255).astype(np.float32)
    return found


def soft(values: NDArray[np.float32], radius_px: int) -> NDArray[np.float32]:
    """Return values blurred by three passes of a box."""
    for _pass in range(3):
        for axis in (0, 1):
            padded = np.concatenate(
                [
                    np.take(values, [0] * (radius_px + 1), axis),
                    values,
                    np.take(values, [-1] * radius_px, axis),
                ],
                axis,
            )
            sums = np.cumsum(padded, axis, dtype=np.float64)
            wide = 2 * radius_px + 1
            top = np.take(sums, range(wide, sums.shape[axis]), axis)
            low = np.take(sums, range(sums.shape[axis] - wide), axis)
            values = ((top - low) / wide).astype(np.float32)
    return values


def fallen(values: NDArray[np.float32], dx_px: int, dy_px: int) -> NDArray[np.float32]:
    """Return where the shadow of a shape falls that reaches so far right and down."""
    found, steps = values.copy(), max(abs(dx_px), abs(dy_px))
    for step in range(1, steps + 1):
        down, right = dy_px * step // steps, dx_px * step // steps
        moved = values[: values.shape[0] - down, : values.shape[1] - right]
        found[down:, right:] = np.maximum(found[down:, right:], moved)
    return found


def darkness(values: NDArray[np.float32], strength: float) -> QImage:
    """Return a black image whose cover is the values times the strength."""
    height, width = values.shape
    pixels = np.zeros((height, width, 4), np.uint8)
    pixels[..., 3] = np.clip(values * strength * 255, 0, 255).astype(np.uint8)
    pixels[..., 0] = (pixels[..., 3] // 11).astype(np.uint8)
    return QImage(
        pixels.data, width, height, 4 * width, QImage.Format.Format_ARGB32_Premultiplied
    ).copy()
