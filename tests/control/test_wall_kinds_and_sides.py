"""Kinds of walls and their sides in the wall tool: digits, Tab, rooms, heights and feet."""

from __future__ import annotations

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.records import scene_records as sr
from gridwar.control.state.pointer_and_keys import KeyEvent
from gridwar.control.tools.walls.wall_changes import WallMode
from gridwar.control.tools.walls.walls_tool import WallsTool
from gridwar.engine.gm.map_commands import PutWalls
from gridwar.model.geometry import SUBCELL, Point
from gridwar.model.walls import Wall, WallKind, WallSide
from tests.support.fights import begun
from tests.support.pointing import Hand


@pytest.fixture
def controller() -> Controller:
    """A freeform fight on a blank page of 30 by 20 cells."""
    return Controller(begun("freeform", hero=(3, 3), foe=(9, 5)))


def wall(a: tuple[int, int], b: tuple[int, int], **more: object) -> Wall:
    """Return a wall between two corners."""
    (ax, ay), (bx, by) = a, b
    made = Wall(id="w", a=Point(ax * SUBCELL, ay * SUBCELL), b=Point(bx * SUBCELL, by * SUBCELL))
    return made.replace(**more)


def test_a_digit_chooses_the_kind_of_new_walls(controller: Controller) -> None:
    """Each stops what its kind does; a kind takes one back from doors to lines."""
    tool = WallsTool(controller)
    hand = Hand(tool)
    tool.key(KeyEvent("3", text="3"))
    for number, kind in enumerate(("6", "7", "8", "9")):
        tool.key(KeyEvent(kind, text=kind))
        assert tool.mode is WallMode.WALL
        hand.drag((2, 2 + number), (5, 2 + number))
    drawn = controller.encounter.map.walls
    assert [wall.kind for wall in drawn] == [
        WallKind.WALL,
        WallKind.CURTAIN,
        WallKind.BARS,
        WallKind.FENCE,
    ]
    stops = [(one.stops_movement, one.stops_sight, one.stops_effect) for one in drawn]
    assert stops == [
        (True, True, True),
        (False, True, False),
        (True, False, False),
        (False, False, False),
    ]
    assert drawn[3].cover is not None
    assert drawn[3].height_m == 1.0


def test_tab_turns_what_is_drawn_and_what_is_selected(controller: Controller) -> None:
    """Both sides, who comes from the left, who comes from the right; all selected as the first."""
    tool = WallsTool(controller)
    hand = Hand(tool)
    hand.click((2, 2))
    hand.key("tab")
    assert [one.one_way for one in tool.overlays() if isinstance(one, sr.LineOverlay)] == []
    hand.hover((6, 2))
    (leg,) = [one for one in tool.overlays() if isinstance(one, sr.LineOverlay)]
    assert leg.one_way is WallSide.LEFT
    hand.click((6, 2), (6, 5))
    hand.key("enter")
    assert [one.one_way for one in controller.encounter.map.walls] == [WallSide.LEFT] * 2
    tool.set_mode(WallMode.SELECT)
    hand.drag((1, 1), (8, 8))
    for side in (WallSide.RIGHT, None, WallSide.LEFT):
        hand.key("tab")
        assert [one.one_way for one in controller.encounter.map.walls] == [side] * 2
    controller.timeline.undo()
    assert [one.one_way for one in controller.encounter.map.walls] == [None] * 2


@pytest.mark.parametrize("corners", [((2, 2), (5, 6)), ((5, 6), (2, 2)), ((5, 2), (2, 6))])
def test_a_room_has_its_inside_on_the_right(
    controller: Controller, corners: tuple[tuple[float, float], tuple[float, float]]
) -> None:
    """However it is dragged: a room of one side lets nobody in, or nobody out."""
    tool = WallsTool(controller)
    tool.set_mode(WallMode.ROOM)
    tool.turn_round()
    Hand(tool).drag(*corners)
    inside, outside = Point(4 * SUBCELL, 4 * SUBCELL), Point(9 * SUBCELL, 9 * SUBCELL)
    room = controller.encounter.map.walls
    assert len(room) == 4
    assert not any(wall.stops_from(inside) for wall in room)
    assert any(wall.stops_from(outside) for wall in room)


def test_another_kind_brings_what_it_stops_and_keeps_a_height(controller: Controller) -> None:
    """A fence is a metre high and hides; made a wall again it is as high as walls are."""
    controller.submit(
        PutWalls(put=(wall((2, 2), (4, 2)), wall((5, 2), (7, 2), id="x", height_m=3.0)))
    )
    tool = WallsTool(controller)
    tool.set_mode(WallMode.SELECT)
    tool.select("w", "x")
    tool.change(kind=WallKind.FENCE)
    low, high = controller.encounter.map.walls
    assert (low.height_m, high.height_m) == (1.0, 3.0)
    assert low.cover is not None
    tool.change(kind=WallKind.WALL)
    low, high = controller.encounter.map.walls
    assert (low.height_m, high.height_m) == (None, 3.0)
    assert low.cover is None


def test_a_foot_above_the_top_takes_the_top_along(controller: Controller) -> None:
    """What was set last holds: the foot lets the wall reach the sky, the top brings it down."""
    controller.submit(PutWalls(put=(wall((2, 2), (4, 2), height_m=2.0),)))
    tool = WallsTool(controller)
    tool.set_mode(WallMode.SELECT)
    tool.select("w")
    tool.change(foot_m=2.5)
    (raised,) = controller.encounter.map.walls
    assert (raised.foot_m, raised.height_m) == (2.5, None)
    tool.change(height_m=2.0)
    (lowered,) = controller.encounter.map.walls
    assert (lowered.foot_m, lowered.height_m) == (0.0, 2.0)
