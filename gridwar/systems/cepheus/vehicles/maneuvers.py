"""What a driver does with a significant action: evade, turn about, ram, try a stunt, weave."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, Literal

from frozendict import frozendict
from pydantic import Field

from gridwar.engine.procedure import Procedure, ask, call, emit, require, require_none
from gridwar.grid.arcs import bearings_to
from gridwar.model.command import Answer, Command
from gridwar.model.events import Explained, TrailCleared
from gridwar.model.geometry import Cell, footprint
from gridwar.model.question import FormNumber, Option, Question
from gridwar.model.trace import Trace
from gridwar.systems.cepheus.aboard import driver_of, machine_of, vehicle_of
from gridwar.systems.cepheus.checks import CheckResult, Extra
from gridwar.systems.cepheus.cover import cover_between
from gridwar.systems.cepheus.dms import EXCEPTIONAL
from gridwar.systems.cepheus.machine import ARCS, ArcName, ExtraArc
from gridwar.systems.cepheus.machines.bearing import ARC_TITLES, AXES_DEG, arcs_to
from gridwar.systems.cepheus.machines.machine_events import (
    ArcGained,
    Chained,
    Driven,
    EvasionChanged,
    FreeTurns,
    Pursued,
    Travelled,
)
from gridwar.systems.cepheus.prices import FREE, SIGNIFICANT, may_do, must_exist, pay, spoil_aim
from gridwar.systems.cepheus.reactions import (
    DODGE_DM,
    DODGE_IN_COVER_DM,
    Attacked,
    chosen_reaction,
    pay_reaction,
    reaction_options,
    reaction_question,
)
from gridwar.systems.cepheus.state import switches_of
from gridwar.systems.cepheus.vehicles.checks import driver_check
from gridwar.systems.cepheus.vehicles.collisions import Collision, Crash, collision
from gridwar.systems.cepheus.vehicles.course import cost_of, heading_of, limit_kph
from gridwar.systems.cepheus.vehicles.driving import (
    face,
    mind,
    set_speed,
    upkeep_price,
    why_not_drive,
)
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.table import Table
    from gridwar.model.encounter import Encounter
    from gridwar.systems.cepheus.attack_values import ReactionKind

StuntUse = Literal["arc", "chain", "turns", "other"]
ASK: Final = "ask"
MOST_TURNS: Final = 3
KPH_A_NUMBER: Final = 20


class Evade(Command):
    """Take evasive action with ``actor``'s vehicle."""

    kind: ClassVar[str] = "cepheus.evade"


class BringToBear(Command):
    """Manoeuvre ``actor``'s vehicle so that a target lies in one of its arcs."""

    kind: ClassVar[str] = "cepheus.bring_to_bear"
    target: str
    arc: ArcName | Literal["ask"] = "ask"


class Ram(Command):
    """Ram somebody with ``actor``'s vehicle; ``bonus`` is what the GM gives for a large target."""

    kind: ClassVar[str] = "cepheus.ram"
    target: str
    bonus: int = Field(default=0, ge=-20, le=20)
    sure: bool = False
    """The GM asks for no roll."""


class Stunt(Command):
    """Try a stunt with ``actor``'s vehicle."""

    kind: ClassVar[str] = "cepheus.stunt"
    use: StuntUse | Literal["ask"] = "ask"
    target: str = ""
    arc: ArcName | Literal["ask"] = "ask"


class Weave(Command):
    """Weave among obstacles; the number is the minus DM, 0 asks for it."""

    kind: ClassVar[str] = "cepheus.weave"
    number: int = Field(default=0, ge=0)


class BreakOff(Command):
    """Give up pursuing a vehicle that weaves."""

    kind: ClassVar[str] = "cepheus.break_off"


def _begun(table: Table, who: str) -> Procedure[str]:
    """Check and pay a significant action of a driver; return the vehicle."""
    yield from require_none(why_not_drive(table.now, who))
    yield from may_do(table, who, SIGNIFICANT)
    return vehicle_of(table.now, who) or ""


def _paid(table: Table, who: str, vehicle: str) -> Procedure[None]:
    yield from pay(table, who, SIGNIFICANT)
    yield from spoil_aim(table, who, "acted")
    yield from end_evasion(table, vehicle)
    yield from mind(table, vehicle)


