"""The grid that was found on a picture, in the hand of the tool: take, half, double, none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.records.printed_grid_records import GridOverlay
from gridwar.control.records.scene_records import LabelOverlay
from gridwar.control.state.pointer_and_keys import KeyEvent
from gridwar.control.tools.ground.map_setup_tool import GridTool
from gridwar.control.tools.toolbox import Toolbox
from gridwar.engine.gm.map_commands import LayMap, SetPage
from gridwar.formats.grid_finding import GridFinding, GridVerdict
from gridwar.formats.picture_draft import CELL_SIZE, PictureDraft
from gridwar.formats.picture_headers_and_limits import look_at
from gridwar.model.battlemap import BattleMap, Picture
from tests.support.fights import begun
from tests.support.uvtt import png

if TYPE_CHECKING:
    from collections.abc import Callable

PICTURE = Picture(sha256="a" * 64, pixels_per_cell=70, width_px=700, height_px=420)
SURE = GridFinding(GridVerdict.SURE, 50.0, 50.0, 10.0, 20.0, score=20.0)
PERHAPS = GridFinding(GridVerdict.PROPOSED, 50.0, 50.0, 10.0, 20.0, score=8.0)
TURNED = GridFinding(GridVerdict.SURE, 50.0, 50.0, 10.0, 20.0, tilt_deg=0.4, score=20.0)
STRETCHED = GridFinding(GridVerdict.STRETCHED, 50.0, 52.0, 10.0, 20.0, score=20.0)


class Table:
    """A fight on a picture with the grid tool in hand."""

    def __init__(self) -> None:
        self.controller = Controller(begun("freeform", hero=(3, 3)))
        self.controller.submit(LayMap(map=BattleMap(width=10, height=6, picture=PICTURE)))
        self.tools = Toolbox(self.controller)
        self.tools.take("grid")
        tool = self.tools.active
        assert isinstance(tool, GridTool)
        self.tool = tool

    def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            self.tools.key(KeyEvent(key))

    @property
    def picture(self) -> Picture:
        """The picture as it lies."""
        picture = self.controller.encounter.map.picture
        assert picture is not None
        return picture

    @property
    def cell_px(self) -> float:
        """The cell that is shown."""
        assert self.tool.setup.placement is not None
        return self.tool.setup.placement.cell_px

    def rows(self) -> int:
        """How many commands there were."""
        return len(self.controller.session.history.rows)


@pytest.fixture
def table() -> Table:
    """See ``Table``."""
    return Table()


def test_a_proposal_is_shown_and_nothing_has_happened(table: Table) -> None:
    """Its lines and its certainty lie over the picture; the fight's map is as it was."""
    before = table.controller.encounter.map
    table.tool.proposed.propose(SURE)
    assert table.controller.encounter.map is before
    preview = table.tool.preview()
    assert preview is not None
    assert (preview.width, preview.height) == (14, 8)
    lines, label = table.tool.overlays()
    assert isinstance(lines, GridOverlay)
    assert (lines.first, lines.step, lines.sure) == ((0.0, 0.0), (1.0, 1.0), True)
    assert isinstance(label, LabelOverlay)
    assert label.text == "Grid found: 50 px, sure"


def test_enter_takes_it_in_one_command_and_undo_takes_it_back(table: Table) -> None:
    """Cell, offset and size of the map are one line in the log."""
    before, rows = table.controller.encounter.map, table.rows()
    table.tool.proposed.propose(SURE)
    table.press("enter")
    assert (table.picture.pixels_per_cell, table.picture.offset_x_px) == (50.0, -10.0)
    assert table.rows() == rows + 1
    assert table.tool.proposed.view() is None
    table.controller.timeline.undo()
    assert table.controller.encounter.map == before


@pytest.mark.parametrize(
    ("keys", "cell_px"),
    [
        (("slash",), 25.0),
        (("comma",), 25.0),
        (("asterisk",), 100.0),
        (("period", "period"), 200.0),
        (("slash", "asterisk"), 50.0),
    ],
)
def test_half_and_double_are_a_key_each(
    table: Table, keys: tuple[str, ...], cell_px: float
) -> None:
    """Each has a second key; all of it is a preview until it is taken."""
    rows = table.rows()
    table.tool.proposed.propose(PERHAPS)
    table.press(*keys)
    assert table.cell_px == cell_px
    assert table.rows() == rows
    table.press("enter")
    assert table.picture.pixels_per_cell == cell_px


