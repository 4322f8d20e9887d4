"""Driving: what the driver may do, the upkeep it takes, speed.

The way itself, and a vehicle that nobody steers, is ``way``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict
from pydantic import Field

from gridwar.engine.kit import Procedure, ask, emit, require, require_none
from gridwar.model.command import Answer, Command
from gridwar.model.events import Explained
from gridwar.model.geometry import Way
from gridwar.model.question import FormNumber, Question, Refusal
from gridwar.model.trace import Trace
from gridwar.systems.cepheus.actions.action_costs import (
    FREE,
    MINOR,
    SIGNIFICANT,
    Price,
    may_do,
    pay,
    spoil_aim,
    why_not_do,
)
from gridwar.systems.cepheus.core.aboard import drives, machine_of, vehicle_of
from gridwar.systems.cepheus.machines.driving_events import (
    FreeTurns,
    Minded,
)
from gridwar.systems.cepheus.vehicles.course import (
    cost_of,
    kph_of,
    limit_kph,
    steering,
)
from gridwar.systems.cepheus.vehicles.driving_path import (
    Driving,
    go_along,
    go_straight_on,
    set_speed,
)
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Encounter


class Drive(Command):
    """Drive ``actor``'s vehicle along a path; its length is the speed, unless one is named."""

    path: Way
    speed_kph: int | None = Field(default=None, ge=0)
    maneuver: bool = False


class DriveOn(Command):
    """Drive straight on at the present speed."""


class ChangeSpeed(Command):
    """Change the speed of ``actor``'s vehicle as part of driving; it is asked for if left out."""

    kph: int | None = Field(default=None, ge=0)


def why_not_drive(encounter: Encounter, who: str, price: Price = FREE) -> Refusal | None:
    """Return why somebody cannot do anything as a driver now; None where he can.

    Args:
        encounter: The fight.
        who: The driver.
        price: What it costs.

    Rules: CE-VEH-02, CE-VDM-07, CE-VDM-10
    """
    vehicle = vehicle_of(encounter, who)
    machine = machine_of(encounter, vehicle)
    if vehicle is None or machine is None or not drives(encounter, who):
        text = _("{name} drives nothing.").format(name=encounter[who].name)
        return Refusal("no_driver", text, ("CE-VEH-02",), waivable=False)
    name = encounter[vehicle].name
    if machine.destroyed or machine.disabled:
        text = _("{name} is out of action.").format(name=name)
        return Refusal("disabled", text, ("CE-VDM-07", "CE-VDM-10"))
    if machine.silent_round == encounter.round and encounter.round:
        text = _("The power of {name} fails in this round.").format(name=name)
        return Refusal("no_power", text, ("CE-VDM-10",))
    return why_not_do(encounter, who, price)


def upkeep_price(encounter: Encounter, vehicle: str, *, maneuver: bool = False) -> Price:
    """Return what driving costs the driver now.

    Normal driving takes a minor action, unless a significant one has minded the vehicle already.

    Rules: CE-VEH-02, CE-VAC-02, CE-VAC-04
    """
    machine = machine_of(encounter, vehicle)
    if machine is None:
        return MINOR
    if maneuver:
        return FREE if machine.free_turns else SIGNIFICANT
    return FREE if machine.upkeep_round == encounter.round else MINOR


def drive(table: Table, command: Drive) -> Procedure[Driving]:
    """Drive along a path: paid for, stepped with whatever is met, the facing at its end.

    Rules: CE-VEH-02, CE-VAC-02
    """
    who = command.actor or ""
    yield from require_none(why_not_drive(table.now, who))
    vehicle = vehicle_of(table.now, who) or ""
    price = upkeep_price(table.now, vehicle, maneuver=command.maneuver)
    yield from may_do(table, who, price)
    text = _("{name} has no way to go.").format(name=table.now[vehicle].name)
    is_there = table.now[vehicle].pos is not None and bool(command.path)
    yield from require(is_there, "no_way", text, "CE-VEH-02", waivable=False)
    yield from _once_a_round(table, vehicle, maneuver=command.maneuver)
    tenths = yield from _priced(table, vehicle, command)
    kph = command.speed_kph if command.speed_kph is not None else kph_of(tenths)
    limit = limit_of(table.now, vehicle)
    text = _("{kph} kph is more than the {limit:g} kph it can do.").format(kph=kph, limit=limit)
    yield from require(kph <= limit, "too_fast", text, "CE-VEH-02", "CE-VDM-07")
    yield from _mind(table, who, vehicle, price)
    if command.maneuver and price == FREE:
        yield from emit(FreeTurns(who=vehicle, by=-1))
    yield from set_speed(table, vehicle, kph)
    result = yield from go_along(table, vehicle, command.path)
    return result


