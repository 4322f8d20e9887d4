"""Floors: pages of one sheet, what leads from one to another, and where a floor is open.

All floors of a building lie beside each other on the one map, so that whatever searches, draws or
keeps a map does so with floors as without. A floor is the page it fills, how that page lies over
those below, and how high. Between pages is a gap, and round each a rim: walls that stop everything,
which belong to the floor and are put and taken with it. A map without floors is one page, and costs
nothing. What floors mean for distances, ways and lines is not said here.
"""

from __future__ import annotations

from enum import StrEnum
from itertools import combinations
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

from pydantic import Field

from gridwar.model.bounds import AtLeastOne, Height
from gridwar.model.cover_kinds import Cells
from gridwar.model.geometry import SUBCELL, Cell, Point, Size, cell_name
from gridwar.model.map_limits import twins_problem
from gridwar.model.record import Record
from gridwar.model.walls import Wall
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

GAP_CELLS: Final = 2
"""So far apart two pages lie at least, so that nothing drawn or measured on one touches another."""
MOST_FLOORS: Final = 50
MOST_LINKS: Final = 500
MOST_LINK_CELLS: Final = 64
"""So many cells at either end of a link."""
RIM: Final = "rim:"
"""How the ids of the walls round a page begin; the id of their floor follows."""


class LinkKind(StrEnum):
    """What leads from one floor to another."""

    STAIR = "stair"
    LADDER = "ladder"
    SHAFT = "shaft"
    HATCH = "hatch"


USUAL_COST: Final[Mapping[LinkKind, int]] = {
    LinkKind.STAIR: 2,
    LinkKind.LADDER: 4,
    LinkKind.SHAFT: 6,
    LinkKind.HATCH: 2,
}
"""Steps of open ground that a way costs at first: no rulebook prices one, so the GM does."""

_LinkCells = Annotated[Cells, Field(min_length=1, max_length=MOST_LINK_CELLS)]


class Floor(Record):
    """One floor: the page that it fills, and where that lies in the building.

    ``at`` and ``size`` are its page on the sheet. ``over`` is where the page's corner lies on the
    plan that all floors share: two cells of the same place on the plan are one above the other.
    ``elevation_m`` is the height of its zero above that of the building.
    """

    id: str = Field(min_length=1)
    name: str = ""
    at: Cell
    size: Size
    over: Cell = Cell(0, 0)
    elevation_m: Height = 0.0

    @property
    def end(self) -> Cell:
        """Return the first cell beyond its last, to the right and down."""
        return Cell(self.at.x + self.size.w, self.at.y + self.size.h)

    @property
    def shift(self) -> tuple[int, int]:
        """Return how its page lies off the plan: columns and rows from the plan to the sheet."""
        return self.at.x - self.over.x, self.at.y - self.over.y

    def holds(self, cell: Cell) -> bool:
        """Return whether a cell of the sheet is on its page."""
        at, size = self.at, self.size
        return 0 <= cell[0] - at.x < size.w and 0 <= cell[1] - at.y < size.h

    def touches(self, x: float, y: float) -> bool:
        """Return whether a place of the sheet, in cells, is on its page or on the border of it."""
        return self.at.x <= x <= self.end.x and self.at.y <= y <= self.end.y

    def plan_of(self, cell: Cell) -> Cell:
        """Return where a cell of its page lies on the plan."""
        dx, dy = self.shift
        return Cell(cell[0] - dx, cell[1] - dy)

    def cell_of(self, plan: Cell) -> Cell:
        """Return the cell of the sheet that lies at a place of the plan, on its page or beside."""
        dx, dy = self.shift
        return Cell(plan[0] + dx, plan[1] + dy)

    def cropped(self, width: int, height: int) -> Floor | None:
        """Return what is left of it on a smaller sheet; None where nothing is."""
        w, h = min(self.end.x, width) - self.at.x, min(self.end.y, height) - self.at.y
        if w < 1 or h < 1:
            return None
        return self if (w, h) == self.size else self.replace(size=Size(w, h))


class Link(Record):
    """A way from one floor to another: from any cell of its one end to any of the other.

    ``cost`` is what the step along it costs, in steps over open ground. One that does not lead both
    ways leads from ``here`` to ``there`` alone.
    """

    id: str = Field(min_length=1)
    here: _LinkCells
    there: _LinkCells
    kind: LinkKind = LinkKind.STAIR
    cost: AtLeastOne = USUAL_COST[LinkKind.STAIR]
    both_ways: bool = True

    def leads_from(self, cell: Cell) -> tuple[Cell, ...]:
        """Return where it leads from a cell; nowhere from one that is not at its beginning."""
        if cell in self.here:
            return self.there
        return self.here if self.both_ways and cell in self.there else ()

    @property
    def ways(self) -> Iterator[tuple[tuple[Cell, ...], tuple[Cell, ...]]]:
        """Yield the directions in which it leads, from which cells and to which."""
        yield self.here, self.there
        if self.both_ways:
            yield self.there, self.here


def link_between(links: Iterable[Link], a: Cell, b: Cell) -> Link | None:
    """Return the cheapest of some links that leads from a cell to another; None where none does."""
    found = (link for link in links if b in link.leads_from(a))
    return min(found, key=lambda link: link.cost, default=None)


def floor_at(floors: tuple[Floor, ...], cell: Cell) -> Floor | None:
    """Return the floor whose page holds a cell of the sheet; None in a gap."""
    for floor in floors:
        if floor.holds(cell):
            return floor
    return None


