"""What the drive rules know of the fight as a whole: bubbles, pools, bands, house rules."""

from __future__ import annotations

from typing import Literal

from frozendict import frozendict
from pydantic import Field

from gridwar.model.encounter import Encounter, RulesState, Switches
from gridwar.model.geometry import Cell
from gridwar.model.record import FrozenMap, Record
from gridwar.model.references import CombatantId, EssentialId
from gridwar.systems.drive.sheet import Origin, Shield


class Bands(Record):
    """How far each range band goes, in cells."""

    engagement: int = 1
    short: int = 6
    medium: int = 20
    long: int = 60

    def reach(self, band: str) -> int | None:
        """Return how far a band goes; None where there is no limit."""
        return None if band == "any" else int(getattr(self, band))


class Bubble(Record):
    """A low-precision shield: it stands far from its source and covers an area.

    Rules: DR-SHD-02, DR-SHD-03
    """

    id: str
    origin: Origin = "ability"
    points: int = Field(default=0, ge=0)
    pool_id: str | None = None
    blast_factor: Literal[1, 2] | None = None
    centre: Cell | None = None
    bearer: EssentialId | None = None
    """The combatant it moves with, in place of a centre."""
    radius_band: Literal["engagement", "short", "medium"] = "engagement"
    inside: frozenset[CombatantId] | None = None
    """Those inside by the GM's word; None where the map decides."""
    active: bool = True


class DriveState(RulesState):
    """Shields of the field, pools, settings that stand in for other chapters, who has acted."""

    bands: Bands = Bands()
    injury_types: tuple[str, ...] = ("core", "perception")
    bubbles: tuple[Bubble, ...] = ()
    pools: FrozenMap[str, int] = frozendict()
    order: tuple[CombatantId, ...] = ()
    """The turn order that the GM laid down; empty: as they joined."""
    acted: frozenset[CombatantId] = frozenset()


class DriveSwitches(Switches):
    """House rules of the rules that are built."""

    rounding: Literal["floor_each_step", "floor_at_end"] = "floor_each_step"
    injury_tracking: Literal["cumulative", "per_attack"] = "cumulative"
    resistance_stacking: Literal[
        "sequential_floor", "composite_whole_percent", "composite_exact"
    ] = "sequential_floor"
    modifier_order: Literal["by_origin", "list_order", "weaknesses_first", "resistances_first"] = (
        "by_origin"
    )
    reduction_requires_zero_str: bool = False
    melee_reduction_cuts_drive: bool = False
    reduction_cuts_added_energy: bool = False
    crit_without_defence_roll: Literal["ask", "always", "never"] = "ask"
    energy_degrees: Literal["by_crossings", "always_divide"] = "by_crossings"
    particle_scope: Literal["combat", "worst_attack", "per_attack"] = "combat"
    deafen_when_fully_shielded: bool = False
    techshield_odd_cost: Literal["up", "down"] = "up"
    high_access_needs_points: bool = False
    same_level_order: Literal["player", "most_points_first", "fewest_points_first"] = "player"
    shield_unit: Literal["weapon", "attack"] = "weapon"


def points_of(encounter: Encounter, shield: Shield | Bubble) -> int:
    """Return the points a shield can draw on: its own, or those of its pool.

    Rules: DR-SHD-18
    """
    if shield.pool_id is None:
        return shield.points
    return state_of(encounter).pools.get(shield.pool_id, 0)


def state_of(encounter: Encounter) -> DriveState:
    """Return what the rules know of the fight."""
    return encounter.rules if isinstance(encounter.rules, DriveState) else DriveState()


def switches_of(encounter: Encounter) -> DriveSwitches:
    """Return the house rules of the fight."""
    chosen = encounter.switches
    return chosen if isinstance(chosen, DriveSwitches) else DriveSwitches()
