"""House rules, where the chapter is silent or open; settings of a fight, its list of actions."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from gridwar.engine.kit import (
    Amount,
    Encounter,
    FormLayout,
    FormTable,
    Settings,
    Switches,
    own_settings,
    own_switches,
    switch,
)
from gridwar.systems.fluid.core.tables import ActionSpec, preset_actions
from gridwar.text import _


class FluidSwitches(Switches):
    """What a table may decide otherwise."""

    grid_metric: Literal["chebyshev", "alternating", "euclid_floor"] = switch(
        "chebyshev", rule="FL-ENC-05", text=_("What a diagonal counts.")
    )
    sense_cap: Literal["max_any", "min_of_maxima"] = switch(
        "max_any",
        rule="FL-ENC-02",
        text=_(
            "What bounds the distance: the longest sense of anybody, or the longest sight and the "
            "longest hearing, whichever is shorter."
        ),
    )
    multi_group_distance: Literal["one_roll", "per_pair"] = switch(
        "one_roll",
        rule="FL-ENC-05",
        text=_("More than two groups: one roll for all, or a roll for each pair of enemies."),
    )
    indoor_los: Literal["longest_clear_line", "manual"] = switch(
        "longest_clear_line",
        rule="FL-ENC-03",
        text=_("Indoors the longest clear line between two deployment areas is proposed, or none."),
    )
    flat_footed_clears: Literal["acted_or_hit", "acted", "manual"] = switch(
        "acted_or_hit",
        rule="FL-FLT-02",
        text=_(
            "What ends being flat-footed: a half or full action, also a hit, or only your word."
        ),
    )
    group_check_bonus: Literal["lowest", "highest", "average_down", "leader"] = switch(
        "lowest",
        rule="FL-INI-04",
        text=_("Whose Initiative bonus counts where a group makes one check."),
    )
    reentry_count: Literal["keep", "reroll"] = switch(
        "keep", rule="FL-INI-03", text=_("Whoever comes back keeps the Count, or checks anew.")
    )
    joiner_acts: Literal["if_not_passed", "next_round", "at_once"] = switch(
        "if_not_passed",
        rule="FL-INI-03",
        text=_(
            "When somebody acts who comes later: this round unless the order is past the Count, "
            "next round, or at once."
        ),
    )
    surprise_tie: Literal["no_surprise", "all_tied_act", "reroll"] = switch(
        "no_surprise",
        rule="FL-SUR-02",
        text=_(
            "Several groups share the highest result: nobody acts, all of them, or check again."
        ),
    )
    several_acting: Literal["vs_non_acting", "vs_everyone"] = switch(
        "vs_non_acting",
        rule="FL-SUR-03",
        text=_("Whom an acting group has to beat: the groups that do not act, or everybody."),
    )
    surprise_free_extra: bool = switch(
        False, rule="FL-SUR-07", text=_("In a surprise round a free action comes on top.")
    )
    surprise_step: bool = switch(
        False, rule="FL-SUR-07", text=_("The bonus step may be taken in a surprise round.")
    )
    surprise_events: Literal["carry", "ignore", "apply_now"] = switch(
        "carry",
        rule="FL-SUR-08",
        text=_("Events of a surprise round count in round 1, not at all, or at its own end."),
    )
    tie_memory: Literal["per_round", "sticky"] = switch(
        "per_round", rule="FL-RND-03", text=_("Ties are rolled anew each round, or once for good.")
    )
    step_blocks_later_moves: bool = switch(
        True, rule="FL-RND-04", text=_("After the bonus step no move is possible; off: a warning.")
    )
    step_into_slow: Literal["cost_5ft_only", "free_step"] = switch(
        "cost_5ft_only",
        rule="FL-RND-04",
        text=_("The bonus step goes only where a square costs 5 ft, or onto any ground."),
    )
    split_vs_press: Literal["press_then_finish", "split_lost"] = switch(
        "press_then_finish",
        rule="FL-ACT-01",
        text=_("Whoever has to Press first finishes a divided check after it, or loses it."),
    )
    split_counts: Literal["half_and_full_only", "every_action"] = switch(
        "half_and_full_only",
        rule="FL-ACT-01",
        text=_("What comes between the halves of a divided check: half and full actions, or any."),
    )
    cap_mode: Literal["net", "per_direction"] = switch(
        "net",
        rule="FL-MOD-02",
        text=_("The cap bounds the sum of a round, or what is won and what is lost each."),
    )
    press_change: Annotated[int, Field(ge=-200, le=200)] = switch(
        -20, rule="FL-MOD-03", text=_("What Press adds to the Count, at once.")
    )
    press_gain: Annotated[int, Field(ge=0, le=4)] = switch(
        1, rule="FL-MOD-03", text=_("How many half actions Press gives.")
    )
    press_trigger: Literal["every_end_of_round", "only_when_crossing"] = switch(
        "every_end_of_round",
        rule="FL-MOD-06",
        text=_("A Count of 50 or more forces Press each round, or only when it comes to 50."),
    )
    zero_trigger: Literal["not_on_first_check", "always"] = switch(
        "not_on_first_check",
        rule="FL-MOD-07",
        text=_("Whether a first check of 0 or less sends somebody reeling too."),
    )
    reeling_half_actions: Annotated[int, Field(ge=0, le=4)] = switch(
        2, rule="FL-MOD-07", text=_("How many half actions are lost by reeling; 0: only a mark.")
    )
    terrain_unit: Literal["per_move_action", "per_round", "per_square"] = switch(
        "per_move_action",
        rule="FL-EVT-04",
        text=_("Slowing ground counts once a move action, once a round, or each square."),
    )
    electrical: Annotated[int, Field(ge=-50, le=50)] = switch(
        0, rule="FL-EVT-16", text=_("What electrical damage is proposed to be worth.")
    )
    save_rows: Literal["most_specific", "stack"] = switch(
        "most_specific",
        rule="FL-EVT-19",
        text=_("A failed save against stress or blast counts 5, or the usual 2 besides."),
    )
    fatigue_ladder: Literal["both", "worst_only"] = switch(
        "both", rule="FL-EVT-20", text=_("Fatigued and exhausted count both, or only the worse.")
    )


switches_of = own_switches(FluidSwitches)


ACTIONS = FormTable(
    "actions",
    ("name", "cost", "tags", "event"),
    more=(("id", "restrictions"),),
    title=_("Actions"),
    add=_("Add from the rulebook, or your own \u2026"),
)


class FluidSettings(Settings):
    """What is set for one fight: how far anybody sees, and the game master's list of actions."""

    forms: ClassVar[tuple[FormLayout, ...]] = (
        FormLayout(
            first=(
                ("visual_limit_ft", "low_light_limit_ft", "dark_limit_ft"),
                ("flat_footed_note", "reeling_note"),
                ACTIONS,
            )
        ),
    )

    visual_limit_ft: Amount | None = Field(
        default=None,
        title=_("Sight limit (ft)"),
        description=_("Darkness or fog: nobody sees farther (ft). Empty: no limit."),
    )
    low_light_limit_ft: Amount | None = Field(
        default=None,
        title=_("In low light (ft)"),
        description=_("Nobody sees farther if no foe stands in better light. Empty: no limit."),
    )
    dark_limit_ft: Amount | None = Field(
        default=None,
        title=_("In the dark (ft)"),
        description=_("The same where all foes stand in the dark. Empty: no limit."),
    )
    flat_footed_note: str = Field(
        default="",
        max_length=400,
        title=_("What flat-footed does"),
        description=_("What being flat-footed does, shown at its badge."),
    )
    reeling_note: str = Field(
        default="",
        max_length=400,
        title=_("What reeling does"),
        description=_("What reeling does, shown at its badge."),
    )
    actions: tuple[ActionSpec, ...] = Field(
        default_factory=preset_actions,
        title=_("Actions"),
        description=_("Name, cost, tags, event and restrictions of each action."),
    )


settings_of = own_settings(FluidSettings)


def action_spec(encounter: Encounter, action: str) -> ActionSpec | None:
    """Return an action of the game master's list.

    Rules: FL-RND-06
    """
    return next((one for one in settings_of(encounter).actions if one.id == action), None)


def action_words(encounter: Encounter, action: str) -> str:
    """Return what an action is called, also one that is in the list no more."""
    spec = action_spec(encounter, action)
    return action if spec is None else spec.words
