"""Where no wall stands along the border of a cave: the sides of its points, as points of a mask.

A border between hollow and rock runs along sides of a cave's points. A side is kept as the place of
its middle, twice as many places a cell as a cave has points: even rows are those of sides across,
even columns those of sides down. Places come as rows of x and y from the map's upper left corner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from frozendict import frozendict

from gridwar.caches import Same, kept_of_fight
from gridwar.model.geometry import Cell
from gridwar.model.painted_layers import TILE
from gridwar.model.point_masks import NO_POINTS, PointMask

if TYPE_CHECKING:
    from collections.abc import Collection

    from numpy.typing import NDArray

    Marks = NDArray[np.bool_]
    Places = NDArray[np.intp]

PER_CELL: Final = 8
"""Places to a cell's side."""
_PER_POINT: Final = 2
_SIDE: Final = TILE * PER_CELL


def places_of(rims: PointMask) -> Places:
    """Return the places of a mask, read-only."""
    return _places(Same(rims))


@kept_of_fight(4)
def _places(rims: Same[PointMask]) -> Places:
    found = [np.zeros((0, 2), np.intp)]
    for (x, y), tile in sorted(rims.it.tiles.items()):
        bits = np.unpackbits(np.frombuffer(tile, np.uint8)).reshape(_SIDE, _SIDE)
        found.append(np.argwhere(bits)[:, ::-1] + (x * _SIDE, y * _SIDE))
    places = np.concatenate(found)
    places.setflags(write=False)
    return places


def rims_at(places: Places | Collection[tuple[int, int]]) -> PointMask:
    """Return the mask of some places; none may lie left of the map or above it."""
    at = np.array(places if isinstance(places, np.ndarray) else sorted(places), np.intp)
    at = at.reshape(-1, 2)
    tiles: dict[Cell, bytes] = {}
    for x, y in sorted({(x, y) for x, y in (at // _SIDE).tolist()}):
        here = at[(at // _SIDE == (x, y)).all(axis=1)] - (x * _SIDE, y * _SIDE)
        bits = np.zeros((_SIDE, _SIDE), np.bool_)
        bits[here[:, 1], here[:, 0]] = True
        tiles[Cell(x, y)] = np.packbits(bits).tobytes()
    return NO_POINTS.replace(tiles=frozendict(tiles))


def rims_within(rims: PointMask, corner: Cell, end: Cell, to: Cell) -> PointMask:
    """Return what of a mask lies in a box of cells, or on its border, moved to another corner.

    Args:
        rims: The mask.
        corner: The upper left cell of the box.
        end: The cell beyond its lower right one.
        to: Where its upper left cell comes to lie.
    """
    if not rims.tiles:
        return rims
    places = places_of(rims)
    low, high = np.array(corner) * PER_CELL, np.array(end) * PER_CELL
    here = places[((places >= low) & (places <= high)).all(axis=1)]
    return rims_at(here - low + np.array(to) * PER_CELL)


def still_rims(rims: PointMask, floor: Marks, cave: Marks) -> PointMask:
    """Return those of a mask on which hollow or floor meets rock.

    Args:
        rims: The mask.
        floor: Which cells are floor, by row and column.
        cave: Which points are hollow, by row and column.
    """
    if not rims.tiles:
        return rims
    places = places_of(rims)
    open_a, open_b = (_is_open(points, floor, cave) for points in _beside(places))
    return rims if (open_a ^ open_b).all() else rims_at(places[open_a ^ open_b])


def _beside(places: Places) -> tuple[Places, Places]:
    """Return the points on both sides of some sides: above and below them, or left and right."""
    is_across = places[:, 1] % _PER_POINT == 0
    after = places // _PER_POINT
    step = np.where(is_across[:, None], (0, 1), (1, 0))
    return after - step, after


def _is_open(points: Places, floor: Marks, cave: Marks) -> Marks:
    """Return which points are hollow or floor; what lies beyond the map is rock."""
    rows, columns = cave.shape
    per_cell = rows // floor.shape[0]
    x, y = points.T
    is_on = (x >= 0) & (y >= 0) & (x < columns) & (y < rows)
    x, y = np.where(is_on, x, 0), np.where(is_on, y, 0)
    found: Marks = is_on & (cave[y, x] | floor[y // per_cell, x // per_cell])
    return found
