"""The painting tools: what strokes, clicks and keys over the map come to."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.records import scene_records as sr
from gridwar.control.state.pointer_and_keys import KeyEvent, PointerKind
from gridwar.control.tools.ground import stroke_cells
from gridwar.control.tools.ground.brush_tool import BrushShape
from gridwar.control.tools.ground.terrain_and_height_tools import HeightTool, PaintTool
from gridwar.control.tools.ground.zones_tool import SAMPLES, ZonesTool
from gridwar.engine.gm.map_commands import PutWalls
from gridwar.grid.areas.paint_fill import filled
from gridwar.grid.cells.wall_crossings import Meeting, meet
from gridwar.model.battlemap import BattleMap
from gridwar.model.geometry import SUBCELL, Cell, Point, centre_of
from gridwar.model.walls import DoorState, Wall, WallKind
from tests.support.fights import begun
from tests.support.pointing import CTRL, SHIFT, Hand

if TYPE_CHECKING:
    from numpy.typing import NDArray


@pytest.fixture
def controller() -> Controller:
    """A freeform fight on a blank page of 30 by 20 cells."""
    return Controller(begun("freeform", hero=(3, 3)))


def painted(controller: Controller) -> set[tuple[int, int]]:
    """Return the cells that bear terrain."""
    return {(cell.x, cell.y) for cell in controller.encounter.map.terrain.cells()}


def test_a_stroke_is_one_command_on_release(controller: Controller) -> None:
    """While the brush is drawn nothing changes; one undo takes the whole stroke back."""
    hand = Hand(PaintTool(controller))
    hand.hold((1.5, 1.5), (2.5, 1.5), (4.5, 1.5))
    assert painted(controller) == set()
    hand.send(PointerKind.RELEASE, (4.5, 1.5))
    assert painted(controller) == {(1, 1), (2, 1), (3, 1), (4, 1)}
    controller.timeline.undo()
    assert painted(controller) == set()


@pytest.mark.parametrize("kind", [PointerKind.CANCEL, PointerKind.MENU])
def test_a_stroke_given_up_paints_nothing(controller: Controller, kind: PointerKind) -> None:
    """A right click or Escape in a stroke forgets it."""
    hand = Hand(PaintTool(controller))
    hand.hold((1.5, 1.5), (4.5, 1.5))
    hand.send(kind, (4.5, 1.5))
    hand.send(PointerKind.RELEASE, (4.5, 1.5))
    assert painted(controller) == set()


def test_the_preview_is_what_is_painted(controller: Controller) -> None:
    """The cells drawn under the brush while it is held are those that change."""
    tool = PaintTool(controller)
    tool.set_brush(size=4, is_round=True)
    hand = Hand(tool)
    hand.hold((8.2, 8.4), (14.7, 11.3))
    (shown,) = tool.overlays()
    assert isinstance(shown, sr.RegionOverlay)
    hand.send(PointerKind.RELEASE, (14.7, 11.3))
    assert painted(controller) == shown.cells


def test_painting_what_is_there_already_is_no_step_of_undo(controller: Controller) -> None:
    """A double click, or a stroke over the same ground, leaves nothing to be taken back twice."""
    hand = Hand(PaintTool(controller))
    hand.click((1.5, 1.5))
    hand.send(PointerKind.DOUBLE, (1.5, 1.5))
    hand.send(PointerKind.RELEASE, (1.5, 1.5))
    controller.timeline.undo()
    assert painted(controller) == set()


def test_brackets_set_the_size_from_1_to_9(controller: Controller) -> None:
    """The brush grows and shrinks by a cell and stops at both ends."""
    tool = PaintTool(controller)
    hand = Hand(tool)
    for _time in range(12):
        hand.key("bracketright")
    assert tool.brush.size == 9
    for _time in range(12):
        hand.key("bracketleft")
    assert tool.brush.size == 1


@pytest.mark.parametrize("key", ["3", "num3"])
def test_digits_choose_what_a_drag_makes(controller: Controller, key: str) -> None:
    """The third is a rectangle, by the number pad as well."""
    tool = PaintTool(controller)
    assert tool.key(KeyEvent(key, text="3"))
    assert tool.brush.shape is BrushShape.RECTANGLE


@pytest.mark.parametrize(
    ("size", "is_round", "count"),
    [
        (1, False, 1),
        (3, False, 9),
        (3, True, 5),
        (5, True, 21),
        (2, True, 4),
        (4, True, 12),
        (9, False, 81),
    ],
)
def test_a_stamp_has_the_size_of_the_brush(size: int, is_round: bool, count: int) -> None:
    """A square brush is full; a round one lacks its corners."""
    assert len(stroke_cells.stamp((10.5, 10.5), size, is_round=is_round)) == count


def test_a_brush_over_the_edge_paints_the_map_only(controller: Controller) -> None:
    """What lies off the map is neither shown nor painted."""
    tool = PaintTool(controller)
    tool.set_brush(size=3)
    Hand(tool).click((0.5, 0.5))
    assert painted(controller) == {(0, 0), (1, 0), (0, 1), (1, 1)}


def test_a_rectangle_fills_from_corner_to_corner(controller: Controller) -> None:
    """Dragged backwards it is the same."""
    tool = PaintTool(controller)
    tool.set_brush(shape=BrushShape.RECTANGLE)
    Hand(tool).drag((6.5, 5.5), (4.5, 4.5))
    assert painted(controller) == {(x, y) for x in (4, 5, 6) for y in (4, 5)}


@pytest.mark.parametrize("way", [1, -1])
def test_the_box_shown_of_a_rectangle_goes_from_corner_to_corner(
    controller: Controller, way: int
) -> None:
    """While it is held, whichever way it is dragged, the box covers what will be painted."""
    tool = PaintTool(controller)
    tool.set_brush(shape=BrushShape.RECTANGLE)
    Hand(tool).hold(*((4.5, 4.5), (6.5, 5.5))[::way])
    (shown,) = tool.overlays()
    assert isinstance(shown, sr.BoxOverlay)
    assert shown.box == (4, 4, 3, 2)


def test_a_line_runs_straight_wherever_the_pointer_went(controller: Controller) -> None:
    """Only where it began and ended counts."""
    tool = PaintTool(controller)
    tool.set_brush(shape=BrushShape.LINE)
    Hand(tool).drag((1.5, 1.5), (9.5, 9.5), (5.5, 1.5))
    assert painted(controller) == {(x, 1) for x in range(1, 6)}


def test_shift_draws_on_from_the_last_stroke(controller: Controller) -> None:
    """A click with Shift joins the end of the stroke before by a straight line."""
    hand = Hand(PaintTool(controller))
    hand.click((1.5, 1.5))
    hand.click((5.5, 1.5), held=SHIFT)
    assert painted(controller) == {(x, 1) for x in range(1, 6)}


def test_a_fill_stops_at_walls_doors_and_other_ground(controller: Controller) -> None:
    """A room is filled through no wall and no door, not even an open one."""
    corners = [Point(2, 2), Point(6, 2), Point(6, 5), Point(2, 5), Point(2, 2)]
    scaled = [Point(one.x * SUBCELL, one.y * SUBCELL) for one in corners]
    walls = [Wall(id=f"w{n}", a=a, b=b) for n, (a, b) in enumerate(pairwise(scaled))]
    walls[0] = walls[0].replace(kind=WallKind.DOOR, door=DoorState.OPEN)
    controller.submit(PutWalls(put=tuple(walls)))
    tool = PaintTool(controller)
    hand = Hand(tool)
    hand.click((5.5, 4.5))
    tool.set_brush(shape=BrushShape.FILL)
    tool.choose(2)
    hand.click((3.5, 3.5))
    filled = {(x, y) for x in range(2, 6) for y in range(2, 5)}
    assert painted(controller) == filled
    assert controller.encounter.map.terrain.get(Cell(5, 4)) == 1


def test_a_fill_takes_the_largest_map() -> None:
    """A quarter of a million cells are one fill."""
    page = BattleMap(width=500, height=500)
    like = np.ones((500, 500), np.bool_)
    assert filled(page, Cell(250, 250), like).all()


def test_a_fill_goes_the_ways_that_single_steps_would() -> None:
    """Among slanted walls and other ground it finds what trying step by step does."""
    chance = random.Random(11)
    walls = []
    for n in range(40):
        x, y = chance.randrange(16 * SUBCELL), chance.randrange(12 * SUBCELL)
        far = Point(x + chance.randrange(1, 2000), y + chance.randrange(-2000, 2000))
        walls.append(Wall(id=f"w{n}", a=Point(x, y), b=far))
    page = BattleMap(width=16, height=12).with_walls(walls)
    like = np.array([[chance.random() < 0.9 for _x in range(16)] for _y in range(12)])
    for start in (Cell(2, 2), Cell(8, 6), Cell(14, 10)):
        rows = filled(page, start, like)
        assert {Cell(x, y) for y, x in np.argwhere(rows).tolist()} == _stepped(page, start, like)


def _stepped(page: BattleMap, start: Cell, like: NDArray[np.bool_]) -> set[Cell]:
    found = {start} if like[start.y, start.x] else set()
    waiting = list(found)
    while waiting:
        cell = waiting.pop()
        for dx, dy in ((0, -1), (-1, 0), (1, 0), (0, 1)):
            there = cell.shifted(dx, dy)
            if there in found or not page.contains(there) or not like[there.y, there.x]:
                continue
            ends = centre_of(cell), centre_of(there)
            if all(meet(*ends, wall) is Meeting.APART for wall in page.walls):
                found.add(there)
                waiting.append(there)
    return found


def test_the_eraser_wipes_and_ctrl_click_takes_up(controller: Controller) -> None:
    """E erases; a click with Ctrl paints on with what is there, and lays the eraser aside."""
    tool = PaintTool(controller)
    hand = Hand(tool)
    tool.choose(2)
    hand.drag((1.5, 1.5), (3.5, 1.5))
    hand.key("0")
    hand.click((2.5, 1.5))
    assert painted(controller) == {(1, 1), (3, 1)}
    tool.choose(1)
    hand.click((3.5, 1.5), held=CTRL)
    assert (tool.kind, tool.brush.erases) == (2, False)


def test_heights_are_raised_by_a_stroke_once_a_cell(controller: Controller) -> None:
    """Going twice over a cell in one stroke raises it once; a second stroke again."""
    hand = Hand(HeightTool(controller))
    hand.drag((1.5, 1.5), (3.5, 1.5), (1.5, 1.5))
    assert controller.encounter.map.ground_m(Cell(1, 1)) == 0.5
    hand.click((1.5, 1.5))
    assert controller.encounter.map.ground_m(Cell(1, 1)) == 1.0


def test_heights_are_picked_and_set(controller: Controller) -> None:
    """Ctrl-click on a hollow two steps deep sets other cells as deep."""
    tool = HeightTool(controller)
    hand = Hand(tool)
    tool.choose(-2, relative=True)
    hand.click((1.5, 1.5))
    hand.click((1.5, 1.5), held=CTRL)
    hand.click((5.5, 5.5))
    assert controller.encounter.map.ground_m(Cell(5, 5)) == -1.0


def test_strokes_widen_and_narrow_one_zone(controller: Controller) -> None:
    """The first stroke begins a zone, the next goes into it; erased altogether it is gone."""
    tool = ZonesTool(controller)
    hand = Hand(tool)
    tool.begin(SAMPLES[1])
    hand.click((1.5, 1.5))
    hand.click((2.5, 1.5))
    (zone,) = controller.encounter.map.zones
    assert (zone.name, zone.strength) == ("Thick smoke", 2)
    assert set(zone.cells) == {Cell(1, 1), Cell(2, 1)}
    tool.set_brush(erases=True)
    hand.drag((1.5, 1.5), (2.5, 1.5))
    assert controller.encounter.map.zones == ()


def test_a_new_zone_is_one_of_its_own(controller: Controller) -> None:
    """After "new" a stroke leaves the zones before it alone."""
    tool = ZonesTool(controller)
    hand = Hand(tool)
    hand.click((1.5, 1.5))
    tool.begin(SAMPLES[4])
    hand.click((1.5, 1.5))
    assert [zone.name for zone in controller.encounter.map.zones] == ["Smoke", "Darkness"]
    hand.key("delete")
    assert [zone.name for zone in controller.encounter.map.zones] == ["Smoke"]
