"""Painted ground: tints, patterns, contours and heights, drawn tile by tile under the tokens.

Owns what is kept of a tile: a picture of a pixel a cell for the tint, a path a look for the
pattern. Painting a few cells makes only their tiles anew; a map of 500 by 500 costs its tiles.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QImage, QPainter, QPainterPath, QPen, QTransform

from gridwar.control.presenters.words import minus
from gridwar.model.layers import TILE
from gridwar.ui.fonts import SANS, sized_font
from gridwar.ui.paint_patterns import pattern_brush, tint
from gridwar.ui.palette import map_colors, qcolor

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray
    from PySide6.QtGui import QColor

    from gridwar.control.scene_records import GroundView, HeightView, PaintLook, PaintView
    from gridwar.model.geometry import Cell

PATTERN_FROM_PX: Final = 11.0
EDGES_FROM_PX: Final = 8.0
NUMBERS_FROM_PX: Final = 26.0
EVERY_NUMBER_FROM_PX: Final = 34.0
_MOST_KEPT = 1024
_HIGH, _LOW = "#E8D9A8", "#3C5A78"
_STEPS_TO_FULL = 12
_LEAST_SHADE, _MOST_SHADE = 0.08, 0.30


@dataclass(frozen=True, slots=True)
class _Tile:
    image: QImage
    paths: tuple[tuple[PaintLook, QPainterPath], ...]


_Looks = tuple["PaintLook | None", ...]


class PaintPainter:
    """Draws the painted layers of a map."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[bytes, _Looks], _Tile] = OrderedDict()

    def draw(self, painter: QPainter, view: GroundView, exposed: QRectF) -> None:
        """Draw everything painted in a part of the map; the painter's unit is the cell."""
        page = QRectF(0, 0, view.width, view.height) & exposed
        if page.isEmpty() or not (view.paint or view.heights):
            return
        painter.save()
        painter.setClipRect(page, Qt.ClipOperation.IntersectClip)
        cell_px = painter.worldTransform().m11()
        if view.heights is not None:
            self._draw_heights(painter, view.heights, page, cell_px)
        for one in view.paint:
            self._draw_layer(painter, one, page, cell_px)
        painter.restore()

    def _draw_layer(
        self, painter: QPainter, view: PaintView, page: QRectF, cell_px: float
    ) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        ratio = painter.device().devicePixelRatioF()
        for place, data in _tiles_in(view, page):
            tile = self._tile(data, view.looks)
            corner = (place.x * TILE, place.y * TILE)
            painter.drawImage(QRectF(*corner, TILE, TILE), tile.image)
            if cell_px < PATTERN_FROM_PX:
                continue
            for look, path in tile.paths:
                brush = pattern_brush(look, ratio)
                if brush is None:
                    continue
                own = brush.transform() * QTransform.fromScale(1 / cell_px, 1 / cell_px)
                brush = QBrush(brush)
                brush.setTransform(own)
                painter.fillPath(path.translated(*corner), brush)
        if cell_px >= EDGES_FROM_PX:
            values = _window(view.layer.tiles, page)
            _draw_edges(painter, values, page, qcolor(map_colors().ink, 0.45))

    def _tile(self, data: bytes, looks: _Looks) -> _Tile:
        key = (data, looks)
        tile = self._kept.get(key)
        if tile is None:
            tile = self._kept[key] = _make_tile(data, looks)
            if len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(key)
        return tile

    def _draw_heights(
        self, painter: QPainter, view: HeightView, page: QRectF, cell_px: float
    ) -> None:
        values = _window(view.layer.tiles, page).view(np.int8)
        left, top = _corner(page)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        image = _shade(values[1:-1, 1:-1])
        painter.drawImage(QRectF(left, top, image.width(), image.height()), image)
        if cell_px >= EDGES_FROM_PX:
            _draw_edges(painter, values, page, qcolor(map_colors().paper, 0.6), wide=True)
        if cell_px >= NUMBERS_FROM_PX:
            every = view.every and cell_px >= EVERY_NUMBER_FROM_PX
            _draw_numbers(painter, view, values, (left, top), every=every)


def _tiles_in(view: PaintView, page: QRectF) -> Iterator[tuple[Cell, bytes]]:
    for place, data in view.layer.tiles.items():
        if QRectF(place.x * TILE, place.y * TILE, TILE, TILE).intersects(page):
            yield place, data


def _make_tile(data: bytes, looks: _Looks) -> _Tile:
    cells = np.frombuffer(data, np.uint8).reshape(TILE, TILE)
    colors = np.zeros(256, np.uint32)
    for value, look in enumerate(looks):
        if look is not None:
            colors[value] = _argb(tint(look))
    image = _image(colors[cells])
    paths: dict[PaintLook, QPainterPath] = {}
    for value in np.unique(cells).tolist():
        look = looks[value] if value < len(looks) else None
        if look is not None:
            path = paths.setdefault(look, QPainterPath())
            for x, y, width in _runs(cells == value):
                path.addRect(x, y, width, 1)
    return _Tile(image, tuple(paths.items()))


