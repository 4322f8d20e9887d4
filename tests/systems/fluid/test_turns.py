"""The combat round: allowance, order and ties, step, free actions, the list, divided checks."""

from __future__ import annotations

from typing import Any

import pytest

from gridwar.engine.kit import NextTurn, TakeTurn
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.engine.play.preview_and_named_outcomes import preview
from gridwar.model.battlemap import LayerName
from gridwar.model.geometry import Cell
from gridwar.systems.fluid import SYSTEM
from gridwar.systems.fluid.actions.given_by_gm import GiveHalf, LetPass, LimitFree, PromptAction
from gridwar.systems.fluid.core.fight_state import state_of
from gridwar.systems.fluid.core.house_rules_and_settings import settings_of
from gridwar.systems.fluid.core.tables import ActionSpec
from gridwar.systems.fluid.movement import move_draft
from gridwar.systems.fluid.positions.deployment_and_separation import yardstick
from gridwar.systems.fluid.turns.rounds_and_turns import EndRound
from gridwar.systems.fluid.turns.turn_order import PutBefore
from gridwar.systems.fluid.views.combatant_card import card, flags, order
from gridwar.systems.fluid.views.steps_and_foreseen import flow
from tests.systems.fluid.table import FluidTable, action, code


def round_one(*dice: int, **switches: Any) -> FluidTable:
    """Return a at a Count of 20, whose turn it is, and b at 10."""
    table = FluidTable(*dice, **switches)
    table.begin(20, 10)
    return table


def halves(table: FluidTable, who: str = "a") -> int:
    """Return the half actions of the round that somebody has left."""
    return table.fight(who).halves_left


# --- allowance and order --------------------------------------------------------------------------


@pytest.mark.rule("FL-RND-01")
def test_a_round_has_two_half_actions_or_a_full_one() -> None:
    """Two halves, or a full one, and no third; the strip counts 6 seconds a round."""
    table = round_one()
    table.done(action("a", "aim"), action("a", "brace"))
    assert code(table.play(action("a", "aim"))) == "no_halves"
    assert "6 s" in flow(table.now).words
    table.done(NextTurn(), action("b", "full_attack"))
    assert code(table.play(action("b", "aim"))) == "no_halves"
    table.round()
    assert halves(table) == 2
    assert "12 s" in flow(table.now).words


@pytest.mark.rule("FL-RND-02")
def test_the_order_stands_for_the_round() -> None:
    """Down the Counts; what is written moves nobody, and the turn is only the next one's."""
    table = FluidTable()
    table.begin(12, 30, 20)
    assert code(table.play(action("a", "aim"))) == "not_your_turn"
    turns = []
    for _turn in range(3):
        turns.append(table.now.turn)
        table.done(action(turns[-1] or "", "regroup"), action(turns[-1] or "", "regroup"))
        assert [slot.ids[0] for slot in order(table.now)] == ["b", "c", "a"]
        table.done(NextTurn())
    assert turns == ["b", "c", "a"]
    assert state_of(table.now).phase == "end_of_round"
    table.done(TakeTurn(actor="a"))
    assert table.now.turn == "a"


@pytest.mark.rule("FL-RND-03")
@pytest.mark.parametrize(
    ("memory", "dice", "orders"),
    [("per_round", (3, 17, 9, 4), ["ba", "ab"]), ("sticky", (3, 17), ["ba", "ba"])],
)
def test_ties_are_rolled_anew_or_once(
    memory: str, dice: tuple[int, ...], orders: list[str]
) -> None:
    """The higher die acts first, for the round or for good."""
    table = FluidTable(*dice, tie_memory=memory)
    table.begin(15, 15)
    found = []
    for _round in range(2):
        table.round()
        found.append("".join(state_of(table.now).order))
    assert found == orders
    assert table.left == ()


@pytest.mark.rule("FL-RND-03")
def test_those_still_equal_roll_again() -> None:
    """The bonus first; then dice in listed order, again for those who rolled the same."""
    table = FluidTable(8, 8, 12, 5, 9)
    table.begin(15, 15, 15, 15)
    table.encounter = table.now.with_combatant(
        table.now["d"].replace(sheet=table.sheet("d").replace(init_bonus=2))
    )
    table.round()
    assert state_of(table.now).order == ("d", "c", "b", "a")