# --- evasive action -------------------------------------------------------------------------------


def evade(table: Table, command: Evade) -> Procedure[CheckResult]:
    """Evade: the Effect is a minus DM on all shots at the vehicle and out of it.

    Rules: CE-VAC-01
    """
    who = command.actor or ""
    vehicle = yield from _begun(table, who)
    yield from _paid(table, who, vehicle)
    label = _("{name}: evasive action").format(name=table.now[who].name)
    result = yield from driver_check(table, who, label)
    counts = result.effect > 0 or switches_of(table.now).evasive_negative
    if counts and result.effect:
        yield from emit(EvasionChanged(who=vehicle, by=result.effect))
    return result


def end_evasion(table: Table, vehicle: str) -> Procedure[None]:
    """End an evasive action: the driver does something else, or has a new turn.

    Rules: CE-VAC-01
    """
    machine = machine_of(table.now, vehicle)
    if machine is not None and machine.evasive_dm:
        yield from emit(EvasionChanged(who=vehicle, by=-machine.evasive_dm))


# --- manoeuvres -----------------------------------------------------------------------------------


def bring_to_bear(table: Table, command: BringToBear) -> Procedure[None]:
    """Turn so that a target lies in the arc wanted; no check.

    Rules: CE-VAC-02
    """
    who, target = command.actor or "", command.target
    yield from must_exist(table, target)
    yield from require_none(why_not_drive(table.now, who))
    vehicle = vehicle_of(table.now, who) or ""
    price = upkeep_price(table.now, vehicle, maneuver=True)
    yield from may_do(table, who, price)
    on_board = table.now[vehicle].pos is not None and table.now[target].pos is not None
    text = _("Both have to be on the board.")
    yield from require(on_board, "not_on_board", text, "CE-VAC-02", waivable=False)
    arc = yield from _arc_wanted(table, who, vehicle, target, command.arc)
    if price == FREE:
        yield from emit(FreeTurns(who=vehicle, by=-1))
    else:
        yield from _paid(table, who, vehicle)
    now = table.now
    mine = footprint(now[vehicle].pos or Cell(0, 0), now[vehicle].size)
    theirs = footprint(now[target].pos or Cell(0, 0), now[target].size)
    bearing = bearings_to(mine, theirs)[0]
    facing = round((bearing - AXES_DEG[arc]) / 45) * 45 % 360
    yield from face(table, vehicle, facing)
    title = _("{name} brings {target} into its {arc} arc").format(
        name=table.now[vehicle].name, target=table.now[target].name, arc=ARC_TITLES[arc]
    )
    yield from emit(Explained(trace=Trace(title=title, tone="quiet")))


def _arc_wanted(
    table: Table, who: str, vehicle: str, target: str, arc: ArcName | Literal["ask"]
) -> Procedure[ArcName]:
    if arc != ASK:
        return arc
    answer = yield from ask(lambda: _which_arc(table.now, who, vehicle, target))
    return next(one for one in ARCS if one == answer.option)


def _which_arc(encounter: Encounter, who: str, vehicle: str, target: str) -> Question:
    now = arcs_to(encounter, vehicle, target)
    options = tuple(
        Option(arc, ARC_TITLES[arc].capitalize(), effect=_("there now") if arc in now else "")
        for arc in ARCS
    )
    name = encounter[target].name
    return Question(
        key="arc", recipient=who, title=_("{name}: into which arc?").format(name=name),
        options=options, default=Answer(option="front"), rule_ids=("CE-VAC-02",),
    )  # fmt: skip


# --- ramming --------------------------------------------------------------------------------------


