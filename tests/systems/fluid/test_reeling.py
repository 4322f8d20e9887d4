"""What reeling takes, what Press gives, and what a divided check or a prompt comes to beside it."""

from __future__ import annotations

import pytest
from frozendict import frozendict

from gridwar.engine.kit import NextTurn, PipKind, TakeTurn, Target
from gridwar.engine.play.offered_actions_and_drafts import actions_of, out_of_turn_of
from gridwar.model.command import Answer
from gridwar.systems.fluid import SYSTEM
from gridwar.systems.fluid.actions.given_by_gm import GiveHalf, PromptAction
from gridwar.systems.fluid.actions.take_action_choices import TakeAction
from gridwar.systems.fluid.core.fight_state import state_of
from gridwar.systems.fluid.core.house_rules_and_settings import settings_of
from gridwar.systems.fluid.core.tables import ActionSpec
from gridwar.systems.fluid.movement import movement
from gridwar.systems.fluid.views.combatant_card import card
from gridwar.systems.fluid.views.steps_and_foreseen import flow
from tests.systems.fluid.table import FluidTable, action, code


def reeling(lost: int = 2) -> FluidTable:
    """Return a at 40, who reels and has the turn, and b at 10."""
    table = FluidTable()
    table.begin(40, 10)
    table.set("a", reeling=True, halves_lost=lost, flat_footed=True)
    return table


@pytest.mark.rule("FL-MOD-07")
def test_the_turn_given_away_and_back_cures_nobody() -> None:
    """What reeling took of a turn stays spent for the rest of that round."""
    table = reeling()
    table.done(TakeTurn(actor="b"), TakeTurn(actor="a"))
    assert code(table.play(action("a", "full_attack"))) == "no_halves"
    assert table.fight("a").halves_left == 0
    (own, *_rest) = card(table.now, "a").pips
    assert (own.kind, own.left) == (PipKind.OWN, 0)
    table.round()
    assert table.fight("a").halves_left == 2


@pytest.mark.rule("FL-MOD-07")
@pytest.mark.rule("FL-MOD-03")
def test_the_loss_binds_half_actions_from_elsewhere() -> None:
    """A reeling one attacks with no half that Press gives, nor when prompted; the third is free."""
    table = reeling(3)
    table.done(action("a", "press"))
    assert code(table.play(action("a", "attack"))) == "reeling"
    assert table.fight("a").flat_footed
    table.done(GiveHalf(target="a", source="surge", restrictions=frozenset()))
    table.done(action("a", "attack"))
    assert not table.fight("a").flat_footed
    table = reeling()
    table.done(TakeTurn(actor="b"))
    table.set("a", reeling=True, halves_lost=1)
    table.done(PromptAction(target="a", action="attack"))
    assert code(table.play(action("a", "attack"))) == "reeling"


@pytest.mark.rule("FL-MOD-03")
def test_press_comes_once_a_round() -> None:
    """A second Press of a round is refused, in the next round it works again."""
    table = FluidTable()
    table.begin(48, 10)
    table.done(action("a", "press"))
    refused = table.play(action("a", "press"))
    assert (code(refused), refused.refusal.rule_ids) == ("pressed_before", ("FL-MOD-03",))
    table.round()
    table.done(action("a", "press"))


# --- half actions from elsewhere ------------------------------------------------------------------


@pytest.mark.rule("FL-ACT-03")
def test_two_halves_of_one_source_make_no_full_action() -> None:
    """Twice of Haste they join to nothing, of Haste and an ability without a name they do."""
    haste = GiveHalf(target="a", source="Haste", restrictions=frozenset())
    for more, joins in ((haste, False), (haste.replace(source=""), True)):
        table = FluidTable()
        table.begin(20, 10)
        table.set("a", halves_spent=2)
        table.done(haste, more)
        assert (code(table.play(action("a", "full_attack"))) == "") is joins


@pytest.mark.rule("FL-ACT-03")
def test_a_half_action_is_named_by_who_gives_it() -> None:
    """The form asks for its source; pips and what pays call it so, with what it is not for."""
    table = FluidTable()
    table.begin(20, 10)
    given = Answer(numbers=frozendict(no_attack=1, no_move=0), texts=("Surge of speed",))
    table.done(GiveHalf(target="a"), answers={"half": given})
    labels = [one.label for one in card(table.now, "a").pips]
    assert "Half action: Surge of speed (not for attacks)" in labels
    table.set("a", halves_spent=2)
    rows = {one.id: one for one in actions_of(SYSTEM, table.now, "a")}
    assert rows["take_action:aim"].price == (PipKind.OTHERS,)


# --- divided checks -------------------------------------------------------------------------------


def divided() -> FluidTable:
    """Return a in round 2 with a long check begun in round 1."""
    table = FluidTable()
    table.begin(20, 10)
    table.done(action("a", "long_skill_check", split="start"))
    table.round()
    return table


@pytest.mark.rule("FL-ACT-01")
def test_a_divided_check_is_not_lost_unasked() -> None:
    """Another action asks first; kept, nothing happens; the second half stands at the head."""
    table = divided()
    rows = [one for one in actions_of(SYSTEM, table.now, "a") if one.id.startswith("take_action")]
    assert rows[0].id == "take_action:long_skill_check finish"
    table.done(action("a", "aim"), answers={"split lost": "keep"})
    assert (table.fight("a").split is not None, table.fight("a").halves_left) == (True, 2)
    step = flow(table.now).next_step
    assert step is not None
    assert step.note == "The second half of Long skill check is lost by it."
    table.done(action("a", "aim"), answers={"split lost": "go on"})
    assert table.fight("a").split is None


