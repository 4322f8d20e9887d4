"""What stands at the border of a rule: exact limits, what is refused, what is left as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from gridwar.engine.gm.effect_and_pool_commands import AddEffect, ChangePool
from gridwar.engine.kit import BeginFight, Target
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.model.battlemap import BattleMap
from gridwar.model.combatant import TimedEffect
from gridwar.model.events_combatants import Explained
from gridwar.systems.fluid import SYSTEM
from gridwar.systems.fluid.actions.given_by_gm import GiveHalf, LetPass, LimitFree, PromptAction
from gridwar.systems.fluid.actions.payment import payments, taking_of
from gridwar.systems.fluid.actions.take_action_choices import TakeAction
from gridwar.systems.fluid.core.house_rules_and_settings import action_spec, settings_of
from gridwar.systems.fluid.core.tables import ActionSpec
from gridwar.systems.fluid.harm import EndFlatFooted, Injure, SetCondition
from gridwar.systems.fluid.ledger.ledger_writing import StrikeEntry
from gridwar.systems.fluid.ledger.note_event_commands import (
    NoteCriticalMiss,
    NoteEvent,
    NoteFinalAttacks,
    NoteOther,
)
from gridwar.systems.fluid.positions.deployment_and_separation import PlaceSide, room_squares
from gridwar.systems.fluid.positions.starting_distance import RollDistance
from gridwar.systems.fluid.turns.initiative import BoostCheck, RollInitiative
from gridwar.systems.fluid.turns.surprise import ChangePart
from gridwar.systems.fluid.views.combatant_card import card, order
from tests.systems.fluid.table import FluidTable, action, code

if TYPE_CHECKING:
    from gridwar.engine.kit import Command

ABOUT_NOBODY: list[Any] = [
    pytest.param(GiveHalf(target="nobody"), marks=pytest.mark.rule("FL-ACT-03")),
    pytest.param(PromptAction(target="nobody"), marks=pytest.mark.rule("FL-ACT-04")),
    pytest.param(LetPass(target="nobody"), marks=pytest.mark.rule("FL-ACT-04")),
    pytest.param(LimitFree(target="nobody"), marks=pytest.mark.rule("FL-RND-05")),
    pytest.param(PlaceSide(target="nobody"), marks=pytest.mark.rule("FL-ENC-05")),
    pytest.param(BoostCheck(target="nobody"), marks=pytest.mark.rule("FL-INI-05")),
    pytest.param(ChangePart(target="nobody"), marks=pytest.mark.rule("FL-SUR-06")),
    pytest.param(Injure(target="nobody"), marks=pytest.mark.rule("FL-EVT-14")),
    pytest.param(EndFlatFooted(target="nobody"), marks=pytest.mark.rule("FL-FLT-02")),
    pytest.param(
        SetCondition(target="nobody", condition="bleeding"), marks=pytest.mark.rule("FL-EVT-10")
    ),
]


@pytest.mark.parametrize("command", ABOUT_NOBODY)
def test_what_is_said_of_nobody_is_refused(command: Command) -> None:
    """A command about somebody who is not there says so and changes nothing."""
    table = FluidTable()
    table.begin(20, 10)
    assert code(table.play(command)) == "no_such_combatant"


WITHOUT_LEDGER: list[Any] = [
    pytest.param(
        NoteEvent(target="a", event="aim"),
        marks=[pytest.mark.rule(f"FL-EVT-{number:02}") for number in (*range(1, 10), 13, 16)],
    ),
    pytest.param(
        NoteEvent(target="a", event="failed_save"),
        marks=[pytest.mark.rule(f"FL-EVT-{number}") for number in (17, 18, 19)],
    ),
    pytest.param(NoteFinalAttacks(target="a", count=1), marks=pytest.mark.rule("FL-EVT-07")),
    pytest.param(NoteCriticalMiss(target="a"), marks=pytest.mark.rule("FL-EVT-08")),
    pytest.param(NoteOther(target="a"), marks=pytest.mark.rule("FL-EVT-22")),
    pytest.param(StrikeEntry(target="a", at=0), marks=pytest.mark.rule("FL-MOD-05")),
]


@pytest.mark.parametrize("command", WITHOUT_LEDGER)
def test_nothing_is_entered_before_the_fight(command: Command) -> None:
    """Without a ledger there is nothing to write to: refused, and not offered either."""
    table = FluidTable()
    table.add("a")
    assert code(table.play(command)) == "no_ledger"
    offered = {one.id for one in actions_of(SYSTEM, table.now, "a")}
    assert not any("note_event" in one or one == "final_attacks" for one in offered)


@pytest.mark.rule("FL-ENC-01")
@pytest.mark.rule("FL-ENC-05")
@pytest.mark.parametrize(("side", "told"), [(37, False), (36, True)])
def test_a_map_is_too_small_only_where_it_is(side: int, told: bool) -> None:
    """36 squares fit where the corners are 36 apart; one column less and the log says so."""
    table = FluidTable(6, 6, 6, 6, 6, 6)
    table.add("a", "1")
    table.add("b", "2")
    table.encounter = table.now.replace(map=BattleMap(width=side, height=5))
    outcome = table.done(RollDistance(location="mountains"))
    assert room_squares(table.now) == side - 1
    assert any("too small" in one for one in table.told(outcome)) is told


@pytest.mark.rule("FL-INI-01")
@pytest.mark.rule("FL-INI-04")
def test_whose_bonus_it_was_stands_in_the_log() -> None:
    """One's own under the check's rule, a group's under that of groups; two groups warn nobody."""
    table = FluidTable(10, 11, 12)
    table.add("solo", "1", init_bonus=2)
    for who, group in {"x": "gang", "y": "gang", "z": "guard", "w": "guard"}.items():
        table.add(who, "2", group=group, init_bonus=ord(who) - 118)
    outcome = table.done(RollInitiative())
    traces = [one.trace for one in outcome.events if isinstance(one, Explained)]
    rules = {one.title: one.lines[-1].rule_id for one in traces if one.lines}
    assert rules["Initiative of solo"] == "FL-INI-01"
    assert rules["Initiative of x"] == "FL-INI-04"
    assert not any("One check stands" in one for one in table.told(outcome))


