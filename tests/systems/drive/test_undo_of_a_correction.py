"""A correction that asks something itself, begun while a question is open, and taken back."""

from __future__ import annotations

from gridwar.engine.gm.effect_and_pool_commands import ChangePool
from gridwar.engine.kit import Answer
from tests.support.fights import begun


def test_an_open_question_stands_as_it_did_once_a_correction_over_it_is_taken_back() -> None:
    """Its own answers are kept, and it asks for the next one again (DR-ARM-06)."""
    session = begun("drive", construct=(1, 1), guard=(2, 1), trooper=(3, 1), vampire=(4, 1))
    session.submit(ChangePool(who=("construct", "guard", "trooper"), divide_by=2))
    session.answer("injury of construct", Answer(option="core"))
    before = (session.encounter, [one.key for one in session.wanted])
    assert before[1] == ["injury of guard"]
    session.submit(ChangePool(who=("construct", "vampire"), to=3))
    assert [one.key for one in session.wanted] != before[1]
    session.undo()
    assert (session.encounter, [one.key for one in session.wanted]) == before
