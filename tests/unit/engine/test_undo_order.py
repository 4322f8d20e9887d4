"""The order of undo while a command is open: always the last thing somebody did."""

from __future__ import annotations

from gridwar.engine.gm.effect_and_pool_commands import ChangePool
from gridwar.engine.kit.turn_and_move_commands import BeginFight
from gridwar.engine.session.journal_rows import Loaded, Position
from gridwar.engine.session.session import Session
from gridwar.model.command import Answer
from gridwar.systems.cepheus.actions.check_action import Check
from gridwar.systems.cepheus.system import SYSTEM
from tests.support.asking import duel
from tests.support.files import SEED


def _checking() -> Session:
    """A marine makes a check; how difficult it is, and with what, is asked."""
    session = Session(SYSTEM, Loaded(duel(SYSTEM), (), Position(), SEED))
    session.submit(BeginFight())
    session.submit(Check(actor="marine", characteristic="ask", difficulty="ask"))
    assert _asked(session) == ["difficulty"]
    return session


def _asked(session: Session) -> list[str]:
    return [one.key for one in session.wanted]


def _pool(session: Session) -> int | None:
    return SYSTEM.cards.vital(session.encounter, "marine").points


def _answer(session: Session, key: str, option: str) -> None:
    session.answer(key, Answer(option=option))


def test_a_change_made_under_a_question_is_taken_back_before_the_question() -> None:
    """Points taken while something is asked come back first, and it is still asked."""
    session = _checking()
    whole = _pool(session)
    session.submit(ChangePool(who=("marine",), add=-4))
    assert _pool(session) != whole
    session.undo()
    assert (_pool(session), _asked(session)) == (whole, ["difficulty"])
    session.undo()
    assert _asked(session) == []
    session.redo()
    session.redo()
    assert _pool(session) != whole
    assert _asked(session) == ["difficulty"]


def test_answers_and_changes_are_taken_back_in_the_order_they_were_made() -> None:
    """Answer, points, answer: each undo takes the last of what is left."""
    session = _checking()
    whole = _pool(session)
    session.submit(ChangePool(who=("marine",), add=-4))
    _answer(session, "difficulty", "easy")
    hurt = _pool(session)
    assert _asked(session) == ["characteristic"]
    session.undo()
    assert (_pool(session), _asked(session)) == (hurt, ["difficulty"])
    session.undo()
    assert (_pool(session), _asked(session)) == (whole, ["difficulty"])


def test_a_command_that_is_finished_does_not_come_back_by_undoing_what_was_done_under_it() -> None:
    """The check is taken back as a whole, then the points; its questions stay away."""
    session = _checking()
    whole = _pool(session)
    session.submit(ChangePool(who=("marine",), add=-4))
    _answer(session, "difficulty", "easy")
    _answer(session, "characteristic", "dexterity")
    assert _asked(session) == []
    session.undo()
    session.undo()
    assert (_pool(session), _asked(session)) == (whole, [])


def test_points_that_make_a_command_impossible_bring_it_back_when_undone() -> None:
    """Somebody goes down in the middle of his check: undo, and he is asked again."""
    session = _checking()
    session.submit(ChangePool(who=("marine",), to=0))
    assert _asked(session) == []
    session.undo()
    assert _asked(session) == ["difficulty"]
