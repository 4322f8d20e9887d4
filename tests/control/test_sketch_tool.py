"""The sketch tool: what each gesture of mouse and keys draws, and what is said meanwhile."""

from __future__ import annotations

import numpy as np
import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.ground_walls_zones import present_walls
from gridwar.control.presenters.log import LogPresenter
from gridwar.control.records import ground_records as gr
from gridwar.control.records import scene_records as sr
from gridwar.control.state.pointer_and_keys import KeyEvent, PointerKind
from gridwar.control.tools.sketch.sketch_gesture import EDGES, SketchPen
from gridwar.control.tools.sketch.sketch_tool import SketchTool
from gridwar.control.tools.toolbox import Toolbox
from gridwar.control.tools.walls.walls_tool import WallsTool
from gridwar.engine.gm.map_commands import LayMap, PutWalls, SetDoor
from gridwar.engine.gm.sketch_commands import EraseSketch, PutSketchThings
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.sketch import CAVE_POINTS, EdgeKind, Sketch, SketchThing, SketchThingKind
from gridwar.model.sketch_strokes import Edge
from gridwar.model.sketch_walls import DERIVED
from gridwar.model.walls import DoorState, Wall, WallKind
from tests.support.fights import begun
from tests.support.floors import house
from tests.support.pointing import CTRL, SHIFT, Hand


@pytest.fixture
def controller() -> Controller:
    """A freeform fight on a blank page of 30 by 20 cells."""
    return Controller(begun("freeform", hero=(3, 3), foe=(9, 5)))


@pytest.fixture
def tool(controller: Controller) -> SketchTool:
    """The tool in hand."""
    return SketchTool(controller)


@pytest.fixture
def hand(tool: SketchTool) -> Hand:
    """A hand that has it."""
    return Hand(tool)


def sketch(tool: SketchTool) -> Sketch:
    """Return what is drawn."""
    return tool.sketch


def floor(tool: SketchTool) -> set[tuple[int, int]]:
    """Return the cells that are open."""
    return {(cell.x, cell.y) for cell in sketch(tool).floor_cells.cells()}


def box(x0: int, y0: int, x1: int, y1: int) -> set[tuple[int, int]]:
    """Return the cells from one to another."""
    return {(x, y) for x in range(x0, x1 + 1) for y in range(y0, y1 + 1)}


def drawn(tool: SketchTool, a: tuple[int, int], b: tuple[int, int]) -> EdgeKind:
    """Return what is drawn between two cells."""
    return Edge(Cell(*a), Cell(*b)).kind(sketch(tool).arrays)


def count(tool: SketchTool) -> int:
    """Return how many walls there are."""
    return len(tool._controller.encounter.map.walls)


def is_set(tool: SketchTool) -> tuple[SketchPen, bool, bool]:
    """Return the pen, whether it erases, and whether a drag is under way."""
    return tool.hand.pen, tool.hand.erases, tool.gesture is not None


def words(tool: SketchTool) -> list[str]:
    """Return the labels on the map."""
    return [
        f"{one.text} {one.second}" for one in tool.overlays() if isinstance(one, sr.LabelOverlay)
    ]


def hints(tool: SketchTool) -> dict[str, str]:
    """Return the keys of the status bar."""
    shown = tool.keys()
    return {one.key: one.text for one in shown}


def test_the_place_told_is_that_of_the_pointer_while_one_draws(
    controller: Controller, tool: SketchTool, hand: Hand
) -> None:
    """The status bar names the cell that the drag has come to, not where it began."""
    for pen in (SketchPen.ROOM, SketchPen.CAVE):
        tool.set_pen(pen)
        hand.hold((12.5, 8.5), (16.5, 11.5))
        assert controller.view.hover == Cell(16, 11)
        hand.send(PointerKind.CANCEL, (16.5, 11.5))


def test_a_drag_in_the_open_is_a_room(tool: SketchTool, hand: Hand) -> None:
    """Its size stands at the pointer; one undo takes it back with its walls."""
    hand.hold((2.5, 3.5), (7.4, 6.2))
    assert words(tool) == ["6 \u00d7 4 9 \u00d7 6 m  \u00b7  room"]
    assert hints(tool)["Release"] == "room"
    hand.send(PointerKind.RELEASE, (7.4, 6.2))
    assert floor(tool) == box(2, 3, 7, 6)
    assert count(tool) == 4
    tool._controller.timeline.undo()
    assert tool._controller.encounter.map.sketch is None
    assert count(tool) == 0