def ram(table: Table, command: Ram) -> Procedure[Collision | None]:
    """Ram: the way there, the victim's reaction, the check, the collision.

    Rules: CE-VAC-03, CE-VEH-07
    """
    who, target = command.actor or "", command.target
    yield from must_exist(table, target)
    vehicle = yield from _begun(table, who)
    path = way_to(table.now, vehicle, target)
    text = _("{name} is too far away for this round.").format(name=table.now[target].name)
    near = path is not None and _is_in_reach(table.now, vehicle, path)
    yield from require(near, "too_far", text, "CE-VAC-03")
    reaction: ReactionKind = "none"
    attacked = Attacked(target, "ranged", who)
    options = reaction_options(table.now, attacked)
    if any(not one.why_not for one in options):
        answer = yield from ask(lambda: reaction_question(table.now, attacked, options))
        reaction = chosen_reaction(answer)
    yield from _paid(table, who, vehicle)
    yield from pay_reaction(table, attacked, reaction)
    result: CheckResult | None = None
    if not command.sure:
        label = _("{name}: ram").format(name=table.now[who].name)
        extra = _ram_lines(table.now, who, command, reaction)
        result = yield from driver_check(table, who, label, *extra)
    yield from _close_in(table, vehicle, path or ())
    if result is not None and not result.success:
        return None
    solid = machine_of(table.now, target) is not None
    machine = machine_of(table.now, vehicle)
    crash = Crash(vehicle, machine.speed_kph if machine is not None else 0, target, solid)
    found: Collision = yield from call(collision, crash, key="collision")
    return found


def _ram_lines(
    encounter: Encounter, who: str, command: Ram, reaction: ReactionKind
) -> tuple[Extra, ...]:
    """Return what makes a ram harder or easier: dodge, evasive action, the GM's bonus.

    Rules: CE-VAC-03, CE-REA-03, CE-VAC-01
    """
    found: list[Extra] = []
    if command.bonus:
        found.append(Extra("CE-VAC-03", _("A large target"), command.bonus))
    name = encounter[command.target].name
    if reaction == "dodge":
        ducks = cover_between(encounter, who, command.target) is not None
        dm = DODGE_IN_COVER_DM if ducks else DODGE_DM
        found.append(Extra("CE-REA-03", _("{name} dodges").format(name=name), dm))
    machine = machine_of(encounter, command.target)
    if machine is not None and machine.evasive_dm:
        words = _("{name}: evasive action").format(name=name)
        found.append(Extra("CE-VAC-01", words, -machine.evasive_dm))
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
    """Tell whether the way to a target is no longer than a round at top speed."""
    machine, pos = machine_of(encounter, vehicle), encounter[vehicle].pos
    if machine is None or pos is None:
        return False
    return cost_of(path, pos) * 0.09 <= limit_kph(encounter, machine) + 1


def _close_in(table: Table, vehicle: str, path: tuple[Cell, ...]) -> Procedure[None]:
    """Move up to beside the target; a vehicle that stood gets the speed that takes."""
    from gridwar.engine.walk import Walk, walk

    start = table.now[vehicle].pos
    metres = 0.0
    if path and start is not None:
        metres = cost_of(path, start) * table.now.map.scale.cell_m / 10
        machine = machine_of(table.now, vehicle)
        least = int(cost_of(path, start) * 0.09 + 0.5)
        if machine is not None and machine.speed_kph < least:
            yield from set_speed(table, vehicle, least)
        yield from emit(TrailCleared(who=vehicle))
        walked = yield from walk(table, Walk(vehicle, path, tag="ram"))
        if walked.steps:
            before = path[walked.steps - 2] if walked.steps > 1 else start
            last = path[walked.steps - 1]
            from gridwar.systems.cepheus.vehicles.course import HEADINGS

            heading = HEADINGS.index((last.x - before.x, last.y - before.y))
            yield from face(table, vehicle, heading * 45)
    yield from emit(
        Travelled(who=vehicle, metres=metres), Driven(who=vehicle, round=table.now.round)
    )


# --- stunts ---------------------------------------------------------------------------------------


def stunt(table: Table, command: Stunt) -> Procedure[CheckResult]:
    """Try a stunt: an arc more for one target, help for the next check, three manoeuvres, other.

    Rules: CE-VAC-04
    """
    who = command.actor or ""
    vehicle = yield from _begun(table, who)
    use = command.use
    if use == ASK:
        answer = yield from ask(lambda: _which_stunt(table.now, who))
        use = next(one for one in _USES if one == answer.option)
    target = command.target
    arc: ArcName = "front"
    if use == "arc":
        if not target:
            answer = yield from ask(lambda: _which_target(table.now, who, vehicle))
            target = answer.option
        yield from must_exist(table, target)
        arc = yield from _arc_wanted(table, who, vehicle, target, command.arc)
    yield from _paid(table, who, vehicle)
    label = _("{name}: stunt").format(name=table.now[who].name)
    result = yield from driver_check(table, who, label)
    if use == "chain":
        yield from emit(Chained(who=vehicle, by=chain_dm(result)))
    elif result.success and use == "arc":
        extra = ExtraArc(target=target, arc=arc, round=table.now.round)
        yield from emit(ArcGained(who=vehicle, extra=extra))
    elif result.success and use == "turns":
        yield from emit(FreeTurns(who=vehicle, by=MOST_TURNS))
    return result