# --- step and moves -------------------------------------------------------------------------------


@pytest.mark.rule("FL-RND-04")
def test_the_step_is_for_those_who_do_not_move() -> None:
    """One square for nothing; not after a move, not twice, and no move after it."""
    table = round_one()
    table.done(table.step("a"))
    assert (table.now["a"].pos, halves(table)) == (Cell(0, 1), 2)
    assert code(table.play(table.step("a"))) == "step_used"
    assert code(table.play(table.walk("a", 3))) == "after_step"
    table = round_one()
    table.done(table.walk("a", 3))
    assert (table.now["a"].pos, halves(table)) == (Cell(0, 3), 1)
    assert code(table.play(table.step("a"))) == "moved_before"
    assert code(table.play(table.step("b"))) == "not_your_turn"


@pytest.mark.rule("FL-RND-04")
def test_a_move_after_the_step_may_be_a_mere_warning() -> None:
    """By the house rule it is played, and the log says so; a step is never more than a square."""
    table = round_one(step_blocks_later_moves=False)
    table.done(table.step("a"))
    outcome = table.done(table.walk("a", 2))
    assert any("although the bonus step" in one for one in table.told(outcome))
    far = table.walk("b", 2, mode="step")
    table.done(NextTurn())
    assert code(table.play(far)) == "step_too_far"


def slow(table: FluidTable, *cells: tuple[int, int]) -> FluidTable:
    """Paint squares that double what a step costs."""
    painted = {Cell(*cell): 1 for cell in cells}
    page = table.now.map.with_painted(LayerName.TERRAIN, painted)
    table.encounter = table.now.replace(map=page)
    return table


@pytest.mark.rule("FL-RND-04")
@pytest.mark.parametrize(
    ("switch", "refused"), [("cost_5ft_only", "step_too_far"), ("free_step", "")]
)
def test_the_step_does_not_lead_onto_dear_ground(switch: str, refused: str) -> None:
    """Ground that costs 10 ft bars it, or not; the step itself never counts as slowed."""
    table = slow(round_one(step_into_slow=switch), (0, 1))
    assert code(table.play(table.step("a"))) == refused
    assert table.fight("a").ledger == ()


@pytest.mark.rule("FL-EVT-04")
@pytest.mark.parametrize(
    ("unit", "worth"), [("per_move_action", -4), ("per_round", -2), ("per_square", -6)]
)
def test_slowing_ground_is_counted_by_the_map(unit: str, worth: int) -> None:
    """Two moves over three such squares: twice, once, or for each square; the plan says so."""
    table = slow(round_one(terrain_unit=unit), (0, 2), (0, 3), (0, 5))
    first = table.walk("a", 3)
    planned = move_draft(table.now, first).foreseen[0].text
    assert ("-4" if unit == "per_square" else "-2") in planned
    table.done(first)
    table.done(table.walk("a", 2))
    table.round()
    assert table.fight("a").last_raw == worth
    table.done(table.walk("a", 1))
    assert table.fight("a").ledger == ()


@pytest.mark.rule("FL-RND-05")
def test_free_actions_until_the_game_master_says_stop() -> None:
    """Any number on the own Count; after the word none in this round, and again in the next."""
    table = round_one()
    for _time in range(5):
        table.done(action("a", "free_action"))
    table.done(LimitFree(target="a"))
    assert code(table.play(action("a", "free_action"))) == "free_limit"
    assert halves(table) == 2
    table.done(LimitFree(target="a"), action("a", "free_action"))
    table.done(LimitFree(target="a", limit=0))
    table.round()
    table.done(action("a", "free_action"))
    assert code(table.play(action("b", "free_action"))) == "not_your_turn"


