"""Shots out of machines: mounted weapons, arcs that bear, firing ports, and who may fire out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Procedure, emit, require
from gridwar.systems.cepheus.core.machine_records import DESTROYED_AT, ArcName, Port
from gridwar.systems.cepheus.core.machines_and_aboard import (
    machine_of,
    own_port,
    shell_of,
    vehicle_of,
)
from gridwar.systems.cepheus.core.weapons_in_use import carrier_of
from gridwar.systems.cepheus.machines.arcs_and_facing import (
    ARC_TITLES,
    arcs_to,
    arcs_to_cells,
    bears,
)
from gridwar.systems.cepheus.machines.machine_damage_events import MachineEvent
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Table
    from gridwar.systems.cepheus.attacks.attack_records import Shot
    from gridwar.systems.cepheus.core.machine_records import Machine
    from gridwar.systems.cepheus.core.weapon_records import Weapon

CIVILIAN_PORTS, MILITARY_PORTS = 2, 1


class PortUsed(MachineEvent):
    """Somebody fired out of one side."""

    by: str
    arc: ArcName

    def made(self, machine: Machine) -> Machine:
        """Add it to the ports used in this round."""
        return machine.went(ports=(*machine.going.ports, Port(who=self.by, arc=self.arc)))


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


def may_use_mount(table: Table, shot: Shot, weapon: Weapon) -> Procedure[None]:
    """Refuse a weapon that is shot away, or whose machine has no power or eyes for it.

    Rules: CE-VDM-08, CE-VDM-09, CE-VDM-10
    """
    text = _("{weapon} is destroyed.")
    yield from require(not weapon.is_destroyed, "destroyed", text, "CE-VDM-08", weapon=weapon.name)
    encounter = table.now
    carrier = carrier_of(encounter, shot.actor, shot.weapon)
    machine = machine_of(encounter, carrier)
    if machine is None:
        return
    is_silent = bool(encounter.round) and machine.going.silent_round == encounter.round
    works = not (machine.destroyed or machine.power_hits > DESTROYED_AT or is_silent)
    text = _("{who} has no power for its weapons.")
    yield from require(works, "weapons_without_power", text, "CE-VDM-10", who=carrier)
    sees = shot.blind or not machine.blind
    text = _("{who} is blind: fire blind, or let the crew look out.")
    yield from require(sees, "blind", text, "CE-VDM-09", who=carrier)


def _may_strike(table: Table, shot: Shot) -> Procedure[None]:
    """Refuse a melee attack out of a closed vehicle, or into one.

    Rules: CE-VEH-04
    """
    target, mine = shot.target or "", shell_of(table.now, shot.actor)
    reaches = mine in (target, shell_of(table.now, target))
    text = _("The closed vehicle is between them: no melee out of it or into it.")
    yield from require(reaches, "melee_through_vehicle", text, "CE-VEH-04")


def may_bear(table: Table, shot: Shot, weapon: Weapon) -> Procedure[None]:
    """Refuse a target outside the arc of a mounted weapon, of the firing ports, or of the hull.

    Rules: CE-VEH-04, CE-VEH-06
    """
    encounter = table.now
    carrier = carrier_of(encounter, shot.actor, shot.weapon)
    vehicle = vehicle_of(encounter, shot.actor)
    if carrier is not None:
        arcs = _arcs(encounter, carrier, shot)
        text = _("{weapon} points {mount}; the target lies {arcs}.")
        yield from require(
            bears(weapon, arcs),
            "not_in_arc",
            text,
            "CE-VEH-06",
            weapon=weapon.name,
            mount=ARC_TITLES[weapon.mount_arc or "front"],
            arcs=arc_words(arcs),
        )
    elif weapon.form == "melee":
        yield from _may_strike(table, shot)
    elif vehicle is not None and shot.target != vehicle:
        yield from _may_fire_out(table, shot, vehicle)


def arc_words(arcs: tuple[ArcName, ...]) -> str:
    """Return arcs in words."""
    return _(" and ").join(ARC_TITLES[arc] for arc in arcs) or _("nowhere")


def _may_fire_out(table: Table, shot: Shot, vehicle: str) -> Procedure[None]:
    encounter = table.now
    machine = machine_of(encounter, vehicle)
    most = None if machine is None else ports_of(machine)
    target_in = None if shot.target is None else vehicle_of(encounter, shot.target)
    if most is None or target_in == vehicle:
        return
    arcs = _arcs(encounter, vehicle, shot)
    port = own_port(encounter, shot.actor)
    text, words = _("{who} fires out {port}; the target lies {arcs}."), arc_words(arcs)
    side = ARC_TITLES[port or "front"]
    fits = port is None or port in arcs
    yield from require(fits, "wrong_port", text, "CE-VEH-04", who=shot.actor, port=side, arcs=words)
    is_free = not arcs or port_for(encounter, shot, vehicle) is not None
    text = _("{n} have fired out {arcs} in this round; no more can.")
    yield from require(is_free, "ports", text, "CE-VEH-04", n=most, arcs=words)


def port_for(encounter: Encounter, shot: Shot, vehicle: str) -> ArcName | None:
    """Return the side that a shot goes out of, where there is still room; None: there is none.

    Rules: CE-VEH-04
    """
    machine = machine_of(encounter, vehicle)
    most = None if machine is None else ports_of(machine)
    if machine is None or most is None:
        return None
    own = own_port(encounter, shot.actor)
    for arc in _arcs(encounter, vehicle, shot):
        others = {
            one.who for one in machine.going.ports if one.arc == arc and one.who != shot.actor
        }
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
