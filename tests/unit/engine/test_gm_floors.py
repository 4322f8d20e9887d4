"""The game master's commands for floors: one step of undo each, refused where nothing fits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.engine.gm.combatant_commands import Place
from gridwar.engine.gm.floor_commands import PutFloors, PutLinks, PutOpenings, RenameFloor
from gridwar.engine.gm.map_commands import LayMap, PutWalls
from gridwar.engine.play.play_outcome import Accepted
from gridwar.engine.session.session import Session
from gridwar.model.floors import FloorWays, is_rim
from gridwar.model.geometry import Cell
from gridwar.storage.json_codec import Codec, encode
from tests.support.floors import HATCH, HEIGHT, WIDTH, house, stairs, storeys
from tests.support.toy import TOY, duel

if TYPE_CHECKING:
    from gridwar.model.command import Command

BUILDING = house().with_floors(storeys(), FloorWays())
"""Two floors and nothing that leads from one to the other."""


def played(*commands: Command) -> Session:
    """Return a session after commands that are all accepted."""
    session = Session(TOY, duel(a=20, b=20))
    for command in (LayMap(map=BUILDING), *commands):
        assert isinstance(session.submit(command), Accepted), command
    return session


@pytest.mark.parametrize(
    "command",
    [
        PutLinks(put=(stairs(),)),
        PutOpenings(put=(HATCH,)),
        RenameFloor(floor="f1", name="Attic"),
        PutFloors(put=(storeys(3)[2],), width=3 * WIDTH + 4),
        PutFloors(gone=("f1",), width=WIDTH, height=HEIGHT),
    ],
    ids=lambda command: type(command).__name__,
)
def test_each_is_one_step_of_undo(command: Command) -> None:
    """It changes the map, undo gives the map before, and the file gives the map after."""
    session = played(command)
    after = session.encounter
    assert after.map != BUILDING
    codec = Codec(TOY)
    assert codec.encounter(encode(after)) == after
    session.undo()
    assert session.encounter.map == BUILDING
    session.redo()
    assert session.encounter == after


@pytest.mark.parametrize(
    "command",
    [
        PutFloors(put=(storeys(3)[2],)),
        RenameFloor(floor="cellar", name="Cellar"),
        PutLinks(put=(stairs().replace(there=(Cell(WIDTH, 0),)),)),
        PutOpenings(put=(Cell(WIDTH, 0),)),
    ],
    ids=lambda command: type(command).__name__,
)
def test_what_does_not_fit_is_refused(command: Command) -> None:
    """Nothing has changed then."""
    session = played()
    before = session.encounter
    assert not isinstance(session.submit(command), Accepted)
    assert session.encounter == before


def test_whoever_stands_on_a_floor_that_goes_leaves_the_board() -> None:
    """The others stay where they are."""
    session = played()
    ids = list(session.encounter.combatants)
    places = Place(to=((ids[0], Cell(3, 3)), (ids[1], HATCH)))
    assert isinstance(session.submit(places), Accepted)
    assert isinstance(session.submit(PutFloors(gone=("f1",))), Accepted)
    assert session.encounter[ids[0]].pos == Cell(3, 3)
    assert session.encounter[ids[1]].pos is None


def test_a_rim_is_not_taken_away() -> None:
    """The walls round a page are not the game master's to edit: nothing happens."""
    session = played()
    rims = tuple(wall.id for wall in session.encounter.map.walls if is_rim(wall))
    session.submit(PutWalls(gone=rims))
    assert session.encounter.map == BUILDING
