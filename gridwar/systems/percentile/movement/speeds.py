"""How far somebody moves, in squares, and over what ground."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.engine.kit import level_number
from gridwar.grid.movement.ground import Ground
from gridwar.model.geometry import footprint
from gridwar.model.layers import Layer
from gridwar.systems.percentile.core.scores import bonus
from gridwar.systems.percentile.core.state import sheet_of, switches_of
from gridwar.systems.percentile.core.tables import LEVELS

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter

MULTIPLES: Final = {"half_move": 1, "full_move": 2, "charge": 3, "ram": 3, "run": 4}
"""How many Half Moves each move is long."""


def half_move(encounter: Encounter, who: str) -> int:
    """Return the Half Move in squares: Agility Bonus and modifiers, not below 0.

    Rules: PC-MOV-01
    """
    return squares_of(encounter, who, "half_move")


def squares_of(encounter: Encounter, who: str, move: str) -> int:
    """Return how far a move goes in squares; what multiplies comes after the modifiers.

    Rules: PC-MOV-01, PC-MOV-02, PC-MOV-03, PC-MOV-04, PC-MOV-05
    """
    switches, sheet = switches_of(encounter), sheet_of(encounter[who])
    units = max(0, bonus(encounter, who, "ab") + sum(one.squares for one in sheet.move_modifiers))
    times = MULTIPLES.get(move, switches.move_actions["disengage_half_moves"])
    if switches.move_unit == "map_unit":
        return int(units * times / encounter.map.scale.cell_size)
    return units * times * switches.move_unit


def ground_of(encounter: Encounter, who: str, past: frozenset[str] = frozenset()) -> Ground:
    """Return the map as somebody meets it on their band: foes there block, allies may be passed.

    Above the ground neither walls nor terrain stop anybody; those on other bands never do.

    Args:
        encounter: The fight.
        who: Who moves.
        past: Those who are no hindrance: the other one in a grapple.

    Rules: PC-ALT-01, PC-MOV-04
    """
    one = encounter[who]
    level = level_number(LEVELS, one.altitude)
    there = [
        other
        for other in encounter.everyone()
        if other.id != who
        and other.id not in past
        and other.pos is not None
        and not sheet_of(other).dead
        and level_number(LEVELS, other.altitude) == level
    ]
    cells = {
        is_foe: frozenset(
            cell
            for other in there
            if other.pos is not None and encounter.are_foes(other.side, one.side) is is_foe
            for cell in footprint(other.pos, other.size)
        )
        for is_foe in (True, False)
    }
    page = encounter.map.replace(walls=(), terrain=Layer()) if level else encounter.map
    return Ground(page, one.size, blocked=cells[True], no_stop=cells[False])
