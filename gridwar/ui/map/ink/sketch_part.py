"""A part of a sketch cut out, and where its floor ends and its walls stand.

All of it goes by what lies near: a part a few cells larger says the same of what both hold, but for
``RIM`` cells along its border. Places are in cells of the map. No Qt.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from gridwar.model.geometry import Cell
from gridwar.model.open_rims import PER_CELL, places_of, rims_within
from gridwar.model.sketch import CAVE_POINTS, EdgeKind
from gridwar.model.sketch_walls import edge_kinds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from gridwar.model.sketch import Sketch, SketchThing

    Marks = NDArray[np.bool_]
    Kinds = NDArray[np.uint8]
    Points = NDArray[np.float64]
    """Rows of x and y."""

RIM: Final = 2
"""So many cells around a place decide what is drawn there."""
_LEAST_LOOP: Final = 2 * CAVE_POINTS
"""A hole with a shorter border is a crumb, which is left out."""
_ROUNDS: Final = 3
"""How often the border of a cave is smoothed: it goes by so many points to either side."""

Step = tuple[int, int]


class CellBox(NamedTuple):
    """Cells from the left and top to those before the right and bottom."""

    left: int
    top: int
    right: int
    bottom: int

    def grown(self, by: int) -> CellBox:
        """Return it with so many cells more on every side."""
        return CellBox(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def within(self, width: int, height: int) -> CellBox:
        """Return as much of it as lies on a map."""
        left, top = min(max(0, self.left), width), min(max(0, self.top), height)
        return CellBox(
            left, top, max(left, min(self.right, width)), max(top, min(self.bottom, height))
        )


class SketchPart(NamedTuple):
    """A part of a sketch with what it is made of; beyond it lies rock."""

    box: CellBox
    floor: Marks
    across: Kinds
    down: Kinds
    cave: Marks
    things: tuple[SketchThing, ...]
    kinds: tuple[Kinds, Kinds]
    """What stands on each edge, across and down: what was drawn, else a wall at rock."""
    rims: Marks
    """The sides of points that bear no wall, by the rows of ``open_rims``: see there."""

    @classmethod
    def around(cls, sketch: Sketch, box: CellBox) -> SketchPart:
        """Return what decides how some cells look: they and the rim around them."""
        part = box.grown(RIM).within(sketch.width, sketch.height)
        left, top, right, bottom = part
        n = CAVE_POINTS
        across, down = edge_kinds(sketch)
        return cls(
            part,
            sketch.floor[top:bottom, left:right],
            sketch.across[top : bottom + 1, left:right],
            sketch.down[top:bottom, left : right + 1],
            sketch.cave[top * n : bottom * n, left * n : right * n],
            tuple(
                one
                for one in sketch.things
                if left <= one.cell.x < right and top <= one.cell.y < bottom
            ),
            (across[top : bottom + 1, left:right], down[top:bottom, left : right + 1]),
            _rims_in(sketch, part),
        )

    @property
    def is_empty(self) -> bool:
        """Whether nothing is drawn here: rock and no more."""
        drawn = self.floor, self.across, self.down, self.cave
        return not self.things and not any(one.any() for one in drawn)

    @property
    def hollow(self) -> Marks:
        """Return which points are open, ``CAVE_POINTS`` a cell, before caves are smoothed."""
        n = CAVE_POINTS
        return self.cave | self.floor.repeat(n, axis=0).repeat(n, axis=1)

    @property
    def open_cells(self) -> Marks:
        """Return the cells of which any point is open."""
        return self.floor | cells_of(self.cave)


def cells_of(points: Marks) -> Marks:
    """Return the cells in which any point of a cave is marked."""
    n = CAVE_POINTS
    height, width = points.shape
    found: Marks = np.asarray(points.reshape(height // n, n, width // n, n).any(axis=(1, 3)))
    return found


def _rims_in(sketch: Sketch, box: CellBox) -> Marks:
    width, height = box.right - box.left, box.bottom - box.top
    found = np.zeros((height * PER_CELL + 1, width * PER_CELL + 1), np.bool_)
    if sketch.open_rims.tiles:
        corner, end = Cell(box.left, box.top), Cell(box.right, box.bottom)
        places = places_of(rims_within(sketch.open_rims, corner, end, Cell(0, 0)))
        found[places[:, 1], places[:, 0]] = True
    return found


class Border(NamedTuple):
    """A piece of the line between floor and rock: of a room straight, of a cave smoothed."""

    points: Points
    is_of_room: bool
    is_open: Marks
    """From which points on to the next no wall stands."""


# --- the border of the floor ---------------------------------------------------------------------


def floor_loops(part: SketchPart) -> list[list[Border]]:
    """Return the closed lines between floor and rock, each in its pieces one after another."""
    corner = np.array([part.box.left, part.box.top], np.float64)
    found = []
    for loop, kinds in _loops(part.hollow, _straight_sides(part)):
        if len(kinds) < _LEAST_LOOP and not any(kinds):
            continue
        found.append(
            [
                Border(points + corner, is_of_room, is_open)
                for points, is_of_room, is_open in _pieces(loop, kinds, part.rims)
            ]
        )
    return found


def mark_runs(marks: Marks) -> Iterator[tuple[int, int, int]]:
    """Yield of each row of marks where it is, and where a run begins and ends."""
    padded = np.pad(marks, ((0, 0), (1, 1))).astype(np.int8)
    rows, columns = np.nonzero(np.diff(padded, axis=1))
    yield from zip(rows[::2].tolist(), columns[::2].tolist(), columns[1::2].tolist(), strict=True)


def mask_loops(mask: Marks) -> list[list[Step]]:
    """Return the closed borders of a mask of points, in points; each ends where it begins."""
    none = np.zeros_like(mask)
    return [loop for loop, _kinds in _loops(mask, _Sides(none, none, none, none))]


class _Sides(NamedTuple):
    """Which points have a border above them, at the right, below and left that is straight."""

    above: Marks
    right: Marks
    below: Marks
    left: Marks


def _straight_sides(part: SketchPart) -> _Sides:
    """Return where borders are those of rooms, or open: an edge without a wall is no cave's."""
    n = CAVE_POINTS
    rooms = part.floor.repeat(n, axis=0).repeat(n, axis=1)
    above, right, below, left = rooms.copy(), rooms.copy(), rooms.copy(), rooms
    across = (part.across == EdgeKind.OPEN).repeat(n, axis=1)
    down = (part.down == EdgeKind.OPEN).repeat(n, axis=0)
    above[::n] |= across[:-1]
    below[n - 1 :: n] |= across[1:]
    right[:, n - 1 :: n] |= down[:, 1:]
    left[:, ::n] |= down[:, :-1]
    return _Sides(above, right, below, left)


