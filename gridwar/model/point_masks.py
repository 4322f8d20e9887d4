"""Points of a map as bits: 8 x 8 to a cell, 4 x 4 on the largest maps, in tiles of 32 x 32 cells.

Tiles are immutable, so that two masks share what they have in common. Where many points are worked
with they are rows of bytes, eight points a byte. What a point means is said by whoever has a mask.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Final, Literal, Self

import numpy as np
from frozendict import frozendict
from pydantic import Field, PlainSerializer, PlainValidator, WithJsonSchema, model_validator

from gridwar.caches import Same, kept_of_fight
from gridwar.model.geometry import SUBCELL, Cell, Point, Size
from gridwar.model.painted_layers import TILE, read_tiles, written_tiles
from gridwar.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    Bits = NDArray[np.uint8]
    Mask = NDArray[np.bool_]

MANY_CELLS: Final = 256
"""From so many cells a side on a map has fewer points to a cell."""
PerCell = Literal[4, 8]
"""Points to a cell's side."""
_FINE: Final[PerCell] = 8
_COARSE: Final[PerCell] = 4
_OCTET: Final = 8
_DEFLATE: Final = 6
"""Level 9 takes three times as long for hardly less."""


def points_per_cell(size: Size) -> PerCell:
    """Return how many points a cell of a map of some size has to a side."""
    return _COARSE if max(size) >= MANY_CELLS else _FINE


def _bytes_of_tile(per_cell: int) -> int:
    return (TILE * per_cell) ** 2 // _OCTET


_LENGTHS: Final = (_bytes_of_tile(_FINE), _bytes_of_tile(_COARSE))

BitTiles = Annotated[
    frozendict[Cell, bytes],
    PlainValidator(partial(read_tiles, lengths=_LENGTHS)),
    PlainSerializer(partial(written_tiles, level=_DEFLATE), when_used="json"),
    WithJsonSchema({"type": "object", "additionalProperties": {"type": "string"}}),
]
"""Bits row by row, by a tile's column and row; on disk as the tiles of painted layers are."""


