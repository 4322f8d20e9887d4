"""Walls as the cells see them: by cell, the directions in which a wall stops a step.

The same answers as ``Ground.wall_between``, worked out for a tile of 32 by 32 cells at once and
kept for as long as the walls near the tile stay as they are: opening a door costs its tile alone.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from gridwar.caches import kept_of_fight
from gridwar.grid.cells.bitboards import crop, packed
from gridwar.grid.cells.wall_crossings import stopped_side, walls_that
from gridwar.grid.movement.mover_ground import DIRECTIONS, Corners, stops_movement
from gridwar.model.geometry import SUBCELL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from gridwar.grid.cells.bitboards import Extent
    from gridwar.grid.cells.wall_crossings import WallIndex
    from gridwar.grid.movement.mover_ground import Ground
    from gridwar.model.geometry import Size

TILE = 32
_HALF = SUBCELL // 2
_FAR = 1 << 24
"""More than any coordinate: orders points by x, then y, as one number."""

Ends = tuple[int, int, int, int, int]
"""A wall's two end points, and the side that it stops (``stopped_side``)."""


class ShutSteps:
    """The directions that walls close, by cell; worked out by tile when they are asked for."""

    def __init__(self, index: WallIndex, corners: Corners, page: Size) -> None:
        self._index, self._corners, self._page = index, corners, page
        self._tiles: dict[tuple[int, int], NDArray[np.uint8]] = {}
        self._flat: dict[tuple[int, int], bytes] = {}
        # Plane within row within map: what an extent needs then lies close together.
        self._planes = np.zeros((page.h, len(DIRECTIONS), page.w), np.bool_).transpose(1, 0, 2)

    def at(self, x: int, y: int) -> int:
        """Return the closed directions of one cell, on the map or off it, as bits."""
        place = x // TILE, y // TILE
        flat = self._flat.get(place)
        if flat is None:
            flat = self._flat[place] = self._tile(*place).tobytes()
        return flat[y % TILE * TILE + x % TILE]

    def boards(self, extent: Extent) -> list[int] | None:
        """Return by direction the cells of the map where it is closed; None where none is."""
        tiles = [self._tile(*tile) for tile in _tiles_of(extent)]
        if all(tile is _nothing() for tile in tiles):
            return None
        return packed(crop(self._planes, extent))

    def boards_off_map(self, extent: Extent) -> list[int]:
        """Return the same with the cells off the map, over which a footprint may hang."""
        left, top, width, height = extent
        part = np.empty((1, height, width), np.uint8)
        for column, row in _tiles_of(extent):
            x, y = column * TILE - left, row * TILE - top
            x0, x1, y0, y1 = max(0, x), min(width, x + TILE), max(0, y), min(height, y + TILE)
            part[0, y0:y1, x0:x1] = self._tile(column, row)[y0 - y : y1 - y, x0 - x : x1 - x]
        return packed(np.unpackbits(part, axis=0, bitorder="little"))

    def _tile(self, column: int, row: int) -> NDArray[np.uint8]:
        found = self._tiles.get((column, row))
        if found is None:
            near = _near_tile(self._index, column, row)
            found = _compiled(near, column, row, self._corners) if near else _nothing()
            self._tiles[column, row] = found
            if near and column >= 0 and row >= 0:
                x, y = column * TILE, row * TILE
                inside = found[: max(0, self._page.h - y), : max(0, self._page.w - x)]
                planes = np.unpackbits(inside[None], axis=0, bitorder="little")
                self._planes[:, y : y + TILE, x : x + TILE] = planes
        return found


@lru_cache(maxsize=1)
def _nothing() -> NDArray[np.uint8]:
    """Return the tile where nothing is closed; always the same one."""
    tile = np.zeros((TILE, TILE), np.uint8)
    tile.setflags(write=False)
    return tile


