"""What can happen to movers: turning, being ridden, crashing; stated as changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.model.events import CombatantEvent
from gridwar.systems.arrgs.core.sheet import sheet_of

if TYPE_CHECKING:
    from gridwar.model.combatant import Combatant

CIRCLE_DEG = 360


class Wheeled(CombatantEvent):
    """Somebody turned while moving; ``counts`` for Manoeuvrability, as a first facing does not."""

    by_deg: int
    counts: bool = True

    def changed(self, one: Combatant) -> Combatant:
        """Turn it, and begin to wait anew."""
        facing = ((one.facing_deg or 0) + self.by_deg) % CIRCLE_DEG
        sheet = sheet_of(one)
        waited = 0 if self.counts else sheet.turns_since_last_turn
        return one.replace(facing_deg=facing, sheet=sheet.replace(turns_since_last_turn=waited))


class OwnTurnCounted(CombatantEvent):
    """A mover that turned some time ago begins another turn of its own."""

    def changed(self, one: Combatant) -> Combatant:
        """Count it."""
        sheet = sheet_of(one)
        waited = sheet.turns_since_last_turn
        later = None if waited is None else waited + 1
        return one.replace(sheet=sheet.replace(turns_since_last_turn=later))


class Mounted(CombatantEvent):
    """Somebody got onto a mount or into a vehicle, perhaps to steer it."""

    carrier: str
    steers: bool = True

    def changed(self, one: Combatant) -> Combatant:
        """Attach it."""
        sheet = sheet_of(one).replace(rides=self.carrier, steers=self.steers)
        return one.replace(sheet=sheet)


class Dismounted(CombatantEvent):
    """Somebody is on its own feet again."""

    def changed(self, one: Combatant) -> Combatant:
        """Detach it."""
        return one.replace(sheet=sheet_of(one).replace(rides=None, steers=False))


class Crashed(CombatantEvent):
    """Somebody was brought to a halt: the End of Round knows of its speed no more."""

    def changed(self, one: Combatant) -> Combatant:
        """Remember it until then, and from where on it gathers speed anew."""
        sheet = sheet_of(one)
        return one.replace(sheet=sheet.replace(crashed=True, stopped_after=sheet.squares_moved))
