"""Events of close quarters: items that change hands, reach, what is readied, sleep."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.model.events import CombatantEvent
from gridwar.systems.arrgs.core.sheet import (
    ArrgsSheet,
    Modifier,
    Readied,
    sheet_of,
)

if TYPE_CHECKING:
    from gridwar.model.combatant import Combatant


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
