"""The fog tool: what strokes, clicks and keys over the map come to, against naive points."""

from __future__ import annotations

import random
from math import hypot
from typing import TYPE_CHECKING

import numpy as np
import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.records import scene_records as sr
from gridwar.control.state.pointer_and_keys import KeyEvent, PointerKind
from gridwar.control.tools.ground.fog_edits import FogHand
from gridwar.control.tools.ground.fog_stroke import FogShape
from gridwar.control.tools.ground.fog_tool import FogTool
from gridwar.control.tools.toolbox import Toolbox
from gridwar.engine.gm.fog_commands import SetFog, UncoverMap
from gridwar.engine.gm.map_commands import PutWalls, SetDoor
from gridwar.engine.gm.side_and_setting_commands import SetSide
from gridwar.engine.perception.side_sight import known_points
from gridwar.model.encounter import Side
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.memory import CellPin, FogMode
from gridwar.model.walls import DoorState, Wall, WallKind
from tests.support.fights import begun
from tests.support.pointing import CTRL, SHIFT, Hand

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

PARTY = "1"
PER_CELL = 8
WIDE, HIGH = 30, 20


@pytest.fixture
def controller() -> Controller:
    """A freeform fight with nobody in it, on a blank page, with fog by hand."""
    made = Controller(begun("freeform"))
    made.submit(SetFog(mode=FogMode.BY_HAND))
    return made


def known(controller: Controller) -> NDArray[np.bool_]:
    """Return rows of points: what the party knows."""
    return known_points(controller.encounter, PARTY)


def where(inside: Callable[[float, float], bool]) -> NDArray[np.bool_]:
    """Return rows of points, asked about one by one."""
    return np.array(
        [
            [inside((x + 0.5) / PER_CELL, (y + 0.5) / PER_CELL) for x in range(WIDE * PER_CELL)]
            for y in range(HIGH * PER_CELL)
        ]
    )


def test_a_stroke_is_one_command_and_one_undo_with_nobody_on_the_map(
    controller: Controller,
) -> None:
    """While the brush is drawn nothing has changed; undo covers the whole stroke again."""
    hand = Hand(FogTool(controller))
    rows = controller.session.history.next_id
    hand.hold((3.0, 3.0), (8.0, 3.0), (8.0, 9.0))
    assert not known(controller).any()
    hand.send(PointerKind.RELEASE, (8.0, 9.0))
    assert controller.session.history.next_id == rows + 1
    assert known(controller).any()
    controller.timeline.undo()
    assert not known(controller).any()


@pytest.mark.parametrize("seed", range(4))
def test_the_brush_uncovers_what_lies_within_half_its_width_of_its_way(
    controller: Controller, seed: int
) -> None:
    """Point by point the same as the distance to the nearest piece of the way says."""
    dice = random.Random(seed)
    tool = FogTool(controller)
    tool.set_size(dice.randint(1, 9))
    way = [(dice.uniform(0, WIDE), dice.uniform(0, HIGH)) for _place in range(4)]
    Hand(tool).drag(*way)
    pieces = list(zip([way[0], *way], way, strict=False))

    def inside(x: float, y: float) -> bool:
        return any(_off((x, y), a, b) <= tool.size / 2 for a, b in pieces)

    assert (known(controller) == where(inside)).all()


def _off(p: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> float:
    length = hypot(b[0] - a[0], b[1] - a[1])
    along = 0.0
    if length:
        dot = (p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])
        along = min(1.0, max(0.0, dot / length**2))
    return hypot(p[0] - a[0] - along * (b[0] - a[0]), p[1] - a[1] - along * (b[1] - a[1]))


def test_a_box_takes_whole_squares_and_ctrl_covers_them(controller: Controller) -> None:
    """From the square where it begins to that where it ends, beyond the map no further."""
    tool = FogTool(controller)
    tool.set_shape(FogShape.BOX)
    Hand(tool).drag((2.7, 3.2), (-4.0, 5.9))
    assert (known(controller) == where(lambda x, y: x < 3 and 3 <= y < 6)).all()
    Hand(tool).drag((1.1, 4.1), (1.9, 4.9), held=CTRL)
    expected = where(lambda x, y: x < 3 and 3 <= y < 6 and not (1 <= x < 2 and 4 <= y < 5))
    assert (known(controller) == expected).all()


