"""What the drive rules know of the fight as a whole: bubbles, pools, bands, house rules."""

from __future__ import annotations

from typing import Literal

from frozendict import frozendict
from pydantic import Field

from gridwar.model.encounter import Encounter, RulesState
from gridwar.model.geometry import Cell
from gridwar.model.record import FrozenMap, Record
from gridwar.model.references import CombatantId, EssentialId
from gridwar.model.switches import Switches, switch
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

    rounding: Literal["floor_each_step", "floor_at_end"] = switch(
        "floor_each_step",
        rule="DR-ARM-03",
        text="Whether fractions are dropped after every stage or once at the end.",
    )
    injury_tracking: Literal["cumulative", "per_attack"] = switch(
        "cumulative",
        rule="DR-ARM-06",
        text="Whether damage adds up over attacks until it crosses the injury factor.",
    )
    resistance_stacking: Literal[
        "sequential_floor", "composite_whole_percent", "composite_exact"
    ] = switch(
        "sequential_floor",
        rule="DR-RES-06",
        text="How several resistances and weaknesses come together.",
    )
    modifier_order: Literal["by_origin", "list_order", "weaknesses_first", "resistances_first"] = (
        switch("by_origin", rule="DR-RES-06", text="In what order they apply.")
    )
    reduction_requires_zero_str: bool = switch(
        False,
        rule="DR-RED-03",
        text="The weapon itself can be held back only when no Strength is used.",
    )
    melee_reduction_cuts_drive: bool = switch(
        False, rule="DR-RED-03", text="Holding a melee weapon back cuts its drive as well."
    )
    reduction_cuts_added_energy: bool = switch(
        False,
        rule="DR-RED-03",
        text="Holding a melee weapon back cuts the energy added to it as well.",
    )
    crit_without_defence_roll: Literal["ask", "always", "never"] = switch(
        "ask", rule="DR-CRT-02", text="Whether a hit without a defence roll is critical."
    )
    energy_degrees: Literal["by_crossings", "always_divide"] = switch(
        "by_crossings",
        rule="DR-NRG-03",
        text="How degrees by energy count where an attack did damage of one kind only.",
    )
    particle_scope: Literal["combat", "worst_attack", "per_attack"] = switch(
        "combat", rule="DR-NRG-04", text="Which degrees count for the roll against war fever."
    )
    deafen_when_fully_shielded: bool = switch(
        False,
        rule="DR-NRG-09",
        text="A blast deafens even where low or medium shields stop it all.",
    )
    techshield_odd_cost: Literal["up", "down"] = switch(
        "up", rule="DR-NRG-13", text="How half a point is rounded when a device stops an odd blast."
    )
    high_access_needs_points: bool = switch(
        False,
        rule="DR-SHD-15",
        text="A high-precision shield keeps fire and deafness off only while it has points.",
    )
    same_level_order: Literal["player", "most_points_first", "fewest_points_first"] = switch(
        "player", rule="DR-SHD-21", text="Who goes first among shields of one precision."
    )
    shield_unit: Literal["weapon", "attack"] = switch(
        "weapon",
        rule="DR-SHD-24",
        text="Whether each shot must be pure energy to be shielded, or the whole attack.",
    )


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
