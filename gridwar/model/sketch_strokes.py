"""What the strokes of the sketch change: pure functions from arrays to arrays.

A room that touches others keeps a wall to them, one that overlaps joins them, one inside another is
walled off. A corridor keeps its sides and opens what its ends meet. Caves are ragged by the place
and not by the stroke, so that a second dab changes nothing. Erasing leaves no loose end.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from gridwar.model.geometry import SUBCELL, Cell
from gridwar.model.sketch import CAVE_POINTS, EdgeKind, SketchArrays

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from gridwar.model.geometry import Point
    from gridwar.model.sketch import Kinds, Marks

    Numbers = NDArray[np.int64]


class Box(NamedTuple):
    """Cells from the left and top one up to those before the right and bottom one."""

    left: int
    top: int
    right: int
    bottom: int

    @classmethod
    def between(cls, a: Cell, b: Cell) -> Box:
        """Return the smallest one that has both cells."""
        xs, ys = sorted((a[0], b[0])), sorted((a[1], b[1]))
        return cls(xs[0], ys[0], xs[1] + 1, ys[1] + 1)

    def within(self, arrays: SketchArrays) -> Box:
        """Return what of it lies on a map; without width or height where nothing does."""
        height, width = arrays.floor.shape
        left, top = max(0, self.left), max(0, self.top)
        return Box(left, top, max(left, min(width, self.right)), max(top, min(height, self.bottom)))

    def has(self, cell: Cell) -> bool:
        """Return whether a cell lies in it."""
        return self.left <= cell[0] < self.right and self.top <= cell[1] < self.bottom

    @property
    def cells(self) -> tuple[slice, slice]:
        """Return where its cells are in rows of cells."""
        return slice(self.top, self.bottom), slice(self.left, self.right)

    @property
    def points(self) -> tuple[slice, slice]:
        """Return where its points are in rows of a cave's points."""
        rows, columns = self.cells
        return _finer(rows), _finer(columns)


def _finer(part: slice) -> slice:
    return slice(part.start * CAVE_POINTS, part.stop * CAVE_POINTS)


class Edge(NamedTuple):
    """The border between two cells side by side; the second may lie beyond the map."""

    a: Cell
    b: Cell

    @property
    def is_across(self) -> bool:
        """Return whether it runs from left to right."""
        return self.a[0] == self.b[0]

    @property
    def place(self) -> tuple[int, int]:
        """Return its row and column among the edges of its direction."""
        if self.is_across:
            return max(self.a[1], self.b[1]), self.a[0]
        return self.a[1], max(self.a[0], self.b[0])

    def is_on(self, arrays: SketchArrays) -> bool:
        """Return whether it parts two neighbours of which one at least is on the map."""
        if abs(self.a[0] - self.b[0]) + abs(self.a[1] - self.b[1]) != 1:
            return False
        row, column = self.place
        rows, columns = self.among(arrays).shape
        return row in range(rows) and column in range(columns)

    def among(self, arrays: SketchArrays) -> Kinds:
        """Return the edges of its direction."""
        return arrays.across if self.is_across else arrays.down

    def kind(self, arrays: SketchArrays) -> EdgeKind:
        """Return what is drawn on it."""
        return EdgeKind(int(self.among(arrays)[self.place]))


def room(arrays: SketchArrays, box: Box, *, joins: bool = False) -> SketchArrays:
    """Open a box of cells.

    Args:
        arrays: What is drawn.
        box: The cells.
        joins: Whether it opens to all that it touches.
    """
    new, box = arrays.copies(), box.within(arrays)
    before = new.floor[box.cells].copy()
    new.across[box.top + 1 : box.bottom, box.left : box.right] = EdgeKind.NOTHING
    new.down[box.top : box.bottom, box.left + 1 : box.right] = EdgeKind.NOTHING
    new.floor[box.cells] = True
    if joins:
        _open_rim(new, box)
    elif before.all():
        _wall_rim(new, box, np.ones_like(before))
    else:
        _wall_rim(new, box, ~before)
    return new


def round_room(arrays: SketchArrays, box: Box) -> SketchArrays:
    """Hollow the largest ellipse in a box of cells; round walls are those of caves."""
    new, box = arrays.copies(), box.within(arrays)
    rows, columns = (part.stop - part.start for part in box.points)
    y, x = np.ogrid[:rows, :columns]
    across = (2 * x + 1 - columns) / max(columns, 1)
    down = (2 * y + 1 - rows) / max(rows, 1)
    new.cave[box.points] |= across**2 + down**2 <= 1
    return new


def _rim(arrays: SketchArrays, box: Box) -> Iterable[tuple[Kinds, Marks, tuple[slice | int, ...]]]:
    """Yield the edges of each side of a box, the floor beyond, and which cells of it lie there."""
    floor = np.pad(arrays.floor, 1)
    left, top, right, bottom = box
    every = slice(None)
    yield arrays.across[top, left:right], floor[top, left + 1 : right + 1], (0, every)
    yield arrays.across[bottom, left:right], floor[bottom + 1, left + 1 : right + 1], (-1, every)
    yield arrays.down[top:bottom, left], floor[top + 1 : bottom + 1, left], (every, 0)
    yield arrays.down[top:bottom, right], floor[top + 1 : bottom + 1, right + 1], (every, -1)


