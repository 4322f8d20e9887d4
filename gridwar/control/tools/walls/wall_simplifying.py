"""Lines of many short walls made of fewer, within a bound: what would go, and how far it is off.

A line of walls is drawn anew only between places where it must stay: its ends, corners where
others meet it, and where somebody else's end lies on it. So ends that meet stay met.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from gridwar.control.tools.walls.wall_gaps import lies_on, loose_ends, near_point
from gridwar.engine.gm.map_commands import PutWalls
from gridwar.model.geometry import SUBCELL, Point
from gridwar.model.walls import Wall, WallKind

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from numpy.typing import NDArray

    GoesOn = Callable[[Point, Wall], Wall | None]

_KINDS = frozenset({WallKind.WALL, WallKind.FENCE, WallKind.CURTAIN, WallKind.BARS})
"""Doors and windows stay as they are."""
_TWO = 2


class Line(Struct, frozen=True):
    """Walls that follow each other from point to point, all alike; a ring ends where it begins."""

    points: tuple[Point, ...]
    walls: tuple[Wall, ...]


class Simplified(Struct, frozen=True):
    """What comes of it: which walls get which ends, which go, and how far the farthest is off."""

    moved: tuple[tuple[Wall, Point, Point], ...]
    gone: tuple[str, ...]
    off_cells: float

    @property
    def command(self) -> PutWalls:
        """Return the one command that does it."""
        put = tuple(wall.replace(a=a, b=b) for wall, a, b in self.moved)
        return PutWalls(put=put, gone=self.gone)


def lines_of(walls: tuple[Wall, ...], only: Collection[str] = ()) -> tuple[Line, ...]:
    """Return the lines that may be drawn with fewer walls.

    Args:
        walls: All walls of the map.
        only: The ids of those that may change; all where it is empty.
    """
    at: defaultdict[Point, list[Wall]] = defaultdict(list)
    traits = {wall.id: tuple(getattr(wall, name) for name in _TRAITS) for wall in walls}
    for wall in walls:
        at[wall.a].append(wall)
        at[wall.b].append(wall)
    may = {one.id for one in walls if one.kind in _KINDS and (not only or one.id in only)}
    stays = _held(walls)

    def goes_on(point: Point, wall: Wall) -> Wall | None:
        """Return the wall that a line goes on with, beyond a point."""
        others = [one for one in at[point] if one.id != wall.id]
        if len(at[point]) != _TWO or len(others) != 1 or point in stays:
            return None
        other = others[0]
        in_turn = wall.one_way is None or ((wall.b == point) is (other.a == point))
        is_alike = traits[wall.id] == traits[other.id]
        return other if other.id in may and in_turn and is_alike else None

    found: list[Line] = []
    seen: set[str] = set()
    for wall in walls:
        if wall.id in may and wall.id not in seen:
            line = _line_through(wall, goes_on)
            seen.update(one.id for one in line.walls)
            if len(line.walls) > 1:
                found.append(line)
    return tuple(found)


def simplified(lines: Iterable[Line], tolerance_cells: float) -> Simplified:
    """Return lines drawn with as few walls as a bound allows.

    Args:
        lines: The lines.
        tolerance_cells: No corner that goes lies farther from the new walls.
    """
    off = 0.0
    moved: list[tuple[Wall, Point, Point]] = []
    gone: list[str] = []
    for line in lines:
        places = np.array(line.points, np.float64)
        kept, farthest = _corners(places, tolerance_cells * SUBCELL)
        off = max(off, farthest)
        for start, stop in pairwise(kept):
            if stop - start == 1:
                continue
            first = line.walls[start]
            ends = (line.points[start], line.points[stop])
            a, b = ends if first.a == line.points[start] else ends[::-1]
            moved.append((first, a, b))
            gone += [one.id for one in line.walls[start + 1 : stop]]
    return Simplified(tuple(moved), tuple(gone), off / SUBCELL)


_TRAITS = tuple(name for name in Wall.model_fields if name not in {"id", "a", "b"})


def _held(walls: tuple[Wall, ...]) -> frozenset[Point]:
    """Return the corners beside which a loose end lies on a wall: that wall may not turn."""
    held: set[Point] = set()
    for end, _wall in loose_ends(walls):
        for one in near_point(end, walls):
            if end not in (one.a, one.b) and lies_on(end, one):
                held.update((one.a, one.b))
    return frozenset(held)


def _line_through(wall: Wall, goes_on: GoesOn) -> Line:
    """Return the whole line that a wall is in; a ring begins with that very wall."""
    ahead = list(_walk(wall, wall.b, goes_on))
    if ahead and ahead[-1][1] == wall.a:
        back: list[tuple[Wall, Point]] = []
    else:
        back = list(_walk(wall, wall.a, goes_on))
    walls = (*(one for one, _to in reversed(back)), wall, *(one for one, _to in ahead))
    points = (*(to for _one, to in reversed(back)), wall.a, wall.b, *(to for _one, to in ahead))
    return Line(points, walls)


def _walk(wall: Wall, point: Point, goes_on: GoesOn) -> Iterator[tuple[Wall, Point]]:
    """Yield the walls beyond one end of a wall, each with its far end."""
    first, here = wall, wall
    while (other := goes_on(point, here)) is not None and other.id != first.id:
        point = other.b if other.a == point else other.a
        here = other
        yield other, point


def _corners(places: NDArray[np.float64], tolerance: float) -> tuple[list[int], float]:
    """Return which corners of a line stay, by Douglas and Peucker, and how far the others are off.

    A ring is parted at the corner farthest from its first, for a line to itself has no direction.
    """
    last = len(places) - 1
    kept, off = {0, last}, 0.0
    parts = [(0, last)]
    if (places[0] == places[last]).all():
        middle = int(np.hypot(*(places - places[0]).T).argmax())
        kept.add(middle)
        parts = [(0, middle), (middle, last)]
    while parts:
        start, stop = parts.pop()
        if stop - start < _TWO:
            continue
        far = _distances(places[start + 1 : stop], places[start], places[stop])
        at = int(far.argmax())
        if far[at] > tolerance:
            kept.add(start + 1 + at)
            parts += [(start, start + 1 + at), (start + 1 + at, stop)]
        else:
            off = max(off, float(far[at]))
    return sorted(kept), off


def _distances(
    places: NDArray[np.float64], a: NDArray[np.float64], b: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return how far places are from a segment."""
    run = b - a
    length = float(run @ run)
    share = np.clip((places - a) @ run / length, 0.0, 1.0) if length else np.zeros(len(places))
    return np.asarray(np.hypot(*(places - a - share[:, None] * run).T))