class PointMask(Record):
    """Some points of a map."""

    per_cell: PerCell = _FINE
    tiles: BitTiles = Field(default_factory=frozendict)
    """No tile is empty."""

    @model_validator(mode="after")
    def _has_whole_tiles(self) -> Self:
        wanted = _bytes_of_tile(self.per_cell)
        if any(len(tile) != wanted for tile in self.tiles.values()):
            raise ValueError(f"a tile of {self.per_cell} points a cell needs {wanted} bytes")
        if not all(any(tile) for tile in self.tiles.values()):
            raise ValueError("a tile without a point is left out")
        return self

    @classmethod
    def of_rows(cls, points: Mask, size: Size) -> Self:
        """Return the points set in rows of a map's points, the first that of the upper left corner.

        Args:
            points: Height times ``points_per_cell`` rows of width times it.
            size: The map's width and height in cells.
        """
        return cls.of_packed(np.packbits(points, axis=1), size)

    @classmethod
    def of_packed(cls, bits: Bits, size: Size) -> Self:
        """Return the same of rows in which eight points are a byte, the left one its highest bit.

        Args:
            bits: The rows; each begins with a byte of its own.
            size: The map's width and height in cells.
        """
        per_cell = points_per_cell(size)
        tall, wide = TILE * per_cell, TILE * per_cell // _OCTET
        columns, rows = -(-size.w // TILE), -(-size.h // TILE)
        whole = np.zeros((rows * tall, columns * wide), np.uint8)
        whole[: bits.shape[0], : bits.shape[1]] = bits
        parts = whole.reshape(rows, tall, columns, wide)
        filled = parts.any(axis=(1, 3))
        return cls.constant(
            per_cell=per_cell,
            tiles=frozendict(
                {Cell(x, y): parts[y, :, x].tobytes() for y, x in np.argwhere(filled).tolist()}
            ),
        )

    @classmethod
    def of_cells(cls, cells: Iterable[Cell], size: Size) -> Self:
        """Return all points of some cells; those off the map are left out."""
        marks = np.zeros((size.h, size.w), np.bool_)
        for x, y in cells:
            if 0 <= x < size.w and 0 <= y < size.h:
                marks[y, x] = True
        return cls.of_marked(marks)

    @classmethod
    def of_marked(cls, marks: Mask) -> Self:
        """Return all points of the cells marked in rows of a map's cells."""
        height, width = marks.shape
        size = Size(width, height)
        return cls.of_packed(packed_cells(marks, points_per_cell(size)), size)

    @classmethod
    def whole(cls, size: Size) -> Self:
        """Return all points of a map."""
        return cls.of_marked(np.ones((size.h, size.w), np.bool_))

    def rows(self, size: Size) -> Mask:
        """Return rows of a map's points, read-only.

        Args:
            size: The map's width and height in cells.
        """
        return unpacked(self.packed(size), size)

    def packed(self, size: Size) -> Bits:
        """Return the same with eight points a byte, read-only; kept while they are asked for."""
        return _packed(Same(self.at(points_per_cell(size)).tiles), size)

    def at(self, per_cell: PerCell) -> Self:
        """Return it with so many points to a cell: a coarse one stays if all fine ones were set."""
        if per_cell == self.per_cell:
            return self
        if not self.tiles:
            return self.replace(per_cell=per_cell)
        tiles: dict[Cell, bytes] = {}
        for place, tile in self.tiles.items():
            side = TILE * self.per_cell
            points = np.unpackbits(np.frombuffer(tile, np.uint8)).reshape(side, side)
            if per_cell > self.per_cell:
                points = points.repeat(2, axis=0).repeat(2, axis=1)
            else:
                quarters = points.reshape(side // 2, 2, side // 2, 2)
                points = quarters.min(axis=(1, 3))
            if points.any():
                tiles[place] = np.packbits(points).tobytes()
        return self.replace(per_cell=per_cell, tiles=frozendict(tiles))

    def united(self, other: PointMask) -> Self:
        """Return the points that are in either; those of one already here change nothing."""
        tiles = dict(self.tiles)
        for place, tile in other.at(self.per_cell).tiles.items():
            old = tiles.get(place)
            new = tile if old is None else (_bits(old) | _bits(tile)).tobytes()
            if new != old:
                tiles[place] = new
        return self._of(tiles)

    def without(self, other: PointMask) -> Self:
        """Return the points that are not in another."""
        tiles = dict(self.tiles)
        for place, tile in other.at(self.per_cell).tiles.items():
            if place in tiles:
                left = _bits(tiles[place]) & ~_bits(tile)
                if left.any():
                    tiles[place] = left.tobytes()
                else:
                    del tiles[place]
        return self._of(tiles)

    def shared_with(self, other: PointMask) -> Self:
        """Return the points that are in both."""
        return self.without(self.without(other))

    def cropped(self, size: Size) -> Self:
        """Return the points that lie on a map of some size."""
        per_cell = self.per_cell
        tall, wide = TILE * per_cell, TILE * per_cell
        tiles: dict[Cell, bytes] = {}
        for place, tile in self.tiles.items():
            rows = (size.h - place.y * TILE) * per_cell
            columns = (size.w - place.x * TILE) * per_cell
            if rows >= tall and columns >= wide:
                tiles[place] = tile
            elif rows > 0 and columns > 0:
                points = np.unpackbits(_bits(tile)).reshape(tall, wide)
                points[rows:], points[:, columns:] = 0, 0
                if points.any():
                    tiles[place] = np.packbits(points).tobytes()
        return self._of(tiles)

    def count(self) -> int:
        """Return how many points there are."""
        return sum(int.from_bytes(tile, "big").bit_count() for tile in self.tiles.values())

    def has(self, point: Point) -> bool:
        """Return whether a place of the map, in 1/1024 cell, is in it."""
        x, y = (at * self.per_cell // SUBCELL for at in point)
        side = TILE * self.per_cell
        tile = self.tiles.get(Cell(x // side, y // side))
        number = y % side * side + x % side
        return tile is not None and bool(tile[number // _OCTET] >> (7 - number % _OCTET) & 1)

    def cells(self) -> frozenset[Cell]:
        """Return the cells of which any point is in it."""
        found: set[Cell] = set()
        for (column, row), tile in self.tiles.items():
            points = np.unpackbits(_bits(tile)).reshape(TILE, self.per_cell, TILE, self.per_cell)
            left, top = column * TILE, row * TILE
            marked = np.argwhere(points.any(axis=(1, 3)))
            found.update(Cell(left + x, top + y) for y, x in marked.tolist())
        return frozenset(found)

    def problem_with(self, size: Size) -> str:
        """Say why it is no mask of a map of some size; empty where it is."""
        if not self.tiles:
            return ""
        wanted = points_per_cell(size)
        if self.per_cell != wanted:
            here = f"{self.per_cell} x {self.per_cell} points a cell"
            return f"it has {here}, where a map of {size.w} x {size.h} has {wanted} x {wanted}"
        if self.cropped(size).tiles != self.tiles:
            return f"it has points beyond the map of {size.w} x {size.h} cells"
        return ""

    def _of(self, tiles: Mapping[Cell, bytes]) -> Self:
        """Return it with other tiles; itself where none of them is another."""
        same = len(tiles) == len(self.tiles)
        if same and all(self.tiles.get(place) is tile for place, tile in tiles.items()):
            return self
        return self.replace(tiles=frozendict(tiles))


def _bits(tile: bytes) -> Bits:
    return np.frombuffer(tile, np.uint8)


@kept_of_fight(16)
def _packed(tiles: Same[frozendict[Cell, bytes]], size: Size) -> Bits:
    per_cell = points_per_cell(size)
    tall, wide = TILE * per_cell, TILE * per_cell // _OCTET
    rows, columns = size.h * per_cell, -(-size.w * per_cell // _OCTET)
    whole = np.zeros((-(-size.h // TILE) * tall, -(-size.w // TILE) * wide), np.uint8)
    for (x, y), tile in tiles.it.items():
        part = whole[y * tall : (y + 1) * tall, x * wide : (x + 1) * wide]
        part |= _bits(tile).reshape(tall, wide)[: part.shape[0], : part.shape[1]]
    found = np.ascontiguousarray(whole[:rows, :columns])
    found.setflags(write=False)
    return found


def packed_cells(marks: Mask, per_cell: int) -> Bits:
    """Return rows of points, eight a byte, in which all those of the marked cells are set."""
    wide = np.packbits(marks.repeat(per_cell, axis=1), axis=1)
    return wide.repeat(per_cell, axis=0)


_EIGHT: Final = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1).view(np.uint64)[:, 0]
"""The eight points of each byte, as bytes of one number: looked up it is thrice as fast."""


def unpacked(bits: Bits, size: Size) -> Mask:
    """Return rows of a map's points from rows of eight a byte, read-only."""
    width = size.w * points_per_cell(size)
    found = _EIGHT.take(bits).view(np.bool_)[:, :width]
    found.setflags(write=False)
    return found


NO_POINTS = PointMask.constant()
