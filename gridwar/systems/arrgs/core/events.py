"""What can happen under ARRGS, stated as changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict

from gridwar.model.event import Event
from gridwar.model.events import CombatantEvent
from gridwar.systems.arrgs.core.sheet import Modifier, Pool, sheet_of, state_of

if TYPE_CHECKING:
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter


class VitalityChanged(CombatantEvent):
    """Current Vitality was lost or won back."""

    by: int

    def changed(self, one: Combatant) -> Combatant:
        """Change it."""
        sheet = sheet_of(one)
        return one.replace(sheet=sheet.replace(current_vitality=sheet.current_vitality + self.by))


class PointsSpent(CombatantEvent):
    """An action was paid: points out of one pool; they count towards overuse.

    Of AAP those swapped by Ready go first. ``counts`` is how many count; None for all.
    """

    pool: Pool
    points: int
    counts: int | None = None

    def changed(self, one: Combatant) -> Combatant:
        """Take them, and count the action."""
        sheet = sheet_of(one)
        left = {"ap": sheet.ap, "aap": sheet.aap}[self.pool] - self.points
        counted = self.points if self.counts is None else self.counts
        used, actions = sheet.points_used + counted, sheet.actions_taken + 1
        readied = sheet.readied
        if readied is not None and self.pool == "aap":
            readied = readied.replace(points=max(0, readied.points - self.points))
        return one.replace(
            sheet=sheet.replace(
                **{self.pool: left}, points_used=used, actions_taken=actions, readied=readied
            )
        )


class PoolsChanged(CombatantEvent):
    """AP and AAP came back, or were cut."""

    ap: int
    aap: int

    def changed(self, one: Combatant) -> Combatant:
        """Change both."""
        sheet = sheet_of(one)
        return one.replace(sheet=sheet.replace(ap=sheet.ap + self.ap, aap=sheet.aap + self.aap))


class SquaresMoved(CombatantEvent):
    """Squares were moved that count for the Movement Increment; by which category."""

    squares: int
    category: str
    base: int = 0
    """The base speed that counts from here on; 0: that of the category."""

    def changed(self, one: Combatant) -> Combatant:
        """Count them, and remember the base speeds of the categories in their order."""
        sheet = sheet_of(one)
        base = sheet.base_for(self.category)
        known = sheet.base_of_round
        return one.replace(
            sheet=sheet.replace(
                squares_moved=sheet.squares_moved + self.squares,
                last_category=self.category,
                increment_base=self.base or base,
                base_of_round=known if base in known else (*known, base),
            )
        )


class ConditionChanged(CombatantEvent):
    """A condition began, ended, or its number changed; at 0 it is gone."""

    condition: str
    by: int

    def changed(self, one: Combatant) -> Combatant:
        """Change its number."""
        sheet = sheet_of(one)
        number = sheet.conditions.get(self.condition, 0) + self.by
        conditions = sheet.conditions.set(self.condition, number)
        if number <= 0:
            conditions = conditions.delete(self.condition)
        return one.replace(sheet=sheet.replace(conditions=conditions))


class ModifierAdded(CombatantEvent):
    """A modifier began."""

    modifier: Modifier

    def changed(self, one: Combatant) -> Combatant:
        """Add it."""
        sheet = sheet_of(one)
        return one.replace(sheet=sheet.replace(modifiers=(*sheet.modifiers, self.modifier)))


class ModifiersLapsed(CombatantEvent):
    """Everything that lasts until End of Round is over: modifiers and overuse."""

    def changed(self, one: Combatant) -> Combatant:
        """Drop them."""
        sheet = sheet_of(one)
        kept = tuple(old for old in sheet.modifiers if old.ends == "never")
        return one.replace(sheet=sheet.replace(modifiers=kept, points_used=0))


class SpeedForgotten(CombatantEvent):
    """The squares moved no longer count; ``increment`` is what they came to."""

    increment: int

    def changed(self, one: Combatant) -> Combatant:
        """Begin anew, and remember how fast it was: not at all, for who crashed."""
        sheet = sheet_of(one)
        last = 0 if sheet.crashed else self.increment
        return one.replace(
            sheet=sheet.replace(
                squares_moved=0,
                previous_increment=last,
                increment_base=0,
                base_of_round=(),
                crashed=False,
                stopped_after=0,
            )
        )


class CountersCleared(CombatantEvent):
    """A round is over: actions are counted anew."""

    def changed(self, one: Combatant) -> Combatant:
        """Set them to nothing."""
        return one.replace(
            sheet=sheet_of(one).replace(actions_taken=0, points_used=0, complementary_used=0)
        )


class InitiativeRolled(CombatantEvent):
    """Initiative, or the die between equals, was rolled; by how much each changes."""

    initiative: int = 0
    tie: int = 0

    def changed(self, one: Combatant) -> Combatant:
        """Change them."""
        sheet = sheet_of(one)
        initiative = sheet.initiative + self.initiative
        return one.replace(
            sheet=sheet.replace(initiative=initiative, tie_roll=sheet.tie_roll + self.tie)
        )


class Acted(Event):
    """Somebody has had a turn in this round, or the rest of it."""

    who: str

    def apply(self, encounter: Encounter) -> Encounter:
        """Note it; a pause is over."""
        state = state_of(encounter)
        paused = state.paused.delete(self.who) if self.who in state.paused else state.paused
        return encounter.replace(rules=state.replace(acted=state.acted | {self.who}, paused=paused))


class TurnPaused(Event):
    """A turn will go on at a later Initiative slot."""

    who: str
    until: int

    def apply(self, encounter: Encounter) -> Encounter:
        """Note the slot."""
        state = state_of(encounter)
        return encounter.replace(rules=state.replace(paused=state.paused.set(self.who, self.until)))


class EverybodyFresh(Event):
    """A round begins: nobody has acted, no turn is paused."""

    surprise: bool = False

    def apply(self, encounter: Encounter) -> Encounter:
        """Forget the last one."""
        state = state_of(encounter)
        fresh = state.replace(acted=frozenset(), paused=frozendict(), surprise_round=self.surprise)
        return encounter.replace(rules=fresh)
