"""A house of two floors to walk through, and what a game master does to floors by chance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.gm.floor_commands import PutFloors, PutLinks, PutOpenings, RenameFloor
from gridwar.model.floors import Floor, FloorWays, Link, LinkKind
from gridwar.model.geometry import Cell, Size

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from gridwar.model.battlemap import BattleMap
    from gridwar.model.command import Command

SIDE = 9
_GAP = 2
FLOOR_STEP = SIDE + _GAP
"""So many columns right of a cell of the lower floor lies the one above it."""
_LOWER = Floor(id="lower", name="Hall", at=Cell(0, 0), size=Size(SIDE, SIDE))
_UPPER = Floor(
    id="upper",
    name="Gallery",
    at=Cell(FLOOR_STEP, 0),
    size=Size(SIDE, SIDE),
    elevation_m=3.0,
)
_STAIRS = Link(
    id="stairs",
    here=(Cell(4, 4), Cell(4, 5)),
    there=(Cell(FLOOR_STEP + 5, 4), Cell(FLOOR_STEP + 5, 5)),
)
_OPEN = tuple(Cell(FLOOR_STEP + x, y) for x in (2, 3) for y in (2, 3, 4))


def two_floors(page: BattleMap) -> BattleMap:
    """Return a blank map as two small floors with wide stairs and a hole in the upper."""
    sheet = page.resized(2 * SIDE + _GAP, SIDE)
    return sheet.with_floors((_LOWER, _UPPER), FloorWays((_STAIRS,), _OPEN))


def floor_command(chance: Random, page: BattleMap, cell: Callable[[], Cell]) -> Command:
    """Return a command about floors, links or openings; now and then one that is refused."""
    links = (_STAIRS, _STAIRS.replace(id="ladder", kind=LinkKind.LADDER, cost=4))
    link = chance.choice(links).replace(cost=chance.randint(1, 6), both_ways=chance.random() < 0.7)
    upper = next((one for one in page.floors if one.id == "upper"), _UPPER)
    over = Cell(chance.randint(-3, 3), chance.randint(-3, 3))
    made: tuple[Callable[[], Command], ...] = (
        lambda: PutLinks(put=(link,)),
        lambda: PutLinks(put=(link.replace(here=(cell(),), there=(cell(),)),)),
        lambda: PutLinks(gone=(link.id,)),
        lambda: PutOpenings(put=(cell(), cell())),
        lambda: PutOpenings(gone=page.openings[:2]),
        lambda: RenameFloor(floor=chance.choice(("upper", "none")), name="Loft"),
        lambda: PutFloors(put=(upper.replace(over=over),)),
        lambda: PutFloors(put=(upper.replace(elevation_m=chance.choice((0.0, 2.5, 3.0, 12.0))),)),
        lambda: PutFloors(gone=(chance.choice(("upper", "lower")),)),
        lambda: PutFloors(put=(_LOWER, _UPPER), width=2 * SIDE + _GAP, height=SIDE),
    )
    return chance.choice(made)()
