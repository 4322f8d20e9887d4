"""How ARRGS measures: squares by the house rules of distance, for rules, ruler and threat alike.

Who fills which squares stands in ``positions.distances``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from gridwar.engine.kit import HeightRule, Metric, Yardstick, cells_apart, cells_around, place
from gridwar.systems.arrgs.core.sheet import switches_of

if TYPE_CHECKING:
    from gridwar.engine.kit import Cell, Encounter

_HEIGHT_RULES: Final = {
    "max": HeightRule.AXIS,
    "add": HeightRule.ADD,
    "ignore": HeightRule.IGNORE,
}


def yardstick(encounter: Encounter) -> Yardstick:
    """Return squares as the house rules count them; altitude joins in, the ground does not.

    Rules: AR-MOV-05, AR-THR-05
    """
    own = switches_of(encounter)
    return _counted(own.distance_metric, own.altitude_in_distance, own.token_distance)


@lru_cache(maxsize=64)
def _counted(diagonal: str, height: str, token: str) -> Yardstick:
    """Return the yardstick of some house rules, once: distances are asked for without end."""
    metric = Metric(diagonal)
    return Yardstick(
        metric, _HEIGHT_RULES[height], ground=False, centres=token == "centres", area=metric
    )


def cell_distance(encounter: Encounter, a: Cell, b: Cell) -> int:
    """Return the distance between two squares.

    Rules: AR-MOV-05
    """
    by = yardstick(encounter)
    return cells_apart(by, place(encounter, by, a), place(encounter, by, b))


def cells_near(encounter: Encounter, cell: Cell, squares: int) -> frozenset[Cell]:
    """Return the squares so many squares from a square at most, itself too.

    Rules: AR-MOV-05
    """
    by = yardstick(encounter)
    return cells_around(by, place(encounter, by, cell), (0, squares))
