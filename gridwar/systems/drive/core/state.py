"""The fight as a whole: bubbles, pools, the order of turns; what changes them; its settings."""

from __future__ import annotations

from typing import Literal

from frozendict import frozendict
from pydantic import Field

from gridwar.engine.kit import (
    Amount,
    AtLeastOne,
    Cell,
    CombatantId,
    Encounter,
    FrozenMap,
    Number,
    RulesState,
    Settings,
    StateEvent,
    clears,
    includes,
    own_settings,
    own_state,
    sets,
)
from gridwar.model.combatant_references import ScopedKey
from gridwar.systems.drive.core.point_sources import PointSource, Shield, with_more, with_values
from gridwar.systems.drive.core.sheet import sheet_of
from gridwar.text import _


class Bubble(Shield):
    """A low-precision shield that stands at a fixed point.

    Rules: DR-SHD-02, DR-SHD-03
    """

    precision: Literal["low"] = "low"
    centre: Cell | None = None
    inside: frozenset[CombatantId] | None = None
    """Those inside by the GM's word, everybody else outside; None where the map decides."""


class DriveState(RulesState):
    """Shields of the field, pools, the order laid by hand, who has acted."""

    bubbles: tuple[Bubble, ...] = ()
    pools: FrozenMap[str, Number] = frozendict()
    order: tuple[CombatantId, ...] = ()
    """The turn order that the GM laid down; empty: as they joined."""
    acted: frozenset[CombatantId] = frozenset()
    stand_ins: FrozenMap[ScopedKey, CombatantId] = frozendict()
    """By ``stand_in_key``: who acts just before a stunner, whose place it keeps if they leave."""
    has_moved: bool = False
    """The movement phase of the present turn has begun."""


# --- what changes it ------------------------------------------------------------------------------


class BubblePoints(StateEvent):
    """Points of a bubble at a fixed point were spent (negative) or made."""

    bubble: str
    by: int

    def on(self, state: DriveState) -> DriveState:
        """Change them."""
        return state.replace(bubbles=with_more(state.bubbles, self.bubble, "points", self.by))


@includes("bubbles", of="bubble")
class BubbleRaised(StateEvent):
    """A bubble stands at a fixed point."""

    bubble: Bubble


class BubbleTimed(StateEvent):
    """A bubble at a fixed point stands so many rounds more."""

    bubble: str
    rounds_left: int

    def on(self, state: DriveState) -> DriveState:
        """Note it."""
        changed = with_values(state.bubbles, self.bubble, rounds_left=self.rounds_left)
        return state.replace(bubbles=changed)


class BubbleGone(StateEvent):
    """A bubble at a fixed point is gone."""

    bubble: str

    def on(self, state: DriveState) -> DriveState:
        """Take it away."""
        return state.replace(bubbles=tuple(one for one in state.bubbles if one.id != self.bubble))


class PoolPoints(StateEvent):
    """Points of a shared pool were spent (negative) or made.

    Rules: DR-SHD-18
    """

    pool: str
    by: int

    def on(self, state: DriveState) -> DriveState:
        """Change them."""
        points = max(0, state.pools.get(self.pool, 0) + self.by)
        return state.replace(pools=state.pools.set(self.pool, points))


@includes("acted", of="who")
class Acted(StateEvent):
    """Somebody has had a turn in this round."""

    who: str


@clears("acted")
class EverybodyFresh(StateEvent):
    """A new round: nobody has acted yet."""


@sets("order", of="order")
class OrderLaid(StateEvent):
    """The GM laid the order down."""

    order: tuple[str, ...]


class StandInNoted(StateEvent):
    """Somebody keeps the place in the order that ends a stun, should the stunner leave.

    Rules: DR-NRG-15
    """

    who: str
    effect: str
    stand_in: str

    def on(self, state: DriveState) -> DriveState:
        """Note it."""
        key = stand_in_key(self.who, self.effect)
        return state.replace(stand_ins=state.stand_ins.set(key, self.stand_in))


@sets("has_moved", of="has_moved")
class MovementPhase(StateEvent):
    """The movement phase of the present turn has begun, or a new turn has none yet."""

    has_moved: bool = True


