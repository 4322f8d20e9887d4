"""The systems of a machine by their keys: names, hits on them, what is beyond repair.

Keys are words; those of weapons and limbs begin with ``weapon:`` and ``limb:``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.systems.cepheus.core.machine import DESTROYED_AT, STAGES
from gridwar.systems.cepheus.machines.machine_events import (
    HullLost,
    LimbHit,
    SystemHit,
    SystemName,
    WeaponHit,
)
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.model.event import Event
    from gridwar.systems.cepheus.core.machine import Machine
    from gridwar.systems.cepheus.core.sheet import CepheusSheet

SYSTEMS: Final[tuple[SystemName, ...]] = ("drive", "sensors", "power_plant", "computer")
HULL: Final = "hull"
WEAPON, LIMB = "weapon:", "limb:"


def hits_on(sheet: CepheusSheet, system: str) -> int:
    """Return the hits on a system, by its key."""
    machine = sheet.machine
    if machine is None:
        return 0
    if system.startswith(WEAPON):
        weapon = sheet.weapon(system.removeprefix(WEAPON))
        return 0 if weapon is None else weapon.hits
    if system.startswith(LIMB):
        return next((one.hits for one in machine.limbs if one.id == system[len(LIMB) :]), 0)
    if system == HULL:
        return machine.hull_max - machine.hull
    return _system_hits(machine, system)


def _system_hits(machine: Machine, system: str) -> int:
    return {
        "drive": machine.drive_hits,
        "sensors": machine.sensor_hits,
        "power_plant": machine.power_hits,
        "computer": machine.computer_hits,
    }.get(system, 0)


def systems_of(sheet: CepheusSheet) -> tuple[str, ...]:
    """Return the keys of all systems of a machine, its Hull first."""
    if sheet.machine is None:
        return ()
    weapons = (f"{WEAPON}{one.id}" for one in sheet.weapons)
    return (HULL, *SYSTEMS, *weapons, *(f"{LIMB}{one.id}" for one in sheet.machine.limbs))


def is_destroyed(sheet: CepheusSheet, system: str) -> bool:
    """Tell whether a system is beyond repair with spare parts.

    Rules: CE-REP-04
    """
    if system == HULL:
        return False
    room = STAGES if system in ("drive", "power_plant") else DESTROYED_AT
    return hits_on(sheet, system) >= room


def system_title(sheet: CepheusSheet, system: str) -> str:
    """Return the name of a system."""
    if system.startswith(WEAPON):
        weapon = sheet.weapon(system.removeprefix(WEAPON))
        return system if weapon is None else weapon.name
    if system.startswith(LIMB) and sheet.machine is not None:
        found = (one.name or one.id for one in sheet.machine.limbs if one.id == system[len(LIMB) :])
        return next(found, system)
    return {
        HULL: _("Hull"),
        "drive": _("Drive"),
        "sensors": _("Sensors"),
        "power_plant": _("Power plant"),
        "computer": _("Computer"),
    }.get(system, system)


def repair_event(who: str, system: str, hits: int) -> Event:
    """Return the event by which hits on a system come (or go, negative)."""
    if system.startswith(WEAPON):
        return WeaponHit(who=who, weapon=system.removeprefix(WEAPON), hits=hits)
    if system.startswith(LIMB):
        return LimbHit(who=who, limb=system[len(LIMB) :], hits=hits)
    if system == HULL:
        return HullLost(who=who, points=hits)
    name = next(one for one in SYSTEMS if one == system)
    return SystemHit(who=who, system=name, hits=hits)
