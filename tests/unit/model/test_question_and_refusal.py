"""What fits as an answer to a question."""

from __future__ import annotations

from gridwar.model.command import Answer
from gridwar.model.geometry import Cell
from gridwar.model.question_and_refusal import Question

PLACE = Question("place", "kosta", "Where to?", cells=frozenset({Cell(3, 4), Cell(3, 5)}))


def test_only_squares_that_are_offered_answer() -> None:
    """One of them fits; another one, or none, does not."""
    assert PLACE.problem_with(Answer(cell=Cell(3, 4))) == ""
    assert PLACE.problem_with(Answer(cell=Cell(4, 4)))
    assert PLACE.problem_with(Answer())


def test_a_square_in_an_answer_is_saved() -> None:
    """It comes back from JSON as the very same cell, beside the words."""
    answer = Answer(cell=Cell(3, 4), texts=("so",))
    assert Answer.model_validate_json(answer.model_dump_json()) == answer
