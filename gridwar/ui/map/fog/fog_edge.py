"""The line round what is known, in pixels of the screen: as thin, and as dear, wherever it winds.

Owns how it is found: what is known is blurred over a few points and scaled smoothly; where that
comes to a half is the line. So a part costs its pixels, however long the line in it is.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np
from PySide6.QtGui import QImage, QPainter

from gridwar.ui.style.colors import map_colors, qcolor

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtCore import QRect, QRectF

    from gridwar.ui.map.fog.fog_mask import Points

BLURRED_BY: Final = 2
"""So many points beside one take part in its value."""
_CORE_PX: Final = 1.3
_CASING_PX: Final = 2.2
_MOST: Final = 255
_WORD_BYTES: Final = 0x01010101
_PREMULTIPLIED: Final = QImage.Format.Format_ARGB32_Premultiplied


def edge_image(known: Points, lies: QRectF, area: QRect, ratio: float, fine: float) -> QImage:
    """Return the line in a part of the map.

    Args:
        known: Rows of points.
        lies: Where they lie, in device-independent pixels from the map's corner.
        area: The part, likewise.
        ratio: Device pixel ratio.
        fine: What is left of the line's width.
    """
    field = _blurred(known) * np.uint32(_WORD_BYTES)
    scaled = QImage(area.size() * ratio, _PREMULTIPLIED)
    scaled.fill(0)
    with QPainter(scaled) as painter:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
        painter.scale(ratio, ratio)
        painter.translate(-area.topLeft())
        height, width = field.shape
        painter.drawImage(lies, QImage(field.data, width, height, 4 * width, _PREMULTIPLIED))
    height, width = scaled.height(), scaled.width()
    values = np.frombuffer(scaled.constBits(), np.uint8).reshape(height, width, 4)[:, :, 0]
    point_px = lies.width() / known.shape[1] * ratio
    pixels = _line_words(round(point_px, 3), round(ratio * fine, 3))[values]
    line = QImage(pixels.data, width, height, 4 * width, _PREMULTIPLIED).copy()
    line.setDevicePixelRatio(ratio)
    return line


def _blurred(known: Points) -> NDArray[np.uint32]:
    """Return how much round each point is known, 0 to 255."""
    (height, width), side = known.shape, 2 * BLURRED_BY + 1
    padded = np.pad(known, BLURRED_BY, mode="edge").view(np.uint8)
    rows = np.zeros((height + side - 1, width), np.uint8)
    for at in range(side):
        rows += padded[:, at : at + width]
    around = np.zeros((height, width), np.uint32)
    for at in range(side):
        around += rows[at : at + height]
    return around * np.uint32(_MOST) // np.uint32(side * side)


@lru_cache(64)
def _line_words(point_px: float, width: float) -> NDArray[np.uint32]:
    """Return the pixels by what is blurred there: core, casing about it, and nothing beyond.

    Args:
        point_px: Edge of a point, in pixels of the screen.
        width: What a pixel of the line's width is there.
    """
    a_pixel = _MOST / (2 * BLURRED_BY + 1) / point_px
    off = np.abs(np.arange(_MOST + 1) - _MOST / 2) / a_pixel
    least = max(0.5, 0.6 / a_pixel)  # where points are large, a step of the field is wider
    core = np.clip(max(_CORE_PX * width / 2, least) + 0.5 - off, 0, 1)
    reach = max((_CORE_PX + _CASING_PX) * width / 2, least + 0.5)
    solid = np.clip(reach + 0.5 - off, 0, 1)
    image = QImage(_MOST + 1, 1, _PREMULTIPLIED)
    image.fill(0)
    with QPainter(image) as painter:
        for at in np.flatnonzero(solid).tolist():
            painter.fillRect(at, 0, 1, 1, qcolor(map_colors().casing, float(solid[at])))
            painter.fillRect(at, 0, 1, 1, qcolor(map_colors().paper, float(core[at])))
    return np.frombuffer(image.constBits(), np.uint32)[: _MOST + 1].copy()