@pytest.mark.parametrize("closing", ["first corner", "double click", "Shift+Enter"])
def test_a_polygon_is_clicked_corner_by_corner(controller: Controller, closing: str) -> None:
    """It is closed on its first corner, by a double click, or by a key; Escape takes a corner."""
    tool = FogTool(controller)
    tool.set_shape(FogShape.POLYGON)
    hand = Hand(tool)
    hand.click((2.0, 2.0), (12.0, 2.0), (20.0, 18.0))
    assert hand.key("escape")
    hand.click((12.0, 12.0))
    assert not known(controller).any()
    if closing == "first corner":
        hand.click((2.2, 2.1))
    elif closing == "double click":
        hand.send(PointerKind.DOUBLE, (12.0, 12.0))
    else:
        hand.hover((12.0, 12.0))
        tool.key(KeyEvent("enter", modifiers=SHIFT))
    assert (known(controller) == where(lambda x, y: 2 <= x < 12 and 2 < y <= x)).all()
    assert tool.stroke is None


def test_a_room_ends_at_walls_and_closed_doors_and_shows_its_walls(
    controller: Controller,
) -> None:
    """Two points of the walls' other side are what its walls are drawn on; an open door lets on."""
    walls = [_wall(f"w{n}", *ends) for n, ends in enumerate(_ROOM)]
    door = _wall("door", 8, 5, 8, 6).replace(kind=WallKind.DOOR)
    controller.submit(PutWalls(put=(*walls, door)))
    tool = FogTool(controller)
    tool.set_shape(FogShape.ROOM)
    hand = Hand(tool)
    hand.click((5.5, 5.5))
    rim = 2 / PER_CELL
    expected = where(lambda x, y: 4 - rim < x < 8 + rim and 4 - rim < y < 8 + rim)
    assert (known(controller) == expected).all()
    controller.submit(SetDoor(wall="door", state=DoorState.OPEN))
    hand.click((5.5, 5.5))
    assert known(controller)[::PER_CELL, ::PER_CELL].all()


_ROOM = ((4, 4, 8, 4), (4, 8, 8, 8), (4, 4, 4, 8), (8, 4, 8, 5), (8, 6, 8, 8))


def _wall(wall_id: str, ax: int, ay: int, bx: int, by: int) -> Wall:
    a, b = Point(ax * SUBCELL, ay * SUBCELL), Point(bx * SUBCELL, by * SUBCELL)
    return Wall(id=wall_id, a=a, b=b)


def test_by_key_alone_a_cursor_draws(controller: Controller) -> None:
    """Arrows go by squares, with Shift by five; Enter begins and ends; Ctrl covers."""
    tool = FogTool(controller)
    hand = Hand(tool)
    hand.key("2")
    tool.key(KeyEvent("2", text="2"))
    assert tool.shape is FogShape.BOX
    hand.key("left", "enter", "right", "down", "enter")
    cells = {(14, 10), (15, 10), (14, 11), (15, 11)}
    assert (known(controller) == where(lambda x, y: (int(x), int(y)) in cells)).all()
    tool.key(KeyEvent("enter", modifiers=CTRL))
    hand.key("enter")
    cells.remove((15, 11))
    assert (known(controller) == where(lambda x, y: (int(x), int(y)) in cells)).all()
    tool.key(KeyEvent("left", modifiers=SHIFT))
    assert controller.view.hover == Cell(10, 11)


def test_a_polygon_by_key(controller: Controller) -> None:
    """Enter sets corners, Shift+Enter sets the last one and closes it."""
    tool = FogTool(controller)
    tool.set_shape(FogShape.POLYGON)
    hand = Hand(tool)
    hand.hover((2.5, 2.5))
    hand.key("enter", "right", "right", "right", "right", "enter", "down", "down", "down")
    tool.key(KeyEvent("enter", modifiers=SHIFT))
    corners = where(lambda x, y: 2.5 <= x < 6.5 and 2.5 < y < 2.5 + (x - 2.5) * 0.75)
    assert (known(controller) == corners).all()


def test_zero_turns_it_round_and_brackets_size_it(controller: Controller) -> None:
    """What is uncovered by a drag is covered by the next one; Ctrl then uncovers."""
    tool = FogTool(controller)
    hand = Hand(tool)
    hand.key("bracketright", "bracketright")
    assert tool.size == 5
    hand.click((5.0, 5.0))
    hand.key("0")
    hand.click((5.0, 5.0))
    assert not known(controller).any()
    hand.click((5.0, 5.0), held=CTRL)
    assert known(controller).any()


