"""Kinds of walls and their sides in the wall tool: digits, Tab, rooms, heights and feet."""

from __future__ import annotations

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.maps.map_words import sides_words, stops_words
from gridwar.control.presenters.ground_walls_zones import Editing, name_parts, present_walls
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.records import ground_records as gr
from gridwar.control.records import scene_records as sr
from gridwar.control.state.pointer_and_keys import KeyEvent
from gridwar.control.tools.toolbox import Toolbox
from gridwar.control.tools.walls.wall_changes import WallMode
from gridwar.control.tools.walls.walls_tool import WallsTool
from gridwar.engine.gm.map_commands import PutWalls
from gridwar.model.battlemap import BattleMap
from gridwar.model.geometry import SUBCELL, Point
from gridwar.model.walls import Wall, WallKind, WallSide, WallSight
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


def test_each_kind_has_a_look_and_a_name_in_the_legend() -> None:
    """What is on the map is named, the arrow of one-way walls too, and nothing else."""
    walls = [
        Wall.of_kind(kind, str(kind), Point(0, number * SUBCELL), Point(SUBCELL, number * SUBCELL))
        for number, kind in enumerate((WallKind.CURTAIN, WallKind.BARS, WallKind.FENCE))
    ]
    hedge = wall((5, 5), (6, 5)).replace(sight=WallSight.LIMITED, one_way=WallSide.LEFT)
    page = BattleMap(width=9, height=9).with_walls((*walls, hedge))
    shown = present_walls(page)
    assert [one.look for one in shown] == [
        gr.WallLook.CURTAIN,
        gr.WallLook.BARS,
        gr.WallLook.FENCE,
        gr.WallLook.LIMITED,
    ]
    assert [one.one_way for one in shown] == [None, None, None, WallSide.LEFT]
    named = name_parts(page, Editing("walls"))
    assert {one.role: one.text for one in named} == {
        gr.WallLook.LIMITED: "seen through once",
        gr.WallLook.CURTAIN: "curtains",
        gr.WallLook.BARS: "bars",
        gr.WallLook.FENCE: "fences",
        gr.WallMark.ONE_WAY: "lets through one way",
    }
    plain = BattleMap(width=9, height=9).with_walls((wall((5, 5), (6, 5)),))
    assert [one.text for one in name_parts(plain, Editing("walls"))] == ["walls"]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "stops movement, sight, shots"),
        ({"sight": WallSight.LIMITED}, "stops movement, sight through two such, shots"),
        ({"one_way": WallSide.RIGHT}, "stops movement, sight, shots, from the south"),
        ({"one_way": WallSide.LEFT}, "stops movement, sight, shots, from the north"),
    ],
)
def test_what_a_wall_stops_is_said_with_the_side(fields: dict[str, object], words: str) -> None:
    """By the compass, as the map lies."""
    assert stops_words(wall((2, 2), (6, 2), **fields)) == words


@pytest.mark.parametrize(
    ("end", "right", "left"),
    [
        ((8, 4), "from the south", "from the north"),
        ((8, 8), "from the south-west", "from the north-east"),
        ((4, 8), "from the west", "from the east"),
        ((0, 0), "from the north-east", "from the south-west"),
    ],
)
def test_the_sides_of_a_wall_have_names(end: tuple[int, int], right: str, left: str) -> None:
    """Going along it, its right is told as a direction of the map; so are those in line with it."""
    one = wall((4, 4), end)
    assert sides_words([one, one]) == {WallSide.RIGHT: right, WallSide.LEFT: left}
    both = sides_words([one, wall((4, 4), (4, 0))])
    assert both[WallSide.LEFT] == "from the left of the way it was drawn"


def test_players_are_not_told_from_which_side_a_wall_lets_through(controller: Controller) -> None:
    """A mirror is a wall to them; who looks through it finds out."""
    controller.submit(PutWalls(put=(wall((5, 5), (6, 5), one_way=WallSide.LEFT),)))
    scene = ScenePresenter(controller, Toolbox(controller))
    assert [one.one_way for one in scene.present().ground.walls] == [WallSide.LEFT]
    controller.show(presenting=True)
    assert [one.one_way for one in scene.present().ground.walls] == [None]


def test_a_broken_door_that_becomes_a_wall_can_be_given_points_again(
    controller: Controller,
) -> None:
    """It is no ruin of a door: it stops what walls stop, and nobody breaks it before it has any."""
    broken = wall((3, 3), (4, 3), points=4).replace(kind=WallKind.DOOR).damaged(9)
    assert broken is not None
    assert broken.is_broken
    controller.submit(PutWalls(put=(broken,)))
    tool = WallsTool(controller)
    tool.set_mode(WallMode.SELECT)
    tool.select("w")
    tool.change(kind=WallKind.WALL)
    (made,) = controller.encounter.map.walls
    assert (made.points, made.is_broken, made.stops_movement) == (None, False, True)
    assert broken.replace(kind=WallKind.WALL).is_broken is False