@pytest.mark.rule("FL-RND-06")
def test_the_list_of_actions_is_the_fights_own() -> None:
    """Presets stand in it; one that is added is offered, paid and writes its event."""
    table = round_one()
    own = ActionSpec(
        id="taunt", name="Taunt", cost="half", tags=frozenset({"skill"}), event="brace"
    )
    table.setting(actions=(*settings_of(table.now).actions, own))
    offered = {one.id: one for one in actions_of(SYSTEM, table.now, "a")}
    events = {one.event for one in settings_of(table.now).actions}
    assert {"aim", "brace", "regroup", "press"} <= events
    assert len(offered["take_action:taunt"].price) == 1
    table.done(action("a", "taunt"))
    assert (halves(table), table.fight("a").ledger[0].event) == (1, "brace")
    assert code(table.play(action("a", "nothing_of_the_kind"))) == "no_action"
    table.setting(actions=())
    assert code(table.play(table.walk("a", 1))) == "no_such_move"


# --- divided, combined, prompted, shortened -------------------------------------------------------


@pytest.mark.rule("FL-ACT-01")
def test_a_check_is_divided_over_two_rounds() -> None:
    """Its first half ends a round's actions, its second begins the next one's; a badge says so."""
    table = round_one()
    table.done(action("a", "aim"), action("a", "long_skill_check", split="start"))
    assert code(table.play(action("a", "aim"))) == "split_begun"
    assert "Continues: Long skill check" in [one.text for one in flags(table.now, "a")]
    finish = action("a", "long_skill_check", split="finish")
    assert code(table.play(finish)) == "split_begun"
    table.round()
    table.done(action("a", "free_action"), finish)
    assert (halves(table), table.fight("a").split) == (1, None)
    assert code(table.play(finish)) == "nothing_to_finish"
    short = action("a", "skill_check", split="start")
    assert code(table.play(short)) == "indivisible"


@pytest.mark.rule("FL-ACT-01")
@pytest.mark.parametrize(
    ("switch", "kept"), [("half_and_full_only", True), ("every_action", False)]
)
def test_what_comes_between_the_halves(switch: str, kept: bool) -> None:
    """A free action does not disturb, unless the house rule counts every action."""
    table = round_one(split_counts=switch)
    table.done(action("a", "long_skill_check", split="start"))
    assert code(table.play(action("a", "free_action"))) == ("" if kept else "split_begun")
    table.round()
    table.done(action("a", "free_action"))
    assert (table.fight("a").split is not None) is kept


@pytest.mark.rule("FL-ACT-01")
def test_a_check_that_is_not_finished_in_time_is_lost() -> None:
    """Another half action first, or a turn that passes, and it is gone with its half."""
    for loses in (action("a", "aim"), NextTurn()):
        table = round_one()
        table.done(action("a", "long_skill_check", split="start"))
        table.round()
        outcome = table.done(loses)
        assert table.fight("a").split is None
        assert any("did not finish" in one for one in table.told(outcome))


@pytest.mark.rule("FL-ACT-01")
@pytest.mark.parametrize(("switch", "kept"), [("press_then_finish", True), ("split_lost", False)])
def test_press_comes_before_the_second_half(switch: str, kept: bool) -> None:
    """Whoever has to Press first finishes after it, or loses the check by the house rule."""
    table = round_one(split_vs_press=switch)
    table.done(action("a", "long_skill_check", split="start"))
    table.round()
    table.set("a", must_press=True, count=55)
    finish = action("a", "long_skill_check", split="finish")
    assert code(table.play(finish)) == "press_first"
    table.done(action("a", "press"))
    assert code(table.play(finish)) == ("" if kept else "nothing_to_finish")


@pytest.mark.rule("FL-ACT-02")
def test_an_attack_is_never_divided() -> None:
    """It is refused, and not even offered."""
    table = round_one()
    assert code(table.play(action("a", "full_attack", split="start"))) == "attack_split"
    offered = {one.id for one in actions_of(SYSTEM, table.now, "a")}
    assert "take_action:long_skill_check start" in offered
    assert not any("attack" in one and "start" in one for one in offered)