def _loops(mask: Marks, straight: _Sides) -> list[tuple[list[Step], list[bool]]]:
    """Follow the borders of a mask with what is open at the right hand; straight ones are told."""
    steps = _border_steps(mask, straight)
    found = []
    while steps:
        start = next(iter(steps))
        loop, kinds = [start], []
        at, way = start, (0, 0)
        while True:
            onward = steps[at]
            turn = _right_most(onward, way) if len(onward) > 1 else 0
            way, is_straight = onward.pop(turn)
            if not onward:
                del steps[at]
            at = at[0] + way[0], at[1] + way[1]
            loop.append(at)
            kinds.append(is_straight)
            if at == start:
                break
        found.append((loop, kinds))
    return found


def _border_steps(mask: Marks, straight: _Sides) -> dict[Step, list[tuple[Step, bool]]]:
    """Return from each point the steps along the border, and whether they are straight."""
    inside = np.pad(mask, 1)
    core = inside[1:-1, 1:-1]
    steps: dict[Step, list[tuple[Step, bool]]] = {}
    for beyond, (x0, y0), way, is_straight in (
        (inside[:-2, 1:-1], (0, 0), (1, 0), straight.above),
        (inside[1:-1, 2:], (1, 0), (0, 1), straight.right),
        (inside[2:, 1:-1], (1, 1), (-1, 0), straight.below),
        (inside[1:-1, :-2], (0, 1), (0, -1), straight.left),
    ):
        side = core & ~beyond
        places = np.argwhere(side).tolist()
        for (y, x), one in zip(places, is_straight[side].tolist(), strict=True):
            steps.setdefault((x + x0, y + y0), []).append((way, one))
    return steps


def _right_most(onward: list[tuple[Step, bool]], way: Step) -> int:
    """Return which way stays with what is open at the right: two corners that touch stay apart."""
    right = (-way[1], way[0])
    return next((at for at, (step, _room) in enumerate(onward) if step == right), 0)


def _pieces(loop: list[Step], kinds: list[bool], rims: Marks) -> list[tuple[Points, bool, Marks]]:
    """Cut a loop where cave and room meet; smooth the caves with their ends held."""
    turns = [at for at in range(len(kinds)) if kinds[at] != kinds[at - 1]]
    if not turns:
        points = np.array(loop, np.float64) / CAVE_POINTS
        shown = points if kinds[0] else _smoothed_loop(points)
        return [(shown, kinds[0], _are_open(loop, rims))]
    first = turns[0]
    loop = loop[first:-1] + loop[: first + 1]
    ends = [at - first for at in turns] + [len(kinds)]
    found = []
    for begin, end in pairwise(ends):
        steps = loop[begin : end + 1]
        points, is_of_room = np.array(steps, np.float64) / CAVE_POINTS, kinds[begin + first]
        shown = points if is_of_room else _smoothed(points)
        found.append((shown, is_of_room, _are_open(steps, rims)))
    return found


def _are_open(steps: list[Step], rims: Marks) -> Marks:
    """Return along which steps of a border no wall stands: the middle of each is looked up."""
    x, y = (np.array(steps[:-1]) + np.array(steps[1:])).T
    found: Marks = rims[y, x]
    return found


def _smoothed_loop(points: Points) -> Points:
    around = points[:-1]
    for _round in range(_ROUNDS):
        around = (np.roll(around, 1, axis=0) + 2 * around + np.roll(around, -1, axis=0)) / 4
    found: Points = np.concatenate((around, around[:1]))
    return found


def _smoothed(points: Points) -> Points:
    for _round in range(_ROUNDS):
        inner = (points[:-2] + 2 * points[1:-1] + points[2:]) / 4
        points = np.concatenate((points[:1], inner, points[-1:]))
    return points
