"""A map drawn cell by cell: floor, what stands on the edges between cells, caves, and things.

A wall stands wherever floor meets rock, without being stored (``sketch_walls`` says where). What is
stored is what somebody drew on an edge: an inner wall, a door, a window, an opening. So rooms that
only touch keep a wall between them, and nothing can be laid over a door. Strokes are in
``sketch_strokes``. The arrays are read-only; a changed one makes another sketch
(``Sketch.of_arrays``).
"""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple, Self

import numpy as np
from frozendict import frozendict
from pydantic import AfterValidator, Field, model_validator

from gridwar.caches import Same, kept_of_fight
from gridwar.errors import MapError
from gridwar.model.geometry import MAX_SIDE_CELLS, Cell, Size
from gridwar.model.open_rims import PER_CELL, still_rims
from gridwar.model.painted_layers import TILE, Layer
from gridwar.model.point_masks import NO_POINTS, PointMask
from gridwar.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from gridwar.model.painted_layers import Tiles

    Marks = NDArray[np.bool_]
    Kinds = NDArray[np.uint8]

CAVE_POINTS: Final = 4
"""Points of a cave to a cell's side."""

MOST_THINGS: Final = 20_000
_TURNS: Final = 4


class EdgeKind(IntEnum):
    """What stands on an edge between two cells."""

    NOTHING = 0
    """Nothing drawn: a wall where floor meets rock, else nothing."""
    WALL = 1
    DOOR = 2
    DOUBLE_DOOR = 3
    SECRET_DOOR = 4
    BARS = 5
    """A portcullis or a grating."""
    WINDOW = 6
    CURTAIN = 7
    OPEN = 8
    """No wall, though floor meets rock there."""


class SketchThingKind(StrEnum):
    """What stands or lies in a cell."""

    STAIRS = "stairs"
    PILLAR = "pillar"
    WATER = "water"
    RUBBLE = "rubble"


class SketchStyle(StrEnum):
    """How a sketch is drawn."""

    INK = "ink"
    PARCHMENT = "parchment"
    BLUEPRINT = "blueprint"


class SketchArrays(NamedTuple):
    """Floor, edges and cave of a sketch as arrays by row and column: see ``Sketch``."""

    floor: Marks
    across: Kinds
    down: Kinds
    cave: Marks

    @classmethod
    def blank(cls, size: Size) -> Self:
        """Return arrays for a map of a size in which nothing is drawn."""
        width, height = size
        return cls(
            np.zeros((height, width), np.bool_),
            np.zeros((height + 1, width), np.uint8),
            np.zeros((height, width + 1), np.uint8),
            np.zeros((height * CAVE_POINTS, width * CAVE_POINTS), np.bool_),
        )

    def copies(self) -> SketchArrays:
        """Return arrays that can be written into."""
        return SketchArrays(
            self.floor.copy(), self.across.copy(), self.down.copy(), self.cave.copy()
        )


class SketchThing(Record):
    """A thing in a cell; ``turn`` counts quarters clockwise."""

    kind: SketchThingKind
    cell: Cell
    turn: int = Field(default=0, ge=0, lt=_TURNS)


def _by_cell(things: tuple[SketchThing, ...]) -> tuple[SketchThing, ...]:
    found = tuple(sorted(things, key=lambda one: (one.cell.y, one.cell.x)))
    if len({one.cell for one in found}) < len(found):
        raise ValueError("two things are in one cell")
    return found


SketchThings = Annotated[tuple[SketchThing, ...], Field(max_length=MOST_THINGS)]
_ThingsByCell = Annotated[SketchThings, AfterValidator(_by_cell)]

_NO_LAYER = Layer.constant()
NO_CAVE: Final = PointMask.constant(per_cell=CAVE_POINTS)


