"""What can happen to spells: slots spent, effects that begin, change hands, move and end."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from gridwar.model.event import Event
from gridwar.model.events import CombatantEvent
from gridwar.systems.arrgs.core.sheet import SpellEffect, sheet_of, state_of

if TYPE_CHECKING:
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter


class SlotSpent(CombatantEvent):
    """A prepared casting is gone until a rest."""

    spell: str

    def changed(self, one: Combatant) -> Combatant:
        """Count one casting less, where they are counted."""
        sheet = sheet_of(one)
        weapons = tuple(
            weapon.replace(prepared=max(0, weapon.prepared - 1))
            if weapon.id == self.spell and weapon.prepared is not None
            else weapon
            for weapon in sheet.weapons
        )
        return one.replace(sheet=sheet.replace(weapons=weapons))


class SpellBegan(Event):
    """A spell that lasts took effect."""

    spell: SpellEffect

    def apply(self, encounter: Encounter) -> Encounter:
        """Note it."""
        state = state_of(encounter)
        return encounter.replace(
            rules=state.replace(spells=state.spells.set(self.spell.id, self.spell))
        )


class SpellEvent(Event):
    """Something happened to one lasting spell."""

    kind: ClassVar[str] = ""
    spell: str

    def apply(self, encounter: Encounter) -> Encounter:
        """Change it, if it is still there."""
        state = state_of(encounter)
        old = state.spells.get(self.spell)
        if old is None:
            return encounter
        changed = self.altered(old)
        spells = (
            state.spells.delete(self.spell)
            if changed is None
            else state.spells.set(self.spell, changed)
        )
        return encounter.replace(rules=state.replace(spells=spells))

    def altered(self, spell: SpellEffect) -> SpellEffect | None:
        """Return the spell after the event; None for one that is over."""
        return spell


class SpellEnded(SpellEvent):
    """A lasting spell is over."""

    def altered(self, spell: SpellEffect) -> SpellEffect | None:
        """Nothing is left of it."""
        del spell
        return None


class SpellHeld(SpellEvent):
    """A lasting spell is under control in this round."""

    def altered(self, spell: SpellEffect) -> SpellEffect | None:
        """Remember it until End of Round."""
        return spell.replace(controlled=True)


class SpellSeized(SpellEvent):
    """A lasting spell obeys somebody else now."""

    by: str

    def altered(self, spell: SpellEffect) -> SpellEffect | None:
        """Change its controller."""
        return spell.replace(controller=self.by)


class SpellSteered(SpellEvent):
    """A lasting spell was moved by some squares."""

    dx: int
    dy: int

    def altered(self, spell: SpellEffect) -> SpellEffect | None:
        """Shift its squares."""
        square = None if spell.square is None else spell.square.shifted(self.dx, self.dy)
        cells = frozenset(cell.shifted(self.dx, self.dy) for cell in spell.cells)
        return spell.replace(square=square, cells=cells)


class SpellCounted(SpellEvent):
    """A round of a lasting spell is over: control has to be shown anew."""

    def altered(self, spell: SpellEffect) -> SpellEffect | None:
        """Count the round."""
        left = max(0, spell.rounds_left - 1)
        return spell.replace(controlled=False, cast_now=False, rounds_left=left)
