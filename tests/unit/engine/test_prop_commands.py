"""The command for props: placed, changed, taken away; refused only what cannot be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.engine.gm.floor_commands import PutFloors
from gridwar.engine.gm.map_commands import SetTerrainKind
from gridwar.engine.gm.prop_commands import PutProps
from gridwar.engine.play.play_outcome import Accepted, Refused
from gridwar.model.floors import Floor
from gridwar.model.geometry import Cell, Size
from gridwar.model.map_limits import MOST_PROPS
from gridwar.model.props import Prop
from gridwar.model.terrain_kinds import TerrainKind
from tests.support.fights import begun

if TYPE_CHECKING:
    from gridwar.engine.session.session import Session

TABLE = Prop(id="prop-1", name="Table", at=Cell(4, 5), size=Size(2, 1))


@pytest.fixture
def session() -> Session:
    """A freeform fight on a blank page of 30 by 20 cells with one table."""
    made = begun("freeform", hero=(3, 3))
    assert isinstance(made.submit(PutProps(put=(TABLE,))), Accepted)
    return made


def props(session: Session) -> tuple[Prop, ...]:
    """Return the props of the map now."""
    return session.encounter.map.props


def test_a_prop_is_put_changed_in_its_place_and_taken_away(session: Session) -> None:
    """Each is one step of undo; one that is as it was does nothing."""
    other = TABLE.replace(id="prop-2", at=Cell(0, 0))
    session.submit(PutProps(put=(other, TABLE.turned())))
    assert props(session) == (TABLE.turned(), other)
    rows = len(props(session))
    session.submit(PutProps(put=(other,), gone=("nobody",)))
    assert len(props(session)) == rows
    session.undo()
    session.submit(PutProps(gone=("prop-1",)))
    assert props(session) == (other,)
    session.undo()
    session.undo()
    assert props(session) == (TABLE,)
    session.redo()
    assert props(session) == (TABLE.turned(), other)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (PutProps(put=(TABLE, TABLE.moved(Cell(0, 0)))), "twins"),
        (PutProps(put=(TABLE.moved(Cell(29, 5)),)), "off_map"),
        (PutProps(put=(TABLE.moved(Cell(-1, 5)),)), "off_map"),
        (
            PutProps(
                put=tuple(TABLE.replace(id=f"x{n}", at=Cell(0, 0)) for n in range(MOST_PROPS))
            ),
            "too_many",
        ),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(
    session: Session, command: PutProps, code: str
) -> None:
    """Two of one id, one off the map, more than a map can hold."""
    outcome = session.submit(command)
    assert isinstance(outcome, Refused)
    assert outcome.refusal.code == code


def test_a_prop_stands_on_one_floor(session: Session) -> None:
    """It does not lie across the gap between two pages, nor in it."""
    floors = (
        Floor(id="a", at=Cell(0, 0), size=Size(10, 20)),
        Floor(id="b", at=Cell(12, 0), size=Size(10, 20), elevation_m=3.0),
    )
    assert isinstance(session.submit(PutFloors(put=floors)), Accepted)
    wide = TABLE.replace(size=Size(4, 1))
    for at in (Cell(8, 5), Cell(9, 5), Cell(10, 5)):
        assert isinstance(session.submit(PutProps(put=(wide.moved(at),))), Refused)
    assert isinstance(session.submit(PutProps(put=(wide.moved(Cell(12, 5)),))), Accepted)


def test_kinds_of_terrain_leave_room_for_the_prices_of_props(session: Session) -> None:
    """A fight with more of them could not be opened again."""
    session.submit(PutProps(put=(Prop(id="a", at=Cell(1, 1)),)))
    while len(kinds := session.encounter.map.terrain_kinds) < 240:
        added = SetTerrainKind(index=len(kinds), terrain=TerrainKind(name=f"mud {len(kinds)}"))
        assert isinstance(session.submit(added), Accepted)
    outcome = session.submit(SetTerrainKind(index=240, terrain=TerrainKind(name="more mud")))
    assert isinstance(outcome, Refused)
    assert "240" in outcome.text
