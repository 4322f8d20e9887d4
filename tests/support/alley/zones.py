"""The zones of the alley: what lies and stands in them, and how far somebody gets."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from gridwar.engine.kit import Cell, Encounter, Movement, MoveZone, ngettext
from gridwar.grid.ground import Ground
from gridwar.grid.metrics import Metric, distance_cells
from tests.support.alley.sheet import sheet_of, wounds_left

ZONE: Final = 5
ZONES_A_TURN: Final = 2
BORDER: Final = 10_000
"""What a step into the next zone costs; one inside a zone costs 1, which is free in zones."""


def zone_of(cell: Cell) -> Cell:
    """Return the zone of a square, counted in zones.

    Rules: BA-ZON-01
    """
    return Cell(cell.x // ZONE, cell.y // ZONE)


def zones_between(a: Cell, b: Cell) -> int:
    """Return how many zones two squares are apart."""
    return distance_cells(Metric.CHEBYSHEV, zone_of(a), zone_of(b))


def squares_of(encounter: Encounter, zone: Cell) -> frozenset[Cell]:
    """Return the squares of a zone that are on the map."""
    left, top = zone.x * ZONE, zone.y * ZONE
    inside = (Cell(left + x, top + y) for x in range(ZONE) for y in range(ZONE))
    return frozenset(cell for cell in inside if encounter.map.contains(cell))


def standing_in(encounter: Encounter, zone: Cell | None) -> tuple[str, ...]:
    """Return who stands in a zone and is not out."""
    return tuple(
        one.id
        for one in encounter.everyone()
        if one.pos is not None and zone_of(one.pos) == zone and wounds_left(encounter, one.id)
    )


def beside(encounter: Encounter, who: str) -> tuple[str, ...]:
    """Return who else stands in somebody's zone and is not out."""
    pos = encounter[who].pos
    return tuple(
        one for one in standing_in(encounter, None if pos is None else zone_of(pos)) if one != who
    )


class ZoneSteps(Struct, frozen=True):
    """Steps that count only where they lead into another zone."""

    def start(self) -> int:
        """Return the state of a path: it has none."""
        return 0

    def step(self, a: Cell, b: Cell, state: object) -> tuple[int, int]:
        """Return what a step costs, and the state after it."""
        del state
        return (BORDER if zones_between(a, b) else 1), 0


def movement(encounter: Encounter, who: str, mode: str = "") -> Movement:
    """Return how far the zones go that somebody has left in this turn.

    Rules: BA-MOV-01
    """
    del mode
    one = encounter[who]
    left = max(0, ZONES_A_TURN - sheet_of(one).zones_walked)
    return Movement(
        ground=Ground(encounter.map, size=one.size),
        rule=ZoneSteps(),
        zones=tuple(MoveZone((n + 1) * BORDER - 1, in_zones(n)) for n in range(left + 1)),
        cost_text=lambda cost: in_zones(cost // BORDER),
    )


def in_zones(count: int) -> str:
    """Return a number of zones in words."""
    return ngettext("{n} zone", "{n} zones", count).format(n=count)
