"""What lies below the tokens, kept as tiles: the ground, and the overlays drawn upon it.

Owns the pixels of one zoom. A repaint copies opaque tiles; where an overlay comes or goes only the
part it covers is put together anew, from the ground's own pixels. What was there stays on screen
until all that changed is ready, so that nothing waits for it and nothing is seen half done.
Counted in device-independent pixels from the map's corner.
"""

from __future__ import annotations

from collections import OrderedDict
from time import perf_counter
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

from gridwar.ui.map.map_tiles import EDGE_PX, in_cells, in_pixels, tile_box, tiles_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.ui.map.map_tiles import Place

PAINT_S = 0.015
"""So long a paint may draw tiles that are not there yet."""
_LEAST_KEPT = 64
_TIMES_KEPT = 2


class Drawing(Protocol):
    """Draws what the tiles keep; the painter's unit is the cell."""

    def draw_ground(self, painter: QPainter, cells: QRectF) -> None:
        """Draw the ground of a part of the map."""

    def draw_beneath(self, painter: QPainter, cells: QRectF) -> None:
        """Draw the overlays upon it."""

    def draw_coarse(self, painter: QPainter, cells: QRectF) -> None:
        """Draw both quickly, for a moment."""

    def is_bare(self, cells: QRectF) -> bool:
        """Return whether a part of the map has no overlays."""

    def request_repaint(self, cells: QRectF) -> None:
        """Have a part of the map painted again."""

    def request_tiles(self) -> None:
        """Have ``prepare`` go over what is on screen, soon."""


class _Tile:
    """One tile: the ground, the same with all upon it, and what of it is out of date.

    ``fresh`` is what is to be shown in place of ``whole`` as soon as the other tiles are ready.
    """

    __slots__ = ("fresh", "ground", "is_stale", "spoiled", "whole")

    def __init__(self, ground: QPixmap) -> None:
        self.ground = ground
        self.whole: QPixmap | None = None
        self.fresh: QPixmap | None = None
        self.spoiled = QRect()
        self.is_stale = False
        """Whether the ground itself is to be drawn anew."""


