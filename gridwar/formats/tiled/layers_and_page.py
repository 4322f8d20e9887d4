"""Layers, objects and the page of a map of Tiled as plain values, in pixels of the file's plane.

Groups are gone: what they say of place, opacity and visibility is in their layers.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct
from pydantic_core import from_json

from gridwar.formats.json_values import number
from gridwar.model.geometry import SUBCELL, Point, Size

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridwar.formats.json_values import Json, Pair

Values = Mapping[str, "Json"]
OWN_KEY = "of_gridwar"
"""The property under which Gridwar writes what Tiled has no word for, as JSON."""

AT = "at"
"""In it: which of its kind it is, so that all come back in the order in which they were."""

FLIP_ACROSS, FLIP_DOWN, FLIP_DIAGONAL = 1 << 31, 1 << 30, 1 << 29
_FLIPS = FLIP_ACROSS | FLIP_DOWN | FLIP_DIAGONAL | 1 << 28
"""The upper four bits of a tile's number; the last turns hexagons."""
TILE_MASK = ~_FLIPS & 0xFFFFFFFF


class Shape(StrEnum):
    """What an object is."""

    RECTANGLE = "rectangle"
    ELLIPSE = "ellipse"
    POINT = "point"
    POLYGON = "polygon"
    POLYLINE = "polyline"
    TILE = "tile"
    TEXT = "text"


class TiledObject(Struct, frozen=True):
    """One object: its place in pixels, turned about it clockwise.

    ``points`` of polygons and polylines are relative to the place. A tile hangs up from it.
    """

    shape: Shape
    x: float
    y: float
    width: float = 0.0
    height: float = 0.0
    turn_deg: float = 0.0
    name: str = ""
    kind: str = ""
    points: tuple[Pair, ...] = ()
    gid: int = 0
    text: str = ""
    properties: Values = {}
    is_shown: bool = True

    @property
    def own(self) -> Values | None:
        """Return what Gridwar wrote of it; None where it is of others, or broken."""
        text = self.properties.get(OWN_KEY)
        if not isinstance(text, str):
            return None
        try:
            said = from_json(text)
        except ValueError:
            return None
        return said if isinstance(said, dict) else None

    @property
    def order(self) -> float:
        """Return which of its kind it was when Gridwar wrote it."""
        return number((self.own or {}).get(AT)) or 0.0


class Layer(Struct, frozen=True):
    """What any layer has; ``id`` is made from its place in the file."""

    id: str
    name: str
    kind: str
    x: float
    y: float
    opacity: float
    is_shown: bool


class TileLayer(Layer, frozen=True):
    """Tiles by their number in the whole map; the first stands ``left``, ``top`` tiles off 0, 0."""

    left: int
    top: int
    width: int
    height: int
    data: bytes

    @property
    def tiles(self) -> NDArray[np.uint32]:
        """Return the tiles, row by row, with their flips."""
        return np.frombuffer(self.data, np.uint32).reshape(self.height, self.width)


class ObjectLayer(Layer, frozen=True):
    """Objects in the order in which they are drawn."""

    objects: tuple[TiledObject, ...]


class ImageLayer(Layer, frozen=True):
    """One picture, by its number among those that were read; None where it is not there."""

    picture: int | None
    properties: Values = {}


AnyLayer = TileLayer | ObjectLayer | ImageLayer


class Page(Struct, frozen=True):
    """The part of the file's plane that becomes the map, in tiles and in pixels a tile."""

    left: int
    top: int
    width: int
    height: int
    tile_w: int
    tile_h: int

    @property
    def width_px(self) -> int:
        """Return how wide it is."""
        return self.width * self.tile_w

    @property
    def height_px(self) -> int:
        """Return how high it is."""
        return self.height * self.tile_h

    def size(self, cell_px: float) -> Size:
        """Return how many cells it has; what is left over makes one more."""
        return Size(-int(-self.width_px // cell_px), -int(-self.height_px // cell_px))

    def place(self, x: float, y: float) -> Pair:
        """Return a place of the file's plane, in pixels from the map's corner."""
        return x - self.left * self.tile_w, y - self.top * self.tile_h

    def point(self, place: Pair, cell_px: float) -> Point:
        """Return where a place in the file's plane is on our map."""
        x, y = self.place(*place)
        return Point(round(x / cell_px * SUBCELL), round(y / cell_px * SUBCELL))
