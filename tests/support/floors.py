"""A house of floors for tests: pages beside each other on one sheet, and what leads from each."""

from __future__ import annotations

from gridwar.model.battlemap import BattleMap
from gridwar.model.floors import Floor, FloorWays, Link, LinkKind
from gridwar.model.geometry import Cell, Size

WIDTH, HEIGHT = 12, 10
STOREY_M = 3.0
PLAN = Size(WIDTH, HEIGHT)
FOOT, HEAD = Cell(2, 2), Cell(WIDTH + 4, 2)
"""Where the stairs begin and end; the upper floor lies where the lower does."""
HATCH = Cell(WIDTH + 2 + 8, 5)
BELOW_HATCH = Cell(8, 5)


def storeys(count: int = 2, size: Size = PLAN) -> tuple[Floor, ...]:
    """Return floors of one plan, one above the other, the lowest first."""
    return tuple(
        Floor(
            id=f"f{number}",
            name=f"Floor {number}",
            at=Cell(number * (size.w + 2), 0),
            size=size,
            elevation_m=STOREY_M * number,
        )
        for number in range(count)
    )


def stairs(cost: int = 2, *, both_ways: bool = True) -> Link:
    """Return the stairs from the ground floor to the one above."""
    return Link(
        id="stairs",
        here=(FOOT,),
        there=(HEAD,),
        kind=LinkKind.STAIR,
        cost=cost,
        both_ways=both_ways,
    )


def house(count: int = 2, *, is_open: bool = False) -> BattleMap:
    """Return a map of floors with stairs, and with a hole in the upper floor if it is open."""
    floors = storeys(count)
    page = BattleMap(width=floors[-1].end.x, height=HEIGHT)
    ways = FloorWays((stairs(),) if count > 1 else (), (HATCH,) if is_open else ())
    return page.with_floors(floors, ways)
