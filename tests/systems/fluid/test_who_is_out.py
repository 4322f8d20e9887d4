"""Who has a place in the order: not the fallen, joiners by the Counts that it was made with."""

from __future__ import annotations

from typing import Any

import pytest

from gridwar.engine.gm.effect_and_pool_commands import ChangePool
from gridwar.engine.kit import BeginFight, NextTurn, TakeTurn
from gridwar.engine.odds.odds_columns import odds
from gridwar.systems.fluid import SYSTEM
from gridwar.systems.fluid.core.fight_state import GroupCheck, state_of
from gridwar.systems.fluid.harm import Injure
from gridwar.systems.fluid.ledger.note_event_commands import NoteEvent
from gridwar.systems.fluid.turns.check_groups import CheckTogether
from gridwar.systems.fluid.turns.end_of_round import round_table
from gridwar.systems.fluid.turns.initiative import BoostCheck, RollInitiative
from gridwar.systems.fluid.turns.rounds_and_turns import EndRound
from gridwar.systems.fluid.turns.surprise import SettleSurprise
from gridwar.systems.fluid.turns.turn_order import projected_places
from gridwar.systems.fluid.views.combatant_card import order
from tests.systems.fluid.table import FluidTable, action, code


def kill(who: str) -> Injure:
    """Return a critical hit that takes all wounds."""
    return Injure(target=who, wounds=100, critical_hit=True)


@pytest.mark.rule("FL-RND-02")
@pytest.mark.rule("FL-MOD-07")
def test_the_fallen_get_no_line_and_no_tie_at_the_end_of_a_round() -> None:
    """Killed at 5 by a critical hit: not reeling, no 20, no die against a living 20."""
    table = FluidTable()
    table.begin(20, 5, 3)
    table.done(kill("b"))
    assert [row.label for row in round_table(table.now).rows] == ["a", "c"]
    table.round()
    found = table.fight("b")
    assert (found.count, found.reeling, found.ledger) == (5, False, ())
    assert state_of(table.now).order == ("a", "c")
    assert [slot.ids[0] for slot in order(table.now)] == ["a", "c", "b"]


@pytest.mark.rule("FL-INI-03")
@pytest.mark.rule("FL-RND-02")
def test_whoever_stands_again_has_a_place_again() -> None:
    """Out when the order was made and up again: at the place of the Count, if it is not past."""
    table = FluidTable()
    table.begin(20, 5, 3)
    table.done(kill("b"))
    table.round()
    table.done(ChangePool(who=("b",), to=1))
    assert state_of(table.now).order == ("a", "b", "c")
    table.done(NextTurn())
    assert table.now.turn == "b"


@pytest.mark.rule("FL-RND-02")
@pytest.mark.rule("FL-INI-01")
def test_odds_pass_over_the_fallen() -> None:
    """A fallen hero at 25, a hero and a foe at 20: each of the two is first in half the cases."""
    table = FluidTable()
    table.add("x", "party", wounds=0)
    table.add("a", "party")
    table.add("b", "foes")
    for who, count in (("x", 25), ("a", 20), ("b", 20)):
        table.set(who, count=count)
    table.state(phase="end_of_round", order=("x", "a", "b"), acted=frozenset("xab"))
    sides = table.now.sides
    party = sides.set("party", sides["party"].replace(stance="party"))
    table.encounter = table.now.replace(round=1, sides=party)
    (column,) = [one for one in odds(SYSTEM, table.now, NextTurn()).columns if one.outcomes]
    assert column.outcomes is not None
    assert column.outcomes.success == pytest.approx(0.5)


# --- check groups ---------------------------------------------------------------------------------


def groups(*dice: int) -> FluidTable:
    """Return three of a check group with bonuses 2, 3 and 4, and a hero with 5."""
    table = FluidTable(*dice)
    for who, bonus in (("g1", 2), ("g2", 3), ("g3", 4)):
        table.add(who, "foes", init_bonus=bonus)
    table.add("h", "party", init_bonus=5)
    return table