class TileCache:
    """The tiles seen last, of one zoom."""

    def __init__(self, drawing: Drawing) -> None:
        self._drawing = drawing
        self._cell_px = 1.0
        self._ratio = 1.0
        self._tiles: OrderedDict[Place, _Tile] = OrderedDict()
        self._coarse: set[Place] = set()
        """What was painted coarsely and is not painted anew yet."""

    def set_zoom(self, cell_px: float, ratio: float) -> None:
        """Take another zoom: what was kept is of no use any more."""
        self._cell_px, self._ratio = cell_px, ratio
        self.clear()

    def clear(self) -> None:
        """Keep nothing: neither the tiles nor what is shown until they are made."""
        self._tiles.clear()
        self._coarse.clear()

    def forget(self) -> None:
        """Forget all that was kept: the ground has changed."""
        self._tiles.clear()

    def drop(self, cells: QRectF) -> None:
        """Forget what was kept of a part of the map: its ground has changed."""
        seen = in_pixels(cells, self._cell_px)
        for place in [place for place in self._tiles if tile_box(place).intersects(seen)]:
            del self._tiles[place]

    def invalidate(self, cells: QRectF) -> None:
        """Note that overlays have changed in a part of the map."""
        if not self._has_tiles:
            self._drawing.request_repaint(cells)
            return
        seen = in_pixels(cells, self._cell_px)
        for place, tile in self._tiles.items():
            tile.spoiled |= tile_box(place) & seen
        self._drawing.request_tiles()

    def renew(self, cells: QRectF) -> None:
        """Note that the ground of a part of the map looks better when it is drawn anew.

        Other than after ``drop``, what is seen stays as it is until all of it is ready.
        """
        if not self._has_tiles:
            self._drawing.request_repaint(cells)
            return
        seen = in_pixels(cells, self._cell_px)
        for place, tile in self._tiles.items():
            if tile_box(place).intersects(seen):
                tile.is_stale, tile.spoiled = True, tile_box(place)
        self._drawing.request_tiles()

    def paint(self, painter: QPainter, cells: QRectF) -> None:
        """Paint a part of the map as it was made last; what is not there yet is drawn now.

        What that leaves no time for is painted coarsely, until ``prepare`` has gone over it.
        """
        if not self._has_tiles:
            self._drawing.draw_ground(painter, cells)
            self._drawing.draw_beneath(painter, cells)
            return
        world = painter.worldTransform()
        painter.save()
        painter.resetTransform()
        painter.translate(world.dx(), world.dy())
        coarse, end = [], perf_counter() + PAINT_S
        for place in tiles_in(in_pixels(cells, self._cell_px)):
            if self._is_made(place) or perf_counter() < end:
                painter.drawPixmap(tile_box(place).topLeft(), self._shown(place))
            else:
                coarse.append(place)
        painter.restore()
        if coarse:
            self._drawing.request_tiles()
        for place in coarse:
            self._coarse.add(place)
            part = in_cells(tile_box(place), self._cell_px)
            painter.save()
            painter.setClipRect(part, Qt.ClipOperation.IntersectClip)
            self._drawing.draw_coarse(painter, part)
            painter.restore()

    def prepare(self, cells: QRectF) -> Iterator[None]:
        """Draw what is missing or has changed in a part of the map, with pauses; then show it."""
        if not self._has_tiles:
            return
        places = tuple(tiles_in(in_pixels(cells, self._cell_px)))
        for place in places:
            if place not in self._tiles:
                self._tile(place)
                yield
            if self._is_due(place):
                self._make(place)
                yield
        for place, tile in self._tiles.items():
            if tile.fresh is not None:
                tile.whole, tile.fresh = tile.fresh, None
                self._drawing.request_repaint(in_cells(tile_box(place), self._cell_px))
        for place in self._coarse:
            self._drawing.request_repaint(in_cells(tile_box(place), self._cell_px))
        self._coarse.clear()
        while len(self._tiles) > max(_LEAST_KEPT, _TIMES_KEPT * len(places)):
            self._tiles.popitem(last=False)

    def is_ready(self, cells: QRectF) -> bool:
        """Return whether ``prepare`` would have nothing to draw."""
        seen = in_pixels(cells, self._cell_px)
        return not self._has_tiles or not any(map(self._is_due, tiles_in(seen)))

    @property
    def _has_tiles(self) -> bool:
        """Whether tiles begin and end between pixels at the screen's ratio."""
        return EDGE_PX * self._ratio % 1 == 0

    def _is_made(self, place: Place) -> bool:
        tile = self._tiles.get(place)
        return tile is not None and tile.whole is not None

    def _is_due(self, place: Place) -> bool:
        tile = self._tiles.get(place)
        return tile is None or tile.whole is None or not tile.spoiled.isEmpty()

    def _tile(self, place: Place) -> _Tile:
        tile = self._tiles.get(place)
        if tile is not None:
            self._tiles.move_to_end(place)
            return tile
        tile = self._tiles[place] = _Tile(self._drawn_ground(tile_box(place)))
        return tile

    def _drawn_ground(self, area: QRect) -> QPixmap:
        edge = round(EDGE_PX * self._ratio)
        ground = QPixmap(edge, edge)
        ground.setDevicePixelRatio(self._ratio)
        with QPainter(ground) as painter:
            self._lay(painter, area, area)
            self._drawing.draw_ground(painter, in_cells(area, self._cell_px))
        return ground

    def _shown(self, place: Place) -> QPixmap:
        tile = self._tile(place)
        if tile.whole is None:
            self._make(place)
        assert tile.whole is not None
        return tile.whole

    def _make(self, place: Place) -> None:
        """Make a tile's pixels right: those that are shown, or those to be shown next."""
        tile, area = self._tile(place), tile_box(place)
        is_plain = tile.whole is tile.ground
        wrong, last = tile.spoiled, tile.fresh or tile.whole
        tile.spoiled = QRect()
        if tile.is_stale:
            tile.ground, tile.is_stale = self._drawn_ground(area), False
        if self._drawing.is_bare(in_cells(area, self._cell_px)):
            made = tile.ground
        elif last is None or is_plain or wrong == area:
            made = self._composed(QPixmap(tile.ground), tile, area, area)
        else:
            made = self._composed(QPixmap(last), tile, area, wrong)
        if tile.whole is None:
            tile.whole = made
        else:
            tile.fresh = made

    def _composed(self, pixels: QPixmap, tile: _Tile, area: QRect, wrong: QRect) -> QPixmap:
        with QPainter(pixels) as painter:
            if wrong != area:
                painter.setClipRect(wrong.translated(-area.topLeft()))
                painter.drawPixmap(0, 0, tile.ground)
            self._lay(painter, area, wrong)
            self._drawing.draw_beneath(painter, in_cells(wrong, self._cell_px))
        return pixels

    def _lay(self, painter: QPainter, area: QRect, part: QRect) -> None:
        """Put a tile's painter to its place on the map, to draw a part of it in cells."""
        painter.translate(-area.topLeft())
        painter.setClipRect(part)
        painter.scale(self._cell_px, self._cell_px)
