"""The zones and levels of the alley: who stands in them, and how far somebody gets."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from gridwar.engine.kit import Cell, Encounter, Level, Movement, MoveZone, _, level_number, ngettext
from gridwar.grid.movement.mover_ground import Ground
from tests.support.alley.sheet import sheet_of, wounds_left

LEVELS: Final = (Level(_("Street")), Level(_("Roofs"), 4, _("ROOF")))
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
    """Return how many zones two squares are apart: zones are counted, not measured."""
    here, there = zone_of(a), zone_of(b)
    return max(abs(here.x - there.x), abs(here.y - there.y))


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
    """Return who else stands in somebody's zone, on the same level, and is not out.

    Rules: BA-ZON-01, BA-LVL-01
    """
    pos, level = encounter[who].pos, level_of(encounter, who)
    near = standing_in(encounter, None if pos is None else zone_of(pos))
    return tuple(one for one in near if one != who and level_of(encounter, one) == level)


def level_of(encounter: Encounter, who: str) -> int:
    """Return the number of the level on which somebody is."""
    return level_number(LEVELS, encounter[who].altitude)


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

    Rules: BA-MOV-01, BA-LVL-01
    """
    del mode
    one = encounter[who]
    left = max(0, ZONES_A_TURN - sheet_of(one).zones_walked)
    zones = range(left + 1)
    page = encounter.map.replace(walls=()) if level_of(encounter, who) else encounter.map

    def climbed(by: int) -> Movement:
        return movement(encounter.with_combatant(one.replace(altitude=one.altitude + by)), who)

    return Movement(
        ground=Ground(page, size=one.size),
        rule=ZoneSteps(),
        zones=tuple(MoveZone((n + 1) * BORDER - 1, in_zones(n), climbs=n) for n in zones),
        cost_text=lambda cost: in_zones(cost // BORDER),
        climbed=climbed,
        climb_cost=BORDER,
    )


def in_zones(count: int) -> str:
    """Return a number of zones in words."""
    return ngettext("{n} zone", "{n} zones", count).format(n=count)
