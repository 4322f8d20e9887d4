"""What stops sight on a map as rows of numbers: walls, and the edges of squares that block.

Segments that cross are split there once for each geometry, so that no two pieces cross in their
insides. A door that is opened or shut switches its row; so does any wall that keeps its place.
An edge of a square stops only those who look through the square at it: they see the square itself.
"""

from __future__ import annotations

from itertools import compress, count
from operator import is_not
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from msgspec import Struct, structs

from gridwar.caches import Same, kept_of_fight
from gridwar.grid.lines.certain_obstacles import opaque_squares
from gridwar.grid.lines.sight_and_effect import Purpose
from gridwar.model.geometry import SUBCELL
from gridwar.model.walls import WallSide, WallSight

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridwar.model.battlemap import BattleMap
    from gridwar.model.walls import Wall

    Mask = NDArray[np.bool_]
    Whole = NDArray[np.int64]
    Real = NDArray[np.float64]

_BUCKET = 4 * SUBCELL
"""Side of the squares by which segments that may cross are found, in points."""
_FINE = 1 << 20
"""Crossings are kept to this part of a point."""


def stops_below_m(wall: Wall) -> float:
    """Return the height up to which a wall that stops sight does so, whoever looks from wherever.

    Lines that pass higher have to be tried one by one, and all that may pass below its foot (0);
    infinity stands for a wall of full height.
    """
    if wall.foot_m:
        return 0.0
    return np.inf if wall.height_m is None else wall.height_m


def stopped_sides(wall: Wall) -> tuple[bool, bool]:
    """Return whether a wall stops those who have it turning anticlockwise, and clockwise."""
    return wall.one_way is not WallSide.LEFT, wall.one_way is not WallSide.RIGHT


class Segments(Struct, frozen=True, eq=False):
    """All that may stop sight on a map; n segments in m pieces, walls first and in the map's order.

    Coordinates are in points, x0 y0 x1 y1.
    """

    walls: tuple[Wall, ...]
    lines: Whole
    """(n, 4): the segments as they are drawn."""
    sides: Mask
    """(n, 2): whether one stops those who have it turning anticlockwise, and clockwise (x right,
    y down, angles growing from x to y)."""
    squares: Whole
    """(n, 2): of which square it is the edge for them, as ``y * width + x``; -1: of none."""
    stops: Mask
    """(n,): whether it stops sight as it stands now; false for an open door and a window."""
    limited: Mask | None
    """(n,): whether it is seen through once; None where nothing is."""
    below_m: Real
    """(n,): up to which height above its foot it does so for certain."""
    pieces: Real
    """(m, 4): the segments split where they cross."""
    sources: Whole
    """(m,): the segment that a piece belongs to."""
    is_end: Mask
    """(m, 2): whether the ends of a piece are ends of its segment."""
    low: Real
    """(2, m): the lesser x and y of a piece."""
    high: Real
    """(2, m): the greater."""

    @property
    def has_low(self) -> bool:
        """Return whether there is a wall that a line may pass above."""
        return bool((self.stops & np.isfinite(self.below_m)).any())

    def near(self, x: int, y: int, radius: float) -> Mask:
        """Return (m,) which pieces touch a square around a place; all lengths in points."""
        found: Mask = (self.high[0] >= x - radius) & (self.low[0] <= x + radius)
        found &= (self.high[1] >= y - radius) & (self.low[1] <= y + radius)
        return found

    def switched(self, walls: tuple[Wall, ...]) -> Segments | None:
        """Return the same segments with walls as they stand now; None where one was moved."""
        if len(walls) != len(self.walls):
            return None
        changed = list(compress(count(), map(is_not, walls, self.walls)))
        stops, below_m, sides = self.stops.copy(), self.below_m.copy(), self.sides.copy()
        for number in changed:
            now, before = walls[number], self.walls[number]
            if now.a != before.a or now.b != before.b:
                return None
            stops[number], below_m[number] = now.hampers_sight, stops_below_m(now)
            sides[number] = stopped_sides(now)
        limited = _limited(walls, len(self.lines))
        return structs.replace(
            self, walls=walls, stops=stops, limited=limited, below_m=below_m, sides=sides
        )


def segments_of(battle_map: BattleMap, *, inner: bool = False) -> Segments:
    """Return the segments of a map, kept until a wall or the ground is changed.

    Args:
        battle_map: The map with its walls and terrain.
        inner: Also edges inside of rock, which only those see who stand in it.
    """
    opaque = opaque_squares(battle_map, Purpose.SIGHT)
    kept = _kept(Same(opaque), inner)
    if not kept or kept[0].walls is not battle_map.walls:
        fresh = kept[0].switched(battle_map.walls) if kept else None
        kept[:] = [fresh or _built(battle_map.walls, opaque if inner else _outermost(opaque))]
    return kept[0]


@kept_of_fight(8)
def _kept(opaque: Same[Mask], inner: bool) -> list[Segments]:
    """Return the place where the segments of one ground are kept."""
    return []


def _limited(walls: tuple[Wall, ...], number: int) -> Mask | None:
    """Return which of the segments are walls that are seen through once; None for none."""
    found = np.zeros(number, np.bool_)
    found[: len(walls)] = [wall.sight is WallSight.LIMITED for wall in walls]
    return found if found.any() else None


def _outermost(opaque: Mask) -> Mask:
    """Return the squares that a line from outside can enter first: not all four beside it block."""
    padded = np.pad(opaque, 1, constant_values=True)
    inside = padded[:-2, 1:-1] & padded[2:, 1:-1] & padded[1:-1, :-2] & padded[1:-1, 2:]
    found: Mask = opaque & ~inside
    return found