@pytest.mark.rule("FL-MOD-06")
@pytest.mark.rule("FL-MOD-07")
@pytest.mark.parametrize(("bonus", "count"), [(-9, 1), (-10, 20)])
def test_a_first_check_of_one_is_not_zero(bonus: int, count: int) -> None:
    """By the house rule exactly 0 sends reeling, and 1 does not."""
    table = FluidTable(10, zero_trigger="always")
    table.add("a", init_bonus=bonus)
    table.done(RollInitiative())
    assert table.fight("a").count == count


@pytest.mark.rule("FL-ACT-03")
@pytest.mark.rule("FL-ACT-01")
def test_ways_to_pay_are_told_once() -> None:
    """Both halves of the round, or one and the other's; a divided check takes the round's own."""
    table = FluidTable()
    table.begin(20, 10)
    table.done(GiveHalf(target="a", source="surge", restrictions=frozenset()))
    spec = action_spec(table.now, "long_skill_check")
    assert spec is not None
    taking, fight = taking_of(spec, "a"), table.fight("a")
    assert payments(fight, taking) == (("base", "base"), ("base", "surge"))
    table.done(action("a", "long_skill_check", split="start"))
    assert (table.fight("a").halves_left, len(table.fight("a").extra_halves)) == (1, 1)


@pytest.mark.rule("FL-ACT-01")
@pytest.mark.rule("FL-ACT-05")
@pytest.mark.rule("FL-RND-06")
@pytest.mark.rule("FL-EVT-01")
@pytest.mark.rule("FL-EVT-02")
@pytest.mark.rule("FL-EVT-03")
def test_a_divided_action_writes_its_event_when_it_is_finished() -> None:
    """With the second half, and once; an action without an event writes none."""
    table = FluidTable()
    table.begin(20, 10)
    own = ActionSpec(
        id="chant", name="Chant", cost="full", tags=frozenset({"skill"}), event="brace"
    )
    table.setting(actions=(*settings_of(table.now).actions, own))
    table.done(action("a", "skill_check"), action("a", "chant", split="start"))
    assert table.fight("a").ledger == ()
    assert code(table.play(action("a", "chant", split="finish"))) == "split_begun"
    table.round()
    table.done(action("a", "chant", split="finish"))
    assert [one.event for one in table.fight("a").ledger] == ["brace"]


