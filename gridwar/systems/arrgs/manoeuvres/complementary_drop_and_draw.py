"""Complementary Actions: a few words, dropping, drawing; and doing nothing, which hosts them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from gridwar.engine.kit import (
    Act,
    Procedure,
    Role,
    SheetEvent,
    Variant,
    adds,
    allows,
    emit,
    ngettext,
    offer,
    plays,
    refuse,
    require,
    say,
)
from gridwar.systems.arrgs.actions.offers import THINGS, Manoeuvre, offer_manoeuvre
from gridwar.systems.arrgs.actions.paying_for_actions import (
    Lost,
    begin,
    finish,
    may_act,
    may_begin,
    may_pay,
)
from gridwar.systems.arrgs.actions.prices import Price
from gridwar.systems.arrgs.conditions import Altered, FortCheck, alter
from gridwar.systems.arrgs.core.sheet import has, sheet_of, switches_of
from gridwar.systems.arrgs.equipment import (
    ItemDrawn,
    ItemLeft,
    carried,
    held_items,
    item_named,
    weapon_of,
)
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter, Table
    from gridwar.systems.arrgs.core.weapon_and_item_records import Item

Deed = Literal["words", "drop", "prone", "draw"]
TwoWays = Literal["prone", "draw"]
"""What is Complementary while there is room for it, and Miscellaneous after that."""


class Handled(Struct, frozen=True):
    """What handling something came to."""

    success: bool = True
    wasted: bool = False
    fort_checks: tuple[FortCheck, ...] = ()


def _is_either(deed: str) -> bool:
    return deed in ("prone", "draw")


def complementary_left(encounter: Encounter, who: str) -> int:
    """Return how many Complementary Actions somebody may still take in this round.

    One for each other action; by house rule also before the action that it goes with.

    Rules: AR-ACT-02
    """
    sheet = sheet_of(encounter[who])
    hosts = sheet.actions_taken
    if switches_of(encounter).complementary_timing == "any_time":
        price = Price("ap" if sheet.ap else "aap", 1)
        hosts += allows(encounter, may_pay, who, price)
    return max(0, hosts - sheet.complementary_used)


def may_do_along(table: Table, who: str, deed: str) -> Procedure[None]:
    """Refuse what cannot be done as a Complementary Action now.

    Rules: AR-ACT-02, AR-CND-01
    """
    yield from may_act(table, who)
    handling = switches_of(table.now).item_handling
    if _is_either(deed) and handling == "always_free":
        return
    if _is_either(deed) and handling == "always_miscellaneous":
        text = _("By house rule this is a Miscellaneous action.")
        yield from refuse("miscellaneous", text, "AR-ACT-02", "AR-MNV-10")
    text = _("{who} may take one Complementary Action with each other action of the round.")
    left = complementary_left(table.now, who) > 0
    yield from require(left, "no_host", text, "AR-ACT-02", who=who)


# --- what is offered ------------------------------------------------------------------------------


def in_either_way(encounter: Encounter, who: str, deed: TwoWays, *, along: bool) -> list[Variant]:
    """Return dropping to the ground, or what may be drawn, where it is done one way just now.

    Args:
        encounter: The fight.
        who: Who would do it.
        deed: Which of them.
        along: Along with an action; else as a Miscellaneous one.

    Rules: AR-ACT-02, AR-MNV-10
    """
    if allows(encounter, may_do_along, who, deed) != along:
        return []
    if deed == "prone":
        return [] if has(encounter[who], "prone") else [Variant(fields={"deed": deed})]
    return [_of_item(deed, item.name) for item in at_hand(encounter, who, deed)]


def _of_item(deed: Deed, name: str) -> Variant:
    return Variant(name, {"deed": deed, "item": name}, {"item": name})


def _noted(encounter: Encounter, who: str, variants: list[Variant]) -> Iterator[Variant]:
    left = complementary_left(encounter, who)
    words = ngettext("{n} more along with actions", "{n} more along with actions", left)
    for one in variants:
        yield Variant(one.key, one.fields, {**one.names, "n": left}, note=words)


def _either(encounter: Encounter, who: str, deed: TwoWays) -> Iterator[Variant]:
    found = in_either_way(encounter, who, deed, along=True)
    counted = switches_of(encounter).item_handling == "complementary_first"
    yield from _noted(encounter, who, found) if counted else found


def _to_drop(encounter: Encounter, who: str) -> Iterator[Variant]:
    items = at_hand(encounter, who, "drop")
    yield from _noted(encounter, who, [_of_item("drop", item.name) for item in items])


@offer(
    _("Drop to the ground"),
    icon="stance-prone",
    group=THINGS,
    role=Role.MOVE,
    id="prone",
    each=lambda encounter, who: _either(encounter, who, "prone"),
)
@offer(_("Drop {item}"), icon="arrow-down", group=THINGS, role=Role.OTHER, id="drop", each=_to_drop)
@offer(
    _("Draw {item}"),
    icon="sword",
    group=THINGS,
    role=Role.READY,
    id="draw",
    each=lambda encounter, who: _either(encounter, who, "draw"),
)
@offer(
    _("A few words"),
    icon="person-standing",
    group=THINGS,
    role=Role.OTHER,
    id="words",
    each=lambda encounter, who: _noted(encounter, who, [Variant()]),
)
class Complementary(Act):
    """Something trivial done along with an action: a few words, dropping, drawing."""

    deed: Deed = "words"
    item: str = ""


@adds("complementary_used", amount=1)
class ComplementaryTaken(SheetEvent):
    """A Complementary Action was taken."""


# --- what is done ---------------------------------------------------------------------------------


@plays(Complementary)
def complementary(table: Table, command: Complementary) -> Procedure[Handled]:
    """Do something trivial along with an action: no points, no Vitality, nobody provoked.

    Rules: AR-ACT-02, AR-CND-08, AR-OPP-01
    """
    who, deed = command.actor, command.deed
    yield from may_do_along(table, who, deed)
    yield from may_handle(table, who, deed, command.item)
    if not (_is_either(deed) and switches_of(table.now).item_handling == "always_free"):
        yield from emit(ComplementaryTaken(who=who))
    if deed == "words":
        yield from say(table, _("{who} says a few words"), who=who)
    elif deed == "drop":
        yield from drop(table, who, (command.item,))
        yield from say(table, _("{who} drops {item}"), who=who, item=command.item)
    else:
        yield from drop_or_draw(table, who, deed, command.item)
    return Handled()


def at_hand(encounter: Encounter, who: str, deed: str) -> tuple[Item, ...]:
    """Return what somebody could drop: what it holds; or draw: its other weapons.

    Rules: AR-ACT-02
    """
    sheet = sheet_of(encounter[who])
    if deed == "drop":
        return held_items(sheet)
    return tuple(one for one in carried(sheet) if one.weapon and not one.held)


def may_handle(table: Table, who: str, deed: str, name: str) -> Procedure[None]:
    """Refuse to drop what is not held, to draw what is no weapon or held already, to lie twice.

    Rules: AR-ACT-02, AR-CND-08
    """
    if deed in ("drop", "draw"):
        has_it = any(one.name == name for one in at_hand(table.now, who, deed))
        text = _("{who} has nothing like that to drop or to draw.")
        yield from require(has_it, "not_at_hand", text, waivable=False, who=who)
    text, stands = _("{who} lies on the ground already."), not has(table.now[who], "prone")
    yield from require(stands or deed != "prone", "lies", text, "AR-CND-08", who=who)


def drop_or_draw(table: Table, who: str, deed: TwoWays, name: str) -> Procedure[None]:
    """Drop to the ground, or draw something.

    Rules: AR-ACT-02, AR-CND-08
    """
    if deed == "prone":
        yield from alter(table, who, Altered("prone", 1, told=False))
        yield from say(table, _("{who} drops to the ground"), who=who)
        return
    item = item_named(sheet_of(table.now[who]), name)
    if item is not None:
        yield from emit(ItemDrawn(who=who, item=item))
    yield from say(table, _("{who} draws {item}"), who=who, item=name)


def drop(table: Table, who: str, names: tuple[str, ...] | None = None) -> Procedure[None]:
    """Let things fall into somebody's square; without names everything that is held.

    Rules: AR-ACT-02, AR-CND-06
    """
    sheet, pos = sheet_of(table.now[who]), table.now[who].pos
    if pos is None:
        return
    fallen = carried(sheet) if names is not None else held_items(sheet)
    chosen = [one for one in fallen if names is None or one.name in names]
    yield from emit(
        *(ItemLeft(who=who, item=one, weapon=weapon_of(sheet, one), cell=pos) for one in chosen)
    )


# --- doing nothing --------------------------------------------------------------------------------


def _waiting_price(encounter: Encounter, command: DoNothing) -> Price:
    cost = int(switches_of(encounter).do_nothing_cost)
    return Price(command.pool, cost, cost, command.readied, command.readied)


@offer_manoeuvre(
    "do_nothing",
    _("Do nothing"),
    icon="pause",
    group=THINGS,
    role=Role.OTHER,
    price=_waiting_price,
    note=_("room for something along with it"),
    swift=True,
)
class DoNothing(Manoeuvre):
    """An action that does nothing but host a Complementary one."""


@plays(DoNothing)
def do_nothing(table: Table, command: DoNothing) -> Procedure[Handled]:
    """Spend an action on nothing, to host a Complementary one.

    Rules: AR-ACT-02
    """
    who, price = command.actor, _waiting_price(table.now, command)
    yield from may_begin(table, who, price)
    begun = yield from begin(table, who, price)
    if isinstance(begun, Lost):
        return Handled(success=False, wasted=True, fort_checks=begun.checks)
    yield from say(table, _("{who} waits"), who=who)
    return Handled(fort_checks=(yield from finish(table, begun)))
