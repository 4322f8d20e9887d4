"""Sunder, Disarm, Trip, Reposition: attacks that do something else than damage to somebody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Procedure, require, require_none
from gridwar.model.question import Refusal
from gridwar.systems.arrgs.action_points.costs import begin, price_for
from gridwar.systems.arrgs.attacks.attack import AttackResult, Stroke, resolve
from gridwar.systems.arrgs.core.attack_effects import Deed
from gridwar.systems.arrgs.core.close_commands import Disarm, Reposition, Sunder, Trip
from gridwar.systems.arrgs.core.sheet import sheet_of
from gridwar.systems.arrgs.equipment.items import item_named
from gridwar.systems.arrgs.equipment.spell_slots import spell_price
from gridwar.systems.arrgs.movement.pushing import why_not_push
from gridwar.systems.arrgs.positioning import opportunities
from gridwar.systems.arrgs.positioning.aiming import require_legal
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Encounter
    from gridwar.systems.arrgs.core.attack_effects import DeedKey
    from gridwar.systems.arrgs.core.close_commands import CloseAttack
    from gridwar.systems.arrgs.core.sheet import Weapon


def close_attack(table: Table, command: CloseAttack) -> Procedure[AttackResult]:
    """Play one of the manoeuvres that replace an attack's damage, or send it to an item.

    Rules: AR-MNV-08, AR-MNV-16, AR-MNV-19, AR-MNV-20, AR-ATK-03, AR-OPP-01
    """
    who, key = command.actor or "", key_of(command)
    price = price_for(key, command)
    weapon = yield from require_legal(table, command, price)
    price = spell_price(table.now, price, weapon)
    yield from require_fitting(table, command, key, weapon)
    deed = deed_of(table.now, command, key)
    if not command.answers:
        may_go_on = yield from opportunities.provoke(table, who)
        if not may_go_on:
            begun = yield from begin(table, who, price)
            checks = yield from opportunities.lost(table, begun)
            return AttackResult(wasted=True, target=command.target, fort_checks=checks)
    begun = yield from begin(table, who, price)
    stroke = Stroke(who, command.target, weapon, begun.used, command.willing, deed)
    return (yield from resolve(table, stroke, begun))


def key_of(command: CloseAttack) -> DeedKey:
    """Return the manoeuvre that a command asks for."""
    if isinstance(command, Sunder):
        return "sunder"
    if isinstance(command, Disarm):
        return "disarm"
    return "trip" if isinstance(command, Trip) else "reposition"


def deed_of(encounter: Encounter, command: CloseAttack, key: DeedKey) -> Deed:
    """Return what an attack is made for, as it is asked for."""
    if key in ("sunder", "disarm"):
        name = getattr(command, "item", "")
        return Deed(key, item_named(sheet_of(encounter[command.target]), name))
    if isinstance(command, Reposition):
        return Deed(key, direction=command.direction, squares=command.squares)
    return Deed(key)


def require_fitting(
    table: Table, command: CloseAttack, key: DeedKey, weapon: Weapon
) -> Procedure[None]:
    """Refuse what a weapon, a size or a missing item rules out.

    Rules: AR-MNV-08, AR-MNV-16, AR-MNV-19, AR-MNV-20
    """
    yield from require_none(why_not_with(weapon, key))
    if key == "reposition":
        yield from require_none(why_not_push(table.now, command.actor or "", command.target))
    if key in ("sunder", "disarm"):
        yield from _require_item(table, command, key)


def why_not_with(weapon: Weapon, key: DeedKey) -> Refusal | None:
    """Return why a weapon cannot do a manoeuvre: not for melee; an item needs one that harms it.

    Rules: AR-MNV-08, AR-MNV-16, AR-MNV-19, AR-MNV-20
    """
    if key != "sunder" and weapon.category != "melee":
        text = _("{weapon} is no melee weapon.").format(weapon=weapon.title)
        return Refusal("not_melee", text, ("AR-ATK-01",))
    if key not in ("sunder", "disarm"):
        return None
    rule = "AR-MNV-19" if key == "sunder" else "AR-MNV-08"
    if weapon.area_radius is not None:
        text = _("{weapon} strikes an area, no single item.").format(weapon=weapon.title)
        return Refusal("area", text, (rule,))
    if weapon.effect != "damage":
        text = _("{weapon} does no damage, which it takes to get at an item.")
        return Refusal("harmless", text.format(weapon=weapon.title), (rule,))
    return None


def _require_item(table: Table, command: CloseAttack, key: DeedKey) -> Procedure[None]:
    name = getattr(command, "item", "")
    target = table.now[command.target]
    item = item_named(sheet_of(target), name)
    rule = "AR-MNV-19" if key == "sunder" else "AR-MNV-08"
    if name or key == "sunder":
        text = _("{name} carries nothing like that.").format(name=target.name)
        yield from require(item is not None, "no_item", text, rule, waivable=False)
    if item is None:
        return
    text = _("{item} cannot be seen.").format(item=item.name)
    yield from require(item.visible, "hidden_item", text, rule)
    if key == "sunder":
        text = _("How much {item} can take is not entered: its integrity, on the sheet.")
        known = item.integrity > 0
        yield from require(known, "no_integrity", text.format(item=item.name), rule)