def test_a_room_with_a_door_takes_a_drag_and_a_click(tool: SketchTool, hand: Hand) -> None:
    """The click is on the edge."""
    hand.drag((2.5, 3.5), (7.4, 6.2))
    hand.click((4.5, 7.1))
    doors = [one for one in tool._controller.encounter.map.walls if one.kind is WallKind.DOOR]
    assert [(one.a, one.b) for one in doors] == [
        (Point(4 * SUBCELL, 7 * SUBCELL), Point(5 * SUBCELL, 7 * SUBCELL))
    ]


def test_clicks_on_an_edge_go_through_all_kinds(tool: SketchTool, hand: Hand) -> None:
    """At a rim they end with an opening, between rooms with a wall; then nothing is drawn."""
    hand.drag((2.5, 3.5), (4.5, 6.5))
    hand.drag((5.5, 3.5), (7.5, 6.5))
    found = []
    for _click in range(9):
        hand.click((3.5, 7.05))
        found.append(drawn(tool, (3, 6), (3, 7)))
    rim = [kind for kind in EDGES if kind is not EdgeKind.WALL]
    assert found == [*rim, EdgeKind.NOTHING, EdgeKind.DOOR]
    found = []
    for _click in range(8):
        hand.click((5.05, 4.5))
        found.append(drawn(tool, (4, 4), (5, 4)))
    assert found == [*(kind for kind in EDGES if kind is not EdgeKind.OPEN), EdgeKind.NOTHING]


def test_a_digit_puts_its_kind_on_the_edge_under_the_pointer(tool: SketchTool, hand: Hand) -> None:
    """And is what clicks put from then on; on another edge a click begins with it."""
    hand.drag((2.5, 3.5), (7.5, 6.5))
    hand.hover((3.5, 7.05))
    tool.key(KeyEvent("3", text="3"))
    assert drawn(tool, (3, 6), (3, 7)) is EdgeKind.SECRET_DOOR
    hand.click((5.5, 7.05))
    assert drawn(tool, (5, 6), (5, 7)) is EdgeKind.SECRET_DOOR
    hand.click((5.5, 7.05))
    assert drawn(tool, (5, 6), (5, 7)) is EdgeKind.BARS


def test_a_drag_out_of_a_room_is_a_corridor(tool: SketchTool, hand: Hand) -> None:
    """One cell wide, with a right angle; where it leaves the room no wall is left."""
    hand.drag((2.5, 3.5), (5.5, 6.5))
    hand.hold((4.5, 5.5), (6.5, 5.5), (10.5, 9.5))
    assert words(tool) == ["9 cells 13.5 m  \u00b7  corridor"]
    hand.send(PointerKind.RELEASE, (10.5, 9.5))
    assert floor(tool) == box(2, 3, 5, 6) | box(6, 5, 10, 5) | box(10, 5, 10, 9)
    assert drawn(tool, (5, 5), (6, 5)) is EdgeKind.NOTHING


def test_a_drag_from_a_wall_is_a_corridor_out_of_its_room(tool: SketchTool, hand: Hand) -> None:
    """Also where the pointer is just beyond the wall, for the wall is what is lit there."""
    hand.drag((2.5, 3.5), (5.5, 6.5))
    hand.hover((6.1, 5.5))
    hand.drag((6.1, 5.5), (8.5, 5.5))
    assert floor(tool) == box(2, 3, 5, 6) | box(6, 5, 8, 5)
    assert drawn(tool, (5, 5), (6, 5)) is EdgeKind.NOTHING


def test_a_corridor_between_rooms_bends_halfway_in_the_rock(tool: SketchTool, hand: Hand) -> None:
    """It goes into the other room the way the pointer did, and opens it."""
    hand.drag((2.5, 2.5), (5.5, 5.5))
    hand.drag((8.5, 10.5), (11.5, 13.5))
    hand.drag((3.5, 4.5), (3.5, 6.5), (9.5, 8.5), (9.5, 11.5))
    way = box(3, 6, 3, 7) | box(3, 7, 9, 7) | box(9, 7, 9, 9)
    assert floor(tool) - box(2, 2, 5, 5) - box(8, 10, 11, 13) == way
    assert drawn(tool, (9, 9), (9, 10)) is EdgeKind.NOTHING


