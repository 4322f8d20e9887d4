"""What can happen under the drive rules. Events state changes: points spent, damage taken."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridwar.engine.kit import SheetEvent, StateEvent, adds, clears, includes
from gridwar.systems.drive.sheet import Injury, Shield

if TYPE_CHECKING:
    from gridwar.systems.drive.sheet import DriveSheet
    from gridwar.systems.drive.state import DriveState


class Hurt(SheetEvent):
    """Damage was taken, with the injuries it caused.

    Rules: DR-ARM-05, DR-ARM-06
    """

    damage: int
    degrees: int = 0
    injury_type: str = ""
    particle_degrees: int = 0
    fatigue: int = 0

    def on(self, sheet: DriveSheet) -> DriveSheet:
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


@adds("damage_taken", of="by", least=0)
class DamageChanged(SheetEvent):
    """The GM changed the damage taken."""

    by: int


class ShieldPoints(SheetEvent):
    """Points of a character's own shield were spent (negative) or made.

    Rules: DR-SHD-12, DR-SHD-19
    """

    shield: str
    by: int

    def on(self, sheet: DriveSheet) -> DriveSheet:
        """Change them."""
        return sheet.replace(shields=_changed(sheet.shields, self.shield, "points", self.by))


class ShieldGained(SheetEvent):
    """A character was given a shield."""

    shield: Shield

    def on(self, sheet: DriveSheet) -> DriveSheet:
        """Add it, in place of one of the same id."""
        rest = tuple(old for old in sheet.shields if old.id != self.shield.id)
        return sheet.replace(shields=(*rest, self.shield))


class AuraSpent(SheetEvent):
    """Damage stored in an aura was spent.

    Rules: DR-AUR-03
    """

    aura: str
    points: int

    def on(self, sheet: DriveSheet) -> DriveSheet:
        """Take it off."""
        return sheet.replace(auras=_changed(sheet.auras, self.aura, "stored", -self.points))


class AuraLost(SheetEvent):
    """An aura is gone.

    Rules: DR-AUR-15, DR-AUR-18
    """

    aura: str

    def on(self, sheet: DriveSheet) -> DriveSheet:
        """Take it away."""
        return sheet.replace(auras=tuple(old for old in sheet.auras if old.id != self.aura))


class BubblePoints(StateEvent):
    """Points of a bubble were spent (negative) or made."""

    bubble: str
    by: int

    def on(self, state: DriveState) -> DriveState:
        """Change them."""
        return state.replace(bubbles=_changed(state.bubbles, self.bubble, "points", self.by))


class PoolPoints(StateEvent):
    """Points of a shared pool were spent (negative) or made.

    Rules: DR-SHD-18
    """

    pool: str
    by: int

    def on(self, state: DriveState) -> DriveState:
        """Change them."""
        return state.replace(
            pools=state.pools.set(self.pool, state.pools.get(self.pool, 0) + self.by)
        )


@includes("acted", of="who")
class Acted(StateEvent):
    """Somebody has had a turn in this round."""

    who: str


@clears("acted")
class EverybodyFresh(StateEvent):
    """A new round: nobody has acted yet."""


def _changed(things: tuple[Any, ...], thing: str, field: str, by: int) -> tuple[Any, ...]:
    return tuple(
        one.replace(**{field: getattr(one, field) + by}) if one.id == thing else one
        for one in things
    )
