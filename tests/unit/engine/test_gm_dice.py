"""Dice of the GM: rolled by the program or typed in, one entry in the log, undone in one step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.engine.gm.roll_dice import RollDice
from gridwar.engine.play.play_outcome import Accepted, Asking, Refused
from gridwar.model.events_combatants import Explained
from tests.support.fights import begun

if TYPE_CHECKING:
    from gridwar.engine.session.session import Session
    from gridwar.model.trace import Trace


def rolled(session: Session, text: str) -> Trace:
    """Roll, and return what is written of it."""
    outcome = session.submit(RollDice(text=text))
    assert isinstance(outcome, Accepted)
    (event,) = outcome.events
    assert isinstance(event, Explained)
    return event.trace


@pytest.mark.parametrize(
    ("text", "faces", "result", "shown", "struck", "ringed"),
    [
        ("2d6+3", (4, 5), "12", (4, 5), (), ()),
        ("4d6kh3", (4, 1, 5, 6), "15", (4, 1, 5, 6), (1,), ()),
        ("4d6dl1", (4, 1, 5, 6), "15", (4, 1, 5, 6), (1,), ()),
        ("2d20kl1-1", (18, 7), "6", (18, 7), (0,), ()),
        ("2d6!", (6, 2, 6, 1), "15", (6, 6, 1, 2), (), (0, 1)),
        ("3d6!kl2", (6, 2, 3, 5), "5", (6, 5, 2, 3), (0, 1), (0,)),
    ],
)
def test_each_die_stands_in_the_log(
    text: str,
    faces: tuple[int, ...],
    result: str,
    shown: tuple[int, ...],
    struck: tuple[int, ...],
    ringed: tuple[int, ...],
) -> None:
    """What does not count is struck, what explodes is ringed."""
    trace = rolled(begun("freeform", *faces), text)
    (step,) = trace.steps
    assert (trace.result, step.faces, step.struck, step.ringed) == (result, shown, struck, ringed)


def test_several_rolls_are_one_entry() -> None:
    """With a total each, and how many reach what was asked."""
    trace = rolled(begun("freeform", 11, 2, 15), "3x 1d20+4 >= 15")
    assert trace.result == "15, 6, 19: 2 of 3 reached"
    assert [one.faces for one in trace.steps] == [(11,), (2,), (15,)]


def test_one_undo_takes_the_roll_back() -> None:
    """Those on the map are as they were before and after."""
    session = begun("freeform", 3, 4)
    before = session.encounter
    rolled(session, "2d6")
    assert session.encounter == before
    session.undo()
    assert session.encounter == before
    assert session.can_redo


def test_dice_on_the_table_are_typed_in() -> None:
    """They are asked for like all others, also what they explode to."""
    session = begun("freeform")
    session.use_typed_dice(True)
    outcome = session.submit(RollDice(text="2d6!"))
    assert isinstance(outcome, Asking)


@pytest.mark.parametrize("text", ["nonsense", "7"])
def test_what_is_no_roll_is_refused(text: str) -> None:
    """And cannot be done anyway."""
    outcome = begun("freeform").submit(RollDice(text=text))
    assert isinstance(outcome, Refused)
    assert not outcome.refusal.waivable
