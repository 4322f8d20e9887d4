"""How large a map of Tiled is, and what of it is drawn."""

from __future__ import annotations

import re
from math import ceil, floor
from typing import TYPE_CHECKING

import numpy as np

from gridwar.errors import MapError
from gridwar.formats.json_values import number, switch
from gridwar.formats.tiled.layers_and_page import (
    TILE_MASK,
    ImageLayer,
    ObjectLayer,
    Page,
    Shape,
    TileLayer,
)
from gridwar.formats.tiled.shapes import outline_of
from gridwar.formats.tiled.tile_plan import KnownTile, TilePlan
from gridwar.model.geometry import MAX_SIDE_CELLS
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from gridwar.formats.json_values import Json
    from gridwar.formats.tiled.files_beside_map import FilesBeside
    from gridwar.formats.tiled.layers_and_page import AnyLayer
    from gridwar.formats.tiled.tilesets import Tilesets

_COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})")
_Rect = tuple[float, float, float, float]


def page_of(
    data: Mapping[str, Json],
    layers: Sequence[AnyLayer],
    files: FilesBeside,
    tile: tuple[int, int],
) -> Page:
    """Return the part of the plane that becomes the map.

    Raises:
        MapError: There is nothing on it, or too much.
    """
    if not switch(data.get("infinite"), otherwise=False):
        sides = [number(data.get(key)) for key in ("width", "height")]
        width, height = (0 if one is None else int(min(one, 1e9)) for one in sides)
        if min(width, height) < 1:
            raise MapError(_("it does not say how many tiles it has. Save it again in Tiled."))
        return _checked(0, 0, width, height, tile)
    rects = list(_tile_rects(layers, tile)) or list(_other_rects(layers, files))
    if not rects:
        raise MapError(_("it is empty: no layer has a tile or an object."))
    left, top = (min(one[at] for one in rects) for at in (0, 1))
    right, bottom = (max(one[at] for one in rects) for at in (2, 3))
    tile_w, tile_h = tile
    first, above = floor(left / tile_w), floor(top / tile_h)
    width, height = ceil(right / tile_w) - first, ceil(bottom / tile_h) - above
    return _checked(first, above, max(1, width), max(1, height), tile)


def _checked(left: int, top: int, width: int, height: int, tile: tuple[int, int]) -> Page:
    if max(width, height) > MAX_SIDE_CELLS:
        text = _("it has {w} x {h} tiles; a map has at most {most} a side. Cut it in Tiled.")
        raise MapError(text.format(w=f"{width:,}", h=f"{height:,}", most=MAX_SIDE_CELLS))
    return Page(left, top, width, height, *tile)


def _tile_rects(layers: Sequence[AnyLayer], tile: tuple[int, int]) -> Iterator[_Rect]:
    """Yield where the tiles of each layer lie, as far as there are any, in pixels."""
    for layer in layers:
        if not isinstance(layer, TileLayer):
            continue
        rows, columns = np.nonzero(layer.tiles & TILE_MASK)
        if len(rows):
            yield (
                (layer.left + int(columns.min())) * tile[0],
                (layer.top + int(rows.min())) * tile[1],
                (layer.left + int(columns.max()) + 1) * tile[0],
                (layer.top + int(rows.max()) + 1) * tile[1],
            )


def _other_rects(layers: Sequence[AnyLayer], files: FilesBeside) -> Iterator[_Rect]:
    for layer in layers:
        if isinstance(layer, ImageLayer) and layer.picture is not None:
            info = files.found[layer.picture][1]
            yield (layer.x, layer.y, layer.x + info.width_px, layer.y + info.height_px)
        elif isinstance(layer, ObjectLayer):
            for one in layer.objects:
                points = outline_of(one).points
                across = [layer.x + x for x, _y in points]
                down = [layer.y + y for _x, y in points]
                yield (min(across), min(down), max(across), max(down))


def plan_of(
    data: Mapping[str, Json],
    page: Page,
    layers: Sequence[AnyLayer],
    tilesets: Tilesets,
    files: FilesBeside,
) -> TilePlan | None:
    """Return how the map is drawn; None where nothing on it is to be seen."""
    shown = tuple(one for one in layers if one.is_shown and one.opacity > 0 and _is_painted(one))
    stated = data.get("backgroundcolor")
    colour = stated if isinstance(stated, str) and _COLOUR.fullmatch(stated) else ""
    if not shown:
        return None
    return TilePlan(
        page=page,
        layers=shown,
        tiles=_known_tiles(shown, tilesets),
        pictures=tuple(raw for raw, _info in files.found),
        picture_sizes=tuple((info.width_px, info.height_px) for _raw, info in files.found),
        background=colour,
        order=str(data.get("renderorder") or "right-down")[:20],
    )


def _is_painted(layer: AnyLayer) -> bool:
    match layer:
        case TileLayer():
            return bool(np.any(layer.tiles & TILE_MASK))
        case ObjectLayer():
            return any(one.shape is Shape.TILE and one.is_shown for one in layer.objects)
        case ImageLayer():
            return layer.picture is not None


def _known_tiles(layers: Sequence[AnyLayer], tilesets: Tilesets) -> dict[int, KnownTile]:
    used: set[int] = set()
    for layer in layers:
        if isinstance(layer, TileLayer):
            used.update(np.unique(layer.tiles & TILE_MASK).tolist())
        elif isinstance(layer, ObjectLayer):
            used.update(one.gid & TILE_MASK for one in layer.objects)
    known: dict[int, KnownTile] = {}
    for gid in sorted(used):
        found = tilesets.of(gid)
        if found is not None:
            tileset, tile = found
            width, height = tilesets.size_of(gid)
            known[gid] = KnownTile(tileset.look(tile), max(1, width), max(1, height), tileset.align)
    return known
