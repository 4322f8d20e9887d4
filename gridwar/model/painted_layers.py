"""Layers of a map: one byte a cell, kept in immutable tiles of 32 by 32 cells.

A stroke of the brush replaces only the tiles it touches, so that two maps share the rest. What a
byte means is the map's business (``battlemap``).
"""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Mapping
from enum import StrEnum
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Self

import numpy as np
from frozendict import frozendict
from pydantic import AfterValidator, Field, PlainSerializer, PlainValidator, WithJsonSchema

from gridwar.model.geometry import MAX_SIDE_CELLS, Cell
from gridwar.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

TILE = 32
"""Cells to a tile's side."""

_BYTES = TILE * TILE
_EMPTY = bytes(_BYTES)
_LAST_TILE = (MAX_SIDE_CELLS - 1) // TILE
_HIGHEST_BYTE = 255


class LayerName(StrEnum):
    """The painted layers."""

    TERRAIN = "terrain"
    GROUND = "ground"
    COVER = "cover"


def read_tiles(value: object, lengths: tuple[int, ...] = (_BYTES,)) -> frozendict[Cell, bytes]:
    """Read tiles from memory (cell: bytes) or from JSON ("x,y": base64 of zlib).

    Args:
        value: The tiles by their column and row.
        lengths: How many bytes a tile may have.
    """
    if not isinstance(value, Mapping):
        raise ValueError('tiles must be an object of "column,row": text')  # noqa: TRY004 pydantic
    return frozendict({_read_key(key): _read_tile(tile, lengths) for key, tile in value.items()})


def _read_key(key: object) -> Cell:
    parts = key.split(",") if isinstance(key, str) else key
    if not isinstance(parts, list | tuple) or len(parts) != 2:  # noqa: PLR2004 x and y
        raise ValueError(f'a tile is named "column,row", not {key!r}')
    place = Cell(int(parts[0]), int(parts[1]))
    if not (0 <= place.x <= _LAST_TILE and 0 <= place.y <= _LAST_TILE):
        raise ValueError(f"tile {place.x},{place.y} lies outside 0..{_LAST_TILE}")
    return place


def _read_tile(value: object, lengths: tuple[int, ...]) -> bytes:
    if isinstance(value, str):
        try:
            unpacker = zlib.decompressobj()
            value = unpacker.decompress(base64.b64decode(value, validate=True), max(lengths) + 1)
        except (binascii.Error, zlib.error) as error:
            raise ValueError(f"a tile is not base64 of zlib data: {error}") from error
    if not isinstance(value, bytes) or len(value) not in lengths:
        raise ValueError(f"a tile needs exactly {' or '.join(map(str, lengths))} bytes")
    return value


def written_tiles(tiles: Mapping[Cell, bytes], level: int = 9) -> dict[str, str]:
    """Write tiles as JSON data.

    Args:
        tiles: The bytes of each tile by its column and row.
        level: How hard zlib tries, 0 to 9.
    """
    return {
        f"{place.x},{place.y}": base64.b64encode(zlib.compress(tile, level)).decode("ascii")
        for place, tile in sorted(tiles.items())
    }


def _without_empty(tiles: frozendict[Cell, bytes]) -> frozendict[Cell, bytes]:
    return frozendict({place: tile for place, tile in tiles.items() if tile != _EMPTY})


Tiles = Annotated[
    frozendict[Cell, bytes],
    PlainValidator(read_tiles),
    PlainSerializer(written_tiles, when_used="json"),
    WithJsonSchema({"type": "object", "additionalProperties": {"type": "string"}}),
]
"""Tiles by their column and row; on disk ``{"0,0": "<base64 of zlib>"}``."""


