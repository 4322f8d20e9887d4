"""The house rules of ``cepheus``: one frozen model, the same names as ``switches.toml``."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from gridwar.model.encounter import Switches


class CepheusSwitches(Switches):
    """What a table may decide otherwise; the defaults are Gridwar's readings."""

    grid_distance: Literal["euclid_nearest", "chebyshev", "alternating"] = Field(
        default="euclid_nearest", description="How squares are counted for range."
    )
    band_source: Literal["squares", "metres"] = Field(
        default="squares", description="Which column of the range table decides."
    )
    band_334: Literal["very_long", "distant"] = Field(
        default="very_long", description="The band of 334 squares, which stand in two."
    )
    move_diagonal: Literal["alternating", "one", "euclid"] = Field(
        default="alternating", description="What a diagonal step costs."
    )
    prone_move: Literal["crawl_one_square", "half", "none"] = Field(
        default="crawl_one_square", description="How far somebody prone gets with a move."
    )
    round_fractions: Literal["up", "down"] = Field(
        default="up", description="Fractions of damage with no rounding of their own."
    )
    delay_persists: bool = Field(
        default=True, description="The Initiative of a delayed action stays for later rounds."
    )
    aim_broken_by_reaction: bool = Field(
        default=True, description="Any reaction spoils ordinary aim too."
    )
    aim_broken_by_hit: Literal["kill_only", "both"] = Field(
        default="kill_only", description="Which aim is lost by being hit."
    )
    mix_aim_kinds: bool = Field(
        default=False, description="One sequence of aiming may hold actions of both kinds."
    )
    laser_sight_kill_aim: bool = Field(
        default=True, description="Aiming for the kill is enough for the laser sight."
    )
    reaction_dm_double: bool = Field(
        default=False, description="Dodge and parry cost a second -1 on checks."
    )
    prone_short_ranged_dm: Literal[-2, 0] = Field(
        default=-2, description="DM of shots at a prone target at Short range."
    )
    full_cover_crouched: Literal["impossible", "dm_minus_6"] = Field(
        default="impossible", description="Crouched or prone behind full cover."
    )
    cover_in_melee: bool = Field(
        default=True, description="An obstacle counts in melee at Close range."
    )
    blast_roll: Literal["shared", "per_victim"] = Field(
        default="shared", description="One damage roll for a zone, or one for each victim."
    )
    scatter_formula: Literal["magnitude", "literal"] = Field(
        default="magnitude", description="6 + size of the Effect, or 6 + Effect as it stands."
    )
    scatter_directions: Literal[8, 360] = Field(
        default=8, description="Compass directions, or degrees."
    )
    first_damage_split: Literal["one_then_other", "free"] = Field(
        default="one_then_other", description="Where a first wound goes after Endurance."
    )
    unconscious_at: Literal["two_at_zero", "str_or_dex_zero"] = Field(
        default="two_at_zero", description="What puts somebody out."
    )
    grapple_effect: Literal["own_effect", "margin"] = Field(
        default="own_effect", description="What the winner of a grapple counts with."
    )
    serious_hobble_free: bool = Field(
        default=True, description="Hobbling when seriously wounded costs no action."
    )
    surgery_multiplier: Literal[2, 1] = Field(
        default=2, description="Points that surgery restores for each point of Effect."
    )
    distant_limit_m: int | Literal["none"] = Field(
        default=5000, description="Metres beyond which range is extreme; none: never."
    )
    tactics_negative: bool = Field(
        default=False, description="A failed Tactics check costs its unit Initiative."
    )
    leadership_duration: Literal["one_round", "combat"] = Field(
        default="one_round", description="How long the Initiative from Leadership lasts."
    )
    ir_negates_soft_cover: bool = Field(
        default=True, description="Infra-red sees through soft cover."
    )
    burst_between_rows: Literal["floor_row", "exact_only"] = Field(
        default="floor_row", description="Bursts of sizes between the rows of the table."
    )
    spread_into_combat_dm: Literal["apply", "waive"] = Field(
        default="apply", description="Whether flechettes suffer from firing into combat."
    )
    suppress_uses_target_dms: bool = Field(
        default=False, description="Cover, stance and movement count against suppression."
    )
    arc_edge: Literal["both", "front_rear"] = Field(
        default="both", description="Arcs of a target exactly on a dividing line."
    )
    vehicle_turn_limit: Literal["45_minor_free_maneuver", "none"] = Field(
        default="45_minor_free_maneuver", description="How far a vehicle turns in normal driving."
    )
    collision_armor: Literal["applies", "ignored"] = Field(
        default="applies", description="Armour against the damage of a collision."
    )
    throw_distance_round: Literal["up", "full_tens"] = Field(
        default="up", description="Tens of kph that throw somebody out of a vehicle."
    )
    evasive_negative: bool = Field(
        default=False, description="A failed evasive action makes shots at the vehicle easier."
    )
    damage_over_33: Literal["pattern", "both_lists"] = Field(
        default="pattern", description="How the table of vehicle damage goes on."
    )
    internal_damage_mode: Literal["convert_row", "internal_column"] = Field(
        default="convert_row", description="What a vehicle without Hull rolls on."
    )
    armor_zero_hit: Literal["hull", "none"] = Field(
        default="hull", description="A hit on armour that is gone."
    )
    drive_hits_cumulative: bool = Field(
        default=False, description="Later hits on a drive add to the earlier ones."
    )