@pytest.mark.parametrize("key", ["n", "0", "escape"])
def test_none_leaves_the_picture_as_it_lies(table: Table, key: str) -> None:
    """The proposal goes, the tool stays in hand, nothing is submitted."""
    before, rows = table.controller.encounter.map, table.rows()
    table.tool.proposed.propose(SURE)
    table.press(key)
    assert table.tool.proposed.view() is None
    assert table.tool.preview() is None
    assert (table.controller.encounter.map, table.rows()) == (before, rows)
    assert table.tools.active is table.tool


def test_n_is_the_proposals_only_while_there_is_one(table: Table) -> None:
    """Else the next turn begins by it."""
    assert not table.tools.wants(KeyEvent("n"))
    table.tool.proposed.propose(SURE)
    assert table.tools.wants(KeyEvent("n"))
    table.press("n")
    assert not table.tools.wants(KeyEvent("n"))


@pytest.mark.parametrize(
    ("width_px", "cell_px", "why"),
    [(700, 6.25, "less than 4 pixels"), (8_000, 25.0, "more than 500 in a row")],
)
def test_cells_are_not_halved_beyond_the_largest_map(
    table: Table, width_px: int, cell_px: float, why: str
) -> None:
    """Nor below what can be laid: the button says why, the key does nothing."""
    picture = PICTURE.replace(width_px=width_px)
    table.controller.submit(LayMap(map=BattleMap(width=10, height=6, picture=picture)))
    table.tool.proposed.propose(SURE)
    table.press(*["slash"] * 12)
    view = table.tool.proposed.view()
    assert view is not None
    assert why in view.half
    assert table.cell_px == cell_px


def test_what_is_unsure_is_said_and_drawn_so(table: Table) -> None:
    """Dashed lines, and words that ask."""
    table.tool.proposed.propose(PERHAPS)
    lines, label = table.tool.overlays()
    assert isinstance(lines, GridOverlay)
    assert isinstance(label, LabelOverlay)
    assert not lines.sure
    assert label.text == "Perhaps a grid of 50 px"


@pytest.mark.parametrize(
    ("finding", "words"),
    [
        (GridFinding(), "No grid seen"),
        (GridFinding(GridVerdict.HEX, 60, 60, score=30), "A hexagonal grid of 60 px"),
    ],
)
def test_where_there_is_nothing_to_take_that_is_said(
    table: Table, finding: GridFinding, words: str
) -> None:
    """Never in silence; a drag over cells still lays the grid by hand, and that can be taken."""
    table.tool.proposed.propose(finding)
    view = table.tool.proposed.view()
    assert view is not None
    assert (view.words, view.can_take) == (words, False)
    assert table.tool.preview() is None
    table.tool.put("cell_px", "60")
    view = table.tool.proposed.view()
    assert view is not None
    assert (view.words, view.can_take) == ("A grid of 60 px, by hand", True)


def test_fine_work_starts_from_the_finding(table: Table) -> None:
    """The arrows nudge the picture from where it was found, and Enter takes that."""
    table.tool.proposed.propose(SURE)
    table.press("right", "plus", "enter")
    assert (table.picture.offset_x_px, table.picture.pixels_per_cell) == (-9.0, 50.1)


def test_a_turned_picture_can_be_taken_or_turned(table: Table) -> None:
    """Tab asks for the straight picture; what is found on that is proposed, and one undo away."""
    other = PICTURE.replace(sha256="b" * 64, width_px=710)
    asked = _answering(table, other, SURE)
    table.tool.proposed.propose(TURNED)
    (lines, _label) = table.tool.overlays()
    assert isinstance(lines, GridOverlay)
    assert lines.turn_deg == 0.4
    assert table.tools.wants(KeyEvent("tab"))
    table.press("tab")
    assert asked == [(PICTURE, TURNED)]
    assert table.picture == PICTURE
    before = table.controller.encounter.map
    table.press("enter")
    assert (table.picture.sha256, table.picture.width_px) == (other.sha256, 710)
    command = table.controller.session.history.rows[
        table.controller.session.position.cursor
    ].command
    assert isinstance(command, SetPage)
    table.controller.timeline.undo()
    assert table.controller.encounter.map == before


