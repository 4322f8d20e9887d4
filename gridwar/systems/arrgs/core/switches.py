"""The house rules of ARRGS: one frozen model, the same names as ``switches.toml``."""

from __future__ import annotations

from typing import Final, Literal, Self

from frozendict import frozendict
from pydantic import Field, model_validator

from gridwar.model.encounter import Switches
from gridwar.model.record import FrozenMap
from gridwar.text import _

WIDEST: Final = 20
"""Squares a side that a size covers at most."""


class ArrgsSwitches(Switches):
    """What a table may decide otherwise; the defaults are Gridwar's readings."""

    initiative_source: Literal["manual", "roll"] = Field(
        default="manual", description="Initiative is typed in, or a d20 with its modifier."
    )
    initiative_tiebreak: Literal["agility_then_d20", "gm"] = Field(
        default="agility_then_d20", description="What decides between equal Initiative."
    )
    initiative_below_zero: Literal["after_zero", "skip"] = Field(
        default="after_zero", description="Whether an Initiative below 0 acts."
    )
    surprised_may_react: bool = Field(
        default=True, description="Who is surprised still defends as a Reaction."
    )
    pools_refill_at: Literal["round_start", "own_turn"] = Field(
        default="round_start", description="When AP and AAP come back."
    )
    ap_outside_turn: Literal["ready_or_delay_only", "free"] = Field(
        default="ready_or_delay_only", description="Whether AP may be spent in others' turns."
    )
    eor_expire_first: bool = Field(
        default=True, description="What lasts until End of Round is gone before its checks."
    )
    overuse_scope: Literal["subsequent_only", "includes_current"] = Field(
        default="subsequent_only", description="Whether the action that goes over suffers itself."
    )
    overuse_hits_reactions: bool = Field(
        default=True, description="The overuse penalty counts for Reactions."
    )
    success_rule: Literal["graded", "meet_dc"] = Field(
        default="graded", description="A result below the DC weakens the hit, or misses."
    )
    natural_one_fails: Literal["attack_checks", "undefended_only", "all_action_checks"] = Field(
        default="attack_checks", description="Which checks a natural 1 fails."
    )
    crit_followup_floor: bool = Field(
        default=True, description="A critical's follow-up never lowers the total."
    )
    crit_on_failed_first_roll: bool = Field(
        default=True, description="A critical roll chains although its own value is 0 or less."
    )
    crit_scope: Literal["checks_with_sv", "attacks_only"] = Field(
        default="checks_with_sv", description="Which checks chain."
    )
    crit_dying: Literal["once_per_attack", "per_roll", "needs_damage"] = Field(
        default="once_per_attack", description="How much Dying a critical hit brings."
    )
    typed_stacking: Literal["highest", "sum"] = Field(
        default="highest", description="Several bonuses of one type: the best, or all."
    )
    rounding: Literal["down", "up", "nearest"] = Field(
        default="down", description="Fractions of vulnerability and magnitude."
    )
    size_to_damage_again: bool = Field(
        default=False, description="The Size value counts once more in melee damage."
    )
    magnitude_scales_damage: bool = Field(
        default=True, description="The magnitude number works on damage too."
    )
    default_defence: Literal["reflex", "fortitude", "willpower"] = Field(
        default="reflex", description="What weapon attacks face, unless the weapon says otherwise."
    )
    distance_metric: Literal["chebyshev", "alternating", "euclid_floor"] = Field(
        default="chebyshev", description="What diagonals count."
    )
    altitude_in_distance: Literal["max", "add", "ignore"] = Field(
        default="max", description="How height joins a distance."
    )
    token_distance: Literal["nearest_squares", "centres"] = Field(
        default="nearest_squares", description="Where big tokens are measured from."
    )
    sight_method: Literal["centre_to_centre", "any_corner"] = Field(
        default="centre_to_centre", description="Which lines count as sight."
    )
    windows_per_step: Literal["one", "leave_and_enter"] = Field(
        default="one", description="Opportunities of a step inside one threat range."
    )
    pass_through: Literal["allowed", "allies_only", "difficult", "blocked"] = Field(
        default="allowed", description="Whether occupied squares may be crossed."
    )
    movement_sv: Literal["category_speed", "flat_5"] = Field(
        default="category_speed", description="What a Movement check starts from."
    )
    movement_ability: Literal["body", "agility"] = Field(
        default="body", description="The ability of Movement checks."
    )
    min_one_square: Literal["always", "difficult_only"] = Field(
        default="always", description="When one square is always possible."
    )
    difficult_stacking: Literal["sum_per_square", "highest_once"] = Field(
        default="sum_per_square", description="What several difficult squares cost."
    )
    corner_cutting: Literal["block_if_both", "block_if_any", "free"] = Field(
        default="block_if_both", description="Diagonal steps past impassable squares."
    )
    increment_reset: Literal["end_of_round", "own_next_turn"] = Field(
        default="end_of_round", description="How long squares moved count."
    )
    increment_vs_defence: bool = Field(
        default=False, description="A mover's speed also hampers defences against it."
    )
    forced_movement_counts: bool = Field(
        default=False, description="Being moved by others counts as squares moved."
    )
    acceleration_scope: Literal["all", "vehicles_and_passengers", "off"] = Field(
        default="all", description="Who is hurt by a sudden change of speed."
    )
    acceleration_formula: Literal["higher_increment", "change"] = Field(
        default="higher_increment", description="What such a change is multiplied by."
    )
    mixed_category_base: Literal["last_category", "slowest", "first_category"] = Field(
        default="last_category", description="The base speed that counts after mixed movement."
    )
    manoeuvrability_zero: Literal["no_turn", "as_minus_one"] = Field(
        default="no_turn", description="What a Manoeuvrability brought down to 0 allows."
    )
    manoeuvrability_timing: Literal["planned_path", "running"] = Field(
        default="planned_path", description="Which speed lowers Manoeuvrability."
    )
    tracked_diagonals: Literal["forbidden", "half_turn"] = Field(
        default="forbidden", description="Diagonal steps of those whose turns are counted."
    )
    headon_threshold: Literal["sum", "each"] = Field(
        default="sum", description="When two that run into each other are hurt."
    )
    default_arc: Literal["front_quadrant", "all_round"] = Field(
        default="front_quadrant", description="Where weapons strike of those with a facing."
    )
    mount_sizes: Literal["exactly_one", "one_or_more"] = Field(
        default="exactly_one", description="How much larger a mount is."
    )
    area_square_test: Literal["at_least_10", "graded"] = Field(
        default="at_least_10", description="What finds the square that an area attack is aimed at."
    )
    scatter_rotation: Literal["clockwise", "counterclockwise"] = Field(
        default="clockwise", description="Which way the faces of the scatter die go round."
    )
    scatter_dice: Literal["increments", "increments_after_first_min_1"] = Field(
        default="increments", description="How many dice an area attack scatters."
    )
    scatter_blocked: Literal["stop_before", "ignore_blockers"] = Field(
        default="stop_before", description="What walls do to what scatters."
    )
    area_critical: Literal["shared_roll", "roll_per_target"] = Field(
        default="shared_roll", description="Whether an area's critical has one follow-up roll."
    )
    area_spell_order: Literal["scatter_then_cast", "fizzle_first"] = Field(
        default="scatter_then_cast", description="Whether area spells scatter before they fizzle."
    )
    spell_vitality: Literal["spell_level_min_1", "1"] = Field(
        default="spell_level_min_1", description="What a spell attack costs."
    )
    willing_sv: Literal["from_zero", "from_casting_difficulty"] = Field(
        default="from_zero", description="What a willing target's Success Value is counted from."
    )
    concentration: Literal["success_every_round", "use_every_round", "casting_round_free"] = Field(
        default="success_every_round", description="What keeps a Concentration spell going."
    )
    dismiss_tie: Literal["fails", "succeeds"] = Field(
        default="fails", description="Dismiss Spell with a result equal to its DC."
    )
    counterspell_lasting: Literal["choose_control_first", "control", "cancel"] = Field(
        default="choose_control_first", description="What countering a lasting spell does."
    )
    counterspell_vitality: Literal["1", "spell_level"] = Field(
        default="1", description="What Counterspell costs."
    )
    stagger_order: Literal["after_surprise", "before_surprise"] = Field(
        default="after_surprise", description="Which cut of the points comes first."
    )
    disabled_dc: Literal["negative_vitality", "5", "10", "15", "20"] = Field(
        default="negative_vitality", description="The DC of the check while Disabled."
    )
    dying_supersedes_disabled: bool = Field(
        default=True, description="Dying stands alone, and death clears all other conditions."
    )
    dying_reaction_check: Literal["after_attack", "before_attack", "off"] = Field(
        default="after_attack", description="When being attacked while Dying is checked."
    )
    dying_drops_on_action_check: bool = Field(
        default=False, description="Successes other than at End of Round lower Dying too."
    )
    vitality_paid: Literal["at_start", "at_end"] = Field(
        default="at_start", description="When an action's Vitality is paid."
    )
    window_needs_payment: bool = Field(
        default=True, description="Only those who can pay an answer are asked."
    )
    ready_point_counting: Literal["when_spent", "when_readied"] = Field(
        default="when_spent", description="When points swapped by Ready count towards overuse."
    )
    ready_costs_vitality: bool = Field(
        default=True, description="Ready costs 1 Vitality like other actions."
    )
    do_nothing_cost: Literal["1", "0"] = Field(
        default="1", description="What an action costs that only hosts a Complementary one."
    )
    item_handling: Literal["complementary_first", "always_miscellaneous", "always_free"] = Field(
        default="complementary_first", description="What drawing and dropping to the floor are."
    )
    complementary_timing: Literal["with_or_after_host", "any_time"] = Field(
        default="with_or_after_host", description="When Complementary Actions may be taken."
    )
    immediate_list: Literal["open", "strict"] = Field(
        default="open", description="Whether Defence and Counterspell are Immediate unreadied."
    )
    reach_cap: Literal["reach_value", "sv_only"] = Field(
        default="reach_value", description="What limits how far a threat range is shifted."
    )
    charge_speed_as_bonus: bool = Field(
        default=False, description="The charger's speed helps its attack instead of hampering it."
    )
    charge_line: Literal["eight_directions", "any_line"] = Field(
        default="eight_directions", description="Which lines count as straight for a Charge."
    )
    charge_replacements: Literal["all_melee", "reposition_only"] = Field(
        default="all_melee", description="What may replace the damage of a Charge."
    )
    reposition_bump: Literal["count_blocked_square", "count_free_squares"] = Field(
        default="count_blocked_square", description="What pushing into something costs both."
    )
    withdraw_away: Literal["never_closer_end_farther", "every_step_farther"] = Field(
        default="never_closer_end_farther", description="What heading away means."
    )
    withdraw_limit: Literal["movement_speed", "movement_budget"] = Field(
        default="movement_speed", description="How far a Withdraw goes."
    )
    defence_tie: Literal["attack_wins", "defence_wins"] = Field(
        default="attack_wins", description="A Defence that equals an attack without a number."
    )
    opportunity_answers: Literal["armed_melee_attacks", "with_manoeuvres"] = Field(
        default="armed_melee_attacks", description="What may answer an opportunity."
    )
    size_ladder: FrozenMap[str, int] = Field(
        default=frozendict(
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
        description="How many squares a side each size covers.",
    )
    cover_modifier: Literal["0", "-2", "-4"] = Field(
        default="0", description="What cover makes of a ranged attack."
    )

    @model_validator(mode="after")
    def _every_size(self) -> Self:
        known = type(self).model_fields["size_ladder"].default
        sides = self.size_ladder.values()
        if self.size_ladder.keys() != known.keys() or not all(1 <= n <= WIDEST for n in sides):
            text = _("every size covers 1 to {most} squares a side: {names}, each once")
            raise ValueError(text.format(most=WIDEST, names=", ".join(known)))
        return self
