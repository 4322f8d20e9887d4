"""The import of a map: laid as one command, asked about, answered, taken off."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.maps.map_import import confirmation
from gridwar.control.records.panel_records import KeyHint
from gridwar.control.records.scene_records import LabelOverlay
from gridwar.control.state.pointer_and_keys import KeyEvent
from gridwar.control.tools.ground.map_setup_tool import GridTool
from gridwar.control.tools.toolbox import SELECT, Toolbox
from gridwar.engine.gm.combatant_commands import SetValue
from gridwar.engine.gm.map_commands import LayMap, SetPage
from gridwar.errors import UnwritableFile
from gridwar.formats.import_report import Check, Choice, Imported, ImportReport
from gridwar.model.battlemap import BattleMap
from gridwar.model.geometry import Cell
from gridwar.model.scale import Scale
from tests.support.fights import begun


@dataclass(frozen=True, slots=True)
class Named:
    """A file with one question: what the map is called."""

    picture: bytes | None = None

    def answered(self, check_id: str, choice_id: str) -> Imported:
        """Return the map under that name."""
        del check_id
        ways = (Choice("Cave", "Cave"), Choice("Mine", "Mine"))
        check = Check("name", "Which name?", "It has two.", ways, choice_id, Cell(4, 5))
        report = ImportReport("cave.dd2vtt", checks=(check,))
        return Imported(BattleMap(width=8, height=9, name=choice_id), self.picture, report, self)


CAVE = Named().answered("name", "Cave")


@pytest.fixture
def controller() -> Controller:
    """A fight of one hero on a blank page."""
    return Controller(begun("freeform", hero=(3, 3)))


def test_the_grid_tool_comes_to_hand_and_asks_on_the_map(controller: Controller) -> None:
    """The place that is asked about is named where it is."""
    tools = Toolbox(controller)
    controller.map_import.lay(CAVE)
    assert controller.encounter.map.name == "Cave"
    labels = [one for one in tools.active.overlays() if isinstance(one, LabelOverlay)]
    assert [(one.text, one.at) for one in labels] == [("E 6", (4.5, 5.5))]


def test_another_tool_closes_the_report_and_leaves_the_map(controller: Controller) -> None:
    """Whoever goes on to play has looked at the report."""
    tools = Toolbox(controller)
    controller.map_import.lay(CAVE)
    tools.take(SELECT)
    assert controller.map_import.imported is None
    assert controller.encounter.map.name == "Cave"


def test_enter_uses_the_map_and_puts_the_grid_tool_down(controller: Controller) -> None:
    """The key that the report shows ends it: people come next."""
    tools = Toolbox(controller)
    controller.map_import.lay(CAVE)
    told = tools.active.keys
    assert KeyHint("Enter", "use this map") in told()
    assert tools.key(KeyEvent("return"))
    assert controller.view.tool == SELECT
    assert controller.map_import.imported is None
    assert controller.encounter.map.name == "Cave"


def test_what_was_typed_about_the_map_before_is_forgotten(controller: Controller) -> None:
    """A page half set up belongs to the map that makes way."""
    tools = Toolbox(controller)
    tools.take("grid")
    tool = tools.active
    assert isinstance(tool, GridTool)
    tool.put("width", "70")
    assert tool.preview() is not None
    controller.map_import.lay(CAVE)
    assert tool.preview() is None


def test_an_answer_lays_the_map_anew(controller: Controller) -> None:
    """Another answer is another map, and undo leads back to the first."""
    controller.map_import.lay(CAVE)
    controller.map_import.answer("name", "Mine")
    assert controller.encounter.map.name == "Mine"
    controller.timeline.undo()
    assert controller.encounter.map.name == "Cave"


def test_the_scale_of_the_fight_stays(controller: Controller) -> None:
    """Map files know no scale: that of the map before counts for the new one too."""
    controller.submit(SetPage(scale=Scale(cell_size=5, unit="ft")))
    controller.map_import.lay(CAVE)
    controller.map_import.answer("name", "Mine")
    assert controller.encounter.map.name == "Mine"
    assert controller.encounter.map.scale == Scale(cell_size=5, unit="ft")


def test_after_an_edit_an_answer_would_lose_it(controller: Controller) -> None:
    """An edit of the map closes the questions of its file; moving a combatant does not."""
    session = controller.map_import
    session.lay(CAVE)
    controller.submit(SetValue(who=("hero",), field="altitude", value="3"))
    still_open = session.is_answerable
    controller.submit(LayMap(map=controller.encounter.map.with_name("Mine, drawn on")))
    assert (still_open, session.is_answerable) == (True, False)
    session.answer("name", "Mine")
    assert controller.encounter.map.name == "Mine, drawn on"


def test_taken_off_it_gives_the_first_map_back(controller: Controller) -> None:
    """Whatever was answered, or imported on top of it, the map is that of before the first."""
    before = controller.encounter.map
    controller.map_import.lay(CAVE)
    controller.map_import.answer("name", "Mine")
    controller.map_import.lay(Named().answered("name", "Pit"))
    controller.map_import.take_off()
    assert controller.encounter.map == before
    assert controller.map_import.imported is None


def test_the_report_of_a_map_that_lies_there_already_can_be_opened(controller: Controller) -> None:
    """A fight by other rules on the same map goes on with its questions, and nothing is done."""
    controller.submit(LayMap(map=CAVE.map))
    rows = len(controller.session.history.rows)
    controller.map_import.resume(CAVE)
    assert len(controller.session.history.rows) == rows
    controller.map_import.answer("name", "Mine")
    assert controller.encounter.map.name == "Mine"


def test_a_picture_that_cannot_be_kept_leaves_the_map_as_it_was(controller: Controller) -> None:
    """The reason is told, and nothing is laid."""
    before = controller.encounter.map

    def fail(data: bytes) -> None:
        del data
        raise UnwritableFile("The disk is full.")

    controller.map_import.keep_picture = fail
    controller.map_import.lay(Named(b"picture").answered("name", "Cave"))
    assert controller.encounter.map is before
    notice = controller.view.notice
    assert notice is not None
    assert (notice.text, notice.tone) == ("The disk is full.", "error")


def test_a_picture_is_kept_with_the_fight(controller: Controller) -> None:
    """Its file goes where the fight is kept, before the map that names it is laid."""
    kept: list[bytes] = []
    controller.map_import.keep_picture = kept.append
    controller.map_import.lay(Named(b"picture").answered("name", "Cave"))
    assert kept == [b"picture"]


def test_it_is_asked_about_where_something_would_be_lost(controller: Controller) -> None:
    """Where somebody is on the map the question says what becomes of them."""
    asked = confirmation(controller, "Cave")
    assert asked is not None
    assert asked.title == "Lay Cave in this fight?"
    assert asked.text.startswith("1 combatant stays where they are")
