"""Handling things: Complementary Actions, Miscellaneous, and doing nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from frozendict import frozendict
from msgspec import Struct

from gridwar.engine.kit import Procedure, ask, emit, is_within, require, require_none
from gridwar.model.command import Answer
from gridwar.model.events import Explained
from gridwar.model.events_map import WallsChanged
from gridwar.model.geometry import SUBCELL, footprint_centre
from gridwar.model.question import FormNumber, Option, Question, Refusal
from gridwar.model.trace import Step, Trace
from gridwar.model.walls import DoorState, WallKind
from gridwar.systems.arrgs.action_points.costs import (
    Price,
    begin,
    finish,
    price_for,
    require_payable,
    require_there,
    why_unable,
    why_unpayable,
)
from gridwar.systems.arrgs.checks.assisted import use_up
from gridwar.systems.arrgs.checks.checks import Exchange
from gridwar.systems.arrgs.checks.rolling import rolled
from gridwar.systems.arrgs.core.close_events import (
    ComplementaryTaken,
    ItemDrawn,
    ItemLeft,
    ItemTaken,
)
from gridwar.systems.arrgs.core.events import ConditionChanged
from gridwar.systems.arrgs.core.sheet import has, sheet_of, state_of, switches_of
from gridwar.systems.arrgs.core.tables import check_table
from gridwar.systems.arrgs.equipment.items import carried, held_items, item_named, weapon_of
from gridwar.systems.arrgs.positioning import opportunities
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Encounter
    from gridwar.model.walls import Wall
    from gridwar.systems.arrgs.conditions.conditions import FortCheck
    from gridwar.systems.arrgs.core.close_commands import Complementary, DoNothing, Miscellaneous

MISCELLANEOUS: Final = "miscellaneous"
NO_CHECK: Final = "none"
ARM_SQUARES: Final = 1
TWO_WAYS: Final = frozenset({"draw", "prone"})
"""What is Complementary while there is room for it, and Miscellaneous after that."""


class Handled(Struct, frozen=True):
    """What handling something came to."""

    success: bool = True
    wasted: bool = False
    fort_checks: tuple[FortCheck, ...] = ()


def complementary_left(encounter: Encounter, who: str) -> int:
    """Return how many Complementary Actions somebody may still take in this round.

    One for each other action; by house rule also before the action that it goes with.

    Rules: AR-ACT-02
    """
    sheet = sheet_of(encounter[who])
    hosts = sheet.actions_taken
    if switches_of(encounter).complementary_timing == "any_time":
        price = Price("ap" if sheet.ap else "aap", 1)
        hosts += why_unpayable(encounter, who, price) is None
    return max(0, hosts - sheet.complementary_used)


def why_not_complementary(encounter: Encounter, who: str, deed: str) -> Refusal | None:
    """Return why something cannot be done as a Complementary Action now.

    Rules: AR-ACT-02, AR-CND-01
    """
    unable = why_unable(encounter[who])
    if unable is not None:
        return unable
    handling = switches_of(encounter).item_handling
    if deed in TWO_WAYS and handling == "always_free":
        return None
    if deed in TWO_WAYS and handling == "always_miscellaneous":
        text = _("By house rule this is a Miscellaneous action.")
        return Refusal("miscellaneous", text, ("AR-ACT-02", "AR-MNV-10"))
    if complementary_left(encounter, who):
        return None
    text = _("{name} may take one Complementary Action with each other action of the round.")
    return Refusal("no_host", text.format(name=encounter[who].name), ("AR-ACT-02",))


def complementary(table: Table, command: Complementary) -> Procedure[Handled]:
    """Do something trivial along with an action: no points, no Vitality, nobody provoked.

    Rules: AR-ACT-02, AR-CND-08, AR-OPP-01
    """
    who = command.actor or ""
    yield from require_there(table, who)
    yield from require_none(why_not_complementary(table.now, who, command.deed))
    yield from _require_item(table, who, command.deed, command.item)
    free = command.deed in TWO_WAYS and switches_of(table.now).item_handling == "always_free"
    if not free:
        yield from emit(ComplementaryTaken(who=who))
    yield from _do(table, who, command.deed, command.item)
    return Handled()


def _require_item(table: Table, who: str, deed: str, name: str) -> Procedure[None]:
    if deed not in ("drop", "draw"):
        return
    found = [one for one in carried(sheet_of(table.now[who])) if one.name == name]
    text = _("{name} carries nothing like that.").format(name=table.now[who].name)
    yield from require(bool(found), "no_item", text, waivable=False)


def _do(table: Table, who: str, deed: str, name: str) -> Procedure[None]:
    """Let what is done happen, and tell it."""
    one = table.now[who].name
    if deed == "prone":
        title = _("{name} drops to the ground").format(name=one)
        if not has(table.now[who], "prone"):
            yield from emit(ConditionChanged(who=who, condition="prone", by=1))
    elif deed == "drop":
        title = _("{name} drops {item}").format(name=one, item=name)
        yield from drop(table, who, (name,))
    elif deed == "draw":
        title = _("{name} draws {item}").format(name=one, item=name)
        item = item_named(sheet_of(table.now[who]), name)
        if item is not None:
            yield from emit(ItemDrawn(who=who, item=item))
    else:
        title = _("{name} says a few words").format(name=one)
    yield from emit(Explained(trace=Trace(title=title, tone="quiet")))


def drop(table: Table, who: str, names: tuple[str, ...] | None = None) -> Procedure[None]:
    """Let things fall into somebody's square; without names everything that is held.

    Rules: AR-ACT-02, AR-CND-06
    """
    sheet, pos = sheet_of(table.now[who]), table.now[who].pos
    fallen = (
        held_items(sheet)
        if names is None
        else tuple(one for one in carried(sheet) if one.name in names)
    )
    events = [
        ItemLeft(who=who, item=one, weapon=weapon_of(sheet, one), cell=pos)
        for one in fallen
        if pos is not None
    ]
    yield from emit(*events)


def do_nothing(table: Table, command: DoNothing) -> Procedure[Handled]:
    """Spend an action on nothing, to host a Complementary one.

    Rules: AR-ACT-02
    """
    who = command.actor or ""
    yield from require_there(table, who)
    cost = int(switches_of(table.now).do_nothing_cost)
    price = Price(command.pool, cost, cost, command.readied, command.readied)
    yield from require_payable(table, who, price)
    begun = yield from begin(table, who, price)
    title = _("{name} waits").format(name=table.now[who].name)
    yield from emit(Explained(trace=Trace(title=title, tone="quiet")))
    checks = yield from finish(table, begun)
    return Handled(fort_checks=checks)


# --- Miscellaneous --------------------------------------------------------------------------------


def miscellaneous(table: Table, command: Miscellaneous) -> Procedure[Handled]:
    """Handle something: it succeeds, unless the GM calls for a check, which provokes.

    Rules: AR-MNV-10, AR-OPP-01
    """
    who = command.actor or ""
    yield from require_there(table, who)
    price = price_for(MISCELLANEOUS, command)
    yield from require_payable(table, who, price)
    yield from _require_within_reach(table, command)
    check, dc = command.check, command.dc
    if check == "ask":
        answer = yield from ask(lambda: _which_check(table.now, who))
        check, dc = answer.option or NO_CHECK, answer.numbers.get("dc", command.dc)
    if check in ("", NO_CHECK):
        begun = yield from begin(table, who, price)
        yield from _handle(table, command)
        checks = yield from finish(table, begun)
        return Handled(fort_checks=checks)
    may_go_on = yield from opportunities.provoke(table, who)
    begun = yield from begin(table, who, price)
    if not may_go_on:
        checks = yield from opportunities.lost(table, begun)
        return Handled(success=False, wasted=True, fort_checks=checks)
    success = yield from _checked(table, who, check, dc, begun.used)
    if success:
        yield from _handle(table, command)
    checks = yield from finish(table, begun)
    return Handled(success, fort_checks=checks)


def _checked(table: Table, who: str, check: str, dc: int, used: int) -> Procedure[bool]:
    exchange = Exchange(who, check, used=used)
    done = yield from rolled(table, "check", exchange, check_title(check))
    yield from use_up(table, who, check)
    title = _("{name}: {check}").format(name=table.now[who].name, check=check_title(check))
    step = Step(label=_("Check"), rule_id="AR-MNV-10", before=dc, after=done.result)
    success = done.meets(dc)
    result = _("success") if success else _("failed")
    yield from emit(
        Explained(
            trace=Trace(
                title=title, lines=done.lines, total=done.result, steps=(step,), result=result
            )
        )
    )
    return success


def _handle(table: Table, command: Miscellaneous) -> Procedure[None]:
    who = command.actor or ""
    name = table.now[who].name
    if command.deed in TWO_WAYS:
        yield from _do(table, who, command.deed, command.item)
        return
    title = command.note or _("{name} does something").format(name=name)
    if command.deed == "pick_up":
        item = state_of(table.now).lying[command.place].item
        title = _("{name} picks up {item}").format(name=name, item=item.name)
        yield from emit(ItemTaken(who=who, place=command.place))
    elif command.deed == "door":
        wall = _door(table.now, command.door)
        if wall is not None:
            opens = wall.door is DoorState.CLOSED
            words = _("{name} opens the door") if opens else _("{name} closes the door")
            title = words.format(name=name)
            state = DoorState.OPEN if opens else DoorState.CLOSED
            yield from emit(WallsChanged(put=(wall.with_door(state),)))
    yield from emit(Explained(trace=Trace(title=title, tone="quiet")))


def _require_within_reach(table: Table, command: Miscellaneous) -> Procedure[None]:
    who = command.actor or ""
    yield from _require_item(table, who, command.deed, command.item)
    if command.deed == "pick_up":
        there = command.place in dict(lying_in_reach(table.now, who))
        text = _("Nothing of that kind lies within reach.")
        yield from require(there, "nothing_there", text, "AR-MNV-10", waivable=False)
    if command.deed == "door":
        found = [wall.id for wall in doors_in_reach(table.now, who)]
        text = _("There is no door within reach.")
        yield from require(command.door in found, "no_door", text, "AR-MNV-10", waivable=False)


def lying_in_reach(encounter: Encounter, who: str) -> tuple[tuple[int, str], ...]:
    """Return what lies within an arm's length: its place among all that lies, and its name.

    Rules: AR-MNV-10
    """
    return tuple(
        (place, one.item.name)
        for place, one in enumerate(state_of(encounter).lying)
        if is_within(encounter[who], one.cell, ARM_SQUARES)
    )


def doors_in_reach(encounter: Encounter, who: str) -> tuple[Wall, ...]:
    """Return the doors next to somebody that are open or closed, not locked.

    Rules: AR-MNV-10
    """
    one = encounter[who]
    if one.pos is None:
        return ()
    middle = footprint_centre(one.pos, one.size)
    far = (max(one.size.w, one.size.h) + 1) * SUBCELL
    usable = (DoorState.OPEN, DoorState.CLOSED)
    return tuple(
        wall
        for wall in encounter.map.walls
        if wall.kind is WallKind.DOOR
        and wall.door in usable
        and abs((wall.a.x + wall.b.x) / 2 - middle.x) < far
        and abs((wall.a.y + wall.b.y) / 2 - middle.y) < far
    )


def _door(encounter: Encounter, wall_id: str) -> Wall | None:
    return next((one for one in encounter.map.walls if one.id == wall_id), None)


def check_title(check: str) -> str:
    """Return a check's name for people."""
    return check.replace("_", " ").capitalize()


def _which_check(encounter: Encounter, who: str) -> Question:
    options = (
        Option(NO_CHECK, _("No check"), "", _("succeeds, provokes nobody")),
        *(Option(one, check_title(one), "", _("provokes")) for one in check_table().checks),
    )
    return Question(
        key="which check",
        recipient=None,
        title=_("{name}: does it need a check?").format(name=encounter[who].name),
        options=options,
        numbers=(FormNumber("dc", _("DC"), 0, 60, 10),),
        default=Answer(option=NO_CHECK, numbers=frozendict({"dc": 10})),
        rule_ids=("AR-MNV-10",),
    )
