"""What sides see and remember of other floors through openings, and what becomes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gridwar.engine.gm.combatant_commands import Place
from gridwar.engine.gm.floor_commands import PutFloors, PutOpenings
from gridwar.engine.gm.fog_commands import SetFog
from gridwar.engine.gm.map_commands import PutWalls, PutZones
from gridwar.engine.perception.detection import seen_by
from gridwar.engine.perception.side_sight import known_points, points_seen_by, seen_points
from gridwar.engine.perception.why_unseen import why_not_seen
from gridwar.engine.play.play_outcome import Accepted
from gridwar.engine.session.session import Session
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.memory import FogMode
from gridwar.model.walls import Wall
from gridwar.model.zones import Zone
from gridwar.storage.json_codec import Codec, encode
from gridwar.systems import find_system
from tests.support.floors import BELOW_HATCH, HATCH, HEIGHT, WIDTH, house, storeys

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridwar.model.command import Command

FREEFORM = find_system("freeform")
ABOVE = HATCH.shifted(2, 0)
"""From here one looks into the hatch, westwards and down."""
BEYOND = BELOW_HATCH.shifted(-3, 0)
"""On the straight line behind it, on the floor below."""
ASIDE = BELOW_HATCH.shifted(-3, 4)


def _done(session: Session, *commands: Command) -> None:
    for command in commands:
        outcome = session.submit(command)
        assert isinstance(outcome, Accepted), outcome


def _session(ann: Cell = ABOVE, foe: Cell = BEYOND) -> Session:
    fight = FREEFORM.new_encounter().replace(map=house(is_open=True))
    for who, side, pos in (("ann", "1", ann), ("foe", "2", foe)):
        one = FREEFORM.new_combatant(who, who, side).replace(pos=pos)
        fight = fight.with_combatant(one)
    session = Session(FREEFORM, fight)
    _done(session, SetFog(mode=FogMode.BY_SIGHT))
    return session


def _whole(points: NDArray[np.bool_]) -> frozenset[Cell]:
    """Return the cells of which all points are set."""
    height, width = points.shape
    cells = points.reshape(height // 8, 8, width // 8, 8).all(axis=(1, 3))
    return frozenset(Cell(x, y) for y, x in np.argwhere(cells).tolist())


def _seen(session: Session) -> frozenset[Cell]:
    return _whole(seen_points(session.encounter, "1"))


def _known(session: Session) -> frozenset[Cell]:
    return _whole(known_points(session.encounter, "1"))


def test_the_ground_behind_the_opening_is_seen_below() -> None:
    """What lies on lines through the hatch, what is right below it, and nothing beside."""
    session = _session()
    assert {BELOW_HATCH, BEYOND} <= _seen(session)
    below = {cell for cell in _seen(session) if cell.x < WIDTH}
    assert ASIDE not in below
    assert all(cell.x <= BELOW_HATCH.x for cell in below)
    assert _whole(points_seen_by(session.encounter, {"ann"})) == _seen(session)


def test_one_who_is_below_is_seen_in_the_cone_and_not_beside_it() -> None:
    """So it is for whoever looks up; the floor is told as the reason why not."""
    session = _session()
    assert "foe" in seen_by(session.encounter, "1").seen
    assert "ann" in seen_by(session.encounter, "2").seen
    assert ABOVE in _whole(seen_points(session.encounter, "2"))
    _done(session, Place(to=(("foe", ASIDE),)))
    assert "foe" in seen_by(session.encounter, "1").unknown
    assert "the floor of Floor 1" in why_not_seen(session.encounter, "1", "foe")


def test_what_was_seen_below_is_remembered_until_it_is_gone() -> None:
    """Also when the opening is closed; taken away with the floor it is unknown on a new one."""
    session = _session()
    _done(session, Place(to=(("ann", HATCH.shifted(2, 3)),)))
    assert BEYOND not in _seen(session)
    assert BEYOND in _known(session)
    _done(session, PutOpenings(gone=(HATCH,)))
    assert BEYOND in _known(session)
    _done(session, PutFloors(gone=("f0",)))
    _done(session, PutFloors(put=(storeys()[0],)))
    assert BEYOND not in _known(session)
    assert HATCH in _known(session)
    for _step in range(2):
        session.undo()
    assert BEYOND in _known(session)
    codec = Codec(FREEFORM)
    read = codec.encounter(encode(session.encounter))
    assert read.vision == session.encounter.vision


def test_an_opening_uncovers_at_once_and_undo_covers() -> None:
    """Whoever stands there looks down as soon as it is open."""
    session = _session()
    _done(session, PutOpenings(gone=(HATCH,)), SetFog(mode=FogMode.BY_SIGHT_WITHOUT_MEMORY))
    assert not any(cell.x < WIDTH for cell in _seen(session))
    assert "foe" in seen_by(session.encounter, "1").unknown
    _done(session, PutOpenings(put=(HATCH,)))
    assert BEYOND in _seen(session)
    assert "foe" in seen_by(session.encounter, "1").seen
    session.undo()
    assert not any(cell.x < WIDTH for cell in _seen(session))


def test_smoke_below_ends_the_look_down() -> None:
    """Its first cell is seen, what lies behind it is not."""
    session = _session()
    smoke = Zone(id="s", kind="smoke", cells=(BELOW_HATCH.shifted(-2, 0),))
    sees = SetFog(mode=FogMode.BY_SIGHT_WITHOUT_MEMORY, opaque_zones=frozenset({"smoke"}))
    _done(session, PutZones(put=(smoke,)), sees)
    assert BELOW_HATCH.shifted(-2, 0) in _seen(session)
    assert BEYOND not in _seen(session)
    assert "foe" in seen_by(session.encounter, "1").unknown


def test_a_wall_between_hides_the_opening_and_all_below() -> None:
    """Looked at from behind it nothing of the other floor is seen."""
    session = _session()
    a, b = (Point((HATCH.x + 1) * SUBCELL, y * SUBCELL) for y in (0, HEIGHT))
    _done(session, SetFog(mode=FogMode.BY_SIGHT_WITHOUT_MEMORY))
    _done(session, PutWalls(put=(Wall(id="w", a=a, b=b),)))
    assert not any(cell.x < WIDTH for cell in _seen(session))
