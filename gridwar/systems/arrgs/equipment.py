"""What somebody wears, carries and could pick up: items, the weapons among them, and their use.

Things change hands, lie about and break; weapons are loaded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from gridwar.engine.kit import Cell, Event, Procedure, SheetEvent, is_within, require, required
from gridwar.systems.arrgs.core.fight_state import Lying
from gridwar.systems.arrgs.core.sheet import ArrgsSheet, sheet_of, state_of
from gridwar.systems.arrgs.core.weapon_and_item_records import Item, Weapon
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Table

ARM_SQUARES: Final = 1


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


def lying_in_reach(encounter: Encounter, who: str) -> tuple[tuple[int, str], ...]:
    """Return what lies within an arm's length: its place among all that lies, and its name.

    Rules: AR-MNV-10
    """
    return tuple(
        (place, one.item.name)
        for place, one in enumerate(state_of(encounter).lying)
        if is_within(encounter.map, encounter[who], one.cell, ARM_SQUARES)
    )


def must_have(table: Table, who: str, weapon_id: str) -> Procedure[Weapon]:
    """Refuse a weapon that somebody has not, and return it."""
    text = _("{who} has no such weapon.")
    weapon = sheet_of(table.now[who]).weapon(weapon_id)
    return (yield from required(weapon, "no_weapon", text, who=who))


def must_be_prepared(weapon: Weapon, castings: int = 1) -> Procedure[None]:
    """Refuse a spell that is not prepared often enough.

    Rules: AR-SPL-05
    """
    left = weapon.prepared
    enough = not weapon.is_spell or left is None or left >= castings
    text = _("{spell} is not prepared any more until a rest.")
    if left:
        text = _("{spell} is prepared {n} times only.")
    yield from require(enough, "no_slot", text, "AR-SPL-05", spell=weapon.title, n=left)


def may_wield(table: Table, who: str, weapon: Weapon) -> Procedure[None]:
    """Refuse a weapon that cannot be used now: destroyed, not in hand, empty.

    Rules: AR-MNV-08, AR-MNV-14, AR-MNV-19
    """
    title, sheet = weapon.title, sheet_of(table.now[who])
    item = next((one for one in sheet.items if one.weapon == weapon.id), None)
    whole = item is None or item.state != "destroyed"
    text = _("{weapon} is destroyed.")
    yield from require(whole, "destroyed", text, "AR-MNV-19", weapon=title)
    in_hand, text = item is None or item.held, _("{weapon} is not in hand: draw it first.")
    yield from require(in_hand, "not_in_hand", text, "AR-ACT-02", weapon=title)
    yield from must_be_prepared(weapon)
    loaded, text = weapon.loaded or not weapon.capacity, _("{weapon} is empty: reload it first.")
    yield from require(bool(loaded), "empty", text, "AR-MNV-14", weapon=title)


# --- what becomes of them -------------------------------------------------------------------------


class ItemLeft(Event):
    """Something that somebody had lies on the ground now."""

    who: str
    item: Item
    cell: Cell
    weapon: Weapon | None = None

    def apply(self, encounter: Encounter) -> Encounter:
        """Take it away, with the weapon that it is, and let it lie."""
        one, state = encounter[self.who], state_of(encounter)
        sheet, item = sheet_of(one), self.item
        sheet = sheet.replace(
            items=tuple(old for old in sheet.items if old.name != item.name),
            weapons=tuple(old for old in sheet.weapons if not item.weapon or old.id != item.weapon),
        )
        fallen = Lying(cell=self.cell, item=item.replace(held=False), weapon=self.weapon)
        encounter = encounter.with_combatant(one.replace(sheet=sheet))
        return encounter.replace(rules=state.replace(lying=(*state.lying, fallen)))


class ItemTaken(Event):
    """Somebody picked something up; ``place`` counts what lies about, from 0."""

    who: str
    place: int

    def apply(self, encounter: Encounter) -> Encounter:
        """Put it in the hand."""
        one, state = encounter[self.who], state_of(encounter)
        found, sheet = state.lying[self.place], sheet_of(one)
        items = (*sheet.items, found.item.replace(held=True))
        weapons = sheet.weapons if found.weapon is None else (*sheet.weapons, found.weapon)
        lying = (*state.lying[: self.place], *state.lying[self.place + 1 :])
        sheet = sheet.replace(items=items, weapons=weapons)
        encounter = encounter.with_combatant(one.replace(sheet=sheet))
        return encounter.replace(rules=state.replace(lying=lying))


class ItemEvent(SheetEvent):
    """An item is another; one that stood for a weapon only is noted on the sheet."""

    kind: ClassVar[str] = ""
    item: Item

    def on(self, sheet: ArrgsSheet) -> ArrgsSheet:
        """Change the item."""
        known = any(one.name == self.item.name for one in sheet.items)
        items = sheet.items if known else (*sheet.items, self.item)
        changed = (self.altered(one) if one.name == self.item.name else one for one in items)
        return sheet.replace(items=tuple(changed))

    def altered(self, item: Item) -> Item:
        """Return the item as it is now."""
        raise NotImplementedError


class ItemDamaged(ItemEvent):
    """An item was sundered."""

    by: int

    def altered(self, item: Item) -> Item:
        """Add the damage."""
        return item.replace(damage=item.damage + self.by)


class ItemDrawn(ItemEvent):
    """An item came into the hand."""

    def altered(self, item: Item) -> Item:
        """Hold it."""
        return item.replace(held=True)


class Rounds(SheetEvent):
    """Rounds went into a weapon, or out of it."""

    weapon: str
    by: int

    def on(self, sheet: ArrgsSheet) -> ArrgsSheet:
        """Count them."""
        return sheet.replace(
            weapons=tuple(
                old.replace(loaded=max(0, old.loaded + self.by)) if old.id == self.weapon else old
                for old in sheet.weapons
            )
        )
