"""The sketch in an unknowing hand: what it says is what comes, and nothing is drawn twice."""

from __future__ import annotations

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.ground_walls_zones import Editing, present_ground
from gridwar.control.presenters.log_sketch import describe_stroke
from gridwar.control.state.pointer_and_keys import KeyEvent
from gridwar.control.tools.sketch.sketch_tool import SketchTool
from gridwar.engine.gm.sketch_commands import DrawCorridor, DrawEdges, PutSketchThings
from gridwar.model.geometry import Cell
from gridwar.model.sketch import EdgeKind, SketchThing, SketchThingKind
from gridwar.model.sketch_strokes import Edge
from tests.support.fights import begun
from tests.support.pointing import CTRL, Hand


@pytest.fixture
def tool() -> SketchTool:
    """The tool on a blank page of 30 by 20 cells."""
    return SketchTool(Controller(begun("freeform", hero=(3, 3), foe=(9, 5))))


@pytest.fixture
def hand(tool: SketchTool) -> Hand:
    """A hand that has it."""
    return Hand(tool)


def hints(tool: SketchTool) -> dict[str, str]:
    """Return the keys of the status bar."""
    shown = tool.keys()
    return {one.key: one.text for one in shown}


def floor(tool: SketchTool) -> set[tuple[int, int]]:
    """Return the cells that are open."""
    return {(cell.x, cell.y) for cell in tool.sketch.floor_cells.cells()}


def painted(tool: SketchTool, editing: str = "") -> set[Cell]:
    """Return the cells whose painted terrain is drawn."""
    page = tool._controller.encounter.map
    shown = present_ground(page, Editing(editing)).paint
    return {cell for one in shown for cell in one.layer.cells()}


def test_the_status_bar_names_the_kind_that_is_chosen(tool: SketchTool, hand: Hand) -> None:
    """A click puts it, wherever the pointer is; a digit puts its own at once, and says so."""
    hand.drag((2.5, 2.5), (6.5, 6.5))
    tool.set_edge(EdgeKind.WALL)
    hand.hover((4.5, 5.05))
    assert hints(tool)["Click"] == "wall, again: the next"
    assert hints(tool)["1\u20138"] == "put that kind here"
    hand.hover((12.5, 12.5))
    assert hints(tool)["Click an edge"] == "wall"


def test_a_digit_puts_where_one_goes_and_not_where_one_drew(tool: SketchTool, hand: Hand) -> None:
    """Whoever clicked a door and chooses the next kind keeps the door; elsewhere a digit puts."""
    hand.drag((2.5, 2.5), (6.5, 6.5))
    hand.click((4.5, 7.05))
    assert hints(tool)["1\u20138"] == "which kind"
    tool.key(KeyEvent("3", text="3"))
    at = Edge(Cell(4, 6), Cell(4, 7))
    assert at.kind(tool.sketch.arrays) is EdgeKind.DOOR
    assert tool.hand.edge is EdgeKind.SECRET_DOOR
    hand.hover((2.5, 7.05))
    tool.key(KeyEvent("4", text="4"))
    assert Edge(Cell(2, 6), Cell(2, 7)).kind(tool.sketch.arrays) is EdgeKind.BARS
    hand.hover((4.5, 7.05))
    tool.key(KeyEvent("3", text="3"))
    assert at.kind(tool.sketch.arrays) is EdgeKind.SECRET_DOOR


def test_a_corridor_joins_rooms_that_hang_together_already(tool: SketchTool, hand: Hand) -> None:
    """Through rock it is a corridor, whatever other way there is round."""
    hand.drag((2.5, 2.5), (4.5, 12.5))
    hand.drag((4.5, 3.5), (12.5, 3.5))
    hand.drag((12.5, 3.5), (12.5, 8.5))
    before = floor(tool)
    hand.drag((12.5, 8.5), (9.5, 11.5), (3.5, 11.5))
    left, down, on = ((x, 8) for x in (11, 10, 9, 8)), ((8, y) for y in (9, 10)), (8, 7, 6, 5)
    assert floor(tool) - before == {*left, *down, *((x, 11) for x in on)}