class Sketch(Record):
    """What is drawn on a map of some size.

    ``floor_cells`` has 1 on each open cell, ``edges_across`` the kind of the edge above each cell
    (one row more than the map), ``edges_down`` of that left of each (one column more).
    ``open_rims`` has the sides of points along a cave's border without a wall (``open_rims.py``).
    """

    width: int = Field(ge=1, le=MAX_SIDE_CELLS)
    height: int = Field(ge=1, le=MAX_SIDE_CELLS)
    floor_cells: Layer = _NO_LAYER
    edges_across: Layer = _NO_LAYER
    edges_down: Layer = _NO_LAYER
    cave_points: PointMask = NO_CAVE
    open_rims: PointMask = NO_POINTS
    things: _ThingsByCell = ()
    style: SketchStyle = SketchStyle.INK

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if problem := self.problem():
            raise ValueError(problem)
        return self

    def problem(self) -> str:
        """Say what is not as a sketch of this size has it; empty where all is."""
        for name, layer, (width, height), highest in (
            ("floor_cells", self.floor_cells, self.size, 1),
            ("edges_across", self.edges_across, (self.width, self.height + 1), max(EdgeKind)),
            ("edges_down", self.edges_down, (self.width + 1, self.height), max(EdgeKind)),
        ):
            if max(map(max, layer.tiles.values()), default=0) > highest:
                return f"{name} has a byte above {int(highest)}"
            if layer.cropped(width, height) != layer:
                return f"{name} reaches beyond {width} x {height} cells"
        if self.cave_points.per_cell != CAVE_POINTS:
            return f"cave_points needs {CAVE_POINTS} points to a cell"
        if self.cave_points.cropped(self.size).tiles != self.cave_points.tiles:
            return f"cave_points reaches beyond {self.width} x {self.height} cells"
        rims, wider = self.open_rims, Size(self.width + 1, self.height + 1)
        if rims.tiles and (rims.per_cell != PER_CELL or rims.cropped(wider) != rims):
            return f"open_rims reaches beyond the map, or has not {PER_CELL} points to a cell"
        for one in self.things:
            if not self.contains(one.cell):
                return f"things: {one.kind} lies beyond the map, at {tuple(one.cell)}"
        return ""

    @classmethod
    def blank(cls, size: Size, style: SketchStyle = SketchStyle.INK) -> Self:
        """Return a sketch of a size with nothing in it."""
        return cls(width=size[0], height=size[1], style=style)

    @property
    def size(self) -> Size:
        """Return width and height in cells."""
        return Size(self.width, self.height)

    @property
    def is_blank(self) -> bool:
        """Return whether nothing is drawn."""
        layers = (self.floor_cells, self.edges_across, self.edges_down, self.cave_points)
        return not self.things and not any(one.tiles for one in layers)

    def contains(self, cell: Cell) -> bool:
        """Return whether a cell lies on it."""
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height

    @property
    def floor(self) -> Marks:
        """Return which cells are open, by row and column."""
        return _marks(Same(self.floor_cells), self.width, self.height)

    @property
    def across(self) -> Kinds:
        """Return the kinds of the edges above each row of cells, and below the last."""
        return _kinds(Same(self.edges_across), self.width, self.height + 1)

    @property
    def down(self) -> Kinds:
        """Return the kinds of the edges left of each column of cells, and right of the last."""
        return _kinds(Same(self.edges_down), self.width + 1, self.height)

    @property
    def cave(self) -> Marks:
        """Return which points are hollow, ``CAVE_POINTS`` a cell either way."""
        return _points(Same(self.cave_points), self.width, self.height)

    def thing_at(self, cell: Cell) -> SketchThing | None:
        """Return what is in a cell."""
        return next((one for one in self.things if one.cell == cell), None)

    @property
    def arrays(self) -> SketchArrays:
        """Return floor, edges and cave, read-only."""
        return SketchArrays(self.floor, self.across, self.down, self.cave)

    def with_arrays(self, arrays: SketchArrays) -> Self:
        """Return it with others in the place of its arrays; tiles that stay are the same."""
        points, old = cave_of(arrays.cave), self.cave_points
        rims = still_rims(self.open_rims, arrays.floor, arrays.cave)
        return self.replace(
            floor_cells=_relaid(self.floor_cells, arrays.floor),
            edges_across=_relaid(self.edges_across, arrays.across),
            edges_down=_relaid(self.edges_down, arrays.down),
            cave_points=old.united(points).without(old.without(points)),
            open_rims=rims,
        )

    def with_tiles(self, floor: Tiles, across: Tiles, down: Tiles) -> Sketch:
        """Return it with tiles of its floor and its edges in the place of its own.

        Raises:
            MapError: They hold what no sketch of this size can.
        """
        changed = self.replace(
            floor_cells=self.floor_cells.with_tiles(floor),
            edges_across=self.edges_across.with_tiles(across),
            edges_down=self.edges_down.with_tiles(down),
        )
        return _fitting(changed)

    def with_cave(self, points: PointMask) -> Sketch:
        """Return it with another cave.

        Raises:
            MapError: It has points beyond the map, or too coarse ones.
        """
        changed = self.replace(cave_points=points)
        return _fitting(changed)

    def with_open_rims(self, rims: PointMask) -> Self:
        """Return it with other sides of points that bear no wall; as many as are on a border."""
        return self.replace(open_rims=still_rims(rims, self.floor, self.cave))

    def with_things(self, put: Iterable[SketchThing] = (), gone: Iterable[Cell] = ()) -> Self:
        """Return it with things put in their cells, in the place of others, or taken away."""
        found = {one.cell: one for one in self.things}
        for cell in gone:
            found.pop(cell, None)
        for one in put:
            found[one.cell] = one
        return self.replace(things=_by_cell(tuple(found.values())))

    def with_style(self, style: SketchStyle) -> Self:
        """Return it drawn in another style."""
        return self.replace(style=style)

    def resized(self, width: int, height: int) -> Self:
        """Return it with the right and lower border moved; what lies beyond is cut off.

        Args:
            width: Columns, in cells.
            height: Rows, in cells.
        """
        kept = min(width, self.width), min(height, self.height)
        return self.replace(
            width=width,
            height=height,
            floor_cells=self.floor_cells.cropped(*kept),
            edges_across=self.edges_across.cropped(kept[0], kept[1] + 1),
            edges_down=self.edges_down.cropped(kept[0] + 1, kept[1]),
            cave_points=self.cave_points.cropped(Size(*kept)),
            open_rims=self.open_rims.cropped(Size(kept[0] + 1, kept[1] + 1)),
            things=tuple(one for one in self.things if one.cell.x < width and one.cell.y < height),
        )

    @classmethod
    def of_arrays(
        cls,
        arrays: SketchArrays,
        things: Iterable[SketchThing] = (),
        style: SketchStyle = SketchStyle.INK,
    ) -> Self:
        """Return a sketch of its arrays and things."""
        height, width = arrays.floor.shape
        return cls.blank(Size(width, height), style).with_arrays(arrays).with_things(things)


