"""The house rules of the percentile rules, and the settings of one fight."""

from __future__ import annotations

from typing import Final, Literal, Self

from frozendict import frozendict
from pydantic import Field, model_validator

from gridwar.engine.kit import AtLeastOne, FrozenMap, Number, Settings, Switches, _, switch
from gridwar.systems.percentile.core.action_and_evasion_tables import evasion_table

EVASIONS: Final = ("deflect", "dodge", "parry", "point_defend", "repel_boarders")
MOVES: Final = frozendict(half_move=1, full_move=2, run=2, disengage=2, disengage_half_moves=1)
"""What moves cost in Half Actions, and how far Disengage goes."""
FULL_TURN: Final = 2
"""Half Actions that a turn holds."""


class PercentileSwitches(Switches):
    """What a table may decide otherwise; the defaults are Gridwar's readings."""

    auto_results: bool = switch(
        False, rule="PC-TST-01", text="A roll of 01 always succeeds and 100 always fails."
    )
    dos_mode: Literal["one_plus_margin", "one_plus_tens_digits", "margin_only"] = switch(
        "one_plus_margin", rule="PC-TST-03", text="How Degrees of Success are counted."
    )
    opposed_ties: Literal["bonus_then_lower_roll", "initiator_wins", "defender_wins", "reroll"] = (
        switch(
            "bonus_then_lower_roll",
            rule="PC-TST-04",
            text="Who wins an opposed test in which both succeed with the same degrees.",
        )
    )
    assist_bonus: Number | Literal["none"] = switch(
        10, rule="PC-TST-05", text="What each helper adds to a test."
    )
    assist_max: Number | Literal["all"] = switch(
        2, rule="PC-TST-05", text="How many helpers count at most."
    )
    grid_metric: Literal["chebyshev", "alternating", "euclid_floor"] = switch(
        "chebyshev", rule="PC-TST-06", text="What a diagonal counts when squares are measured."
    )
    reactions_refresh: Literal["own_turn", "round_start"] = switch(
        "own_turn", rule="PC-TIM-04", text="When a spent Reaction comes back."
    )
    surprise_ends: Literal["end_of_round_1", "end_of_lost_turn"] = switch(
        "end_of_round_1", rule="PC-SEQ-03", text="When those who were surprised no longer are."
    )
    surprise_free: Literal["deflect_only", "free_actions", "nothing"] = switch(
        "deflect_only",
        rule="PC-SEQ-03",
        text="What the surprised may still do: Deflect outside the lost turn, all Free Actions "
        "in it too, or not even Deflect.",
    )
    extended_interrupt: Literal["ask_gm", "always_restart", "never"] = switch(
        "ask_gm",
        rule="PC-ECO-06",
        text="Whether an Extended Action that is interrupted has to start over.",
    )
    subtype_limit_scope: Literal["any_turn", "own_turn_only"] = switch(
        "any_turn",
        rule="PC-ECO-08",
        text="Whether one Attack and one Concentration action is the limit of any one turn of "
        "anybody, or of one's own turns only.",
    )
    move_unit: Number | Literal["map_unit"] = switch(
        1,
        rule="PC-MOV-01",
        text="Squares that one unit of a move goes, or one unit of the map (a metre, a foot).",
    )
    move_actions: FrozenMap[str, Number] = switch(
        MOVES,
        rule="PC-MOV-05",
        text="What the plain moves cost in Half Actions (2 is a Full Action), and how many Half "
        "Moves a Disengage goes.",
    )
    range_modifiers: FrozenMap[str, Number] = switch(
        frozendict(),
        rule="PC-ATK-02",
        text="Modifiers of ranged attacks by distance: up to so many squares, such a modifier; "
        "the first band that fits counts.",
    )
    require_los: bool = switch(
        True,
        rule="PC-ATK-02",
        text="A clear line to the target is needed, where walls are drawn: to shoot, to strike, "
        "to grip, and to be engaged.",
    )
    evasion_matrix: FrozenMap[str, Number] = switch(
        frozendict(),
        rule="PC-ATK-07",
        text="What differs from the table of evasions: kind of attack and evasion, as in "
        "'ranged parry', with 1 for allowed and 0 for not.",
    )
    spill_evasion: Literal["each_target", "original_only"] = switch(
        "each_target",
        rule="PC-ATK-09",
        text="Whether everybody who gets hits of a burst may evade them, or only the one aimed at.",
    )
    dos_die_cap: Literal["uncapped", "die_max"] = switch(
        "uncapped",
        rule="PC-ATK-12",
        text="Whether degrees that replace a die may be more than the die could show.",
    )
    crit_per: Literal["hit", "die"] = switch(
        "hit",
        rule="PC-ATK-13",
        text="One confirmation for each hit, or one for each die at its maximum.",
    )
    unarmed_fatigue_basis: Literal["dealt", "rolled"] = switch(
        "dealt",
        rule="PC-UNA-03",
        text="Which unarmed damage brings Fatigue: what is dealt past the soak, or what is rolled.",
    )
    low_to_ground: Number | Literal["as_from_ground_to_low"] = switch(
        0, rule="PC-ALT-04", text="The modifier of ranged attacks from Low at Ground."
    )
    slant_range: bool = switch(
        False,
        rule="PC-ALT-05",
        text="The height between bands (60 squares to Low, 400 to High) counts in distances.",
    )
    altitude_cost: Number | Literal["half_move"] = switch(
        0, rule="PC-ALT-06", text="Squares of a move that each change of band takes."
    )
    fall_damage: Literal["gm_enters", "formula"] = switch(
        "gm_enters",
        rule="PC-ALT-10",
        text="Whether the GM enters the damage of a crash, or it is rolled by the formula in the "
        "settings of the fight.",
    )
    deflect_limits: Literal["as_evasion", "no_evasion_penalties"] = switch(
        "as_evasion",
        rule="PC-DEF-03",
        text="Whether penalties to Evasion tests count for Deflectors too.",
    )
    decay_bonus: Literal["recompute", "keep_bonus"] = switch(
        "recompute", rule="PC-AIL-02", text="Whether a decayed score lowers its bonus too."
    )
    burst_floor: Literal["net", "penalty_only"] = switch(
        "net",
        rule="PC-ACT-02",
        text=(
            "Whether the limit of -30 is on the bonus and penalty together or on the penalty alone."
        ),
    )
    harder_to_hit: Literal["lower_tn", "gm_marks"] = switch(
        "lower_tn",
        rule="PC-ACT-02",
        text="Who is harder to hit: whoever has the lower target number, or whom the GM says.",
    )
    jam_scope: Literal["all_bursts", "suppressive_only", "off"] = switch(
        "all_bursts", rule="PC-ACT-02", text="Which bursts jam on 94 or more."
    )
    called_shot_net: Literal["minus_10", "minus_20"] = switch(
        "minus_10",
        rule="PC-ACT-04",
        text="Whether a Called Shot keeps the +10 of a Standard Attack beside its -20.",
    )
    charge_geometry: Literal["eight_directions", "any_angle", "toward_target", "strict_range"] = (
        switch(
            "eight_directions",
            rule="PC-ACT-05",
            text="What the last four squares of a charge have to be: steps in one of eight "
            "directions, on a line of any angle, on a line that points at the foe; or eight "
            "directions with the foe's own square within the Charge Move.",
        )
    )
    charge_bonus_on_substitute: bool = switch(
        False,
        rule="PC-ACT-05",
        text="A Grapple or Knock Down in place of the charge's attack has its +20 too.",
    )
    multi_floor: Literal["penalty_minus_40", "net_minus_30"] = switch(
        "penalty_minus_40",
        rule="PC-ACT-07",
        text="Where the penalty of Bursts and Flurries stops within a Multiple Attack.",
    )
    aoo_timing: Literal["leaving", "entering_or_leaving"] = switch(
        "leaving", rule="PC-ACT-08", text="Which steps provoke an Attack of Opportunity."
    )
    overwatch_zone: Literal["marked", "arc_30", "arc_45", "arc_60", "arc_90"] = switch(
        "marked",
        rule="PC-ACT-10",
        text="Whether the kill zone of Overwatch is any marked squares, or an arc.",
    )
    overwatch_fires: Literal["once", "repeat"] = switch(
        "once", rule="PC-ACT-10", text="Whether Overwatch is over with its first attack."
    )
    auto_fields: Literal["own_fields", "hit_rating"] = switch(
        "own_fields",
        rule="PC-ACT-11",
        text="Whether Semi and Full Auto capacity are numbers of their own, or the Hit rating.",
    )
    suppressive_hits: Literal["one_plus_half_dos", "beyond_first"] = switch(
        "one_plus_half_dos",
        rule="PC-ACT-11",
        text="Whether every 2 degrees bring an extra hit, or every 2 beyond the first.",
    )
    suppressive_victims: Literal["enemies", "everyone_in_zone"] = switch(
        "enemies", rule="PC-ACT-11", text="Among whom the hits of Suppressive Fire are drawn."
    )
    arc_rule: Literal["centre", "any_part"] = switch(
        "centre",
        rule="PC-ACT-11",
        text="Whether the centre of a square has to be inside an arc, or any part of it.",
    )
    takedown_basis: Literal["past_soak", "rolled"] = switch(
        "past_soak", rule="PC-ACT-15", text="Which damage of a Take Down weighs on the test."
    )
    one_round: Literal["attackers_next_turn", "end_of_victims_next_turn"] = switch(
        "attackers_next_turn", rule="PC-ACT-15", text="How long one round of being stunned is."
    )
    aim_free: Literal["harmless", "breaks"] = switch(
        "harmless", rule="PC-ACT-16", text="Whether Free Actions lose the bonus of an Aim."
    )
    grapple_space: Literal["adjacent", "same_square"] = switch(
        "adjacent", rule="PC-GRP-01", text="Where those in a grapple stand."
    )
    push_dos: Literal["own", "net"] = switch(
        "own",
        rule="PC-GRP-03",
        text="Whether a push goes by one's own degrees, or by those more than the opponent's.",
    )
    grapple_attacks: Literal["listed", "free"] = switch(
        "listed",
        rule="PC-GRP-07",
        text="Which attacks those in a grapple may make: the Attack of a grapple, Knock Down and "
        "Take Down alone, or all that they could make outside one.",
    )
    grapple_knockdown: Literal["controller", "both"] = switch(
        "controller",
        rule="PC-GRP-10",
        text="Whether the restrained one may Knock Down and Take Down too.",
    )
    ram_recoil: Literal["on_hit", "always"] = switch(
        "on_hit", rule="PC-SHP-03", text="Whether a ram that misses is hit back."
    )

    @model_validator(mode="after")
    def _tables_fit(self) -> Self:
        if self.move_actions.keys() != MOVES.keys():
            text = _("the moves are {names}, each once")
            raise ValueError(text.format(names=", ".join(MOVES)))
        if not all(0 <= number <= FULL_TURN for number in self.move_actions.values()):
            raise ValueError(_("a move costs 0, 1 or 2 Half Actions"))
        if not all(key.isdecimal() for key in self.range_modifiers):
            raise ValueError(_("a band is named by the squares that it goes to"))
        for key in self.evasion_matrix:
            kind, _space, way = key.partition(" ")
            if kind not in evasion_table().allowed or way not in EVASIONS:
                text = _("{key}: say kind of attack and evasion, as in 'ranged parry'")
                raise ValueError(text.format(key=key))
        return self


