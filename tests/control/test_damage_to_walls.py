"""Walls and doors that can be broken, by the points that the game master gave them."""

from __future__ import annotations

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.forms.wall_form import wall_changes, wall_form
from gridwar.control.presenters.log_map_edits import describe_map_edit
from gridwar.control.tools.doors_and_ties import door_title, states_of
from gridwar.engine.gm.damage_to_walls import DamageWall
from gridwar.engine.gm.map_commands import PutWalls, SetDoor
from gridwar.engine.play.play_outcome import Accepted, Refused
from gridwar.model.geometry import SUBCELL, Point, cell_name
from gridwar.model.scale import Scale
from gridwar.model.walls import DoorState, Wall, WallKind
from tests.support.fights import begun

_ENDS = (Point(0, 5 * SUBCELL), Point(3 * SUBCELL, 5 * SUBCELL))
_WALL = Wall(id="w", a=_ENDS[0], b=_ENDS[1], points=10, hardness=3)
_DOOR = Wall.of_kind(WallKind.DOOR, "d", *_ENDS).replace(points=4, door=DoorState.LOCKED)


@pytest.fixture
def controller() -> Controller:
    """A fight on a map with a wall, and with a locked door, that can be broken."""
    made = Controller(begun("freeform", hero=(3, 3), foe=(9, 5)))
    made.submit(PutWalls(put=(_WALL, _DOOR)))
    return made


def test_hardness_comes_off_each_damage(controller: Controller) -> None:
    """What does not go beyond it does nothing."""
    controller.submit(DamageWall(wall="w", damage=3))
    assert controller.encounter.map.wall("w").points == 10
    controller.submit(DamageWall(wall="w", damage=7))
    assert controller.encounter.map.wall("w").points == 6


def test_a_wall_is_gone_at_nothing_and_undo_brings_it_back(controller: Controller) -> None:
    """The last damage takes it away in one step."""
    controller.submit(DamageWall(wall="w", damage=13))
    assert [one.id for one in controller.encounter.map.walls] == ["d"]
    controller.timeline.undo()
    assert controller.encounter.map.wall("w") == _WALL


def test_a_broken_door_stays_open(controller: Controller) -> None:
    """It can neither be shut nor locked until it has points again; nothing offers it."""
    controller.submit(DamageWall(wall="d", damage=9))
    door = controller.encounter.map.wall("d")
    assert (door.is_open, door.is_broken, door.stops_movement) == (True, True, False)
    assert states_of(door) == ()
    assert door_title(door).endswith("broken")
    outcome = controller.session.submit(SetDoor(wall="d", state=DoorState.CLOSED))
    assert isinstance(outcome, Refused)
    controller.submit(PutWalls(put=(door.replace(points=4, door=DoorState.CLOSED),)))
    assert not controller.encounter.map.wall("d").is_open


@pytest.mark.parametrize("wall", ["none", "plain", "d"])
def test_what_has_no_points_is_refused(controller: Controller, wall: str) -> None:
    """A wall that nobody gave any, one that is not there, a door that is broken already."""
    plain = _WALL.replace(id="plain", points=None)
    controller.submit(PutWalls(put=(plain, _DOOR.replace(points=0))))
    outcome = controller.session.submit(DamageWall(wall=wall, damage=5))
    assert isinstance(outcome, Refused)


def test_the_log_says_what_is_left(controller: Controller) -> None:
    """Who was hit, for how much, and how much more it takes."""
    before = controller.encounter
    command = DamageWall(wall="w", damage=5)
    assert isinstance(controller.session.submit(command), Accepted)
    told = describe_map_edit(command, before, controller.session.encounter)
    assert told == (f"Wall at {cell_name(1, 5)} takes 5 damage", "8 points, hardness 3")


def test_points_are_set_in_the_form_of_a_wall() -> None:
    """Empty is a wall that nobody breaks."""
    form = wall_form([_WALL.replace(points=None, hardness=0)], Scale())
    form.type("wall.points", "12")
    form.type("wall.hardness", "5")
    assert wall_changes(form, Scale()) == {"points": 12, "hardness": 5}
    form = wall_form([_WALL], Scale())
    form.type("wall.points", "")
    form.type("wall.hardness", "")
    assert wall_changes(form, Scale()) == {"points": None, "hardness": 0}
