"""Walls under the pointer and a drag: snapping to corners and ends, the nearest wall, cutting.

Pure geometry in the map's points (1/1024 cell); what the tool does with it is ``walls_tool``.
"""

from __future__ import annotations

from enum import StrEnum
from math import hypot
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.control.records import ground_records as gr
from gridwar.grid.cells.wall_crossings import walls_that
from gridwar.model.geometry import SUBCELL, Cell, Point

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gridwar.model.geometry import Size
    from gridwar.model.walls import Wall

END_SNAP_CELLS: Final = 0.28
"""A wall's end draws the pointer from as far as this, before the grid does."""
CORNER_SNAP_CELLS: Final = 0.3
"""A corner of the grid draws it from as far as this, before half cells do."""
TOUCH_CELLS: Final = 0.3
"""How near to a wall a click means it."""
AIMLESS_CELLS: Final = 0.4
"""A drag shorter than this has no direction yet."""
FEW: Final = 64
"""So many walls are looked through as fast as an index is asked."""
CLICK_CELLS = 0.2
"""A drag shorter than this is a click."""
_HALF = SUBCELL // 2
_NOTHING = 1e-9
_ON_LINE = 48
"""Points off a wall that still lie on it: imported walls are not quite straight."""


def to_point(place: gr.Point) -> Point:
    """Return a place of the pointer, in cells, as a point of the map."""
    return Point(round(place[0] * SUBCELL), round(place[1] * SUBCELL))


def middle(wall: Wall) -> gr.Point:
    """Return the middle of a wall, in cells."""
    return ((wall.a.x + wall.b.x) / (2 * SUBCELL), (wall.a.y + wall.b.y) / (2 * SUBCELL))


def gap(a: Point, b: Point) -> float:
    """Return how far two points are apart, in cells."""
    return hypot(a.x - b.x, a.y - b.y) / SUBCELL


