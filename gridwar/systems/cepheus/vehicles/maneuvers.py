"""What a driver does with a significant action: evade, turn about, try a stunt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from gridwar.engine.kit import Procedure, ask, emit, require, require_none
from gridwar.grid.arcs import bearings_to
from gridwar.model.command import Answer, Command
from gridwar.model.events import Explained
from gridwar.model.geometry import Cell, footprint
from gridwar.model.question import Option, Question
from gridwar.model.trace import Trace
from gridwar.systems.cepheus.actions.action_costs import (
    FREE,
    SIGNIFICANT,
    may_do,
    must_exist,
    pay,
    spoil_aim,
)
from gridwar.systems.cepheus.core.aboard import machine_of, vehicle_of
from gridwar.systems.cepheus.core.dms import EXCEPTIONAL
from gridwar.systems.cepheus.core.machine import ARCS, ArcName, ExtraArc
from gridwar.systems.cepheus.core.state import switches_of
from gridwar.systems.cepheus.machines.bearing import ARC_TITLES, AXES_DEG, arcs_to
from gridwar.systems.cepheus.machines.driving_events import (
    ArcGained,
    Chained,
    EvasionChanged,
    FreeTurns,
)
from gridwar.systems.cepheus.vehicles.checks import driver_check
from gridwar.systems.cepheus.vehicles.course import EIGHTH_DEG, heading_of
from gridwar.systems.cepheus.vehicles.driving import mind, upkeep_price, why_not_drive
from gridwar.systems.cepheus.vehicles.driving_path import face
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Encounter
    from gridwar.systems.cepheus.actions.checks import CheckResult

StuntUse = Literal["arc", "chain", "turns", "other"]
ASK: Final = "ask"
MOST_TURNS: Final = 3
KPH_A_NUMBER: Final = 20


class Evade(Command):
    """Take evasive action with ``actor``'s vehicle."""


class BringToBear(Command):
    """Manoeuvre ``actor``'s vehicle so that a target lies in one of its arcs."""

    target: str
    arc: ArcName | Literal["ask"] = "ask"


class Stunt(Command):
    """Try a stunt with ``actor``'s vehicle."""

    use: StuntUse | Literal["ask"] = "ask"
    target: str = ""
    arc: ArcName | Literal["ask"] = "ask"


def begun(table: Table, who: str) -> Procedure[str]:
    """Check and pay a significant action of a driver; return the vehicle."""
    yield from require_none(why_not_drive(table.now, who))
    yield from may_do(table, who, SIGNIFICANT)
    return vehicle_of(table.now, who) or ""


def paid(table: Table, who: str, vehicle: str) -> Procedure[None]:
    """Pay a significant action of a driver; it minds the vehicle, and ends evasive action.

    Rules: CE-VAC-01, CE-VEH-02
    """
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
    vehicle = yield from begun(table, who)
    yield from paid(table, who, vehicle)
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
        yield from paid(table, who, vehicle)
    now = table.now
    mine = footprint(now[vehicle].pos or Cell(0, 0), now[vehicle].size)
    theirs = footprint(now[target].pos or Cell(0, 0), now[target].size)
    bearing = bearings_to(mine, theirs)[0]
    facing = round((bearing - AXES_DEG[arc]) / EIGHTH_DEG) * EIGHTH_DEG % 360
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
        key="arc",
        recipient=who,
        title=_("{name}: into which arc?").format(name=name),
        options=options,
        default=Answer(option="front"),
        rule_ids=("CE-VAC-02",),
    )


# --- stunts ---------------------------------------------------------------------------------------


def stunt(table: Table, command: Stunt) -> Procedure[CheckResult]:
    """Try a stunt: an arc more for one target, help for the next check, three manoeuvres, other.

    Rules: CE-VAC-04
    """
    who = command.actor or ""
    vehicle = yield from begun(table, who)
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
    yield from paid(table, who, vehicle)
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
        key="stunt",
        recipient=who,
        title=_("What is the stunt of {name} for?").format(name=encounter[who].name),
        options=(
            Option("arc", _("An arc more"), effect=_("for one target, this round")),
            Option("chain", _("Next check"), effect=_("prepares it: +1 or +2")),
            Option("turns", _("Manoeuvres"), effect=_("up to three at once")),
            Option("other", _("Other"), effect=_("something hard to do")),
        ),
        default=Answer(option="other"),
        rule_ids=("CE-VAC-04",),
    )


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
        key="target",
        recipient=who,
        title=_("Which target?"),
        options=options,
        default=default,
        rule_ids=("CE-VAC-04",),
    )


def heading_words(facing_deg: int | None) -> str:
    """Return where something faces, in words."""
    names = (
        _("north"),
        _("northeast"),
        _("east"),
        _("southeast"),
        _("south"),
        _("southwest"),
        _("west"),
        _("northwest"),
    )
    return names[heading_of(facing_deg)]
