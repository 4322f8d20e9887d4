"""Gaps in walls: ends that nearly meet another wall, and what closes them.

An end is loose where no other wall ends and which lies on none. A gap is a loose end with a wall
near by; closing it moves the end, and parts the wall that it comes to, so that both meet exactly.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.control.tools.walls.wall_geometry import distance_cells, foot, fresh_ids, gap, near
from gridwar.engine.gm.map_commands import PutWalls
from gridwar.model.geometry import SUBCELL, Cell, Point, cell_at
from gridwar.model.walls import WallKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.model.walls import Wall

WIDEST_CELLS = 0.5
"""A wider gap is meant."""
_ON_WALL_CELLS = 2 / SUBCELL
_OPENINGS = frozenset({WallKind.DOOR, WallKind.WINDOW})
"""They are not parted where something comes to their middle."""


class Gap(Struct, frozen=True):
    """A loose end, and the place of another wall that it should be at."""

    end: Point
    to: Point
    onto: str = ""
    """The id of the wall that is to be parted at that place; empty where it ends there."""

    @property
    def cells(self) -> float:
        """Return how wide it is."""
        return gap(self.end, self.to)

    @property
    def cell(self) -> Cell:
        """Return the cell that its end lies in."""
        return cell_at(self.end)


def near_point(point: Point, walls: tuple[Wall, ...]) -> tuple[Wall, ...]:
    """Return the walls that come within a cell of a point."""
    return near((point.x / SUBCELL, point.y / SUBCELL), walls)


def lies_on(point: Point, wall: Wall) -> bool:
    """Return whether a point lies on a wall, as near as points of the map allow."""
    return distance_cells(point, wall) <= _ON_WALL_CELLS


def loose_ends(walls: Iterable[Wall]) -> list[tuple[Point, Wall]]:
    """Return the ends at which no other wall ends, with their walls, in the map's order."""
    found = [(end, wall) for wall in walls for end in (wall.a, wall.b)]
    times = Counter(end for end, _wall in found)
    return [one for one in found if times[one[0]] == 1]


def gaps_in(walls: tuple[Wall, ...], widest_cells: float = WIDEST_CELLS) -> tuple[Gap, ...]:
    """Return the gaps of a map, the narrowest first; two ends that nearly meet are one."""
    found: dict[frozenset[Point], Gap] = {}
    for end, wall in loose_ends(walls):
        others = [one for one in near_point(end, walls) if one.id != wall.id]
        if any(lies_on(end, one) for one in others):
            continue
        to = _nearest(end, wall, others, widest_cells)
        if to is not None:
            found.setdefault(frozenset((to.end, to.to)), to)
    return tuple(sorted(found.values(), key=lambda one: (one.cells, one.end)))


def _nearest(end: Point, wall: Wall, others: Iterable[Wall], widest: float) -> Gap | None:
    """Return the gap at a loose end; an end of another wall is taken before its middle."""
    far_end = wall.b if end == wall.a else wall.a
    ends: list[Gap] = []
    middles: list[Gap] = []
    for one in others:
        if far_end not in (one.a, one.b):
            middles += [] if one.kind in _OPENINGS else [Gap(end, foot(end, one)[0], one.id)]
        ends += [Gap(end, to) for to in (one.a, one.b) if to != far_end]
    for some in (ends, middles):
        best = min(some, key=lambda one: (one.cells, one.to), default=None)
        if best is not None and best.cells <= widest:
            return best
    return None


def closing(walls: tuple[Wall, ...], gaps: Iterable[Gap]) -> PutWalls | None:
    """Return the one command that closes gaps; None where there are none."""
    now = {wall.id: wall for wall in walls}
    ids = fresh_ids(walls)
    moved: dict[Point, Point] = {}
    for one in gaps:
        end, to = _after(one.end, moved), _after(one.to, moved)
        if end == to:
            continue
        onto = now.get(one.onto) if one.onto else None
        if onto is not None and to not in (onto.a, onto.b):
            now[onto.id] = onto.replace(b=to)
            rest = onto.replace(id=next(ids), a=to)
            now[rest.id] = rest
        moved[end] = to
        for wall in [one for one in now.values() if end in (one.a, one.b)]:
            a, b = (to if place == end else place for place in (wall.a, wall.b))
            if a == b:
                del now[wall.id]
            else:
                now[wall.id] = wall.replace(a=a, b=b)
    old = {wall.id: wall for wall in walls}
    put = tuple(wall for wall in now.values() if old.get(wall.id) != wall)
    gone = tuple(one for one in old if one not in now)
    return PutWalls(put=put, gone=gone) if put or gone else None


def _after(point: Point, moved: dict[Point, Point]) -> Point:
    """Return where a point is now."""
    seen: set[Point] = set()
    while point in moved and point not in seen:
        seen.add(point)
        point = moved[point]
    return point