@pytest.mark.rule("FL-ACT-03")
def test_restrictions_bind_what_a_half_pays_for() -> None:
    """A half that may not attack makes no full attack; where there are two ways it is asked."""
    table = round_one()
    no_attack = frozenset({"no_attack"})
    table.done(GiveHalf(target="a", source="surge", restrictions=no_attack))
    joined = action("a", "full_attack", uses=("base", "surge"))
    assert code(table.play(joined)) == "restricted_half"
    table.done(action("a", "long_skill_check"), answers={"payment": "base+surge"})
    assert (halves(table), table.fight("a").extra_halves) == (1, ())
    pips = {one.label: (one.left, one.full) for one in card(table.now, "a").pips}
    assert pips["Half actions"] == (1, 2)


@pytest.mark.rule("FL-ACT-03")
def test_halves_of_one_source_make_no_full_action() -> None:
    """They have to come from different ones; an action may refuse all that are not the round's."""
    table = round_one()
    for _half in range(2):
        table.done(GiveHalf(target="a", source="drug", restrictions=frozenset()))
    ids = tuple(one.id for one in table.fight("a").extra_halves)
    assert ids == ("drug", "drug 2")
    table.set(
        "a", extra_halves=tuple(one.replace(source="drug") for one in table.fight("a").extra_halves)
    )
    both = action("a", "full_attack", uses=ids)
    assert code(table.play(both)) == "restricted_half"
    assert code(table.play(action("a", "aim", uses=("nothing",)))) == "not_paid"
    assert code(table.play(action("a", "full_attack", uses=("base",)))) == "not_paid"
    table.done(action("a", "full_attack", uses=("base", "drug 2")))
    own = ActionSpec(id="trance", cost="half", restrictions=frozenset({"no_combine"}))
    table.setting(actions=(own,))
    assert code(table.play(action("a", "trance", uses=("drug",)))) == "restricted_half"


@pytest.mark.rule("FL-ACT-04")
def test_off_the_own_count_only_what_was_prompted() -> None:
    """The action alone, once, for nothing; a move by the ordinary tools, but not after the step."""
    table = round_one()
    assert code(table.play(PromptAction(target="a", action="aim"))) == "own_count"
    table.done(PromptAction(target="b"), answers={"action": "attack"})
    for other in ("aim", "free_action"):
        assert code(table.play(action("b", other))) == "only_prompted"
    assert code(table.play(table.step("b"))) == "only_prompted"
    assert preview(SYSTEM, table.now, action("b", "attack")).refusal is None
    table.done(action("b", "attack"))
    assert halves(table, "b") == 2
    assert code(table.play(action("b", "attack"))) == "not_your_turn"
    table.done(PromptAction(target="b", action="aim"), LetPass(target="b"))
    assert code(table.play(action("b", "aim"))) == "not_your_turn"
    table.done(table.step("a"), NextTurn(), PromptAction(target="a", action="move"))
    assert code(table.play(table.walk("a", 2))) == "after_step"


@pytest.mark.rule("FL-ACT-05")
def test_only_one_option_shortens_an_action() -> None:
    """Shortened once a full action takes one half, a half action none; twice is refused."""
    table = round_one()
    twice = action("a", "full_attack", reductions=2)
    assert code(table.play(twice)) == "shortened_twice"
    table.done(action("a", "full_attack", reductions=1))
    assert halves(table) == 1
    table.done(action("a", "aim", reductions=1))
    assert halves(table) == 1


# --- the game master's hand -----------------------------------------------------------------------


@pytest.mark.rule("FL-MOD-01")
def test_a_round_can_be_ended_before_all_have_acted() -> None:
    """The game master's word ends it; everybody's ledger is reckoned all the same."""
    table = round_one()
    table.done(action("a", "brace"), EndRound())
    assert (table.now.round, table.counts()) == (2, {"a": 21, "b": 10})


@pytest.mark.rule("FL-MOD-09")
def test_a_dragged_card_is_an_override() -> None:
    """It changes the order of this round alone, and the log says whose word it was."""
    table = round_one()
    outcome = table.done(PutBefore(who="b", before="a"))
    assert state_of(table.now).order == ("b", "a")
    assert any("at your word" in one for one in table.told(outcome))
    assert table.counts() == {"a": 20, "b": 10}
    table.round()
    assert state_of(table.now).order == ("a", "b")
    assert yardstick(table.now).metric.value == "chebyshev"
