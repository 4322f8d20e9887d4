"""The ledger and the end of a round: every row of the table, the cap, Press, reeling."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from frozendict import frozendict

from gridwar.engine.gm.effect_and_pool_commands import AddEffect, ChangePool
from gridwar.engine.kit import NextTurn
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.engine.session.session import Session
from gridwar.model.combatant import TimedEffect
from gridwar.model.command import Answer
from gridwar.systems.fluid import SYSTEM
from gridwar.systems.fluid.core.fight_state import state_of
from gridwar.systems.fluid.core.sheet import Weapon
from gridwar.systems.fluid.core.sheet_events import BecameFlatFooted, CountChanged, SentReeling
from gridwar.systems.fluid.harm import Injure, SetCondition
from gridwar.systems.fluid.ledger.ledger_sum import projected
from gridwar.systems.fluid.ledger.ledger_writing import StrikeEntry
from gridwar.systems.fluid.ledger.note_event_commands import (
    NoteCriticalMiss,
    NoteEvent,
    NoteFinalAttacks,
    NoteOther,
)
from gridwar.systems.fluid.turns.end_of_round import round_events, round_table
from gridwar.systems.fluid.turns.initiative import RollInitiative
from gridwar.systems.fluid.views.combatant_card import card, order
from gridwar.systems.fluid.views.steps_and_foreseen import flow
from tests.systems.fluid.table import FluidTable, action, code


def fight(*dice: int, count: int = 30, int_mod: int = 0, **switches: Any) -> FluidTable:
    """Return a, whose turn it is, at a Count, and b at 5."""
    table = FluidTable(*dice, **switches)
    table.begin(count, 5)
    sheet = table.sheet("a").replace(int_mod=int_mod)
    table.encounter = table.now.with_combatant(table.now["a"].replace(sheet=sheet))
    return table


def raw(table: FluidTable, who: str = "a") -> int:
    """Return what the round has come to so far, before the cap."""
    return projected(table.now, who).raw


# --- the rows of the table ------------------------------------------------------------------------


ROWS = [
    pytest.param("aim", {}, 1, 2, marks=pytest.mark.rule("FL-EVT-01")),
    pytest.param("brace", {}, 1, 2, marks=pytest.mark.rule("FL-EVT-02")),
    pytest.param("regroup", {}, 5, 10, marks=pytest.mark.rule("FL-EVT-03")),
    pytest.param("terrain_slowed", {}, -2, -4, marks=pytest.mark.rule("FL-EVT-04")),
    pytest.param("tactical_fire", {}, -2, -4, marks=pytest.mark.rule("FL-EVT-05")),
    pytest.param("nonproficient", {"weapon": "axe"}, -4, -4, marks=pytest.mark.rule("FL-EVT-06")),
    pytest.param("final_attack", {"count": 3}, -6, -12, marks=pytest.mark.rule("FL-EVT-07")),
    pytest.param("critical_miss", {"action_dice": 2}, -4, -8, marks=pytest.mark.rule("FL-EVT-08")),
    pytest.param("critical_miss", {}, 0, 0, marks=pytest.mark.rule("FL-EVT-08")),
    pytest.param("triumph", {}, 10, 20, marks=pytest.mark.rule("FL-EVT-09")),
    pytest.param("critical_injury", {}, -10, -10, marks=pytest.mark.rule("FL-EVT-13")),
    pytest.param("electrical", {"modifier": -3}, -3, -6, marks=pytest.mark.rule("FL-EVT-16")),
    pytest.param("failed_save", {"save": "general"}, -2, -4, marks=pytest.mark.rule("FL-EVT-17")),
    pytest.param("failed_save", {"save": "stress"}, -5, -10, marks=pytest.mark.rule("FL-EVT-18")),
    pytest.param("failed_save", {"save": "blast"}, -5, -10, marks=pytest.mark.rule("FL-EVT-19")),
    pytest.param("other", {"modifier": 4}, 4, 8, marks=pytest.mark.rule("FL-EVT-22")),
]


@pytest.mark.rule("FL-MOD-04")
@pytest.mark.parametrize(("event", "fields", "once", "twice"), ROWS)
def test_a_row_counts_each_time_unless_it_says_otherwise(
    event: str, fields: dict[str, Any], once: int, twice: int
) -> None:
    """Each event is worth its points, and twice as much the second time where it repeats."""
    table = fight()
    table.done(NoteEvent(target="a", event=event, **fields))
    assert raw(table) == once
    table.done(NoteEvent(target="a", event=event, **fields))
    assert raw(table) == twice


@pytest.mark.rule("FL-EVT-01")
@pytest.mark.rule("FL-EVT-02")
@pytest.mark.rule("FL-EVT-03")
def test_actions_of_the_list_write_their_events() -> None:
    """Aim and Brace 1 each; Regroup 5 and the Intelligence modifier, also a negative one."""
    table = fight()
    table.done(action("a", "aim"), action("a", "brace"))
    assert raw(table) == 2
    for modifier, worth in ((3, 8), (-6, -1)):
        table = fight(int_mod=modifier)
        table.done(action("a", "regroup"))
        assert raw(table) == worth


@pytest.mark.rule("FL-EVT-05")
@pytest.mark.rule("FL-EVT-06")
@pytest.mark.rule("FL-EVT-07")
def test_weapons_write_what_they_are_worth() -> None:
    """A tactical weapon 2 each time, no proficiency 4 once a weapon, final attacks 2 each."""
    table = fight()
    weapons = (
        Weapon(id="gun", name="Gun", tactical=True),
        Weapon(id="axe", name="Axe", proficient=False),
        Weapon(id="bow", name="Bow", proficient=False),
    )
    sheet = table.sheet("a").replace(weapons=weapons)
    table.encounter = table.now.with_combatant(table.now["a"].replace(sheet=sheet))
    offered = {one.weapon for one in actions_of(SYSTEM, table.now, "a") if one.weapon}
    assert offered == {"gun", "axe", "bow"}
    table.done(action("a", "attack", weapon="gun"), action("a", "attack", weapon="axe"))
    assert raw(table) == -6
    table.set("a", halves_spent=0)
    table.done(action("a", "attack", weapon="axe"), action("a", "attack", weapon="bow"))
    assert raw(table) == -10
    table.set("a", halves_spent=0)
    table.done(action("a", "attack", final_attacks=3))
    assert raw(table) == -16


@pytest.mark.rule("FL-EVT-07")
@pytest.mark.rule("FL-EVT-08")
@pytest.mark.rule("FL-EVT-22")
def test_short_forms_ask_for_a_number() -> None:
    """Final attacks, Action Dice and anything else with its words."""
    table = fight()
    table.done(NoteFinalAttacks(target="a"), answers={"number": {"number": 2}})
    table.done(NoteCriticalMiss(target="a"), answers={"number": {"number": 3}})
    assert raw(table) == -10
    own = Answer(numbers=frozendict(modifier=7), texts=("quick wits",))
    table.done(NoteOther(target="a"), answers={"other": own})
    assert (raw(table), table.fight("a").ledger[-1].label) == (-3, "quick wits")


@pytest.mark.parametrize(
    ("condition", "worth"),
    [
        pytest.param("bleeding", -1, marks=pytest.mark.rule("FL-EVT-10")),
        pytest.param("fatigued", -3, marks=pytest.mark.rule("FL-EVT-11")),
        pytest.param("exhausted", -10, marks=pytest.mark.rule("FL-EVT-12")),
    ],
)
@pytest.mark.rule("FL-EVT-20")
def test_a_condition_counts_once_a_round(
    condition: Literal["bleeding", "fatigued", "exhausted"], worth: int
) -> None:
    """Set twice or gone before the end, once; still there, again in the next round."""
    table = fight()
    begins = SetCondition(target="a", condition=condition)
    ends = begins.replace(value=False)
    table.done(begins, ends, begins, ends)
    assert raw(table) == worth
    table.round()
    assert raw(table) == 0
    table.done(begins)
    table.round()
    assert raw(table) == worth
    by_badge = fight()
    effect = TimedEffect(id=condition, name=condition)
    by_badge.done(AddEffect(who=("a",), effect=effect))
    assert raw(by_badge) == worth


@pytest.mark.rule("FL-EVT-20")
@pytest.mark.parametrize(("switch", "worth"), [("both", -13), ("worst_only", -10)])
def test_fatigued_and_exhausted(switch: str, worth: int) -> None:
    """Both count, or only the worse by the house rule."""
    table = fight(fatigue_ladder=switch)
    table.done(
        SetCondition(target="a", condition="fatigued"),
        SetCondition(target="a", condition="exhausted"),
    )
    assert raw(table) == worth


@pytest.mark.rule("FL-EVT-13")
@pytest.mark.rule("FL-EVT-14")
@pytest.mark.rule("FL-EVT-15")
@pytest.mark.rule("FL-EVT-16")
@pytest.mark.rule("FL-EVT-21")
def test_one_form_is_one_injury() -> None:
    """2 for the injury whatever the wounds, or 5 by a critical hit, 0 without one; others add."""
    for wounds, critical_hit, worth in ((4, False, -2), (1, True, -5), (0, True, 0), (0, False, 0)):
        table = fight()
        table.done(Injure(target="a", wounds=wounds, critical_hit=critical_hit))
        assert (raw(table), table.sheet("a").wounds) == (worth, 100 - wounds)
    table = fight(electrical=-4)
    form = {"wounds": 3, "critical_hit": 1, "critical_injury": 1, "electrical": 1}
    table.done(Injure(target="a"), answers={"injury": form})
    assert raw(table) == -5 - 10 - 4
    table.done(Injure(target="a", wounds=1))
    assert raw(table) == -21


@pytest.mark.rule("FL-EVT-14")
def test_a_quick_number_is_one_injury() -> None:
    """Wounds taken by a quick number write one row; wounds that heal write none."""
    table = fight()
    table.done(ChangePool(who=("a",), add=-6))
    assert (raw(table), table.sheet("a").wounds) == (-2, 94)
    table.done(ChangePool(who=("a",), add=3))
    assert (raw(table), table.sheet("a").wounds) == (-2, 97)


@pytest.mark.rule("FL-EVT-19")
@pytest.mark.parametrize(("switch", "worth"), [("most_specific", -5), ("stack", -7)])
def test_a_special_save_may_stack(switch: str, worth: int) -> None:
    """One failed save is one row, or the general one comes on top."""
    stress = NoteEvent(target="a", event="failed_save", save="stress")
    for note in (stress, stress.replace(save="blast")):
        table = fight(save_rows=switch)
        table.done(note)
        assert raw(table) == worth


# --- the end of the round -------------------------------------------------------------------------


@pytest.mark.rule("FL-MOD-01")
def test_all_are_reckoned_before_the_next_order() -> None:
    """The Counts change at the end alone, shown in a table that is confirmed or corrected."""
    table = fight(count=12)
    table.done(NoteEvent(target="b", event="triumph"), NoteEvent(target="a", event="aim"))
    assert table.counts() == {"a": 12, "b": 5}
    shown = round_table(table.now)
    assert [row.values for row in shown.rows] == [
        ("+1", "+1", "12 \u2192 13", "1 \u2192 2"),
        ("+10", "+10", "5 \u2192 15", "2 \u2192 1"),
    ]
    assert round_events(table.now) == "a: Aim +1\nb: Triumph +10"
    table.round()
    assert table.counts() == {"a": 13, "b": 15}
    assert state_of(table.now).order == ("b", "a")


@pytest.mark.rule("FL-MOD-05")
def test_a_line_is_corrected_and_never_declined() -> None:
    """The game master strikes a mistake out, puts it back, or sets what a Count goes by."""
    table = fight()
    table.done(NoteEvent(target="a", event="triumph"), StrikeEntry(target="a", at=0))
    assert raw(table) == 0
    table.done(StrikeEntry(target="a", at=0))
    assert raw(table) == 10
    assert code(table.play(StrikeEntry(target="a", at=7))) == "no_line"
    table.round(answers={"counts": "correct", "corrected": {"a": 3}})
    assert table.counts() == {"a": 33, "b": 5}
    before = FluidTable()
    before.add("a")
    assert code(before.play(NoteEvent(target="a", event="aim"))) == "no_ledger"
    assert code(table.play(NoteEvent(target="a", event="sneeze"))) == "no_event"


@pytest.mark.rule("FL-MOD-02")
@pytest.mark.parametrize(("mode", "count"), [("net", 37), ("per_direction", 32)])
def test_a_count_goes_ten_at_most(mode: str, count: int) -> None:
    """+15 and -8: the sum bounded, or what is won and what is lost each."""
    table = fight(cap_mode=mode, int_mod=0)
    table.done(NoteEvent(target="a", event="triumph"), NoteEvent(target="a", event="regroup"))
    table.done(NoteEvent(target="a", event="final_attack", count=4))
    table.round()
    assert (table.fight("a").last_raw, table.fight("a").count) == (7, count)
    for event, worth in (("triumph", 10), ("critical_injury", -10)):
        table = fight(cap_mode=mode)
        table.done(NoteEvent(target="a", event=event))
        table.done(NoteEvent(target="a", event="other", modifier=worth))
        table.round()
        assert table.fight("a").count == 30 + worth


@pytest.mark.rule("FL-MOD-03")
def test_press_is_at_once_and_outside_of_the_cap() -> None:
    """20 off the Count now, a half action won, the place the same; the cap is not used up."""
    table = fight(count=45)
    table.done(action("a", "press"))
    assert (table.fight("a").count, state_of(table.now).order) == (25, ("a", "b"))
    table.done(action("a", "full_attack"), action("a", "aim"))
    assert table.fight("a").extra_halves == ()
    table.done(NoteEvent(target="a", event="critical_injury"))
    table.done(NoteEvent(target="a", event="critical_miss", action_dice=3))
    table.round()
    assert (table.fight("a").last_raw, table.fight("a").count) == (-15, 15)
    table = fight(count=45, press_change=-5, press_gain=2)
    table.done(action("a", "press"))
    assert (table.fight("a").count, len(table.fight("a").extra_halves)) == (40, 2)


@pytest.mark.rule("FL-MOD-06")
@pytest.mark.parametrize(
    ("trigger", "again"), [("every_end_of_round", True), ("only_when_crossing", False)]
)
def test_fifty_forces_press(trigger: str, again: bool) -> None:
    """At 50 it comes before anything, free actions and the step included; at 49 it does not."""
    table = fight(count=49, press_trigger=trigger)
    table.round()
    assert not table.fight("a").must_press
    table.done(action("a", "brace"))
    table.round()
    assert (table.fight("a").count, table.fight("a").must_press) == (50, True)
    for first in (action("a", "aim"), action("a", "free_action"), table.step("a")):
        assert code(table.play(first)) == "press_first"
    assert [flag.text for flag in order(table.now)[0].flags] == ["Press first"]
    step = flow(table.now).next_step
    assert step is not None
    assert step.command == action("a", "press")
    table.round()
    assert table.fight("a").must_press is again
    table.set("a", must_press=True)
    table.done(action("a", "press"), action("a", "aim"))
    assert (table.fight("a").count, table.fight("a").must_press) == (30, False)


@pytest.mark.rule("FL-MOD-06")
@pytest.mark.rule("FL-INI-02")
@pytest.mark.rule("FL-MOD-07")
@pytest.mark.parametrize(("switch", "count"), [("not_on_first_check", -4), ("always", 16)])
def test_what_a_first_check_brings(switch: str, count: int) -> None:
    """50 binds to Press in round 1; 0 or less triggers nothing, unless the house rule says so."""
    table = FluidTable(20, 1, zero_trigger=switch)
    table.add("a", "1", init_bonus=30)
    table.add("b", "2", init_bonus=-5)
    table.done(RollInitiative())
    assert table.counts() == {"a": 50, "b": count}
    assert table.fight("a").must_press
    assert table.fight("b").reeling is (switch == "always")


@pytest.mark.rule("FL-MOD-07")
def test_zero_sends_reeling_then_flat_footed_then_up() -> None:
    """In this order; the next two half actions are lost, and then it is over."""
    table = fight(count=6)
    table.set("a", flat_footed=False)
    table.done(NoteEvent(target="a", event="critical_injury"))
    outcome = table.round()
    told = [
        type(one)
        for one in outcome.events
        if isinstance(one, SentReeling | BecameFlatFooted | CountChanged)
    ]
    assert told[:4] == [CountChanged, SentReeling, BecameFlatFooted, CountChanged]
    found = table.fight("a")
    assert (found.count, found.reeling, found.flat_footed) == (16, True, True)
    refused = table.play(action("a", "aim"))
    assert (code(refused), refused.refusal.rule_ids) == ("reeling", ("FL-MOD-07",))
    table.done(action("a", "free_action"))
    table.round()
    assert not table.fight("a").reeling
    table.done(action("a", "aim"))


@pytest.mark.rule("FL-MOD-07")
@pytest.mark.parametrize(("count", "new"), [(10, 20), (8, 18), (1, 11), (-15, 1)])
def test_a_count_of_zero_or_less_goes_up(count: int, new: int) -> None:
    """By 20 or to 1, whichever is higher; whoever reels already loses two half actions more."""
    table = fight(count=count)
    table.set("a", halves_lost=1, reeling=True)
    table.set("b", count=40)
    table.done(NoteEvent(target="a", event="critical_injury"))
    table.done(NextTurn(), NextTurn())
    assert state_of(table.now).phase == "end_of_round"
    table.set("a", halves_lost=1, reeling=True)
    table.done(NextTurn())
    assert (table.fight("a").count, table.fight("a").halves_lost) == (new, 3)


@pytest.mark.rule("FL-MOD-07")
@pytest.mark.parametrize("halves", [0, 2, 3])
def test_press_can_send_reeling_at_once(halves: int) -> None:
    """At 0 or less by Press: this turn's half actions are lost first, the one that Press gives too.

    What is lost beyond them is lost of the next turn.
    """
    table = fight(count=20, reeling_half_actions=halves)
    table.done(action("a", "aim"), action("a", "press"))
    found = table.fight("a")
    assert (found.count, found.reeling, found.flat_footed) == (20, True, True)
    assert (found.halves_left, len(found.extras_left)) == ((0, 0) if halves else (1, 1))
    table.round()
    assert table.fight("a").halves_left == min(2, 4 - halves)


@pytest.mark.rule("FL-MOD-08")
def test_the_end_of_a_round_is_one_step_and_one_undo() -> None:
    """Everything of it is one command: one undo is the round before, redo the one after."""
    table = fight(7, 3, count=15)
    table.set("b", count=13)
    table.done(NoteEvent(target="a", event="tactical_fire"), NextTurn(), NextTurn())
    session = Session(SYSTEM, table.now, dice=table.dice)
    before = session.encounter
    session.submit(NextTurn())
    session.answer(session.wanted[0].key, Answer(option="confirm"))
    after = session.encounter
    assert (after.round, state_of(after).order) == (2, ("a", "b"))
    session.undo()
    session.undo()
    assert session.encounter == before
    while session.can_redo:
        session.redo()
    assert session.encounter == after


@pytest.mark.rule("FL-MOD-09")
def test_a_card_says_where_it_goes() -> None:
    """Count, ledger so far, the Count it would come to and the place in the next order."""
    table = fight(count=12)
    table.done(NoteEvent(target="b", event="triumph"))
    first, second = order(table.now)
    assert (first.ids, first.count, first.note) == (("a",), "12", "")
    assert (second.count, second.note) == ("5", "+10 \u2192 15, place 1")
    figures = {one.label: one.value for one in card(table.now, "b").figures}
    assert figures == {
        "Count": "5",
        "This round": "+10",
        "Next Count": "15",
        "Senses": "sight 500 ft, hearing 100 ft",
    }
