"""Repairs after the fight: patched up, repaired with spare parts, replaced, rebuilt."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from frozendict import frozendict
from msgspec import Struct
from pydantic import Field

from gridwar.dice.notation import parse
from gridwar.engine.procedure import (
    Procedure,
    Roll,
    ask,
    call,
    emit,
    require,
    roll,
    roll_all,
)
from gridwar.model.command import Answer, Command
from gridwar.model.events import Explained
from gridwar.model.question import FormNumber, Option, Question
from gridwar.model.trace import Step, Trace
from gridwar.systems.cepheus.aboard import machine_of
from gridwar.systems.cepheus.checks import Attempt, CheckResult, attempt
from gridwar.systems.cepheus.machine import DESTROYED_AT, STAGES, JuryRig
from gridwar.systems.cepheus.machines.machine_events import (
    HullLost,
    LimbHit,
    PartsChanged,
    Rigged,
    StructureLost,
    SystemHit,
    SystemName,
    WeaponHit,
)
from gridwar.systems.cepheus.prices import must_exist
from gridwar.systems.cepheus.state import Characteristic, clock, sheet_of
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.engine.table import Table
    from gridwar.model.encounter import Encounter
    from gridwar.model.event import Event
    from gridwar.systems.cepheus.machine import Machine
    from gridwar.systems.cepheus.state import CepheusSheet

ASK: Final = ""
ROUNDS_AN_HOUR: Final = 600
STRUCTURE_HOURS, STRUCTURE_SHARE = 10, 5
PRICE_STEPS: Final = 10
DEAREST: Final = 1_000_000_000
SYSTEMS: Final[tuple[SystemName, ...]] = ("drive", "sensors", "power_plant", "computer")
HULL: Final = "hull"
WEAPON, LIMB = "weapon:", "limb:"
FITTING: Final = (
    "mechanics", "mechanic", "engineering", "electronics", "gravitics", "computer",
)  # fmt: skip
HULL_SKILL: Final = "mechanics"


class JuryRigIt(Command):
    """Patch up a hit for some hours, without spare parts. What is left out is asked for."""

    kind: ClassVar[str] = "cepheus.jury_rig"
    machine: str
    system: str = ASK
    by: str = ASK
    skill: str = ASK
    characteristic: Characteristic = "education"


class Repair(Command):
    """Repair a hit on a system, or a point of Hull, with spare parts."""

    kind: ClassVar[str] = "cepheus.repair"
    machine: str
    system: str = ASK
    by: str = ASK
    skill: str = ASK
    characteristic: Characteristic = "education"


class Strip(Command):
    """Take a system of ``donor`` apart for spare parts."""

    kind: ClassVar[str] = "cepheus.strip"
    machine: str
    donor: str = ASK
    system: str = ASK


class ReplaceSystem(Command):
    """Replace a destroyed system in a workshop, at a price."""

    kind: ClassVar[str] = "cepheus.replace_system"
    machine: str
    system: str = ASK
    price: int = Field(default=0, ge=0)


class Rebuild(Command):
    """Rebuild Structure in a workshop."""

    kind: ClassVar[str] = "cepheus.rebuild"
    machine: str
    points: int = Field(default=1, ge=1, le=100)


class Mended(Struct, frozen=True):
    """What came of a repair."""

    success: bool
    hours: int = 0
    cost: int = 0


# --- what is broken -------------------------------------------------------------------------------


def hits_on(sheet: CepheusSheet, system: str) -> int:
    """Return the hits on a system, by its key."""
    machine = sheet.machine
    if machine is None:
        return 0
    if system.startswith(WEAPON):
        weapon = sheet.weapon(system.removeprefix(WEAPON))
        return 0 if weapon is None else weapon.hits
    if system.startswith(LIMB):
        return next((one.hits for one in machine.limbs if one.id == system[len(LIMB) :]), 0)
    if system == HULL:
        return machine.hull_max - machine.hull
    return _system_hits(machine, system)


def _system_hits(machine: Machine, system: str) -> int:
    return {
        "drive": machine.drive_hits, "sensors": machine.sensor_hits,
        "power_plant": machine.power_hits, "computer": machine.computer_hits,
    }.get(system, 0)  # fmt: skip


def systems_of(sheet: CepheusSheet) -> tuple[str, ...]:
    """Return the keys of all systems of a machine, its Hull first."""
    if sheet.machine is None:
        return ()
    weapons = (f"{WEAPON}{one.id}" for one in sheet.weapons)
    return (HULL, *SYSTEMS, *weapons, *(f"{LIMB}{one.id}" for one in sheet.machine.limbs))


def is_destroyed(sheet: CepheusSheet, system: str) -> bool:
    """Tell whether a system is beyond repair with spare parts.

    Rules: CE-REP-04
    """
    if system == HULL:
        return False
    room = STAGES if system in ("drive", "power_plant") else DESTROYED_AT
    return hits_on(sheet, system) >= room


def system_title(sheet: CepheusSheet, system: str) -> str:
    """Return the name of a system."""
    if system.startswith(WEAPON):
        weapon = sheet.weapon(system.removeprefix(WEAPON))
        return system if weapon is None else weapon.name
    if system.startswith(LIMB) and sheet.machine is not None:
        found = (one.name or one.id for one in sheet.machine.limbs if one.id == system[len(LIMB) :])
        return next(found, system)
    return {
        HULL: _("Hull"), "drive": _("Drive"), "sensors": _("Sensors"),
        "power_plant": _("Power plant"), "computer": _("Computer"),
    }.get(system, system)  # fmt: skip


def repair_event(who: str, system: str, hits: int) -> Event:
    """Return the event by which hits on a system come (or go, negative)."""
    if system.startswith(WEAPON):
        return WeaponHit(who=who, weapon=system.removeprefix(WEAPON), hits=hits)
    if system.startswith(LIMB):
        return LimbHit(who=who, limb=system[len(LIMB) :], hits=hits)
    if system == HULL:
        return HullLost(who=who, points=hits)
    name = next(one for one in SYSTEMS if one == system)
    return SystemHit(who=who, system=name, hits=hits)


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
        answer = yield from ask(lambda: _which(table.now, donor, tuple(whole), "strip"))
        system = answer.option
    text = _("{system} can give no parts.").format(system=system)
    yield from require(system in whole, "no_donor", text, "CE-REP-03", waivable=False)
    yield from emit(repair_event(donor, system, 1), PartsChanged(who=command.machine, by=1))
    yield from _tell(
        table, donor, system, _("{name}: {system} stripped"), _("spare parts for one repair"),
        "CE-REP-03",
    )  # fmt: skip


def replace_system(table: Table, command: ReplaceSystem) -> Procedure[Mended]:
    """Replace a destroyed system: 2D6 times a tenth of its price, whole again.

    Rules: CE-REP-04
    """
    who = command.machine
    system = yield from _broken(table, who, command.system, destroyed=True)
    price = command.price
    if not price:
        answer = yield from ask(_what_price)
        price = answer.numbers.get("price", 0)
    found: Mended = yield from call(system_price, price, key="price")
    hits = hits_on(sheet_of(table.now[who]), system)
    yield from emit(repair_event(who, system, -hits))
    words = _("costs {cost:,}").format(cost=found.cost)
    yield from _tell(table, who, system, _("{name}: {system} replaced"), words, "CE-REP-04")
    return found


def _what_price() -> Question:
    number = FormNumber("price", _("Price when new"), 0, DEAREST, 0)
    return Question(
        key="what price", recipient=None, title=_("What is the price of the system?"),
        numbers=(number,), default=Answer(numbers=frozendict({"price": 0})),
        rule_ids=("CE-REP-04",),
    )  # fmt: skip


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
        if hits_on(sheet, one) and is_destroyed(sheet, one) == destroyed
        and not (systems_only and one == HULL)
    )
    text = _("Nothing there is destroyed.") if destroyed else _("Nothing there can be repaired.")
    yield from require(bool(found), "nothing_broken", text, "CE-REP-02", waivable=False)
    if not system and len(found) == 1:
        system = found[0]
    if not system:
        answer = yield from ask(lambda: _which(table.now, who, found, "repair"))
        system = answer.option
    text = _("{system} is not to be repaired so.").format(system=system)
    yield from require(system in found, "not_broken", text, "CE-REP-02", waivable=False)
    return system


def _which(encounter: Encounter, who: str, systems: tuple[str, ...], key: str) -> Question:
    sheet = sheet_of(encounter[who])

    def words(one: str) -> str:
        hits = hits_on(sheet, one)
        return ngettext("{n} hit", "{n} hits", hits).format(n=hits) if hits else ""

    options = tuple(Option(one, system_title(sheet, one), effect=words(one)) for one in systems)
    title = _("{name}: which system?").format(name=encounter[who].name)
    return Question(
        key=key, recipient=None, title=title, options=options,
        default=Answer(option=systems[0]), rule_ids=("CE-REP-02",),
    )  # fmt: skip


def _checked(table: Table, command: JuryRigIt | Repair, system: str) -> Procedure[CheckResult]:
    """Roll the check of a repair; who makes it and with which skill is asked where left open.

    Rules: CE-REP-01, CE-REP-02, CE-REP-05
    """
    by = command.by
    if not by:
        people = menders(table.now)
        text = _("There is nobody to repair it.")
        yield from require(bool(people), "nobody", text, "CE-REP-02", waivable=False)
        answer = yield from ask(lambda: _by_whom(table.now, people))
        by = answer.option
    yield from must_exist(table, by)
    skill = command.skill
    if not skill and system == HULL:
        skill = HULL_SKILL
    if not skill:
        answer = yield from ask(lambda: _with_what(table.now, by))
        skill = answer.option
    label = _("{name}: repair").format(name=table.now[by].name)
    one = Attempt(by, skill, command.characteristic, label=label)
    result: CheckResult = yield from call(attempt, one, key="check")
    return result


def menders(encounter: Encounter) -> tuple[str, ...]:
    """Return who could repair something, the most skilled first."""
    everyone = [one for one in encounter.everyone() if sheet_of(one).machine is None]
    best = {
        one.id: max((sheet_of(one).skills.get(skill, -1) for skill in FITTING), default=-1)
        for one in everyone
    }
    return tuple(sorted(best, key=lambda who: -best[who]))


def _by_whom(encounter: Encounter, people: tuple[str, ...]) -> Question:
    def words(who: str) -> str:
        skills = sheet_of(encounter[who]).skills
        return ", ".join(f"{one} {skills[one]}" for one in FITTING if one in skills)

    options = tuple(Option(one, encounter[one].name, effect=words(one)) for one in people)
    return Question(
        key="by", recipient=None, title=_("Who repairs it?"), options=options,
        default=Answer(option=people[0]), rule_ids=("CE-REP-02",),
    )  # fmt: skip


def _with_what(encounter: Encounter, who: str) -> Question:
    skills = sheet_of(encounter[who]).skills
    names = tuple(dict.fromkeys((*(one for one in FITTING if one in skills), *FITTING)))

    def words(one: str) -> str:
        return f"{skills[one]:+d}" if one in skills else _("untrained")

    options = tuple(Option(one, one.capitalize(), effect=words(one)) for one in names)
    return Question(
        key="skill", recipient=None, title=_("With which skill?"), options=options,
        default=Answer(option=names[0]), rule_ids=("CE-REP-02",),
    )  # fmt: skip


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
