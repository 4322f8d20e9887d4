"""Trip, Disarm, Reposition, Sunder: attacks that do something else than damage to somebody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar, Final, Literal, TypeAlias

from msgspec import Struct

from gridwar.engine.kit import (
    Amount,
    Candidates,
    ChoiceField,
    Procedure,
    Role,
    Variant,
    Words,
    allows,
    plays,
    require,
    required,
)
from gridwar.systems.arrgs.actions.offers import (
    MANOEUVRES,
    WeaponManoeuvre,
    is_willing,
    offer_manoeuvre,
)
from gridwar.systems.arrgs.actions.prices import price_for
from gridwar.systems.arrgs.attacks.attack import AttackResult, make
from gridwar.systems.arrgs.attacks.attack_kinds_and_records import AttackKind, AttackKindId, Strike
from gridwar.systems.arrgs.attacks.legality import foes_for, may_attack
from gridwar.systems.arrgs.core.sheet import sheet_of
from gridwar.systems.arrgs.core.tables import manoeuvre
from gridwar.systems.arrgs.equipment import item_named, may_wield, visible_items
from gridwar.systems.arrgs.movement.reposition_push import line_of, may_push
from gridwar.systems.arrgs.opportunities.opportunities import may_answer
from gridwar.systems.arrgs.positions.areas_and_occupants import has_area
from gridwar.systems.arrgs.positions.distances import STEPS, direction_words
from gridwar.systems.arrgs.spells.casting import spell_price
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridwar.engine.kit import Encounter, Table
    from gridwar.systems.arrgs.core.weapon_and_item_records import Weapon

MOST_SHOWN: Final = 3
"""Squares of a push that are drawn before it is known how far it goes."""
Direction = Literal["", "N", "NE", "E", "SE", "S", "SW", "W", "NW"]


class _Row(Struct, frozen=True):
    """A manoeuvre in place of damage: how it is offered, and its rule."""

    title: str
    icon: str
    rule: str


REPLACING: Final[Mapping[AttackKindId, _Row]] = {
    "trip": _Row(_("Trip"), "stance-prone", "AR-MNV-20"),
    "disarm": _Row(_("Disarm"), "hand", "AR-MNV-08"),
    "reposition": _Row(_("Reposition"), "move", "AR-MNV-16"),
    "sunder": _Row(_("Sunder"), "slash", "AR-MNV-19"),
}


# --- what is offered ------------------------------------------------------------------------------


def usable(encounter: Encounter, who: str, key: AttackKindId) -> tuple[Weapon, ...]:
    """Return the weapons with which somebody could do a manoeuvre now."""
    return tuple(
        one
        for one in sheet_of(encounter[who]).weapons
        if allows(encounter, may_wield, who, one) and allows(encounter, may_serve, who, one, key)
    )


def with_the_first(weapons: tuple[Weapon, ...]) -> tuple[Variant, ...]:
    """Return the variant of a manoeuvre with the first of some weapons; none without."""
    return tuple(Variant(fields={"weapon": one.id}) for one in weapons[:1])


def _offered(key: AttackKindId) -> Callable[[type[Replacing]], type[Replacing]]:
    def fit(encounter: Encounter, command: Replacing) -> Candidates:
        weapon = sheet_of(encounter[command.actor]).weapon(command.weapon)
        to_each = (command.replace(target=who) for who in foes_for(encounter, command).who)
        possible = (
            one.target
            for one in to_each
            if weapon is not None and allows(encounter, may_replace, one, key, weapon)
        )
        return Candidates(frozenset(possible))

    row = REPLACING[key]
    return offer_manoeuvre(
        key,
        row.title,
        icon=row.icon,
        group=MANOEUVRES,
        role=Role.OTHER,
        needs="combatant",
        note=_("provokes"),
        each=lambda encounter, who: with_the_first(usable(encounter, who, key)),
        candidates=fit,
    )


def weapons_for(encounter: Encounter, command: WeaponManoeuvre) -> dict[str, str]:
    """Return the weapons with which somebody could do a manoeuvre now, or end a Charge in one.

    Rules: AR-MNV-04
    """
    key = key_of(command) if isinstance(command, Replacing) else "trip"
    return {one.id: one.title for one in usable(encounter, command.actor, key)}


def items_of(encounter: Encounter, command: WeaponManoeuvre) -> dict[str, Words]:
    """Return what of a target's a Disarm or a Sunder may be after, with its state.

    Rules: AR-MNV-08, AR-MNV-19
    """
    found: dict[str, Words] = {}
    for one in visible_items(sheet_of(encounter[command.target])):
        left = _("{n} of {all}").format(n=one.integrity - one.damage, all=one.integrity)
        note = left if one.integrity and isinstance(command, Sunder) else ""
        note = ", ".join(filter(None, (note, "" if one.state == "intact" else one.state)))
        found[one.name] = (one.name, note)
    return found


def item_meant(encounter: Encounter, command: WeaponManoeuvre) -> str:
    """Return the name of the item that is meant, also where none is named."""
    item = item_named(sheet_of(encounter[command.target]), _item(command))
    return "" if item is None else item.name


def _directions(encounter: Encounter, command: Reposition) -> dict[str, Words]:
    """Return where a target can be pushed to, with what it would be pushed against.

    Rules: AR-MNV-16
    """
    found: dict[str, Words] = {"": _("after the roll")}
    for direction in STEPS:
        line = line_of(encounter, command.target, direction, MOST_SHOWN)
        if not line.cells and not line.collides:
            continue
        note = _("into something solid") if line.solid else ""
        if line.against:
            note = _("into {name}").format(name=encounter[line.against].name)
        found[direction] = (direction_words(direction).capitalize(), note)
    return found


def _pushed(command: Reposition, direction: Direction) -> Reposition:
    if direction:
        return command.replace(direction=direction)
    return command.replace(direction="", squares=None)


With: TypeAlias = Annotated[str, ChoiceField(_("With"), weapons_for, least=2, other="")]
Item: TypeAlias = Annotated[str, ChoiceField(_("What"), items_of, now=item_meant, other="")]


class Replacing(WeaponManoeuvre):
    """An attack that does something else than damage."""

    kind: ClassVar[str] = ""


@may_answer
@_offered("trip")
class Trip(Replacing):
    """Bring somebody to the ground."""

    weapon: With


@may_answer
@_offered("disarm")
class Disarm(Replacing):
    """Knock an item away; where it lands is asked once it is known how far."""

    weapon: With
    item: Item = ""


@may_answer
@_offered("reposition")
class Reposition(Replacing):
    """Push somebody in a straight line; without a direction it is asked after the roll."""

    weapon: With
    direction: Annotated[
        Direction, ChoiceField(_("Where to"), _directions, make=_pushed, least=2, other="")
    ] = ""
    squares: Amount | None = None
    """None: as far as it goes."""


@may_answer
@_offered("sunder")
class Sunder(Replacing):
    """An attack whose damage goes to an item; without a name to the first one in its hands."""

    weapon: With
    item: Item = ""


# --- what is done ---------------------------------------------------------------------------------


@plays(Sunder)
@plays(Reposition)
@plays(Disarm)
@plays(Trip)
def replacing(table: Table, command: Replacing) -> Procedure[AttackResult]:
    """Play one of the manoeuvres that replace an attack's damage, or send it to an item.

    Rules: AR-MNV-08, AR-MNV-16, AR-MNV-19, AR-MNV-20, AR-ATK-03, AR-OPP-01
    """
    key = key_of(command)
    price = price_for(key, command)
    weapon = yield from may_attack(table, command, price)
    yield from may_replace(table, command, key, weapon)
    strike = Strike(
        command.actor,
        command.target,
        weapon,
        willing=is_willing(table.now, command),
        kind=attack_kind_of(table.now, command, key),
    )
    price = spell_price(table.now, price, weapon)
    opens = not command.answers and manoeuvre(key).does_provoke()
    return (yield from make(table, strike, price, provokes=opens))


def key_of(command: Replacing) -> AttackKindId:
    """Return the manoeuvre that a command asks for."""
    kind = command.kind.rpartition(".")[2]
    return next(key for key in REPLACING if key == kind)


def attack_kind_of(encounter: Encounter, command: WeaponManoeuvre, key: AttackKindId) -> AttackKind:
    """Return what an attack is made for, as it is asked for."""
    if key in ("sunder", "disarm"):
        return AttackKind(key, item_named(sheet_of(encounter[command.target]), _item(command)))
    if isinstance(command, Reposition):
        return AttackKind(key, direction=command.direction, squares=command.squares)
    return AttackKind(key)


def _item(command: WeaponManoeuvre) -> str:
    return str(getattr(command, "item", ""))


def may_replace(
    table: Table, command: WeaponManoeuvre, key: AttackKindId, weapon: Weapon
) -> Procedure[None]:
    """Refuse what a weapon, a size or a missing item rules out.

    Rules: AR-MNV-08, AR-MNV-16, AR-MNV-19, AR-MNV-20
    """
    yield from may_serve(table, command.actor, weapon, key)
    if key == "reposition":
        yield from may_push(table, command.actor, command.target)
    if key in ("sunder", "disarm"):
        yield from _may_strike_at(table, command, key)


def may_serve(table: Table, who: str, weapon: Weapon, key: AttackKindId) -> Procedure[None]:
    """Refuse a weapon that cannot do a manoeuvre: not for melee; an item needs one that harms it.

    Rules: AR-MNV-08, AR-MNV-16, AR-MNV-19, AR-MNV-20
    """
    is_melee = key == "sunder" or weapon.category == "melee"
    text = _("{weapon} is not a melee weapon.")
    yield from require(is_melee, "not_melee", text, "AR-ATK-01", weapon=weapon.title)
    if key in ("sunder", "disarm"):
        rule, title = REPLACING[key].rule, weapon.title
        text = _("{weapon} strikes an area, no single item.")
        single = not has_area(table.now, who, weapon)
        yield from require(single, "area", text, rule, weapon=title)
        text = _("{weapon} does no damage, which it takes to get at an item.")
        yield from require(weapon.effect == "damage", "harmless", text, rule, weapon=title)


def _may_strike_at(table: Table, command: WeaponManoeuvre, key: AttackKindId) -> Procedure[None]:
    name, target, rule = _item(command), command.target, REPLACING[key].rule
    item = item_named(sheet_of(table.now[target]), name)
    text = _("{who} carries nothing like that.")
    item = yield from required(item, "no_item", text, rule, who=target)
    text = _("{item} cannot be seen.")
    yield from require(item.visible, "hidden_item", text, rule, item=item.name)
    if key == "sunder":
        text = _("How much {item} can take is not entered: its integrity, on the sheet.")
        yield from require(item.integrity > 0, "no_integrity", text, rule, item=item.name)
