"""The command for pins: put, written, moved, taken away; refused only what cannot be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.engine.gm.map_commands import SetPage
from gridwar.engine.gm.pin_commands import PutPins
from gridwar.engine.play.play_outcome import Accepted, Refused
from gridwar.model.geometry import SUBCELL, Cell, Point, centre_of
from gridwar.model.map_limits import MOST_PINS
from gridwar.model.pins import Pin
from tests.support.fights import begun

if TYPE_CHECKING:
    from gridwar.engine.session.session import Session

HATCH = Pin(id="pin-1", point=centre_of(Cell(4, 5)), label="1", text="A hatch, nailed shut")


@pytest.fixture
def session() -> Session:
    """A freeform fight on a blank page of 30 by 20 cells with one pin."""
    made = begun("freeform", hero=(3, 3))
    assert isinstance(made.submit(PutPins(put=(HATCH,))), Accepted)
    return made


def pins(session: Session) -> tuple[Pin, ...]:
    """Return the pins of the map now."""
    return session.encounter.map.pins


def test_a_pin_is_put_changed_in_its_place_and_taken_away(session: Session) -> None:
    """Each is one step of undo; one that is as it was does nothing."""
    other = Pin(id="pin-2", point=Point(0, 0))
    session.submit(PutPins(put=(other, HATCH.moved(Point(1, 2)))))
    assert pins(session) == (HATCH.moved(Point(1, 2)), other)
    session.submit(PutPins(put=(other,), gone=("nobody",)))
    assert pins(session) == (HATCH.moved(Point(1, 2)), other)
    session.undo()
    session.submit(PutPins(gone=("pin-1",)))
    assert pins(session) == (other,)
    session.undo()
    assert pins(session) == (HATCH.moved(Point(1, 2)), other)
    session.redo()
    assert pins(session) == (other,)


def test_what_cannot_be_is_refused_with_the_reason(session: Session) -> None:
    """Two of one id, one off the map, more than a map can hold."""
    many = tuple(HATCH.replace(id=str(number)) for number in range(MOST_PINS))
    for command, code in (
        (PutPins(put=(HATCH.replace(id="x"), HATCH.replace(id="x", text="again"))), "twins"),
        (PutPins(put=(HATCH.moved(centre_of(Cell(30, 5))),)), "off_map"),
        (PutPins(put=(HATCH.moved(Point(-1, 5)),)), "off_map"),
        (PutPins(put=many), "too_many"),
    ):
        outcome = session.submit(command)
        assert isinstance(outcome, Refused)
        assert outcome.refusal.code == code
    assert pins(session) == (HATCH,)


def test_a_smaller_page_cuts_off_the_pins_beyond_it(session: Session) -> None:
    """Undo brings them back."""
    session.submit(SetPage(width=4, height=20))
    assert not session.encounter.map.pins
    session.undo()
    at_the_border = HATCH.moved(Point(4 * SUBCELL, 5 * SUBCELL))
    session.submit(PutPins(put=(at_the_border,)))
    session.submit(SetPage(width=4, height=20))
    assert not session.encounter.map.pins
    session.undo()
    session.undo()
    assert pins(session) == (HATCH,)
