"""What of the map players know and see, by cells and along walls: of all sides of the party.

Owns what of walls, paint and cells is left of what they know. The points are worked out by
``engine.perception.side_sight`` and kept there; without a fog all of it is known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from msgspec import Struct

from gridwar.control.memo import Memo
from gridwar.control.presenters.public_names import party_sides
from gridwar.engine.perception.side_sight import known_points, seen_points
from gridwar.model.geometry import SUBCELL
from gridwar.model.memory import FogMode, points_per_cell
from gridwar.model.painted_layers import TILE, Layer
from gridwar.model.walls import WallKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell, Point
    from gridwar.model.point_masks import Mask
    from gridwar.model.walls import Wall

_STEP: Final = SUBCELL // 4
"""Walls are looked at so densely: what is unknown of them is cut off there."""


class Known(Struct, frozen=True, eq=False):
    """What is known and seen, as points and as cells of which any point is."""

    known: Mask
    seen: Mask
    points: int
    known_cells: NDArray[np.bool_]
    seen_cells: NDArray[np.bool_]

    def sees(self, cell: Cell) -> bool:
        """Return whether any of a cell is seen now."""
        height, width = self.seen_cells.shape
        is_on_map = 0 <= cell.x < width and 0 <= cell.y < height
        return is_on_map and bool(self.seen_cells[cell.y, cell.x])

    def knows(self, cell: Cell) -> bool:
        """Return whether any of a cell is known."""
        height, width = self.known_cells.shape
        is_on_map = 0 <= cell.x < width and 0 <= cell.y < height
        return is_on_map and bool(self.known_cells[cell.y, cell.x])


class PlayersKnown:
    """Keeps what is known for as long as the points stay."""

    def __init__(self) -> None:
        self._kept: Memo[Known] = Memo()

    def of(self, encounter: Encounter) -> Known | None:
        """Return what is known; None where there is no fog."""
        if encounter.vision.mode is FogMode.OFF:
            return None
        sides = party_sides(encounter)
        masks = [
            *(known_points(encounter, side) for side in sides),
            *(seen_points(encounter, side) for side in sides),
        ]
        return self._kept.get(tuple(masks) or (encounter,), lambda: _united(encounter, masks))


def _united(encounter: Encounter, masks: list[Mask]) -> Known:
    points, (width, height) = points_per_cell(encounter.map.size), encounter.map.size
    known, seen = (np.zeros((height * points, width * points), np.bool_) for _each in range(2))
    half = len(masks) // 2
    for mask in masks[:half]:
        known |= mask
    for mask in masks[half:]:
        seen |= mask
    for mask in (known, seen):
        mask.flags.writeable = False
    return Known(known, seen, points, _by_cell(known, points), _by_cell(seen, points))


def _by_cell(mask: Mask, points: int) -> NDArray[np.bool_]:
    rows, columns = mask.shape
    return mask.reshape(rows // points, points, columns // points, points).any(axis=(1, 3))


_WHOLE = frozenset({WallKind.DOOR, WallKind.WINDOW})
"""What is seen as one thing, however little of it is seen."""


def known_walls(walls: tuple[Wall, ...], known: Known) -> Iterator[Wall]:
    """Yield what is known of walls, in pieces; doors and windows as a whole or not at all."""
    if not walls:
        return
    ends = np.array([(*one.a, *one.b) for one in walls], np.int64)
    steps = np.maximum(1, np.hypot(ends[:, 2] - ends[:, 0], ends[:, 3] - ends[:, 1]) // _STEP)
    counts = steps.astype(np.int64)
    first = np.cumsum(counts) - counts
    owner = np.repeat(np.arange(len(walls)), counts)
    share = (np.arange(counts.sum()) - first[owner] + 0.5) / counts[owner]
    x = ends[owner, 0] + (ends[owner, 2] - ends[owner, 0]) * share
    y = ends[owner, 1] + (ends[owner, 3] - ends[owner, 1]) * share
    hits = _near(known, x / SUBCELL, y / SUBCELL)
    for at, wall in enumerate(walls):
        mine = hits[first[at] : first[at] + counts[at]]
        if mine.all() or (wall.kind in _WHOLE and mine.any()):
            yield wall
        elif mine.any():
            yield from _pieces(wall, mine)


def _near(known: Known, x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return whether a known point lies at places, or right beside them: walls have two sides."""
    rows, columns = known.known.shape
    column, row = (x * known.points).astype(np.int64), (y * known.points).astype(np.int64)
    found = np.zeros(len(x), np.bool_)
    for down in (-1, 0, 1):
        for across in (-1, 0, 1):
            r, c = np.clip(row + down, 0, rows - 1), np.clip(column + across, 0, columns - 1)
            found |= known.known[r, c]
    return found


def _pieces(wall: Wall, hits: NDArray[np.bool_]) -> Iterator[Wall]:
    edges = np.flatnonzero(np.diff(np.concatenate(([0], hits.astype(np.int8), [0]))))
    for begin, end in edges.reshape(-1, 2).tolist():
        a, b = _along(wall, begin / len(hits)), _along(wall, end / len(hits))
        if a != b:
            yield wall.replace(a=a, b=b)


def _along(wall: Wall, share: float) -> Point:
    a, b = wall.a, wall.b
    return type(a)(round(a.x + (b.x - a.x) * share), round(a.y + (b.y - a.y) * share))


def known_layer(layer: Layer, known: Known) -> Layer:
    """Return a painted layer with what is known of it alone."""
    tiles: dict[Cell, bytes] = {}
    height, width = known.known_cells.shape
    for place, values in layer.tiles.items():
        x, y = place.x * TILE, place.y * TILE
        part = np.zeros((TILE, TILE), np.uint8)
        there = known.known_cells[y : min(y + TILE, height), x : min(x + TILE, width)]
        part[: there.shape[0], : there.shape[1]] = there
        tiles[place] = (np.frombuffer(values, np.uint8).reshape(TILE, TILE) * part).tobytes()
    return Layer.constant().with_tiles(tiles)
