"""Tokens as pixmaps made for one zoom, shared by equal looks.

Owns the cache and the margins around a sprite; drawing is in token_paint. A sprite never
changes: another zoom or another look is another sprite.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QPainter, QPixmap

from gridwar.ui.map.tokens.token_level_of_detail import Detail, Look
from gridwar.ui.map.tokens.token_paint import draw_token
from gridwar.ui.map.tokens.token_portraits import LARGEST_PX, PORTRAITS, Portraits
from gridwar.ui.map.tokens.token_shape import frame_of

if TYPE_CHECKING:
    from gridwar.control.records.ground_records import PictureSource

_BYTES_KEPT = 96 * 1024 * 1024
_LONGEST_EDGE_PX = 1024
_BYTES_A_PIXEL = 4


class Sprite(Struct, frozen=True):
    """A token drawn at one zoom.

    Attributes:
        pixmap: its pixels; the device pixel ratio stays 1.
        ratio: how many of them to a pixel that is independent of the device.
    """

    pixmap: QPixmap
    ratio: float


class SpriteCache:
    """Makes sprites and keeps those used last."""

    def __init__(self, pictures: PictureSource | None = None) -> None:
        self._portraits = PORTRAITS if pictures is None else Portraits(pictures)
        self._sprites: OrderedDict[tuple[Look, float, float], Sprite] = OrderedDict()
        self._bytes = 0

    def sprite(self, look: Look, cell_px: float, ratio: float) -> Sprite:
        """Return the sprite of a look.

        Args:
            look: the token reduced to what shows.
            cell_px: by which edge of a cell it is drawn, in device-independent pixels.
            ratio: device pixel ratio of the screen.
        """
        key = (look, cell_px, ratio)
        found = self._sprites.get(key)
        if found is not None:
            self._sprites.move_to_end(key)
            return found
        made = self._make(look, cell_px, ratio)
        self._sprites[key] = made
        self._bytes += _size_of(made)
        while self._bytes > _BYTES_KEPT and len(self._sprites) > 1:
            _, dropped = self._sprites.popitem(last=False)
            self._bytes -= _size_of(dropped)
        return made

    def _make(self, look: Look, cell_px: float, ratio: float) -> Sprite:
        size = look.token.size
        margin = _margin_px(look, cell_px)
        edge = max(size) * cell_px + 2 * margin
        scale = min(ratio, _LONGEST_EDGE_PX / edge)
        pixels = QSize(
            math.ceil((size[0] * cell_px + 2 * margin) * scale),
            math.ceil((size[1] * cell_px + 2 * margin) * scale),
        )
        pixmap = QPixmap(pixels)
        pixmap.fill(Qt.GlobalColor.transparent)
        with QPainter(pixmap) as painter:
            painter.scale(scale, scale)
            frame = frame_of(size, cell_px, QPointF(margin, margin))
            draw_token(painter, look, frame, self._portrait(look.token.picture))
        return Sprite(pixmap, scale)

    def _portrait(self, picture: str | None) -> QPixmap | None:
        """Return a token's picture; that of a newcomer may still be in the library alone."""
        found = self._portraits.of(picture, LARGEST_PX)
        return found or PORTRAITS.of(picture, LARGEST_PX)


def _margin_px(look: Look, cell_px: float) -> float:
    """Return the room around the footprint, whole pixels so that sprites stay sharp."""
    token = look.token
    if look.detail is Detail.SHAPE:
        return 4.0
    marked = token.turn or token.target or token.selected or token.lifted
    if marked or token.caught is not None:
        return math.ceil(0.34 * cell_px + 12)
    return math.ceil(0.14 * cell_px + 5)


def _size_of(sprite: Sprite) -> int:
    return sprite.pixmap.width() * sprite.pixmap.height() * _BYTES_A_PIXEL