def _wall_rim(arrays: SketchArrays, box: Box, where: Marks) -> None:
    """Wall some cells of a box off against other floor; against rock nothing need be kept."""
    if where.size:
        for edges, beyond, side in _rim(arrays, box):
            edges[(edges == EdgeKind.NOTHING) & beyond & where[side]] = EdgeKind.WALL


def _open_rim(arrays: SketchArrays, box: Box) -> None:
    if box.right > box.left and box.bottom > box.top:
        for edges, beyond, _side in _rim(arrays, box):
            edges[(edges == EdgeKind.WALL) & beyond] = EdgeKind.NOTHING


def corridor(arrays: SketchArrays, way: Sequence[Cell]) -> SketchArrays:
    """Dig along cells each beside the one before: sides keep their walls, ends open what they meet.

    Cells beyond the map are left out.
    """
    new = arrays.copies()
    height, width = new.floor.shape
    cells = [cell for cell in way if 0 <= cell[0] < width and 0 <= cell[1] < height]
    fresh = [cell for cell in cells if not new.floor[cell[1], cell[0]]]
    for x, y in fresh:
        new.floor[y, x] = True
    one = np.ones((1, 1), np.bool_)
    for x, y in fresh:
        _wall_rim(new, Box(x, y, x + 1, y + 1), one)
    for a, b in pairwise(cells):
        edge = Edge(a, b)
        if edge.is_on(new) and edge.kind(new) is EdgeKind.WALL:
            edge.among(new)[edge.place] = EdgeKind.NOTHING
    return new


def edges(arrays: SketchArrays, which: Iterable[Edge], kind: EdgeKind) -> SketchArrays:
    """Draw a kind on edges; those with rock on either side, or beyond the map, stay as they are."""
    new, inside = arrays.copies(), np.pad(opened(arrays), 1)
    for edge in which:
        if not edge.is_on(new):
            continue
        here, there = (bool(inside[cell[1] + 1, cell[0] + 1]) for cell in edge)
        if here or there:
            drawn = kind
            if (kind is EdgeKind.OPEN and here and there) or (
                kind is EdgeKind.WALL and not (here and there)
            ):
                drawn = EdgeKind.NOTHING  # so it is without anything drawn
            edge.among(new)[edge.place] = drawn
    return new


def opened(arrays: SketchArrays) -> Marks:
    """Return the cells with any floor or hollow in them: where something can be drawn."""
    height, width = arrays.floor.shape
    points = arrays.cave.reshape(height, CAVE_POINTS, width, CAVE_POINTS)
    found: Marks = arrays.floor | points.any(axis=(1, 3))
    return found


def cave(arrays: SketchArrays, dabs: Iterable[Point], radius_cells: float) -> SketchArrays:
    """Hollow a cave round points of the map."""
    new = arrays.copies()
    for dab in dabs:
        box, hit = _dab(new, dab, radius_cells)
        new.cave[box.points] |= hit
    return new


def rock(arrays: SketchArrays, dabs: Iterable[Point], radius_cells: float) -> SketchArrays:
    """Fill up round points of the map: hollows, and cells whose middle is within."""
    new = arrays.copies()
    half = CAVE_POINTS // 2
    for dab in dabs:
        box, hit = _dab(new, dab, radius_cells)
        new.cave[box.points] &= ~hit
        new.floor[box.cells] &= ~hit[half::CAVE_POINTS, half::CAVE_POINTS]
    return without_loose_ends(arrays, new)


def _dab(arrays: SketchArrays, at: Point, radius: float) -> tuple[Box, Marks]:
    x, y = at[0] / SUBCELL, at[1] / SUBCELL
    reach = radius * _MOST_RAGGED
    box = Box(
        int(np.floor(x - reach)),
        int(np.floor(y - reach)),
        int(np.floor(x + reach)) + 1,
        int(np.floor(y + reach)) + 1,
    ).within(arrays)
    rows, columns = box.points
    down, across = np.ogrid[rows, columns]
    ragged = _LEAST_RAGGED + (_MOST_RAGGED - _LEAST_RAGGED) * _noise(across // 3, down // 3)
    away = np.hypot((across + 0.5) / CAVE_POINTS - x, (down + 0.5) / CAVE_POINTS - y)
    return box, away < radius * ragged


_LEAST_RAGGED: Final = 0.75
_MOST_RAGGED: Final = 1.25
_BITS: Final = 0xFFFF


def _noise(x: Numbers, y: Numbers) -> NDArray[np.float64]:
    """Return a number from 0 to 1 for each place, always the same."""
    mixed = (x * 73_856_093) ^ (y * 19_349_663)
    mixed = (mixed ^ (mixed >> 13)) * 1_274_126_177
    found: NDArray[np.float64] = ((mixed ^ (mixed >> 16)) & _BITS) / _BITS
    return found


def erased(arrays: SketchArrays, box: Box) -> SketchArrays:
    """Fill up a box of cells, with whatever is drawn on its edges."""
    new, box = arrays.copies(), box.within(arrays)
    new.floor[box.cells] = False
    new.cave[box.points] = False
    return without_loose_ends(arrays, new)


def without_loose_ends(old: SketchArrays, new: SketchArrays) -> SketchArrays:
    """Take what is drawn off the edges of cells that were filled up, in place."""
    filled = np.pad(opened(old) & ~opened(new), 1)
    new.across[(filled[:-1] | filled[1:])[:, 1:-1]] = EdgeKind.NOTHING
    new.down[(filled[:, :-1] | filled[:, 1:])[1:-1]] = EdgeKind.NOTHING
    return new