class Layer(Record):
    """One byte for every cell; cells never painted are 0."""

    tiles: Annotated[Tiles, AfterValidator(_without_empty)] = Field(default_factory=frozendict)

    def get(self, cell: Cell) -> int:
        """Return the byte of a cell (0 to 255); outside the map it is 0."""
        x, y = cell
        tile = self.tiles.get((x >> 5, y >> 5))  # type: ignore[call-overload]
        return tile[(y & 31) << 5 | x & 31] if tile else 0

    def with_cells(self, values: Mapping[Cell, int]) -> Self:
        """Return the layer with some cells painted.

        Args:
            values: The new byte (0 to 255) of each cell.
        """
        touched: dict[Cell, bytearray] = {}
        for cell, value in values.items():
            place = _read_key((cell.x // TILE, cell.y // TILE))
            if place not in touched:
                touched[place] = bytearray(self.tiles.get(place, _EMPTY))
            if not 0 <= value <= _HIGHEST_BYTE:
                raise ValueError(f"a layer holds 0 to 255, not {value}")
            touched[place][cell.y % TILE * TILE + cell.x % TILE] = value
        return self.with_tiles({place: bytes(tile) for place, tile in touched.items()})

    @classmethod
    def marking(cls, cells: Iterable[Cell]) -> Self:
        """Return a layer with 1 on some cells: where a stroke goes; quick for very many."""
        places = np.fromiter(chain.from_iterable(cells), int).reshape(-1, 2)
        if not len(places):
            return cls()
        if places.min() < 0 or places.max() >= MAX_SIDE_CELLS:
            raise ValueError(f"a cell lies outside 0..{MAX_SIDE_CELLS - 1}")
        columns, rows = places.max(axis=0) + 1
        marks = np.zeros((rows, columns), np.uint8)
        marks[places[:, 1], places[:, 0]] = 1
        return cls.of_rows(marks)

    @classmethod
    def of_rows(cls, values: NDArray[np.uint8] | NDArray[np.bool_]) -> Self:
        """Return a layer from rows of cells, the first cell that of the upper left corner."""
        height, width = values.shape
        rows, columns = -(-height // TILE), -(-width // TILE)
        marks = np.zeros((rows * TILE, columns * TILE), np.uint8)
        marks[:height, :width] = values
        return cls().with_tiles(
            {
                Cell(x, y): marks[y * TILE : (y + 1) * TILE, x * TILE : (x + 1) * TILE].tobytes()
                for y in range(rows)
                for x in range(columns)
            }
        )

    def with_tiles(self, changed: Mapping[Cell, bytes]) -> Self:
        """Return the layer with whole tiles in the place of its own.

        Args:
            changed: The bytes of each tile by its column and row; empty ones take it out.
        """
        # A tile painted back to what it was stays the same object: the scene compares by identity.
        tiles = dict(self.tiles)
        for place, tile in changed.items():
            if tile == _EMPTY:
                tiles.pop(place, None)
            elif tiles.get(place) != tile:
                tiles[place] = tile
        return self.replace(tiles=frozendict(tiles))

    def painted(self, where: Layer, value: int) -> Self:
        """Return the layer with every cell marked in another one set to a value (0 to 255)."""
        return self._redone(where, lambda old: np.full_like(old, value))

    def raised(self, where: Layer, by: int) -> Self:
        """Return the layer with signed bytes added to, where another one is marked.

        Args:
            where: The cells.
            by: What is added; it stops at -128 and 127.
        """
        return self._redone(
            where, lambda old: np.clip(old.view(np.int8).astype(int) + by, -128, 127)
        )

    def _redone(self, where: Layer, make: Callable[[NDArray[np.uint8]], NDArray[np.int_]]) -> Self:
        changed: dict[Cell, bytes] = {}
        for place in where.tiles:
            old = self.tile_view(*place)
            new = np.where(where.tile_view(*place) > 0, make(old), old)
            changed[place] = new.astype(int).astype(np.uint8).tobytes()
        return self.with_tiles(changed)

    def without_value(self, value: int) -> Self:
        """Return the layer with a value set to 0, and those above it one lower."""
        lower = bytes(0 if one == value else one - (one > value) for one in range(256))
        return self.replace(
            tiles=frozendict({at: tile.translate(lower) for at, tile in self.tiles.items()})
        )

    def how_many(self, value: int) -> int:
        """Return how many cells have a value other than 0."""
        return sum(tile.count(value) for tile in self.tiles.values())

    def changed_to(self, other: Layer) -> frozendict[Cell, bytes]:
        """Return the tiles by which another layer differs; an emptied one as zeros."""
        return frozendict(
            {
                place: other.tiles.get(place, _EMPTY)
                for place in sorted({*self.tiles, *other.tiles})
                if self.tiles.get(place) != other.tiles.get(place)
            }
        )

    def count(self) -> int:
        """Return how many cells are not 0."""
        return sum(_BYTES - tile.count(0) for tile in self.tiles.values())

    def cells(self) -> frozenset[Cell]:
        """Return the cells that are not 0."""
        return frozenset(
            Cell(place.x * TILE + x, place.y * TILE + y)
            for place in self.tiles
            for y, x in np.argwhere(self.tile_view(*place)).tolist()
        )

    def tile_view(self, column: int, row: int) -> NDArray[np.uint8]:
        """Return one tile as a read-only array of 32 rows of 32, without copying.

        Args:
            column: The tile's column (cell x divided by 32).
            row: The tile's row.
        """
        tile = self.tiles.get(Cell(column, row), _EMPTY)
        return np.frombuffer(tile, np.uint8).reshape(TILE, TILE)

    def view(self, width: int, height: int) -> NDArray[np.uint8]:
        """Return the layer as a read-only array of ``height`` rows of ``width`` cells.

        Args:
            width: Columns, in cells.
            height: Rows, in cells.
        """
        whole = np.zeros((-(-height // TILE) * TILE, -(-width // TILE) * TILE), np.uint8)
        for place in self.tiles:
            top, left = place.y * TILE, place.x * TILE
            if top < whole.shape[0] and left < whole.shape[1]:
                whole[top : top + TILE, left : left + TILE] = self.tile_view(*place)
        whole.setflags(write=False)
        return whole[:height, :width]

    def cropped(self, width: int, height: int) -> Self:
        """Return the layer with everything outside the first columns and rows set to 0.

        Args:
            width: Columns kept, in cells.
            height: Rows kept, in cells.
        """
        kept: dict[Cell, bytes] = {}
        for place in self.tiles:
            view = self.tile_view(*place).copy()
            view[max(0, height - place.y * TILE) :, :] = 0
            view[:, max(0, width - place.x * TILE) :] = 0
            kept[place] = view.tobytes()
        return self.with_tiles(kept)
