"""The game master's fog in pixels: hatch over the unknown, dots over the remembered, a line round.

Owns how these are found: what is known is blurred over a few points and scaled smoothly once; where
that comes to a half is the line, below it the hatch. So a part costs its pixels, however long the
line in it is.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter

from gridwar.ui.map.fog.fog_mask import REMEMBERED, UNKNOWN, summed_round
from gridwar.ui.map.overlays.strokes_and_hatches import dot_brush, hatch_brush
from gridwar.ui.style.colors import map_colors, qcolor

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtCore import QRect, QRectF
    from PySide6.QtGui import QBrush

    from gridwar.ui.map.fog.fog_mask import Points, Values

    Pixels = NDArray[np.uint32]

BLURRED_BY: Final = 2
"""So many points beside one take part in its value."""
_HATCH_GAP_PX: Final = 9.0
_HATCH_PX: Final = 1.1
_HATCH_STRENGTH: Final = 0.5
_DOT_GAP_PX: Final = 17.0
_DOT_SHARE: Final = 0.075
_CORE_PX: Final = 1.3
_CASING_PX: Final = 2.2
_SHEET_PX: Final = 256
_MOST: Final = 255
_HALF: Final = 127
_KNOWN, _REMEMBERED = 0, 1
"""Channels of what is scaled."""
_PREMULTIPLIED: Final = QImage.Format.Format_ARGB32_Premultiplied


def field_of(values: Values) -> Pixels:
    """Return, as pixels to be scaled, how much is known round each point, and what remembered."""
    field = _blurred(values > UNKNOWN)
    field |= (values == REMEMBERED).astype(np.uint32) * np.uint32(_MOST << 8)
    return field


def hatched(field: Pixels, lies: QRectF, area: QRect, look: tuple[float, float]) -> QImage:
    """Return hatch, dots and line of a part of the map.

    Args:
        field: What ``field_of`` returned.
        lies: Where its points lie, in device-independent pixels from the map's corner.
        area: The part, likewise.
        look: Device pixel ratio, and what is left of the width of lines.
    """
    ratio, fine = look
    scaled = _scaled(field, lies, area, ratio)
    known, remembered = scaled[:, :, _KNOWN], scaled[:, :, _REMEMBERED]
    hatch, dots = _patterns(area, ratio, fine)
    is_known = known > _HALF
    made: Pixels = np.where(is_known, np.where(remembered > _HALF, dots, np.uint32(0)), hatch)
    if is_known.any() and not is_known.all():
        point_px = lies.width() / field.shape[1] * ratio
        line = _line_words(round(point_px, 3), round(ratio * fine, 3))[known]
        at = np.nonzero(line)
        made[at] = _over(line[at], made[at])
    return image_of(made, ratio)


def _over(above: Pixels, below: Pixels) -> Pixels:
    """Return some premultiplied pixels over others."""
    top, base = (one.view(np.uint8).reshape(-1, 4) for one in (above, below))
    rest = _MOST - top[:, 3:].astype(np.uint16)
    mixed = top + ((base * rest + _HALF) // _MOST).astype(np.uint8)
    found: Pixels = mixed.view(np.uint32).reshape(above.shape)
    return found


def image_of(pixels: Pixels, ratio: float = 1.0) -> QImage:
    """Return an image of premultiplied pixels."""
    height, width = pixels.shape
    rows = np.ascontiguousarray(pixels)
    image = QImage(rows.data, width, height, 4 * width, _PREMULTIPLIED).copy()
    image.setDevicePixelRatio(ratio)
    return image


def _scaled(field: Pixels, lies: QRectF, area: QRect, ratio: float) -> Values:
    """Return the channels of a field in pixels of an area."""
    height, width = field.shape
    opaque = QImage.Format.Format_RGB32
    scaled = QImage(area.size() * ratio, opaque)
    with QPainter(scaled) as painter:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.scale(ratio, ratio)
        painter.translate(-area.topLeft())
        painter.drawImage(lies, QImage(field.data, width, height, 4 * width, opaque))
    bits = np.frombuffer(scaled.constBits(), np.uint8)
    channels: Values = bits.reshape(scaled.height(), scaled.width(), 4).copy()
    return channels


def _blurred(known: Points) -> Pixels:
    """Return how much round each point is known, 0 to 255."""
    around = summed_round(known.view(np.uint8), BLURRED_BY)
    most = (2 * BLURRED_BY + 1) ** 2
    shares: Pixels = (np.arange(most + 1, dtype=np.uint32) * _MOST // most)[around]
    return shares


def _patterns(area: QRect, ratio: float, fine: float) -> tuple[Pixels, Pixels]:
    """Return hatch and dots for an area; both begin at the map's corner."""
    paper = map_colors().paper
    brushes = (
        hatch_brush(paper, _HATCH_GAP_PX, _HATCH_PX * fine, ratio, _HATCH_STRENGTH),
        dot_brush(paper, _DOT_GAP_PX, ratio, _DOT_SHARE),
    )
    hatch, dots = (_filled(brush, area, ratio) for brush in brushes)
    return hatch, dots


def _filled(brush: QBrush, area: QRect, ratio: float) -> Pixels:
    """Return the pixels of a pattern in an area, as if it was laid from the map's corner on."""
    edge = brush.texture().width()
    width, height = round(area.width() * ratio), round(area.height() * ratio)
    across, down = round(area.left() * ratio) % edge, round(area.top() * ratio) % edge
    side = edge - (-max(width, height) // _SHEET_PX) * _SHEET_PX
    sheet = _sheet(brush.texture().cacheKey(), _Held(brush), side)
    return sheet[down : down + height, across : across + width]


class _Held:
    """A brush that takes no part in what is compared."""

    def __init__(self, brush: QBrush) -> None:
        self.brush = brush

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held)

    def __hash__(self) -> int:
        return 0


@lru_cache(16)
def _sheet(key: int, held: _Held, side: int) -> Pixels:
    """Return a square of a pattern; the key is the texture's."""
    del key
    texture = held.brush.texture().toImage().convertToFormat(_PREMULTIPLIED)
    texture.setDevicePixelRatio(1.0)
    image = QImage(side, side, _PREMULTIPLIED)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        for top in range(0, side, texture.height()):
            for left in range(0, side, texture.width()):
                painter.drawImage(left, top, texture)
    return np.frombuffer(image.constBits(), np.uint32).reshape(side, side).copy()


@lru_cache(64)
def _line_words(point_px: float, width: float) -> Pixels:
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
