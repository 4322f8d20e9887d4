"""The paper of a sketch: blotches, grain, and a rim that is darker; the same at the same place."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from gridwar.ui.map.ink.noise_by_place import chance, noise
from gridwar.ui.map.ink.sketch_part import CellBox
from gridwar.ui.style.colors import qcolor

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from gridwar.model.geometry import Size
    from gridwar.ui.map.ink.ink_styles import InkColors

BLOCK: Final = 8
"""Paper is laid in squares of so many cells, of a tile or of all at once: the pixels are equal."""
_POINTS, _PRINTED_POINTS, _MOST_POINTS = 4, 12, 1000
"""Blotches are worked out at so many points a cell, for print finer; between them all is smooth."""
_RIM_CELLS: Final = 2.6
_RIM_DARK, _BLOTCH_DARK = 0.30, 0.11
_GRAIN: Final = 5
"""How far a grain is darker or lighter than the paper, of 255."""


def draw_paper(
    painter: QPainter, box: CellBox, page: Size, colors: InkColors, grain_px: int
) -> None:
    """Draw the paper below some cells.

    Args:
        painter: Its unit is the cell.
        box: The cells, on the page.
        page: How large the paper is.
        colors: Of the style.
        grain_px: How many pixels a cell has where it is drawn in pixels, else 0: then without
            grain.
    """
    painter.fillRect(_rect(box), qcolor(colors.paper))
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    for block in _blocks(box) if grain_px else (box,):
        around = block.grown(1)
        points = _POINTS if grain_px else _printed_points(box)
        painter.save()
        painter.setClipRect(_rect(block.within(*page)), Qt.ClipOperation.IntersectClip)
        painter.drawImage(_rect(around), _blotches(around, page, colors.shade, points))
        if grain_px:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
            painter.drawImage(_rect(block), _grain(grain_px))
        painter.restore()
    painter.restore()


def _blocks(box: CellBox) -> Iterator[CellBox]:
    """Yield the squares of paper that lie below some cells, the same for all that ask."""
    for top in range(box.top // BLOCK * BLOCK, box.bottom, BLOCK):
        for left in range(box.left // BLOCK * BLOCK, box.right, BLOCK):
            yield CellBox(left, top, left + BLOCK, top + BLOCK)


def _printed_points(box: CellBox) -> int:
    """Return how fine blotches are on paper, in one piece: seams would be seen there."""
    longest = max(box.right - box.left, box.bottom - box.top)
    return max(_POINTS, min(_PRINTED_POINTS, _MOST_POINTS // longest))


def _rect(box: CellBox) -> QRectF:
    return QRectF(QPointF(box.left, box.top), QPointF(box.right, box.bottom))


@lru_cache(64)
def _blotches(box: CellBox, page: Size, shade: str, points: int) -> QImage:
    """Return how much darker the paper is in a box, a few points a cell; shared, read-only."""
    width, height = (box.right - box.left) * points, (box.bottom - box.top) * points
    x, y = np.meshgrid(
        box.left + (np.arange(width) + 0.5) / points, box.top + (np.arange(height) + 0.5) / points
    )
    clouds = 0.6 * noise(x * 0.23, y * 0.29, 21) + 0.4 * noise(x * 0.9, y * 1.3, 22)
    dark = _BLOTCH_DARK * np.clip(0.5 + clouds, 0, 1)
    # The rim is uneven, as if many hands had held it.
    beside = np.minimum(np.minimum(x, page[0] - x), np.minimum(y, page[1] - y))
    reach = _RIM_CELLS * (1 + 0.45 * noise(x * 0.35, y * 0.35, 23))
    rim = np.clip(1 - beside / reach, 0, 1) ** 2
    return _tinted(np.clip(dark + _RIM_DARK * rim, 0, 1), shade)


def _tinted(share: NDArray[np.float64], color: str) -> QImage:
    """Return a colour laid on as strong as shares say, 0 to 1."""
    tone = qcolor(color)
    pixels = np.zeros(share.shape, np.uint32)
    for shift, full in ((24, 255), (16, tone.red()), (8, tone.green()), (0, tone.blue())):
        pixels |= np.rint(share * full).astype(np.uint32) << np.uint32(shift)
    return _image(pixels)


@lru_cache(8)
def _grain(cell_px: int) -> QImage:
    """Return the grain of a square of paper in pixels; shared, read-only."""
    side = BLOCK * cell_px
    y, x = np.mgrid[:side, :side]
    thrown = chance(x * 7 + y // 3, y * 5 + x // 251) + chance(x // 2 + 91, y * 3 + 57) - 1
    strength = np.rint(np.abs(thrown) * _GRAIN).astype(np.uint32)
    lit = np.where(thrown > 0, strength * np.uint32(0x010101), np.uint32(0))
    return _image((strength << np.uint32(24)) | lit)


def _image(pixels: NDArray[np.uint32]) -> QImage:
    height, width = pixels.shape
    data = np.ascontiguousarray(pixels).tobytes()
    image = QImage(data, width, height, 4 * width, QImage.Format.Format_ARGB32_Premultiplied)
    return image.copy()
