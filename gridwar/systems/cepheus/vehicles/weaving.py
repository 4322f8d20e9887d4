"""Weaving among obstacles, and what it means for those who pursue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from frozendict import frozendict
from pydantic import Field

from gridwar.engine.kit import Procedure, ask, call, emit, require, require_none
from gridwar.model.command import Answer, Command
from gridwar.model.events import Explained
from gridwar.model.question import FormNumber, Option, Question
from gridwar.model.trace import Trace
from gridwar.systems.cepheus.actions.checks import CheckResult, Extra
from gridwar.systems.cepheus.core.aboard import driver_of, machine_of, vehicle_of
from gridwar.systems.cepheus.machines.bearing import arcs_to
from gridwar.systems.cepheus.machines.driving_events import Pursued
from gridwar.systems.cepheus.vehicles.checks import driver_check
from gridwar.systems.cepheus.vehicles.collisions import Crash, collision
from gridwar.systems.cepheus.vehicles.driving import (
    why_not_drive,
)
from gridwar.systems.cepheus.vehicles.maneuvers import begun, paid
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Encounter

KPH_A_NUMBER: Final = 20


class Weave(Command):
    """Weave among obstacles; the number is the minus DM, 0 asks for it."""

    number: int = Field(default=0, ge=0)


class BreakOff(Command):
    """Give up pursuing a vehicle that weaves."""


def most_weave(kph: int) -> int:
    """Return the highest number for weaving at a speed.

    Rules: CE-VAC-05
    """
    return -(-kph // KPH_A_NUMBER)


def weave(table: Table, command: Weave) -> Procedure[CheckResult]:
    """Weave: a check at the minus chosen; a crash on failure, trouble for pursuers on success.

    Rules: CE-VAC-05
    """
    who = command.actor or ""
    vehicle = yield from begun(table, who)
    machine = machine_of(table.now, vehicle)
    most = most_weave(machine.speed_kph) if machine is not None else 0
    behind = machine.weave_behind if machine is not None else ""
    text = _("{name} stands.").format(name=table.now[vehicle].name)
    yield from require(most > 0, "stands", text, "CE-VAC-05", waivable=False)
    number = command.number
    if behind and machine is not None:
        number = -machine.weave_dm
    elif not number and most == 1:
        number = 1
    elif not number:
        answer = yield from ask(lambda: _which_number(who, most))
        number = answer.numbers.get("number", 1)
    text = _("From 1 to {most} at this speed.").format(most=most)
    yield from require(1 <= number <= most or bool(behind), "number", text, "CE-VAC-05")
    yield from paid(table, who, vehicle)
    result: CheckResult = yield from call(weave_check, (who, number), key="weave")
    if behind:
        yield from emit(Pursued(who=vehicle))
    if not result.success:
        yield from _into_an_obstacle(table, vehicle)
        return result
    yield from _shake_off(table, vehicle, number)
    return result


def weave_check(table: Table, one: tuple[str, int]) -> Procedure[CheckResult]:
    """Roll the check of weaving.

    Rules: CE-VAC-05, CE-VAC-06
    """
    who, number = one
    label = _("{name}: weaving").format(name=table.now[who].name)
    extra = Extra("CE-VAC-05", _("Weaving, number {n}").format(n=number), -number)
    result = yield from driver_check(table, who, label, extra)
    return result


def _which_number(who: str, most: int) -> Question:
    number = FormNumber("number", _("Minus DM"), 1, most, 1)
    return Question(
        key="number",
        recipient=who,
        title=_("How wildly?"),
        numbers=(number,),
        text=_(
            "The check is made at minus this number; failing it the vehicle crashes. Every pursuer"
            " has to weave at the same number, or break off."
        ),
        default=Answer(numbers=frozendict({"number": 1})),
        rule_ids=("CE-VAC-05",),
    )


def _into_an_obstacle(table: Table, vehicle: str) -> Procedure[None]:
    """Let a vehicle crash into one of the obstacles it weaves among; the GM says into what.

    Rules: CE-VAC-05, CE-VEH-07
    """
    answer = yield from ask(lambda: _into_what(table.now, vehicle))
    if answer.option == "nothing":
        return
    machine = machine_of(table.now, vehicle)
    kph = machine.speed_kph if machine is not None else 0
    crash = Crash(vehicle, kph, None, answer.option == "solid")
    yield from call(collision, crash, key="collision")


def _into_what(encounter: Encounter, vehicle: str) -> Question:
    title = _("{name} crashes into an obstacle").format(name=encounter[vehicle].name)
    return Question(
        key="obstacle",
        recipient=None,
        title=title,
        options=(
            Option("solid", _("Solid"), effect=_("damage, and it stops")),
            Option("soft", _("It gives way"), effect=_("no damage to the vehicle")),
            Option("nothing", _("Nothing"), effect=_("none was near")),
        ),
        default=Answer(option="solid"),
        rule_ids=("CE-VAC-05", "CE-VEH-07"),
    )


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
    answer = yield from ask(lambda: _who_pursues(table.now, vehicle, candidates))
    for one in candidates:
        if answer.numbers.get(one, 0):
            yield from emit(Pursued(who=one, behind=vehicle, dm=-number))


def _who_pursues(encounter: Encounter, vehicle: str, candidates: tuple[str, ...]) -> Question:
    numbers = tuple(
        FormNumber(one, encounter[one].name, 0, 1, 1, yes_no=True) for one in candidates
    )
    return Question(
        key="pursuers",
        recipient=None,
        title=_("Who pursues {name}?").format(name=encounter[vehicle].name),
        text=_("A pursuer has to weave too, or break off."),
        numbers=numbers,
        default=Answer(numbers=frozendict(dict.fromkeys(candidates, 1))),
        window="pursuers",
        rule_ids=("CE-VAC-05",),
    )


def break_off(table: Table, command: BreakOff) -> Procedure[None]:
    """Give up the pursuit of a vehicle that weaves.

    Rules: CE-VAC-05
    """
    who = command.actor or ""
    yield from require_none(why_not_drive(table.now, who))
    yield from given_up(table, vehicle_of(table.now, who) or "")


def given_up(table: Table, vehicle: str) -> Procedure[None]:
    """Note that a pursuer broke off, where it had to choose."""
    machine = machine_of(table.now, vehicle)
    if machine is None or not machine.weave_behind:
        return
    yield from emit(Pursued(who=vehicle))
    title = _("{name} breaks off").format(name=table.now[vehicle].name)
    yield from emit(Explained(trace=Trace(title=title, tone="quiet")))
