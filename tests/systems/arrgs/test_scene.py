"""What the GM sets for the whole scene: difficulties, and how far magnitudes lie apart."""

from __future__ import annotations

import pytest
from frozendict import frozendict

from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.model.command import Answer
from gridwar.model.question_and_refusal import Question
from gridwar.systems.arrgs import SYSTEM
from gridwar.systems.arrgs.checks.magnitude import magnitude
from gridwar.systems.arrgs.core.sheet import state_of
from gridwar.systems.arrgs.gm.scene_and_magnitudes import SetMagnitude, SetScene
from gridwar.systems.arrgs.movement import movement_budget
from gridwar.systems.arrgs.movement.movement_budget import MovementCheck
from tests.systems.arrgs.skirmish import accepted, board, fighter, session


@pytest.mark.rule("AR-MOV-02", "AR-MNV-01", "AR-MOD-09")
def test_the_gm_sets_how_hard_the_scene_is() -> None:
    """Against a DC of 12 two squares are missing, taken as 10 or rolled; undo brings 10 back."""
    one = fighter("A", (2, 2), speeds={"climbing": 5})
    fight = session(board(one), 14)
    fight.submit(SetScene())
    question = fight.wanted[0]
    assert isinstance(question, Question)
    numbers = frozendict({"difficulty": 3, "movement_dc": 12, "multiplier": 4})
    accepted(fight.answer(question.key, Answer(numbers=numbers)))
    state = state_of(fight.encounter)
    assert (state.scene_difficulty, state.movement_dc, state.magnitude_multiplier) == (3, 12, 4)
    assert movement_budget.budget_with(fight.encounter, "A", "walking") == 3
    check = MovementCheck(actor="A", category="climbing")
    assert accepted(fight.submit(check)).result == 5 + 14 - 12
    fight.undo()
    fight.undo()
    assert movement_budget.budget_with(fight.encounter, "A", "walking") == 5


@pytest.mark.rule("AR-MOD-09")
def test_the_gm_sets_how_far_two_lie_apart() -> None:
    """The multiplier of a pair is offered where magnitudes differ, and counts for these two."""
    people = (fighter("A", (2, 2)), fighter("B", (4, 2), "2", magnitude=1), fighter("C", (6, 2)))
    fight = session(board(*people))
    offered = {one.id: one for one in actions_of(SYSTEM, fight.encounter, "A")}
    assert offered["magnitude"].candidates is not None
    assert offered["magnitude"].candidates().who == {"B"}
    accepted(fight.submit(SetMagnitude(actor="B", target="A", multiplier=5)))
    assert magnitude(fight.encounter, "A", "B") == (5, False)
    assert magnitude(fight.encounter, "B", "C") == (2, True)
