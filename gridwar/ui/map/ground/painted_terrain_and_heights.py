"""Painted terrain and heights: tints, patterns, contours, drawn tile by tile under the tokens.

Owns what is kept of a tile: a picture of a pixel a cell for the tint, and the rectangles that the
patterns fill. Painting a few cells makes only their tiles anew.
"""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Generic, TypeVar

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QImage, QPainter, QPixmap

from gridwar.control.text_format import minus
from gridwar.model.painted_layers import TILE
from gridwar.ui.map.ground.paint_patterns import paint_brush, tint
from gridwar.ui.style.colors import map_colors, qcolor
from gridwar.ui.style.fonts import SANS, sized_font

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from numpy.typing import NDArray
    from PySide6.QtGui import QColor, QTransform

    from gridwar.control.records.ground_records import GroundView, HeightView, PaintLook, PaintView
    from gridwar.model.geometry import Cell

PATTERN_FROM_PX: Final = 11.0
EDGES_FROM_PX: Final = 14.0
NUMBERS_FROM_PX: Final = 26.0
EVERY_NUMBER_FROM_PX: Final = 34.0
FAINT: Final = 0.85
"""How strong paint is upon a picture that does not show it."""
_MOST_KEPT = 1024
_SIGN_PX = 14
_HIGH, _LOW = "#E8D9A8", "#3C5A78"
_STEPS_TO_FULL = 12
_LEAST_SHADE, _MOST_SHADE = 0.08, 0.30


_Looks = tuple["PaintLook | None", ...]
_Block = tuple[int, int, int, int]
"""Column, row, width, height of cells drawn alike, within a tile."""


class PaintPainter:
    """Draws the painted layers of a map."""

    def __init__(self) -> None:
        self._images: _Kept[QImage] = _Kept(_tile_image)
        self._blocks: _Kept[tuple[tuple[PaintLook, _Block], ...]] = _Kept(_tile_blocks)

    def draw(self, painter: QPainter, view: GroundView, exposed: QRectF) -> None:
        """Draw everything painted in a part of the map.

        Args:
            painter: Its unit is the cell.
            view: The map.
            exposed: The part.
        """
        page = QRectF(0, 0, view.width, view.height) & exposed
        if page.isEmpty() or not (view.paint or view.heights):
            return
        painter.save()
        painter.setClipRect(page, Qt.ClipOperation.IntersectClip)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        heights = view.heights
        steps = None if heights is None else _window(heights.layer.tiles, page).view(np.int8)
        if heights is not None and steps is not None:
            image = _shade(steps[1:-1, 1:-1])
            painter.setOpacity(FAINT if heights.faint else 1.0)
            painter.drawImage(QRectF(*_corner(page), image.width(), image.height()), image)
        for one in view.paint:
            painter.setOpacity(FAINT if one.faint else 1.0)
            self._draw_layer(painter, one, page)
        if heights is not None and steps is not None:
            painter.setOpacity(FAINT if heights.faint else 1.0)
            _draw_heights(painter, heights, steps, page)
        painter.restore()

    def _draw_layer(self, painter: QPainter, view: PaintView, page: QRectF) -> None:
        cell_px = painter.worldTransform().m11()
        if cell_px < PATTERN_FROM_PX:
            for place, data in _tiles_in(view, page):
                area = QRectF(place.x * TILE, place.y * TILE, TILE, TILE)
                painter.drawImage(area, self._images.get(data, view.looks))
        else:
            self._draw_blocks(painter, view, page)
        if cell_px >= EDGES_FROM_PX:
            values = _window(view.layer.tiles, page)
            colors = map_colors()
            lines: tuple[tuple[QColor, int], ...] = ((qcolor(colors.ink, 0.45), 1),)
            if view.faint:  # what lies on a picture is told by its edge first of all
                lines = ((qcolor(colors.ink, 0.6), 3), (qcolor(colors.paper, 0.8), 1))
            _draw_edges(painter, values, page, lines)

    def _draw_blocks(self, painter: QPainter, view: PaintView, page: QRectF) -> None:
        # In pixels: what is only moved is laid many times faster than what is also scaled.
        world = painter.worldTransform()
        ratio = painter.device().devicePixelRatioF()
        painter.save()
        painter.resetTransform()
        painter.setBrushOrigin(round(world.dx()), round(world.dy()))
        for place, data in _tiles_in(view, page):
            x0, y0 = place.x * TILE, place.y * TILE
            for look, (x, y, width, height) in self._blocks.get(data, view.looks):
                area = QRectF(x0 + x, y0 + y, width, height) & page
                if not area.isEmpty():
                    painter.fillRect(_in_pixels(area, world), paint_brush(look, ratio))
        painter.restore()


Made = TypeVar("Made")


class _Kept(Generic[Made]):
    """What was made of tiles, as many as are seen at once."""

    def __init__(self, make: Callable[[bytes, _Looks], Made]) -> None:
        self._make = make
        self._made: OrderedDict[tuple[bytes, _Looks], Made] = OrderedDict()

    def get(self, data: bytes, looks: _Looks) -> Made:
        """Return it for a tile, made where it is not known."""
        key = (data, looks)
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = self._make(data, looks)
            if len(self._made) > _MOST_KEPT:
                self._made.popitem(last=False)
        else:
            self._made.move_to_end(key)
        return found


