"""The columns of the window and the inspector: what is in view at which size, and what stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gridwar.control.user_settings import SettingsKeeper
from gridwar.storage.new_open_and_sample_fights import samples
from gridwar.ui.app.application import Application
from gridwar.ui.panels.inspector import Tab
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.window.tool_panels.targets_panel import TargetsPanel
from gridwar.ui.window.window_size_class import size_class

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pytestqt.qtbot import QtBot

    from gridwar.ui.window.main_window import MainWindow

LEFT = Qt.MouseButton.LeftButton
SIZES = ((1600, 1000), (1280, 720), (1920, 1240))


@pytest.fixture
def opened(qtbot: QtBot) -> Iterator[Callable[[str, int, int], MainWindow]]:
    """Return what opens a sample fight in a window of some size."""
    made: list[Application] = []

    def open_sample(name: str, width: int, height: int) -> MainWindow:
        settings = SettingsKeeper()
        settings.change(tour_seen=True)
        application = Application(make_theme(ThemeName.DARK), settings)
        made.append(application)
        application.open(next(one.path for one in samples() if name in one.path.stem))
        window = application.window
        assert window is not None
        qtbot.addWidget(window)
        window.resize(width, height)
        window.show()
        QApplication.processEvents()
        return window

    yield open_sample
    for application in made:
        application.close()


def _widths(window: MainWindow) -> tuple[int, int, int]:
    parts = (window.rail, window.columns.left, window.inspector)
    rail, order, inspector = (part.width() for part in parts)
    return rail, order, inspector


@pytest.mark.parametrize(
    ("width", "height", "name", "order", "inspector"),
    [
        (1600, 1000, "usual", 216, 360),
        (1920, 1200, "large", 272, 420),
        (2560, 1440, "large", 272, 420),
        (1366, 1000, "small", 66, 316),
        (1600, 790, "small", 66, 316),
    ],
)
def test_a_size_of_the_window_says_how_wide_its_columns_are(
    width: int, height: int, name: str, order: int, inspector: int
) -> None:
    """Small up to 1366 wide or below 800 high, large from 1920 wide; tall from 1200 high."""
    found = size_class(width, height)
    assert (found.name, found.order_px, found.inspector_px) == (name, order, inspector)
    assert found.is_tall == (height >= 1200)
    assert not found.is_drawer
    assert size_class(1099, 900).is_drawer


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_no_tool_turn_sheet_or_tab_moves_a_column(
    opened: Callable[[str, int, int], MainWindow], width: int, height: int
) -> None:
    """Every tool is taken, every tab shown, a turn ended, an attack prepared: widths stay."""
    window = opened("a-drowned-heron", width, height)
    controller = window.controller
    at_rest = _widths(window)
    map_at_rest = window.map.geometry()
    seen = set()

    def look() -> None:
        controller.refresh_now()
        QApplication.processEvents()
        seen.add((_widths(window), window.map.geometry().getRect()))

    for tool_id in window.tools.tools:
        window.tools.take(tool_id)
        look()
    window.tools.take("select")
    for tab in Tab:
        window.columns.show_panel(tab)
        look()
    window.window_actions.action("fight.next").trigger()
    look()
    shoot = next(one for one in controller.actions.listed() if "combatant" in one.needs)
    controller.actions.choose(shoot.id)
    look()
    assert seen == {(at_rest, map_at_rest.getRect())}


def test_a_tools_settings_are_a_step_in_actions(
    opened: Callable[[str, int, int], MainWindow],
) -> None:
    """They come in place of the list, and the tab from before comes back with their end."""
    window = opened("a-drowned-heron", 1600, 1000)
    QTest.keyClick(window.map, Qt.Key.Key_R)
    window.controller.refresh_now()
    assert window.tool_step.panel is not None
    assert window.tool_step.panel.isVisible()
    assert not window.actions_panel.isVisible()
    QTest.keyClick(window.map, Qt.Key.Key_V)
    window.controller.refresh_now()
    assert window.actions_panel.isVisible()
    window.inspector.show_tab(Tab.SHEET)
    QTest.keyClick(window.map, Qt.Key.Key_W)
    window.controller.refresh_now()
    assert not window.inspector.sheet.isVisible()
    QTest.keyClick(window.map, Qt.Key.Key_V)
    window.controller.refresh_now()
    assert window.inspector.sheet.isVisible()


def test_the_log_leaves_the_tabs_of_a_tall_window(
    opened: Callable[[str, int, int], MainWindow],
) -> None:
    """Below 1200 its newest line stands at the foot and opens it; above, it stands below."""
    window = opened("a-drowned-heron", 1600, 1000)
    assert not window.log.isVisible()
    line = window.inspector.last_line
    assert "Maro Tenn" in line.accessibleName()
    QTest.mouseClick(line, LEFT)
    assert window.log.isVisible()
    assert not line.isVisible()
    window.resize(1600, 1240)
    QApplication.processEvents()
    assert window.log.isVisible()
    assert window.actions_panel.isVisible()
    window.resize(1600, 1000)
    QApplication.processEvents()
    assert window.actions_panel.isVisible()
    assert not window.log.isVisible()


def test_a_narrow_window_has_its_inspector_as_a_drawer(
    opened: Callable[[str, int, int], MainWindow],
) -> None:
    """It lies over the map, moves nothing, and goes with the key it came with, or Escape."""
    window = opened("a-drowned-heron", 1040, 700)
    place = window.map.geometry()
    assert not window.inspector.isVisible()
    for closes in (Qt.Key.Key_F5, Qt.Key.Key_Escape):
        window.window_actions.action("view.panel_actions").trigger()
        QApplication.processEvents()
        assert window.actions_panel.isVisible()
        assert window.map.geometry() == place
        if closes == Qt.Key.Key_F5:
            window.window_actions.action("view.panel_actions").trigger()
        else:
            QTest.keyClick(window.inspector.findChildren(type(window.actions_panel))[0], closes)
        QApplication.processEvents()
        assert not window.inspector.isVisible()
    window.resize(1500, 900)
    QApplication.processEvents()
    assert window.inspector.isVisible()


def test_escape_in_a_drawer_leaves_the_aim_that_it_came_with(
    opened: Callable[[str, int, int], MainWindow],
) -> None:
    """One press goes back to the list, the drawer goes too, and the map has the keyboard."""
    window = opened("m-smithy", 1040, 700)
    window.activateWindow()
    QTest.keyClick(window.map, Qt.Key.Key_1)
    window.controller.refresh_now()
    panel = window.tool_step.panel
    assert isinstance(panel, TargetsPanel)
    assert window.inspector.isVisible()
    panel.rows[0].setFocus()
    QTest.keyClick(panel.rows[0], Qt.Key.Key_Escape)
    window.controller.refresh_now()
    assert window.controller.view.picking is None
    assert window.controller.view.selected == ("morrik",)
    assert not window.inspector.isVisible()
    assert window.map.hasFocus()


def test_columns_are_as_the_user_left_them_at_the_next_start(
    opened: Callable[[str, int, int], MainWindow],
) -> None:
    """A closed order stays closed and a dragged width stays; resetting brings the defaults back."""
    window = opened("a-drowned-heron", 1600, 1000)
    handle = window.columns.handle(2)
    grip = QPoint(0, 300)
    QTest.mousePress(handle, LEFT, pos=grip)
    QTest.mouseMove(handle, grip - QPoint(60, 0))
    QTest.mouseRelease(handle, LEFT, pos=grip)
    dragged = window.inspector.width()
    assert dragged > 380
    window.columns.show_panel("order", on=False)
    again = opened("b-toll-vault", 1600, 1000)
    again.settings.change(layouts=window.settings.now.layouts)
    again.columns.begin()
    again.resize(1600, 1000)
    QApplication.processEvents()
    assert not again.order.isVisible()
    assert again.inspector.width() == dragged
    again.columns.reset()
    QApplication.processEvents()
    assert again.order.isVisible()
    assert again.inspector.width() == 360


def test_whoever_sits_in_a_vehicle_is_shown_with_it(
    opened: Callable[[str, int, int], MainWindow],
) -> None:
    """A second head names it with its pools; a click selects it (CE-VEH-04)."""
    window = opened("e-chase", 1600, 1000)
    controller = window.controller
    controller.selection.select("lena")
    controller.refresh_now()
    row = window.inspector.head._carrier
    assert row.isVisible()
    assert "Grey saloon" in row.accessibleName()
    QTest.mouseClick(row, LEFT)
    controller.refresh_now()
    assert controller.view.selected == ("saloon",)
    assert not row.isVisible()


def test_the_strip_of_a_small_window_says_names_on_hover_and_focus(
    opened: Callable[[str, int, int], MainWindow],
) -> None:
    """Number, token and bar are drawn; the name is the row's tooltip and accessible text."""
    window = opened("a-drowned-heron", 1280, 720)
    index = window.order.list.records.index(0)
    for role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
        assert "Survey drone" in str(window.order.list.records.data(index, role))
    assert window.order.width() == 66


def test_a_sign_opens_the_quick_field_of_a_small_window(
    opened: Callable[[str, int, int], MainWindow],
) -> None:
    """It is hidden at rest, opens with the sign typed, and goes when it is left."""
    window = opened("a-drowned-heron", 1280, 720)
    head = window.inspector.head
    everyone = window.controller.encounter.everyone()
    tomas = next(one.id for one in everyone if one.name == "Tomas Reck")
    window.controller.selection.select(tomas)
    window.controller.refresh_now()
    before = window.controller.rules_cache.card(tomas).points
    assert not head.quick.isVisible()
    window.map.setFocus()
    QTest.keyClicks(window.map, "-")
    assert head.quick.isVisible()
    QTest.keyClicks(head.quick.line, "3")
    QTest.keyClick(head.quick.line, Qt.Key.Key_Return)
    window.controller.refresh_now()
    assert window.controller.rules_cache.card(tomas).points == before - 3
    assert not head.quick.isVisible()