# --- what is set for one fight --------------------------------------------------------------------


class DriveSettings(Settings):
    """What stands in for pages that are not there. All of it is ours, none of it the book's."""

    range_bands_squares: FrozenMap[str, Number] = Field(
        default=frozendict({"engagement": 1, "short": 6, "medium": 20, "long": 60}),
        title=_("Range bands (squares)"),
        description=_(
            "Ours, not the book's: how far engagement, short, medium and long go. Nobody's "
            "movement is bounded: the page has no rule for it."
        ),
    )
    distance_metric: Literal["straight", "chebyshev", "alternating", "manhattan"] = Field(
        default="straight",
        title=_("Distances"),
        description=_("Ours, not the book's: how bands, bubbles and critical ranges measure."),
    )
    seconds_per_round: AtLeastOne = Field(
        default=5,
        title=_("Seconds a round"),
        description=_(
            "Ours, and so is the order that you lay by hand, one turn each a round: the page says "
            "only that 30 seconds are 6 turns."
        ),
    )
    defence_die: Literal["1d100", "1d20"] = Field(
        default="1d100",
        title=_("Defence die"),
        description=_("Ours, not the book's: a roll up to the number evades."),
    )
    default_aoe_affected_percent: int = Field(
        default=50,
        ge=0,
        le=100,
        title=_("Struck by an area (%)"),
        description=_("Ours, not the book's: the chance of each one exposed."),
    )
    light_radius_squares: FrozenMap[str, Number] = Field(
        default=frozendict({"dim": 2, "moderate": 6}),
        title=_("Light (squares)"),
        description=_("Ours, not the book's: how far dim and moderate light reach."),
    )
    injury_types: tuple[str, ...] = Field(
        default=("core", "perception"),
        title=_("Injury types"),
        description=_("The book names these two here; add those of your tables."),
    )
    group_gap_squares: Amount = Field(
        default=1,
        title=_("Gap in a group (squares)"),
        description=_("Ours, not the book's: how close those stand who count as one group."),
    )

    def reach(self, band: str) -> int | None:
        """Return how many squares a band goes; None where there is no limit."""
        return None if band == "any" else self.range_bands_squares.get(band, 0)


state_of = own_state(DriveState)
settings_of = own_settings(DriveSettings)


def stand_in_key(victim: str, effect: str) -> str:
    """Return the key of a stun: behind the victim's id nothing more tells a combatant.

    Rules: DR-NRG-15
    """
    return f"{victim}:{effect.replace(':', '-')}"


def points_of(encounter: Encounter, source: PointSource) -> int:
    """Return the points a source can draw on: its own, or those of its pool.

    Rules: DR-SHD-18, DR-PSG-04
    """
    if source.pool_id is None:
        return source.points
    return state_of(encounter).pools.get(source.pool_id, 0)


# --- the order of turns ---------------------------------------------------------------------------
# Everybody has a place in it, also who does not act there: what waits for a turn waits for a place.


def places(encounter: Encounter) -> tuple[str, ...]:
    """Return everybody's place: as the GM laid it down, then the others as they joined.

    Rules: DR-NRG-15
    """
    laid = [who for who in state_of(encounter).order if who in encounter.combatants]
    return (*laid, *(who for who in encounter.combatants if who not in laid))


def has_turns(encounter: Encounter, who: str) -> bool:
    """Return whether somebody acts at their place: not a thing, nor out, nor set aside.

    Rules: DR-NRG-15
    """
    one = encounter.combatants[who]
    sheet = sheet_of(one)
    return sheet.takes_turns and not sheet.is_out and not one.aside


def order_ids(encounter: Encounter) -> tuple[str, ...]:
    """Return who is in the order: all who act at their places."""
    return tuple(who for who in places(encounter) if has_turns(encounter, who))


def before(encounter: Encounter, who: str) -> str | None:
    """Return whose place is just before somebody's; None where there is nobody else.

    Rules: DR-NRG-15
    """
    order = places(encounter)
    others = [one for one in order if one != who]
    if not others:
        return None
    return order[order.index(who) - 1] if who in order else others[-1]
