"""The GM lets a machine be hit: by dice and Effect, or by points that are known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from pydantic import Field

from gridwar.engine.kit import Command, Number, Procedure, call, must_exist, plays, required
from gridwar.systems.cepheus.attacks.damage import Hit, roll_damage, work_out
from gridwar.systems.cepheus.core.aboard import machine_of
from gridwar.systems.cepheus.core.state import sheet_of
from gridwar.systems.cepheus.harm.armor import Injury
from gridwar.systems.cepheus.machines.damage_told import figures_of
from gridwar.systems.cepheus.machines.hits import (
    Blow,
    end_of_blow,
    hit_machine,
    say_changes,
    several,
)
from gridwar.systems.cepheus.machines.locations import OneHit, Report
from gridwar.systems.cepheus.machines.tables import Location
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.systems.cepheus.core.machine import Machine


class DamageMachine(Command):
    """Let a machine be hit: by dice with an Effect, or by points after armour."""

    who: str
    dice: int = Field(default=0, ge=0, le=100)
    effect: Number = 0
    points: int | None = Field(default=None, ge=0, le=10_000)


class HitLocation(Command):
    """Let hits go to one location of a machine; ``points`` are for people inside."""

    who: str
    location: Location
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