def _argb(color: QColor) -> int:
    """Return a colour as a premultiplied pixel."""
    alpha = color.alpha()
    red, green, blue = (
        round(part * alpha / 255) for part in (color.red(), color.green(), color.blue())
    )
    return alpha << 24 | red << 16 | green << 8 | blue


def _image(pixels: NDArray[np.uint32]) -> QImage:
    height, width = pixels.shape
    data = np.ascontiguousarray(pixels).tobytes()
    image = QImage(data, width, height, 4 * width, QImage.Format.Format_ARGB32_Premultiplied)
    return image.copy()


def _runs(mask: NDArray[np.bool_]) -> Iterator[tuple[int, int, int]]:
    """Yield the horizontal runs of a mask: column, row, width."""
    for y, row in enumerate(mask):
        if row.any():
            padded = np.concatenate(([0], row.view(np.int8), [0]))
            changes = np.flatnonzero(np.diff(padded)).tolist()
            for start, end in zip(changes[::2], changes[1::2], strict=True):
                yield start, y, end - start


def _corner(page: QRectF) -> tuple[int, int]:
    return int(page.left()), int(page.top())


def _window(tiles: Mapping[Cell, bytes], page: QRectF) -> NDArray[np.uint8]:
    """Return the bytes of a part of the map and one cell around it."""
    left, top = _corner(page)
    width = int(np.ceil(page.right())) - left
    height = int(np.ceil(page.bottom())) - top
    found = np.zeros((height + 2, width + 2), np.uint8)
    for place, data in tiles.items():
        x, y = place.x * TILE - left + 1, place.y * TILE - top + 1
        if x + TILE <= 0 or y + TILE <= 0 or x >= width + 2 or y >= height + 2:
            continue
        cells = np.frombuffer(data, np.uint8).reshape(TILE, TILE)
        x0, y0 = max(0, -x), max(0, -y)
        x1, y1 = min(TILE, width + 2 - x), min(TILE, height + 2 - y)
        found[y + y0 : y + y1, x + x0 : x + x1] = cells[y0:y1, x0:x1]
    return found


def _draw_edges(
    painter: QPainter,
    values: NDArray[np.generic],
    page: QRectF,
    color: QColor,
    *,
    wide: bool = False,
) -> None:
    """Draw the borders between cells of different values."""
    left, top = _corner(page)
    lines: list[QLineF] = []
    upright = values[:, 1:] != values[:, :-1]
    for y, x in np.argwhere(upright[1:-1]).tolist():
        lines.append(QLineF(left + x, top + y, left + x, top + y + 1))
    level = values[1:, :] != values[:-1, :]
    for y, x in np.argwhere(level[:, 1:-1]).tolist():
        lines.append(QLineF(left + x, top + y, left + x + 1, top + y))
    if not lines:
        return
    casing = ((qcolor(map_colors().ink, 0.6), 2.6),) if wide else ()
    for ink, width in (*casing, (color, 1.2)):
        pen = QPen(ink, width)
        pen.setCosmetic(True)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        painter.drawLines(lines)


def _shade(steps: NDArray[np.generic]) -> QImage:
    """Return light for what is high and dark for what is low, a pixel a cell."""
    colors = np.zeros(256, np.uint32)
    for byte in range(256):
        height = byte - 256 if byte > 127 else byte  # noqa: PLR2004 signed bytes
        if height:
            share = min(1.0, abs(height) / _STEPS_TO_FULL)
            alpha = _LEAST_SHADE + share * (_MOST_SHADE - _LEAST_SHADE)
            colors[byte] = _argb(qcolor(_HIGH if height > 0 else _LOW, alpha))
    return _image(colors[steps.view(np.uint8)])


def _draw_numbers(
    painter: QPainter,
    view: HeightView,
    values: NDArray[np.int8],
    corner: tuple[int, int],
    *,
    every: bool,
) -> None:
    inner = values[1:-1, 1:-1]
    wanted = inner != 0
    if not every:
        wanted = wanted & (inner != values[1:-1, :-2]) & (inner != values[:-2, 1:-1])
    world = painter.worldTransform()
    painter.save()
    painter.resetTransform()
    painter.setFont(sized_font(SANS, 11, 600))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for y, x in np.argwhere(wanted).tolist():
        place = world.map(QPointF(corner[0] + x + 1, corner[1] + y + 1))
        words = minus(f"{round(int(inner[y, x]) * view.step, 1):g}")
        box = QRectF(place.x() - 60, place.y() - 17, 56, 14)
        _draw_words(painter, box, words)
    painter.restore()


def _draw_words(painter: QPainter, box: QRectF, words: str) -> None:
    align = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
    ground = painter.boundingRect(box, align, words).adjusted(-3, 0, 3, 0)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(qcolor(map_colors().ink, 0.72))
    painter.drawRoundedRect(ground, 3, 3)
    painter.setPen(qcolor(map_colors().paper))
    painter.drawText(box, align, words)
