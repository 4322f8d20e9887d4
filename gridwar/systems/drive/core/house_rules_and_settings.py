"""The house rules of drive, all rows of the catalogue's table, and what is set for one fight."""

from __future__ import annotations

from typing import Literal

from frozendict import frozendict
from pydantic import Field

from gridwar.engine.kit import (
    Amount,
    AtLeastOne,
    FrozenMap,
    Number,
    Settings,
    Switches,
    own_settings,
    own_switches,
    switch,
)
from gridwar.text import _

Rounding = Literal["floor_each_step", "floor_at_end"]


class DriveSwitches(Switches):
    """How a table reads the page where it leaves a gap."""

    rounding: Rounding = switch(
        "floor_each_step",
        rule="DR-ARM-03",
        text=_("Whether fractions are dropped after every stage or once at the end."),
    )
    injury_tracking: Literal["cumulative", "per_attack"] = switch(
        "cumulative",
        rule="DR-ARM-06",
        text=_("Whether damage adds up over attacks until it crosses the injury factor."),
    )
    resistance_stacking: Literal[
        "sequential_floor", "composite_whole_percent", "composite_exact"
    ] = switch(
        "sequential_floor",
        rule="DR-RES-06",
        text=_("How several resistances and weaknesses come together."),
    )
    modifier_order: Literal["by_origin", "list_order", "weaknesses_first", "resistances_first"] = (
        switch("by_origin", rule="DR-RES-06", text=_("In what order they apply."))
    )
    reduction_requires_zero_str: bool = switch(
        False,
        rule="DR-RED-03",
        text=_("The weapon itself can be held back only when no Strength is used."),
    )
    melee_reduction_cuts_drive: bool = switch(
        False, rule="DR-RED-03", text=_("Holding a melee weapon back cuts its drive as well.")
    )
    reduction_cuts_added_energy: bool = switch(
        False,
        rule="DR-RED-03",
        text=_("Holding a melee weapon back cuts the energy added to it as well."),
    )
    ranged_reduction_roll: Literal["ranged", "melee"] = switch(
        "ranged",
        rule="DR-RED-04",
        text=_("Which offence roll bears the Hindrance of half power."),
    )
    crit_without_defence_roll: Literal["ask", "always", "never"] = switch(
        "ask", rule="DR-CRT-02", text=_("Whether a hit without a defence roll is critical.")
    )
    energy_degrees: Literal["by_crossings", "always_divide"] = switch(
        "by_crossings",
        rule="DR-NRG-03",
        text=_("How degrees by energy count where an attack did damage of one kind only."),
    )
    particle_scope: Literal["combat", "worst_attack", "per_attack"] = switch(
        "combat", rule="DR-NRG-04", text=_("Which degrees count for the roll against war fever.")
    )
    deafen_when_fully_shielded: bool = switch(
        False,
        rule="DR-NRG-09",
        text=_("A blast deafens even where low or medium shields stop it all."),
    )
    techshield_odd_cost: Literal["up", "down"] = switch(
        "up",
        rule="DR-NRG-13",
        text=_("How half a point is rounded when a device stops an odd blast."),
    )
    high_access_needs_points: bool = switch(
        False,
        rule="DR-SHD-15",
        text=_("A high-precision shield keeps fire and deafness off only while it has points."),
    )
    same_level_order: Literal["player", "most_points_first", "fewest_points_first"] = switch(
        "player", rule="DR-SHD-21", text=_("Who goes first among shields of one precision.")
    )
    shield_unit: Literal["weapon", "attack"] = switch(
        "weapon",
        rule="DR-SHD-24",
        text=_("Whether each shot must be pure energy to be shielded, or the whole attack."),
    )
    direct_takes_area_too: bool = switch(
        False,
        rule="DR-AOE-01",
        text=_("A direct target that is hit takes the area damage besides the impact."),
    )
    aoe_threshold_basis: Literal["shot", "volley"] = switch(
        "shot",
        rule="DR-AOE-01",
        text=_("Whether each weapon or shot must be strong enough for an area, or all together."),
    )
    overeffect_auto: Literal["always", "ask"] = switch(
        "always",
        rule="DR-AOE-01",
        text=_("Whether a strong enough attack spills over by itself or the game master says so."),
    )
    overeffect_direct: Number | Literal["none"] = switch(
        100, rule="DR-AOE-01", text=_("Percentage of an overeffect that its direct target takes.")
    )
    overeffect_area: Number | Literal["none"] = switch(
        25, rule="DR-AOE-01", text=_("Percentage of an overeffect that the others take.")
    )
    aoe_high_basis: Literal["original", "delivered"] = switch(
        "original",
        rule="DR-AOE-10",
        text=_("What a high shield of the direct target pays for: the original or what arrives."),
    )
    pg_compare: Literal["exact", "floor"] = switch(
        "exact", rule="DR-PSG-05", text=_("Whether fractions of the required points are dropped.")
    )
    silencing_rounding: Literal["exact", "floor"] = switch(
        "exact", rule="DR-SIL-07", text=_("Whether fractions of the effective points are dropped.")
    )
    pg_notable_squares: Number | Literal["none"] = switch(
        1,
        rule="DR-PSG-13",
        text=_("Squares that pseudogravity has to move somebody to take them out of cover."),
    )
    pg_glow_duration: Literal["next_turn", "round_end", "gm_clears"] = switch(
        "next_turn",
        rule="DR-PSG-16",
        text=_("How long the user of pseudogravity glows."),
    )


switches_of = own_switches(DriveSwitches)


class DriveSettings(Settings):
    """What stands in for pages that are not there. All of it is ours, none of it the book's."""

    range_bands_squares: FrozenMap[str, Number] = Field(
        default=frozendict({"engagement": 1, "short": 6, "medium": 20, "long": 60}),
        title=_("Range bands (squares)"),
        description=_(
            "Ours, not the book's: how far engagement, short, medium and long go. Nobody's "
            "movement is bounded, nor how far a blow or a touch goes: the page has no rule for it."
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


settings_of = own_settings(DriveSettings)
