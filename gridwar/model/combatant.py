"""Combatants as every rule system sees them: where they stand, whose side, what lasts on them.

Does not own what a system knows about them: that is the opaque ``sheet``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from frozendict import frozendict
from pydantic import AfterValidator, Field, SerializeAsAny

from gridwar.model.bounds import MOST_LARGE, Height, Metres, Number
from gridwar.model.combatant_references import CombatantId
from gridwar.model.form_layout import FormLayout
from gridwar.model.geometry import Cell, Size
from gridwar.model.record import FrozenMap, Record, opaque


class Sheet(Record):
    """What one rule system knows about a combatant; each system has its own subclass."""

    full_values: ClassVar[Mapping[str, str]] = {}
    """Fields that run down, and where each stands in full: in an editor they follow that."""
    forms: ClassVar[tuple[FormLayout, ...]] = ()
    """What an editor shows of it, in which order; the first layout that fits is taken."""


EffectEnd = Literal["never", "turn_start", "turn_end", "round_start", "round_end", "fight_end"]


class TimedEffect(Record):
    """A condition, a spell, a reminder: something with a name that lasts."""

    id: str
    name: str
    badge: str = "circle-dot"
    numbers: FrozenMap[str, Number] = frozendict()
    note: str = ""
    ends: EffectEnd = "never"
    whose: CombatantId | None = None
    """The combatant whose turn counts; None with ``round_end`` and ``never``."""
    rounds_left: int = Field(default=1, ge=1, le=MOST_LARGE)
    """How many of those moments still have to pass."""
    ask: bool = False
    """Ask the GM at that moment instead of ending by itself."""


def is_instance(effect: str, kind: str) -> bool:
    """Return whether an effect is one of several of a kind, told apart behind a colon."""
    return effect.partition(":")[0] == kind


MOST_SIDE_CELLS = 100
"""What a token may cover; more would be a slip, and slow."""


def _no_giant(size: Size) -> Size:
    if max(size) > MOST_SIDE_CELLS:
        raise ValueError(f"a token covers 1 to {MOST_SIDE_CELLS} cells a side")
    return size


TokenSize = Annotated[Size, AfterValidator(_no_giant)]


class Combatant(Record):
    """Somebody or something in the fight."""

    id: str
    name: str
    side: str = "1"
    pos: Cell | None = None
    size: TokenSize = Size(1, 1)
    altitude: Height = 0.0
    """Height above the map's ground, in the map's unit."""
    distance_m: Metres | None = None
    """Metres from everybody on the map, for somebody beyond its edge; only without a place."""
    facing_deg: Number | None = None
    label: str = ""
    """Initials on the token; empty means made from the name."""
    public_name: str = ""
    """What all players call it; empty: those of its own party use its name, of others they know
    none."""
    picture: str | None = None
    public_picture: str | None = None
    """What players see on its token in place of its picture; None: that picture."""
    hidden: bool = False
    known_by: frozenset[str] = frozenset()
    """Sides that know of it although it is hidden."""
    locked: bool = False
    aside: bool = False
    """Set aside by the GM: off the board and out of the order, but kept."""
    group: str = ""
    """Those of one group roll Initiative together; empty: each for itself."""
    effects: tuple[TimedEffect, ...] = ()
    note: str = ""
    trail: tuple[Cell, ...] = ()
    """Cells walked in the latest turn, the first one included."""
    sheet: Annotated[SerializeAsAny[Sheet], opaque("sheet")] = Field(
        default=Sheet.constant(), validate_default=True
    )

    @property
    def is_on_map(self) -> bool:
        """Whether it stands anywhere on the map; where, this does not say."""
        return self.pos is not None

    def has_effect(self, id: str) -> bool:
        """Return whether an effect of that id lasts on it."""
        return any(one.id == id for one in self.effects)

    def is_known_to(self, side: str | None) -> bool:
        """Return whether a side (None: the GM) knows that this combatant is there."""
        return side is None or not self.hidden or side == self.side or side in self.known_by