def _tiles_of(extent: Extent) -> Iterator[tuple[int, int]]:
    left, top, width, height = extent
    for row in range(top // TILE, (top + height - 1) // TILE + 1):
        for column in range(left // TILE, (left + width - 1) // TILE + 1):
            yield column, row


def shut_steps(ground: Ground) -> ShutSteps | None:
    """Return what the walls of a map close to a mover's single cells; None without walls.

    Kept from one search to the next for as long as the map has the same walls.
    """
    battle_map = ground.battle_map
    index = walls_that(battle_map.walls, stops_movement)
    return _shut(index, ground.corners, battle_map.size) if index.by_cell else None


@kept_of_fight(8)
def _shut(index: WallIndex, corners: Corners, page: Size) -> ShutSteps:
    return ShutSteps(index, corners, page)


Near = tuple[tuple[Ends, tuple[tuple[int, int], ...]], ...]
"""Walls with the cells of a tile whose steps they may stop."""


def _near_tile(index: WallIndex, column: int, row: int) -> Near:
    """Return the walls near a tile, each with the cells of the tile next to where it runs."""
    left, top = column * TILE, row * TILE
    cells: dict[str, tuple[Ends, set[tuple[int, int]]]] = {}
    for x, y, walls in index.touching(left - 1, top - 1, TILE + 2):
        here = [
            (u, v)
            for v in range(max(y - 1, top), min(y + 2, top + TILE))
            for u in range(max(x - 1, left), min(x + 2, left + TILE))
        ]
        for wall in walls:
            found = cells.get(wall.id)
            if found is None:
                found = cells[wall.id] = ((*wall.a, *wall.b, stopped_side(wall)), set())
            found[1].update(here)
    return tuple((ends, tuple(those)) for ends, those in cells.values())


@kept_of_fight(1024)
def _compiled(near: Near, column: int, row: int, corners: Corners) -> NDArray[np.uint8]:
    """Return a tile's bits: each pair of wall and cell is met in all eight directions at once."""
    at = np.array([cell for _ends, cells in near for cell in cells], np.int64)
    each = [len(cells) for _ends, cells in near]
    ends = np.repeat(np.array([wall for wall, _cells in near], np.int64), each, axis=0)
    met = _Met(at, ends)
    if corners is Corners.FREE:
        number = (at[:, 1] % TILE) * TILE + at[:, 0] % TILE
        grazes = np.zeros((TILE * TILE, len(DIRECTIONS)), np.int64)
        np.add.at(grazes, number, met.grazes)
        stops = met.stops | (met.grazes & (grazes[number] > 1))
    else:
        stops = met.stops | met.grazes
    tile = np.zeros((TILE, TILE), np.uint8)
    bits = np.packbits(stops, axis=1, bitorder="little")[:, 0]
    np.bitwise_or.at(tile, (at[:, 1] - row * TILE, at[:, 0] - column * TILE), bits)
    tile.setflags(write=False)
    return tile


class _Met:
    """How the steps from some cells meet a wall each: one row a pair, one column a direction.

    The cases are those of ``wall_crossings.meet``, in the same order.
    """

    def __init__(self, at: NDArray[np.int64], ends: NDArray[np.int64]) -> None:
        px, py = (at * SUBCELL + _HALF).T[:, :, None]
        ax, ay, bx, by, stopped = ends.T[:, :, None]
        steps = np.array(DIRECTIONS, np.int64) * SUBCELL
        qx, qy = px + steps[:, 0], py + steps[:, 1]
        dx, dy = steps[:, 0], steps[:, 1]
        side_a = dx * (ay - py) - dy * (ax - px)
        side_b = dx * (by - py) - dy * (bx - px)
        side_p = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
        side_q = (bx - ax) * (qy - ay) - (by - ay) * (qx - ax)
        on_line = (side_a == 0) & (side_b == 0)
        apart = (np.sign(side_a) * np.sign(side_b) > 0) | (np.sign(side_p) * np.sign(side_q) > 0)
        ends_on = (side_p == 0) | (side_q == 0)
        meets = ~on_line & ~apart
        p, q, a, b = (x * _FAR + y for x, y in ((px, py), (qx, qy), (ax, ay), (bx, by)))
        low = np.maximum(np.minimum(p, q), np.minimum(a, b))
        high = np.minimum(np.maximum(p, q), np.maximum(a, b))
        stands_on = (side_p == 0) & (np.minimum(ax, bx) <= px) & (px <= np.maximum(ax, bx))
        stands_on &= (np.minimum(ay, by) <= py) & (py <= np.maximum(ay, by))
        touches = (meets & ends_on) | (on_line & (low == high))
        self.grazes = meets & ~ends_on & ((side_a == 0) | (side_b == 0))
        crosses = meets & ~ends_on & ~self.grazes
        self.stops = crosses | (on_line & (low < high)) | (touches & ~stands_on)
        if stopped.any():
            is_there = (stopped == 0) | (np.sign(side_p) == stopped)
            self.grazes &= is_there
            self.stops &= is_there