def near(place: gr.Point, walls: tuple[Wall, ...]) -> tuple[Wall, ...]:
    """Return the walls that come within a cell of a place; quick among thousands.

    Args:
        place: Where, in cells.
        walls: The very tuple of the map, whose index is kept.
    """
    if len(walls) < FEW:
        return walls
    x, y = int(place[0] // 1), int(place[1] // 1)
    around = [Cell(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    return walls_that(walls, _any_wall).near(around)


def _any_wall(wall: Wall) -> bool:
    del wall
    return True


def snapped(place: gr.Point, walls: Iterable[Wall], size: Size, *, free: bool = False) -> Point:
    """Return where a click means: a wall's end, a corner of the grid, else a half of a cell.

    Args:
        place: Where the pointer is, in cells.
        walls: Those whose ends draw it.
        size: Of the map; the point stays on it.
        free: Whether nothing draws it.
    """
    point = to_point(place)
    inside = Point(min(max(point.x, 0), size.w * SUBCELL), min(max(point.y, 0), size.h * SUBCELL))
    if free:
        return inside
    nearest = end_at(place, walls, END_SNAP_CELLS)
    if nearest is not None:
        return nearest
    corner = Point(_to_step(inside.x, SUBCELL), _to_step(inside.y, SUBCELL))
    if gap(corner, point) <= CORNER_SNAP_CELLS:
        return corner
    return Point(_to_step(inside.x, _HALF), _to_step(inside.y, _HALF))


def _to_step(value: int, step: int) -> int:
    return (2 * value + step) // (2 * step) * step


def foot(point: Point, wall: Wall) -> tuple[Point, float]:
    """Return the place of a wall nearest to a point, and how far along it is (0 to 1)."""
    share = min(1.0, max(0.0, _share(wall.a, wall.b, point)))
    return _along(wall, share), share


def along(point: Point, wall: Wall, walls: Iterable[Wall]) -> Point:
    """Return the place on a wall's line beside a point, as far as walls go on along it.

    Args:
        point: Where.
        wall: The wall.
        walls: All walls: some may be further pieces of the same line.
    """
    place = _along(wall, _share(wall.a, wall.b, point))
    if any(distance_cells(place, one) * SUBCELL <= _ON_LINE for one in walls):
        return place
    return foot(point, wall)[0]


def distance_cells(point: Point, wall: Wall) -> float:
    """Return how far a point is from a wall, in cells."""
    return gap(point, foot(point, wall)[0])


def wall_at(
    place: gr.Point, walls: Iterable[Wall], reach_cells: float = TOUCH_CELLS
) -> Wall | None:
    """Return the wall nearest to a place, where one is near; a door before the wall it is in."""
    point = to_point(place)
    near = ((distance_cells(point, wall), wall) for wall in walls)
    touched = [(far, wall) for far, wall in near if far <= reach_cells]
    if not touched:
        return None
    least = min(far for far, _wall in touched)
    equal = [wall for far, wall in touched if far - least < 1 / 64]
    return min(equal, key=lambda wall: wall.kind == "wall")


def end_at(
    place: gr.Point, walls: Iterable[Wall], reach_cells: float = TOUCH_CELLS
) -> Point | None:
    """Return the end of a wall nearest to a place, where one is near."""
    point = to_point(place)
    ends = (end for wall in walls for end in (wall.a, wall.b))
    nearest = min(ends, key=lambda end: gap(end, point), default=None)
    return nearest if nearest is not None and gap(nearest, point) <= reach_cells else None


def opening(place: gr.Point, wall: Wall) -> tuple[Point, Point]:
    """Return the piece of a wall, a cell long, that a click on it means.

    On a wall along the grid it is the side of the cell under the pointer; a shorter wall is it
    altogether.
    """
    length = gap(wall.a, wall.b)
    if length <= 1:
        return wall.a, wall.b
    _near, share = foot(to_point(place), wall)
    along = share * length
    straight = wall.a.x == wall.b.x or wall.a.y == wall.b.y
    start = along - 0.5
    if straight:
        axis = 0 if wall.a.y == wall.b.y else 1
        first = wall.a[axis] / SUBCELL
        way = 1 if wall.b[axis] > wall.a[axis] else -1
        place_on_axis = first + way * along
        low = place_on_axis // 1
        start = (low - first) * way if way > 0 else (low + 1 - first) * way
    start = min(max(0.0, start), length - 1)
    return _along(wall, start / length), _along(wall, (start + 1) / length)


def _along(wall: Wall, share: float) -> Point:
    a, b = wall.a, wall.b
    return Point(round(a.x + share * (b.x - a.x)), round(a.y + share * (b.y - a.y)))


def cut(walls: Iterable[Wall], a: Point, b: Point) -> Iterator[tuple[Wall, tuple[Wall, ...]]]:
    """Yield the walls that run along a segment, each with what is left of it beside the segment.

    Args:
        walls: All walls.
        a: Where the opening begins.
        b: Where it ends.
    """
    for wall in walls:
        near_a, near_b = _off_line(a, b, wall.a), _off_line(a, b, wall.b)
        if near_a > _ON_LINE or near_b > _ON_LINE:
            continue
        low, high = sorted((_share(a, b, wall.a), _share(a, b, wall.b)))
        if high <= _NOTHING or low >= 1 - _NOTHING:
            continue
        yield wall, tuple(_rest(wall, a, b))


def _off_line(a: Point, b: Point, point: Point) -> float:
    """Return how far a point lies off the straight line through two others, in points."""
    dx, dy = b.x - a.x, b.y - a.y
    return abs(dx * (point.y - a.y) - dy * (point.x - a.x)) / hypot(dx, dy)


def _share(a: Point, b: Point, point: Point) -> float:
    dx, dy = b.x - a.x, b.y - a.y
    return ((point.x - a.x) * dx + (point.y - a.y) * dy) / (dx * dx + dy * dy)


def _rest(wall: Wall, a: Point, b: Point) -> Iterator[Wall]:
    start, end = _share(a, b, wall.a), _share(a, b, wall.b)
    near_start, near_end = (a, b) if start < end else (b, a)
    if not 0 <= start <= 1 and wall.a != near_start:
        yield wall.replace(b=near_start)
    if not 0 <= end <= 1 and wall.b != near_end:
        yield wall.replace(a=near_end)


def in_box(wall: Wall, a: gr.Point, b: gr.Point) -> bool:
    """Return whether both ends of a wall lie in a box between two places, in cells."""
    left, right = sorted((a[0], b[0]))
    top, bottom = sorted((a[1], b[1]))
    ends = (gr.in_cells(wall.a), gr.in_cells(wall.b))
    return all(left <= x <= right and top <= y <= bottom for x, y in ends)


def fresh_ids(walls: Iterable[Wall], prefix: str = "wall") -> Iterator[str]:
    """Yield ids that no wall has."""
    taken = {wall.id for wall in walls}
    number = len(taken)
    while True:
        number += 1
        if f"{prefix}-{number}" not in taken:
            yield f"{prefix}-{number}"


def side_near(place: gr.Point) -> tuple[Point, Point]:
    """Return the side of a cell nearest to a place."""
    x, y = place
    column, row = int(x // 1), int(y // 1)
    sides = (
        (x - column, Point(column, row), Point(column, row + 1)),
        (column + 1 - x, Point(column + 1, row), Point(column + 1, row + 1)),
        (y - row, Point(column, row), Point(column + 1, row)),
        (row + 1 - y, Point(column, row + 1), Point(column + 1, row + 1)),
    )
    _gap, a, b = min(sides, key=lambda side: side[0])
    return Point(a.x * SUBCELL, a.y * SUBCELL), Point(b.x * SUBCELL, b.y * SUBCELL)


def along_grid(start: gr.Point, now: gr.Point, size: Size) -> tuple[Point, Point]:
    """Return the ends of what a drag draws along the grid: at least one side of a cell.

    Args:
        start: Where the drag began, in cells.
        now: Where it is.
        size: Of the map; what is drawn ends at its edge.
    """
    ways = [abs(now[axis] - start[axis]) for axis in (0, 1)]
    if max(ways) < AIMLESS_CELLS:
        return side_near(start)
    axis = ways.index(max(ways))
    first, last = sorted((start[axis], now[axis]))
    low = min(size[axis], max(0, int(first // 1))) * SUBCELL
    high = min(size[axis], max(0, int(-(-last // 1)))) * SUBCELL
    beside = min(size[1 - axis], max(0, round(start[1 - axis]))) * SUBCELL
    if axis == 0:
        return Point(low, beside), Point(high, beside)
    return Point(beside, low), Point(beside, high)


# --- drags ---------------------------------------------------------------------------------------


class Grip(StrEnum):
    """What a drag holds."""

    LINE = "line"
    ROOM = "room"
    OPENING = "opening"
    BOX = "box"
    END = "end"
    WALLS = "walls"


class Drag(Struct, frozen=True):
    """A drag under way, in cells; ``end`` is the wall's end that is held."""

    grip: Grip
    start: gr.Point
    now: gr.Point
    end: Point | None = None
    free: bool = False

    @property
    def is_click(self) -> bool:
        """Whether it goes nowhere."""
        (x, y), (to_x, to_y) = self.start, self.now
        return max(abs(to_x - x), abs(to_y - y)) < CLICK_CELLS

    @property
    def way(self) -> Point:
        """How far it goes, in points of the map: by halves of a cell, unless it is free."""
        (x, y), (to_x, to_y) = self.start, self.now
        by = Point(round((to_x - x) * SUBCELL), round((to_y - y) * SUBCELL))
        half = SUBCELL // 2
        return by if self.free else Point(round(by.x / half) * half, round(by.y / half) * half)


class Snapping(Struct, frozen=True):
    """What draws the pointer on a map.

    Attributes:
        walls: those of the map.
        size: of the map.
        first: where the line under way began; a click near it closes the line.
        free: whether nothing draws it.
    """

    walls: tuple[Wall, ...]
    size: Size
    first: Point | None = None
    free: bool = False

    def wall_at(self, place: gr.Point) -> Wall | None:
        """Return the wall that a click on a place means."""
        return wall_at(place, near(place, self.walls))

    def point(self, place: gr.Point, *, beside: tuple[Wall, ...] = ()) -> Point:
        """Return the point that a click on a place means; the ends of some walls do not draw it."""
        left_out = {wall.id for wall in beside}
        walls = (wall for wall in near(place, self.walls) if wall.id not in left_out)
        point = snapped(place, walls, self.size, free=self.free)
        first = None if self.free else self.first
        is_near = first is not None and gap(first, to_point(place)) <= END_SNAP_CELLS
        return first if first is not None and is_near else point

    def opening(self, drag: Drag) -> tuple[Point, Point]:
        """Return the ends of a door or window: on the wall under it, else where they snap."""
        wall = self.wall_at(drag.start)
        if drag.is_click:
            if wall is not None:
                return opening(drag.start, wall)
            return side_near(drag.start)
        a, b = self.point(drag.start), self.point(drag.now)
        if wall is None:
            return a, b
        return along(a, wall, self.walls), along(b, wall, self.walls)