def test_a_stretched_picture_is_made_square_before_it_is_taken(table: Table) -> None:
    """Its cells are shown as they are; Enter makes it square, the next one takes it."""
    asked = _answering(table, PICTURE.replace(sha256="c" * 64, height_px=404), SURE)
    table.tool.proposed.propose(STRETCHED)
    (lines, _label) = table.tool.overlays()
    assert isinstance(lines, GridOverlay)
    assert lines.step == pytest.approx((50 / 70, 52 / 70))
    table.press("enter")
    assert asked == [(PICTURE, STRETCHED)]
    assert table.picture == PICTURE
    table.press("enter")
    assert (table.picture.height_px, table.picture.pixels_per_cell) == (404, 50.0)


def test_the_grid_is_looked_for_again_by_a_key(table: Table) -> None:
    """What is found on the picture as it lies is proposed."""

    def look(picture: Picture, found: Callable[[GridFinding], None]) -> None:
        assert picture == PICTURE
        found(PERHAPS)

    table.controller.map_import.look_for_grid = look
    table.press("1")
    view = table.tool.proposed.view()
    assert view is not None
    assert view.words == "Perhaps a grid of 50 px"


def test_a_proposal_goes_with_its_picture(table: Table) -> None:
    """Another map under it, by undo or import, and nothing is proposed any more."""
    table.tool.proposed.propose(SURE)
    table.controller.submit(LayMap(map=BattleMap(width=4, height=4)))
    assert table.tool.proposed.view() is None
    assert table.tool.overlays() == ()


def test_an_import_proposes_what_was_found_and_enter_ends_it() -> None:
    """One Enter takes the grid, closes the report and puts the tool down."""
    table = Table()
    data = png(700, 420)
    draft = PictureDraft("cave.png", data, look_at(data)).with_finding(SURE)
    table.controller.map_import.lay(draft.at(70.0))
    assert table.picture.pixels_per_cell == 70.0
    assert table.tool.proposed.can_take
    table.press("enter")
    assert table.picture.pixels_per_cell == 50.0
    assert table.controller.map_import.imported is None
    assert table.controller.view.tool == "select"


def test_undo_after_an_import_takes_back_the_import() -> None:
    """What is merely proposed goes with it; what was nudged is taken back first."""
    table = Table()
    before = table.controller.encounter.map
    data = png(700, 420)
    draft = PictureDraft("cave.png", data, look_at(data)).with_finding(SURE)
    table.controller.map_import.lay(draft.at(70.0))
    laid = table.controller.encounter.map
    assert table.tool.proposed.can_take
    assert table.tool.undo()
    assert table.controller.encounter.map == before
    assert table.controller.map_import.imported is None
    assert table.tool.proposed.view() is None
    table.controller.timeline.redo()
    assert table.controller.encounter.map == laid
    table.controller.map_import.lay(draft.at(70.0))
    table.press("right")
    assert table.tool.undo()
    assert table.controller.encounter.map == laid
    assert table.controller.map_import.imported is not None


def test_a_size_chosen_in_the_report_ends_the_proposal() -> None:
    """Whoever answers the question has decided."""
    table = Table()
    data = png(700, 420)
    draft = PictureDraft("cave.png", data, look_at(data)).with_finding(SURE)
    table.controller.map_import.lay(draft.at(70.0))
    table.controller.map_import.answer(CELL_SIZE, "140")
    assert table.tool.proposed.view() is None
    assert table.picture.pixels_per_cell == 140.0


def _answering(
    table: Table, other: Picture, finding: GridFinding
) -> list[tuple[Picture, GridFinding]]:
    """Let pictures be straightened at once; return what was asked for."""
    asked: list[tuple[Picture, GridFinding]] = []

    def straighten(
        picture: Picture, found: GridFinding, made: Callable[[Picture, GridFinding], None]
    ) -> None:
        asked.append((picture, found))
        made(other, finding)

    table.controller.map_import.straighten = straighten
    return asked


def test_the_report_and_the_proposal_give_one_figure(table: Table) -> None:
    """The cell that is proposed is the answer told; by hand it is none; left, it is the guess."""
    data = png(700, 420)
    draft = PictureDraft("mill.png", data, look_at(data, "mill.png")).with_finding(SURE)
    report = draft.at(70.0).report
    tool = table.tool.proposed
    assert [one.chosen for one in tool.told_in(report).checks] == ["70"]
    tool.propose(SURE)
    told = tool.told_in(report)
    assert [one.chosen for one in told.checks] == ["found"]
    assert told.checks[0].choices[0].label == "as found, 50 px"
    assert tool.told_in(report) is told
    table.press("slash")
    assert [one.chosen for one in tool.told_in(report).checks] == [""]
    table.press("n")
    assert [one.chosen for one in tool.told_in(report).checks] == ["70"]
