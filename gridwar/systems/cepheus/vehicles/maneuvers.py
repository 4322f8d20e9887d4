"""What a driver does with a significant action: evade, turn about, try a stunt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from gridwar.engine.kit import (
    Act,
    Cell,
    Option,
    Procedure,
    Role,
    Step,
    Variant,
    cells_towards,
    choose,
    emit,
    must_exist,
    offer,
    plays,
    price_of,
    require,
    say,
    sets,
)
from gridwar.grid.areas.arcs import bearings_to
from gridwar.model.geometry import footprint
from gridwar.systems.cepheus.actions.action_costs import FREE, SIGNIFICANT, Price
from gridwar.systems.cepheus.checks.check_dms import EXCEPTIONAL
from gridwar.systems.cepheus.core.fight_state import switches_of
from gridwar.systems.cepheus.core.machine_records import ARCS, ArcName, ExtraArc
from gridwar.systems.cepheus.core.machines_and_aboard import machine_of, vehicle_of
from gridwar.systems.cepheus.core.offers_and_headings import ASK, DRIVE
from gridwar.systems.cepheus.machines.arcs_and_facing import ARC_TITLES, AXES_DEG, arcs_to
from gridwar.systems.cepheus.machines.machine_damage_events import MachineEvent
from gridwar.systems.cepheus.vehicles.driver_costs_and_checks import (
    Chained,
    EvasionChanged,
    FreeTurns,
    as_driver,
    driver_check,
    for_drivers,
    may_drive,
    paid,
    stunt_words,
    upkeep_price,
)
from gridwar.systems.cepheus.vehicles.driving_along_path import face
from gridwar.systems.cepheus.vehicles.steering_and_course import EIGHTH_DEG
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.engine.kit import Encounter, Table
    from gridwar.systems.cepheus.checks.check_rolls import CheckResult

StuntUse = Literal["arc", "chain", "turns", "other"]
MOST_TURNS: Final = 3


@for_drivers
def _turning(encounter: Encounter, vehicle: str) -> Iterable[Variant]:
    return (Variant(note=stunt_words(encounter, vehicle)),)


def _turning_price(encounter: Encounter, command: BringToBear) -> Price:
    return upkeep_price(encounter, vehicle_of(encounter, command.actor), maneuver=True)


@offer(
    _("Evasive action"),
    icon="wind",
    group=DRIVE,
    role=Role.GUARD,
    price=SIGNIFICANT,
    note=_("Effect off all shots"),
    each=as_driver,
)
class Evade(Act):
    """Take evasive action with ``actor``'s vehicle."""


@offer(
    _("Bring into an arc"),
    icon="facing",
    group=DRIVE,
    role=Role.READY,
    needs="combatant",
    price=_turning_price,
    id="bear",
    each=_turning,
)
class BringToBear(Act):
    """Manoeuvre ``actor``'s vehicle so that a target lies in one of its arcs."""

    target: str
    arc: ArcName | Literal["ask"] = "ask"


@offer(
    _("Stunt"),
    icon="sparkles",
    group=DRIVE,
    role=Role.OTHER,
    price=SIGNIFICANT,
    note=_("asks what for"),
    each=as_driver,
)
class Stunt(Act):
    """Try a stunt with ``actor``'s vehicle."""

    use: StuntUse | Literal["ask"] = "ask"
    target: str = ""
    arc: ArcName | Literal["ask"] = "ask"


@sets("machine.going.extra_arc", of="extra")
class ArcGained(MachineEvent):
    """A stunt lets a target count as in one arc more; none: that is over."""

    extra: ExtraArc | None = None


# --- evasive action -------------------------------------------------------------------------------


@plays(Evade)
def evade(table: Table, command: Evade) -> Procedure[CheckResult]:
    """Evade: the Effect is a minus DM on all shots at the vehicle and out of it.

    Rules: CE-VAC-01
    """
    who = command.actor
    vehicle = yield from may_drive(table, who, SIGNIFICANT)
    yield from paid(table, who, vehicle)
    result = yield from driver_check(table, who, _("evasive action"))
    counts = result.effect > 0 or switches_of(table.now).evasive_negative
    if counts and result.effect:
        yield from emit(EvasionChanged(who=vehicle, by=result.effect))
    return result


def end_arc(table: Table, vehicle: str) -> Procedure[None]:
    """End what a stunt has added to the arcs: its one round is over with the driver's next turn.

    Rules: CE-VAC-04
    """
    machine = machine_of(table.now, vehicle)
    if machine is not None and machine.going.extra_arc is not None:
        target = machine.going.extra_arc.target
        yield from emit(ArcGained(who=vehicle))
        text, label = _("{who}'s stunt is over"), _("Its arc for one target")
        name = table.now[target].name if target in table.now else target
        steps = (Step(label=label, rule_id="CE-VAC-04", before=name, after=_("none")),)
        yield from say(table, text, who=vehicle, steps=steps)


