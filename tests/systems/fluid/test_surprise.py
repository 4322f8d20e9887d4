"""Fluid: surprise, from who knows of whom to the round of those who act."""

from __future__ import annotations

from typing import Any

import pytest

from gridwar.engine.kit import BeginFight, NextTurn
from gridwar.systems.fluid.core.fight_state import GroupCheck, state_of
from gridwar.systems.fluid.ledger.note_event_commands import NoteEvent
from gridwar.systems.fluid.turns.surprise import ChangePart, SettleSurprise
from gridwar.systems.fluid.views.combatant_card import order
from gridwar.systems.fluid.views.map_overlays import areas
from tests.systems.fluid.table import FluidTable, action, code

# --- surprise -------------------------------------------------------------------------------------


def ready(*dice: int, **switches: Any) -> FluidTable:
    """Return two of side 1 and one each of 2 and 3, checked: a 20, a2 8, b 15, c 11."""
    table = FluidTable(*dice, **switches)
    for who, side, count in (("a", "1", 20), ("a2", "1", 8), ("b", "2", 15), ("c", "3", 11)):
        table.add(who, side)
        table.set(who, count=count)
    table.state(phase="initiative", order=("a", "b", "c", "a2"))
    return table


def checks(a: int, b: int, c: int, acting: str = "") -> tuple[GroupCheck, ...]:
    """Return what the sides 1, 2 and 3 made."""
    results = {"1": a, "2": b, "3": c}
    return tuple(
        GroupCheck(side=side, result=result, acting=side in acting)
        for side, result in results.items()
    )


@pytest.mark.rule("FL-SUR-01")
def test_the_game_master_says_who_knows_of_whom() -> None:
    """It is asked, the checks after it; whom the form leaves out takes part all the same."""
    table = ready()
    numbers = {"result of 1": 5, "result of 2": 9, "result of 3": 2, "part of b": 1}
    table.done(SettleSurprise(), answers={"awareness": "none", "checks 1": numbers})
    assert state_of(table.now).awareness == "none"
    assert state_of(table.now).surprised == ("b",)


@pytest.mark.rule("FL-SUR-02")
@pytest.mark.parametrize(
    ("switch", "winners"), [("no_surprise", ()), ("all_tied_act", ("1", "3")), ("reroll", ("2",))]
)
def test_the_highest_acts_where_nobody_knows(switch: str, winners: tuple[str, ...]) -> None:
    """One highest result wins; shared, nobody, all of them, or whoever wins the next check."""
    table = ready()
    table.done(SettleSurprise(awareness="none", checks=checks(14, 16, 15)))
    assert state_of(table.now).winners == ("2",)
    table = ready(surprise_tie=switch)
    again = {"result of 1": 3, "result of 2": 9, "result of 3": 2}
    command = SettleSurprise(awareness="none", checks=checks(15, 9, 15))
    table.done(command, answers={"checks 1": again})
    assert state_of(table.now).winners == winners


@pytest.mark.rule("FL-SUR-03")
@pytest.mark.parametrize(
    ("switch", "results", "winners"),
    [
        ("vs_non_acting", (18, 17, 12), ("1", "2")),
        ("vs_non_acting", (12, 17, 12), ("2",)),
        ("vs_everyone", (18, 17, 12), ("1",)),
        ("vs_everyone", (17, 17, 12), ()),
    ],
)
def test_an_ambush_has_to_win(
    switch: str, results: tuple[int, int, int], winners: tuple[str, ...]
) -> None:
    """Acting groups beat those that do not act, a tie is none; or everybody by the house rule."""
    table = ready(several_acting=switch)
    table.done(SettleSurprise(awareness="some", checks=checks(*results, acting="12")))
    assert state_of(table.now).winners == winners


@pytest.mark.rule("FL-SUR-04")
def test_nobody_is_surprised_where_all_know() -> None:
    """Whatever the checks made, the first round follows."""
    table = ready()
    table.done(SettleSurprise(awareness="all", checks=checks(9, 30, 2, acting="2")), BeginFight())
    assert (state_of(table.now).phase, table.now.turn) == ("round", "a")


