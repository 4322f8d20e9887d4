"""The sketch that players get: what they know of it, and no secret."""

from __future__ import annotations

import numpy as np

from gridwar.control.presenters.players_sketch import sketch_as_known
from gridwar.control.records.fog_records import FogView
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.sketch import EdgeKind, SketchThing, SketchThingKind
from gridwar.model.walls import DoorState, Wall, WallKind
from tests.support.drawn_dungeon import SIZE, drawn_dungeon, with_edge, with_room

POINTS = 8


def _fog(left: int, top: int, right: int, bottom: int) -> FogView:
    known = np.zeros((SIZE.h * POINTS, SIZE.w * POINTS), np.bool_)
    known[top * POINTS : bottom * POINTS, left * POINTS : right * POINTS] = True
    return FogView(known, known, POINTS)


def _secret(state: DoorState) -> Wall:
    """Return the secret door of the dungeon as a wall."""
    a, b = Point(6 * SUBCELL, 11 * SUBCELL), Point(7 * SUBCELL, 11 * SUBCELL)
    return Wall(id="secret", a=b, b=a, kind=WallKind.DOOR, door=state)


def test_a_secret_door_is_the_wall_that_it_seems_to_be() -> None:
    """With fog and without; all else stays as it was."""
    sketch = drawn_dungeon()
    for fog in (None, _fog(0, 0, *SIZE)):
        known = sketch_as_known(sketch, (_secret(DoorState.SECRET),), fog)
        assert known.across[11, 6] == EdgeKind.WALL
        assert np.array_equal(known.down, sketch.down)
        assert np.array_equal(known.cave, sketch.cave)
        assert known.things == sketch.things


def test_once_it_is_found_it_is_a_door() -> None:
    """Open, closed or locked: how it stands is drawn over it."""
    for state in (DoorState.OPEN, DoorState.CLOSED, DoorState.LOCKED):
        known = sketch_as_known(drawn_dungeon(), (_secret(state),), None)
        assert known.across[11, 6] == EdgeKind.DOOR


def test_what_lies_in_the_unknown_makes_no_difference() -> None:
    """Neither rooms nor doors nor things nor caves."""
    old, fog = drawn_dungeon(), _fog(0, 0, 9, 9)
    known = sketch_as_known(old, (), fog)
    thing = SketchThing(kind=SketchThingKind.PILLAR, cell=Cell(17, 13))
    for new in (
        with_room(old, 12, 2, 16, 6),
        with_edge(old, 5, 13, EdgeKind.DOOR),
        old.with_things((thing,)),
        old.with_arrays(old.arrays._replace(cave=np.zeros_like(old.cave))),
    ):
        assert new != old
        assert sketch_as_known(new, (), fog) == known
    assert not known.cave.any()
    assert {one.cell for one in known.things} == {Cell(4, 4), Cell(8, 3)}


def test_where_known_floor_goes_on_into_the_unknown_stands_no_wall() -> None:
    """But the wall at its end and at its sides does, and a door that leads on."""
    known = sketch_as_known(drawn_dungeon(), (), _fog(2, 2, 4, 9))
    assert known.floor[5, 2:4].all()
    assert not known.floor[5, 4:].any()
    assert known.down[5, 4] == EdgeKind.OPEN
    assert known.down[5, 2] == EdgeKind.NOTHING
    beyond_door = sketch_as_known(drawn_dungeon(), (), _fog(2, 2, 6, 9))
    assert beyond_door.down[3, 6] == EdgeKind.DOOR
    assert beyond_door.down[7, 6] == EdgeKind.OPEN


def test_a_room_of_which_only_its_rim_is_known_is_not() -> None:
    """The wall in sight may reach a point beyond; what lies there is no floor yet."""
    known = np.zeros((SIZE.h * POINTS, SIZE.w * POINTS), np.bool_)
    known[2 * POINTS : 9 * POINTS, 2 * POINTS : 6 * POINTS + 1] = True
    found = sketch_as_known(drawn_dungeon(), (), FogView(known, known, POINTS))
    assert found.floor[5, 5]
    assert not found.floor[5, 6]
