"""A building of floors in the whole window, offscreen: one floor seen, stairs taken, shots through.

By mouse and keys alone, in two systems.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from gridwar.control.controller.controller import Controller
from gridwar.control.tools.floors.floors_tool import FloorMode, FloorsTool
from gridwar.control.tools.sketch.sketch_tool import SketchTool
from gridwar.control.tools.walls.walls_tool import WallsTool
from gridwar.engine.gm.combatant_commands import Place
from gridwar.engine.gm.map_commands import LayMap
from gridwar.model.floors import is_rim
from gridwar.model.geometry import SUBCELL, Cell
from gridwar.ui.map.frame.floor_chips import FloorChips
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.window.main_window import MainWindow
from gridwar.ui.window.tool_panels.floors_panel import FloorsPanel
from tests.support.fights import begun
from tests.support.floors import BELOW_HATCH, FOOT, HATCH, HEAD, WIDTH, house

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

LEFT = Qt.MouseButton.LeftButton
PLACES = {
    "cepheus": {"marine": (3, 3), "brawler": (WIDTH + 2 + 6, 6)},
    "arrgs": {"guard": (3, 3), "raider": (WIDTH + 2 + 6, 6)},
}


def shown(qtbot: QtBot, system: str) -> MainWindow:
    """Return a window with a fight on a house of two floors."""
    controller = Controller(begun(system, **PLACES[system]))
    controller.submit(LayMap(map=house(is_open=True)))
    made = MainWindow(controller, make_theme(ThemeName.DARK))
    made.map.map_scene.reduce_motion = True
    qtbot.addWidget(made)
    made.resize(1280, 720)
    made.show()
    qtbot.waitExposed(made)
    controller.refresh_now()
    return made


@pytest.fixture(params=sorted(PLACES))
def window(qtbot: QtBot, request: pytest.FixtureRequest) -> Iterator[MainWindow]:
    """A window for each of two systems."""
    made = shown(qtbot, str(request.param))
    yield made
    made.controller.shut_down()


def at(window: MainWindow, cell: Cell) -> QPoint:
    """Return the middle of a cell in the map's viewport."""
    return window.map.mapFromScene(QPointF(cell.x + 0.5, cell.y + 0.5))


def names(window: MainWindow) -> list[str]:
    """Return who is to be seen, faintly or not."""
    window.controller.refresh_now()
    view = window.map.map_scene.view
    assert view is not None
    return [one.id for one in view.tokens]


def page_up(window: MainWindow, *, down: bool = False) -> None:
    """Press PgUp, or PgDown."""
    window.map.setFocus()
    QTest.keyClick(window.map, Qt.Key.Key_PageDown if down else Qt.Key.Key_PageUp)
    window.controller.refresh_now()
    QApplication.processEvents()


def test_one_floor_is_seen_and_the_chips_name_all(window: MainWindow) -> None:
    """Who is on another floor is not on the map; a click on its chip shows that floor."""
    one, other = PLACES[window.controller.system.id]
    window.controller.selection.select(one)
    assert names(window) == [one]
    chips = [chip for chip in window.map.findChildren(QPushButton) if chip.isVisible()]
    assert [chip.text().split("  ")[0] for chip in chips] == ["Floor 1", "Floor 0"]
    QTest.mouseClick(chips[0], LEFT)
    assert names(window) == [other]
    page_up(window, down=True)
    assert names(window) == [one]


def test_a_row_of_the_order_shows_the_floor_of_who_it_is(window: MainWindow) -> None:
    """The view follows whoever is selected, wherever that is."""
    one, other = PLACES[window.controller.system.id]
    window.controller.selection.select(other)
    assert names(window) == [other]
    window.controller.selection.select(one)
    assert names(window) == [one]