# --- manoeuvres -----------------------------------------------------------------------------------


@plays(BringToBear)
def bring_to_bear(table: Table, command: BringToBear) -> Procedure[None]:
    """Turn so that a target lies in the arc wanted; no check.

    Rules: CE-VAC-02
    """
    who, target, price = command.actor, command.target, price_of(table.now, command)
    vehicle = yield from may_drive(table, who, price)
    yield from must_exist(table, target)
    here, there = table.now[vehicle].pos, table.now[target].pos
    text = _("Both have to be on the board.")
    on_board = here is not None and there is not None
    yield from require(on_board, "both_on_board", text, "CE-VAC-02", waivable=False)
    arc = yield from _arc_wanted(table, who, vehicle, target, command.arc)
    if price == FREE:
        yield from emit(FreeTurns(who=vehicle, by=-1))
    else:
        yield from paid(table, who, vehicle)
    mine = footprint(here or Cell(0, 0), table.now[vehicle].size)
    theirs = footprint(there or Cell(0, 0), table.now[target].size)
    bearing = bearings_to(mine, cells_towards(table.now.map, mine, theirs))[0]
    facing = round((bearing - AXES_DEG[arc]) / EIGHTH_DEG) * EIGHTH_DEG % 360
    yield from face(table, vehicle, facing)
    text = _("{who} brings {target} into its {arc} arc")
    yield from say(table, text, who=vehicle, target=target, arc=ARC_TITLES[arc])


def _arc_wanted(
    table: Table, who: str, vehicle: str, target: str, arc: ArcName | Literal["ask"]
) -> Procedure[ArcName]:
    if arc != ASK:
        return arc

    def options() -> Iterable[Option]:
        now = arcs_to(table.now, vehicle, target)
        for one in ARCS:
            effect = _("there now") if one in now else ""
            yield Option(one, ARC_TITLES[one].capitalize(), effect=effect)

    chosen = yield from choose(
        table,
        _("{target}: into which arc?"),
        options,
        "CE-VAC-02",
        key="arc",
        whom=who,
        default="front",
        target=target,
    )
    return next(one for one in ARCS if one == chosen)


# --- stunts ---------------------------------------------------------------------------------------


@plays(Stunt)
def stunt(table: Table, command: Stunt) -> Procedure[CheckResult]:
    """Try a stunt: an arc more for one target, help for the next check, three manoeuvres, other.

    Rules: CE-VAC-04
    """
    who, target, use = command.actor, command.target, command.use
    vehicle = yield from may_drive(table, who, SIGNIFICANT)
    if use == ASK:
        use = yield from _use_wanted(table, who)
    arc: ArcName = "front"
    if use == "arc":
        if not target:
            target = yield from _target_wanted(table, who, vehicle)
        yield from must_exist(table, target)
        arc = yield from _arc_wanted(table, who, vehicle, target, command.arc)
    yield from paid(table, who, vehicle)
    result = yield from driver_check(table, who, _("stunt"))
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


def _use_wanted(table: Table, who: str) -> Procedure[StuntUse]:
    options = (
        Option("arc", _("An arc more"), effect=_("for one target, to your next turn")),
        Option("chain", _("Next check"), effect=_("prepares it: +1 or +2")),
        Option("turns", _("Manoeuvres"), effect=_("up to three at once")),
        Option("other", _("Other"), effect=_("something hard to do")),
    )
    text, rule = _("What is the stunt of {who} for?"), "CE-VAC-04"
    use = yield from choose(
        table, text, options, rule, key="stunt", whom=who, default="other", who=who
    )
    return next(one for one in _USES if one == use)


_USES: Final[tuple[StuntUse, ...]] = ("arc", "chain", "turns", "other")


def _target_wanted(table: Table, who: str, vehicle: str) -> Procedure[str]:
    """Return the foe on the board that a stunt is for; nobody where there is none."""

    def foes() -> dict[str, str]:
        now, side = table.now, table.now[vehicle].side
        there = (one for one in now.everyone() if one.pos is not None)
        return {one.id: one.name for one in there if now.are_foes(side, one.side)}

    text = _("There is nobody to try a stunt on.")
    yield from require(bool(foes()), "no_foe", text, "CE-VAC-04", waivable=False)

    def options() -> Iterable[Option]:
        return (Option(id, name, who=id) for id, name in foes().items())

    return (
        yield from choose(table, _("Which target?"), options, "CE-VAC-04", key="target", whom=who)
    )
