"""The objects of a map of Tiled, with what their templates and the class of their tiles say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gridwar.errors import MapError
from gridwar.formats.json_values import number, switch
from gridwar.formats.tiled.layers_and_page import TILE_MASK, Shape, TiledObject
from gridwar.formats.uvtt.polylines import MOST_POINTS
from gridwar.model.pins import MOST_PIN_TEXT
from gridwar.text import _

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.formats.import_report import Notes
    from gridwar.formats.json_values import Json, Pair
    from gridwar.formats.tiled.files_beside_map import FilesBeside
    from gridwar.formats.tiled.tilesets import Tilesets

FARTHEST_PX = 10_000_000.0
_MOST_OBJECTS = 50_000
_SHAPE_KEYS = {"gid", "width", "height", "polygon", "polyline", "ellipse", "point", "text"}
_MOST_NAME = 120
_MOST_VALUE = 64 * 1024


@dataclass
class ObjectReader:
    """Reads the objects of all layers of one map, within bounds."""

    files: FilesBeside
    tilesets: Tilesets
    _left_objects: int = _MOST_OBJECTS
    _left_points: int = MOST_POINTS
    _broken: int = 0

    def tell(self, notes: Notes) -> None:
        """Tell how many could not be read."""
        notes.leave_out_count("objects_broken", _("Objects that cannot be read"), self._broken)

    def read(self, value: Json) -> tuple[TiledObject, ...]:
        """Return the objects of a layer.

        Raises:
            MapError: There are too many, or their lines have too many points.
        """
        rows = value if isinstance(value, list) else []
        self._left_objects -= len(rows)
        if self._left_objects < 0:
            text = _("it has more than {n} objects.")
            raise MapError(text.format(n=f"{_MOST_OBJECTS:,}"))
        found = [self._object(row) for row in rows]
        kept = [one for one in found if one is not None]
        self._broken += len(found) - len(kept)
        return tuple(kept)

    def _object(self, row: Json) -> TiledObject | None:
        if not isinstance(row, Mapping):
            return None
        row = self._with_template(row)
        if "template" in row and not (_SHAPE_KEYS & row.keys()):
            return None  # its template is not there: nobody knows what it is
        place = _place(row)
        sides = [near(row.get(key, 0)) for key in ("width", "height")]
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
        kind = name_of(row.get("class") or row.get("type"))
        tile = int(gid) & 0xFFFFFFFF if gid < 1 << 32 else 0
        width, height = sides[0] or 0.0, sides[1] or 0.0
        if tile:
            kind = kind or name_of(self.tilesets.kind_of(tile))
            usual = self.tilesets.size_of(tile)
            width, height = width or usual[0], height or usual[1]
        return TiledObject(
            shape=shape,
            x=place[0],
            y=place[1],
            width=width,
            height=height,
            turn_deg=turn % 360,
            name=name_of(row.get("name")),
            kind=kind,
            points=points,
            gid=tile,
            text=_words(words.get("text")) if isinstance(words, Mapping) else "",
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


def name_of(value: Json) -> str:
    """Return a name on one line, cut where it is too long; empty where there is none."""
    return " ".join(value.split())[:_MOST_NAME] if isinstance(value, str) else ""


def _words(value: Json) -> str:
    return value.strip()[:MOST_PIN_TEXT] if isinstance(value, str) else ""


def _place(value: Json) -> Pair | None:
    if not isinstance(value, Mapping):
        return None
    x, y = near(value.get("x")), near(value.get("y"))
    return None if x is None or y is None else (x, y)


def near(value: Json) -> float | None:
    """Return a finite number of pixels that is not absurdly large."""
    found = number(value)
    return found if found is not None and abs(found) <= FARTHEST_PX else None
