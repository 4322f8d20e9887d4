"""The walls that follow from a sketch: where they stand, and which a stroke makes and takes away.

Their ids are made of their places, so that the same wall is the same wall after any stroke. A wall
stands where floor meets rock and where one is drawn, as the longest straight runs; each door is one
of its own. A cave opens what it touches. Pillars are four short walls.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from gridwar.caches import Same, kept_of_fight
from gridwar.model.cave_outlines import BLOCK, Outlines, blocks_touched, blocks_with_caves
from gridwar.model.geometry import SUBCELL, Point
from gridwar.model.open_rims import rims_at
from gridwar.model.painted_layers import TILE
from gridwar.model.sketch import CAVE_POINTS, EdgeKind, SketchThingKind
from gridwar.model.sketch_strokes import opened
from gridwar.model.walls import DoorState, Wall, WallKind

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping

    from numpy.typing import NDArray

    from gridwar.model.point_masks import PointMask
    from gridwar.model.sketch import Kinds, Marks, Sketch, SketchThing

    Lines = NDArray[np.intp]

DERIVED: Final = "sketch:"
"""Begins the id of a wall that follows from the sketch."""
OWN: Final = "own:"
"""Begins the id of one that did, until it was changed by hand."""
PILLAR_CELLS: Final = 0.5
"""The side of a pillar."""

_OF_ITS_OWN: Final = (EdgeKind.DOOR, EdgeKind.SECRET_DOOR)
_WALL_KINDS: Final[Mapping[EdgeKind, WallKind]] = {
    EdgeKind.WALL: WallKind.WALL,
    EdgeKind.DOOR: WallKind.DOOR,
    EdgeKind.DOUBLE_DOOR: WallKind.DOOR,
    EdgeKind.SECRET_DOOR: WallKind.DOOR,
    EdgeKind.BARS: WallKind.BARS,
    EdgeKind.WINDOW: WallKind.WINDOW,
    EdgeKind.CURTAIN: WallKind.CURTAIN,
}


class Derived(NamedTuple):
    """A wall that follows from a sketch, before it is made: ends in order, and its kind."""

    a: Point
    b: Point
    kind: EdgeKind

    @property
    def id(self) -> str:
        """Return the id of the wall, by its place."""
        return f"{DERIVED}{self.a.x},{self.a.y}-{self.b.x},{self.b.y}"

    def wall(self) -> Wall:
        """Return the wall."""
        found = Wall.of_kind(_WALL_KINDS[self.kind], self.id, self.a, self.b)
        if self.kind is EdgeKind.SECRET_DOOR:
            return found.with_door(DoorState.SECRET)
        return found

    def made(self, wall: Wall) -> bool:
        """Return whether a wall is as it was made, but for its name and how a door stands."""
        return self.wall().replace(door=wall.door, name=wall.name) == wall


def own_id(wall_id: str, taken: Container[str] = ()) -> str:
    """Return the id of a wall that follows from the sketch no more, unlike any that is taken."""
    found = OWN + wall_id.removeprefix(DERIVED)
    while found in taken:
        found += "'"
    return found


def edge_kinds(sketch: Sketch) -> tuple[Kinds, Kinds]:
    """Return what stands on every edge, across and down: walls of the rim and what is drawn."""
    return _edge_kinds(Same(sketch))


def open_cells(sketch: Sketch) -> Marks:
    """Return the cells with any floor or hollow in them: where something can be drawn."""
    return _open_cells(Same(sketch))


@kept_of_fight(4)
def _open_cells(sketch: Same[Sketch]) -> Marks:
    found = opened(sketch.it.arrays)
    found.setflags(write=False)
    return found


@kept_of_fight(4)
def _edge_kinds(sketch: Same[Sketch]) -> tuple[Kinds, Kinds]:
    floor, across, down, cave = sketch.it.arrays
    height, width = floor.shape
    n = CAVE_POINTS
    hollow = cave.reshape(height, n, width, n)
    # The points beside an edge: the last row of the cell above it, the first of that below.
    last, first = hollow[:, -1].any(axis=2), hollow[:, 0].any(axis=2)
    right, left = hollow[..., -1].any(axis=1), hollow[..., 0].any(axis=1)
    found_across = _kinds_between(
        across,
        *(np.pad(one, ((1, 0), (0, 0))) for one in (floor, last)),
        *(np.pad(one, ((0, 1), (0, 0))) for one in (floor, first)),
    )
    found_down = _kinds_between(
        down,
        *(np.pad(one, ((0, 0), (1, 0))) for one in (floor, right)),
        *(np.pad(one, ((0, 0), (0, 1))) for one in (floor, left)),
    )
    return found_across, found_down


def _kinds_between(
    drawn: Kinds, floor_a: Marks, hollow_a: Marks, floor_b: Marks, hollow_b: Marks
) -> Kinds:
    """Return what stands between cells, of which floor and the hollow beside the edge are known."""
    is_rim = floor_a ^ floor_b
    beyond = np.where(floor_a, hollow_b, hollow_a)
    is_bare = drawn == EdgeKind.NOTHING
    kinds = np.where((floor_a | hollow_a) & (floor_b | hollow_b), drawn, EdgeKind.NOTHING)
    rim = np.where(is_bare & ~beyond, EdgeKind.WALL, drawn)
    kinds = np.where(is_rim, rim, kinds)
    found = np.where(kinds == EdgeKind.OPEN, EdgeKind.NOTHING, kinds).astype(np.uint8)
    found.setflags(write=False)
    return found


def derived_walls(sketch: Sketch) -> dict[str, Derived]:
    """Return all walls that follow from a sketch, by id."""
    across, down = edge_kinds(sketch)
    every = np.arange
    found = [*_straight(across, every(len(across)), is_across=True)]
    found += _straight(down.T, every(down.shape[1]), is_across=False)
    found += _caves(sketch, _grown(blocks_with_caves(sketch.arrays)))
    found += _pillars(sketch.things)
    return {one.id: one for one in found}


def walls_changed(old: Sketch, new: Sketch) -> tuple[dict[str, Derived], dict[str, Derived]]:
    """Return the walls by which two sketches of one size differ.

    Returns:
        Those of the old one that the new one has not, and the other way round, by id. One that
        became of another kind is in both.
    """
    found: list[dict[str, Derived]] = []
    pairs = tuple(zip(edge_kinds(old), edge_kinds(new), strict=True))
    rows = np.flatnonzero((pairs[0][0] != pairs[0][1]).any(axis=1))
    columns = np.flatnonzero((pairs[1][0] != pairs[1][1]).any(axis=0))
    blocks = _blocks_that_differ(old, new)
    for at, sketch in enumerate((old, new)):
        walls = [*_straight(pairs[0][at], rows, is_across=True)]
        walls += _straight(pairs[1][at].T, columns, is_across=False)
        walls += _caves(sketch, blocks)
        if old.things is not new.things:
            walls += _pillars(sketch.things)
        found.append({one.id: one for one in walls})
    before, after = found
    return (
        {key: one for key, one in before.items() if after.get(key) != one},
        {key: one for key, one in after.items() if before.get(key) != one},
    )


def following_walls(
    walls: tuple[Wall, ...], old: Sketch, new: Sketch
) -> tuple[tuple[Wall, ...], tuple[str, ...]]:
    """Return which walls a changed sketch puts, and the ids of those it takes away.

    One that is not as the old sketch made it is somebody's own by now, and left alone.
    """
    return _followed(walls, *walls_changed(old, new))


def walls_of_resized(
    walls: tuple[Wall, ...], old: Sketch | None, new: Sketch | None
) -> tuple[Wall, ...]:
    """Return walls after their sketch was given another size."""
    if old is None or new is None:
        return walls
    put, gone = _followed(walls, derived_walls(old), derived_walls(new))
    changed = {one.id: one for one in put}
    kept = (changed.pop(wall.id, wall) for wall in walls if wall.id not in gone)
    return (*kept, *changed.values())


def _followed(
    walls: tuple[Wall, ...], before: Mapping[str, Derived], after: Mapping[str, Derived]
) -> tuple[tuple[Wall, ...], tuple[str, ...]]:
    here = {wall.id: wall for wall in walls if wall.id in before or wall.id in after}
    own = {key for key, wall in here.items() if key not in before or not before[key].made(wall)}
    gone = tuple(key for key in before if key in here and key not in after and key not in own)
    put = tuple(
        one.wall() for key, one in after.items() if key not in own and before.get(key) != one
    )
    return put, gone


def _straight(kinds: Kinds, lines: Lines, *, is_across: bool) -> Iterator[Derived]:
    """Yield the longest straight runs along some lines of edges; each door is one of its own."""
    edges = np.pad(kinds[lines], ((0, 0), (1, 1)))
    single = np.isin(edges, _OF_ITS_OWN)
    changes = (edges[:, 1:] != edges[:, :-1]) | (single[:, 1:] & single[:, :-1])
    at, place = np.nonzero(changes)
    kind = edges[at, place + 1]
    begins = np.flatnonzero(kind)
    for line, begin, end, which in zip(
        (lines[at[begins]] * SUBCELL).tolist(),
        (place[begins] * SUBCELL).tolist(),
        (place[begins + 1] * SUBCELL).tolist(),
        kind[begins].tolist(),
        strict=True,
    ):
        if is_across:
            yield Derived(Point(begin, line), Point(end, line), EdgeKind(which))
        else:
            yield Derived(Point(line, begin), Point(line, end), EdgeKind(which))


def _caves(sketch: Sketch, blocks: Marks) -> Iterator[Derived]:
    """Yield the walls of caves in some blocks."""
    where = np.argwhere(blocks).tolist()
    if where and sketch.cave_points.tiles:
        outlines = outlines_of(sketch)
        for row, column in where:
            for a, b in outlines.of_block(row, column):
                yield Derived(a, b, EdgeKind.WALL)


def outlines_of(sketch: Sketch) -> Outlines:
    """Return what finds the walls of caves in a sketch."""
    return Outlines(sketch.arrays, *edge_kinds(sketch), sketch.open_rims)


def rims_of_walls(sketch: Sketch, walls: Iterable[Wall]) -> PointMask:
    """Return the sides of points along which those of some walls go that are a cave's."""
    ends = {(min(wall.a, wall.b), max(wall.a, wall.b)) for wall in walls}
    rows, columns = (-(-length // BLOCK) for length in sketch.floor.shape)
    near = np.zeros((rows, columns), np.bool_)
    for a, b in ends:
        row, column = (
            (low + high) // (2 * SUBCELL * BLOCK) for low, high in ((a.y, b.y), (a.x, b.x))
        )
        near[min(row, rows - 1), min(column, columns - 1)] = True
    outlines, found = outlines_of(sketch), set[tuple[int, int]]()
    for row, column in np.argwhere(_grown(near)).tolist():
        for one in outlines.drawn_in(row, column):
            if (one.a, one.b) in ends:
                found |= one.sides
    return rims_at(found)


def _blocks_that_differ(old: Sketch, new: Sketch) -> Marks:
    """Return the blocks whose walls of caves may have changed: a border looks a cell beyond it."""
    differ = _cells_dug_or_filled(old, new)
    if old.floor_cells is not new.floor_cells:
        differ |= old.floor != new.floor
    if old.edges_across is not new.edges_across:
        across = old.across != new.across
        differ |= across[:-1] | across[1:]
    if old.edges_down is not new.edges_down:
        down = old.down != new.down
        differ |= down[:, :-1] | down[:, 1:]
    return blocks_touched(_grown(differ), BLOCK)


def _cells_dug_or_filled(old: Sketch, new: Sketch) -> Marks:
    """Return the cells in which a cave has other points."""
    rows, columns = -(-old.height // TILE), -(-old.width // TILE)
    found = np.zeros((rows * TILE, columns * TILE), np.bool_)
    before, after = old.cave_points.tiles, new.cave_points.tiles
    for place in {*before, *after}:
        tiles = before.get(place), after.get(place)
        if tiles[0] != tiles[1]:
            bits = [np.frombuffer(one, np.uint8) if one else np.uint8(0) for one in tiles]
            points = np.unpackbits(bits[0] ^ bits[1]).reshape(TILE, CAVE_POINTS, TILE, CAVE_POINTS)
            x, y = place.x * TILE, place.y * TILE
            found[y : y + TILE, x : x + TILE] = points.any(axis=(1, 3))
    return found[: old.height, : old.width]


def _grown(marks: Marks) -> Marks:
    """Return marks and the eight places round each."""
    wide = np.pad(marks, 1)
    rows = wide[:-2] | wide[1:-1] | wide[2:]
    found: Marks = rows[:, :-2] | rows[:, 1:-1] | rows[:, 2:]
    return found


def _pillars(things: Iterable[SketchThing]) -> Iterator[Derived]:
    for one in things:
        for a, b in pillar_sides(one):
            yield Derived(a, b, EdgeKind.WALL)


def pillar_sides(thing: SketchThing) -> Iterator[tuple[Point, Point]]:
    """Yield the sides of a pillar by their ends in order; nothing else has any."""
    if thing.kind is SketchThingKind.PILLAR:
        half = int(PILLAR_CELLS * SUBCELL / 2)
        x, y = (at * SUBCELL + SUBCELL // 2 for at in thing.cell)
        corners = [
            Point(x - half, y - half),
            Point(x + half, y - half),
            Point(x + half, y + half),
            Point(x - half, y + half),
        ]
        for a, b in zip(corners, (*corners[1:], corners[0]), strict=True):
            yield min(a, b), max(a, b)
