"""The tool for the map's page: boxes, nudges, one command."""

from __future__ import annotations

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.state.pointer_and_keys import (
    Button,
    KeyboardModifier,
    KeyEvent,
    PointerEvent,
    PointerKind,
)
from gridwar.control.tools.ground.map_setup_tool import GridTool
from gridwar.control.tools.toolbox import Toolbox
from gridwar.engine.gm.map_commands import LayMap
from gridwar.model.battlemap import BattleMap, Picture
from tests.support.fights import begun

PICTURE = Picture(sha256="a" * 64, pixels_per_cell=70, width_px=700, height_px=700)


@pytest.fixture
def table() -> tuple[Controller, GridTool]:
    """A fight on a picture of 10 x 10 cells, with the tool in hand."""
    controller = Controller(begun("freeform", hero=(3, 3)))
    controller.submit(LayMap(map=BattleMap(width=10, height=10, picture=PICTURE)))
    tools = Toolbox(controller)
    tools.take("grid")
    tool = tools.active
    assert isinstance(tool, GridTool)
    return controller, tool


def drag(tool: GridTool, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag with the left button, in cells."""
    for kind, point in (
        (PointerKind.PRESS, start),
        (PointerKind.MOVE, end),
        (PointerKind.RELEASE, end),
    ):
        cell = (int(point[0]), int(point[1]))
        tool.pointer(PointerEvent(kind, cell, point, Button.LEFT))


def test_a_drag_is_shown_before_anything_happens(table: tuple[Controller, GridTool]) -> None:
    """A box over two cells doubles the picture in the preview; the fight's map stays."""
    controller, tool = table
    before = controller.encounter.map
    drag(tool, (0, 0), (0.5, 0.5))
    shown = tool.preview()
    assert shown is not None
    assert (shown.width, shown.height) == (20, 20)
    assert controller.encounter.map is before


def test_the_number_of_cells_may_be_said_afterwards(table: tuple[Controller, GridTool]) -> None:
    """The box of half a cell was meant for one; for two it is a quarter."""
    _controller, tool = table
    drag(tool, (0, 0), (0.5, 0.5))
    tool.use_columns(2)
    assert tool.setup.placement is not None
    assert tool.setup.placement.cell_px == pytest.approx(17.5)


def test_enter_makes_it_one_command_and_undo_takes_it_back(
    table: tuple[Controller, GridTool],
) -> None:
    """A drag and two nudges are one line in the log."""
    controller, tool = table
    before, rows = controller.encounter.map, len(controller.session.history.rows)
    drag(tool, (0, 0), (0.5, 0.5))
    tool.key(KeyEvent("right"))
    tool.key(KeyEvent("down", modifiers=frozenset({KeyboardModifier.SHIFT})))
    tool.key(KeyEvent("enter"))
    picture = controller.encounter.map.picture
    assert picture is not None
    assert (picture.pixels_per_cell, picture.offset_x_px, picture.offset_y_px) == (35, 1, 10)
    assert len(controller.session.history.rows) == rows + 1
    controller.timeline.undo()
    assert controller.encounter.map == before


def test_escape_takes_back_what_was_not_applied(table: tuple[Controller, GridTool]) -> None:
    """The first Escape gives the change up, the next is not used and puts the tool down."""
    _controller, tool = table
    tool.key(KeyEvent("left"))
    assert tool.preview() is not None
    assert tool.key(KeyEvent("escape"))
    assert tool.preview() is None
    assert not tool.key(KeyEvent("escape"))


def test_what_makes_no_sense_is_not_applied(table: tuple[Controller, GridTool]) -> None:
    """Enter does nothing while a field is wrong."""
    controller, tool = table
    tool.put("name", "Cave")
    tool.put("width", "many")
    tool.key(KeyEvent("enter"))
    assert controller.encounter.map.name == ""