def test_somebody_is_dragged_up_the_stairs(window: MainWindow) -> None:
    """Press, to the stairs, PgUp, let go above: the way leads over both floors and is walked."""
    port, who = window.map.viewport(), window.controller.encounter.turn or ""
    other = next(one for one in PLACES[window.controller.system.id] if one != who)
    places = ((who, Cell(3, 3)), (other, Cell(WIDTH + 2 + 6, 6)))
    window.controller.submit(Place(to=places))
    window.controller.selection.select(who)
    window.controller.refresh_now()
    start = window.controller.encounter[who].pos
    assert start is not None
    QTest.mousePress(port, LEFT, pos=at(window, start))
    QTest.mouseMove(port, at(window, FOOT))
    page_up(window)
    assert window.controller.floors.shown is not None
    assert window.controller.floors.shown.id == "f1"
    goal = HEAD.shifted(1, 0)
    QTest.mouseMove(port, at(window, goal) - QPoint(3, 3))
    QTest.mouseMove(port, at(window, goal))
    window.controller.refresh_now()
    plan = window.controller.view.plan
    assert plan is not None
    assert (FOOT, HEAD) in list(zip(plan.cells, plan.cells[1:], strict=False)) or plan.free
    QTest.mouseRelease(port, LEFT, pos=at(window, goal))
    window.controller.refresh_now()
    assert window.controller.encounter[who].pos == goal
    assert who in names(window)


def test_who_stands_below_an_opening_is_seen_through_it(window: MainWindow) -> None:
    """Faintly, over the cell that is open; the line to who stands there is clear."""
    one, other = PLACES[window.controller.system.id]
    window.controller.submit(Place(to=((one, BELOW_HATCH), (other, HATCH.shifted(2, 0)))))
    window.controller.selection.select(other)
    assert set(names(window)) == {one, other}
    view = window.map.map_scene.view
    assert view is not None
    below = next(token for token in view.tokens if token.id == one)
    assert below.faint
    assert below.cell == (float(HATCH.x), float(HATCH.y))
    system, encounter = window.controller.system, window.controller.encounter
    seen = system.sight(encounter, other, one)
    assert seen is not None
    assert seen.clear
    moved = encounter.with_combatant(encounter[one].replace(pos=BELOW_HATCH.shifted(-3, 3)))
    hidden = system.sight(moved, other, one)
    assert hidden is not None
    assert not hidden.clear
    assert "Floor 1" in hidden.words


def test_stairs_are_linked_by_a_click_on_each_floor(window: MainWindow) -> None:
    """The first click begins them, PgUp shows the other floor, the second ends them."""
    controller, port = window.controller, window.map.viewport()
    controller.floors.show("f0")
    window.tools.take(FloorsTool.info.id)
    controller.refresh_now()
    tool = window.tools.active
    assert isinstance(tool, FloorsTool)
    QTest.keyClick(window.map, Qt.Key.Key_2)
    assert tool.mode is FloorMode.LADDER
    QTest.mouseClick(port, LEFT, pos=at(window, Cell(6, 6)))
    page_up(window)
    QTest.mouseClick(port, LEFT, pos=at(window, Cell(WIDTH + 2 + 6, 7)))
    controller.refresh_now()
    made = controller.encounter.map.links[-1]
    assert (made.kind.value, made.here, made.there) == (
        "ladder",
        (Cell(6, 6),),
        (Cell(WIDTH + 2 + 6, 7),),
    )
    panel = window.tool_step.panel
    assert isinstance(panel, FloorsPanel)
    panel.cost.setValue(9)
    assert controller.encounter.map.links[-1].cost == 9
    controller.timeline.undo()
    controller.timeline.undo()
    assert len(controller.encounter.map.links) == 1


def test_openings_are_painted_and_a_page_is_brought_in_line(window: MainWindow) -> None:
    """A drag opens the cells it crosses; in the last mode arrows move the page by a cell."""
    controller, port = window.controller, window.map.viewport()
    controller.floors.show("f1")
    window.tools.take(FloorsTool.info.id)
    tool = window.tools.active
    assert isinstance(tool, FloorsTool)
    tool.use(FloorMode.OPENING)
    controller.refresh_now()
    cells = [Cell(WIDTH + 2 + x, 8) for x in (3, 4)]
    QTest.mousePress(port, LEFT, pos=at(window, cells[0]))
    QTest.mouseMove(port, at(window, cells[1]))
    QTest.mouseRelease(port, LEFT, pos=at(window, cells[1]))
    assert set(cells) <= set(controller.encounter.map.openings)
    tool.use(FloorMode.ALIGN)
    QTest.keyClick(window.map, Qt.Key.Key_Right)
    assert controller.encounter.map.floors[1].over == (1, 0)


