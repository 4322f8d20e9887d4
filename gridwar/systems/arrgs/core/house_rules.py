"""The house rules of ARRGS: one frozen model."""

from __future__ import annotations

from typing import Final, Literal, Self

from frozendict import frozendict
from pydantic import model_validator

from gridwar.model.bounds import Number
from gridwar.model.house_rule_switches import Switches, switch
from gridwar.model.record import FrozenMap
from gridwar.text import _

WIDEST: Final = 20
"""Squares a side that a size covers at most."""


class ArrgsSwitches(Switches):
    """What a table may decide otherwise; the defaults are Gridwar's readings."""

    initiative_source: Literal["manual", "roll"] = switch(
        "manual", rule="AR-STR-02", text="Initiative is typed in, or a d20 with its modifier."
    )
    initiative_tiebreak: Literal["agility_then_d20", "gm"] = switch(
        "agility_then_d20", rule="AR-STR-02", text="What decides between equal Initiative."
    )
    initiative_below_zero: Literal["after_zero", "skip"] = switch(
        "after_zero", rule="AR-STR-02", text="Whether an Initiative below 0 acts."
    )
    surprised_may_react: bool = switch(
        True, rule="AR-STR-03", text="Who is surprised still defends as a Reaction."
    )
    pools_refill_at: Literal["round_start", "own_turn"] = switch(
        "round_start", rule="AR-STR-05", text="When AP and AAP come back."
    )
    ap_outside_turn: Literal["ready_or_delay_only", "free"] = switch(
        "ready_or_delay_only", rule="AR-STR-05", text="Whether AP may be spent in others' turns."
    )
    eor_expire_first: bool = switch(
        True, rule="AR-STR-06", text="What lasts until End of Round is gone before its checks."
    )
    overuse_scope: Literal["subsequent_only", "includes_current"] = switch(
        "subsequent_only",
        rule="AR-ACT-05",
        text="Whether the action that goes over suffers itself.",
    )
    overuse_hits_reactions: bool = switch(
        True, rule="AR-ACT-07", text="The overuse penalty counts for Reactions."
    )
    success_rule: Literal["graded", "meet_dc"] = switch(
        "graded", rule="AR-CHK-04", text="A result below the DC weakens the hit, or misses."
    )
    natural_one_fails: Literal["attack_checks", "undefended_only", "all_action_checks"] = switch(
        "attack_checks", rule="AR-CHK-05", text="Which checks a natural 1 fails."
    )
    crit_followup_floor: bool = switch(
        True, rule="AR-CRT-01", text="A critical's follow-up never lowers the total."
    )
    crit_on_failed_first_roll: bool = switch(
        True, rule="AR-CRT-01", text="A critical roll chains although its own value is 0 or less."
    )
    crit_scope: Literal["checks_with_sv", "attacks_only"] = switch(
        "checks_with_sv", rule="AR-CRT-01", text="Which checks chain."
    )
    crit_dying: Literal["once_per_attack", "per_roll", "needs_damage"] = switch(
        "once_per_attack", rule="AR-CRT-03", text="How much Dying a critical hit brings."
    )
    typed_stacking: Literal["highest", "sum"] = switch(
        "highest", rule="AR-MOD-01", text="Several bonuses of one type: the best, or all."
    )
    rounding: Literal["down", "up", "nearest"] = switch(
        "down", rule="AR-CHK-08", text="Fractions of vulnerability and magnitude."
    )
    size_to_damage_again: bool = switch(
        False, rule="AR-MOD-08", text="The Size value counts once more in melee damage."
    )
    magnitude_scales_damage: bool = switch(
        True, rule="AR-MOD-09", text="The magnitude number works on damage too."
    )
    default_defence: Literal["reflex", "fortitude", "willpower"] = switch(
        "reflex",
        rule="AR-ATK-05",
        text="What weapon attacks face, unless the weapon says otherwise.",
    )
    distance_metric: Literal["chebyshev", "alternating", "euclid_floor"] = switch(
        "chebyshev", rule="AR-MOV-05", text="What diagonals count."
    )
    altitude_in_distance: Literal["max", "add", "ignore"] = switch(
        "max", rule="AR-MOV-05", text="How height joins a distance."
    )
    token_distance: Literal["nearest_squares", "centres"] = switch(
        "nearest_squares", rule="AR-MOV-05", text="Where big tokens are measured from."
    )
    sight_method: Literal["centre_to_centre", "any_corner"] = switch(
        "centre_to_centre", rule="AR-ATK-02", text="Which lines count as sight."
    )
    windows_per_step: Literal["one", "leave_and_enter"] = switch(
        "one", rule="AR-OPP-03", text="Opportunities of a step inside one threat range."
    )
    pass_through: Literal["allowed", "allies_only", "difficult", "blocked"] = switch(
        "allowed", rule="AR-MOV-06", text="Whether occupied squares may be crossed."
    )
    movement_sv: Literal["category_speed", "flat_5"] = switch(
        "category_speed", rule="AR-MOV-02", text="What a Movement check starts from."
    )
    movement_ability: Literal["body", "agility"] = switch(
        "body", rule="AR-MOV-02", text="The ability of Movement checks."
    )
    min_one_square: Literal["always", "difficult_only"] = switch(
        "always", rule="AR-TER-02", text="When one square is always possible."
    )
    difficult_stacking: Literal["sum_per_square", "highest_once"] = switch(
        "sum_per_square", rule="AR-TER-01", text="What several difficult squares cost."
    )
    corner_cutting: Literal["block_if_both", "block_if_any", "free"] = switch(
        "block_if_both", rule="AR-MOV-06", text="Diagonal steps past impassable squares."
    )
    increment_reset: Literal["end_of_round", "own_next_turn"] = switch(
        "end_of_round", rule="AR-INC-02", text="How long squares moved count."
    )
    increment_vs_defence: bool = switch(
        False, rule="AR-INC-03", text="A mover's speed also hampers defences against it."
    )
    forced_movement_counts: bool = switch(
        False, rule="AR-INC-04", text="Being moved by others counts as squares moved."
    )
    acceleration_scope: Literal["all", "vehicles_and_passengers", "off"] = switch(
        "all", rule="AR-ACC-01", text="Who is hurt by a sudden change of speed."
    )
    acceleration_formula: Literal["higher_increment", "change"] = switch(
        "higher_increment", rule="AR-ACC-01", text="What such a change is multiplied by."
    )
    mixed_category_base: Literal["last_category", "slowest", "first_category"] = switch(
        "last_category", rule="AR-MOV-04", text="The base speed that counts after mixed movement."
    )
    manoeuvrability_zero: Literal["no_turn", "as_minus_one"] = switch(
        "no_turn", rule="AR-TRN-02", text="What a Manoeuvrability brought down to 0 allows."
    )
    manoeuvrability_timing: Literal["planned_path", "running"] = switch(
        "planned_path", rule="AR-TRN-02", text="Which speed lowers Manoeuvrability."
    )
    tracked_diagonals: Literal["forbidden", "half_turn"] = switch(
        "forbidden", rule="AR-TRN-01", text="Diagonal steps of those whose turns are counted."
    )
    headon_threshold: Literal["sum", "each"] = switch(
        "sum", rule="AR-ACC-03", text="When two that run into each other are hurt."
    )
    default_arc: Literal["front_quadrant", "all_round"] = switch(
        "front_quadrant", rule="AR-ATK-05", text="Where weapons strike of those with a facing."
    )
    mount_sizes: Literal["exactly_one", "one_or_more"] = switch(
        "exactly_one", rule="AR-MNV-11", text="How much larger a mount is."
    )
    area_square_test: Literal["at_least_10", "graded"] = switch(
        "at_least_10",
        rule="AR-ARE-02",
        text="What finds the square that an area attack is aimed at.",
    )
    scatter_rotation: Literal["clockwise", "counterclockwise"] = switch(
        "clockwise", rule="AR-ARE-04", text="Which way the faces of the scatter die go round."
    )
    scatter_dice: Literal["increments", "increments_after_first_min_1"] = switch(
        "increments", rule="AR-ARE-04", text="How many dice an area attack scatters."
    )
    scatter_blocked: Literal["stop_before", "ignore_blockers"] = switch(
        "stop_before", rule="AR-ARE-04", text="What walls do to what scatters."
    )
    area_critical: Literal["shared_roll", "roll_per_target"] = switch(
        "shared_roll", rule="AR-ARE-06", text="Whether an area's critical has one follow-up roll."
    )
    area_spell_order: Literal["scatter_then_cast", "fizzle_first"] = switch(
        "scatter_then_cast",
        rule="AR-ARE-07",
        text="Whether area spells scatter before they fizzle.",
    )
    spell_vitality: Literal["spell_level_min_1", "1"] = switch(
        "spell_level_min_1", rule="AR-VIT-03", text="What a spell attack costs."
    )
    willing_sv: Literal["from_zero", "from_casting_difficulty"] = switch(
        "from_zero", rule="AR-ATK-04", text="What a willing target's Success Value is counted from."
    )
    concentration: Literal["success_every_round", "use_every_round", "casting_round_free"] = switch(
        "success_every_round", rule="AR-SPL-04", text="What keeps a Concentration spell going."
    )
    dismiss_tie: Literal["fails", "succeeds"] = switch(
        "fails", rule="AR-MNV-09", text="Dismiss Spell with a result equal to its DC."
    )
    counterspell_lasting: Literal["choose_control_first", "control", "cancel"] = switch(
        "choose_control_first", rule="AR-MNV-06", text="What countering a lasting spell does."
    )
    counterspell_vitality: Literal["1", "spell_level"] = switch(
        "1", rule="AR-MNV-06", text="What Counterspell costs."
    )
    stagger_order: Literal["after_surprise", "before_surprise"] = switch(
        "after_surprise", rule="AR-CND-06", text="Which cut of the points comes first."
    )
    disabled_dc: Literal["negative_vitality", "5", "10", "15", "20"] = switch(
        "negative_vitality", rule="AR-CND-02", text="The DC of the check while Disabled."
    )
    dying_supersedes_disabled: bool = switch(
        True, rule="AR-CND-03", text="Dying stands alone, and death clears all other conditions."
    )
    dying_reaction_check: Literal["after_attack", "before_attack", "off"] = switch(
        "after_attack", rule="AR-CND-03", text="When being attacked while Dying is checked."
    )
    dying_drops_on_action_check: bool = switch(
        False, rule="AR-CND-03", text="Successes other than at End of Round lower Dying too."
    )
    vitality_paid: Literal["at_start", "at_end"] = switch(
        "at_start", rule="AR-ATK-03", text="When an action's Vitality is paid."
    )
    window_needs_payment: bool = switch(
        True, rule="AR-OPP-02", text="Only those who can pay an answer are asked."
    )
    ready_point_counting: Literal["when_spent", "when_readied"] = switch(
        "when_spent", rule="AR-MNV-13", text="When points swapped by Ready count towards overuse."
    )
    ready_costs_vitality: bool = switch(
        True, rule="AR-MNV-13", text="Ready costs 1 Vitality like other actions."
    )
    do_nothing_cost: Literal["1", "0"] = switch(
        "1", rule="AR-ACT-02", text="What an action costs that only hosts a Complementary one."
    )
    item_handling: Literal["complementary_first", "always_miscellaneous", "always_free"] = switch(
        "complementary_first", rule="AR-ACT-02", text="What drawing and dropping to the floor are."
    )
    complementary_timing: Literal["with_or_after_host", "any_time"] = switch(
        "with_or_after_host", rule="AR-ACT-02", text="When Complementary Actions may be taken."
    )
    immediate_list: Literal["open", "strict"] = switch(
        "open", rule="AR-ACT-06", text="Whether Defence and Counterspell are Immediate unreadied."
    )
    reach_cap: Literal["reach_value", "sv_only"] = switch(
        "reach_value", rule="AR-THR-04", text="What limits how far a threat range is shifted."
    )
    charge_speed_as_bonus: bool = switch(
        False,
        rule="AR-INC-05",
        text="The charger's speed helps its attack instead of hampering it.",
    )
    charge_line: Literal["eight_directions", "any_line"] = switch(
        "eight_directions", rule="AR-MNV-04", text="Which lines count as straight for a Charge."
    )
    charge_replacements: Literal["all_melee", "reposition_only"] = switch(
        "all_melee", rule="AR-MNV-04", text="What may replace the damage of a Charge."
    )
    reposition_bump: Literal["count_blocked_square", "count_free_squares"] = switch(
        "count_blocked_square", rule="AR-MNV-16", text="What pushing into something costs both."
    )
    withdraw_away: Literal["never_closer_end_farther", "every_step_farther"] = switch(
        "never_closer_end_farther", rule="AR-MNV-21", text="What heading away means."
    )
    withdraw_limit: Literal["movement_speed", "movement_budget"] = switch(
        "movement_speed", rule="AR-MNV-21", text="How far a Withdraw goes."
    )
    defence_tie: Literal["attack_wins", "defence_wins"] = switch(
        "attack_wins", rule="AR-MNV-07", text="A Defence that equals an attack without a number."
    )
    opportunity_answers: Literal["armed_melee_attacks", "with_manoeuvres"] = switch(
        "armed_melee_attacks", rule="AR-OPP-04", text="What may answer an opportunity."
    )
    size_ladder: FrozenMap[str, Number] = switch(
        frozendict(
            {
                "Fine": 1,
                "Diminutive": 1,
                "Tiny": 1,
                "Small": 1,
                "Medium": 1,
                "Large": 2,
                "Huge": 3,
                "Gargantuan": 4,
                "Colossal": 6,
            }
        ),
        rule="AR-ARE-01",
        text=(
            "How many squares a side each size covers; a huge creature's weapon that of two sizes "
            "below."
        ),
    )
    cover_modifier: Literal["0", "-2", "-4"] = switch(
        "0", rule="AR-ATK-02", text="What cover makes of a ranged attack."
    )

    @model_validator(mode="after")
    def _every_size(self) -> Self:
        known = type(self).model_fields["size_ladder"].default
        sides = self.size_ladder.values()
        if self.size_ladder.keys() != known.keys() or not all(1 <= n <= WIDEST for n in sides):
            text = _("every size covers 1 to {most} squares a side: {names}, each once")
            raise ValueError(text.format(most=WIDEST, names=", ".join(known)))
        return self
