"""Ramming: the way there, the victim's reaction, the check, the collision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from gridwar.engine.kit import (
    Act,
    Cell,
    Procedure,
    Role,
    Walk,
    ask,
    call,
    emit,
    must_exist,
    offer,
    plays,
    require,
    walk,
)
from gridwar.model.events_combatants import TrailCleared
from gridwar.model.geometry import footprint
from gridwar.systems.cepheus.actions.action_costs import SIGNIFICANT
from gridwar.systems.cepheus.attacks.reactions import (
    Attacked,
    chosen_reaction,
    dodge_dm,
    may_react,
    pay_reaction,
    reaction_question,
)
from gridwar.systems.cepheus.checks.check_rolls import CheckResult, Extra
from gridwar.systems.cepheus.core.machines_and_aboard import machine_at, machine_of, vehicle_of
from gridwar.systems.cepheus.core.offers_and_headings import DRIVE
from gridwar.systems.cepheus.vehicles.collisions import Collision, Crash, collision
from gridwar.systems.cepheus.vehicles.driver_costs_and_checks import (
    as_driver,
    driver_check,
    may_drive,
    paid,
)
from gridwar.systems.cepheus.vehicles.driving_along_path import (
    RAM_TAG,
    Driven,
    Travelled,
    face,
    headings,
    set_speed,
)
from gridwar.systems.cepheus.vehicles.steering_and_course import (
    EIGHTH_DEG,
    SQUARE,
    cost_of,
    kph_of,
    limit_kph,
)
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Table
    from gridwar.systems.cepheus.attacks.attack_records import ReactionKind


@offer(
    _("Ram"),
    icon="zap",
    group=DRIVE,
    role=Role.STRIKE,
    needs="combatant",
    price=SIGNIFICANT,
    each=as_driver,
)
class Ram(Act):
    """Ram somebody with ``actor``'s vehicle; ``bonus`` is what the GM gives for a large target."""

    target: str
    bonus: int = Field(default=0, ge=-20, le=20)
    sure: bool = False
    """The GM asks for no roll."""


@plays(Ram)
def ram(table: Table, command: Ram) -> Procedure[Collision | None]:
    """Ram: the way there, the victim's reaction, the check, the collision.

    To ram somebody aboard is to ram what they sit in.

    Rules: CE-VAC-03, CE-VEH-07
    """
    who = command.actor
    vehicle = yield from may_drive(table, who, SIGNIFICANT)
    yield from must_exist(table, command.target)
    target = vehicle_of(table.now, command.target) or command.target
    text = _("Nobody rams their own vehicle.")
    yield from require(target != vehicle, "ram_oneself", text, "CE-VAC-03", waivable=False)
    text = _("{target} is too far away for this round.")
    path = way_to(table.now, vehicle, target)
    near = path is not None and _is_in_reach(table.now, vehicle, path)
    yield from require(near, "too_far_to_ram", text, "CE-VAC-03", target=target)
    reaction: ReactionKind = "none"
    attacked = Attacked(target, "ranged", who)
    if may_react(table.now, attacked):
        answer = yield from ask(lambda: reaction_question(table, attacked))
        reaction = chosen_reaction(answer)
    yield from paid(table, who, vehicle)
    yield from pay_reaction(table, attacked, reaction)
    result: CheckResult | None = None
    if not command.sure:
        extra = _ram_lines(table.now, who, target, command.bonus, reaction)
        result = yield from driver_check(table, who, _("ram"), *extra)
    is_there = yield from _close_in(table, vehicle, path or ())
    if not is_there or (result is not None and not result.success):
        return None
    solid = machine_of(table.now, target) is not None
    crash = Crash(vehicle, machine_at(table.now, vehicle).speed_kph, target, solid)
    return (yield from call(collision, crash, key="collision"))


def _ram_lines(
    encounter: Encounter, who: str, target: str, bonus: int, reaction: ReactionKind
) -> tuple[Extra, ...]:
    """Return what makes a ram harder or easier: dodge, evasive action, the GM's bonus.

    Rules: CE-VAC-03, CE-REA-03, CE-VAC-01
    """
    found: list[Extra] = []
    if bonus:
        found.append(Extra("CE-VAC-03", _("A large target"), bonus))
    name = encounter[target].name
    if reaction == "dodge":
        dm = dodge_dm(encounter, Attacked(target, "ranged", who))
        found.append(Extra("CE-REA-03", _("{name} dodges").format(name=name), dm))
    machine = machine_of(encounter, target)
    if machine is not None and machine.going.evasive_dm:
        words = _("{name}: evasive action").format(name=name)
        found.append(Extra("CE-VAC-01", words, -machine.going.evasive_dm))
    return tuple(found)


def way_to(encounter: Encounter, vehicle: str, target: str) -> tuple[Cell, ...] | None:
    """Return the straight way of a vehicle to a target, up to beside it; None off the board.

    Rules: CE-VAC-03
    """
    one, other = encounter[vehicle], encounter[target]
    if one.pos is None or other.pos is None:
        return None
    theirs = set(footprint(other.pos, other.size))
    path: list[Cell] = []
    here, goal = one.pos, other.pos
    while here != goal:
        dx = (goal.x > here.x) - (goal.x < here.x)
        dy = (goal.y > here.y) - (goal.y < here.y)
        here = here.shifted(dx, dy)
        if not theirs.isdisjoint(footprint(here, one.size)):
            break
        path.append(here)
    return tuple(path)


def _is_in_reach(encounter: Encounter, vehicle: str, path: tuple[Cell, ...]) -> bool:
    """Return whether the way to a target is no longer than a round at top speed."""
    machine, pos = machine_of(encounter, vehicle), encounter[vehicle].pos
    if machine is None or pos is None:
        return False
    return kph_of(cost_of(encounter.map, (pos, *path))) <= limit_kph(encounter, machine)


def _close_in(table: Table, vehicle: str, path: tuple[Cell, ...]) -> Procedure[bool]:
    """Move up to beside the target; return whether it got there past all that is in the way.

    A vehicle that stood gets the speed that takes.

    Rules: CE-VAC-03, CE-VEH-07
    """
    start = table.now[vehicle].pos
    steps, metres = 0, 0.0
    if path and start is not None:
        machine = machine_of(table.now, vehicle)
        least = kph_of(cost_of(table.now.map, (start, *path)))
        if machine is not None and machine.speed_kph < least:
            yield from set_speed(table, vehicle, least)
        yield from emit(TrailCleared(who=vehicle))
        steps = (yield from walk(table, Walk(vehicle, path, tag=RAM_TAG))).steps
        metres = (
            cost_of(table.now.map, (start, *path[:steps])) * table.now.map.scale.cell_m / SQUARE
        )
        if steps:
            facing = table.now[vehicle].facing_deg or 0
            *_before, heading = headings(table.now.map, facing, (start, *path[:steps]))
            yield from face(table, vehicle, heading * EIGHTH_DEG)
    yield from emit(
        Travelled(who=vehicle, metres=metres), Driven(who=vehicle, round=table.now.round)
    )
    return steps == len(path)
