"""Shots from machines and at them: what speaks against a shot, and the rows of its sum."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.engine.kit import Procedure, emit
from gridwar.model.question import Refusal
from gridwar.systems.cepheus.core.aboard import machine_of, vehicle_of
from gridwar.systems.cepheus.core.armory import carrier_of, weapon_in_use
from gridwar.systems.cepheus.core.machine import DESTROYED_AT, HIT_DM, ArcName
from gridwar.systems.cepheus.core.state import sheet_of
from gridwar.systems.cepheus.machines.bearing import ARC_TITLES, arcs_to, arcs_to_cells, bears
from gridwar.systems.cepheus.machines.driving_events import PortUsed
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Table, Tally
    from gridwar.model.encounter import Encounter
    from gridwar.systems.cepheus.core.machine import Machine
    from gridwar.systems.cepheus.core.weapons import Weapon
    from gridwar.systems.cepheus.modifiers.attack_values import Declared, Shot

STARSHIP_DM: Final = 4
CIVILIAN_PORTS, MILITARY_PORTS = 2, 1


def ports_of(machine: Machine) -> int | None:
    """Return how many may fire out on each side in a round; None without a limit.

    Rules: CE-VEH-04, CE-VEH-05
    """
    if not machine.closed:
        return None
    return MILITARY_PORTS if machine.military else CIVILIAN_PORTS


def _arcs(encounter: Encounter, vehicle: str, shot: Shot) -> tuple[ArcName, ...]:
    if shot.target is not None:
        return arcs_to(encounter, vehicle, shot.target)
    return () if shot.square is None else arcs_to_cells(encounter, vehicle, (shot.square,))


def machine_reasons(encounter: Encounter, shot: Shot, weapon: Weapon) -> Iterator[Refusal]:
    """Yield what speaks against a shot from a vehicle or a robot.

    Rules: CE-VEH-04, CE-VEH-06, CE-VDM-08, CE-VDM-09, CE-VDM-10
    """
    if weapon.is_destroyed:
        text = _("{weapon} is destroyed.").format(weapon=weapon.name)
        yield Refusal("destroyed", text, ("CE-VDM-08",))
    carrier = carrier_of(encounter, shot.actor, shot.weapon)
    if carrier is not None:
        yield from _mount_reasons(encounter, shot, weapon, carrier)
        return
    vehicle = vehicle_of(encounter, shot.actor)
    if vehicle is not None and weapon.form != "melee" and shot.target != vehicle:
        yield from _port_reasons(encounter, shot, vehicle)


def _mount_reasons(
    encounter: Encounter, shot: Shot, weapon: Weapon, carrier: str
) -> Iterator[Refusal]:
    machine, name = machine_of(encounter, carrier), encounter[carrier].name
    if machine is None:
        return
    is_silent = bool(encounter.round) and machine.silent_round == encounter.round
    if machine.destroyed or machine.power_hits > DESTROYED_AT or is_silent:
        text = _("{name} has no power for its weapons.").format(name=name)
        yield Refusal("no_power", text, ("CE-VDM-10",))
    if machine.blind and not shot.blind:
        text = _("{name} is blind: fire blind, or let the crew look out.").format(name=name)
        yield Refusal("blind", text, ("CE-VDM-09",))
    arcs = _arcs(encounter, carrier, shot)
    if not bears(weapon, arcs):
        text = _("{weapon} points {mount}; the target lies {arcs}.").format(
            weapon=weapon.name,
            mount=ARC_TITLES[weapon.mount_arc or "front"],
            arcs=arc_words(arcs),
        )
        yield Refusal("not_in_arc", text, ("CE-VEH-06",))


def arc_words(arcs: tuple[ArcName, ...]) -> str:
    """Return arcs in words."""
    return _(" and ").join(ARC_TITLES[arc] for arc in arcs) or _("nowhere")


def _port_reasons(encounter: Encounter, shot: Shot, vehicle: str) -> Iterator[Refusal]:
    machine = machine_of(encounter, vehicle)
    most = None if machine is None else ports_of(machine)
    target_in = None if shot.target is None else vehicle_of(encounter, shot.target)
    if machine is None or most is None or target_in == vehicle:
        return
    arcs = _arcs(encounter, vehicle, shot)
    place = sheet_of(encounter[shot.actor]).aboard
    if place is not None and place.arc is not None and place.arc not in arcs:
        text = _("{name} fires out {port}; the target lies {arcs}.").format(
            name=encounter[shot.actor].name, port=ARC_TITLES[place.arc], arcs=arc_words(arcs)
        )
        yield Refusal("not_in_arc", text, ("CE-VEH-04",))
    if arcs and port_for(encounter, shot, vehicle) is None:
        text = _("{n} have fired out {arcs} in this round; no more can.").format(
            n=most, arcs=arc_words(arcs)
        )
        yield Refusal("ports", text, ("CE-VEH-04",))


def port_for(encounter: Encounter, shot: Shot, vehicle: str) -> ArcName | None:
    """Return the side that a shot goes out of, where there is still room; None: there is none.

    Rules: CE-VEH-04
    """
    machine = machine_of(encounter, vehicle)
    most = None if machine is None else ports_of(machine)
    if machine is None or most is None:
        return None
    place = sheet_of(encounter[shot.actor]).aboard
    own = None if place is None else place.arc
    for arc in _arcs(encounter, vehicle, shot):
        others = {one.who for one in machine.ports if one.arc == arc and one.who != shot.actor}
        if len(others) < most and own in (None, arc):
            return arc
    return None


def take_port(table: Table, shot: Shot) -> Procedure[None]:
    """Note the side that a shot goes out of.

    Rules: CE-VEH-04
    """
    encounter = table.now
    vehicle = vehicle_of(encounter, shot.actor)
    if vehicle is None or carrier_of(encounter, shot.actor, shot.weapon) is not None:
        return
    arc = port_for(encounter, shot, vehicle)
    if arc is not None:
        yield from emit(PortUsed(who=vehicle, by=shot.actor, arc=arc))


# --- rows of the sum ------------------------------------------------------------------------------


def size_line(tally: Tally, table: Table, declared: Declared) -> None:
    """Add the size of a vehicle, or that of a ship; not for those who sit in it.

    Rules: CE-VEH-03, CE-STS-01
    """
    encounter, target = table.now, declared.shot.target
    machine = machine_of(encounter, target)
    if machine is None or target is None:
        return
    name = encounter[target].name
    if machine.starship_scale:
        tally.line("CE-STS-01", _("{name} is a ship").format(name=name), STARSHIP_DM)
    elif machine.size_dm:
        tally.line("CE-VEH-03", _("Size of {name}").format(name=name), machine.size_dm)


def evasion_lines(tally: Tally, table: Table, declared: Declared) -> None:
    """Add evasive action: of the target's vehicle, and of the one that the shot comes from.

    Rules: CE-VAC-01
    """
    encounter, shot = table.now, declared.shot
    if shot.target is not None:
        theirs = _evading(encounter, shot.target)
        if theirs:
            label = _("{name}: evasive action").format(name=encounter[shot.target].name)
            tally.line("CE-VAC-01", label, -theirs, source_id="target")
    own = _evading(encounter, shot.actor)
    if own:
        tally.line("CE-VAC-01", _("From a vehicle that evades"), -own, source_id="own")


def _evading(encounter: Encounter, who: str) -> int:
    machine = machine_of(encounter, who) or machine_of(encounter, vehicle_of(encounter, who))
    return 0 if machine is None else machine.evasive_dm


def damaged_lines(tally: Tally, table: Table, declared: Declared) -> None:
    """Add a weapon that was hit; damaged limbs are for the GM to tick.

    Rules: CE-VDM-08, CE-VDM-11
    """
    encounter, shot = table.now, declared.shot
    weapon = weapon_in_use(encounter, shot.actor, shot.weapon)
    if weapon is not None and weapon.hits == 1:
        tally.line("CE-VDM-08", _("{weapon} is hit").format(weapon=weapon.name), HIT_DM)
    machine = machine_of(encounter, shot.actor)
    for limb in machine.limbs if machine is not None else ():
        if limb.hits:
            label = _("{limb} is damaged").format(limb=limb.name or limb.id)
            tally.line("CE-VDM-11", label, HIT_DM, source_id=limb.id, off=True)


def travelled_m(encounter: Encounter, who: str) -> float:
    """Return the metres that somebody moved in the latest turn, on foot or in a vehicle.

    Rules: CE-SIG-10, CE-VEH-02
    """
    own, vehicle = sheet_of(encounter[who]).moved_m, vehicle_of(encounter, who)
    return own if vehicle is None else max(own, sheet_of(encounter[vehicle]).moved_m)
