"""Repairs after the fight: patched up, repaired with spare parts, replaced, rebuilt."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from msgspec import Struct
from pydantic import Field

from gridwar.dice.notation import parse
from gridwar.engine.kit import Procedure, Roll, ask, call, emit, require, roll, roll_all
from gridwar.model.command import Command
from gridwar.model.events import Explained
from gridwar.model.trace import Step, Trace
from gridwar.systems.cepheus.actions.action_costs import must_exist
from gridwar.systems.cepheus.actions.checks import Attempt, CheckResult, attempt
from gridwar.systems.cepheus.core.aboard import machine_of
from gridwar.systems.cepheus.core.machine import JuryRig
from gridwar.systems.cepheus.core.sheet import Characteristic
from gridwar.systems.cepheus.core.state import clock, sheet_of
from gridwar.systems.cepheus.machines.machine_events import PartsChanged, Rigged, StructureLost
from gridwar.systems.cepheus.machines.systems import (
    HULL,
    hits_on,
    is_destroyed,
    repair_event,
    system_title,
    systems_of,
)
from gridwar.systems.cepheus.vehicles.repair_questions import (
    by_whom,
    menders,
    what_price,
    which,
    with_what,
)
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Encounter

ASK: Final = ""
ROUNDS_AN_HOUR: Final = 600
STRUCTURE_HOURS, STRUCTURE_SHARE = 10, 5
PRICE_STEPS: Final = 10
HULL_SKILL: Final = "mechanics"


class _Mending(Command):
    """What repairs with a check have in common; what is left out is asked for."""

    machine: str
    system: str = ASK
    by: str = ASK
    skill: str = ASK
    characteristic: Characteristic = "education"


class JuryRigIt(_Mending):
    """Patch up a hit for some hours, without spare parts."""

    kind: ClassVar[str] = "cepheus.jury_rig"


class Repair(_Mending):
    """Repair a hit on a system, or a point of Hull, with spare parts."""


class Strip(Command):
    """Take a system of ``donor`` apart for spare parts."""

    machine: str
    donor: str = ASK
    system: str = ASK


class ReplaceSystem(Command):
    """Replace a destroyed system in a workshop, at a price."""

    machine: str
    system: str = ASK
    price: int = Field(default=0, ge=0)


class Rebuild(Command):
    """Rebuild Structure in a workshop."""

    machine: str
    points: int = Field(default=1, ge=1, le=100)


class Mended(Struct, frozen=True):
    """What came of a repair."""

    success: bool
    hours: int = 0
    cost: int = 0


# --- repairs --------------------------------------------------------------------------------------


def jury_rig(table: Table, command: JuryRigIt) -> Procedure[Mended]:
    """Patch a hit up: the check of a repair, no parts, and it fails again after 1D6 hours.

    Rules: CE-REP-01
    """
    system = yield from _broken(table, command.machine, command.system, systems_only=True)
    result = yield from _checked(table, command, system)
    who, hours = command.machine, 0
    if result.success:
        label = _("Hours until it fails again")
        hours = yield from roll("1d6", sum, key="hours", owner=None, label=label)
        until = clock(table.now) + hours * ROUNDS_AN_HOUR
        yield from emit(repair_event(who, system, -1))
        yield from emit(Rigged(who=who, rig=JuryRig(system=system, hours=hours, fails_at=until)))
    words = _("patched up for {n} hours").format(n=hours) if hours else _("no use")
    yield from _tell(table, who, system, _("{name}: {system} jury-rigged"), words, "CE-REP-01")
    return Mended(result.success, hours)


def repair(table: Table, command: Repair) -> Procedure[Mended]:
    """Repair one hit, or one point of Hull: a check, 1D6 hours, one hit's worth of spare parts.

    Rules: CE-REP-02, CE-REP-05
    """
    system = yield from _broken(table, command.machine, command.system)
    who = command.machine
    machine = machine_of(table.now, who)
    parts = machine.spare_parts if machine is not None else 0
    text = _("{name} has no spare parts.").format(name=table.now[who].name)
    yield from require(parts > 0, "no_parts", text, "CE-REP-02", "CE-REP-03")
    result = yield from _checked(table, command, system)
    label = _("Hours of work")
    hours = yield from roll("1d6", sum, key="hours", owner=None, label=label)
    yield from emit(PartsChanged(who=who, by=-1))
    if result.success:
        yield from emit(repair_event(who, system, -1), Rigged(who=who, system=system))
    words = _("done after {n} hours") if result.success else _("failed after {n} hours")
    title, rule = _("{name}: {system} repaired"), "CE-REP-05" if system == HULL else "CE-REP-02"
    yield from _tell(table, who, system, title, words.format(n=hours), rule)
    return Mended(result.success, hours)


def strip(table: Table, command: Strip) -> Procedure[None]:
    """Take a system apart: a hit on it gives the parts for one repair.

    Rules: CE-REP-03
    """
    yield from must_exist(table, command.machine)
    donor = command.donor or command.machine
    yield from must_exist(table, donor)
    sheet = sheet_of(table.now[donor])
    whole = [one for one in systems_of(sheet) if not is_destroyed(sheet, one) and one != HULL]
    if sheet.machine is not None and sheet.machine.hull > 0:
        whole.append(HULL)
    text = _("Nothing is left there to take parts from.")
    yield from require(bool(whole), "nothing_left", text, "CE-REP-03", waivable=False)
    system = command.system
    if not system:
        answer = yield from ask(lambda: which(table.now, donor, tuple(whole), "strip"))
        system = answer.option
    text = _("{system} can give no parts.").format(system=system)
    yield from require(system in whole, "no_donor", text, "CE-REP-03", waivable=False)
    yield from emit(repair_event(donor, system, 1), PartsChanged(who=command.machine, by=1))
    yield from _tell(
        table,
        donor,
        system,
        _("{name}: {system} stripped"),
        _("spare parts for one repair"),
        "CE-REP-03",
    )


def replace_system(table: Table, command: ReplaceSystem) -> Procedure[Mended]:
    """Replace a destroyed system: 2D6 times a tenth of its price, whole again.

    Rules: CE-REP-04
    """
    who = command.machine
    system = yield from _broken(table, who, command.system, destroyed=True)
    price = command.price
    if not price:
        answer = yield from ask(what_price)
        price = answer.numbers.get("price", 0)
    found: Mended = yield from call(system_price, price, key="price")
    hits = hits_on(sheet_of(table.now[who]), system)
    yield from emit(repair_event(who, system, -hits))
    words = _("costs {cost:,}").format(cost=found.cost)
    yield from _tell(table, who, system, _("{name}: {system} replaced"), words, "CE-REP-04")
    return found


def system_price(table: Table, price: int) -> Procedure[Mended]:
    """Roll what a new system costs.

    Rules: CE-REP-04
    """
    del table
    label = _("Tenths of the price")
    tenths = yield from roll("2d6", sum, key="tenths", owner=None, label=label)
    return Mended(True, cost=tenths * price // PRICE_STEPS)


def rebuild(table: Table, command: Rebuild) -> Procedure[Mended]:
    """Rebuild Structure in a workshop; no check.

    Rules: CE-REP-06
    """
    who = command.machine
    yield from must_exist(table, who)
    machine = machine_of(table.now, who)
    price = machine.base_price if machine is not None else 0
    found: Mended = yield from call(structure_work, (price, command.points), key="work")
    yield from emit(StructureLost(who=who, points=-command.points))
    words = _("{hours} hours, costs {cost:,}").format(hours=found.hours, cost=found.cost)
    title = _("{name}: {system} rebuilt")
    yield from _tell(table, who, "structure", title, words, "CE-REP-06")
    return found


def structure_work(table: Table, work: tuple[int, int]) -> Procedure[Mended]:
    """Roll the hours of rebuilding so many points, and work out the cost.

    Rules: CE-REP-06
    """
    del table
    price, points = work
    label = _("Tens of hours")
    rolls = tuple(
        Roll(parse("1d6"), sum, f"hours {number}", None, label) for number in range(points)
    )
    tens = yield from roll_all(rolls)
    return Mended(True, sum(tens) * STRUCTURE_HOURS, price * points // STRUCTURE_SHARE)


# --- asking ---------------------------------------------------------------------------------------


def _broken(
    table: Table, who: str, system: str, *, destroyed: bool = False, systems_only: bool = False
) -> Procedure[str]:
    """Return what is to be repaired: as named, or asked for where there is a choice."""
    yield from must_exist(table, who)
    sheet = sheet_of(table.now[who])
    found = tuple(
        one
        for one in systems_of(sheet)
        if hits_on(sheet, one)
        and is_destroyed(sheet, one) == destroyed
        and not (systems_only and one == HULL)
    )
    text = _("Nothing there is destroyed.") if destroyed else _("Nothing there can be repaired.")
    yield from require(bool(found), "nothing_broken", text, "CE-REP-02", waivable=False)
    if not system and len(found) == 1:
        system = found[0]
    if not system:
        answer = yield from ask(lambda: which(table.now, who, found, "repair"))
        system = answer.option
    text = _("{system} is not to be repaired so.").format(system=system)
    yield from require(system in found, "not_broken", text, "CE-REP-02", waivable=False)
    return system


def _checked(table: Table, command: _Mending, system: str) -> Procedure[CheckResult]:
    """Roll the check of a repair; who makes it and with which skill is asked where left open.

    Rules: CE-REP-01, CE-REP-02, CE-REP-05
    """
    by = command.by
    if not by:
        people = menders(table.now)
        text = _("There is nobody to repair it.")
        yield from require(bool(people), "nobody", text, "CE-REP-02", waivable=False)
        answer = yield from ask(lambda: by_whom(table.now, people))
        by = answer.option
    yield from must_exist(table, by)
    skill = command.skill
    if not skill and system == HULL:
        skill = HULL_SKILL
    if not skill:
        answer = yield from ask(lambda: with_what(table.now, by))
        skill = answer.option
    label = _("{name}: repair").format(name=table.now[by].name)
    one = Attempt(by, skill, command.characteristic, label=label)
    result: CheckResult = yield from call(attempt, one, key="check")
    return result


def _tell(  # noqa: PLR0913, PLR0917 a line of the log is all of these
    table: Table, who: str, system: str, title: str, result: str, rule_id: str
) -> Procedure[None]:
    name = system_title(sheet_of(table.now[who]), system)
    words = title.format(name=table.now[who].name, system=name)
    step = Step(label=name, rule_id=rule_id)
    yield from emit(Explained(trace=Trace(title=words, steps=(step,), result=result)))


# --- patches that fail ----------------------------------------------------------------------------


def failing(encounter: Encounter, who: str) -> tuple[JuryRig, ...]:
    """Return the patches whose hours are over.

    Rules: CE-REP-01
    """
    machine = machine_of(encounter, who)
    now = clock(encounter)
    return tuple(one for one in machine.jury_rigs if one.fails_at <= now) if machine else ()


def patches_fail(table: Table, who: str) -> Procedure[None]:
    """Let the patches of a machine fail whose hours are over.

    Rules: CE-REP-01
    """
    for rig in failing(table.now, who):
        yield from emit(repair_event(who, rig.system, 1), Rigged(who=who, system=rig.system))
        title = _("{name}: {system} fails again")
        yield from _tell(table, who, rig.system, title, _("jury-rigged"), "CE-REP-01")