def _fitting(sketch: Sketch) -> Sketch:
    if problem := sketch.problem():
        raise MapError(f"the sketch does not fit: {problem}")
    return sketch


def _relaid(layer: Layer, values: Marks | Kinds) -> Layer:
    changed = layer.changed_to(Layer.of_rows(values))
    return layer.with_tiles(changed) if changed else layer


def cave_of(points: Marks) -> PointMask:
    """Return the points of a cave as they are kept, from rows of them."""
    side = TILE * CAVE_POINTS
    rows, columns = -(-points.shape[0] // side), -(-points.shape[1] // side)
    whole = np.zeros((rows * side, columns * side), np.bool_)
    whole[: points.shape[0], : points.shape[1]] = points
    parts = whole.reshape(rows, side, columns, side).swapaxes(1, 2)
    filled = np.argwhere(parts.any(axis=(2, 3))).tolist()
    tiles = {Cell(x, y): np.packbits(parts[y, x]).tobytes() for y, x in filled}
    return NO_CAVE.replace(tiles=frozendict(tiles))


@kept_of_fight(8)
def _marks(layer: Same[Layer], width: int, height: int) -> Marks:
    found = layer.it.view(width, height).astype(np.bool_)
    found.setflags(write=False)
    return found


@kept_of_fight(16)
def _kinds(layer: Same[Layer], width: int, height: int) -> Kinds:
    return layer.it.view(width, height)


@kept_of_fight(8)
def _points(mask: Same[PointMask], width: int, height: int) -> Marks:
    side = TILE * CAVE_POINTS
    whole = np.zeros((-(-height // TILE) * side, -(-width // TILE) * side), np.bool_)
    for (x, y), tile in mask.it.tiles.items():
        if y * side < whole.shape[0] and x * side < whole.shape[1]:
            bits = np.unpackbits(np.frombuffer(tile, np.uint8)).reshape(side, side)
            whole[y * side : (y + 1) * side, x * side : (x + 1) * side] = bits
    found = whole[: height * CAVE_POINTS, : width * CAVE_POINTS]
    found.setflags(write=False)
    return found