def test_a_drag_that_goes_too_far_and_comes_back_walls_a_room_off(
    tool: SketchTool, hand: Hand
) -> None:
    """It ends in the room where it began, and nothing but that room lies between."""
    hand.drag((2.5, 2.5), (9.5, 9.5))
    before = floor(tool)
    hand.drag((4.5, 4.5), (12.5, 6.5), (7.5, 7.5))
    assert floor(tool) == before
    assert Edge(Cell(7, 6), Cell(8, 6)).kind(tool.sketch.arrays) is EdgeKind.WALL
    assert Edge(Cell(3, 5), Cell(4, 5)).kind(tool.sketch.arrays) is EdgeKind.WALL


def test_what_the_ink_shows_is_not_painted_as_well(tool: SketchTool, hand: Hand) -> None:
    """Water of the sketch is its pond alone, but while terrain is painted; the terrain is there."""
    hand.drag((2.5, 2.5), (9.5, 9.5))
    tool.set_thing(SketchThingKind.WATER)
    hand.click((4.5, 4.5))
    page = tool._controller.encounter.map
    assert page.terrain_at(Cell(4, 4)).name == "water"
    assert painted(tool) == painted(tool, "sketch") == set()
    assert painted(tool, "paint") == {Cell(4, 4)}


def test_things_are_put_at_the_corners_of_a_drag_with_ctrl(tool: SketchTool, hand: Hand) -> None:
    """Four pillars are one stroke, and one undo."""
    hand.drag((2.5, 2.5), (9.5, 9.5))
    tool.set_thing(SketchThingKind.PILLAR)
    assert hints(tool)["Ctrl+drag"] == "at the corners"
    hand.drag((3.5, 3.5), (8.5, 7.5), held=CTRL)
    stand = {tuple(one.cell) for one in tool.sketch.things}
    assert stand == {(3, 3), (8, 3), (3, 7), (8, 7)}
    hand.drag((3.5, 5.5), (8.5, 5.5), held=CTRL)
    assert {tuple(one.cell) for one in tool.sketch.things} - stand == {(3, 5), (8, 5)}
    tool._controller.timeline.undo()
    tool._controller.timeline.undo()
    assert not tool.sketch.things


def test_walls_of_a_sketch_have_handles_with_their_own_tools_alone(
    tool: SketchTool, hand: Hand
) -> None:
    """Whoever places props or links floors sees the doors of the ink, and no others over them."""
    hand.drag((2.5, 2.5), (9.5, 9.5))
    page = tool._controller.encounter.map
    for name, has_handles in (
        ("walls", True),
        ("props", False),
        ("floors", False),
        ("pins", False),
    ):
        assert present_ground(page, Editing(name)).editing is has_handles, name
    assert present_ground(page.with_sketch(None), Editing("props")).editing


def test_terrain_painted_otherwise_stays(tool: SketchTool, hand: Hand) -> None:
    """The sketch has rubble there; what the game master paints over it is seen."""
    hand.drag((2.5, 2.5), (9.5, 9.5))
    tool.set_thing(SketchThingKind.WATER)
    hand.click((4.5, 4.5))
    tool.set_thing(SketchThingKind.RUBBLE)
    hand.click((5.5, 5.5))
    page = tool._controller.encounter.map
    rubble = page.terrain.get(Cell(5, 5))
    mixed = page.replace(terrain=page.terrain.with_cells({Cell(4, 4): rubble}))
    shown = present_ground(mixed).paint
    assert {cell for one in shown for cell in one.layer.cells()} == {Cell(4, 4)}


def test_the_log_counts_what_is_dug_and_what_is_put(tool: SketchTool, hand: Hand) -> None:
    """A corridor begins in the room, which was open before."""
    hand.drag((2.5, 2.5), (4.5, 4.5))
    before = tool._controller.encounter
    edge = Edge(Cell(4, 3), Cell(5, 3))
    way = tuple(Cell(x, 3) for x in (4, 5, 6))
    well = SketchThing(kind=SketchThingKind.PILLAR, cell=Cell(3, 3))
    said = [
        describe_stroke(one, before)
        for one in (
            DrawCorridor(way=way),
            DrawCorridor(way=way[:1]),
            DrawEdges(edges=(edge,), edge_kind=EdgeKind.SECRET_DOOR),
            DrawEdges(edges=(edge,), edge_kind=EdgeKind.BARS),
            PutSketchThings(put=(well,)),
        )
    ]
    assert [one and one[0] for one in said] == [
        "Digs a corridor of 2 cells",
        "Opens a way through",
        "Puts a secret door",
        "Puts bars",
        "Puts a pillar",
    ]