class PercentileSettings(Settings):
    """Charts, notes and figures of the GM's own."""

    lethal_chart: FrozenMap[str, str] = Field(
        default=frozendict({"1": "", "2": "", "3": "", "4": "", "5": ""}),
        description="What each row of the Lethal Damage chart does, rows 1 to 5.",
    )
    condition_notes: FrozenMap[str, str] = Field(
        default=frozendict(
            {"prone": "", "pinned": "", "stunned": "", "immobilised": "", "fatigue": ""}
        ),
        description="What conditions do at this table; shown with their badges.",
    )
    higher_ground: Number = Field(
        default=0, description="Modifier proposed for attacks from higher ground."
    )
    fog: Number = Field(
        default=0, description="Modifier proposed for attacks through fog or smoke."
    )
    low_light: Number = Field(
        default=0, description="Modifier proposed for attacks at a target in low light."
    )
    darkness: Number = Field(
        default=0, description="Modifier proposed for attacks at a target in the dark."
    )
    fatigue_per_level: Number = Field(
        default=0, description="Modifier proposed for each level of the attacker's Fatigue."
    )
    approved_weapon: Number = Field(
        default=0, description="Modifier of approved weapons between High and the bands below."
    )
    body_parts: tuple[str, ...] = Field(
        default=("head", "body", "left arm", "right arm", "left leg", "right leg"),
        description="What a Called Shot can be aimed at.",
    )
    fall_squares_a_die: AtLeastOne = Field(
        default=10, description="A crash by formula: squares fallen for each die of damage."
    )
    fall_die: int = Field(
        default=10, ge=1, le=100, description="A crash by formula: the sides of those dice."
    )