def test_rooms_side_by_side_keep_a_wall_until_a_drag_goes_through(
    tool: SketchTool, hand: Hand
) -> None:
    """It opens just where it crosses."""
    hand.drag((2.5, 2.5), (4.5, 5.5))
    hand.drag((5.5, 2.5), (8.5, 5.5))
    assert drawn(tool, (4, 3), (5, 3)) is EdgeKind.WALL
    hand.hold((3.5, 3.5), (6.5, 4.5))
    assert hints(tool)["Release"] == "a way through"
    hand.send(PointerKind.RELEASE, (6.5, 4.5))
    opened = [y for y in range(2, 6) if drawn(tool, (4, y), (5, y)) is EdgeKind.NOTHING]
    assert len(opened) == 1


def test_control_joins_and_a_drag_within_walls_off(tool: SketchTool, hand: Hand) -> None:
    """A room opened to what it touches, and one walled off within another."""
    hand.drag((2.5, 2.5), (6.5, 6.5))
    hand.drag((7.5, 2.5), (9.5, 6.5), held=CTRL)
    assert drawn(tool, (6, 4), (7, 4)) is EdgeKind.NOTHING
    hand.drag((2.5, 2.5), (3.5, 3.5))
    assert drawn(tool, (3, 3), (4, 3)) is EdgeKind.WALL
    assert floor(tool) == box(2, 2, 9, 6)


def test_with_shift_a_drag_goes_along_edges(tool: SketchTool, hand: Hand) -> None:
    """It draws what is chosen, as far as there is floor on either side."""
    hand.drag((2.5, 2.5), (6.5, 6.5))
    tool.set_edge(EdgeKind.WINDOW)
    hand.drag((4.1, 1.9), (4.2, 5.1), held=SHIFT)
    kinds = [drawn(tool, (3, y), (4, y)) for y in range(1, 7)]
    assert kinds == [EdgeKind.NOTHING, *[EdgeKind.WINDOW] * 3, *[EdgeKind.NOTHING] * 2]


def test_the_brush_digs_caves_and_fills_them(tool: SketchTool, hand: Hand) -> None:
    """The same stroke twice changes nothing; the eraser makes rock of it again."""
    hand.key("tab")
    hand.drag((5.5, 5.5), (12.5, 5.5))
    dug = sketch(tool).cave.sum()
    assert dug > 300
    hand.drag((5.5, 5.5), (12.5, 5.5))
    assert sketch(tool).cave.sum() == dug
    tool.key(KeyEvent("0", text="0"))
    hand.drag((5.5, 5.5), (12.5, 5.5))
    assert sketch(tool).is_blank
    assert not tool._controller.encounter.map.walls


