"""Lines from one floor to another: one line on each page, meeting where the floor between is open.

On the plan of the building they are one straight line. It changes the page within a cell that is
open, as high as the floor lies that is open there. How a line is tested on a page is not said here.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from gridwar.caches import Same, kept_of_fight
from gridwar.grid.cells.obstacle_reasons import Obstacle, ObstacleKind
from gridwar.grid.cells.wall_crossings import cells_crossed
from gridwar.model.geometry import SUBCELL, Cell, Point, cell_at

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.model.battlemap import BattleMap
    from gridwar.model.floors import Floor


class Place(NamedTuple):
    """Cells of one page, and a height above the zero of its floor, in metres."""

    cells: tuple[Cell, ...]
    height_m: float


class Piece(NamedTuple):
    """The part of a line that runs on one page, and the places in which it begins and ends."""

    start: Point
    end: Point
    here: Place
    there: Place


class _Change(NamedTuple):
    """Where a line can change the page, and how: the point and place on either page."""

    leaves: tuple[Point, Place]
    enters: tuple[Point, Place]


def floors_apart(
    battle_map: BattleMap, a: tuple[Cell, ...], b: tuple[Cell, ...]
) -> tuple[Floor, ...]:
    """Return the floors from that of some cells to that of others, in order; none on one page."""
    if not battle_map.floors:
        return ()
    here, there = battle_map.floor_at(a[0]), battle_map.floor_at(b[0])
    if here is there or here is None or there is None:
        return ()
    return floors_between(battle_map, here, there)


def floors_between(battle_map: BattleMap, here: Floor, there: Floor) -> tuple[Floor, ...]:
    """Return the floors from one to another, both with them, in order."""
    stack = sorted(battle_map.floors, key=lambda floor: floor.elevation_m)
    first, last = stack.index(here), stack.index(there)
    return tuple(stack[first : last + 1] if first < last else stack[last : first + 1][::-1])


def cells_on_page(cells: tuple[Cell, ...], here: Floor, there: Floor) -> tuple[Cell, ...]:
    """Return the cells of another page that lie above or below some."""
    dx, dy = _between(here, there)
    return tuple(cell.shifted(dx, dy) for cell in cells)


def _on_page(point: Point, here: Floor, there: Floor) -> Point:
    dx, dy = _between(here, there)
    return Point(point.x + dx * SUBCELL, point.y + dy * SUBCELL)


def _between(here: Floor, there: Floor) -> tuple[int, int]:
    return there.shift[0] - here.shift[0], there.shift[1] - here.shift[1]


def way_across(
    battle_map: BattleMap,
    floors: tuple[Floor, ...],
    ends: Piece,
    what_stops: Callable[[Piece], Obstacle | None],
) -> tuple[Point, Point, Obstacle | None]:
    """Return a line across floors, to be drawn on one page, and what stops it first.

    One that is stopped on a page is drawn there, any other on that of its start.

    Args:
        battle_map: The map with its openings.
        floors: From that of the start to that of the end.
        ends: Start and end, both as they lie on the page of the start.
        what_stops: Says what stops a part of the line, on its page.
    """
    first, last = floors[0], floors[-1]
    begins: list[tuple[Point, Place]] = [(ends.start, ends.here)]
    for here, there in pairwise(floors):
        stopped: Obstacle | None = None
        found: list[tuple[Point, Place]] = []
        for change in _changes(battle_map, first, (here, there), ends):
            parts = (Piece(point, change.leaves[0], at, change.leaves[1]) for point, at in begins)
            stops = [what_stops(part) for part in parts]
            if None in stops:
                found.append(change.enters)
            else:
                stopped = stopped or stops[0]
        if not found:
            line = (_on_page(ends.start, first, here), _on_page(ends.end, first, here))
            return (*line, stopped or _floor(max(here, there, key=lambda one: one.elevation_m)))
        begins = found
    goal = _on_page(ends.end, first, last)
    final = Place(cells_on_page(ends.there.cells, first, last), ends.there.height_m)
    stops = [what_stops(Piece(point, goal, at, final)) for point, at in begins]
    if None in stops:
        return ends.start, ends.end, None
    return _on_page(ends.start, first, last), goal, stops[0]


def _floor(floor: Floor) -> Obstacle:
    return Obstacle(ObstacleKind.FLOOR, note=floor.name or floor.id)


def _changes(
    battle_map: BattleMap, first: Floor, pages: tuple[Floor, Floor], ends: Piece
) -> list[_Change]:
    """Return where a line can change from one page to the next, in order."""
    p, q = ends.start, ends.end
    upper = max(pages, key=lambda floor: floor.elevation_m)
    cells = dict.fromkeys((cell_at(p), *cells_crossed(p, q), cell_at(q)))
    openings = _openings(Same(battle_map.openings), first, upper)
    open_at = [cell for cell in cells if cell in openings]
    found = []
    for cell in open_at:
        part = _middle_inside((p, q), cell)
        at = Point(round(p.x + part * (q.x - p.x)), round(p.y + part * (q.y - p.y)))
        leaves, enters = (
            (
                _on_page(at, first, page),
                Place(cells_on_page((cell,), first, page), upper.elevation_m - page.elevation_m),
            )
            for page in pages
        )
        found.append(_Change(leaves, enters))
    return found


def openings_between(
    battle_map: BattleMap, first: Floor, pages: tuple[Floor, Floor]
) -> tuple[Cell, ...]:
    """Return where it is open between two floors next above each other.

    Args:
        battle_map: The map with its openings.
        first: The floor on whose page the cells are laid.
        pages: The two floors.
    """
    upper = max(pages, key=lambda floor: floor.elevation_m)
    return tuple(_openings(Same(battle_map.openings), first, upper))


@kept_of_fight(64)
def _openings(cells: Same[tuple[Cell, ...]], first: Floor, upper: Floor) -> frozenset[Cell]:
    """Return where a floor is open, as it lies on the page of another."""
    (dx, dy) = _between(upper, first)
    return frozenset(cell.shifted(dx, dy) for cell in cells.it if upper.holds(cell))


def _middle_inside(ends: tuple[Point, Point], cell: Cell) -> float:
    """Return the middle of the part of a line that lies in a cell."""
    enters, leaves = 0.0, 1.0
    for axis in (0, 1):
        start, run = ends[0][axis], ends[1][axis] - ends[0][axis]
        if run:
            sides = [((cell[axis] + side) * SUBCELL - start) / run for side in (0, 1)]
            enters, leaves = max(enters, min(sides)), min(leaves, max(sides))
    return (enters + leaves) / 2