def drive_on(table: Table, command: DriveOn) -> Procedure[Driving]:
    """Drive straight on at the present speed.

    Rules: CE-VEH-02
    """
    who = command.actor or ""
    yield from require_none(why_not_drive(table.now, who))
    vehicle = vehicle_of(table.now, who) or ""
    price = upkeep_price(table.now, vehicle)
    yield from may_do(table, who, price)
    yield from _once_a_round(table, vehicle, maneuver=False)
    yield from _mind(table, who, vehicle, price)
    result = yield from go_straight_on(table, vehicle)
    return result


def change_speed(table: Table, command: ChangeSpeed) -> Procedure[int]:
    """Change the speed, as part of driving; how fast is asked.

    Rules: CE-VEH-02
    """
    who = command.actor or ""
    yield from require_none(why_not_drive(table.now, who))
    vehicle = vehicle_of(table.now, who) or ""
    price = upkeep_price(table.now, vehicle)
    yield from may_do(table, who, price)
    kph = command.kph
    if kph is None:
        answer = yield from ask(lambda: _how_fast(table.now, who, vehicle))
        kph = answer.numbers.get("kph", 0)
    limit = limit_of(table.now, vehicle)
    text = _("{kph} kph is more than the {limit:g} kph it can do.").format(kph=kph, limit=limit)
    yield from require(kph <= limit, "too_fast", text, "CE-VEH-02", "CE-VDM-07")
    yield from _mind(table, who, vehicle, price)
    yield from set_speed(table, vehicle, kph)
    title = _("{name} goes {kph} kph").format(name=table.now[vehicle].name, kph=kph)
    yield from emit(Explained(trace=Trace(title=title, tone="quiet")))
    return kph


def _how_fast(encounter: Encounter, who: str, vehicle: str) -> Question:
    machine = machine_of(encounter, vehicle)
    most = int(limit_of(encounter, vehicle))
    now = min(most, machine.speed_kph if machine is not None else 0)
    number = FormNumber("kph", _("kph"), 0, most, now)
    return Question(
        key="speed",
        recipient=who,
        title=_("How fast?"),
        numbers=(number,),
        text=_("Every 9 kph are 10 squares a round."),
        default=Answer(numbers=frozendict({"kph": now})),
        rule_ids=("CE-VEH-02",),
    )


# --- what driving takes --------------------------------------------------------------------------


def limit_of(encounter: Encounter, vehicle: str) -> float:
    """Return the top speed that a vehicle still has."""
    machine = machine_of(encounter, vehicle)
    return 0 if machine is None else limit_kph(encounter, machine)


def _once_a_round(table: Table, vehicle: str, *, maneuver: bool) -> Procedure[None]:
    machine = machine_of(table.now, vehicle)
    is_done = machine is not None and machine.driven_round == table.now.round
    is_free = maneuver and machine is not None and machine.free_turns > 0
    text = _("{name} has gone its way in this round.").format(name=table.now[vehicle].name)
    yield from require(not is_done or is_free, "driven", text, "CE-VEH-02")


def _priced(table: Table, vehicle: str, command: Drive) -> Procedure[int]:
    """Return the length of the path in tenths of a square; refuse what cannot be driven.

    Rules: CE-VEH-02
    """
    now, path = table.now, command.path
    rule, start = steering(now, vehicle, free=command.maneuver), now[vehicle].pos
    if start is None:
        return 0
    # Only here: networkx takes longer to load than a window to show.
    from gridwar.grid.movement import NoRoute, price
    from gridwar.grid.movement_graph import LazyGrid

    route = price(LazyGrid(rule.ground, rule), (start, *path))
    if isinstance(route, NoRoute):
        yield from require(False, "no_way", f"{route.why}", "CE-VEH-02")
    return cost_of(path, start)


def _mind(table: Table, who: str, vehicle: str, price: Price) -> Procedure[None]:
    """Let the driver pay for driving in this round.

    Rules: CE-VEH-02
    """
    if price != FREE:
        yield from pay(table, who, price)
        yield from spoil_aim(table, who, "acted")
    yield from mind(table, vehicle)


def mind(table: Table, vehicle: str) -> Procedure[None]:
    """Note that the driver has spent an action on driving in this round."""
    yield from emit(Minded(who=vehicle, round=table.now.round))
