"""What ARRGS knows of the fight as a whole: turns, magnitudes, lasting spells, what lies about."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from frozendict import frozendict
from pydantic import Field

from gridwar.engine.kit import Amount, Cell, FrozenMap, Number, Record, RulesState
from gridwar.model.combatant_references import CombatantId, EssentialId, PairByColon
from gridwar.systems.arrgs.core.weapon_and_item_records import Item, Weapon


class Lying(Record):
    """An item on the ground, with the weapon it is."""

    cell: Cell
    item: Item
    weapon: Weapon | None = None


class SpellEffect(Record):
    """A spell that lasts: where it lies and who has hold of it."""

    id: str
    name: str = ""
    caster: CombatantId = ""
    controller: CombatantId = ""
    spell_level: Amount = 0
    school: str = ""
    duration: Literal["concentration", "rounds", "lasting"] = "lasting"
    rounds_left: Amount = 0
    steered: Amount = 0
    target: EssentialId | None = None
    """Whom it lies upon; None for one upon squares."""
    square: Cell | None = None
    cells: frozenset[Cell] = frozenset()
    controlled: bool = False
    """Controlled in this round."""
    cast_now: bool = False
    """Cast in this round."""

    @property
    def title(self) -> str:
        """Its name, or its id."""
        return self.name or self.id


HARDEST: Final = 40
"""Of difficulties that the GM sets."""
MOST_TIMES: Final = 5
Times = Annotated[int, Field(ge=1, le=MOST_TIMES)]
"""How far magnitudes lie apart."""


class ArrgsState(RulesState):
    """The fight as a whole: who has acted, who waits, how far magnitudes lie apart."""

    acted: frozenset[CombatantId] = frozenset()
    paused: FrozenMap[CombatantId, Number] = frozendict()
    """Turns to be resumed, and the Initiative slot at which."""
    surprise_round: bool = False
    spells: FrozenMap[str, SpellEffect] = frozendict()
    magnitude_multiplier: Times = 2
    magnitude_pairs: FrozenMap[PairByColon, Times] = Field(
        default=frozendict(), description="Multiplier of a pair, by both ids sorted: A:B."
    )
    scene_difficulty: int = Field(
        default=0, ge=-HARDEST, le=HARDEST, description="Added to the DC of Aid Another."
    )
    movement_dc: int = Field(default=10, ge=0, le=HARDEST, description="DC of Movement checks.")
    lying: tuple[Lying, ...] = ()
