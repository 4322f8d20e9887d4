"""What can happen under the drive rules. Events state changes: points spent, damage taken."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from gridwar.model.event import Event
from gridwar.model.events import CombatantEvent
from gridwar.systems.drive.sheet import DriveSheet, Injury, Shield, sheet_of
from gridwar.systems.drive.state import DriveState, state_of

if TYPE_CHECKING:
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter


class SheetEvent(CombatantEvent):
    """An event that changes one sheet."""

    kind: ClassVar[str] = ""

    def changed(self, one: Combatant) -> Combatant:
        """Change the sheet alone."""
        return one.replace(sheet=self.on_sheet(sheet_of(one)))

    def on_sheet(self, sheet: DriveSheet) -> DriveSheet:
        """Return the sheet after the event."""
        return sheet


class Hurt(SheetEvent):
    """Damage was taken, with the injuries it caused.

    Rules: DR-ARM-05, DR-ARM-06
    """

    damage: int
    degrees: int = 0
    injury_type: str = ""
    particle_degrees: int = 0
    fatigue: int = 0

    def on_sheet(self, sheet: DriveSheet) -> DriveSheet:
        """Add it all up."""
        injuries, particle = sheet.injuries, sheet.particle_attacks
        if self.degrees:
            injuries = (*injuries, Injury(type=self.injury_type, degrees=self.degrees))
        if self.particle_degrees:
            particle = (*particle, self.particle_degrees)
        return sheet.replace(
            damage_taken=sheet.damage_taken + self.damage,
            injuries=injuries,
            particle_attacks=particle,
            fatigue=sheet.fatigue + self.fatigue,
        )


class DamageChanged(SheetEvent):
    """The GM changed the damage taken."""

    by: int

    def on_sheet(self, sheet: DriveSheet) -> DriveSheet:
        """Change it; never below none."""
        return sheet.replace(damage_taken=max(0, sheet.damage_taken + self.by))


class ShieldPoints(SheetEvent):
    """Points of a character's own shield were spent (negative) or made.

    Rules: DR-SHD-12, DR-SHD-19
    """

    shield: str
    by: int

    def on_sheet(self, sheet: DriveSheet) -> DriveSheet:
        """Change them."""
        return sheet.replace(shields=_changed(sheet.shields, self.shield, "points", self.by))


class ShieldGained(SheetEvent):
    """A character was given a shield."""

    shield: Shield

    def on_sheet(self, sheet: DriveSheet) -> DriveSheet:
        """Add it, in place of one of the same id."""
        rest = tuple(old for old in sheet.shields if old.id != self.shield.id)
        return sheet.replace(shields=(*rest, self.shield))


class AuraSpent(SheetEvent):
    """Damage stored in an aura was spent.

    Rules: DR-AUR-03
    """

    aura: str
    points: int

    def on_sheet(self, sheet: DriveSheet) -> DriveSheet:
        """Take it off."""
        return sheet.replace(auras=_changed(sheet.auras, self.aura, "stored", -self.points))


class AuraLost(SheetEvent):
    """An aura is gone.

    Rules: DR-AUR-15, DR-AUR-18
    """

    aura: str

    def on_sheet(self, sheet: DriveSheet) -> DriveSheet:
        """Take it away."""
        return sheet.replace(auras=tuple(old for old in sheet.auras if old.id != self.aura))


class StateEvent(Event):
    """An event that changes what the rules know of the whole fight."""

    kind: ClassVar[str] = ""

    def apply(self, encounter: Encounter) -> Encounter:
        """Change that alone."""
        return encounter.replace(rules=self.on_state(state_of(encounter)))

    def on_state(self, state: DriveState) -> DriveState:
        """Return the state after the event."""
        return state


class BubblePoints(StateEvent):
    """Points of a bubble were spent (negative) or made."""

    bubble: str
    by: int

    def on_state(self, state: DriveState) -> DriveState:
        """Change them."""
        return state.replace(bubbles=_changed(state.bubbles, self.bubble, "points", self.by))


class PoolPoints(StateEvent):
    """Points of a shared pool were spent (negative) or made.

    Rules: DR-SHD-18
    """

    pool: str
    by: int

    def on_state(self, state: DriveState) -> DriveState:
        """Change them."""
        return state.replace(
            pools=state.pools.set(self.pool, state.pools.get(self.pool, 0) + self.by)
        )


class Acted(StateEvent):
    """Somebody has had a turn in this round."""

    who: str

    def on_state(self, state: DriveState) -> DriveState:
        """Note it."""
        return state.replace(acted=state.acted | {self.who})


class EverybodyFresh(StateEvent):
    """A new round: nobody has acted yet."""

    def on_state(self, state: DriveState) -> DriveState:
        """Forget who has acted."""
        return state.replace(acted=frozenset())


def _changed(things: tuple[Any, ...], thing: str, field: str, by: int) -> tuple[Any, ...]:
    return tuple(
        one.replace(**{field: getattr(one, field) + by}) if one.id == thing else one
        for one in things
    )
