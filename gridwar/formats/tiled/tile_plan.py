"""How the picture of a tiled map is drawn: what lies where, layer by layer, without drawing it.

Drawing needs Qt (``gridwar.ui.map.tile_painting``). Tiles whose picture is missing are plain, each
number in a tone of its own, so that a floor can still be told from a wall.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from gridwar.formats.picture_headers_and_limits import MOST_SIDE_PX
from gridwar.formats.picture_plan import FlatLayer, Flip, Stamp
from gridwar.formats.tiled.layers_and_page import (
    FLIP_ACROSS,
    FLIP_DIAGONAL,
    FLIP_DOWN,
    TILE_MASK,
    ImageLayer,
    ObjectLayer,
    Page,
    Shape,
    TileLayer,
)
from gridwar.formats.tiled.tilesets import TileLook

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gridwar.formats.tiled.layers_and_page import TiledObject

MOST_DRAWN_PX = 36_000_000
LEAST_CELL_PX = 48
"""Small tiles are drawn larger by a whole number, so that they stay crisp on the table."""
_TONES = 12
_FLIPS = {FLIP_ACROSS: Flip.ACROSS, FLIP_DOWN: Flip.DOWN, FLIP_DIAGONAL: Flip.DIAGONAL}

Painted = TileLayer | ObjectLayer | ImageLayer


class KnownTile(Struct, frozen=True):
    """A tile that occurs on the map: its look, its size in pixels and what lies on its place."""

    look: TileLook
    width: int
    height: int
    align: tuple[float, float]


class TilePlan(Struct, frozen=True):
    """All that is drawn, from the lowest layer up."""

    page: Page
    layers: tuple[Painted, ...]
    tiles: Mapping[int, KnownTile]
    """By their number in the whole map, without flips."""
    pictures: tuple[bytes, ...]
    picture_sizes: tuple[tuple[int, int], ...]
    background: str = ""
    order: str = "right-down"

    @property
    def factor(self) -> float:
        """Return how many pixels of the drawn picture one of the map becomes.

        So that a tile is a whole number of pixels wide.
        """
        page = self.page
        tile = page.tile_w
        wanted = tile * -(-LEAST_CELL_PX // min(tile, page.tile_h))
        wide, high = page.width, page.height * page.tile_h / tile
        most = min(MOST_SIDE_PX / max(wide, high), (MOST_DRAWN_PX / (wide * high)) ** 0.5)
        if wanted > most:
            wanted = tile * int(most // tile) if most >= tile else max(1, int(most))
        return wanted / tile

    @property
    def size_px(self) -> tuple[int, int]:
        """Return how large the picture is drawn."""
        page, factor = self.page, self.factor
        return max(1, round(page.width_px * factor)), max(1, round(page.height_px * factor))

    @property
    def flat_layers(self) -> tuple[FlatLayer, ...]:
        """Return what is drawn of each layer, from the lowest up."""
        return tuple(FlatLayer(one.opacity, self.stamps(one)) for one in self.layers)

    def stamps(self, layer: Painted) -> Iterator[Stamp]:
        """Yield what a layer consists of, in the order in which it is drawn."""
        match layer:
            case TileLayer():
                yield from self._tiles(layer)
            case ObjectLayer():
                for one in layer.objects:
                    if one.shape is Shape.TILE and one.is_shown:
                        yield self._tile_object(one, layer)
            case ImageLayer():
                yield from self._image(layer)

    def _tiles(self, layer: TileLayer) -> Iterator[Stamp]:
        grid, page = layer.tiles, self.page
        rows, columns = np.nonzero(grid & TILE_MASK)
        if "up" in self.order or "left" in self.order:
            down = -rows if "up" in self.order else rows
            across = -columns if "left" in self.order else columns
            order = np.lexsort((across, down))
            rows, columns = rows[order], columns[order]
        corner_x, corner_y = page.place(layer.x, layer.y)
        gids = grid[rows, columns].tolist()
        for row, column, gid in zip(rows.tolist(), columns.tolist(), gids, strict=True):
            known = self._known(gid)
            width, height = _turned_size(known, gid)
            x = (layer.left + column) * page.tile_w + corner_x + known.look.offset[0]
            y = (layer.top + row + 1) * page.tile_h + corner_y + known.look.offset[1] - height
            yield _stamp(known, gid, (x, y, width, height))

    def _tile_object(self, one: TiledObject, layer: ObjectLayer) -> Stamp:
        known = self._known(one.gid)
        width, height = one.width or known.width, one.height or known.height
        at = self.page.place(one.x + layer.x, one.y + layer.y)
        share, look = known.align, known.look
        scale = (width / max(1, known.width), height / max(1, known.height))
        x = at[0] - share[0] * width + look.offset[0] * scale[0]
        y = at[1] - share[1] * height + look.offset[1] * scale[1]
        made = _stamp(known, one.gid, (x, y, width, height))
        return replace(made, turn_deg=one.turn_deg, pivot=at, is_object=True)

    def _image(self, layer: ImageLayer) -> Iterator[Stamp]:
        if layer.picture is not None:
            width, height = self.picture_sizes[layer.picture]
            box = (*self.page.place(layer.x, layer.y), width, height)
            yield Stamp(layer.picture, (0, 0, width, height), box)

    def _known(self, gid: int) -> KnownTile:
        tile = gid & TILE_MASK
        found = self.tiles.get(tile)
        if found is not None:
            return found
        width, height = self.page.tile_w, self.page.tile_h
        return KnownTile(TileLook(None, (0, 0, 0, 0)), width, height, (0.0, 1.0))


def _turned_size(known: KnownTile, gid: int) -> tuple[int, int]:
    if gid & FLIP_DIAGONAL:
        return known.height, known.width
    return known.width, known.height


def _stamp(known: KnownTile, gid: int, box: tuple[float, float, float, float]) -> Stamp:
    look, tile = known.look, gid & TILE_MASK
    flips = Flip(0)
    for bit, flip in _FLIPS.items():
        flips |= flip if gid & bit else Flip(0)
    return Stamp(look.picture, look.box, box, flips, tone=tile % _TONES)
