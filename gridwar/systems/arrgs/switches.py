"""The house rules of ARRGS: one frozen model, the same names as ``switches.toml``."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from gridwar.model.encounter import Switches


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
    stagger_order: Literal["after_surprise", "before_surprise"] = Field(
        default="after_surprise", description="Which cut of the points comes first."
    )
    disabled_dc: Literal["negative_vitality", "10"] = Field(
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
