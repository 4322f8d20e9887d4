"""Repairs after the fight: patched up, repaired with spare parts, replaced, rebuilt; by whom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.dice.dice_notation import parse
from gridwar.engine.kit import (
    FormNumber,
    Option,
    Procedure,
    Roll,
    Step,
    call,
    choose,
    choose_numbers,
    emit,
    must_exist,
    plays,
    require,
    required,
    roll,
    roll_all,
    say,
)
from gridwar.systems.cepheus.checks.check_rolls import Attempt, CheckResult, attempt
from gridwar.systems.cepheus.core.fight_state import clock, sheet_of
from gridwar.systems.cepheus.core.machine_records import JuryRig
from gridwar.systems.cepheus.core.machines_and_aboard import machine_of
from gridwar.systems.cepheus.machines.machine_damage_events import (
    PartsChanged,
    Rigged,
    StructureLost,
)
from gridwar.systems.cepheus.machines.machine_parts import HULL, Part, hits_words, parts_of
from gridwar.systems.cepheus.vehicles.repair_offers import (
    OPEN,
    JuryRigIt,
    Rebuild,
    Repair,
    ReplaceSystem,
    Strip,
    by_whom,
    with_what,
)
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table

ROUNDS_AN_HOUR: Final = 600
STRUCTURE_HOURS, STRUCTURE_SHARE = 10, 5
PRICE_STEPS: Final = 10
HULL_SKILL: Final = "mechanics"
DEAREST: Final = 1_000_000_000


class Mended(Struct, frozen=True):
    """What came of a repair."""

    success: bool
    hours: int = 0
    cost: int = 0


# --- repairs --------------------------------------------------------------------------------------


@plays(JuryRigIt)
def jury_rig(table: Table, command: JuryRigIt) -> Procedure[Mended]:
    """Patch a hit up: the check of a repair, no parts, and it fails again after 1D6 hours.

    Rules: CE-REP-01
    """
    who, hours = command.machine, 0
    part = yield from _broken(table, who, command.system, but=HULL)
    result = yield from _checked(table, command, part)
    if result.success:
        label = _("Hours until the patch fails again")
        hours = yield from roll("1d6", sum, key="hours", owner=None, label=label)
        until = clock(table.now) + hours * ROUNDS_AN_HOUR
        rig = JuryRig(system=part.key, hours=hours, fails_at=until)
        yield from emit(part.change(-1), Rigged(who=who, rig=rig))
        yield from _say_dice(table, label, "CE-REP-01", "hours")
    words = _("patched up for {n} hours").format(n=hours) if hours else _("no use")
    text = _("{system} of {who} is jury-rigged")
    yield from _tell(table, text, who, _hits_step(part, -1 if hours else 0, "CE-REP-01"), words)
    return Mended(result.success, hours)


@plays(Repair)
def repair(table: Table, command: Repair) -> Procedure[Mended]:
    """Repair one hit, or one point of Hull: a check, 1D6 hours, one hit's worth of spare parts.

    Rules: CE-REP-02, CE-REP-05
    """
    who = command.machine
    part = yield from _broken(table, who, command.system)
    machine, text = machine_of(table.now, who), _("{who} has no spare parts.")
    has_parts = machine is not None and machine.spare_parts > 0
    yield from require(has_parts, "no_parts", text, "CE-REP-02", "CE-REP-03", who=who)
    result = yield from _checked(table, command, part)
    label = _("Hours of work on the repair")
    hours = yield from roll("1d6", sum, key="hours", owner=None, label=label)
    yield from _say_dice(table, label, "CE-REP-02", "hours")
    yield from emit(PartsChanged(who=who, by=-1))
    if result.success:
        yield from emit(part.change(-1), Rigged(who=who, system=part.key))
    words = _("done after {n} hours") if result.success else _("failed after {n} hours")
    text, rule = (
        _("{system} of {who} is repaired"),
        "CE-REP-05" if part.key == HULL else "CE-REP-02",
    )
    yield from _tell(
        table, text, who, _hits_step(part, -int(result.success), rule), words.format(n=hours)
    )
    return Mended(result.success, hours)


@plays(Strip)
def strip(table: Table, command: Strip) -> Procedure[None]:
    """Take a system apart: a hit on it gives the parts for one repair.

    Rules: CE-REP-03
    """
    yield from must_exist(table, command.machine)
    donor, system = command.donor or command.machine, command.system
    yield from must_exist(table, donor)
    sheet = sheet_of(table.now[donor])
    parts = parts_of(donor, sheet)
    whole = {key: one for key, one in parts.items() if not one.is_destroyed and key != HULL}
    if sheet.machine is not None and sheet.machine.hull > 0:
        whole[HULL] = parts[HULL]
    text = _("Nothing is left there to take parts from.")
    yield from require(bool(whole), "nothing_left", text, "CE-REP-03", waivable=False)
    if system in OPEN:
        system = yield from _which(table, donor, tuple(whole.values()), "strip")
    text = _("{system} can give no parts.")
    part = yield from required(whole.get(system), "no_donor", text, "CE-REP-03", system=system)
    yield from emit(part.change(1), PartsChanged(who=command.machine, by=1))
    text, words = _("{system} of {who} is stripped"), _("spare parts for one repair")
    yield from _tell(table, text, donor, _hits_step(part, 1, "CE-REP-03"), words)


@plays(ReplaceSystem)
def replace_system(table: Table, command: ReplaceSystem) -> Procedure[Mended]:
    """Replace a destroyed system: 2D6 times a tenth of its price, whole again.

    Rules: CE-REP-04
    """
    who, price = command.machine, command.price
    part = yield from _broken(table, who, command.system, destroyed=True)
    if not price:
        form = (FormNumber("price", _("Price when new"), 0, DEAREST, 0),)
        text = _("What is the price of the system?")
        numbers = yield from choose_numbers(
            table, text, form, "CE-REP-04", key="what price", whom=None
        )
        price = numbers["price"]
    found: Mended = yield from call(system_price, price, key="price")
    yield from emit(part.change(-part.hits))
    text, words = _("{system} of {who} is replaced"), _("costs {cost:,}").format(cost=found.cost)
    yield from _tell(table, text, who, _hits_step(part, -part.hits, "CE-REP-04"), words)
    return found


def system_price(table: Table, price: int) -> Procedure[Mended]:
    """Roll what a new system costs.

    Rules: CE-REP-04
    """
    label = _("Tenths of the price of a new system")
    tenths = yield from roll("2d6", sum, key="tenths", owner=None, label=label)
    yield from _say_dice(table, label, "CE-REP-04", "tenths")
    return Mended(True, cost=tenths * price // PRICE_STEPS)


@plays(Rebuild)
def rebuild(table: Table, command: Rebuild) -> Procedure[Mended]:
    """Rebuild Structure in a workshop; no check.

    Rules: CE-REP-06
    """
    who = command.machine
    yield from must_exist(table, who)
    machine = machine_of(table.now, who)
    price, before = (0, 0) if machine is None else (machine.base_price, machine.structure)
    found: Mended = yield from call(structure_work, (price, command.points), key="work")
    yield from emit(StructureLost(who=who, points=-command.points))
    words = _("{hours} hours, costs {cost:,}").format(hours=found.hours, cost=found.cost)
    rebuilt = machine_of(table.now, who)
    after = before if rebuilt is None else rebuilt.structure
    step = Step(label=_("Structure"), rule_id="CE-REP-06", before=before, after=after)
    yield from _tell(table, _("{system} of {who} is rebuilt"), who, step, words)
    return found


def structure_work(table: Table, work: tuple[int, int]) -> Procedure[Mended]:
    """Roll the hours of rebuilding so many points, and work out the cost.

    Rules: CE-REP-06
    """
    price, points = work
    label = _("Tens of hours for a point of Structure")
    rolls = tuple(
        Roll(parse("1d6"), sum, f"hours {number}", None, label) for number in range(points)
    )
    tens = yield from roll_all(rolls)
    yield from _say_dice(table, label, "CE-REP-06", *(one.key for one in rolls))
    return Mended(True, sum(tens) * STRUCTURE_HOURS, price * points // STRUCTURE_SHARE)


def _say_dice(table: Table, label: str, rule_id: str, *keys: str) -> Procedure[None]:
    """Tell what was rolled, die by die."""
    rolled = [table.faces(key) for key in keys]
    steps = tuple(
        Step(label=f"{len(one)}D6", rule_id=rule_id, after=sum(one), faces=one) for one in rolled
    )
    yield from say(table, label, steps=steps)


# --- asking ---------------------------------------------------------------------------------------


def _broken(
    table: Table, who: str, system: str, *, destroyed: bool = False, but: str = ""
) -> Procedure[Part]:
    """Return what is to be repaired: as named, or asked for where there is a choice."""
    yield from must_exist(table, who)
    found = {
        key: one
        for key, one in parts_of(who, sheet_of(table.now[who])).items()
        if one.hits and one.is_destroyed == destroyed and key != but
    }
    code, text = "nothing_broken", _("Nothing there can be repaired.")
    if destroyed:
        code, text = "nothing_destroyed", _("Nothing there is destroyed.")
    yield from require(bool(found), code, text, "CE-REP-02", waivable=False)
    if system in OPEN and len(found) == 1:
        system = next(iter(found))
    elif system in OPEN:
        system = yield from _which(table, who, tuple(found.values()), "repair")
    text = _("{system} cannot be repaired this way.")
    return (yield from required(found.get(system), "not_broken", text, "CE-REP-02", system=system))


def _checked(table: Table, command: JuryRigIt | Repair, part: Part) -> Procedure[CheckResult]:
    """Roll the check of a repair; who makes it and with which skill is asked where left open.

    Rules: CE-REP-01, CE-REP-02, CE-REP-05
    """
    by, skill = command.by, command.skill
    if by in OPEN:
        by = yield from by_whom(table)
    yield from must_exist(table, by)
    if skill in OPEN:
        skill = HULL_SKILL if part.key == HULL else (yield from with_what(table, by))
    one = Attempt(by, skill, command.characteristic, what=_("repair"))
    return (yield from call(attempt, one, key="check"))


def _which(table: Table, who: str, parts: tuple[Part, ...], key: str) -> Procedure[str]:
    """Ask which of some systems of a machine is meant."""
    options = tuple(
        Option(one.key, one.title, effect=hits_words(one.hits) if one.hits else "") for one in parts
    )
    text, rule = _("{who}: which system?"), "CE-REP-02"
    return (yield from choose(table, text, options, rule, key=key, whom=None, who=who))


def _hits_step(part: Part, change: int, rule_id: str) -> Step:
    """Return how the hits on a system changed; of a Hull, the points that are left."""
    label = part.title
    if not change:
        return Step(label=label, rule_id=rule_id)
    if part.left is not None:
        return Step(label=label, rule_id=rule_id, before=part.left, after=part.left - change)
    words = _("{n} hits")
    before, after = (words.format(n=n) for n in (part.hits, part.hits + change))
    return Step(label=label, rule_id=rule_id, before=before, after=after)


def _tell(table: Table, text: str, who: str, step: Step, result: str) -> Procedure[None]:
    """Write what became of a system into the log."""
    name = step.label
    yield from say(table, text, who=who, system=name, steps=(step,), result=result, tone="plain")


# --- patches that fail ----------------------------------------------------------------------------


def patches_fail(table: Table, who: str) -> Procedure[None]:
    """Let the patches of a machine fail whose hours are over.

    Rules: CE-REP-01
    """
    machine, now = machine_of(table.now, who), clock(table.now)
    rigs = () if machine is None else machine.jury_rigs
    for rig in (one for one in rigs if one.fails_at <= now):
        part = parts_of(who, sheet_of(table.now[who])).get(rig.system)
        yield from emit(Rigged(who=who, system=rig.system))
        if part is not None:
            yield from emit(part.change(1))
            text = _("{system} of {who} fails again")
            yield from _tell(table, text, who, _hits_step(part, 1, "CE-REP-01"), _("jury-rigged"))
