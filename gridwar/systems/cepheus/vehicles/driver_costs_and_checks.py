"""What all a driver does has in common: to whom it is offered, whether it may be, price, checks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.engine.kit import (
    Encounter,
    Procedure,
    Step,
    Variant,
    adds,
    call,
    emit,
    refuse,
    require,
    say,
    sets,
)
from gridwar.systems.cepheus.actions.action_costs import (
    FREE,
    MINOR,
    SIGNIFICANT,
    Price,
    may_do,
    take_action,
)
from gridwar.systems.cepheus.checks.check_rolls import Attempt, CheckResult, Extra, attempt
from gridwar.systems.cepheus.core.fight_state import switches_of
from gridwar.systems.cepheus.core.machines_and_aboard import (
    driver_of,
    drives,
    is_vehicle,
    machine_at,
    machine_of,
    vehicle_of,
)
from gridwar.systems.cepheus.machines.machine_damage_events import MachineEvent
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table

Each = Callable[[Encounter, str], Iterable[Variant]]


def for_drivers(each: Each) -> Each:
    """Offer something to the driver of a vehicle, with the driver's card and the vehicle's.

    Args:
        each: Returns the variants for a vehicle.

    Rules: CE-VEH-02
    """

    @wraps(each)
    def offered(encounter: Encounter, who: str) -> Iterator[Variant]:
        vehicle = who if is_vehicle(encounter, who) else vehicle_of(encounter, who)
        driver = None if vehicle is None else driver_of(encounter, vehicle)
        if vehicle is not None and driver is not None and who in (vehicle, driver):
            for one in each(encounter, vehicle):
                yield replace(one, fields={**one.fields, "actor": driver})

    return offered


@for_drivers
def as_driver(encounter: Encounter, vehicle: str) -> Iterable[Variant]:
    """Offer something once to the driver."""
    del encounter, vehicle
    return (Variant(),)


def stunt_words(encounter: Encounter, vehicle: str) -> str:
    """Return how many manoeuvres of a stunt are left; empty for none."""
    left = machine_at(encounter, vehicle).going.free_turns
    return _("{n} of a stunt").format(n=left) if left else ""


def upkeep_price(encounter: Encounter, vehicle: str | None, *, maneuver: bool) -> Price:
    """Return what driving costs the driver now.

    Normal driving takes a minor action, unless a significant one has minded the vehicle already.

    Rules: CE-VEH-02, CE-VAC-02, CE-VAC-04
    """
    machine = machine_of(encounter, vehicle)
    if machine is None:
        return MINOR
    if maneuver:
        return FREE if machine.going.free_turns else SIGNIFICANT
    return FREE if machine.going.upkeep_round == encounter.round else MINOR


# --- what driving takes ---------------------------------------------------------------------------


@sets("machine.going.upkeep_round", of="round")
class Minded(MachineEvent):
    """The driver spent an action on driving in a round."""

    round: int


@adds("machine.going.free_turns", least=0)
class FreeTurns(MachineEvent):
    """A stunt allows some manoeuvres at once; each one used counts down."""

    by: int


def may_drive(table: Table, who: str, price: Price) -> Procedure[str]:
    """Return the vehicle that somebody drives; refuse whoever cannot do anything as a driver now.

    Rules: CE-VEH-02, CE-VDM-07, CE-VDM-10
    """
    vehicle = vehicle_of(table.now, who) if drives(table.now, who) else None
    if vehicle is None:
        text = _("{who} drives nothing.")
        yield from refuse("drives_nothing", text, "CE-VEH-02", waivable=False, who=who)
        raise KeyError(who)
    machine = machine_at(table.now, vehicle)
    goes, text = not machine.is_stuck, _("{who} is out of action.")
    yield from require(goes, "disabled", text, "CE-VDM-07", "CE-VDM-10", who=vehicle)
    has_power = not table.now.round or machine.going.silent_round != table.now.round
    text = _("The power of {who} fails in this round.")
    yield from require(has_power, "no_power", text, "CE-VDM-10", who=vehicle)
    yield from may_do(table, who, price)
    return vehicle


def pay_driving(table: Table, who: str, vehicle: str, price: Price) -> Procedure[None]:
    """Let the driver pay for driving in this round.

    Rules: CE-VEH-02
    """
    if price != FREE:
        yield from take_action(table, who, price)
    yield from mind(table, vehicle)


def mind(table: Table, vehicle: str) -> Procedure[None]:
    """Note that the driver has spent an action on driving in this round."""
    yield from emit(Minded(who=vehicle, round=table.now.round))


@adds("machine.going.evasive_dm")
class EvasionChanged(MachineEvent):
    """An evasive action began to count, or ended (negative)."""

    by: int


def paid(table: Table, who: str, vehicle: str) -> Procedure[None]:
    """Pay a significant action of a driver; it minds the vehicle, and ends evasive action.

    Rules: CE-VAC-01, CE-VEH-02
    """
    yield from take_action(table, who, SIGNIFICANT)
    yield from end_evasion(table, vehicle)
    yield from mind(table, vehicle)


def end_evasion(table: Table, vehicle: str) -> Procedure[None]:
    """End an evasive action: the driver does something else, or has a new turn.

    Rules: CE-VAC-01
    """
    machine = machine_of(table.now, vehicle)
    if machine is not None and machine.going.evasive_dm:
        dm = machine.going.evasive_dm
        yield from emit(EvasionChanged(who=vehicle, by=-dm))
        step = Step(label=_("Off all shots"), rule_id="CE-VAC-01", before=dm, after=0)
        yield from say(table, _("{who} evades no longer"), who=vehicle, steps=(step,))


# --- checks ---------------------------------------------------------------------------------------


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
    machine, name = machine_at(encounter, vehicle), encounter[vehicle].name
    found = [Extra("CE-VAC-06", _("Agility of {name}").format(name=name), machine.agility)]
    damaged = machine.control_dm(cumulative=switches_of(encounter).drive_hits_cumulative)
    if damaged:
        found.append(Extra("CE-VDM-07", _("Damaged drive"), damaged))
    if machine.going.chain_dm:
        found.append(Extra("CE-VAC-04", _("Prepared by a stunt"), machine.going.chain_dm))
    return tuple(found)