def _built(walls: tuple[Wall, ...], blocks: Mask) -> Segments:
    drawn = np.array([(*wall.a, *wall.b) for wall in walls], np.int64).reshape(-1, 4)
    edges = _edges(blocks)
    number = len(edges.lines)
    lines = np.concatenate([drawn, edges.lines])
    pieces = _split(lines, len(walls))
    ends = pieces.ends
    return Segments(
        walls,
        lines,
        np.concatenate([_sides(walls), edges.squares >= 0]),
        np.concatenate([np.full((len(walls), 2), -1), edges.squares]),
        np.array([*(wall.hampers_sight for wall in walls), *[True] * number], np.bool_),
        _limited(walls, len(lines)),
        np.array([*map(stops_below_m, walls), *[np.inf] * number], np.float64),
        ends,
        pieces.sources,
        pieces.is_end,
        np.minimum(ends[:, :2], ends[:, 2:]).T.copy(),
        np.maximum(ends[:, :2], ends[:, 2:]).T.copy(),
    )


def _sides(walls: tuple[Wall, ...]) -> Mask:
    found: Mask = np.array([*map(stopped_sides, walls)], np.bool_).reshape(-1, 2)
    return found


class _Edges(NamedTuple):
    lines: Whole
    squares: Whole


def _edges(blocks: Mask) -> _Edges:
    """Return the edges of squares, each as the far one for those who look through its square."""
    height, width = blocks.shape
    numbers = np.where(blocks, np.arange(height * width).reshape(height, width), -1)
    padded = np.pad(numbers, 1, constant_values=-1)
    # Down the grid's columns: from the left one looks through the left square, anticlockwise.
    beside = np.stack([padded[1:-1, :-1], padded[1:-1, 1:]], axis=2)
    y, x = np.nonzero((beside >= 0).any(axis=2))
    upright = np.stack([x, y, x, y + 1], axis=1)
    # Along its rows: anticlockwise from below, through the lower square.
    stacked = np.stack([padded[1:, 1:-1], padded[:-1, 1:-1]], axis=2)
    v, u = np.nonzero((stacked >= 0).any(axis=2))
    level = np.stack([u, v, u + 1, v], axis=1)
    lines = np.concatenate([upright, level]).astype(np.int64) * SUBCELL
    return _Edges(lines, np.concatenate([beside[y, x], stacked[v, u]]).astype(np.int64))


class _Pieces(NamedTuple):
    ends: Real
    sources: Whole
    is_end: Mask


def _split(lines: Whole, walls: int) -> _Pieces:
    """Return segments cut where they cross."""
    one, other = _close_pairs(lines, walls)
    p, q = lines[one], lines[other]
    r, s, apart = p[:, 2:] - p[:, :2], q[:, 2:] - q[:, :2], q[:, :2] - p[:, :2]
    across = _cross(r, s)
    sign = np.sign(across)
    along_one, along_other = _cross(apart, s) * sign, _cross(apart, r) * sign
    size = np.abs(across)
    crosses = (along_one > 0) & (along_one < size) & (along_other > 0) & (along_other < size)
    part = along_one[crosses] / size[crosses]
    # Rounded, so that all who cross at one place are cut at the very same.
    at = np.round((p[crosses, :2] + part[:, None] * r[crosses]) * _FINE) / _FINE
    number = len(lines)
    sources = np.concatenate([np.arange(number), one[crosses], other[crosses], np.arange(number)])
    places = np.concatenate([lines[:, :2], at, at, lines[:, 2:]]).astype(np.float64)
    order = [-np.ones(number), part, along_other[crosses] / size[crosses], np.full(number, 2.0)]
    is_end = np.zeros(len(sources), np.bool_)
    is_end[:number] = is_end[len(sources) - number :] = True
    by = np.lexsort((np.concatenate(order), sources))
    sources, places, is_end = sources[by], places[by], is_end[by]
    ends = np.concatenate([places[:-1], places[1:]], axis=1)
    keep = (sources[:-1] == sources[1:]) & (ends[:, :2] != ends[:, 2:]).any(axis=1)
    flags = np.stack([is_end[:-1], is_end[1:]], axis=1)
    return _Pieces(ends[keep], sources[:-1][keep], flags[keep])


def _cross(a: Whole, b: Whole) -> Whole:
    return a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]


def _close_pairs(lines: Whole, walls: int) -> tuple[Whole, Whole]:
    """Return pairs of segments in the same bucket, the first of each a wall; each pair once."""
    low = np.minimum(lines[:, :2], lines[:, 2:]) // _BUCKET
    wide = np.maximum(lines[:, :2], lines[:, 2:]) // _BUCKET - low + 1
    low -= low.min(axis=0, initial=0)
    row, step = expanded(wide[:, 0] * wide[:, 1])
    x, y = low[row, 0] + step % wide[row, 0], low[row, 1] + step // wide[row, 0]
    bucket = y * (x.max(initial=0) + 1) + x
    order = np.argsort(bucket, kind="stable")
    bucket, row = bucket[order], row[order]
    after = np.searchsorted(bucket, bucket, "right") - np.arange(len(bucket)) - 1
    first, step = expanded(np.where(row < walls, after, 0))
    pair = np.unique(row[first] * len(lines) + row[first + step + 1])
    return pair // max(1, len(lines)), pair % max(1, len(lines))


def expanded(counts: Whole) -> tuple[Whole, Whole]:
    """Return each row's number as often as its count says, and 0, 1, 2 … within each row."""
    row = np.repeat(np.arange(len(counts)), counts)
    return row, np.arange(len(row)) - np.repeat(np.cumsum(counts) - counts, counts)