@pytest.mark.rule("FL-FLT-02")
@pytest.mark.rule("FL-MOD-06")
@pytest.mark.rule("FL-EVT-14")
def test_the_card_shows_more_than_the_order() -> None:
    """Flat-footed is a badge of the card and no flag of the order; wounds heal up to the full."""
    table = FluidTable(12, 9)
    table.add("a", "1")
    table.add("b", "2")
    table.done(BeginFight(), Injure(target="b", wounds=4, attack=False))
    shown = card(table.now, "b")
    assert [one.text for one in shown.badges] == ["Flat-footed"]
    assert order(table.now)[1].flags == ()
    table.done(ChangePool(who=("b",), add=50))
    assert table.sheet("b").wounds == 100


@pytest.mark.rule("FL-MOD-01")
def test_the_end_of_a_round_lets_its_moment_pass() -> None:
    """What ends with a round ends with it."""
    table = FluidTable()
    table.begin(20, 10)
    effect = TimedEffect(id="smoke", name="In smoke", ends="round_end")
    table.done(AddEffect(who=("a",), effect=effect))
    table.round()
    assert table.now["a"].effects == ()


@pytest.mark.rule("FL-MOD-03")
def test_press_names_the_half_it_gives() -> None:
    """Its source is Press, and a second Press at the game master's word gives another one."""
    table = FluidTable()
    table.begin(60, 10)
    again = action("a", "press").waiving("pressed_before")
    table.done(action("a", "press"), again)
    assert [one.id for one in table.fight("a").extra_halves] == ["press 1", "press 2"]
    assert {one.source for one in table.fight("a").extra_halves} == {"Press"}


@pytest.mark.rule("FL-ACT-05")
@pytest.mark.rule("FL-EVT-07")
def test_an_action_in_preparation_can_be_shortened() -> None:
    """Its popover offers a shorter cost, final attacks and a weapon; each makes another command."""
    table = FluidTable()
    table.begin(20, 10)
    offered = {one.id: one for one in actions_of(SYSTEM, table.now, "a")}
    assert offered["prepare:full_attack"].prepared
    command = offered["prepare:full_attack"].make(Target())
    shown = SYSTEM.draft(table.now, command)
    shortened, _against = shown.choices
    assert [one.id for one in shortened.options] == ["no", "half", "free"]
    assert shortened.chosen == "no"
    assert not any(one.why_not for one in shortened.options)
    unasked = action("a", "full_attack", cost="free")
    assert code(table.play(unasked)) == "not_shortened"
    longer = action("a", "aim", reductions=1, cost="full")
    assert code(table.play(longer)) == "not_shortened"
    assert code(table.play(action("a", "aim", final_attacks=1))) == "no_attack"
    stopped = FluidTable()
    stopped.begin(20, 10)
    stopped.done(LimitFree(target="a"))
    limited, _against = SYSTEM.draft(stopped.now, command).choices
    assert [bool(one.why_not) for one in limited.options] == [False, False, True]
    halved = FluidTable()
    halved.begin(20, 10)
    halved.done(action("a", "aim"))
    late = {one.id: one for one in actions_of(SYSTEM, halved.now, "a")}["prepare:full_attack"]
    assert late.refusal is None
    begins = late.make(Target())
    assert isinstance(begins, TakeAction)
    assert begins.reductions == 1
    halved.done(begins)
    assert halved.fight("a").halves_left == 0
    (final,) = shown.numbers
    table.done(shortened.options[1].command, final.make(2).replace(reductions=1))
    assert table.fight("a").halves_left == 0
    assert [(one.event, one.count) for one in table.fight("a").ledger] == [("final_attack", 2)]
