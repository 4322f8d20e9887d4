"""What begins and ends for machines with turns and rounds, and what they do by themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Option, Procedure, Step, choose, emit, say
from gridwar.model.events_combatants import TrailCleared
from gridwar.systems.cepheus.actions.action_costs import BudgetSpent
from gridwar.systems.cepheus.core.fight_state import sheet_of
from gridwar.systems.cepheus.core.initiative_order import is_gone
from gridwar.systems.cepheus.core.machines_and_aboard import (
    driver_of,
    drives,
    machine_of,
    vehicle_of,
)
from gridwar.systems.cepheus.machines.machine_damage_events import PowerFailed
from gridwar.systems.cepheus.machines.seat_places import concerned_by, take_seats
from gridwar.systems.cepheus.vehicles.driver_costs_and_checks import end_evasion
from gridwar.systems.cepheus.vehicles.driving_along_path import (
    Driven,
    Travelled,
    go_straight_on,
    set_speed,
)
from gridwar.systems.cepheus.vehicles.maneuvers import end_arc
from gridwar.systems.cepheus.vehicles.repairs import patches_fail
from gridwar.systems.cepheus.vehicles.steering_and_course import course_of
from gridwar.systems.cepheus.vehicles.weaving_and_pursuit import given_up
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Table

ON, STANDS = "on", "stands"


def _machine_in_turn(encounter: Encounter, who: str) -> str | None:
    """Return the machine that acts in somebody's turn: what they drive, or they themselves."""
    if drives(encounter, who):
        return vehicle_of(encounter, who)
    return who if machine_of(encounter, who) is not None else None


def machine_turn_begins(table: Table, who: str) -> Procedure[None]:
    """Begin the turn of a driver or a robot: evasive action and arc are over, a turn may be lost.

    Rules: CE-VAC-01, CE-VAC-04, CE-VDM-10
    """
    vehicle = _machine_in_turn(table.now, who)
    machine = machine_of(table.now, vehicle)
    if vehicle is None or machine is None:
        return
    lost, is_robot = machine.lost_rounds, machine.is_robot
    yield from end_evasion(table, vehicle)
    yield from end_arc(table, vehicle)
    if not lost:
        return
    now = table.now.round
    yield from emit(PowerFailed(who=vehicle, rounds=-1, silent_round=now))
    if is_robot:
        yield from emit(BudgetSpent(who=who, minor=3, significant=1))
    yield from say(table, _("The power of {who} fails for this turn"), who=vehicle, tone="harm")


def machine_turn_ends(table: Table, who: str) -> Procedure[None]:
    """End the turn of a driver: a pursuit not kept up is given up; not driven, it goes straight on.

    Rules: CE-VEH-02, CE-VAC-05
    """
    if not drives(table.now, who):
        return
    vehicle = vehicle_of(table.now, who) or ""
    yield from given_up(table, vehicle)
    yield from unminded(table, vehicle)


def machine_round_ends(table: Table) -> Procedure[None]:
    """End the round of machines: vehicles that nobody has driven go straight on.

    Whose driver has no further turn evades no longer and loses the arc of a stunt now; a robot may
    start again.

    Rules: CE-VEH-02, CE-VAC-01, CE-VAC-04, CE-VDM-14, CE-VDM-10, CE-VDM-15
    """
    for who in concerned_by(table.now):
        machine = machine_of(table.now, who)
        if machine is None:
            continue
        if machine.shutdown_rounds == 1:
            steps = (Step(label=_("Rounds shut down"), rule_id="CE-VDM-15", before=1, after=0),)
            yield from say(table, _("{who} starts again"), who=who, steps=steps)
        driver = who if machine.is_robot else driver_of(table.now, who)
        if driver is None or is_gone(table.now, driver):
            yield from end_evasion(table, who)
            yield from end_arc(table, who)
        if machine.is_robot:
            continue
        if driver is None and machine.lost_rounds:
            yield from emit(PowerFailed(who=who, rounds=-1, silent_round=table.now.round))
        yield from unminded(table, who)


def settle_machines(table: Table) -> Procedure[None]:
    """Let occupants sit in their seats, footprints follow facings, patches fail in time.

    Rules: CE-VEH-01, CE-REP-01
    """
    yield from take_seats(table)
    for who in concerned_by(table.now):
        machine = sheet_of(table.now[who]).machine
        if machine is not None and machine.jury_rigs:
            yield from patches_fail(table, who)


def unminded(table: Table, vehicle: str) -> Procedure[None]:
    """Ask the GM what a vehicle does that nobody has driven in this round; usually straight on.

    Rules: CE-VEH-02, CE-VDM-14
    """
    machine = machine_of(table.now, vehicle)
    if machine is None or machine.going.driven_round == table.now.round:
        return
    if not machine.speed_kph or machine.destroyed or table.now[vehicle].pos is None:
        if table.now[vehicle].pos is not None and table.now[vehicle].trail:
            yield from emit(TrailCleared(who=vehicle), Travelled(who=vehicle, metres=0))
        return
    what = yield from _straight_on(table, vehicle)
    if what == STANDS:
        yield from set_speed(table, vehicle, 0)
    if what == ON:
        yield from go_straight_on(table, vehicle)
    else:
        yield from emit(
            TrailCleared(who=vehicle),
            Travelled(who=vehicle, metres=0),
            Driven(who=vehicle, round=table.now.round),
        )


def _straight_on(table: Table, vehicle: str) -> Procedure[str]:
    course, driver = course_of(table.now, vehicle), driver_of(table.now, vehicle)
    words = _("{n} squares straight on").format(n=course.squares)
    if course.met:
        words = _("{words}; after {n} of them: {what}").format(
            words=words, n=len(course.path), what=course.words
        )
    options = (
        Option(ON, _("Straight on"), effect=_("{n} squares").format(n=course.squares)),
        Option(STANDS, _("It stops"), effect=_("speed 0")),
        Option("stays", _("Leave it"), effect=_("it is placed by hand")),
    )
    return (
        yield from choose(
            table,
            _("Nobody steers {who}") if driver is None else _("{who} was not driven"),
            options,
            "CE-VEH-02",
            key=f"unminded {vehicle}",
            whom=None,
            info=words,
            window="unminded",
            who=vehicle,
        )
    )
