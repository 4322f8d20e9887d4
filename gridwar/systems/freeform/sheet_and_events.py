"""What freeform knows: hit points, initiative, a speed, house rules; and what changes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from pydantic import Field

from gridwar.engine.kit import (
    Amount,
    AtLeastOne,
    Combatant,
    CombatantId,
    Encounter,
    FormLayout,
    Number,
    RulesState,
    SheetEvent,
    SheetWithEyes,
    StateEvent,
    Switches,
    _,
    adds,
    clears,
    includes,
    own_sheet,
    own_state,
    own_switches,
    switch,
)
from gridwar.model.raw_parts import RawRules, RawSheet


class FreeformSheet(SheetWithEyes):
    """Just enough to run a fight by hand."""

    full_values: ClassVar[Mapping[str, str]] = {"hp": "hp_full"}
    forms: ClassVar[tuple[FormLayout, ...]] = (
        FormLayout(
            first=(("hp_full", "hp", "initiative", "speed_cells"), ("dark_sight_cells", "blind"))
        ),
    )

    hp: Number = Field(default=10, title=_("Hit points left"), description=_("0 or less is out."))
    hp_full: AtLeastOne = Field(default=10, title=_("Hit points"), description=_("When unhurt."))
    initiative: Number = Field(
        default=0, title=_("Initiative"), description=_("Higher acts earlier; typed in by the GM.")
    )
    speed_cells: Amount = Field(
        default=6,
        title=_("Move (squares)"),
        description=_("Squares of one move; none is refused."),
    )


class FreeformState(RulesState):
    """Who has acted in this round."""

    acted: frozenset[CombatantId] = frozenset()


sheet_of = own_sheet(FreeformSheet)
state_of = own_state(FreeformState)


class FreeformSwitches(Switches):
    """What a table may decide otherwise."""

    distance_metric: Literal["chebyshev", "alternating", "euclid_floor"] = switch(
        "chebyshev",
        rule="FR-MOV-01",
        text="What diagonals count: 1, 1 and 2 in turn, or as long as the straight line is.",
    )
    terrain_slows: bool = switch(
        False, rule="FR-MOV-02", text="Difficult ground costs as many times as was painted."
    )


switches_of = own_switches(FreeformSwitches)


class _OnSheet(SheetEvent):
    """Changes the freeform sheet; beside the one of a system that is not here."""

    def changed(self, one: Combatant) -> Combatant:
        kept, sheet = one.sheet, self.on(sheet_of(one))
        return one.replace(sheet=kept.replace(own=sheet) if isinstance(kept, RawSheet) else sheet)


class _OnState(StateEvent):
    """Changes the freeform state; beside the one of a system that is not here."""

    def apply(self, encounter: Encounter) -> Encounter:
        kept, state = encounter.rules, self.on(state_of(encounter))
        own = kept.replace(own=state) if isinstance(kept, RawRules) else state
        return encounter.replace(rules=own)


@adds("hp", of="by")
class HpChanged(_OnSheet):
    """Hit points were lost or won back; the GM's word is not bounded."""

    by: int


@adds("initiative", of="by")
class InitiativeChanged(_OnSheet):
    """An initiative rose or sank."""

    by: int


@includes("acted", of="who")
class Acted(_OnState):
    """Somebody has had a turn in this round."""

    who: str


@clears("acted")
class EverybodyFresh(_OnState):
    """A new round: nobody has acted yet."""
