"""The tool for the map's page: boxes, nudges, one command, and the report of an import."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from gridwar.control.controller import Controller
from gridwar.control.pointer import Button, KeyEvent, Modifier, PointerEvent, PointerKind
from gridwar.control.records.scene_records import LabelOverlay
from gridwar.control.tools.grid import GridTool
from gridwar.control.tools.toolbox import Toolbox
from gridwar.engine.gm.commands import LayMap, SetValue
from gridwar.formats.imported import Check, Choice, Imported, ImportReport
from gridwar.model.battlemap import BattleMap, Picture
from gridwar.model.geometry import Cell
from tests.support.fights import begun

PICTURE = Picture(sha256="a" * 64, pixels_per_cell=70, width_px=700, height_px=700)


@pytest.fixture
def table() -> tuple[Controller, GridTool]:
    """A fight on a picture of 10 x 10 cells, with the tool in hand."""
    controller = Controller(begun("freeform", hero=(3, 3)))
    controller.submit(LayMap(map=BattleMap(width=10, height=10, picture=PICTURE)))
    tools = Toolbox(controller)
    tools.take("grid")
    tool = tools.in_hand
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
    assert tool.page.lie is not None
    assert tool.page.lie.cell_px == pytest.approx(17.5)


def test_enter_makes_it_one_command_and_undo_takes_it_back(
    table: tuple[Controller, GridTool],
) -> None:
    """A drag and two nudges are one line in the log."""
    controller, tool = table
    before, rows = controller.encounter.map, len(controller.session.history.rows)
    drag(tool, (0, 0), (0.5, 0.5))
    tool.key(KeyEvent("right"))
    tool.key(KeyEvent("down", modifiers=frozenset({Modifier.SHIFT})))
    tool.key(KeyEvent("enter"))
    picture = controller.encounter.map.picture
    assert picture is not None
    assert (picture.pixels_per_cell, picture.offset_x_px, picture.offset_y_px) == (35, 1, 10)
    assert len(controller.session.history.rows) == rows + 1
    controller.undo()
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


# --- the report of an import ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Named:
    """A file with one question: what the map is called."""

    def answered(self, check_id: str, choice_id: str) -> Imported:
        """Return the map under that name."""
        del check_id
        ways = (Choice("Cave", "Cave"), Choice("Mine", "Mine"))
        check = Check("name", "Which name?", "It has two.", ways, choice_id, Cell(4, 5))
        report = ImportReport("cave.dd2vtt", checks=(check,))
        return Imported(BattleMap(width=8, height=9, name=choice_id), None, report, self)


def test_an_import_is_laid_at_once_and_asks_on_the_map(
    table: tuple[Controller, GridTool],
) -> None:
    """The place that is asked about is named where it is."""
    controller, tool = table
    tool.lay(Named().answered("name", "Cave"))
    assert controller.encounter.map.name == "Cave"
    labels = [one for one in tool.overlays() if isinstance(one, LabelOverlay)]
    assert [(one.text, one.at) for one in labels] == [("E 6", (4.5, 5.5))]


def test_an_answer_lays_the_map_anew(table: tuple[Controller, GridTool]) -> None:
    """Another answer is another map, and undo leads back to the first."""
    controller, tool = table
    tool.lay(Named().answered("name", "Cave"))
    tool.answer("name", "Mine")
    assert controller.encounter.map.name == "Mine"
    controller.undo()
    assert controller.encounter.map.name == "Cave"


def test_the_scale_of_the_fight_stays(table: tuple[Controller, GridTool]) -> None:
    """Map files know no scale: that of the map before counts for the new one too."""
    controller, tool = table
    tool.put("cell_size", "5")
    tool.put("unit", "ft")
    tool.apply()
    tool.lay(Named().answered("name", "Cave"))
    tool.answer("name", "Mine")
    assert controller.encounter.map.scale.cell_size == 5
    assert controller.encounter.map.scale.unit == "ft"


def test_after_an_edit_an_answer_would_lose_it(table: tuple[Controller, GridTool]) -> None:
    """Once the GM has changed the map, its file's questions are closed; moving people is not."""
    controller, tool = table
    tool.lay(Named().answered("name", "Cave"))
    controller.submit(SetValue(who=("hero",), field="altitude", value="3"))
    still_open = tool.is_as_imported
    controller.submit(LayMap(map=controller.encounter.map.with_name("Mine, drawn on")))
    assert (still_open, tool.is_as_imported) == (True, False)
    tool.answer("name", "Mine")
    assert controller.encounter.map.name == "Mine, drawn on"
