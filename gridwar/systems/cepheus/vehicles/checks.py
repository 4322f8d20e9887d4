"""Checks of a driver: the vehicle's skill, Dexterity, agility, what is left of the drive."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Procedure, adds, call, emit
from gridwar.systems.cepheus.checks.attempts import Attempt, CheckResult, Extra, attempt
from gridwar.systems.cepheus.core.aboard import machine_at, vehicle_of
from gridwar.systems.cepheus.core.state import switches_of
from gridwar.systems.cepheus.machines.machine_events import MachineEvent
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Encounter


@adds("machine.going.chain_dm")
class Chained(MachineEvent):
    """A stunt helps the next check of the driver, or has done so (opposite sign)."""

    by: int


def driver_check(table: Table, who: str, what: str, *more: Extra) -> Procedure[CheckResult]:
    """Roll a check of a driver.

    Args:
        table: The table.
        who: The driver.
        what: What it is for.
        more: Further lines.

    Rules: CE-VAC-06, CE-CORE-01
    """
    vehicle = vehicle_of(table.now, who) or ""
    machine = machine_at(table.now, vehicle)
    chain = machine.going.chain_dm
    extra = (*_own_lines(table.now, vehicle), *more)
    one = Attempt(who, machine.skill, "dexterity", extra=extra, what=what)
    result: CheckResult = yield from call(attempt, one, key="check")
    if chain:
        yield from emit(Chained(who=vehicle, by=-chain))
    return result


def _own_lines(encounter: Encounter, vehicle: str) -> tuple[Extra, ...]:
    """Return agility, damage of the drive and a stunt that prepared this check.

    Rules: CE-VAC-06, CE-VDM-07, CE-VAC-04
    """
    machine = machine_at(encounter, vehicle)
    found = [
        Extra(
            "CE-VAC-06",
            _("Agility of {name}").format(name=encounter[vehicle].name),
            machine.agility,
        )
    ]
    damaged = machine.control_dm(cumulative=switches_of(encounter).drive_hits_cumulative)
    if damaged:
        found.append(Extra("CE-VDM-07", _("Damaged drive"), damaged))
    if machine.going.chain_dm:
        found.append(Extra("CE-VAC-04", _("Prepared by a stunt"), machine.going.chain_dm))
    return tuple(found)
