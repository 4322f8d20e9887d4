"""What Back Alley keeps: of a combatant, of the fight, its house rules and its setting."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from gridwar.engine.kit import (
    Amount,
    Cell,
    CombatantId,
    Encounter,
    FormLayout,
    Number,
    RulesState,
    Settings,
    Sheet,
    Switches,
    _,
    own_settings,
    own_sheet,
    own_state,
    own_switches,
    switch,
)


class AlleySheet(Sheet):
    """Somebody in the alley."""

    forms: ClassVar[tuple[FormLayout, ...]] = (
        FormLayout(
            first=(("brawl", "dodge", "block"), ("wounds", "bottles")),
            in_fight=(("initiative", "zones_walked", "has_acted"),),
        ),
    )

    brawl: Number = Field(
        default=0, title=_("Brawl"), description=_("Added to the d20 of an attack.")
    )
    dodge: Number = Field(
        default=0, title=_("Dodge"), description=_("Added to the d20 of a dodge, also from fire.")
    )
    block: Number = Field(
        default=0, title=_("Block"), description=_("Added to the d20 of a block.")
    )
    bottles: Amount = Field(default=0, title=_("Bottles"), description=_("Bottles of fire left."))
    wounds: Amount = Field(default=0, title=_("Wounds taken"), description=_("Wounds taken."))
    initiative: Number = Field(
        default=0, title=_("Initiative"), description=_("Rolled when the fight begins.")
    )
    zones_walked: Amount = Field(
        default=0, title=_("Zones walked"), description=_("Zones entered in this turn.")
    )
    has_acted: bool = Field(
        default=False, title=_("Has acted"), description=_("The action of this turn is spent.")
    )


class AlleyState(RulesState):
    """What this round knows: whose turn is over, which zones burn."""

    acted: frozenset[CombatantId] = frozenset()
    burning: frozenset[Cell] = frozenset()


class AlleySwitches(Switches):
    """What a table may decide otherwise."""

    ties: Literal["defender", "attacker"] = switch(
        "defender", rule="BA-ATK-01", text="Who wins where attack and defence are the same."
    )
    fire_stays: bool = switch(
        True, rule="BA-FIR-02", text="Whoever steps into a burning zone takes a wound."
    )


class AlleySettings(Settings):
    """How rough this fight is."""

    wounds_to_fall: int = Field(default=3, ge=1, le=20, description="Wounds that put somebody out.")


sheet_of = own_sheet(AlleySheet)
state_of = own_state(AlleyState)
switches_of = own_switches(AlleySwitches)
settings_of = own_settings(AlleySettings)


def wounds_left(encounter: Encounter, who: str) -> int:
    """Return how many wounds somebody can still take; with none left they are out.

    Rules: BA-HRM-01
    """
    return max(0, settings_of(encounter).wounds_to_fall - sheet_of(encounter[who]).wounds)
