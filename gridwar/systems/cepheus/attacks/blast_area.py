"""The area of an explosion: its zones, who is caught in which, who escapes and why."""

from __future__ import annotations

from math import floor, sqrt
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.engine.kit import BlastZoneView, spot_at, squared_apart, stand_at
from gridwar.grid.areas.disc_ring_square_line import square
from gridwar.grid.areas.viewshed import line_field
from gridwar.grid.lines.sight_and_effect import LineMode, LineRule, Purpose, Stand, line_between
from gridwar.systems.cepheus.core.fight_state import sheet_of, switches_of
from gridwar.systems.cepheus.core.health import Health, health
from gridwar.systems.cepheus.core.machines_and_aboard import enclosed_by, vehicle_of
from gridwar.systems.cepheus.positions.range_bands import height_m
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Cell, Encounter
    from gridwar.systems.cepheus.core.weapon_records import BlastZone

EFFECT_LINE: Final = LineRule(Purpose.EFFECT, LineMode.SQUARES)
_ROUNDING: Final = 1e-9


class Burst(Struct, frozen=True):
    """An explosion: where and how high, its zones, whose it is."""

    square: Cell
    zones: tuple[BlastZone, ...]
    owner: str | None = None
    up_m: float = 0.0
    """How high above the ground it goes off, in metres."""

    body: tuple[Cell, ...] = ()
    """The squares of what explodes, where it covers several."""
    inside: str | None = None
    """The vehicle that explodes: its occupants are in the middle of it."""

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The squares from which it is measured."""
        return self.body or (self.square,)

    @property
    def inner_first(self) -> tuple[BlastZone, ...]:
        """The zones, from the inside out."""
        return tuple(sorted(self.zones, key=lambda zone: zone.radius_m))


class Caught(Struct, frozen=True):
    """A victim of a blast: in which zone, counted from the inside, and how far off."""

    victim: str
    zone: int
    squares: float


def caught_by(encounter: Encounter, burst: Burst) -> tuple[Caught, ...]:
    """Return who is caught, nearest first, then by id: in reach, with a line to the burst.

    Rules: CE-EXP-01, CE-CORE-09
    """
    everyone = (one.id for one in encounter.everyone() if one.pos is not None)
    found = (_caught(encounter, burst, who) for who in everyone)
    return tuple(sorted((one for one in found if one), key=lambda one: (one.squares, one.victim)))


def _caught(encounter: Encounter, burst: Burst, who: str) -> Caught | None:
    stand = stand_at(encounter, who)
    if stand is None or health(sheet_of(encounter[who]), switches_of(encounter)) is Health.DEAD:
        return None
    if who == burst.inside or _shield(encounter, burst, who):
        return None
    if burst.inside is not None and vehicle_of(encounter, who) == burst.inside:
        return Caught(who, 0, 0.0)
    reached = zone_at(encounter, burst, stand)
    return None if reached is None else Caught(who, *reached)


def _shield(encounter: Encounter, burst: Burst, who: str) -> str | None:
    """Return the closed vehicle that takes a blast in somebody's place; None where none does.

    Rules: CE-VEH-04
    """
    vehicle = enclosed_by(encounter, who)
    return None if vehicle == burst.inside else vehicle


def _squared(encounter: Encounter, burst: Burst, stand: Stand, up_m: float = 0.0) -> float:
    """Return the square of how far off somebody is, in cells, so much higher than the burst."""
    middle = spot_at(encounter.map, burst.cells)
    return squared_apart(middle, spot_at(encounter.map, stand.cells, up_m))


def zone_at(encounter: Encounter, burst: Burst, stand: Stand) -> tuple[int, float] | None:
    """Return the zone that somebody at a place would be in, and how far off; None outside.

    Rules: CE-EXP-01, CE-CORE-09
    """
    zone = zone_by_distance(encounter, burst, stand)
    here = _stand(encounter, burst)
    return None if zone is None or not _is_exposed(encounter, here, stand) else zone


def zone_by_distance(encounter: Encounter, burst: Burst, stand: Stand) -> tuple[int, float] | None:
    """Return the zone that somebody is near enough for, whatever is between; None outside.

    Rules: CE-EXP-01, CE-CORE-09
    """
    cell_m = encounter.map.scale.cell_m
    up_m = stand.height_m - _burst_m(encounter, burst)
    squares = sqrt(_squared(encounter, burst, stand, up_m))
    reach = (
        number
        for number, zone in enumerate(burst.inner_first)
        if squares <= radius_squares(zone, cell_m) + _ROUNDING
    )
    zone = next(reach, None)
    return None if zone is None else (zone, squares)


def zone_views(encounter: Encounter, burst: Burst) -> tuple[BlastZoneView, ...]:
    """Return the cells of each zone on the ground, from the inside out.

    Rules: CE-EXP-01
    """
    zones, page = burst.inner_first, encounter.map
    far = max(radius_squares(zone, page.scale.cell_m) for zone in zones)
    exposed = line_field(page, _stand(encounter, burst), far, EFFECT_LINE)
    cells: tuple[set[Cell], ...] = tuple(set() for _zone in zones)
    for near in square(burst.cells, far):
        if near in exposed or near in burst.cells:
            reached = zone_by_distance(encounter, burst, Stand((near,), page.ground_m(near)))
            if reached is not None:
                cells[reached[0]].add(near)
    return tuple(
        BlastZoneView(_("{n}D6 to {m:g} m").format(n=zone.dice, m=zone.radius_m), frozenset(where))
        for zone, where in zip(zones, cells, strict=True)
    )


def escaped_from(encounter: Encounter, burst: Burst) -> tuple[tuple[str, str], ...]:
    """Return who is near enough on the plan and yet not caught, with the reason.

    Rules: CE-EXP-01
    """
    cell_m, here = encounter.map.scale.cell_m, _stand(encounter, burst)
    far = max(radius_squares(zone, cell_m) for zone in burst.zones)
    found: list[tuple[str, str]] = []
    for one in encounter.everyone():
        stand = stand_at(encounter, one.id)
        if stand is None or _caught(encounter, burst, one.id) is not None:
            continue
        up_m = stand.height_m - here.height_m
        if sqrt(_squared(encounter, burst, stand)) > far + _ROUNDING:
            continue
        shield = _shield(encounter, burst, one.id)
        stopped = line_between(encounter.map, here, stand, EFFECT_LINE).blocked_by
        if sqrt(_squared(encounter, burst, stand, up_m)) > far + _ROUNDING:
            found.append((one.id, _("too far above or below")))
        elif shield:
            found.append((one.id, _("inside {name}").format(name=encounter[shield].name)))
        elif stopped is not None:
            found.append((one.id, str(stopped)))
    return tuple(found)


def radius_squares(zone: BlastZone, cell_m: float) -> int:
    """Return how far a zone reaches, in squares.

    Rules: CE-EXP-01, CE-CORE-08
    """
    return floor(zone.radius_m / cell_m + 0.5)


def _burst_m(encounter: Encounter, burst: Burst) -> float:
    return height_m(encounter, burst.square) + burst.up_m


def _stand(encounter: Encounter, burst: Burst) -> Stand:
    return Stand(burst.cells, _burst_m(encounter, burst))


def _is_exposed(encounter: Encounter, burst: Stand, stand: Stand) -> bool:
    if not set(burst.cells).isdisjoint(stand.cells):
        return True
    return line_between(encounter.map, burst, stand, EFFECT_LINE).clear
