"""Events of close quarters: items that change hands, reach, what is readied, sleep."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.model.event import Event
from gridwar.model.events import CombatantEvent
from gridwar.model.geometry import Cell
from gridwar.systems.arrgs.core.sheet import (
    ArrgsSheet,
    Item,
    Lying,
    Modifier,
    Readied,
    Weapon,
    sheet_of,
    state_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter


def without_item(sheet: ArrgsSheet, item: Item) -> ArrgsSheet:
    """Return a sheet without an item and the weapon that it is."""
    return sheet.replace(
        items=tuple(one for one in sheet.items if one.name != item.name),
        weapons=tuple(one for one in sheet.weapons if not item.weapon or one.id != item.weapon),
    )


def kept_item(sheet: ArrgsSheet, item: Item, change: Callable[[Item], Item]) -> ArrgsSheet:
    """Return a sheet on which an item is changed; one that stood for a weapon only is noted."""
    names = [one.name for one in sheet.items]
    items = sheet.items if item.name in names else (*sheet.items, item)
    changed = (change(one) if one.name == item.name else one for one in items)
    return sheet.replace(items=tuple(changed))


class ItemLeft(Event):
    """Something that somebody had lies on the ground now."""

    who: str
    item: Item
    cell: Cell
    weapon: Weapon | None = None

    def apply(self, encounter: Encounter) -> Encounter:
        """Take it away and let it lie."""
        one, state = encounter[self.who], state_of(encounter)
        sheet = without_item(sheet_of(one), self.item)
        fallen = self.item.replace(held=False)
        lying = (*state.lying, Lying(cell=self.cell, item=fallen, weapon=self.weapon))
        encounter = encounter.with_combatant(one.replace(sheet=sheet))
        return encounter.replace(rules=state.replace(lying=lying))


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


class _ItemEvent(CombatantEvent):
    item: Item

    def changed(self, one: Combatant) -> Combatant:
        """Change the item."""
        sheet = sheet_of(one)
        return one.replace(sheet=kept_item(sheet, self.item, self.altered))

    def altered(self, item: Item) -> Item:
        """Return the item as it is now."""
        raise NotImplementedError


class ItemDamaged(_ItemEvent):
    """An item was sundered."""

    by: int

    def altered(self, item: Item) -> Item:
        """Add the damage."""
        return item.replace(damage=item.damage + self.by)


class ItemDrawn(_ItemEvent):
    """An item came into the hand."""

    def altered(self, item: Item) -> Item:
        """Hold it."""
        return item.replace(held=True)


class ReachShifted(CombatantEvent):
    """A threat range moved outwards, or back."""

    by: int

    def changed(self, one: Combatant) -> Combatant:
        """Move it."""
        sheet = sheet_of(one)
        return one.replace(sheet=sheet.replace(reach_shift=sheet.reach_shift + self.by))


class Rounds(CombatantEvent):
    """Rounds went into a weapon, or out of it."""

    weapon: str
    by: int

    def changed(self, one: Combatant) -> Combatant:
        """Count them."""
        sheet = sheet_of(one)
        weapons = tuple(
            old.replace(loaded=max(0, old.loaded + self.by)) if old.id == self.weapon else old
            for old in sheet.weapons
        )
        return one.replace(sheet=sheet.replace(weapons=weapons))


class MadeReady(CombatantEvent):
    """AP became AAP, waiting for a trigger; ``counts`` of them count for overuse at once."""

    readied: Readied
    counts: int = 0

    def changed(self, one: Combatant) -> Combatant:
        """Swap the points and remember what for."""
        sheet, points = sheet_of(one), self.readied.points
        return one.replace(
            sheet=sheet.replace(
                ap=sheet.ap - points,
                aap=sheet.aap + points,
                readied=_added(sheet, self.readied),
                points_used=sheet.points_used + self.counts,
            )
        )


def _added(sheet: ArrgsSheet, readied: Readied) -> Readied:
    left = 0 if sheet.readied is None else sheet.readied.points
    return readied.replace(points=readied.points + left)


class ReadyLapsed(CombatantEvent):
    """What was readied is over, and the swapped points that were not spent are gone."""

    def changed(self, one: Combatant) -> Combatant:
        """Take them away."""
        sheet = sheet_of(one)
        left = 0 if sheet.readied is None else min(sheet.aap, sheet.readied.points)
        return one.replace(sheet=sheet.replace(aap=sheet.aap - left, readied=None))


class ReadyUsed(CombatantEvent):
    """The readied manoeuvre was played; swapped points that are left can still be spent."""

    def changed(self, one: Combatant) -> Combatant:
        """Forget the trigger."""
        sheet = sheet_of(one)
        if sheet.readied is None:
            return one
        readied = sheet.readied.replace(trigger="", manoeuvre="")
        return one.replace(sheet=sheet.replace(readied=readied))


class ComplementaryTaken(CombatantEvent):
    """A Complementary Action was taken."""

    def changed(self, one: Combatant) -> Combatant:
        """Count it."""
        sheet = sheet_of(one)
        used = sheet.complementary_used + 1
        return one.replace(sheet=sheet.replace(complementary_used=used))


class ModifierUsed(CombatantEvent):
    """Modifiers that count once have counted."""

    modifiers: tuple[Modifier, ...]

    def changed(self, one: Combatant) -> Combatant:
        """Drop them."""
        sheet = sheet_of(one)
        kept = tuple(old for old in sheet.modifiers if old not in self.modifiers)
        return one.replace(sheet=sheet.replace(modifiers=kept))


class StaggerCut(CombatantEvent):
    """Being Staggered took points of this round; ``to`` is how much of it has."""

    to: int

    def changed(self, one: Combatant) -> Combatant:
        """Remember it."""
        return one.replace(sheet=sheet_of(one).replace(stagger_cut=self.to))


class SleptOn(CombatantEvent):
    """Somebody unconscious slept on for some rounds; with none it counts anew."""

    rounds: int = 0

    def changed(self, one: Combatant) -> Combatant:
        """Count them."""
        sheet = sheet_of(one)
        slept = sheet.rounds_asleep + self.rounds if self.rounds else 0
        return one.replace(sheet=sheet.replace(rounds_asleep=slept))


class TotalChanged(CombatantEvent):
    """Total Vitality is another; what is left changes with it."""

    by: int

    def changed(self, one: Combatant) -> Combatant:
        """Change both."""
        sheet = sheet_of(one)
        return one.replace(
            sheet=sheet.replace(
                total_vitality=sheet.total_vitality + self.by,
                current_vitality=sheet.current_vitality + self.by,
            )
        )
