"""The state of the fight as a whole: bubbles at fixed points, pools, the order laid by hand."""

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
    own_state,
)
from gridwar.model.combatant_references import ScopedKey
from gridwar.systems.drive.core.shield_aura_gravity import PointSource, Shield


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
