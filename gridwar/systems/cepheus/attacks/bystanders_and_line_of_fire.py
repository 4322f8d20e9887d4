"""Who and what lies where a shot goes: those beside the target, those on the line, conditions."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from gridwar.engine.kit import nearest_between, of_places, spot_at, stand_at
from gridwar.grid.lines.sight_and_effect import Stand, cells_until_stopped
from gridwar.model.geometry import Cell, Point, centre_of, footprint
from gridwar.systems.cepheus.core.fight_state import switches_of
from gridwar.systems.cepheus.core.health import is_there
from gridwar.systems.cepheus.core.machines_and_aboard import machine_of, vehicle_of
from gridwar.systems.cepheus.positions.cover import cover_between, may_be_shut_in, sees_through
from gridwar.systems.cepheus.positions.range_bands import (
    band_of,
    band_table,
    distance_between,
    distance_of_cells,
    height_m,
    range_dm,
)
from gridwar.systems.cepheus.positions.visibility_and_sensors import (
    conditions_on,
    environment,
    is_jammed,
    shown_by,
)

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter
    from gridwar.systems.cepheus.attacks.attack_records import Shot
    from gridwar.systems.cepheus.core.house_rules import CepheusSwitches
    from gridwar.systems.cepheus.core.person_records import SightBy
    from gridwar.systems.cepheus.core.weapon_records import Weapon
    from gridwar.systems.cepheus.positions.range_bands import Band
    from gridwar.systems.cepheus.positions.visibility_and_sensors import Conditions, Environment

NEAR_SQUARES: Final = 2
"""How near to the aim point suppressing bursts take others in."""


def is_struck_in_person(encounter: Encounter, who: str, beside: str | None = None) -> bool:
    """Return whether a stray shot may hit somebody: there, and in no vehicle that takes it instead.

    Args:
        encounter: The fight.
        who: Who may be struck.
        beside: The target they are next to; those in one open vehicle are next to each other.
    """
    if not is_there(encounter, who):
        return False
    carrier = vehicle_of(encounter, who)
    target_in = None if beside is None else vehicle_of(encounter, beside)
    if who == target_in:
        return False
    machine = machine_of(encounter, carrier)
    return machine is None or (carrier == target_in and not machine.closed)


def crowd_of(encounter: Encounter, shot: Shot) -> tuple[str, ...]:
    """Return who is at Personal range to the target, nearest first.

    Neither the firer nor what they fire out of is among them.

    Rules: CE-FIR-05, CE-FIR-04, CE-CORE-09
    """
    target = shot.target
    if target is None or not encounter[target].is_on_map:
        return ()
    left_out = (*_fired_from(encounter, shot), target)
    found: list[tuple[float, str]] = []
    for who in _on_squares_of(encounter, target):
        if who in left_out or not is_struck_in_person(encounter, who, target):
            continue
        metres, band = _beside(encounter, target, who)
        if band == "personal":
            found.append((metres, who))
    return tuple(who for _far, who in sorted(found))


def _fired_from(encounter: Encounter, shot: Shot) -> tuple[str | None, ...]:
    """Return who cannot be in the way of a shot: the firer, and what they fire out of."""
    return shot.actor, vehicle_of(encounter, shot.actor)


def is_out_of_reach(encounter: Encounter, shot: Shot, weapon: Weapon | None, who: str) -> bool:
    """Return whether somebody is low behind full cover, where no shot of this firer can hit them.

    Rules: CE-COV-03, CE-SEN-02
    """
    if not may_be_shut_in(encounter, who):
        return False
    cover = cover_between(encounter, shot.actor, who)
    if cover is None or not cover.worth.closed:
        return False
    seen = environment_of(encounter, replace(shot, target=who), weapon)
    return not sees_through(cover, seen, switches_of(encounter))


def exposed_of(
    encounter: Encounter, shot: Shot, weapon: Weapon | None, crowd: tuple[str, ...]
) -> tuple[str, ...]:
    """Return who of a crowd can be hit by a shot: nobody low behind full cover.

    Rules: CE-COV-03, CE-SEN-02
    """
    return tuple(who for who in crowd if not is_out_of_reach(encounter, shot, weapon, who))


def nearest_of(encounter: Encounter, shot: Shot, weapon: Weapon) -> tuple[str, ...]:
    """Return who may be hit instead of a target: the nearest; several where they are equally near.

    Rules: CE-FIR-05
    """
    if shot.target is None:
        return ()
    exposed = exposed_of(encounter, shot, weapon, crowd_of(encounter, shot))
    metres = {who: _beside(encounter, shot.target, who)[0] for who in exposed}
    least = min(metres.values(), default=0.0)
    return tuple(who for who in exposed if metres[who] == least)


@of_places
def _beside(encounter: Encounter, target: str, who: str) -> tuple[float, Band]:
    """Return how far it is between two on the map, in metres, and their band."""
    found = distance_between(encounter, target, who)
    assert found is not None  # both are on the map
    return round(found.metres, 6), band_of(found, switches_of(encounter))


@of_places
def _on_squares_of(encounter: Encounter, who: str) -> tuple[str, ...]:
    """Return who shares a square with somebody; everybody on the board is looked at."""
    target = encounter[who]
    if target.pos is None:
        return ()
    left, top = target.pos
    right, bottom = left + target.size.w, top + target.size.h
    return tuple(
        one.id
        for one in encounter.combatants.values()
        if (at := one.pos) is not None
        and at.x < right
        and left < at.x + one.size.w
        and at.y < bottom
        and top < at.y + one.size.h
    )


def environment_of(encounter: Encounter, shot: Shot, weapon: Weapon | None) -> Environment | None:
    """Return what the conditions are worth to a shot; None in melee, which they leave alone.

    Rules: CE-ENV-01, CE-ENV-02, CE-ENV-03, CE-ENV-04, CE-SEN-02, CE-SEN-03
    """
    if weapon is None or weapon.form == "melee":
        return None
    shown = None if shot.target is None else shown_by(encounter, shot.target)
    aim = None if shot.target is not None else aim_stand(encounter, shot)
    conditions, jammed = _conditions(encounter, shot.actor, shot.target or aim, shot.sight_by)
    return environment(
        conditions,
        laser=weapon.laser,
        sight_by=shot.sight_by,
        jammed=jammed,
        shown=shown,
    )


@of_places
def _conditions(
    encounter: Encounter, who: str, target: str | Stand | None, sight_by: SightBy
) -> tuple[Conditions, bool]:
    """Return what lies between somebody and a target or place, and whether a sensor is jammed."""
    here = stand_at(encounter, who)
    there = stand_at(encounter, target) if isinstance(target, str) else target
    return conditions_on(encounter, here, there), is_jammed(encounter, sight_by, here, there)


def aim_stand(encounter: Encounter, shot: Shot) -> Stand | None:
    """Return where a shot is aimed; None for a target beyond the edge of the map."""
    if shot.target is not None:
        return stand_at(encounter, shot.target)
    if shot.square is None:
        return None
    return Stand((shot.square,), height_m(encounter, shot.square))


def cells_of_fire(encounter: Encounter, shot: Shot, weapon: Weapon) -> tuple[Cell, ...]:
    """Return the squares that blind fire crosses: through the one aimed at to the first wall.

    It ends where the weapon can no longer be used.

    Rules: CE-FIR-01
    """
    here = stand_at(encounter, shot.actor)
    if here is None or shot.square is None:
        return ()
    aim = spot_at(encounter.map, (shot.square,))
    start = nearest_between(spot_at(encounter.map, here.cells), aim)[0]
    if start == shot.square:
        return (start,)
    page, switches = encounter.map, switches_of(encounter)
    end = _far_end(start, shot.square, page.width + page.height)
    found: list[Cell] = []
    for cell in cells_until_stopped(page, start, end):
        if not page.contains(cell):
            break
        band = band_of(distance_of_cells(encounter, here.cells, (cell,)), switches)
        if range_dm(weapon.type, band) is None and _is_last(weapon, band):
            break
        found.append(cell)
    return tuple(found)


def _far_end(start: Cell, aim: Cell, cells: int) -> Point:
    """Return a point far out on the straight line through the middles of two cells."""
    a, b = centre_of(start), centre_of(aim)
    times = int(cells / max(1e-9, hypot(aim.x - start.x, aim.y - start.y))) + 2
    return Point(a.x + (b.x - a.x) * times, a.y + (b.y - a.y) * times)


def _is_last(weapon: Weapon, band: Band) -> bool:
    """Return whether a weapon has no use at a band, nor at any further one."""
    ids = [row.id for row in band_table().bands]
    return all(range_dm(weapon.type, one) is None for one in ids[ids.index(band) :])


def eligible_on(encounter: Encounter, shot: Shot, weapon: Weapon) -> tuple[str, ...]:
    """Return who may be hit by blind fire, nearest to the firer first, then by id.

    Neither the firer nor what they fire out of is, nor who is low behind full cover.

    Rules: CE-FIR-01, CE-COV-03, CE-CORE-09
    """
    line = set(cells_of_fire(encounter, shot, weapon))
    firing = _fired_from(encounter, shot)
    found: list[tuple[float, str]] = []
    for one in encounter.everyone():
        if one.id in firing or one.pos is None or not is_struck_in_person(encounter, one.id):
            continue
        if line.isdisjoint(footprint(one.pos, one.size)):
            continue
        if is_out_of_reach(encounter, shot, weapon, one.id):
            continue
        distance = distance_between(encounter, shot.actor, one.id)
        if distance is not None:
            found.append((round(distance.metres, 6), one.id))
    return tuple(who for _far, who in sorted(found))


def is_extreme(metres: float, switches: CepheusSwitches) -> bool:
    """Return whether a distance is beyond what Distant covers.

    Rules: CE-FIR-06
    """
    limit = switches.distant_limit_m
    return limit != "none" and metres > limit