def test_a_round_room_has_round_walls(tool: SketchTool, hand: Hand) -> None:
    """By Tab after that of caves, and back by it."""
    hand.key("tab", "tab")
    hand.drag((5.5, 5.5), (11.5, 11.5))
    assert not sketch(tool).floor.any()
    walls = tool._controller.encounter.map.walls
    middle, far = Point(17 * SUBCELL // 2, 17 * SUBCELL // 2), 3.5 * SUBCELL
    for wall in walls:
        away = ((wall.a.x - middle.x) ** 2 + (wall.a.y - middle.y) ** 2) ** 0.5
        assert abs(away - far) < 0.35 * SUBCELL
    hand.key("tab")
    assert tool.hand.pen is SketchPen.ROOM


def test_things_lie_in_cells(tool: SketchTool, hand: Hand) -> None:
    """Stairs turn by a click, a pillar goes by one and has walls, water is terrain."""
    hand.drag((2.5, 2.5), (9.5, 9.5))
    tool.key(KeyEvent("9", text="9"))
    hand.click((4.5, 4.5), (4.5, 4.5))
    stairs = SketchThing(kind=SketchThingKind.STAIRS, cell=Cell(4, 4), turn=1)
    assert sketch(tool).things == (stairs,)
    tool.key(KeyEvent("9", text="9"))
    hand.click((6.5, 6.5))
    assert count(tool) == 8
    hand.click((6.5, 6.5))
    assert count(tool) == 4
    tool.set_thing(SketchThingKind.WATER)
    hand.drag((7.5, 7.5), (7.5, 9.5))
    page = tool._controller.encounter.map
    assert [page.terrain_at(Cell(7, y)).name for y in (6, 7, 8, 9)] == ["open", *["water"] * 3]
    tool.set_erases(True)
    hand.drag((7.5, 7.5), (7.5, 9.5))
    page = tool._controller.encounter.map
    assert page.terrain_at(Cell(7, 8)).name == "open"
    assert sketch(tool).things == (stairs,)


def test_the_eraser_of_things_leaves_rooms_and_does_nothing_where_there_is_none(
    tool: SketchTool, hand: Hand, controller: Controller
) -> None:
    """Its words say so before; a stroke over the bare floor is no command, and none to undo."""
    hand.drag((2.5, 2.5), (6.5, 6.5))
    tool.set_thing(SketchThingKind.PILLAR)
    hand.click((3.5, 3.5))
    tool.set_erases(True)
    hand.hover((5.5, 5.5))
    regions = [one for one in tool.overlays() if isinstance(one, sr.RegionOverlay)]
    assert [one.label for one in regions] == ["takes things away"]
    keys = tool.keys()
    assert "at the corners" not in [one.text for one in keys]
    before = len(LogPresenter(controller).present())
    hand.drag((5.5, 5.5), (6.5, 6.5))
    assert len(LogPresenter(controller).present()) == before
    hand.drag((2.5, 3.5), (4.5, 3.5))
    assert not sketch(tool).things
    assert floor(tool) == box(2, 2, 6, 6)


def test_the_square_told_after_a_drag_is_the_one_it_ended_in(
    hand: Hand, controller: Controller
) -> None:
    """Not the one in which it began."""
    hand.hover((2.5, 2.5))
    hand.drag((2.5, 2.5), (6.5, 6.5))
    assert controller.view.hover == Cell(6, 6)


def test_the_eraser_takes_what_stands_on_an_edge_or_makes_rock(
    tool: SketchTool, hand: Hand
) -> None:
    """A click on a door takes the door, a drag over it the cells."""
    hand.drag((2.5, 2.5), (6.5, 6.5))
    hand.click((4.5, 7.05))
    tool.key(KeyEvent("0", text="0"))
    hand.click((4.5, 7.05))
    assert drawn(tool, (4, 6), (4, 7)) is EdgeKind.NOTHING
    assert len(floor(tool)) == 25
    hand.drag((2.5, 2.5), (4.5, 6.5))
    assert floor(tool) == box(5, 2, 6, 6)


def test_right_click_and_escape_give_up_and_leave_one_thing_at_a_press(
    tool: SketchTool, hand: Hand
) -> None:
    """A drag, then the eraser, then the pen; the next one puts the tool down."""
    hand.hold((2.5, 2.5), (6.5, 6.5))
    hand.send(PointerKind.CANCEL, (6.5, 6.5))
    hand.send(PointerKind.RELEASE, (6.5, 6.5))
    assert sketch(tool).is_blank
    tool.set_pen(SketchPen.CAVE)
    tool.set_erases(True)
    hand.hold((2.5, 2.5), (6.5, 6.5))
    assert is_set(tool) == (SketchPen.CAVE, True, True)
    assert hand.key("escape")
    assert is_set(tool) == (SketchPen.CAVE, True, False)
    assert hand.key("escape")
    assert is_set(tool) == (SketchPen.CAVE, False, False)
    assert hand.key("escape")
    assert is_set(tool) == (SketchPen.ROOM, False, False)
    assert not hand.key("escape")


def test_a_digit_while_a_cave_is_brushed_makes_no_room_of_it(tool: SketchTool, hand: Hand) -> None:
    """The stroke is given up, as with any other pen that is taken meanwhile."""
    tool.set_pen(SketchPen.CAVE)
    hand.hold((2.5, 3.5), (7.4, 6.2))
    tool.key(KeyEvent("3", text="3"))
    assert is_set(tool) == (SketchPen.ROOM, False, False)
    hand.send(PointerKind.RELEASE, (7.4, 6.2))
    assert sketch(tool).is_blank


def test_by_keys_alone_a_room_with_a_door(controller: Controller) -> None:
    """Arrows go from cell to cell, Enter begins and ends, Shift with an arrow goes to an edge."""
    tools = Toolbox(controller)
    tools.take("sketch")
    tool = tools.active
    assert isinstance(tool, SketchTool)
    hand = Hand(tool)
    assert hints(tool)["Arrows, Enter"] == "by key"
    hand.key("enter", "right", "right", "down", "enter")
    assert floor(tool) == box(15, 10, 17, 11)
    tool.key(KeyEvent("down", modifiers=SHIFT))
    assert words(tool) == ["Click: door now wall"]
    hand.key("enter")
    assert drawn(tool, (17, 11), (17, 12)) is EdgeKind.DOOR
    hand.key("enter")
    assert drawn(tool, (17, 11), (17, 12)) is EdgeKind.DOUBLE_DOOR


def test_the_status_bar_says_what_can_be_done_here(tool: SketchTool, hand: Hand) -> None:
    """In rock a room, in a room a corridor, at an edge a door."""
    hand.drag((2.5, 2.5), (6.5, 6.5))
    hand.hover((12.5, 12.5))
    assert hints(tool)["Drag"] == "a room"
    hand.hover((4.5, 4.5))
    assert hints(tool)["Drag out"] == "a corridor"
    hand.hover((4.5, 7.05))
    assert hints(tool)["Click"] == "door, again: the next"
    assert words(tool) == ["Click: door now wall"]


def test_lines_of_the_grid_in_a_room_are_lit_without_words(tool: SketchTool, hand: Hand) -> None:
    """A click puts a door there, too, as at the mouth of a corridor."""
    hand.drag((2.5, 2.5), (6.5, 6.5))
    hand.hover((4.5, 5.05))
    assert words(tool) == []
    assert [one.a for one in tool.overlays() if isinstance(one, sr.LineOverlay)] == [(4.0, 5.0)]
    hand.click((4.5, 5.05))
    assert drawn(tool, (4, 4), (4, 5)) is EdgeKind.DOOR


def test_a_wall_that_was_changed_by_hand_is_the_game_masters(
    controller: Controller, tool: SketchTool, hand: Hand
) -> None:
    """The sketch is open there, makes no other, takes it away no more, and does not hide it."""
    hand.drag((2.5, 2.5), (6.5, 6.5))
    top = next(one for one in controller.encounter.map.walls if one.a.y == one.b.y == 2 * SUBCELL)
    fence = Wall.of_kind(WallKind.FENCE, top.id, top.a, top.b)
    controller.submit(PutWalls(put=(fence,)))
    assert all(drawn(tool, (x, 1), (x, 2)) is EdgeKind.OPEN for x in range(2, 7))
    assert [one.look for one in present_walls(controller.encounter.map)] == [gr.WallLook.FENCE]
    hand.click((2.05, 4.5))
    controller.submit(EraseSketch(a=Cell(0, 0), b=Cell(29, 19)))
    (left,) = controller.encounter.map.walls
    assert left == fence.replace(id=left.id)


def test_a_pillar_with_a_side_gone_is_three_walls_of_the_game_master(
    controller: Controller, tool: SketchTool, hand: Hand
) -> None:
    """The sketch draws no pillar where play has none."""
    hand.drag((2.5, 2.5), (6.5, 6.5))
    controller.submit(
        PutSketchThings(put=(pillar := SketchThing(kind=SketchThingKind.PILLAR, cell=Cell(4, 4)),))
    )
    side = next(one for one in controller.encounter.map.walls if one.a.x % SUBCELL)
    controller.submit(PutWalls(gone=(side.id,)))
    assert pillar not in sketch(tool).things
    assert len(present_walls(controller.encounter.map)) == 3
    controller.submit(EraseSketch(a=Cell(0, 0), b=Cell(29, 19)))
    assert count(tool) == 3


def test_a_door_that_can_be_broken_is_seen_on_the_sketch(
    controller: Controller, hand: Hand
) -> None:
    """It stays the one that is selected; undone it is drawn by the sketch again."""
    hand.drag((2.5, 2.5), (6.5, 6.5))
    hand.click((7.05, 4.5))
    door = next(one for one in controller.encounter.map.walls if one.kind is WallKind.DOOR)
    walls = WallsTool(controller)
    walls.select(door.id)
    walls.change(points=10)
    assert [(one.a, one.points) for one in walls.chosen] == [(door.a, 10)]
    (shown,) = present_walls(controller.encounter.map)
    assert (shown.look, shown.in_sketch) == (gr.WallLook.DOOR, False)
    controller.timeline.undo()
    assert walls.chosen == (door,)


def test_how_a_door_stands_outlasts_strokes_beside_it(
    controller: Controller, tool: SketchTool, hand: Hand
) -> None:
    """An open door stays open, and still goes with its room."""
    hand.drag((2.5, 2.5), (6.5, 6.5))
    hand.click((7.05, 4.5))
    door = next(one for one in controller.encounter.map.walls if one.kind is WallKind.DOOR)
    controller.submit(SetDoor(wall=door.id, state=DoorState.OPEN))
    hand.drag((7.5, 2.5), (9.5, 6.5))
    assert controller.encounter.map.wall(door.id).is_open
    assert drawn(tool, (6, 4), (7, 4)) is EdgeKind.DOOR
    controller.submit(EraseSketch(a=Cell(0, 0), b=Cell(29, 19)))
    assert not controller.encounter.map.walls


def test_no_sign_lies_on_the_letter_of_a_secret_door(
    controller: Controller, tool: SketchTool, hand: Hand
) -> None:
    """Another door that is made secret has one, as has the secret one once it was found."""
    hand.drag((2.5, 2.5), (6.5, 6.5))
    tool.set_edge(EdgeKind.SECRET_DOOR)
    hand.click((7.05, 4.5))
    tool.set_edge(EdgeKind.DOOR)
    hand.click((4.5, 2.05))
    at = {one.a: one for one in controller.encounter.map.walls}
    secret, door = (at[Point(x * SUBCELL, y * SUBCELL)] for x, y in ((7, 4), (4, 2)))
    controller.submit(SetDoor(wall=door.id, state=DoorState.SECRET))
    assert [one.a for one in present_walls(controller.encounter.map)] == [(4.0, 2.0)]
    controller.submit(SetDoor(wall=secret.id, state=DoorState.OPEN))
    assert {one.a for one in present_walls(controller.encounter.map)} == {(4.0, 2.0), (7.0, 4.0)}


@pytest.fixture
def two_floors(controller: Controller) -> Controller:
    """Two floors of 12 by 10 cells, two cells apart; the lower one is shown."""
    controller.submit(LayMap(map=house()))
    return controller


def test_a_stroke_stays_on_its_floor(two_floors: Controller, tool: SketchTool, hand: Hand) -> None:
    """What runs over its border ends there with a wall, as at the border of a map."""
    hand.drag((8.5, 3.5), (12.4, 5.5))
    assert floor(tool) == box(8, 3, 11, 5)
    hand.drag((11.5, 4.5), (20.5, 4.5))
    assert floor(tool) == box(8, 3, 11, 5)
    right = 12 * SUBCELL
    edge = [one for one in two_floors.encounter.map.walls if one.a.x == one.b.x == right]
    assert [(one.a.y, one.b.y) for one in edge if one.id.startswith(DERIVED)] == [
        (3 * SUBCELL, 6 * SUBCELL)
    ]
    tool.set_pen(SketchPen.CAVE)
    tool.set_size(9)
    hand.drag((11.5, 7.5), (11.6, 8.5))
    assert set(np.nonzero(sketch(tool).cave)[1]) <= set(range(12 * CAVE_POINTS))


def test_the_cursor_stays_on_the_floor_that_is_shown(
    two_floors: Controller, tool: SketchTool
) -> None:
    """It begins in its middle; keys that turn the pages are the window's."""
    for _step in range(30):
        tool.key(KeyEvent("right"))
    assert two_floors.view.hover == Cell(11, 5)
    assert not tool.key(KeyEvent("pageup"))
    two_floors.floors.step(1)
    tool.key(KeyEvent("left"))
    assert two_floors.view.hover == Cell(19, 5)
