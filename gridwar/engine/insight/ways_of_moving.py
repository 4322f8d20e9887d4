"""Where somebody gets by a move of its own, and by which way: as its rules tell it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gridwar.engine.kit.rule_system import System
    from gridwar.grid.movement.reach import Reach
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell


def reach_of(system: System, encounter: Encounter, who: str, *, strikes: bool) -> Reach | None:
    """Return where somebody gets by its usual move now; None where it has none.

    Args:
        system: The rules.
        encounter: The fight.
        who: Who moves.
        strikes: Only as far as enough is left to strike once there.
    """
    # Only here: networkx takes longer to load than a window to show.
    from gridwar.grid.movement.movement_graph import LazyGrid
    from gridwar.grid.movement.reach import reach

    movement = system.board.movement(encounter, who, "")
    limits = [zone.limit for zone in movement.zones if zone.strikes or not strikes]
    start = encounter.combatants[who].pos
    if not limits or start is None:
        return None
    one_step = movement.one_step and len(limits) == 1
    grid = LazyGrid(movement.ground, movement.rule)
    return reach(grid, start, max(limits), may_end=movement.may_end, one_step=one_step)


def way_to(reach: Reach, cell: Cell) -> tuple[Cell, ...]:
    """Return the cells of the cheapest way to a cell, without the start; none where none leads."""
    if not reach.can_stop(cell):
        return ()
    cells: tuple[Cell, ...] = getattr(reach.route_to(cell), "cells", ())
    return cells[1:]