@pytest.mark.parametrize("tool", [SketchTool.info.id, WallsTool.info.id])
def test_what_is_drawn_stays_on_the_floor_where_it_began(window: MainWindow, tool: str) -> None:
    """A drag over the edge of the page, or one with PgUp on its way, ends at that edge."""
    controller, port = window.controller, window.map.viewport()
    window.tools.take(tool)
    for pages_up in (False, True):
        controller.floors.show("f0")
        controller.refresh_now()
        QTest.mousePress(port, LEFT, pos=at(window, Cell(6, 7)))
        QTest.mouseMove(port, at(window, Cell(9, 8)))
        if pages_up:
            page_up(window)
        goal = at(window, Cell(WIDTH + 4, 8))
        QTest.mouseMove(port, goal)
        QTest.mouseRelease(port, LEFT, pos=goal)
        QTest.keyClick(window.map, Qt.Key.Key_Escape)
    page = controller.encounter.map
    drawn = [wall for wall in page.walls if not is_rim(wall)]
    assert drawn
    right = page.floors[0].end.x * SUBCELL
    assert max(max(wall.a.x, wall.b.x) for wall in drawn) <= right


def test_a_line_of_walls_ends_on_its_floor(window: MainWindow) -> None:
    """Clicked on over PgUp, what was drawn below stays there, and another line begins above."""
    controller, port = window.controller, window.map.viewport()
    window.tools.take(WallsTool.info.id)
    controller.floors.show("f0")
    controller.refresh_now()
    for cell in (Cell(5, 7), Cell(9, 7)):
        QTest.mouseClick(port, LEFT, pos=at(window, cell))
    page_up(window)
    above = (Cell(WIDTH + 2 + 5, 3), Cell(WIDTH + 2 + 9, 3))
    for cell in above:
        QTest.mouseClick(port, LEFT, pos=at(window, cell))
    QTest.keyClick(window.map, Qt.Key.Key_Return)
    page = controller.encounter.map
    drawn = [wall for wall in page.walls if not is_rim(wall)]
    assert len(drawn) == 2
    for wall in drawn:
        ends = [page.floor_at(Cell(end.x // SUBCELL, end.y // SUBCELL)) for end in (wall.a, wall.b)]
        assert ends[0] is ends[1]
        assert ends[0] is not None


def test_pgup_shows_the_floor_above_whoever_is_selected(window: MainWindow) -> None:
    """Nobody rises by it: that is what ] does."""
    controller = window.controller
    who = next(iter(PLACES[controller.system.id]))
    controller.selection.select(who)
    before = controller.encounter
    page_up(window)
    assert controller.floors.shown is controller.encounter.map.floors[1]
    assert controller.encounter is before


@pytest.mark.parametrize("count", [2, 5])
def test_the_chips_cover_nothing_of_a_fitted_map(qtbot: QtBot, count: int) -> None:
    """They stand in a row above it, or where that is too long in a column beside it."""
    controller = Controller(begun("cepheus", marine=(3, 3)))
    controller.submit(LayMap(map=house(count)))
    made = MainWindow(controller, make_theme(ThemeName.DARK))
    qtbot.addWidget(made)
    made.resize(1280, 720)
    made.show()
    qtbot.waitExposed(made)
    controller.refresh_now()
    chips = [one for one in made.map.findChildren(FloorChips) if one.isVisible()]
    assert len(chips) == 1
    shown = made.map.map_scene.view
    assert shown is not None
    left, top, width, height = shown.ground.page
    page = QRectF(
        made.map.mapFromScene(QPointF(left, top)),
        made.map.mapFromScene(QPointF(left + width, top + height)),
    )
    assert not page.intersects(QRectF(chips[0].geometry()))
    assert QRectF(made.map.viewport().rect()).contains(page)
    assert (chips[0].width() > chips[0].height()) is (count == 2)
    controller.shut_down()
