"""Handling things: Miscellaneous, with a check where the GM calls for one, and Reload."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, Literal

from msgspec.structs import replace

from gridwar.engine.kit import (
    FormNumber,
    Number,
    Option,
    Procedure,
    Role,
    Variant,
    allows,
    ask,
    choice,
    emit,
    flip,
    may_flip,
    plays,
    props_to_flip,
    require,
    say,
)
from gridwar.model.events_map import WallsChanged
from gridwar.model.geometry import SUBCELL, footprint_centre
from gridwar.model.walls import DoorState, Wall, WallKind
from gridwar.systems.arrgs.actions.offers import HELPING, THINGS, Manoeuvre, offer_manoeuvre
from gridwar.systems.arrgs.actions.paying_for_actions import Lost, finish, may_begin
from gridwar.systems.arrgs.actions.prices import Price, price_for
from gridwar.systems.arrgs.checks.check_rolls import CheckOrder, make_check, rolled
from gridwar.systems.arrgs.checks.check_sums import Exchange
from gridwar.systems.arrgs.core.sheet import sheet_of, state_of
from gridwar.systems.arrgs.core.tables import check_table, check_title, manoeuvre
from gridwar.systems.arrgs.equipment import ItemTaken, Rounds, lying_in_reach, must_have
from gridwar.systems.arrgs.manoeuvres.aid_another_and_change_reach import Helped
from gridwar.systems.arrgs.manoeuvres.complementary_drop_and_draw import (
    Handled,
    drop_or_draw,
    in_either_way,
    may_do_along,
    may_handle,
)
from gridwar.systems.arrgs.opportunities import opportunities
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter, Question, Table

MISCELLANEOUS, RELOAD = "miscellaneous", "reload"
NO_CHECK: Final = "none"
_BY_ITSELF: Final = _("Miscellaneous")


# --- what is offered ------------------------------------------------------------------------------


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
        and not wall.is_broken
        and abs((wall.a.x + wall.b.x) / 2 - middle.x) < far
        and abs((wall.a.y + wall.b.y) / 2 - middle.y) < far
    )


def _lying(encounter: Encounter, who: str) -> Iterator[Variant]:
    for place, name in lying_in_reach(encounter, who):
        yield Variant(str(place), {"deed": "pick_up", "place": place}, {"item": name})


def _doors(encounter: Encounter, who: str) -> Iterator[Variant]:
    for wall in doors_in_reach(encounter, who):
        closed = wall.door is DoorState.CLOSED
        title = _("Open the door") if closed else _("Close the door")
        icon = "door-open" if closed else "door-closed"
        yield Variant(wall.id, {"deed": "door", "door": wall.id}, title=title, icon=icon)


def _to_flip(encounter: Encounter, who: str) -> Iterator[Variant]:
    for one in props_to_flip(encounter, who):
        yield replace(one, fields={**one.fields, "deed": "flip"})


_offer_thing = partial(offer_manoeuvre, MISCELLANEOUS, group=THINGS, swift=True)


@_offer_thing(
    _("Drop to the ground"),
    id="prone",
    icon="stance-prone",
    role=Role.MOVE,
    note=_BY_ITSELF,
    each=lambda encounter, who: in_either_way(encounter, who, "prone", along=False),
)
@_offer_thing(
    _("Draw {item}"),
    id="draw",
    icon="sword",
    role=Role.READY,
    note=_BY_ITSELF,
    each=lambda encounter, who: in_either_way(encounter, who, "draw", along=False),
)
@_offer_thing(_("Pick up {item}"), id="pick_up", icon="hand", role=Role.READY, each=_lying)
@_offer_thing(_("Open the door"), id="door", icon="door-open", role=Role.OTHER, each=_doors)
@_offer_thing(_("Flip over"), id="flip", icon="flip-over", role=Role.GUARD, each=_to_flip)
@_offer_thing(
    _("Miscellaneous"),
    icon="wrench",
    role=Role.OTHER,
    note=_("anything else; a check provokes"),
    each=lambda _encounter, _who: (Variant(fields={"check": "ask"}),),
)
class Miscellaneous(Manoeuvre):
    """Any other handling of something; ``check`` empty: none, ``ask``: the GM says."""

    deed: Literal["other", "draw", "prone", "pick_up", "door", "flip"] = "other"
    item: str = ""
    place: Number = 0
    """Which of the things that lie about, from 0."""
    door: str = ""
    prop: str = ""
    check: str = ""
    dc: Number = 10
    note: str = ""


# --- what is done ---------------------------------------------------------------------------------


@plays(Miscellaneous)
def miscellaneous(table: Table, command: Miscellaneous) -> Procedure[Handled]:
    """Handle something: it succeeds, unless the GM calls for a check, which provokes.

    Rules: AR-MNV-10, AR-OPP-01
    """
    who, price = command.actor, price_for(MISCELLANEOUS, command)
    yield from may_begin(table, who, price)
    yield from _may_handle(table, command)
    check, dc = command.check, command.dc
    if check == "ask":
        answer = yield from ask(lambda: _which_check(table, who))
        check, dc = answer.option or NO_CHECK, answer.numbers.get("dc", command.dc)
    calls_for_check = check not in ("", NO_CHECK)
    opens = manoeuvre(MISCELLANEOUS).does_provoke(check=calls_for_check)
    begun = yield from opportunities.begin_provoking(table, who, price, provokes=opens)
    if isinstance(begun, Lost):
        return Handled(success=False, wasted=True, fort_checks=begun.checks)
    success = not calls_for_check or (yield from _checked(table, who, check, dc, begun.used))
    if success:
        yield from _handle(table, command)
    return Handled(success, fort_checks=(yield from finish(table, begun)))


def _may_handle(table: Table, command: Miscellaneous) -> Procedure[None]:
    who = command.actor
    yield from may_handle(table, who, command.deed, command.item)
    if command.deed in ("prone", "draw"):
        by_itself = not allows(table.now, may_do_along, who, command.deed)
        text = _("That goes along with an action now, free of points.")
        yield from require(by_itself, "goes_along", text, "AR-ACT-02", "AR-MNV-10")
    if command.deed == "pick_up":
        there = command.place in dict(lying_in_reach(table.now, who))
        text = _("Nothing of that kind lies within reach.")
        yield from require(there, "nothing_there", text, "AR-MNV-10", waivable=False)
    if command.deed == "flip":
        yield from may_flip(table, who, command.prop)
    if command.deed == "door":
        there = _door(table.now, command) is not None
        text = _("There is no door within reach.")
        yield from require(there, "no_door", text, "AR-MNV-10", waivable=False)


def _door(encounter: Encounter, command: Miscellaneous) -> Wall | None:
    doors = doors_in_reach(encounter, command.actor)
    return next((one for one in doors if one.id == command.door), None)


def _checked(table: Table, who: str, check: str, dc: int, used: int) -> Procedure[bool]:
    title = check_title(check)
    label = _("Miscellaneous: {check}").format(check=title)
    done = yield from rolled(table, "check", Exchange(who, check, used=used), label, dc)
    told, result = done.told(dc, "AR-MNV-10"), done.came(dc)
    yield from say(table, "{who}: {check}", who=who, check=title, result=result, **told)
    return done.meets(dc)


def _handle(table: Table, command: Miscellaneous) -> Procedure[None]:
    who = command.actor
    if command.deed in ("prone", "draw"):
        yield from drop_or_draw(table, who, command.deed, command.item)
    elif command.deed == "pick_up":
        item = state_of(table.now).lying[command.place].item
        yield from emit(ItemTaken(who=who, place=command.place))
        yield from say(table, _("{who} picks up {item}"), who=who, item=item.name)
    elif command.deed == "door":
        wall = _door(table.now, command)
        if wall is not None:
            opens = wall.door is DoorState.CLOSED
            state = DoorState.OPEN if opens else DoorState.CLOSED
            yield from emit(WallsChanged(put=(wall.with_door(state),)))
            words = _("{who} opens the door") if opens else _("{who} closes the door")
            yield from say(table, words, who=who)
    elif command.deed == "flip":
        yield from flip(table, who, command.prop)
    elif command.note:
        yield from say(table, "{note}", note=command.note)
    else:
        yield from say(table, _("{who} does something"), who=who)


def _which_check(table: Table, who: str) -> Question:
    return choice(
        table,
        _("{who}: does it need a check?"),
        (
            Option(NO_CHECK, _("No check"), "", _("succeeds, provokes nobody")),
            *(Option(one, check_title(one), "", _("provokes")) for one in check_table().checks),
        ),
        "AR-MNV-10",
        key="which check",
        whom=None,
        numbers=(FormNumber("dc", _("DC"), 0, 60, 10),),
        who=who,
    )


# --- Reload ---------------------------------------------------------------------------------------


def _reload_price(encounter: Encounter, command: Reload) -> Price:
    """Return what loading a weapon takes: the weapon's own figure of points.

    Rules: AR-MNV-14
    """
    usual = price_for(RELOAD, command)
    weapon = sheet_of(encounter[command.actor]).weapon(command.weapon)
    return usual if weapon is None else replace(usual, points=weapon.reload_points)


def _to_load(encounter: Encounter, who: str) -> Iterator[Variant]:
    for one in sheet_of(encounter[who]).weapons:
        if one.loaded < one.capacity:
            names = {"weapon": one.title, "n": one.loaded, "all": one.capacity}
            yield Variant(one.id, {"weapon": one.id}, names)


@offer_manoeuvre(
    RELOAD,
    _("Reload {weapon}"),
    icon="refresh-cw",
    group=HELPING,
    role=Role.READY,
    note=_("{n} of {all} loaded; provokes"),
    each=_to_load,
    price=_reload_price,
    prepared=True,
)
class Reload(Manoeuvre):
    """Load a weapon."""

    weapon: str


@plays(Reload)
def reload(table: Table, command: Reload) -> Procedure[Helped]:
    """Load a weapon: one round, or one more for each point over the DC.

    Rules: AR-MNV-14
    """
    who = command.actor
    weapon = yield from must_have(table, who, command.weapon)
    price = _reload_price(table.now, command)
    yield from may_begin(table, who, price)
    room = weapon.capacity - weapon.loaded
    yield from require(room > 0, "full", _("{weapon} is full."), "AR-MNV-14", weapon=weapon.title)
    begun = yield from opportunities.begin_provoking(table, who, price)
    if isinstance(begun, Lost):
        return Helped(wasted=True, fort_checks=begun.checks)
    title = _("Reload {weapon}").format(weapon=weapon.title)
    exchange = Exchange(who, "missile_weaponry")
    order = CheckOrder(exchange, RELOAD, weapon.reload_dc, title, _("loaded"))
    success, value = yield from make_check(table, order, begun.used)
    most = value if weapon.reload_several else 1
    loaded = min(most, room) if success else 0
    if loaded:
        yield from emit(Rounds(who=who, weapon=weapon.id, by=loaded))
    checks = yield from finish(table, begun)
    return Helped(success, value, loaded, fort_checks=checks)
