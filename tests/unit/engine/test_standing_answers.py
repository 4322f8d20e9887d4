"""Standing answers: for one combatant, a side, everybody, or the rest of a command."""

from __future__ import annotations

from gridwar.dice.dice_sources import ScriptedDice
from gridwar.engine.play.play_outcome import Accepted, Asking
from gridwar.engine.session.session import Session
from gridwar.model.command import Answer
from tests.support.toy import TOY, Bomb, duel, sheet_of


def bombed(*faces: int) -> Session:
    """Return a session in which three have been asked to duck."""
    fight = Session(TOY, duel(a=20, b=20, c=20, d=20), dice=ScriptedDice(faces))
    assert isinstance(fight.submit(Bomb(actor="a", targets=("b", "c", "d"))), Asking)
    return fight


def test_one_key_passes_everything_that_is_left() -> None:
    """Passing all answers the open windows with their defaults and says which they were."""
    fight = bombed(1, 2, 3)
    fight.answer("duck c", Answer(option="yes"))
    outcome = fight.pass_all()
    assert isinstance(outcome, Accepted)
    assert outcome.passed == ("duck b", "duck d")


def test_always_holds_for_the_rest_of_the_command() -> None:
    """Everybody ducks who has not answered yet; the next command asks again."""
    fight = bombed(6, 6, 6, 6, 6, 6)
    assert isinstance(fight.stand(("duck",), "always"), Accepted)
    assert [sheet_of(fight.encounter.combatants[who]).hp for who in "bcd"] == [17, 17, 17]
    assert isinstance(fight.submit(Bomb(actor="a", targets=("b",))), Asking)


def test_undo_takes_a_standing_answer_back_with_what_it_answered() -> None:
    """After undo everything passed is asked again."""
    fight = Session(TOY, duel(a=20, b=20, c=20))
    fight.use_typed_dice(True)
    fight.submit(Bomb(actor="a", targets=("b", "c")))
    fight.pass_all()
    assert [one.key for one in fight.wanted] == ["bomb b", "bomb c"]
    fight.undo()
    assert [one.key for one in fight.wanted] == ["duck b", "duck c"]
