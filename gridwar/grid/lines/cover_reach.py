"""How near to its target a thing on a line is cover, and which cells of the line lie so near."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from gridwar.caches import kept_of_fight
from gridwar.model.geometry import Cell

COVER_REACH_CELLS: Final = Fraction(3, 2)
"""How near to the target's centre the line must meet a thing for it to be cover."""


@kept_of_fight(1 << 14)
def last_steps(dx: int, dy: int) -> tuple[Cell, ...]:
    """Return the last cells of a line from the first cell: edges and objects serve in no others.

    Those are three at most. Seen from the target's centre a line of length L enters the next column
    L / 2dx away, the next row L / 2dy; the column after that lies in reach where there are no rows.

    Args:
        dx: Columns to the target's cell.
        dy: The same in rows.
    """
    wide, high = abs(dx), abs(dy)
    back_x, back_y = (dx < 0) - (dx > 0), (dy < 0) - (dy > 0)
    last = [Cell(dx, dy)]
    if not wide or not high:
        last += [last[0].shifted(n * back_x, n * back_y) for n in range(1, max(wide, high) + 1)][:2]
    elif wide == high:  # through the corner
        last.append(last[0].shifted(back_x, back_y))
    else:
        last.append(last[0].shifted(back_x, 0) if wide > high else last[0].shifted(0, back_y))
        reach = COVER_REACH_CELLS * 2 * min(wide, high)
        if wide * wide + high * high <= reach * reach:
            last.append(last[0].shifted(back_x, back_y))
    return tuple(reversed(last))
