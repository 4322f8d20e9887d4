"""The walls of caves: the border of their points followed, smoothed, and simplified.

They are found block by block of cells, each with a rim wide enough that its lines come out the same
whatever lies farther off: a dab changes the lines of its own blocks and no others. Where a cave
opens into a room its walls end exactly on the room's; a line never leaves a room's straight rim.
A wall of which at least half the sides are open (``open_rims.py``) is left out after that, so that
those beside it stay as they are.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import numpy as np

from gridwar.model.geometry import SUBCELL, Point
from gridwar.model.open_rims import places_of
from gridwar.model.sketch import CAVE_POINTS, EdgeKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from gridwar.model.point_masks import PointMask
    from gridwar.model.sketch import Kinds, Marks, SketchArrays

    Line = NDArray[np.float64]
    Kept = NDArray[np.intp]

BLOCK: Final = 8
"""Cells to a block's side."""
WITHIN_CELLS: Final = 0.06
"""No point of a border lies farther from its wall than this, once it is smoothed."""
_RIM: Final = 1
"""Cells round a block that are looked at: smoothing reaches two points, a crumb is two long."""
_CRUMB: Final = 8
"""A border of fewer steps round rock is a crumb, and left out."""
_PASSES: Final = 2

Vertex: TypeAlias = tuple[int, int]
Segment: TypeAlias = tuple[Point, Point]


class Outline(NamedTuple):
    """A wall of a cave, its ends in order, and the vertices of the border that it goes along."""

    a: Point
    b: Point
    way: list[Vertex]

    @property
    def sides(self) -> set[tuple[int, int]]:
        """Return the places of the sides it goes along, as ``open_rims`` counts them."""
        return {(x + u, y + v) for (x, y), (u, v) in pairwise(self.way)}


class _Step(NamedTuple):
    """One side of a point, walked with the hollow on the right."""

    to: Vertex
    is_room: bool
    is_inside: bool
    """Whether its point lies in the block."""
    is_wall: bool


Steps: TypeAlias = defaultdict[Vertex, list[_Step]]

# Of a hollow point: which neighbour is looked at (row, column), and from which of its corners to
# which (x, y) its side is walked.
_SIDES: Final = (
    ((-1, 0), (0, 0), (1, 0)),
    ((0, 1), (1, 0), (1, 1)),
    ((1, 0), (1, 1), (0, 1)),
    ((0, -1), (0, 1), (0, 0)),
)


def blocks_with_caves(arrays: SketchArrays) -> Marks:
    """Return the blocks, by row and column, in which a point is hollow."""
    return blocks_touched(arrays.cave, CAVE_POINTS * BLOCK)