def _tiles_in(view: PaintView, page: QRectF) -> Iterator[tuple[Cell, bytes]]:
    for place, data in view.layer.tiles.items():
        if QRectF(place.x * TILE, place.y * TILE, TILE, TILE).intersects(page):
            yield place, data


def _tile_image(data: bytes, looks: _Looks) -> QImage:
    """Return the tints of a tile, a pixel a cell."""
    cells = np.frombuffer(data, np.uint8).reshape(TILE, TILE)
    colors = np.zeros(256, np.uint32)
    for value, look in enumerate(looks):
        if look is not None:
            colors[value] = _argb(tint(look))
    return _image(colors[cells])


def _tile_blocks(data: bytes, looks: _Looks) -> tuple[tuple[PaintLook, _Block], ...]:
    """Return the cells of a tile in few rectangles."""
    cells = np.frombuffer(data, np.uint8).reshape(TILE, TILE)
    found: list[tuple[PaintLook, _Block]] = []
    for value in np.unique(cells).tolist():
        look = looks[value] if value < len(looks) else None
        if look is not None:
            found += ((look, block) for block in _blocks(cells == value))
    return tuple(found)


def _blocks(mask: NDArray[np.bool_]) -> Iterator[_Block]:
    """Yield a mask as rectangles: equal runs of rows that follow each other are one."""
    open_runs: dict[tuple[int, int], int] = {}
    for y in range(mask.shape[0] + 1):
        runs = set(_runs(mask[y])) if y < mask.shape[0] else set()
        for run in [run for run in open_runs if run not in runs]:
            top = open_runs.pop(run)
            yield run[0], top, run[1], y - top
        for run in runs:
            open_runs.setdefault(run, y)


def _runs(row: NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    """Yield the runs of a row: where each begins, and how long it is."""
    if row.any():
        padded = np.concatenate(([0], row.view(np.int8), [0]))
        changes = np.flatnonzero(np.diff(padded)).tolist()
        for start, end in zip(changes[::2], changes[1::2], strict=True):
            yield start, end - start


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


def _draw_heights(
    painter: QPainter, view: HeightView, steps: NDArray[np.int8], page: QRectF
) -> None:
    """Draw contours and numbers, over whatever is painted."""
    cell_px = painter.worldTransform().m11()
    if cell_px >= EDGES_FROM_PX:
        colors = map_colors()
        pens = ((qcolor(colors.ink, 0.5), 3), (qcolor(colors.paper, 0.6), 1))
        _draw_edges(painter, steps, page, pens)
    if cell_px >= NUMBERS_FROM_PX:
        every = view.every and cell_px >= EVERY_NUMBER_FROM_PX
        _draw_numbers(painter, view, steps, _corner(page), every=every)


def _draw_edges(
    painter: QPainter,
    values: NDArray[np.generic],
    page: QRectF,
    pens: tuple[tuple[QColor, int], ...],
) -> None:
    """Draw the borders between cells of different values, in whole pixels.

    Args:
        painter: Its unit is the cell.
        values: The cells, and one around them.
        page: Where they are.
        pens: Colour and width in pixels, the lowest first.
    """
    left, top = _corner(page)
    vertical = (values[:, 1:] != values[:, :-1])[1:-1].T
    level = (values[1:, :] != values[:-1, :])[:, 1:-1]
    lines = [
        QRectF(left + x, top + y, 0, length)
        for x, column in enumerate(vertical)
        for y, length in _runs(column)
    ]
    lines += [
        QRectF(left + x, top + y, length, 0)
        for y, row in enumerate(level)
        for x, length in _runs(row)
    ]
    world = painter.worldTransform()
    painter.save()
    painter.resetTransform()
    places = [world.mapRect(line) for line in lines]
    for color, width in pens:
        before = width // 2
        for place in places:
            x, y = round(place.x()) - before, round(place.y()) - before
            across, down = round(place.width()), round(place.height())
            painter.fillRect(x, y, across + width, down + width, color)
    painter.restore()


def _in_pixels(area: QRectF, world: QTransform) -> QRect:
    """Return a part of the map in whole pixels, so that neighbours neither overlap nor gape."""
    place = world.mapRect(area)
    left, top = round(place.left()), round(place.top())
    return QRect(left, top, round(place.right()) - left, round(place.bottom()) - top)


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
    ratio = painter.device().devicePixelRatioF()
    painter.save()
    painter.resetTransform()
    for y, x in np.argwhere(wanted).tolist():
        place = world.map(QPointF(corner[0] + x + 1, corner[1] + y + 1))
        sign = _number_sign(minus(f"{round(int(inner[y, x]) * view.step, 1):g}"), ratio)
        size = sign.deviceIndependentSize()
        painter.drawPixmap(
            QPointF(round(place.x() - size.width() - 3), round(place.y() - size.height() - 2)), sign
        )
    painter.restore()


@lru_cache(512)
def _number_sign(words: str, ratio: float) -> QPixmap:
    """Return a height on its small plate; shared, read-only."""
    face = sized_font(SANS, 11, 600)
    width = round(QFontMetricsF(face).horizontalAdvance(words)) + 7
    pixmap = QPixmap(round(width * ratio), round(_SIGN_PX * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(0, 0, width, _SIGN_PX)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(qcolor(map_colors().ink, 0.72))
        painter.drawRoundedRect(box, 3, 3)
        painter.setFont(face)
        painter.setPen(qcolor(map_colors().paper))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)
    return pixmap
