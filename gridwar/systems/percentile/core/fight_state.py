"""What the rules know of a fight as a whole, and how state, sheets and house rules are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeVar

from pydantic import Field

from gridwar.engine.kit import (
    Cell,
    CombatantId,
    Number,
    Record,
    RulesState,
    own_settings,
    own_sheet,
    own_state,
    own_switches,
)
from gridwar.systems.percentile.core.house_rules_and_settings import (
    PercentileSettings,
    PercentileSwitches,
)
from gridwar.systems.percentile.core.sheet import PercentileSheet
from gridwar.systems.percentile.core.weapons import PercentileWeapon

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter

OpeningStep = Literal["layout", "surprise"]


class Grapple(Record):
    """Two who hold each other; ``maintained``: the controller has done the duty of this turn."""

    controller: CombatantId
    restrained: CombatantId
    maintained: bool = True
    option_due: bool = False
    """Control was taken a moment ago, and one controller option may be taken at once."""


class Overwatch(Record):
    """Somebody who waits to fire into a kill zone."""

    owner: CombatantId
    weapon: str
    action: Literal["standard_attack", "burst"] = "standard_attack"
    hits: Number = 1
    cells: tuple[Cell, ...] = ()
    condition: str = "any_action"
    watched: CombatantId | None = None
    """The one whom the condition names."""
    ally: CombatantId | None = None
    """The only one an attack on whom meets the condition."""
    words: str = ""
    """The condition in the player's own words."""
    asked: tuple[CombatantId, ...] = ()
    """Who is out of Reactions in the zone, as its owner has been told."""
    due: CombatantId | None = None
    """At whom it fires once the action under way is over."""


class Wedge(Record):
    """The kill zone of Suppressive Fire, shown until its owner's next turn."""

    owner: CombatantId
    cells: tuple[Cell, ...] = ()


class Dropped(Record):
    """A weapon on the ground."""

    cell: Cell
    weapon: PercentileWeapon


class PercentileState(RulesState):
    """What the rules know about the fight as a whole."""

    opening: OpeningStep = Field(
        default="layout", description="The step before Initiative that the fight is at."
    )
    acted: frozenset[CombatantId] = frozenset()
    """Whose turn in this round is over."""
    left: frozenset[CombatantId] = frozenset()
    """The dead who have left the order, as they do at the end of the turn they died in."""
    attacked: frozenset[CombatantId] = frozenset()
    """Who has used an Attack action in the present turn, whosever it is."""
    concentrated: frozenset[CombatantId] = frozenset()
    """The same of Concentration actions."""
    grapples: tuple[Grapple, ...] = ()
    overwatches: tuple[Overwatch, ...] = ()
    wedges: tuple[Wedge, ...] = ()
    dropped: tuple[Dropped, ...] = ()


R = TypeVar("R", bound=Record)


FIGHT_STATE = frozenset(
    {"opening", "acted", "left", "attacked", "concentrated", "grapples", "overwatches", "wedges"}
)


def with_changed(
    records: tuple[R, ...], field: str, value: str, **changes: object
) -> tuple[R, ...]:
    """Return records with those changed whose field has a value."""
    return tuple(one.replace(**changes) if getattr(one, field) == value else one for one in records)


sheet_of = own_sheet(PercentileSheet)
state_of = own_state(PercentileState)
switches_of = own_switches(PercentileSwitches)
settings_of = own_settings(PercentileSettings)


def grapple_of(encounter: Encounter, who: str) -> Grapple | None:
    """Return the grapple that somebody is in."""
    grapples = state_of(encounter).grapples
    return next((one for one in grapples if who in (one.controller, one.restrained)), None)


def role_of(encounter: Encounter, who: str) -> str:
    """Return somebody's role in a grapple: controller, restrained, or empty.

    Rules: PC-GRP-01
    """
    found = grapple_of(encounter, who)
    return "" if found is None else "controller" if found.controller == who else "restrained"


def is_due(encounter: Encounter, who: str) -> bool:
    """Tell whether somebody has taken control and may take a controller option at once.

    Rules: PC-GRP-09
    """
    found = grapple_of(encounter, who)
    return found is not None and found.controller == who and found.option_due


def watch_of(encounter: Encounter, who: str) -> Overwatch | None:
    """Return the Overwatch that somebody keeps."""
    return next((one for one in state_of(encounter).overwatches if one.owner == who), None)
