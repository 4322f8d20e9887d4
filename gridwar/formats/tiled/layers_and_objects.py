"""The layers of a map of Tiled, out of their groups."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypedDict

import numpy as np
from msgspec import Struct

from gridwar.errors import MapError
from gridwar.formats.import_report import stop_if
from gridwar.formats.json_values import number, switch
from gridwar.formats.tiled.layers_and_page import TILE_MASK, ImageLayer, ObjectLayer, TileLayer
from gridwar.formats.tiled.objects_of_layers import (
    FARTHEST_PX,
    ObjectReader,
    name_of,
    near,
    properties_of,
)
from gridwar.formats.tiled.tile_data import tiles_of
from gridwar.formats.tiled.tmx_as_tmj import MOST_TILES
from gridwar.model.geometry import MAX_SIDE_CELLS
from gridwar.text import _

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridwar.formats.import_report import Cancel, Notes
    from gridwar.formats.json_values import Json
    from gridwar.formats.tiled.files_beside_map import FilesBeside
    from gridwar.formats.tiled.layers_and_page import AnyLayer
    from gridwar.formats.tiled.tilesets import Tilesets

_MOST_LAYERS = 500
_MOST_CHUNKS = 50_000
_DEEPEST = 32


class _Common(TypedDict):
    """What any layer is made of."""

    id: str
    name: str
    kind: str
    x: float
    y: float
    opacity: float
    is_shown: bool


class _Frame(Struct, frozen=True):
    """What the groups round a layer say of it."""

    x: float = 0.0
    y: float = 0.0
    opacity: float = 1.0
    is_shown: bool = True


@dataclass
class LayerReader:
    """Goes through the layers of one map, lowest first."""

    files: FilesBeside
    tilesets: Tilesets
    notes: Notes
    cancelled: Cancel
    found: list[AnyLayer] = field(default_factory=list)
    _left_tiles: int = MOST_TILES

    def __post_init__(self) -> None:
        self._objects = ObjectReader(self.files, self.tilesets)

    def read(self, value: Json) -> tuple[AnyLayer, ...]:
        """Return the layers.

        Raises:
            MapError: There are too many, or a layer's tiles cannot be read.
            Cancelled: Somebody asked to give up.
        """
        self._read(value, _Frame(), 0)
        self._objects.tell(self.notes)
        return tuple(self.found)

    def _read(self, value: Json, frame: _Frame, depth: int) -> None:
        if depth > _DEEPEST:
            raise MapError(_("its groups are nested more than {n} deep.").format(n=_DEEPEST))
        for row in value if isinstance(value, list) else []:
            stop_if(self.cancelled)
            if not isinstance(row, Mapping):
                self.notes.leave_out("layer_broken", _("A layer that is no object"))
                continue
            if len(self.found) >= _MOST_LAYERS:
                raise MapError(_("it has more than {n} layers.").format(n=_MOST_LAYERS))
            inside = _within(frame, row)
            if row.get("type") == "group":
                self._read(row.get("layers"), inside, depth + 1)
            else:
                self._add(row, inside)

    def _add(self, row: Mapping[str, Json], frame: _Frame) -> None:
        name = name_of(row.get("name")) or _("Layer {n}").format(n=len(self.found) + 1)
        if any((number(row.get(key)) or 1.0) != 1.0 for key in ("parallaxx", "parallaxy")):
            text = _("Parallax of a layer: it lies still")
            self.notes.leave_out("parallax", text, name)
        if row.get("tintcolor"):
            self.notes.leave_out("tint", _("The tint of a layer"), name)
        match row.get("type"):
            case "tilelayer":
                self._add_tiles(row, frame, name)
            case "objectgroup":
                objects = self._objects.read(row.get("objects"))
                self.found.append(ObjectLayer(**self._common(row, frame, name), objects=objects))
            case "imagelayer":
                self._add_image(row, frame, name)
            case other:
                text = _("Layers of an unknown kind")
                self.notes.leave_out("layer_unknown", text, f"{name} ({str(other)[:40]})")

    def _common(self, row: Mapping[str, Json], frame: _Frame, name: str) -> _Common:
        return {
            "id": f"layer-{len(self.found) + 1}",
            "name": name,
            "kind": name_of(row.get("class")),
            "x": frame.x,
            "y": frame.y,
            "opacity": frame.opacity,
            "is_shown": frame.is_shown,
        }

    def _add_image(self, row: Mapping[str, Json], frame: _Frame, name: str) -> None:
        image = row.get("image")
        found = self.files.picture(image, self.files.folder) if isinstance(image, str) else None
        if switch(row.get("repeatx"), otherwise=False) or switch(
            row.get("repeaty"), otherwise=False
        ):
            self.notes.leave_out("repeat", _("Repeated picture of a layer: drawn once"), name)
        made = ImageLayer(
            **self._common(row, frame, name), picture=found, properties=properties_of(row)
        )
        self.found.append(made)

    # --- tiles -----------------------------------------------------------------------------------

    def _add_tiles(self, row: Mapping[str, Json], frame: _Frame, name: str) -> None:
        try:
            left, top, tiles = self._tiles(row)
        except MapError as error:
            raise MapError(_("layer {name!r}: {why}.").format(name=name, why=error)) from error
        height, width = tiles.shape
        made = TileLayer(
            **self._common(row, frame, name),
            left=left,
            top=top,
            width=width,
            height=height,
            data=tiles.tobytes(),
        )
        self.found.append(made)

    def _tiles(self, row: Mapping[str, Json]) -> tuple[int, int, NDArray[np.uint32]]:
        chunks = row.get("chunks")
        if isinstance(chunks, list):
            return self._chunks(chunks, row)
        width, height = _side(row.get("width")), _side(row.get("height"))
        self._count(width, height)
        return 0, 0, tiles_of(row.get("data"), row, width, height)

    def _chunks(
        self, chunks: list[Json], said: Mapping[str, Json]
    ) -> tuple[int, int, NDArray[np.uint32]]:
        """Return the pieces of a layer without borders as one; empty ones count for nothing."""
        if len(chunks) > _MOST_CHUNKS:
            raise MapError(_("it has more than {n} pieces").format(n=f"{_MOST_CHUNKS:,}"))
        placed: list[tuple[int, int, NDArray[np.uint32]]] = []
        for one in chunks:
            if not isinstance(one, Mapping):
                raise MapError(_("a piece of it cannot be read"))
            width, height = _side(one.get("width")), _side(one.get("height"))
            self._count(width, height)
            tiles = tiles_of(one.get("data"), said, width, height)
            if np.any(tiles & TILE_MASK):
                placed.append((_whole(one.get("x")), _whole(one.get("y")), tiles))
        if not placed:
            return 0, 0, np.zeros((1, 1), np.uint32)
        left, top = min(one[0] for one in placed), min(one[1] for one in placed)
        width = max(x + tiles.shape[1] for x, _y, tiles in placed) - left
        height = max(y + tiles.shape[0] for _x, y, tiles in placed) - top
        most = 2 * MAX_SIDE_CELLS
        if max(width, height) > most:
            text = _("its tiles lie {w} x {h} apart, and a map has at most {most} a side")
            shown = {"w": f"{width:,}", "h": f"{height:,}", "most": MAX_SIDE_CELLS}
            raise MapError(text.format(**shown))
        whole = np.zeros((height, width), np.uint32)
        for x, y, tiles in placed:
            rows, columns = tiles.shape
            whole[y - top : y - top + rows, x - left : x - left + columns] = tiles
        return left, top, whole

    def _count(self, width: int, height: int) -> None:
        self._left_tiles -= width * height
        if self._left_tiles < 0:
            raise MapError(_("there are more than {n} tiles in all").format(n=f"{MOST_TILES:,}"))


def _within(frame: _Frame, row: Mapping[str, Json]) -> _Frame:
    opacity = number(row.get("opacity", 1.0))
    return _Frame(
        frame.x + (near(row.get("offsetx", 0)) or 0.0),
        frame.y + (near(row.get("offsety", 0)) or 0.0),
        frame.opacity * min(1.0, max(0.0, 1.0 if opacity is None else opacity)),
        frame.is_shown and switch(row.get("visible"), otherwise=True),
    )


def _whole(value: Json) -> int:
    found = number(value)
    if found is None or abs(found) > FARTHEST_PX:
        raise MapError(_("a piece of it cannot be read"))
    return int(found)


def _side(value: Json) -> int:
    found = number(value)
    if found is None or not 1 <= found <= 2 * MAX_SIDE_CELLS:
        text = _("it should be 1 to {most} tiles wide and high")
        raise MapError(text.format(most=MAX_SIDE_CELLS))
    return int(found)
