"""The fight as a whole: bubbles, pools, the order of turns; what changes them; its settings."""

from __future__ import annotations

from typing import Literal

from frozendict import frozendict

from gridwar.engine.kit import (
    Cell,
    CombatantId,
    Encounter,
    FrozenMap,
    Number,
    RulesState,
    StateEvent,
    clears,
    includes,
    own_state,
    sets,
)
from gridwar.model.references import ScopedKey
from gridwar.systems.drive.core.shield_aura_gravity import (
    PointSource,
    Shield,
    with_more,
    with_values,
)


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


state_of = own_state(DriveState)


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
