"""Free actions and extended ones: what takes several rounds, and what disturbs it."""

from __future__ import annotations

from typing import Any

import pytest

from gridwar.engine.kit.turn_and_move_commands import Move, NextTurn
from gridwar.engine.play.play_outcome import Accepted
from gridwar.model.command import Answer
from gridwar.model.geometry import Cell
from gridwar.systems.cepheus import SYSTEM
from gridwar.systems.cepheus.actions.aiming_and_weapon_rest import TakeAim
from gridwar.systems.cepheus.actions.check_action import OtherAction
from gridwar.systems.cepheus.actions.extended_action_rounds import AbandonTask, FinishTask
from gridwar.systems.cepheus.actions.extended_action_start import BeginTask
from gridwar.systems.cepheus.attacks.reactions import React
from gridwar.systems.cepheus.core.person_records import Task
from gridwar.systems.cepheus.harm.wounds import TakeDamage
from gridwar.systems.cepheus.turns.passing_time import PassTime
from gridwar.systems.cepheus.turns.rounds_and_turns import EndRound
from tests.support.cepheus import Fight, person
from tests.systems.cepheus.firefight import done, fight, log, refused, sheet
from tests.systems.cepheus.firefight import person as fighter

REPAIR = Task(name="Repair", skill="mechanics", characteristic="education", needed=5, done=2)


def busy(**more: Any) -> Any:
    """Return somebody with Mechanics 1 and Education 9 at a repair."""
    return fighter("a", 0, 0, skills={"mechanics": 1}, chars={"education": 9}, task=REPAIR, **more)


@pytest.mark.rule("CE-OTH-01", "CE-MIN-10", "CE-SIG-02")
@pytest.mark.parametrize(
    ("price", "left"), [("free", (1, 1)), ("minor", (0, 1)), ("significant", (1, 0))]
)
def test_the_gm_names_the_price_of_anything_else(price: str, left: tuple[int, int]) -> None:
    """A shout is free, a pile of them is charged; the words stand in the log."""
    encounter = fight(fighter("a"), fighter("b"))
    from gridwar.dice.dice_sources import ScriptedDice
    from gridwar.engine.play.play_command import Options, play
    from gridwar.engine.play.play_outcome import Accepted, Asking
    from gridwar.engine.play.replies_and_corrections import Replies, Reply

    options = Options(ScriptedDice(()))
    asking = play(SYSTEM, encounter, OtherAction(actor="a", price="ask"), options=options)
    assert isinstance(asking, Asking)
    reply = Reply(key=asking.wanted[0].key, answer=Answer(option=price, texts=("shouts",)))
    replies = Replies().with_reply(reply)
    outcome = play(SYSTEM, encounter, OtherAction(actor="a", price="ask"), replies, options)
    assert isinstance(outcome, Accepted)
    budget = sheet(outcome.encounter, "a").budget
    assert (budget.minor, budget.significant) == left
    assert log(outcome)[-1].title == "A shouts"


@pytest.mark.rule("CE-OTH-02")
@pytest.mark.parametrize(
    ("timing", "face", "rounds"),
    [
        ("ten_seconds", 1, 2),
        ("ten_seconds", 3, 5),
        ("minutes", 2, 20),
        ("ten_minutes", 1, 100),
        ("hours", 1, 600),
    ],
)
def test_the_timing_is_rolled_and_rounded_up_to_rounds(timing: Any, face: int, rounds: int) -> None:
    """10 seconds are 2 rounds, 30 are 5, two minutes are 20."""
    encounter = fight(fighter("a"), fighter("b"))
    outcome = done(encounter, BeginTask(actor="a", skill="mechanics", timing=timing), (face,))
    assert outcome.result.needed == rounds
    assert refused(outcome.encounter, Move(actor="a", path=(Cell(1, 0),))) == "busy"
    assert refused(outcome.encounter, TakeAim(actor="a", target="b")) == "busy"