@pytest.mark.rule("FL-ACT-01")
def test_a_divided_check_says_what_it_leaves_unused() -> None:
    """Begun with both half actions open, the row tells that one goes unused."""
    table = FluidTable()
    table.begin(20, 10)
    rows = {one.id: one for one in actions_of(SYSTEM, table.now, "a")}
    note = rows["take_action:long_skill_check start"].note
    assert note == "continues next round; 1 half action goes unused"


@pytest.mark.rule("FL-ACT-01")
@pytest.mark.rule("FL-ACT-04")
def test_a_prompted_action_after_a_first_half_loses_the_check() -> None:
    """It is allowed, the question who is prompted says so, and the check is lost."""
    table = FluidTable()
    table.begin(20, 10)
    table.done(action("a", "long_skill_check", split="start"), NextTurn())
    table.done(PromptAction(target="a", action="aim"))
    table.done(action("a", "aim"))
    assert table.fight("a").split is None


# --- prompts --------------------------------------------------------------------------------------


@pytest.mark.rule("FL-ACT-04")
def test_whoever_is_prompted_is_offered_that_action_alone() -> None:
    """Nothing else stands in the palette, it costs no pips, and the order offers it at once."""
    table = FluidTable()
    table.begin(20, 10)
    table.done(PromptAction(target="b", action="full_attack"))
    kinds = ("take_action", "prompted", "prepare", "move", "step", "shorter_move")
    offered = actions_of(SYSTEM, table.now, "b")
    rows = [one for one in offered if one.id.partition(":")[0] in kinds]
    assert [one.id for one in rows] == ["prompted:full_attack", "prepare:full_attack"]
    assert all(one.price == () for one in rows)
    (button,) = [one for one in out_of_turn_of(SYSTEM, table.now, "b") if "prompted" in one.id]
    table.done(button.make(Target()))
    assert state_of(table.now).prompts == ()


@pytest.mark.rule("FL-ACT-04")
@pytest.mark.rule("FL-SUR-06")
def test_nobody_is_prompted_who_could_not_act() -> None:
    """In a surprise round whoever does not act in it is not prompted, unless at your word."""
    table = FluidTable()
    table.begin(20, 10)
    table.state(phase="surprise", surprised=("a",))
    prompt = PromptAction(target="b", action="aim")
    assert code(table.play(prompt)) == "not_eligible"
    table.done(prompt.waiving("not_eligible"), action("b", "aim"))


# --- what is offered ------------------------------------------------------------------------------


@pytest.mark.rule("FL-ACT-05")
def test_moves_can_be_shortened() -> None:
    """A half action's move becomes free; a full one's a half action or free; one option each."""
    table = FluidTable()
    table.begin(20, 10)
    table.setting(
        actions=(
            *settings_of(table.now).actions,
            ActionSpec(id="run", name="Run", cost="full", tags=frozenset({"move"})),
        )
    )
    ways = [one.id for one in actions_of(SYSTEM, table.now, "a") if "shorter_move" in one.id]
    assert ways == ["shorter_move:move>free", "shorter_move:run>free", "shorter_move:run>half"]
    table.done(table.walk("a", 2, "move>free"))
    assert (table.fight("a").halves_left, table.fight("a").free_used) == (2, 1)
    table.done(table.walk("a", 2, "run>half"))
    assert table.fight("a").halves_left == 1
    table.done(table.walk("a", 2, "move>full"))
    assert table.fight("a").halves_left == 0


@pytest.mark.rule("FL-RND-01")
@pytest.mark.rule("FL-RND-02")
@pytest.mark.rule("FL-RND-04")
def test_the_map_shows_only_the_ways_that_are_accepted() -> None:
    """No Speed is drawn off the own Count or with no half action left, and no step after a move."""
    table = FluidTable()
    table.begin(20, 10)
    assert [bool(movement(table.now, who).zones) for who in "ab"] == [True, False]
    assert [bool(movement(table.now, who, "step").zones) for who in "ab"] == [True, False]
    table.done(table.walk("a", 2))
    assert movement(table.now, "a").zones
    assert not movement(table.now, "a", "step").zones
    table.done(action("a", "aim"))
    assert not movement(table.now, "a").zones


@pytest.mark.rule("FL-RND-01")
@pytest.mark.rule("FL-ACT-05")
def test_an_action_shows_the_price_that_it_takes() -> None:
    """A shortened one shows none, a whole one both; an action names weapon, target and payment."""
    table = FluidTable()
    table.begin(20, 10)
    table.set("a", halves_spent=2)
    rows = {one.id: one for one in actions_of(SYSTEM, table.now, "a")}
    assert (rows["prepare:aim"].price, rows["prepare:full_attack"].price) == ((), ())
    assert len(rows["take_action:full_attack"].price) == 2
    table.set("a", halves_spent=0)
    told = table.told(table.done(TakeAction(actor="a", action="attack", target="b")))
    assert told[0] == "a: Attack against bPaid with 1 half action: this round"
