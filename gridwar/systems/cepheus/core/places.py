"""Where combatants are, in the words that the geometry wants. Measures nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.grid.lines.line_of_effect import Stand
from gridwar.model.geometry import footprint

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell


SYSTEM_ID = "cepheus"


def stand_of(encounter: Encounter, who: str) -> Stand | None:
    """Return the cells and the height of a combatant; None where it is off the board."""
    one = encounter[who]
    if one.pos is None:
        return None
    return Stand(footprint(one.pos, one.size), height_m(encounter, one.pos, one.altitude))


def height_m(encounter: Encounter, cell: Cell, altitude: float = 0.0) -> float:
    """Return a height above the map's zero in metres.

    Args:
        encounter: For the ground and the unit.
        cell: Where.
        altitude: How high above the ground, in map units.
    """
    return encounter.map.ground_m(cell) + altitude_m(encounter, altitude)


def altitude_m(encounter: Encounter, altitude: float) -> float:
    """Return a height above the ground, given in map units, in metres."""
    scale = encounter.map.scale
    return altitude * scale.cell_m / scale.cell_size