def elevation_m(floors: tuple[Floor, ...], cell: Cell) -> float:
    """Return how high the floor of a cell lies; 0 without floors."""
    floor = floor_at(floors, cell)
    return 0.0 if floor is None else floor.elevation_m


def square_name(floors: tuple[Floor, ...], cell: Cell) -> str:
    """Return how people call a cell, such as ``M 9``: as its floor counts, not the sheet."""
    floor = floor_at(floors, cell)
    return cell_name(*(cell if floor is None else cell.shifted(-floor.at.x, -floor.at.y)))


class FloorWays(NamedTuple):
    """What leads from floor to floor of a map: links, and where floors are open."""

    links: tuple[Link, ...] = ()
    openings: tuple[Cell, ...] = ()


def ways_within(
    links: Iterable[Link], openings: Iterable[Cell], floors: tuple[Floor, ...]
) -> FloorWays:
    """Return those of some links and openings that lie on floors with all their ends."""

    def is_on(cell: Cell) -> bool:
        return floor_at(floors, cell) is not None

    left = (link for link in links if all(map(is_on, (*link.here, *link.there))))
    return FloorWays(tuple(left), tuple(filter(is_on, openings)))


def cropped_floors(floors: Iterable[Floor], width: int, height: int) -> tuple[Floor, ...]:
    """Return what is left of some floors on a smaller sheet."""
    left = (floor.cropped(width, height) for floor in floors)
    return tuple(floor for floor in left if floor is not None)


def rims_of(floors: Iterable[Floor]) -> tuple[Wall, ...]:
    """Return the walls round the pages of some floors."""
    return tuple(wall for floor in floors for wall in _rim(floor))


def _rim(floor: Floor) -> Iterator[Wall]:
    left, top = (side * SUBCELL for side in floor.at)
    right, bottom = (side * SUBCELL for side in floor.end)
    corners = (Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom))
    for number, corner in enumerate(corners):
        yield Wall(id=f"{RIM}{floor.id}:{number}", a=corner, b=corners[(number + 1) % 4])


def with_rims(walls: tuple[Wall, ...], floors: tuple[Floor, ...]) -> tuple[Wall, ...]:
    """Return walls with the rims of some floors last, and no others; the same where they are."""
    if not floors:
        return walls
    rims = rims_of(floors)
    if walls[-len(rims) :] == rims and not any(map(is_rim, walls[: -len(rims)])):
        return walls
    return (*(wall for wall in walls if not is_rim(wall)), *rims)


def without_rims(walls: tuple[Wall, ...], floors: tuple[Floor, ...]) -> tuple[Wall, ...]:
    """Return walls without the rims of some floors."""
    return tuple(wall for wall in walls if not is_rim(wall)) if floors else walls


def is_rim(wall: Wall) -> bool:
    """Return whether a wall is part of the rim of a page: it is not drawn, nor edited."""
    return wall.id.startswith(RIM)


def floors_problem(floors: tuple[Floor, ...], sheet: Size) -> str:
    """Say why some floors cannot lie on a sheet together; empty where they can."""
    if len(floors) > MOST_FLOORS:
        text = _("{n} floors are too many: a map has at most {most}")
        return text.format(n=len(floors), most=MOST_FLOORS)
    if problem := twins_problem(floors):
        return problem
    for floor in floors:
        if min(floor.at) < 0 or floor.end.x > sheet.w or floor.end.y > sheet.h:
            text = _("the page of floor {name!r} lies beyond the map")
            return text.format(name=floor.name or floor.id)
    for one, other in combinations(floors, 2):
        names = {"one": one.name or one.id, "other": other.name or other.id}
        if _gap(one, other) < GAP_CELLS:
            text = _("the pages of floors {one!r} and {other!r} need {n} cells between them")
            return text.format(n=GAP_CELLS, **names)
        if one.elevation_m == other.elevation_m:
            return _("floors {one!r} and {other!r} lie at the same height").format(**names)
    return ""


def _gap(one: Floor, other: Floor) -> int:
    columns = max(one.at.x, other.at.x) - min(one.end.x, other.end.x)
    rows = max(one.at.y, other.at.y) - min(one.end.y, other.end.y)
    return max(columns, rows)


def links_problem(links: tuple[Link, ...], floors: tuple[Floor, ...]) -> str:
    """Say why some links cannot be between some floors; empty where they can."""
    if len(links) > MOST_LINKS:
        text = _("{n} stairs and ladders are too many: a map has at most {most}")
        return text.format(n=len(links), most=MOST_LINKS)
    if problem := twins_problem(links):
        return problem
    for link in links:
        ends = [{_id_at(floors, cell) for cell in end} for end in (link.here, link.there)]
        if "" in ends[0] | ends[1]:
            return _("link {id!r} begins or ends where no floor is").format(id=link.id)
        if len(ends[0]) > 1 or len(ends[1]) > 1 or ends[0] == ends[1]:
            text = _("link {id!r} does not lead from one floor to another")
            return text.format(id=link.id)
    return ""


def openings_problem(openings: Iterable[Cell], floors: tuple[Floor, ...]) -> str:
    """Say why floors cannot be open at some cells; empty where they can."""
    for cell in openings:
        if floor_at(floors, cell) is None:
            return _("an opening at {cell} lies on no floor").format(cell=tuple(cell))
    return ""


def _id_at(floors: tuple[Floor, ...], cell: Cell) -> str:
    found = floor_at(floors, cell)
    return "" if found is None else found.id
