"""What somebody wears and carries: items, the weapons among them, and whether they can be used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.model.question import Refusal
from gridwar.systems.arrgs.core.sheet import Item
from gridwar.systems.arrgs.equipment.spell_slots import why_not_prepared
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.systems.arrgs.core.sheet import ArrgsSheet, Weapon


def carried(sheet: ArrgsSheet) -> tuple[Item, ...]:
    """Return everything that can be sundered or knocked away, weapons without an item included.

    Rules: AR-MNV-08, AR-MNV-19
    """
    known = {one.weapon for one in sheet.items}
    bare = (
        Item(name=one.title, weapon=one.id)
        for one in sheet.weapons
        if one.id not in known and not one.unarmed and one.category != "spell"
    )
    return tuple(one for one in (*sheet.items, *bare) if one.state != "destroyed")


def visible_items(sheet: ArrgsSheet) -> tuple[Item, ...]:
    """Return what others can see of it.

    Rules: AR-MNV-08, AR-MNV-19
    """
    return tuple(one for one in carried(sheet) if one.visible)


def held_items(sheet: ArrgsSheet) -> tuple[Item, ...]:
    """Return what is in the hands."""
    return tuple(one for one in carried(sheet) if one.held)


def item_named(sheet: ArrgsSheet, name: str) -> Item | None:
    """Return an item by its name; without a name the first one held, else the first visible."""
    if name:
        return next((one for one in carried(sheet) if one.name == name), None)
    seen = visible_items(sheet)
    return next((one for one in seen if one.held), seen[0] if seen else None)


def weapon_of(sheet: ArrgsSheet, item: Item) -> Weapon | None:
    """Return the weapon that an item is; None for any other thing."""
    return next((one for one in sheet.weapons if item.weapon and one.id == item.weapon), None)


def why_unusable(sheet: ArrgsSheet, weapon: Weapon) -> Refusal | None:
    """Return why a weapon cannot be used now: destroyed, not in hand, empty.

    Rules: AR-MNV-08, AR-MNV-14, AR-MNV-19
    """
    item = next((one for one in sheet.items if one.weapon == weapon.id), None)
    if item is not None and item.state == "destroyed":
        text = _("{weapon} is destroyed.").format(weapon=weapon.title)
        return Refusal("destroyed", text, ("AR-MNV-19",))
    if item is not None and not item.held:
        text = _("{weapon} is not in hand: draw it first.").format(weapon=weapon.title)
        return Refusal("not_in_hand", text, ("AR-ACT-02",))
    unprepared = why_not_prepared(weapon)
    if unprepared is not None:
        return unprepared
    if weapon.capacity and not weapon.loaded:
        text = _("{weapon} is empty: reload it first.").format(weapon=weapon.title)
        return Refusal("empty", text, ("AR-MNV-14",))
    return None
