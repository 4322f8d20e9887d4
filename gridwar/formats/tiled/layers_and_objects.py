"""The layers of a map of Tiled, out of their groups, and the objects in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypedDict

import numpy as np
from msgspec import Struct

from gridwar.errors import MapError
from gridwar.formats.import_report import stop_if
from gridwar.formats.tiled.tile_data import tiles_of
from gridwar.formats.tiled.tiled_contents import (
    TILE_MASK,
    ImageLayer,
    ObjectLayer,
    Shape,
    TiledObject,
    TileLayer,
)
from gridwar.formats.tiled.tmx_as_tmj import MOST_TILES
from gridwar.formats.uvtt.json_values import number, switch
from gridwar.formats.uvtt.polylines import MOST_POINTS
from gridwar.model.geometry import MAX_SIDE_CELLS
from gridwar.text import _

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from gridwar.formats.import_report import Cancel, Notes
    from gridwar.formats.tiled.files_beside_map import FilesBeside
    from gridwar.formats.tiled.tiled_contents import AnyLayer
    from gridwar.formats.tiled.tilesets import Tilesets
    from gridwar.formats.uvtt.json_values import Json, Pair

_MOST_LAYERS = 500
_MOST_OBJECTS = 50_000
_MOST_CHUNKS = 50_000
_DEEPEST = 32
_FARTHEST_PX = 10_000_000.0
_SHAPE_KEYS = {"gid", "width", "height", "polygon", "polyline", "ellipse", "point", "text"}
_MOST_NAME = 120
_MOST_VALUE = 64 * 1024


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
    _left_objects: int = _MOST_OBJECTS
    _left_points: int = MOST_POINTS
    _broken_objects: int = 0

    def read(self, value: Json) -> tuple[AnyLayer, ...]:
        """Return the layers.

        Raises:
            MapError: There are too many, or a layer's tiles cannot be read.
            Cancelled: Somebody asked to give up.
        """
        self._read(value, _Frame(), 0)
        text = _("Objects that cannot be read")
        self.notes.leave_out_count("objects_broken", text, self._broken_objects)
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
        name = _name(row.get("name")) or _("Layer {n}").format(n=len(self.found) + 1)
        if any((number(row.get(key)) or 1.0) != 1.0 for key in ("parallaxx", "parallaxy")):
            text = _("Parallax of a layer: it lies still")
            self.notes.leave_out("parallax", text, name)
        if row.get("tintcolor"):
            self.notes.leave_out("tint", _("The tint of a layer"), name)
        match row.get("type"):
            case "tilelayer":
                self._add_tiles(row, frame, name)
            case "objectgroup":
                objects = tuple(self._objects(row.get("objects")))
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
            "kind": _name(row.get("class")),
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

    # --- objects ---------------------------------------------------------------------------------

    def _objects(self, value: Json) -> list[TiledObject]:
        rows = value if isinstance(value, list) else []
        self._left_objects -= len(rows)
        if self._left_objects < 0:
            text = _("it has more than {n} objects.")
            raise MapError(text.format(n=f"{_MOST_OBJECTS:,}"))
        found = [self._object(row) for row in rows]
        kept = [one for one in found if one is not None]
        self._broken_objects += len(found) - len(kept)
        return kept

    def _object(self, row: Json) -> TiledObject | None:
        if not isinstance(row, Mapping):
            return None
        row = self._with_template(row)
        if "template" in row and not (_SHAPE_KEYS & row.keys()):
            return None  # its template is not there: nobody knows what it is
        place = _place(row)
        sides = [_near(row.get(key, 0)) for key in ("width", "height")]
        turn = number(row.get("rotation", 0))
        if (
            place is None
            or None in sides
            or turn is None
            or min(filter(None, sides), default=0) < 0
        ):
            return None
        gid = number(row.get("gid", 0)) or 0
        shape, points = self._shape(row, gid > 0)
        if shape is None:
            return None
        words = row.get("text")
        kind = _name(row.get("class") or row.get("type"))
        tile = int(gid) & 0xFFFFFFFF if gid < 1 << 32 else 0
        if tile:
            kind = kind or _name(self.tilesets.kind_of(tile))
        return TiledObject(
            shape=shape,
            x=place[0],
            y=place[1],
            width=sides[0] or 0.0,
            height=sides[1] or 0.0,
            turn_deg=turn % 360,
            name=_name(row.get("name")),
            kind=kind,
            points=points,
            gid=tile,
            text=_name(words.get("text")) if isinstance(words, Mapping) else "",
            properties=properties_of(row),
            is_shown=switch(row.get("visible"), otherwise=True),
        )

    def _shape(
        self, row: Mapping[str, Json], is_tile: bool
    ) -> tuple[Shape | None, tuple[Pair, ...]]:
        for shape in (Shape.POLYGON, Shape.POLYLINE):
            value = row.get(shape.value)
            if value is not None:
                return self._points(shape, value)
        if is_tile:
            return Shape.TILE, ()
        for shape in (Shape.ELLIPSE, Shape.POINT):
            if switch(row.get(shape.value), otherwise=False):
                return shape, ()
        return (Shape.TEXT if "text" in row else Shape.RECTANGLE), ()

    def _points(self, shape: Shape, value: Json) -> tuple[Shape | None, tuple[Pair, ...]]:
        rows = value if isinstance(value, list) else []
        self._left_points -= len(rows)
        if self._left_points < 0:
            text = _("its lines have more than {n} points.")
            raise MapError(text.format(n=f"{MOST_POINTS:,}"))
        points = [_place(one) for one in rows]
        kept = tuple(one for one in points if one is not None)
        is_line = len(kept) == len(points) and len(kept) > 1
        return (shape, kept) if is_line else (None, ())

    def _with_template(self, row: Mapping[str, Json]) -> Mapping[str, Json]:
        """Return an object with what its template says; a template has no template itself."""
        name = row.get("template")
        path = self.files.path(name, self.files.folder) if isinstance(name, str) else None
        data = None if path is None else self.files.document(path)
        like = None if data is None else data.get("object")
        if path is None or data is None or not isinstance(like, Mapping):
            return row
        made = {key: value for key, value in like.items() if key not in {"template", "id"}}
        tileset, gid = data.get("tileset"), number(made.get("gid"))
        if gid and "gid" not in row:
            made["gid"] = self._gid_of_template(tileset, int(gid), path.parent)
        return {**made, **row}

    def _gid_of_template(self, tileset: Json, gid: int, beside: Path) -> int:
        if not isinstance(tileset, Mapping) or not isinstance(tileset.get("source"), str):
            return 0
        own = self.tilesets.first_of(str(tileset["source"]), beside)
        first = number(tileset.get("firstgid")) or 1
        if own is None:
            return 0
        return (gid & ~TILE_MASK & 0xFFFFFFFF) | (own + (gid & TILE_MASK) - int(first)) & TILE_MASK


def properties_of(row: Mapping[str, Json]) -> dict[str, Json]:
    """Return the properties of a map, a layer or an object, by name; only plain values."""
    value = row.get("properties")
    found: dict[str, Json] = {}
    for one in value if isinstance(value, list) else []:
        if isinstance(one, Mapping) and isinstance(one.get("name"), str):
            said = one.get("value")
            is_plain = isinstance(said, bool | int | float)
            if is_plain or (isinstance(said, str) and len(said) <= _MOST_VALUE):
                found[str(one["name"])[:_MOST_NAME]] = said
    return found


def _within(frame: _Frame, row: Mapping[str, Json]) -> _Frame:
    opacity = number(row.get("opacity", 1.0))
    return _Frame(
        frame.x + (_near(row.get("offsetx", 0)) or 0.0),
        frame.y + (_near(row.get("offsety", 0)) or 0.0),
        frame.opacity * min(1.0, max(0.0, 1.0 if opacity is None else opacity)),
        frame.is_shown and switch(row.get("visible"), otherwise=True),
    )


def _name(value: Json) -> str:
    return " ".join(value.split())[:_MOST_NAME] if isinstance(value, str) else ""


def _place(value: Json) -> Pair | None:
    if not isinstance(value, Mapping):
        return None
    x, y = _near(value.get("x")), _near(value.get("y"))
    return None if x is None or y is None else (x, y)


def _near(value: Json) -> float | None:
    found = number(value)
    return found if found is not None and abs(found) <= _FARTHEST_PX else None


def _whole(value: Json) -> int:
    found = number(value)
    if found is None or abs(found) > _FARTHEST_PX:
        raise MapError(_("a piece of it cannot be read"))
    return int(found)


def _side(value: Json) -> int:
    found = number(value)
    if found is None or not 1 <= found <= 2 * MAX_SIDE_CELLS:
        text = _("it should be 1 to {most} tiles wide and high")
        raise MapError(text.format(most=MAX_SIDE_CELLS))
    return int(found)
