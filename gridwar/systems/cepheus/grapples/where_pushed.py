"""Where somebody can be dragged or thrown to, and on which way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.engine.kit import cells_around, spot_at
from gridwar.grid.movement.movement_graph import LazyGrid
from gridwar.grid.movement.reach import reach
from gridwar.grid.movement.routes import NoRoute, find_route
from gridwar.grid.movement.step_rules import uniform
from gridwar.systems.cepheus.core.machines_and_aboard import vehicle_of
from gridwar.systems.cepheus.movement import ground_of
from gridwar.systems.cepheus.positions.range_bands import yardstick_of

if TYPE_CHECKING:
    from gridwar.engine.kit import Cell, Encounter


def squares_around(
    encounter: Encounter, who: str, squares: int, *, stay: bool = False
) -> frozenset[Cell]:
    """Return the cells somebody can be pushed to: no wall on the way, so many squares off.

    Into an opening too, but not across one. Whoever sits in a vehicle stays in it.

    Args:
        encounter: The fight.
        who: Who is pushed.
        squares: How far at most, as ranges are counted.
        stay: Whether the present cell is one of them.

    Rules: CE-GRP-02, CE-RNG-02
    """
    start = encounter[who].pos
    if start is None:
        return frozenset()
    if vehicle_of(encounter, who) is not None:
        return frozenset({start} if stay else ())
    ground, here = ground_of(encounter, who), spot_at(encounter.map, (start,))
    near = cells_around(yardstick_of(encounter), here, (0, squares))
    found = reach(LazyGrid(ground, uniform(ground)), start, squares)
    into = frozenset(
        cell
        for cell in ground.holes.intersection(near)
        if 0 < len(pushed_to(encounter, who, cell)) <= squares
    )
    return into | frozenset(
        cell
        for cell in found.costs
        if found.can_stop(cell) and (stay or cell != start) and cell in near
    )


def pushed_to(encounter: Encounter, who: str, goal: Cell) -> tuple[Cell, ...]:
    """Return the way on which somebody is pushed to a cell, the start left out.

    Rules: CE-GRP-02
    """
    start = encounter[who].pos
    if start is None:
        return ()
    ground = ground_of(encounter, who)
    ground = replace(ground, holes=ground.holes - {goal})
    route = find_route(LazyGrid(ground, uniform(ground)), start, goal)
    return () if isinstance(route, NoRoute) else route.cells[1:]