@pytest.mark.rule("CE-OTH-02", "CE-RND-05")
def test_who_is_busy_has_no_turn_until_it_is_done() -> None:
    """Two rounds of work: B alone acts in the second; then A is back and makes the check."""
    people = person("A", initiative_base=9, skills={"mechanics": 1}), person("B", initiative_base=5)
    table = Fight(*people, dice=[])
    table.do(NextTurn(), BeginTask(actor="A", skill="mechanics", rounds=2), NextTurn())
    assert table.now.turn == "B"
    table.do(NextTurn())
    assert (table.now.round, table.now.turn) == (2, "B")
    task = table.sheet("A").task
    assert task is not None
    assert (task.done, task.needed) == (1, 2)
    assert table.refused(FinishTask(actor="A")) == "not_finished"
    table.do(NextTurn())
    assert (table.now.round, table.now.turn) == (3, "A")
    table.dice._left += [4, 4]
    result = table.do(FinishTask(actor="A"))
    assert isinstance(result, Accepted)
    assert result.result.total == 9
    assert table.sheet("A").task is None


@pytest.mark.rule("CE-OTH-02")
def test_rounds_in_which_all_are_busy_do_not_run_away() -> None:
    """With everybody busy a round ends at a time, and nobody has the turn."""
    table = Fight(person("A", initiative_base=9))
    table.do(NextTurn(), BeginTask(actor="A", rounds=500), NextTurn())
    assert (table.now.round, table.now.turn) == (2, None)
    table.do(NextTurn())
    assert table.now.round == 3


@pytest.mark.rule("CE-OTH-02")
def test_a_task_can_be_given_up_at_any_time() -> None:
    """He is back in the order of this round at once."""
    people = person("A", initiative_base=9), person("B", initiative_base=5)
    table = Fight(*people)
    table.do(NextTurn(), BeginTask(actor="A", rounds=9), NextTurn(), NextTurn())
    assert table.order == [["B"]]
    table.do(AbandonTask(actor="A"))
    assert table.order == [["B"], ["A"]]
    assert table.refused(AbandonTask(actor="A")) == "not_busy"


@pytest.mark.rule("CE-OTH-02")
def test_a_reaction_loses_the_round() -> None:
    """He dodges: this round is not counted, the next one is."""
    encounter = fight(fighter("b"), busy())
    dodged = done(encounter, React(actor="a", reaction="dodge", against="ranged")).encounter
    task = sheet(done(dodged, EndRound()).encounter, "a").task
    assert task is not None
    assert (task.done, task.disturbed) == (2, False)


@pytest.mark.rule("CE-OTH-03")
@pytest.mark.parametrize(
    ("points", "dice", "done_rounds", "disturbed"),
    [(3, (5, 5), 2, False), (4, (3, 2), 2, True), (6, (2, 2), 0, True), (0, (3, 3), 2, False)],
)
def test_a_hit_disturbs_a_task(
    points: int, dice: tuple[int, int], done_rounds: int, disturbed: bool
) -> None:
    """Skill, Education and minus the damage: success goes on, failure loses the round, -6 all."""
    encounter = fight(fighter("b"), busy())
    after = done(encounter, TakeDamage(who="a", points=points), dice).encounter
    task = sheet(after, "a").task
    assert task is not None
    assert (task.done, task.disturbed) == (done_rounds, disturbed)


@pytest.mark.rule("CE-OTH-02", "CE-OTH-03")
def test_who_goes_down_has_no_task_any_more() -> None:
    """Unconscious people are not asked to go on."""
    encounter = fight(fighter("b"), busy())
    after = done(encounter, TakeDamage(who="a", points=15)).encounter
    assert sheet(after, "a").task is None


@pytest.mark.rule("CE-OTH-02")
def test_minutes_that_pass_count_for_tasks() -> None:
    """A minute is ten rounds: the three that were missing are over, and no more are counted."""
    encounter = fight(fighter("b"), busy())
    after = done(encounter, PassTime(minutes=1))
    task = sheet(after.encounter, "a").task
    assert task is not None
    assert (task.done, task.is_finished) == (5, True)
    assert any("has finished" in trace.title for trace in log(after))


@pytest.mark.rule("CE-OTH-02")
def test_all_of_a_task_can_be_asked_for() -> None:
    """Skill, timing with a name, and characteristic are asked for, then the time is rolled."""
    table = Fight(person("A", initiative_base=9, skills={"mechanics": 1}), dice=[])
    table.do(NextTurn())
    asked = BeginTask(actor="A", skill="ask", characteristic="ask", timing="ask")
    assert table.open(asked) == "skill"
    table.answer("skill", "with mechanics")
    table.session.answer("timing", Answer(option="ten_seconds", texts=("a tyre",)))
    table.dice._left += [4]
    table.answer("characteristic", "education")
    task = table.sheet("A").task
    assert task == Task(
        name="a tyre", skill="mechanics", characteristic="education", needed=7, done=0
    )