@pytest.mark.rule("FL-SUR-05")
def test_the_skill_of_a_groups_check_is_kept() -> None:
    """Result and skill are entered for each group and stand in the log."""
    table = ready()
    numbers = {"result of 1": 7, "result of 2": 11, "result of 3": 2, "blend of 2": 1}
    outcome = table.done(
        SettleSurprise(awareness="some"),
        answers={"checks 1": numbers | {"acting of 2": 1, "acting of 1": 0}},
    )
    kinds = [one.kind for one in state_of(table.now).checks]
    assert kinds == ["sneak_hide", "blend_stealth", "sneak_hide"]
    assert [one.acting for one in state_of(table.now).checks] == [False, True, False]
    (told,) = (one for one in table.told(outcome) if "surprise round" in one)
    assert told.startswith("A surprise round1, Sneak/Hide 2, Blend/Stealth, acting group 3,")
    table = ready()
    numbers = {"result of 1": 7, "result of 2": -4, "result of 3": -9}
    outcome = table.done(SettleSurprise(awareness="none"), answers={"checks 1": numbers})
    assert state_of(table.now).surprised == ("a", "a2")
    assert [one.result for one in state_of(table.now).checks] == [7, -4, -9]
    table = ready()
    table.done(SettleSurprise(awareness="none"), answers={"checks 1": {"result of 1": -3}})
    assert state_of(table.now).winners == ()
    table = ready()
    table.done(SettleSurprise(awareness="some"))
    assert [one.acting for one in state_of(table.now).checks] == [True, False, False]


@pytest.mark.rule("FL-SUR-06")
def test_who_took_no_part_does_not_act() -> None:
    """A member left out of the check gets no action though the group wins; it can be toggled."""
    table = ready()
    table.done(ChangePart(target="a"), ChangePart(target="a2"), ChangePart(target="a2"))
    table.done(SettleSurprise(awareness="none", checks=checks(18, 3, 2)), BeginFight())
    assert state_of(table.now).surprised == ("a2",)
    (outlined,) = areas(table.now)
    assert outlined.cells == {table.now["a2"].pos}
    table.encounter = table.now.replace(turn="a")
    assert code(table.play(action("a", "aim"))) == "not_eligible"


@pytest.mark.rule("FL-SUR-07")
@pytest.mark.parametrize("first", ["aim", "full_attack", "free_action"])
def test_one_action_is_all_of_a_surprise_round(first: str) -> None:
    """A free, a half or a full action and nothing beside it, no step, and none divided."""
    table = ready()
    table.done(SettleSurprise(awareness="none", checks=checks(18, 3, 2)), BeginFight())
    assert table.now.turn == "a"
    split = action("a", "long_skill_check", split="start")
    assert code(table.play(split)) == "surprise_split"
    assert code(table.play(table.step("a"))) == "surprise_step"
    table.done(action("a", first))
    for other in ("aim", "full_attack", "free_action"):
        assert code(table.play(action("a", other))) == "surprise_spent"


@pytest.mark.rule("FL-SUR-07")
def test_house_rules_add_a_free_action_and_the_step() -> None:
    """With both on there is a free action and a step besides, each once."""
    table = ready(surprise_free_extra=True, surprise_step=True)
    table.done(SettleSurprise(awareness="none", checks=checks(18, 3, 2)), BeginFight())
    table.done(action("a", "aim"), action("a", "free_action"), table.step("a"))
    assert code(table.play(action("a", "free_action"))) == "surprise_spent"
    assert code(table.play(action("a", "brace"))) == "surprise_spent"
    assert code(table.play(table.step("a"))) == "step_used"


@pytest.mark.rule("FL-SUR-08")
@pytest.mark.parametrize(
    ("switch", "ledger", "count"), [("carry", 2, 20), ("ignore", 0, 20), ("apply_now", 0, 10)]
)
def test_events_of_the_surprise_round(switch: str, ledger: int, count: int) -> None:
    """They count in round 1, not at all, or before it; those who act do so by Count."""
    table = ready(surprise_events=switch)
    table.done(SettleSurprise(awareness="none", checks=checks(18, 3, 2)), BeginFight())
    assert [slot.ids[0] for slot in order(table.now)] == ["a", "a2", "b", "c"]
    assert [slot.heading for slot in order(table.now)][1:3] == ["Surprise round", "Round 1"]
    table.done(
        NoteEvent(target="a", event="critical_miss", action_dice=4),
        NoteEvent(target="a", event="failed_save", save="blast"),
        NextTurn(),
        NextTurn(),
    )
    assert state_of(table.now).phase == "round"
    found = table.fight("a")
    assert (len(found.ledger), found.count) == (ledger, count)
    assert table.now.turn == ("b" if switch == "apply_now" else "a")
