"""Two worlds with a sketch: secret doors, and what is drawn where nobody looks, tell nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.engine.gm.map_commands import PutWalls
from gridwar.engine.gm.sketch_commands import (
    DigCave,
    DrawCorridor,
    DrawEdges,
    DrawRoom,
    PutSketchThings,
)
from gridwar.model.geometry import Cell, Point
from gridwar.model.sketch import EdgeKind, SketchThing, SketchThingKind
from gridwar.model.sketch_strokes import Edge
from gridwar.model.sketch_walls import DERIVED
from tests.support.every_system import every_id
from tests.support.two_worlds import World
from tests.support.worlds_in_fog import fogged, shown

if TYPE_CHECKING:
    from collections.abc import Callable

ROOMS = (DrawRoom(a=Cell(1, 9), b=Cell(4, 11)), DrawRoom(a=Cell(5, 9), b=Cell(7, 11)))
INNER, RIM = Edge(Cell(4, 10), Cell(5, 10)), Edge(Cell(2, 11), Cell(2, 12))


def _sketched(edge: Edge, kind: EdgeKind) -> World:
    world = World(every_id()[0])
    for room in ROOMS:
        world.do(room)
    world.do(DrawEdges(edges=(edge,), edge_kind=kind))
    return world


@pytest.mark.parametrize("edge", [INNER, RIM])
def test_a_secret_door_of_the_sketch_is_wall(edge: Edge) -> None:
    """Neither in the sketch nor among the walls does anything tell it; a door is told."""
    wall, secret = _sketched(edge, EdgeKind.WALL), _sketched(edge, EdgeKind.SECRET_DOOR)
    assert secret.players() == wall.players()
    assert _sketched(edge, EdgeKind.DOOR).players() != wall.players()


def _dug_and_opened(world: World) -> None:
    world.do(DigCave(dabs=(Point(16896, 10240),), radius_cells=1.0))
    walls = [one.id for one in world.session.encounter.map.walls if one.id.startswith(DERIVED)]
    world.do(PutWalls(gone=(walls[-1],)))
    sketch = world.session.encounter.map.sketch
    assert sketch is not None
    assert sketch.open_rims.tiles


UNSEEN: dict[str, Callable[[World], object]] = {
    "a room in the unknown": lambda w: w.do(DrawRoom(a=Cell(15, 9), b=Cell(17, 11))),
    "a round one": lambda w: w.do(DrawRoom(a=Cell(15, 9), b=Cell(17, 11), round=True)),
    "a corridor": lambda w: w.do(DrawCorridor(way=(Cell(16, 9), Cell(16, 10), Cell(16, 11)))),
    "a cave": lambda w: w.do(DigCave(dabs=(Point(16896, 10240),), radius_cells=1.0)),
    "a cave with a wall taken away": _dug_and_opened,
    "a thing": lambda w: w.do(
        PutSketchThings(put=(SketchThing(kind=SketchThingKind.STAIRS, cell=Cell(16, 10)),))
    ),
}


@pytest.mark.parametrize("system_id", every_id())
def test_what_is_drawn_where_nobody_looks_makes_no_difference(system_id: str) -> None:
    """On a map without a sketch, and on one with a room in sight."""
    for begun in ((), (DrawRoom(a=Cell(2, 2), b=Cell(6, 7)),)):
        plain = fogged(system_id)
        for command in begun:
            plain.do(command)
        for name, deed in UNSEEN.items():
            world = fogged(system_id)
            for command in begun:
                world.do(command)
            deed(world)
            assert shown(world) == shown(plain), name


def test_a_room_in_sight_is_shown() -> None:
    """So the tests above could fail."""
    plain, world = fogged(every_id()[0]), fogged(every_id()[0])
    world.do(DrawRoom(a=Cell(2, 2), b=Cell(6, 7)))
    record = world.players()
    assert record != plain.players()
    sketch = record.scene.ground.sketch
    assert sketch is not None
    assert sketch.floor[4, 4]