def chain_dm(result: CheckResult) -> int:
    """Return what a check passes on to the one that it prepares.

    Rules: CE-VAC-04
    """
    if result.effect >= EXCEPTIONAL:
        return 2
    if result.success:
        return 1
    return -2 if result.effect <= -EXCEPTIONAL else -1


_USES: Final[tuple[StuntUse, ...]] = ("arc", "chain", "turns", "other")


def _which_stunt(encounter: Encounter, who: str) -> Question:
    return Question(
        key="stunt", recipient=who,
        title=_("What is the stunt of {name} for?").format(name=encounter[who].name),
        options=(
            Option("arc", _("An arc more"), effect=_("for one target, this round")),
            Option("chain", _("Next check"), effect=_("prepares it: +1 or +2")),
            Option("turns", _("Manoeuvres"), effect=_("up to three at once")),
            Option("other", _("Other"), effect=_("something hard to do")),
        ),
        default=Answer(option="other"), rule_ids=("CE-VAC-04",),
    )  # fmt: skip


def _which_target(encounter: Encounter, who: str, vehicle: str) -> Question:
    side = encounter[vehicle].side
    foes = [
        one
        for one in encounter.everyone()
        if one.pos is not None and encounter.are_foes(side, one.side)
    ]
    options = tuple(Option(one.id, one.name) for one in foes)
    default = Answer(option=options[0].id) if options else Answer()
    return Question(
        key="target", recipient=who, title=_("Which target?"), options=options, default=default,
        rule_ids=("CE-VAC-04",),
    )  # fmt: skip


# --- weaving --------------------------------------------------------------------------------------


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
    vehicle = yield from _begun(table, who)
    machine = machine_of(table.now, vehicle)
    most = most_weave(machine.speed_kph) if machine is not None else 0
    behind = machine.weave_behind if machine is not None else ""
    text = _("{name} stands.").format(name=table.now[vehicle].name)
    yield from require(most > 0, "stands", text, "CE-VAC-05", waivable=False)
    number = command.number
    if behind and machine is not None:
        number = -machine.weave_dm
    elif not number:
        answer = yield from ask(lambda: _which_number(who, most))
        number = answer.numbers.get("number", 1)
    text = _("From 1 to {most} at this speed.").format(most=most)
    yield from require(1 <= number <= most or bool(behind), "number", text, "CE-VAC-05")
    yield from _paid(table, who, vehicle)
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
        key="number", recipient=who, title=_("How wildly?"), numbers=(number,),
        text=_("Every pursuer has to weave at the same number, or break off."),
        default=Answer(numbers=frozendict({"number": 1})), rule_ids=("CE-VAC-05",),
    )  # fmt: skip


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
        key="obstacle", recipient=None, title=title,
        options=(
            Option("solid", _("Solid"), effect=_("damage, and it stops")),
            Option("soft", _("It gives way"), effect=_("no damage to the vehicle")),
            Option("nothing", _("Nothing"), effect=_("none was near")),
        ),
        default=Answer(option="solid"), rule_ids=("CE-VAC-05", "CE-VEH-07"),
    )  # fmt: skip


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
    numbers = tuple(FormNumber(one, encounter[one].name, 0, 1, 1) for one in candidates)
    return Question(
        key="pursuers", recipient=None,
        title=_("Who pursues {name}?").format(name=encounter[vehicle].name),
        text=_("1 for a pursuer: it has to weave too, or break off."), numbers=numbers,
        default=Answer(numbers=frozendict(dict.fromkeys(candidates, 1))),
        window="pursuers", rule_ids=("CE-VAC-05",),
    )  # fmt: skip


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


def heading_words(facing_deg: int | None) -> str:
    """Return where something faces, in words."""
    names = (
        _("north"), _("northeast"), _("east"), _("southeast"), _("south"), _("southwest"),
        _("west"), _("northwest"),
    )  # fmt: skip
    return names[heading_of(facing_deg)]