@pytest.mark.rule("FL-INI-04")
@pytest.mark.rule("FL-INI-05")
def test_action_dice_on_a_member_raise_the_check_of_the_group() -> None:
    """Six points on one of three raise the one check, and so the Count of all."""
    table = groups(11, 1)
    table.done(CheckTogether(target="g1", others=("g2", "g3")), answers={"together": "these"})
    table.done(BoostCheck(target="g2", points=6), RollInitiative())
    assert table.counts() == {"g1": 19, "g2": 19, "g3": 19, "h": 6}


@pytest.mark.rule("FL-INI-04")
def test_one_stroke_makes_a_check_group() -> None:
    """For those selected, for a whole side, or each their own again; never across sides."""
    table = groups(10, 12)
    table.done(CheckTogether(target="g1"), answers={"together": "side"})
    assert [table.now[who].group for who in ("g1", "g2", "g3", "h")] == ["foes"] * 3 + [""]
    table.done(CheckTogether(target="g3", together=False))
    table.done(CheckTogether(target="g1", others=("g2",), together=True, group="Thugs"))
    assert [table.now[who].group for who in ("g1", "g2", "g3")] == ["Thugs", "Thugs", ""]
    across = CheckTogether(target="g1", others=("h",), together=True)
    assert code(table.play(across)) == "two_sides"


@pytest.mark.rule("FL-INI-04")
@pytest.mark.rule("FL-INI-05")
@pytest.mark.rule("FL-RND-03")
def test_odds_of_a_group_with_action_dice_are_the_same_for_alike_members() -> None:
    """5 points on g1 of a group of two alike: each of them is the first in half of all cases."""
    alone = FluidTable()
    for who in ("g1", "g2"):
        alone.add(who, "foes", group="Thugs")
    alone.set("g1", boost=5)
    only = odds(SYSTEM, alone.now, RollInitiative()).columns[0].outcomes
    assert only is not None
    first = [
        only.chance(lambda facts: facts.outcome == "g1"),
        only.chance(lambda facts: facts.outcome == "g2"),
    ]
    assert first == pytest.approx([0.5, 0.5])


# --- those who join -------------------------------------------------------------------------------


@pytest.mark.rule("FL-INI-03")
@pytest.mark.rule("FL-MOD-03")
def test_a_joiner_after_a_press_acts_in_this_round() -> None:
    """52 pressed to 32 and done, 40 has the turn, 35 joins: behind both, and still to act."""
    table = FluidTable(20)
    table.begin(52, 40)
    table.done(action("a", "press"), NextTurn())
    assert (table.fight("a").count, table.now.turn) == (32, "b")
    table.join("c", boost=15)
    assert table.fight("c").count == 35
    assert state_of(table.now).order == ("a", "b", "c")
    table.done(NextTurn())
    assert table.now.turn == "c"


@pytest.mark.rule("FL-RND-03")
@pytest.mark.rule("FL-INI-03")
def test_a_joiner_makes_nobody_else_roll() -> None:
    """Two whom a Press made equal roll no tie because somebody joins; a joiner rolls."""
    table = FluidTable(10)
    table.begin(40, 20)
    table.done(action("a", "press"))
    table.join("c")
    assert table.left == ()
    table = FluidTable(12, 3, 9)
    table.begin(40, 12)
    table.join("c")
    assert (table.left, state_of(table.now).order) == ((), ("a", "c", "b"))


@pytest.mark.rule("FL-MOD-06")
@pytest.mark.rule("FL-INI-03")
@pytest.mark.parametrize("trigger", ["every_end_of_round", "only_when_crossing"])
def test_a_joiner_at_fifty_presses_in_the_round_after(trigger: str) -> None:
    """A check of 50 binds in the round that follows the one of joining, by either house rule."""
    table = FluidTable(20, press_trigger=trigger)
    table.begin(60, 10)
    table.join("c", boost=32)
    assert (table.fight("c").count, table.fight("c").must_press) == (52, False)
    table.done(TakeTurn(actor="c"), action("c", "aim"))
    table.round()
    assert table.fight("c").must_press
    table.round()
    assert table.fight("c").must_press is (trigger == "every_end_of_round")


