"""What freeform knows: hit points, an initiative number, a speed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pydantic import Field

from gridwar.model.combatant import Combatant, Sheet
from gridwar.model.command import Command
from gridwar.model.encounter import Encounter, RulesState
from gridwar.model.event import Event
from gridwar.model.events import CombatantEvent
from gridwar.model.raw import RawRules, RawSheet
from gridwar.model.references import CombatantId


class FreeformSheet(Sheet):
    """Just enough to run a fight by hand."""

    full_values: ClassVar[Mapping[str, str]] = {"hp": "hp_full"}

    hp: int = Field(default=10, description="Hit points left; 0 or less is out.")
    hp_full: int = Field(default=10, ge=1, description="Hit points when unhurt.")
    initiative: int = Field(default=0, description="Higher acts earlier; typed in by the GM.")
    speed_cells: int = Field(default=6, ge=0, description="Cells of one move; none is refused.")


class FreeformState(RulesState):
    """Who has acted in this round."""

    acted: frozenset[CombatantId] = frozenset()


class HpChanged(CombatantEvent):
    """Hit points were lost or won back."""

    kind: ClassVar[str] = "freeform.hp_changed"
    by: int

    def changed(self, one: Combatant) -> Combatant:
        """Change them; the GM's word is not bounded."""
        sheet = sheet_of(one)
        return with_sheet(one, sheet.replace(hp=sheet.hp + self.by))


class Acted(Event):
    """Somebody has had a turn in this round."""

    kind: ClassVar[str] = "freeform.acted"
    who: str

    def apply(self, encounter: Encounter) -> Encounter:
        """Note it."""
        state = state_of(encounter)
        return with_state(encounter, state.replace(acted=state.acted | {self.who}))


class EverybodyFresh(Event):
    """A new round: nobody has acted yet."""

    kind: ClassVar[str] = "freeform.everybody_fresh"

    def apply(self, encounter: Encounter) -> Encounter:
        """Forget who has acted."""
        return with_state(encounter, state_of(encounter).replace(acted=frozenset()))


class InitiativeChanged(CombatantEvent):
    """An initiative rose or sank."""

    kind: ClassVar[str] = "freeform.initiative_changed"
    by: int

    def changed(self, one: Combatant) -> Combatant:
        """Change it."""
        sheet = sheet_of(one)
        return with_sheet(one, sheet.replace(initiative=sheet.initiative + self.by))


class Reorder(Command):
    """Put somebody before another in the order, or (``before`` empty) at its end."""

    kind: ClassVar[str] = "freeform.reorder"
    correction: ClassVar[bool] = True
    who: str
    before: str = ""


EVENTS: tuple[type[Event], ...] = (InitiativeChanged, HpChanged, Acted, EverybodyFresh)


def sheet_of(one: Combatant) -> FreeformSheet:
    """Return a combatant's freeform sheet (a blank one for a combatant of another system)."""
    sheet = one.sheet.own if isinstance(one.sheet, RawSheet) else one.sheet
    return sheet if isinstance(sheet, FreeformSheet) else FreeformSheet()


def with_sheet(one: Combatant, sheet: FreeformSheet) -> Combatant:
    """Return a combatant with that sheet; beside the one of a system that is not here."""
    kept = one.sheet
    return one.replace(sheet=kept.replace(own=sheet) if isinstance(kept, RawSheet) else sheet)


def state_of(encounter: Encounter) -> FreeformState:
    """Return the freeform state of a fight."""
    rules = encounter.rules.own if isinstance(encounter.rules, RawRules) else encounter.rules
    return rules if isinstance(rules, FreeformState) else FreeformState()


def with_state(encounter: Encounter, state: FreeformState) -> Encounter:
    """Return the fight with that state; beside the one of a system that is not here."""
    kept = encounter.rules
    return encounter.replace(rules=kept.replace(own=state) if isinstance(kept, RawRules) else state)
