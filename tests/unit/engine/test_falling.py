"""Falling through openings: refused as a step, played as a fall, and the game master's to waive."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.engine.gm.floor_commands import PutOpenings
from gridwar.engine.kit.falls_through_openings import fall_from, holes_for
from gridwar.engine.kit.turn_and_move_commands import Move
from gridwar.engine.play.play_outcome import Accepted, Asking, Refused
from gridwar.engine.play.preview_and_named_outcomes import preview
from gridwar.engine.session.session import Session
from gridwar.model.command import Adjustments, Answer
from gridwar.model.events_combatants import Explained
from gridwar.model.floors import FloorWays
from gridwar.model.geometry import Cell, Size
from gridwar.systems import find_system
from tests.support.floors import BELOW_HATCH, HATCH, STOREY_M, house, storeys

if TYPE_CHECKING:
    from gridwar.engine.play.play_outcome import Outcome
    from gridwar.model.encounter import Encounter

FREEFORM = find_system("freeform")
BESIDE = HATCH.shifted(-1, 0)
STEP = Move(actor="ann", path=(HATCH, HATCH.shifted(1, 0)))
ANYWAY = STEP.replace(adjustments=Adjustments(waived=frozenset({"opening"})))


def _fight(pos: Cell = BESIDE, **more: object) -> Encounter:
    fight = FREEFORM.new_encounter().replace(map=house(is_open=True))
    ann = FREEFORM.new_combatant("ann", "Ann", "1").replace(pos=pos, **more)
    return fight.with_combatant(ann)


def _answered(session: Session, outcome: Outcome, option: str) -> Outcome:
    assert isinstance(outcome, Asking), outcome
    return session.answer(outcome.wanted[0].key, Answer(option=option))


def _words(outcome: Outcome) -> str:
    assert isinstance(outcome, Accepted)
    return " | ".join(one.trace.title for one in outcome.events if isinstance(one, Explained))


def test_a_step_over_an_opening_is_refused_with_the_fall_it_means() -> None:
    """The way round is what the map offers; the refusal names height and floor."""
    fight = _fight()
    movement = FREEFORM.board.movement(fight, "ann", "")
    assert HATCH in movement.ground.holes
    session = Session(FREEFORM, fight)
    outcome = session.submit(STEP)
    assert isinstance(outcome, Refused)
    assert outcome.refusal.code == "opening"
    assert outcome.refusal.text == "Step 1: the floor is open, Ann falls 3 m to Floor 0."


def test_waived_it_is_a_fall_that_the_game_master_confirms_and_undo_takes_back() -> None:
    """The walk ends below; without a rule the log says whose the harm is."""
    session = Session(FREEFORM, _fight())
    before = session.encounter
    outcome = _answered(session, session.submit(ANYWAY), "falls")
    assert session.encounter["ann"].pos == BELOW_HATCH
    assert "Ann falls 3 m to Floor 0: no rule says what that does" in _words(outcome)
    session.undo()
    session.undo()
    assert session.encounter["ann"].pos == before["ann"].pos


def test_a_fall_that_is_waived_lets_the_walk_go_on() -> None:
    """Over the opening and on, as if there were a plank."""
    session = Session(FREEFORM, _fight())
    _answered(session, session.submit(ANYWAY), "stays")
    assert session.encounter["ann"].pos == HATCH.shifted(1, 0)


def test_the_preview_of_the_route_ends_below() -> None:
    """What is previewed is what is played, the fall in it."""
    shown = preview(FREEFORM, _fight(), ANYWAY)
    assert shown.refusal is None
    assert shown.after["ann"].pos == BELOW_HATCH


def test_whoever_is_in_the_air_passes_over() -> None:
    """Altitude holds it up; on the ground the same step is a fall."""
    fight = _fight(altitude=2.0)
    assert not holes_for(fight, "ann")
    session = Session(FREEFORM, fight)
    assert isinstance(session.submit(STEP), Accepted)
    assert session.encounter["ann"].pos == HATCH.shifted(1, 0)


def test_who_is_larger_than_the_opening_does_not_fall() -> None:
    """All that it covers has to be open, and to have floor below."""
    large = _fight(size=Size(2, 2))
    assert not holes_for(large, "ann")
    cells = tuple(HATCH.shifted(x, y) for x in (0, 1) for y in (0, 1))
    wide = large.map.with_floors(large.map.floors, FloorWays((), cells))
    assert holes_for(large.replace(map=wide), "ann") == {HATCH}


def test_a_shaft_is_fallen_down_to_its_ground() -> None:
    """Through two floors at once, as high as both."""
    floors = storeys(3)
    top = HATCH.shifted(HATCH.x - BELOW_HATCH.x, 0)
    page = house(3).with_floors(floors, FloorWays((), (HATCH, top)))
    found = fall_from(_fight().replace(map=page), "ann", top)
    assert found is not None
    assert (found.to, found.height_m, found.floor) == (BELOW_HATCH, 2 * STOREY_M, "Floor 0")
    ground = fall_from(_fight().replace(map=page), "ann", BELOW_HATCH)
    assert ground is None


def test_a_floor_that_opens_under_somebody_lets_him_fall() -> None:
    """The game master is asked; nobody else is."""
    fight = _fight(HATCH)
    shut = fight.replace(map=house())
    session = Session(FREEFORM, shut)
    outcome = _answered(session, session.submit(PutOpenings(put=(HATCH,))), "falls")
    assert isinstance(outcome, Accepted)
    assert session.encounter["ann"].pos == BELOW_HATCH


@pytest.mark.parametrize("option", ["falls", "stays"])
def test_the_answer_is_kept_when_the_row_is_played_again(option: str) -> None:
    """Redo gives what was decided."""
    session = Session(FREEFORM, _fight())
    _answered(session, session.submit(ANYWAY), option)
    after = session.encounter
    while session.undo():
        pass
    while session.redo():
        pass
    assert session.encounter == after
