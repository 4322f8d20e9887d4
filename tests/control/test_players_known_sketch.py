"""The sketch that players get: what they know of it, and no secret."""

from __future__ import annotations

import numpy as np

from gridwar.control.presenters.players_known_sketch import sketch_as_known
from gridwar.control.records.fog_records import FogView
from gridwar.model.geometry import SUBCELL, Point
from gridwar.model.sketch import EdgeKind, Sketch
from gridwar.model.walls import DoorState, Wall, WallKind
from tests.support.drawn_dungeon import SIZE, drawn_dungeon

POINTS = 8


def _known(fog: FogView | None, *walls: Wall) -> Sketch:
    return sketch_as_known(drawn_dungeon(), walls, fog)


def _secret(state: DoorState) -> Wall:
    """Return the secret door of the dungeon as a wall."""
    a, b = Point(6 * SUBCELL, 11 * SUBCELL), Point(7 * SUBCELL, 11 * SUBCELL)
    return Wall(id="secret", a=b, b=a, kind=WallKind.DOOR, door=state)


def test_a_secret_door_that_was_found_is_a_door() -> None:
    """Open, closed or locked: how it stands is drawn over it. Till then it is wall."""
    assert _known(None, _secret(DoorState.SECRET)).across[11, 6] == EdgeKind.WALL
    for state in (DoorState.OPEN, DoorState.CLOSED, DoorState.LOCKED):
        assert _known(None, _secret(state)).across[11, 6] == EdgeKind.DOOR


def test_a_room_of_which_only_its_rim_is_known_is_not() -> None:
    """The wall in sight may reach a point beyond; what lies there is no floor yet."""
    known = np.zeros((SIZE.h * POINTS, SIZE.w * POINTS), np.bool_)
    known[2 * POINTS : 9 * POINTS, 2 * POINTS : 6 * POINTS + 1] = True
    found = _known(FogView(known, known, POINTS))
    assert found.floor[5, 5]
    assert not found.floor[5, 6]
    assert found.down[4, 6] == EdgeKind.DOUBLE_DOOR
    assert found.down[7, 6] == EdgeKind.OPEN
