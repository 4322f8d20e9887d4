"""The house rules of ``cepheus``: one frozen model."""

from __future__ import annotations

from typing import Literal

from gridwar.model.bounds import Number
from gridwar.model.house_rule_switches import Switches, switch


class CepheusSwitches(Switches):
    """What a table may decide otherwise; the defaults are Gridwar's readings."""

    grid_distance: Literal["euclid_nearest", "chebyshev", "alternating"] = switch(
        "euclid_nearest",
        rule="CE-RNG-02",
        text=(
            "How squares are counted for range: the straight line to the nearest square, the "
            "longer side, or diagonals 1, 2, 1, 2."
        ),
    )
    band_source: Literal["squares", "metres"] = switch(
        "squares",
        rule="CE-RNG-01",
        text="Which column of the range table decides; they disagree by one square at 34 and 334.",
    )
    band_334: Literal["very_long", "distant"] = switch(
        "very_long", rule="CE-RNG-01", text="The band of 334 squares, which stands in two rows."
    )
    move_diagonal: Literal["alternating", "one", "euclid"] = switch(
        "alternating",
        rule="CE-MIN-06",
        text="What diagonal steps cost: 1, 2, 1, 2, always 1, or 1.4.",
    )
    prone_move: Literal["crawl_one_square", "half", "none"] = switch(
        "crawl_one_square",
        rule="CE-MIN-09",
        text="How far somebody prone gets with one move action.",
    )
    round_fractions: Literal["up", "down"] = switch(
        "up", rule="CE-CORE-08", text="Rounding of damage fractions that say nothing of their own."
    )
    delay_persists: bool = switch(
        True,
        rule="CE-INI-08",
        text="The Initiative at which a delayed turn is taken stays for later rounds.",
    )
    aim_broken_by_reaction: bool = switch(
        True,
        rule="CE-MIN-02",
        text="Any reaction spoils ordinary aim too; aim for the kill it always spoils.",
    )
    aim_broken_by_hit: Literal["kill_only", "both"] = switch(
        "kill_only", rule="CE-MIN-02", text="Which aim is lost by being hit."
    )
    mix_aim_kinds: bool = switch(
        False, rule="CE-MIN-03", text="One sequence of aiming may hold actions of both kinds."
    )
    laser_sight_kill_aim: bool = switch(
        True, rule="CE-SIG-09", text="Aiming for the kill is enough for the laser sight."
    )
    reaction_dm_double: bool = switch(
        False, rule="CE-REA-01", text="Dodge and parry cost a second -1 on checks."
    )
    prone_short_ranged_dm: Literal[-2, 0] = switch(
        -2,
        rule="CE-STA-03",
        text="DM of shots at a prone target at Short range, where table and text disagree.",
    )
    full_cover_crouched: Literal["impossible", "dm_minus_6"] = switch(
        "impossible",
        rule="CE-COV-03",
        text="Crouched or prone behind full cover: neither to be hit nor able to shoot, or DM -6.",
    )
    cover_in_melee: bool = switch(
        True, rule="CE-COV-05", text="An obstacle between them counts in melee at Close range."
    )
    blast_roll: Literal["shared", "per_victim"] = switch(
        "shared",
        rule="CE-EXP-01",
        text="One damage roll for each zone of an explosion, or one for each victim.",
    )
    scatter_formula: Literal["magnitude", "literal"] = switch(
        "magnitude",
        rule="CE-THR-03",
        text=(
            "A missed throw lands 6 m and the size of the Effect off, or 6 m plus the negative "
            "Effect."
        ),
    )
    scatter_directions: Literal[8, 360] = switch(
        8, rule="CE-THR-03", text="Scatter in eight compass directions, or by degrees."
    )
    first_damage_split: Literal["one_then_other", "free"] = switch(
        "one_then_other",
        rule="CE-DMG-05",
        text=(
            "A first wound beyond Endurance goes to one characteristic until it is 0, or is split "
            "freely."
        ),
    )
    unconscious_at: Literal["two_at_zero", "str_or_dex_zero"] = switch(
        "two_at_zero",
        rule="CE-DMG-07",
        text=(
            "Unconscious with two physical characteristics at 0, or already with Strength or "
            "Dexterity at 0."
        ),
    )
    grapple_effect: Literal["own_effect", "margin"] = switch(
        "own_effect",
        rule="CE-GRP-02",
        text=(
            "The winner of a grapple counts with the Effect of their own check, or with the margin "
            "between both."
        ),
    )
    serious_hobble_free: bool = switch(
        True,
        rule="CE-HLT-03",
        text="The one square that the seriously wounded hobble costs no action.",
    )
    surgery_multiplier: Literal[2, 1] = switch(
        2, rule="CE-HLT-08", text="Points that surgery restores for each point of Effect."
    )
    distant_limit_m: Number | Literal["none"] = switch(
        5000, rule="CE-FIR-06", text="Metres beyond which range is extreme; with none it never is."
    )
    tactics_negative: bool = switch(
        False,
        rule="CE-INI-04",
        text="A failed Tactics check takes its Effect off the unit's Initiative.",
    )
    leadership_duration: Literal["one_round", "combat"] = switch(
        "one_round",
        rule="CE-INI-05",
        text="The Initiative given by Leadership lasts one round, or to the end of the fight.",
    )
    ir_negates_soft_cover: bool = switch(
        True, rule="CE-SEN-02", text="Infra-red sees through soft cover."
    )
    burst_between_rows: Literal["floor_row", "exact_only"] = switch(
        "floor_row",
        rule="CE-FIR-02",
        text="A burst between two rows of the table counts as the next smaller one, or as nothing.",
    )
    spread_into_combat_dm: Literal["apply", "waive"] = switch(
        "apply",
        rule="CE-FIR-04",
        text="Flechettes that spread suffer the DM for firing into combat, or not.",
    )
    suppress_uses_target_dms: bool = switch(
        False,
        rule="CE-FIR-07",
        text="The target's cover, stance and movement count against suppressing fire.",
    )
    arc_edge: Literal["both", "front_rear"] = switch(
        "both",
        rule="CE-VEH-01",
        text=(
            "A target exactly on the line between two arcs is in both, or in the front or rear one"
            " alone."
        ),
    )
    vehicle_turn_limit: Literal["45_minor_free_maneuver", "none"] = switch(
        "45_minor_free_maneuver",
        rule="CE-VEH-02",
        text=(
            "Normal driving turns by 45 degrees in a round and a manoeuvre by any angle, or there "
            "is no limit."
        ),
    )
    collision_armor: Literal["applies", "ignored"] = switch(
        "applies",
        rule="CE-VEH-07",
        text="Armour of vehicles and people takes off damage of a collision, or does not.",
    )
    throw_distance_round: Literal["up", "full_tens"] = switch(
        "up",
        rule="CE-VEH-07",
        text=(
            "Whoever flies out of a vehicle does so 3 m for each 10 kph begun, or for each full 10"
            " kph."
        ),
    )
    evasive_negative: bool = switch(
        False,
        rule="CE-VAC-01",
        text="The negative Effect of a failed evasive action counts too: attacks become easier.",
    )
    damage_over_33: Literal["pattern", "both_lists"] = switch(
        "pattern",
        rule="CE-VDM-02",
        text=(
            "Beyond 33 the rows of vehicle damage go on (a Double in place of two Singles), or "
            "every 3 points add a Single and every 6 a Double."
        ),
    )
    internal_damage_mode: Literal["convert_row", "internal_column"] = switch(
        "convert_row",
        rule="CE-VDM-03",
        text=(
            "Without Hull, Hull hits become those of the same row inside, or the whole roll is "
            "made on the inside column."
        ),
    )
    armor_zero_hit: Literal["hull", "none"] = switch(
        "hull", rule="CE-VDM-06", text="A hit on armour of 0 counts as a Hull hit, or does nothing."
    )
    drive_hits_cumulative: bool = switch(
        False,
        rule="CE-VDM-07",
        text="A second hit on a drive replaces the loss of the first, or adds to it.",
    )
