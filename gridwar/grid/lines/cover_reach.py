"""How near to its target a thing on a line is cover, and which cells of the line lie so near."""

from __future__ import annotations

from fractions import Fraction
from math import hypot

from gridwar.caches import kept_of_fight
from gridwar.grid.cells.wall_crossings import cells_crossed, part_inside
from gridwar.model.geometry import Cell, centre_of

COVER_REACH_CELLS = Fraction(3, 2)
"""How near to the target's centre the line must meet a thing for it to be cover."""
_REACH = float(COVER_REACH_CELLS) + 1e-6
"""The same with room for rounding: what is told by it is looked at closely."""


@kept_of_fight(1 << 14)
def last_steps(dx: int, dy: int) -> tuple[Cell, ...]:
    """Return the last cells of a line from the first cell: edges and objects serve in no others.

    Args:
        dx: Columns to the target's cell.
        dy: The same in rows.
    """
    steps, length = cells_crossed(centre_of(Cell(0, 0)), centre_of(Cell(dx, dy))), hypot(dx, dy)
    many = 1  # the target's own
    for x, y in reversed(steps[:-1]):
        if part_inside(dx, dy, x, y).after * length > _REACH:
            break  # the further from the target, the more of the line lies behind
        many += 1
    return steps[-many:]
