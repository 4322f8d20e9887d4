"""Why a way of firing is not possible: bursts, panic, suppression, sensors, extreme range."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.model.geometry import footprint
from gridwar.model.question import Refusal
from gridwar.systems.cepheus.attacks.firing import SUPPRESSION_TIMES
from gridwar.systems.cepheus.core.aboard import machine_of, vehicle_of
from gridwar.systems.cepheus.core.armory import weapon_in_use
from gridwar.systems.cepheus.core.state import sheet_of
from gridwar.systems.cepheus.modifiers.bands import distance_between
from gridwar.systems.cepheus.modifiers.visibility import sensor_row
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.model.encounter import Encounter
    from gridwar.systems.cepheus.core.equipment import Sensor
    from gridwar.systems.cepheus.core.weapons import Weapon
    from gridwar.systems.cepheus.modifiers.attack_values import Shot

REST: Final = "rest"
"""The kind of a zone with something to rest a weapon on."""
MARKSMAN: Final = 3
"""Level of skill that extreme range takes."""


def extreme_reasons(encounter: Encounter, shot: Shot, weapon: Weapon) -> Iterator[Refusal]:
    """Yield why a target beyond Distant cannot be fired at.

    Rules: CE-FIR-06
    """
    rule, actor = ("CE-FIR-06",), encounter[shot.actor]
    sheet = sheet_of(actor)
    if shot.target is not None and not encounter[shot.target].is_known_to(actor.side):
        text = _("{name} cannot be seen from here.").format(name=encounter[shot.target].name)
        yield Refusal("unseen", text, rule)
    if sheet.skills.get(weapon.skill, 0) < MARKSMAN:
        text = _("Extreme range takes level {n} in the weapon's skill.").format(n=MARKSMAN)
        yield Refusal("marksman", text, rule)
    if sheet.moved_m > 0 or is_carried_along(encounter, shot.actor):
        text = _("Extreme range takes standing still, this turn and the one before.")
        yield Refusal("not_still", text, rule)
    if not sheet.rest and not _is_at_rest(encounter, shot.actor):
        text = _("Extreme range takes a rest for the weapon.")
        yield Refusal("no_rest", text, rule)


def _is_at_rest(encounter: Encounter, who: str) -> bool:
    """Tell whether somebody stands where there is something to rest a weapon on."""
    one, page = encounter[who], encounter.map
    if one.pos is None:
        return False
    return any(page.zones_at(cell, REST) for cell in footprint(one.pos, one.size))


def is_carried_along(encounter: Encounter, who: str) -> bool:
    """Tell whether somebody rides in something that moves.

    Rules: CE-FIR-06, CE-COM-02
    """
    carrier = vehicle_of(encounter, who)
    machine = machine_of(encounter, carrier)
    if carrier is None or machine is None:
        return False
    return machine.speed_kph > 0 or sheet_of(encounter[carrier]).moved_m > 0


def sensor_reasons(encounter: Encounter, shot: Shot) -> Iterator[Refusal]:
    """Yield why somebody cannot aim by a sensor: he has none, or it does not reach so far.

    Rules: CE-SEN-03
    """
    if shot.sight_by == "eye":
        return
    row = sensor_row(shot.sight_by)
    title = shot.sight_by if row is None else row.title
    carried = [one for one in sheet_of(encounter[shot.actor]).sensors if one.kind == shot.sight_by]
    if not carried:
        text = _("{name} carries no such sensor: {sensor}.")
        text = text.format(name=encounter[shot.actor].name, sensor=title)
        yield Refusal("no_sensor", text, ("CE-SEN-03",))
    elif not any(_reaches(encounter, shot, one) for one in carried):
        text = _("{sensor} does not reach so far.").format(sensor=title)
        yield Refusal("sensor_range", text, ("CE-SEN-03",))


def _reaches(encounter: Encounter, shot: Shot, sensor: Sensor) -> bool:
    if sensor.range_m is None or shot.target is None:
        return True
    found = distance_between(encounter, shot.actor, shot.target)
    return found is None or found.metres <= sensor.range_m


def _gun_of(encounter: Encounter, shot: Shot) -> Weapon | None:
    return weapon_in_use(encounter, shot.actor, shot.weapon)


def why_no_gun(encounter: Encounter, shot: Shot) -> Refusal | None:
    """Return why a way of firing does not go with a weapon: it is none that shoots.

    Rules: CE-FIR-02, CE-FIR-07
    """
    gun = _gun_of(encounter, shot)
    if gun is not None and gun.form != "ranged":
        text = _("{weapon} does not shoot.").format(weapon=gun.name)
        return Refusal("not_a_gun", text, ("CE-FIR-02",), waivable=False)
    return None


def why_no_burst(encounter: Encounter, shot: Shot) -> Refusal | None:
    """Return why a weapon cannot fire such a burst.

    Rules: CE-FIR-02
    """
    gun = _gun_of(encounter, shot)
    if gun is not None and shot.rounds > 1 and shot.rounds not in gun.bursts:
        text = _("{weapon} fires no bursts of {n}.").format(weapon=gun.name, n=shot.rounds)
        return Refusal("no_burst", text, ("CE-FIR-02",))
    return None


def why_no_panic(encounter: Encounter, shot: Shot) -> Refusal | None:
    """Return why a weapon cannot be emptied in panic.

    Rules: CE-FIR-03
    """
    gun = _gun_of(encounter, shot)
    if gun is not None and (not gun.slug_small_arm or gun.loaded is None):
        text = _("Panic fire takes a small arm that throws slugs.")
        return Refusal("no_panic", text, ("CE-FIR-03",))
    return None


def why_no_suppression(encounter: Encounter, shot: Shot) -> Refusal | None:
    """Return why a weapon cannot keep anybody down: too few rounds, nobody aimed at.

    Rules: CE-FIR-07, CE-FIR-08
    """
    gun = _gun_of(encounter, shot)
    if shot.target is None:
        text = _("Somebody has to be kept down.")
        return Refusal("no_target", text, ("CE-FIR-07",), waivable=False)
    if gun is not None and gun.loaded is not None and gun.loaded < SUPPRESSION_TIMES:
        text = _("Suppressing fire takes twice the rounds.")
        return Refusal("too_few", text, ("CE-FIR-07",))
    return None
