"""Weaving among obstacles, and what it means for those who pursue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.engine.kit import (
    Act,
    Amount,
    FormNumber,
    Option,
    Procedure,
    Role,
    Step,
    Variant,
    call,
    choose,
    choose_numbers,
    emit,
    offer,
    plays,
    require,
    say,
    sets,
)
from gridwar.systems.cepheus.actions.action_costs import FREE, SIGNIFICANT
from gridwar.systems.cepheus.checks.check_rolls import CheckResult, Extra
from gridwar.systems.cepheus.core.machines_and_aboard import driver_of, machine_at, machine_of
from gridwar.systems.cepheus.core.offers_and_headings import DRIVE
from gridwar.systems.cepheus.machines.arcs_and_facing import arcs_to
from gridwar.systems.cepheus.machines.machine_damage_events import MachineEvent
from gridwar.systems.cepheus.vehicles.collisions import Crash, collision
from gridwar.systems.cepheus.vehicles.driver_costs_and_checks import (
    driver_check,
    for_drivers,
    may_drive,
    paid,
)
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.engine.kit import Encounter, Table

KPH_A_NUMBER: Final = 20


@for_drivers
def _among_obstacles(encounter: Encounter, vehicle: str) -> Iterable[Variant]:
    if not _has_to_choose(encounter, vehicle):
        return (Variant(),)
    note = f"{machine_at(encounter, vehicle).going.weave_dm:+d}"
    return (Variant(title=_("Weave after it"), note=note),)


@for_drivers
def _pursuing(encounter: Encounter, vehicle: str) -> Iterable[Variant]:
    return (Variant(),) if _has_to_choose(encounter, vehicle) else ()


@offer(
    _("Weave"),
    icon="waves",
    group=DRIVE,
    role=Role.GUARD,
    price=SIGNIFICANT,
    note=_("among obstacles"),
    each=_among_obstacles,
)
class Weave(Act):
    """Weave among obstacles; the number is the minus DM, 0 asks for it."""

    number: Amount = 0


@offer(_("Break off"), icon="log-out", group=DRIVE, role=Role.LEAVE, each=_pursuing)
class BreakOff(Act):
    """Give up pursuing a vehicle that weaves."""


@sets("machine.going.weave_behind", of="behind")
@sets("machine.going.weave_dm", of="dm")
class Pursued(MachineEvent):
    """A vehicle that is pursued weaves: whoever pursues weaves too, or breaks off (empty)."""

    behind: str = ""
    dm: int = 0


def most_weave(kph: int) -> int:
    """Return the highest number for weaving at a speed.

    Rules: CE-VAC-05
    """
    return -(-kph // KPH_A_NUMBER)


@plays(Weave)
def weave(table: Table, command: Weave) -> Procedure[CheckResult]:
    """Weave: a check at the minus chosen; a crash on failure, trouble for pursuers on success.

    Rules: CE-VAC-05
    """
    who, number = command.actor, command.number
    vehicle = yield from may_drive(table, who, SIGNIFICANT)
    machine = machine_at(table.now, vehicle)
    most, behind = most_weave(machine.speed_kph), machine.going.weave_behind
    dm = machine.going.weave_dm
    text = _("{who} stands.")
    yield from require(most > 0, "stands", text, "CE-VAC-05", waivable=False, who=vehicle)
    if behind:
        number = -dm
    elif not number:
        number = (yield from _which_number(table, who, most)) if most > 1 else 1
    text = _("From 1 to {most} at this speed.")
    fits = 1 <= number <= most or bool(behind)
    yield from require(fits, "number", text, "CE-VAC-05", most=most)
    yield from paid(table, who, vehicle)
    result: CheckResult = yield from call(weave_check, (who, number), key="weave")
    if behind:
        yield from emit(Pursued(who=vehicle))
    if result.success:
        yield from _shake_off(table, vehicle, number)
    else:
        yield from _into_an_obstacle(table, vehicle)
    return result


def weave_check(table: Table, one: tuple[str, int]) -> Procedure[CheckResult]:
    """Roll the check of weaving.

    Rules: CE-VAC-05, CE-VAC-06
    """
    who, number = one
    extra = Extra("CE-VAC-05", _("Weaving, number {n}").format(n=number), -number)
    return (yield from driver_check(table, who, _("weaving"), extra))


def _which_number(table: Table, who: str, most: int) -> Procedure[int]:
    form = (FormNumber("number", _("Minus DM"), 1, most, 1),)
    info = _(
        "The check is made at minus this number; failing it the vehicle crashes. Every pursuer"
        " has to weave at the same number, or break off."
    )
    numbers = yield from choose_numbers(
        table, _("How wildly?"), form, "CE-VAC-05", key="number", whom=who, info=info
    )
    return numbers.get("number", 1)


def _into_an_obstacle(table: Table, vehicle: str) -> Procedure[None]:
    """Let a vehicle crash into one of the obstacles it weaves among; the GM says into what.

    Rules: CE-VAC-05, CE-VEH-07
    """
    options = (
        Option("solid", _("Solid"), effect=_("damage, and it stops")),
        Option("soft", _("It gives way"), effect=_("no damage to the vehicle")),
        Option("nothing", _("Nothing"), effect=_("none was near")),
    )
    what = yield from choose(
        table,
        _("{who} crashes into an obstacle"),
        options,
        "CE-VAC-05",
        "CE-VEH-07",
        key="obstacle",
        whom=None,
        who=vehicle,
    )
    if what != "nothing":
        kph = machine_at(table.now, vehicle).speed_kph
        yield from call(collision, Crash(vehicle, kph, None, what == "solid"), key="collision")


def pursuers_of(encounter: Encounter, vehicle: str) -> tuple[str, ...]:
    """Return who seems to pursue a vehicle: driven foes that have it before them.

    Rules: CE-VAC-05
    """
    side = encounter[vehicle].side
    found: list[str] = []
    for one in encounter.everyone():
        machine = machine_of(encounter, one.id)
        if machine is None or machine.is_robot or one.pos is None or one.id == vehicle:
            continue
        is_foe = encounter.are_foes(side, one.side) and driver_of(encounter, one.id) is not None
        if is_foe and machine.speed_kph and "front" in arcs_to(encounter, one.id, vehicle):
            found.append(one.id)
    return tuple(found)


def _shake_off(table: Table, vehicle: str, number: int) -> Procedure[None]:
    """Let every pursuer weave at the same number, or break off; the GM says who pursues.

    Rules: CE-VAC-05
    """
    candidates = pursuers_of(table.now, vehicle)
    if not candidates:
        return
    form = tuple(FormNumber(one, table.now[one].name, 0, 1, 1, yes_no=True) for one in candidates)
    numbers = yield from choose_numbers(
        table,
        _("Who pursues {who}?"),
        form,
        "CE-VAC-05",
        key="pursuers",
        whom=None,
        window="pursuers",
        info=_("A pursuer has to weave too, or break off."),
        who=vehicle,
    )
    for one in candidates:
        if numbers.get(one, 0):
            yield from emit(Pursued(who=one, behind=vehicle, dm=-number))


@plays(BreakOff)
def break_off(table: Table, command: BreakOff) -> Procedure[None]:
    """Give up the pursuit of a vehicle that weaves.

    Rules: CE-VAC-05
    """
    vehicle = yield from may_drive(table, command.actor, FREE)
    text, pursues = _("{who} pursues nobody who weaves."), _has_to_choose(table.now, vehicle)
    yield from require(pursues, "no_pursuit", text, "CE-VAC-05", waivable=False, who=vehicle)
    yield from given_up(table, vehicle)


def _has_to_choose(encounter: Encounter, vehicle: str) -> bool:
    """Return whether a vehicle pursues one that weaves: it weaves too, or breaks off."""
    machine = machine_of(encounter, vehicle)
    return machine is not None and bool(machine.going.weave_behind)


def given_up(table: Table, vehicle: str) -> Procedure[None]:
    """Note that a pursuer broke off, where it had to choose."""
    if _has_to_choose(table.now, vehicle):
        yield from emit(Pursued(who=vehicle))
        steps = (Step(label=_("Pursuit"), rule_id="CE-VAC-05", after=_("given up")),)
        yield from say(table, _("{who} breaks off"), who=vehicle, steps=steps)
