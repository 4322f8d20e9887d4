"""The GM lets a machine be hit, by dice and Effect or by points that are known, or explode.

An explosion, which follows from damage too, has two zones round the machine's squares and its
occupants in the middle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from pydantic import Field

from gridwar.engine.kit import (
    Cell,
    Command,
    Number,
    Procedure,
    Step,
    call,
    emit,
    must_exist,
    plays,
    required,
    say,
)
from gridwar.model.geometry import footprint
from gridwar.systems.cepheus.attacks.attack_records import AttackResult
from gridwar.systems.cepheus.attacks.blast_area import Burst, Caught
from gridwar.systems.cepheus.attacks.blast_damage import blast_on, explode
from gridwar.systems.cepheus.attacks.weapon_damage import Hit, roll_damage, work_out
from gridwar.systems.cepheus.core.fight_state import sheet_of
from gridwar.systems.cepheus.core.machines_and_aboard import is_alive, machine_of, occupants
from gridwar.systems.cepheus.core.modifier_tables import modifiers
from gridwar.systems.cepheus.harm.damage_after_armor import Injury
from gridwar.systems.cepheus.machines.hit_location_effects import OneHit, Report
from gridwar.systems.cepheus.machines.machine_damage_events import BlewUp, StructureLost
from gridwar.systems.cepheus.machines.machine_hits import (
    Blow,
    Explodes,
    end_of_blow,
    hit_machine,
    say_changes,
    several,
)
from gridwar.systems.cepheus.machines.machine_parts import LocationName, figures_of
from gridwar.systems.cepheus.positions.range_bands import altitude_m
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.systems.cepheus.core.machine_records import Machine


class DamageMachine(Command):
    """Let a machine be hit: by dice with an Effect, or by points after armour."""

    who: str
    dice: int = Field(default=0, ge=0, le=100)
    effect: Number = 0
    points: int | None = Field(default=None, ge=0, le=10_000)


class HitLocation(Command):
    """Let hits go to one location of a machine; ``points`` are for people inside."""

    who: str
    location: LocationName
    hits: int = Field(default=1, ge=1, le=100)
    points: int = Field(default=0, ge=0, le=10_000)


class MachineHarm(Struct, frozen=True):
    """What came of it."""

    before_armor: int
    after_armor: int
    report: Report


@plays(DamageMachine)
def damage_machine(table: Table, command: DamageMachine) -> Procedure[MachineHarm]:
    """Work out damage, take armour off, play the hits.

    Rules: CE-VDM-01, CE-DMG-04
    """
    who = command.who
    yield from _must_be_machine(table, who)
    if command.points is None:
        hit = Hit(who, None, "", command.dice, effect=command.effect)
        injury = yield from work_out(table, (yield from roll_damage(table, hit)))
    else:
        injury = Injury(who, command.points, command.points)
    report: Report = yield from call(hit_machine, Blow(who, injury.after_armor), key="machine")
    return MachineHarm(injury.before_armor, injury.after_armor, report)


@plays(HitLocation)
def hit_location(table: Table, command: HitLocation) -> Procedure[MachineHarm]:
    """Let hits go to a location, with everything that follows.

    Rules: CE-VDM-03, CE-VDM-05
    """
    who = command.who
    structure = (yield from _must_be_machine(table, who)).structure
    before = figures_of(sheet_of(table.now[who]))
    one = OneHit(who, command.location, command.points)
    report: Report = yield from call(several, (one, command.hits), key="location")
    if not table.rehearsal:
        yield from say_changes(table, who, before, (command.location, *report.locations))
    burst = yield from end_of_blow(table, who, structure)
    return MachineHarm(command.points, command.points, report.plus(burst))


def _must_be_machine(table: Table, who: str) -> Procedure[Machine]:
    yield from must_exist(table, who)
    text, machine = _("{who} is not a machine."), machine_of(table.now, who)
    return (yield from required(machine, "no_machine", text, "CE-VDM-01", who=who))


@plays(Explodes)
def machine_explodes(table: Table, command: Explodes) -> Procedure[AttackResult]:
    """Play the explosion of a machine where it stands; off the board only those inside are near.

    Rules: CE-VDM-05, CE-EXP-01
    """
    yield from must_exist(table, command.who)
    machine = machine_of(table.now, command.who)
    if machine is not None and not machine.exploded:
        left = machine.structure
        if left >= 0:
            yield from emit(StructureLost(who=command.who, points=left + 1))
        yield from emit(BlewUp(who=command.who))
        now = min(left, -1)
        step = Step(label=_("Structure"), rule_id="CE-VDM-05", before=left, after=now)
        text = _("{who} explodes")
        yield from say(table, text, who=command.who, steps=(step,), tone="harm")
    one = table.now[command.who]
    pos, size, altitude = one.pos, one.size, one.altitude
    if pos is None:
        injuries = yield from _only_inside(table, command.who)
        return AttackResult(bool(injuries), injuries)
    cells = footprint(pos, size)
    up_m = altitude_m(table.now, altitude)
    burst = Burst(pos, modifiers().explosion, None, up_m, body=cells, inside=command.who)
    injuries = yield from call(explode, burst, key="blast")
    return AttackResult(bool(injuries), injuries, landing=pos)


def _only_inside(table: Table, vehicle: str) -> Procedure[tuple[Injury, ...]]:
    inside = [who for who in occupants(table.now, vehicle) if is_alive(table.now, who)]
    if not inside:
        return ()
    burst = Burst(Cell(0, 0), modifiers().explosion, inside=vehicle)
    caught = tuple(Caught(who, 0, 0.0) for who in inside)
    return (yield from blast_on(table, burst, caught))
