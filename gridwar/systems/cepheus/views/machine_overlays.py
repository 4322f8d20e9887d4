"""What the map shows of machines: ways to go, fields of fire, the course, the danger."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.engine.kit import BlastZoneView, Course, FieldOfFire, Movement, MoveZone
from gridwar.model.geometry import footprint
from gridwar.systems.cepheus.attacks.blast_area import Burst, zone_views
from gridwar.systems.cepheus.core.fight_state import sheet_of
from gridwar.systems.cepheus.core.machine_records import squares_a_round
from gridwar.systems.cepheus.core.machines_and_aboard import (
    driver_of,
    machine_of,
    occupants,
    vehicle_of,
)
from gridwar.systems.cepheus.core.modifier_tables import modifiers
from gridwar.systems.cepheus.machines.arcs_and_facing import ARC_TITLES, AXES_DEG
from gridwar.systems.cepheus.vehicles.driver_costs_and_checks import upkeep_price
from gridwar.systems.cepheus.vehicles.steering_and_course import (
    SQUARE,
    course_of,
    kph_of,
    limit_kph,
    steering,
)
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter
    from gridwar.systems.cepheus.core.machine_records import Machine

LAST_STRUCTURE: Final = 1
"""Structure from which a single attack can blow a machine without Hull up."""
ARC_CELLS: Final = 14.0
"""How far fields of fire are drawn: enough to see which way they point."""
WHOLE_DEG: Final = 360.0


def vehicle_movement(encounter: Encounter, vehicle: str, *, free: bool) -> Movement:
    """Return how far a vehicle gets: at its present speed, and at the top speed that is left.

    Args:
        encounter: The fight.
        vehicle: Which.
        free: Whether a manoeuvre lets it turn as it likes.

    Rules: CE-VEH-02, CE-VAC-02
    """
    machine = machine_of(encounter, vehicle)
    rule = steering(encounter, vehicle, free=free)
    if machine is None:
        return Movement(rule.ground, rule, (), way_text)
    limit = limit_kph(encounter, machine)
    is_spent = bool(encounter.round) and machine.going.driven_round == encounter.round
    if (
        not limit
        or driver_of(encounter, vehicle) is None
        or (is_spent and not machine.going.free_turns)
    ):
        return Movement(rule.ground, rule, (), way_text)
    price = upkeep_price(encounter, vehicle, maneuver=free)
    strikes = not price.significant
    speeds = sorted({speed for speed in (machine.speed_kph, int(limit)) if 0 < speed <= limit})
    zones = tuple(
        MoveZone(squares_a_round(kph) * SQUARE, _speed_words(machine, kph), "", strikes)
        for kph in speeds
    )
    return Movement(rule.ground, rule, zones, way_text)


def _speed_words(machine: Machine, kph: int) -> str:
    if kph == machine.speed_kph:
        return _("at {kph} kph").format(kph=kph)
    return _("up to {kph} kph").format(kph=kph)


def way_text(cost: int) -> str:
    """Write the length of a way: squares, and the speed it takes."""
    squares = cost / SQUARE
    words = ngettext("{n:g} square", "{n:g} squares", int(squares)).format(n=round(squares))
    return _("{squares}, {kph} kph").format(squares=words, kph=kph_of(cost))


def fields_of(encounter: Encounter, vehicle: str, weapon_id: str = "") -> tuple[FieldOfFire, ...]:
    """Return the fields of fire of the weapons of a machine, or of one of them.

    Rules: CE-VEH-01, CE-VEH-06
    """
    found: list[FieldOfFire] = []
    for weapon in sheet_of(encounter[vehicle]).weapons:
        if weapon.mount_arc is None or weapon.is_destroyed or weapon_id not in ("", weapon.id):
            continue
        label = f"{weapon.name}, {ARC_TITLES[weapon.mount_arc]}"
        turret = (0.0, WHOLE_DEG)
        axis, width = turret if weapon.mount_arc == "turret" else (AXES_DEG[weapon.mount_arc], 90.0)
        found.append(FieldOfFire(label, axis, width, ARC_CELLS, vehicle))
    return tuple(found)


def shown_course(encounter: Encounter, vehicle: str) -> Course | None:
    """Return where a vehicle goes if nobody steers it; None where it stands.

    Rules: CE-VEH-02
    """
    machine = machine_of(encounter, vehicle)
    one = encounter[vehicle]
    if machine is None or machine.is_robot or not machine.speed_kph or one.pos is None:
        return None
    if encounter.round and machine.going.driven_round == encounter.round:
        return None
    course = course_of(encounter, vehicle)
    if not course.path:
        return None
    words = _("straight on: {n} squares, {kph} kph").format(n=course.squares, kph=machine.speed_kph)
    stop = ""
    if course.met:
        stop = _("meets {what} after {n}").format(what=course.words, n=len(course.path))
    return Course((one.pos, *course.path), vehicle, words, stop, "CE-VEH-02")


def danger_of(encounter: Encounter, vehicle: str) -> tuple[BlastZoneView, ...]:
    """Return the zones of the explosion of a machine that the next hits may blow up, or that did.

    Rules: CE-VDM-05
    """
    machine, one = machine_of(encounter, vehicle), encounter[vehicle]
    if machine is None or one.pos is None or machine.hull or machine.structure > LAST_STRUCTURE:
        return ()
    if machine.destroyed and not machine.exploded:
        return ()
    body = footprint(one.pos, one.size)
    return zone_views(encounter, Burst(one.pos, modifiers().explosion, body=body, inside=vehicle))


def linked_to(encounter: Encounter, who: str) -> tuple[str, ...]:
    """Return on whom the card and the overlays of somebody depend: vehicle, occupants.

    Rules: CE-VEH-04
    """
    sheet = sheet_of(encounter[who])
    if sheet.machine is not None and not sheet.machine.is_robot:
        return occupants(encounter, who)
    vehicle = vehicle_of(encounter, who) if sheet.aboard is not None else None
    return () if vehicle is None else (vehicle,)