def blocks_touched(marks: Marks, side: int) -> Marks:
    """Return the squares of some side in which any mark lies, by row and column."""
    rows, columns = (-(-length // side) for length in marks.shape)
    whole = np.zeros((rows * side, columns * side), np.bool_)
    whole[: marks.shape[0], : marks.shape[1]] = marks
    return np.asarray(whole.reshape(rows, side, columns, side).any(axis=(1, 3)), np.bool_)


class Outlines:
    """Finds the walls of caves in a sketch, of the blocks that are asked for."""

    def __init__(self, arrays: SketchArrays, across: Kinds, down: Kinds, rims: PointMask) -> None:
        """Take the arrays, the kinds of all edges as they come out of them, and the open rims."""
        self._arrays = arrays
        self._across = (across == EdgeKind.NOTHING) & (arrays.across != EdgeKind.OPEN)
        self._down = (down == EdgeKind.NOTHING) & (arrays.down != EdgeKind.OPEN)
        self._open = {(x, y) for x, y in places_of(rims).tolist()} if rims.tiles else set()

    def of_block(self, row: int, column: int) -> Iterator[Segment]:
        """Yield the walls that go round points of a block."""
        for one in self.drawn_in(row, column):
            if not self._open or not self._is_open(one):
                yield one.a, one.b

    def _is_open(self, one: Outline) -> bool:
        sides = one.sides
        return 2 * len(sides & self._open) >= len(sides)

    def drawn_in(self, row: int, column: int) -> Iterator[Outline]:
        """Yield the same with those of open sides, which are no walls."""
        left, top = column * BLOCK - _RIM, row * BLOCK - _RIM
        cave, floor = self._looked_at(left, top)
        if not cave.any():
            return
        rooms = floor.repeat(CAVE_POINTS, axis=0).repeat(CAVE_POINTS, axis=1)
        steps = self._steps(cave | rooms, rooms, left, top)
        corner = np.array((left, top), np.float64)
        dx, dy = left * CAVE_POINTS, top * CAVE_POINTS
        for line, way, kept in _lines(steps):
            points = np.rint((line / CAVE_POINTS + corner) * SUBCELL).astype(int).tolist()
            for (a, begin), (b, end) in pairwise(zip(points, kept, strict=True)):
                if a != b:
                    first, second = sorted((Point(*a), Point(*b)))
                    along = [(x + dx, y + dy) for x, y in way[begin : end + 1]]
                    yield Outline(first, second, along)

    def _looked_at(self, left: int, top: int) -> tuple[Marks, Marks]:
        """Return the points of a block with its rim, and its cells; beyond the map is rock."""
        side = BLOCK + 2 * _RIM
        height, width = self._arrays.floor.shape
        floor = np.zeros((side, side), np.bool_)
        cave = np.zeros((side * CAVE_POINTS,) * 2, np.bool_)
        y0, y1 = max(0, top), min(height, top + side)
        x0, x1 = max(0, left), min(width, left + side)
        floor[y0 - top : y1 - top, x0 - left : x1 - left] = self._arrays.floor[y0:y1, x0:x1]
        n = CAVE_POINTS
        part = self._arrays.cave[y0 * n : y1 * n, x0 * n : x1 * n]
        cave[(y0 - top) * n : (y1 - top) * n, (x0 - left) * n : (x1 - left) * n] = part
        return cave, floor

    def _steps(self, mask: Marks, rooms: Marks, left: int, top: int) -> Steps:
        """Return all steps along borders, by where they begin."""
        found: Steps = defaultdict(list)
        padded = np.pad(mask, 1)
        first, last = _RIM * CAVE_POINTS, (_RIM + BLOCK) * CAVE_POINTS
        for (dy, dx), (ax, ay), (bx, by) in _SIDES:
            beyond = padded[1 + dy : padded.shape[0] - 1 + dy, 1 + dx : padded.shape[1] - 1 + dx]
            at = np.argwhere(mask & ~beyond)
            for (y, x), is_room in zip(
                at.tolist(), rooms[at[:, 0], at[:, 1]].tolist(), strict=True
            ):
                is_inside = first <= x < last and first <= y < last
                is_wall = not is_room or self._is_eaten(x, y, (dy, dx), (left, top))
                step = _Step((x + bx, y + by), is_room, is_inside, is_wall)
                found[x + ax, y + ay].append(step)
        return found

    def _is_eaten(self, x: int, y: int, side: tuple[int, int], corner: tuple[int, int]) -> bool:
        """Return whether the rim of a room has no wall of its own there: a cave eats into it."""
        column, row = x // CAVE_POINTS + corner[0], y // CAVE_POINTS + corner[1]
        height, width = self._arrays.floor.shape
        if not (0 <= row < height and 0 <= column < width):
            return False
        if side[0]:
            return bool(self._across[row + (side[0] > 0), column])
        return bool(self._down[row, column + (side[1] > 0)])


def _lines(steps: Steps) -> Iterator[tuple[Line, list[Vertex], list[int]]]:
    """Yield lines along the borders, smoothed and simplified, of steps in the block alone.

    With each come the vertices that it goes along, and which of them its points were.
    """
    for vertices, chain in _chains(steps):
        if len(chain) < _CRUMB and not any(one.is_room for one in chain):
            continue
        points = _smoothed(np.array(vertices, np.float64), chain)
        kept = [one.is_inside and one.is_wall for one in chain]
        for begin, end in _runs(kept, [one.is_room for one in chain]):
            part = points[begin : end + 1]
            half = len(part) // 2  # in two halves: a closed line has two ends to hold
            at = np.concatenate((_kept(part[: half + 1])[:-1], half + _kept(part[half:])))
            yield part[at], vertices[begin : end + 1], at.tolist()


def _chains(steps: Steps) -> Iterator[tuple[list[Vertex], list[_Step]]]:
    """Yield borders, all closed, as the vertices they pass and the steps between.

    They begin at their upper left vertex, or where their kind changes, so that they do not depend
    on what else is there.
    """
    for start in sorted(steps):
        while steps[start]:
            yield _from_a_change(*_followed(steps, start))


def _followed(steps: Steps, start: Vertex) -> tuple[list[Vertex], list[_Step]]:
    """Take the steps of one border; where two hollow points meet at a corner it parts them."""
    vertices, chain = [start], []
    at, heading = start, (0, 0)
    while ways := steps[at]:
        right = (at[0] - heading[1], at[1] + heading[0])
        step = next((one for one in ways if one.to == right), ways[0])
        ways.remove(step)
        heading = (step.to[0] - at[0], step.to[1] - at[1])
        at = step.to
        vertices.append(at)
        chain.append(step)
        if at == start:
            break
    return vertices, chain


def _from_a_change(vertices: list[Vertex], chain: list[_Step]) -> tuple[list[Vertex], list[_Step]]:
    """Turn a border so that it begins where its kind changes, if it does anywhere."""
    for i, one in enumerate(chain):
        before = chain[i - 1]
        if (one.is_room, one.is_inside) != (before.is_room, before.is_inside):
            return vertices[i:-1] + vertices[: i + 1], chain[i:] + chain[:i]
    return vertices, chain


def _smoothed(points: Line, chain: list[_Step]) -> Line:
    """Round the steps of a border; what is a room's, and where it begins, stays in place."""
    rooms = np.array([one.is_room for one in chain], np.bool_)
    held = np.zeros(len(points), np.bool_)
    held[:-1] |= rooms
    held[1:] |= rooms
    held[0] |= held[-1]
    held[-1] = held[0]
    for _ in range(_PASSES):
        before, after = np.roll(points, 1, 0), np.roll(points, -1, 0)
        before[0], after[-1] = points[-2], points[1]
        points = np.where(held[:, None], points, (before + 2 * points + after) / 4)
    return points


def _runs(kept: list[bool], rooms: list[bool]) -> Iterator[tuple[int, int]]:
    """Yield where runs of kept steps begin and end, parted where the kind changes."""
    begin = None
    for i, keep in enumerate(kept):
        if begin is not None and (not keep or rooms[i] != rooms[i - 1]):
            yield begin, i
            begin = None
        if keep and begin is None:
            begin = i
    if begin is not None:
        yield begin, len(kept)


def _kept(points: Line) -> Kept:
    """Return which points are left so that none lies too far from the line (Douglas-Peucker)."""
    bound = WITHIN_CELLS * CAVE_POINTS
    keep = np.zeros(len(points), np.bool_)
    keep[0] = keep[-1] = True
    stack = [(0, len(points) - 1)]
    while stack:
        a, b = stack.pop()
        if b <= a + 1:
            continue
        along, between = points[b] - points[a], points[a + 1 : b] - points[a]
        length = float(np.hypot(*along))
        if length:
            away = np.abs(along[0] * between[:, 1] - along[1] * between[:, 0]) / length
        else:
            away = np.hypot(between[:, 0], between[:, 1])
        farthest = int(away.argmax())
        if away[farthest] > bound:
            keep[a + 1 + farthest] = True
            stack += [(a, a + 1 + farthest), (a + 1 + farthest, b)]
    return np.flatnonzero(keep)