# --- ties that were settled -----------------------------------------------------------------------


@pytest.mark.rule("FL-RND-03")
@pytest.mark.parametrize(
    ("dice", "found"),
    [((5, 9, 20), "cab"), ((3, 20, 10), "cab"), ((9, 15, 2), "abc")],
)
def test_a_tie_that_was_settled_stands_among_more_who_tie(
    dice: tuple[int, ...], found: str
) -> None:
    """Settled once for good a stays before b, wherever the dice put a third and the two."""
    table = FluidTable(*dice, tie_memory="sticky")
    table.begin(20, 20, 20)
    table.state(ties=("a>b",))
    table.round()
    assert "".join(state_of(table.now).order) == found


@pytest.mark.rule("FL-MOD-09")
def test_a_place_that_dice_will_decide_is_told_as_open() -> None:
    """Two who tie share their places in the next order, the third has its own."""
    table = FluidTable()
    table.begin(20, 12, 10)
    table.done(NoteEvent(target="c", event="other", modifier=2))
    assert projected_places(table.now, "abc") == {"a": "1", "b": "2\u20133", "c": "2\u20133"}
    assert order(table.now)[2].note == "+2 \u2192 12, place 2\u20133"


# --- surprise -------------------------------------------------------------------------------------


@pytest.mark.rule("FL-SUR-03")
@pytest.mark.parametrize(("results", "winners"), [((16, 16), ()), ((17, 16), ("1",))])
@pytest.mark.parametrize("several", ["vs_non_acting", "vs_everyone"])
def test_acting_groups_alone_have_to_beat_each_other(
    results: tuple[int, int], winners: tuple[str, ...], several: str
) -> None:
    """Where every group acts each is compared with all others; a tie surprises nobody."""
    table = FluidTable(several_acting=several)
    table.begin(20, 10)
    table.state(phase="initiative")
    table.encounter = table.now.replace(round=0, turn=None)
    checks = tuple(
        GroupCheck(side=side, result=result, acting=True)
        for side, result in zip("12", results, strict=True)
    )
    table.done(SettleSurprise(awareness="some", checks=checks))
    assert state_of(table.now).winners == winners


def surprised(*counts: int, **switches: Any) -> FluidTable:
    """Return a, b, c … with these Counts in a surprise round in which all but the last act."""
    table = FluidTable(**switches)
    table.begin(*counts)
    ids = state_of(table.now).order
    table.state(phase="surprise", surprised=ids[:-1])
    table.encounter = table.now.replace(round=0, turn=None)
    table.done(BeginFight())
    return table


@pytest.mark.rule("FL-RND-02")
@pytest.mark.rule("FL-MOD-03")
@pytest.mark.rule("FL-MOD-06")
def test_press_belongs_to_the_combat_round() -> None:
    """Refused in a surprise round; done anyway, it sorts round 1 anew and frees from no Press."""
    table = surprised(51, 19, 16)
    assert code(table.play(action("a", "press"))) == "surprise_press"
    table.set("a", must_press=True, count=21)
    table.done(action("a", "press").waiving("surprise_press"))
    assert (table.fight("a").count, table.fight("a").must_press) == (1, True)
    table.done(NextTurn(), NextTurn())
    assert state_of(table.now).phase == "round"
    assert state_of(table.now).order == ("b", "c", "a")


@pytest.mark.rule("FL-SUR-08")
def test_the_end_of_a_surprise_round_is_called_so() -> None:
    """Where its events count at its own end, the log does not call that the end of round 1."""
    table = surprised(21, 10, surprise_events="apply_now")
    told = table.told(table.done(EndRound()))
    assert any("The end of the surprise round" in one for one in told)
    assert not any("end of round 1" in one for one in told)