def test_a_first_stroke_turns_fog_by_hand_on(controller: Controller) -> None:
    """Uncovering shows that alone, covering hides that alone; one undo, and the fog is off."""
    controller.submit(SetFog(mode=FogMode.OFF))
    tool = FogTool(controller)
    tool.set_shape(FogShape.BOX)
    Hand(tool).click((3.5, 3.5))
    assert _mode(controller) is FogMode.BY_HAND
    assert (known(controller) == where(lambda x, y: 3 <= x < 4 and 3 <= y < 4)).all()
    controller.timeline.undo()
    assert _mode(controller) is FogMode.OFF
    Hand(tool).click((3.5, 3.5), held=CTRL)
    assert (known(controller) == where(lambda x, y: not (3 <= x < 4 and 3 <= y < 4))).all()


def _mode(controller: Controller) -> FogMode:
    return controller.encounter.vision.mode


def test_pins_stay_whatever_is_covered_until_they_are_unpinned(controller: Controller) -> None:
    """A pin takes squares: all whose middle the stroke takes in."""
    tool = FogTool(controller)
    tool.set_shape(FogShape.BOX)
    hand = Hand(tool)
    hand.key("tab")
    hand.click((3.5, 3.5))
    hand.click((4.5, 3.5), held=CTRL)
    pinned = controller.encounter.vision.pinned
    assert (pinned.get(Cell(3, 3)), pinned.get(Cell(4, 3))) == (CellPin.SHOWN, CellPin.COVERED)
    tool.edit_all(covers=False)
    assert not known(controller)[3 * PER_CELL, 4 * PER_CELL]
    tool.edit_all(covers=True)
    assert known(controller)[3 * PER_CELL, 3 * PER_CELL]
    tool.set_hand(FogHand.UNPIN)
    hand.drag((3.5, 3.5), (4.5, 3.5))
    assert not controller.encounter.vision.pinned.tiles


def test_what_changes_nothing_is_no_step_of_undo(controller: Controller) -> None:
    """A stroke over what is uncovered already, or given up, leaves nothing to take back."""
    tool = FogTool(controller)
    hand = Hand(tool)
    hand.click((5.0, 5.0))
    rows = controller.session.history.next_id
    hand.click((5.0, 5.0))
    hand.hold((9.0, 9.0), (12.0, 9.0))
    hand.key("escape")
    hand.send(PointerKind.RELEASE, (12.0, 9.0))
    assert controller.session.history.next_id == rows


def test_where_several_sides_remember_strokes_are_for_one_or_for_all(
    controller: Controller,
) -> None:
    """One side is no choice; of two, either can be chosen."""
    tool = FogTool(controller)
    assert not tool.choices
    controller.submit(SetSide(id="3", side=Side(name="Guides", index=2, stance="party")))
    assert tool.choices == (PARTY, "3")
    tool.take_side("3")
    Hand(tool).click((5.0, 5.0))
    assert not known_points(controller.encounter, PARTY).any()
    assert known_points(controller.encounter, "3").any()
    tool.take_side("")
    Hand(tool).click((15.0, 5.0))
    assert known_points(controller.encounter, PARTY).any()


def test_the_stroke_is_shown_before_it_ends(controller: Controller) -> None:
    """The hatch is that of after the stroke, for the game master alone."""
    tools = Toolbox(controller)
    tool = tools.tools["fog"]
    tools.take("fog")
    scenes = ScenePresenter(controller, tools)
    hand = Hand(tool)
    hand.hold((3.0, 3.0), (8.0, 3.0))
    shown, players = scenes.for_gm().fog, scenes.presented.scene().fog
    hand.send(PointerKind.RELEASE, (8.0, 3.0))
    assert shown is not None
    assert players is not None
    assert (shown.known == known(controller)).all()
    assert not players.known.any()


def test_the_map_rests_while_it_is_used_and_says_what_a_stroke_does(
    controller: Controller,
) -> None:
    """Nothing of reach is drawn; the ring is as wide as the brush and bears its words."""
    tools = Toolbox(controller)
    tools.take("fog")
    Hand(tools.tools["fog"]).hover((5.0, 5.0))
    shown = ScenePresenter(controller, tools).for_gm().overlays
    (ring,) = [one for one in shown if isinstance(one, sr.RingOverlay)]
    assert (ring.center, ring.radius_cells, ring.label) == ((5.0, 5.0), 1.5, "uncover")
    assert len(shown) == 1


def test_all_and_none_are_one_command_each(controller: Controller) -> None:
    """Undo brings back what was known before."""
    tool = FogTool(controller)
    Hand(tool).click((5.0, 5.0))
    before = known(controller)
    controller.submit(UncoverMap())
    assert known(controller).all()
    controller.timeline.undo()
    tool.edit_all(covers=True)
    assert not known(controller).any()
    controller.timeline.undo()
    assert (known(controller) == before).all()
