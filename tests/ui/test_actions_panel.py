"""The list of actions under a hand and on the keyboard: rows, chips, folds, the usual ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, Qt, SignalInstance
from PySide6.QtGui import QAction, QContextMenuEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QMenu, QVBoxLayout, QWidget

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.actions_list import present_actions
from gridwar.control.records.action_list_records import FoldLine
from gridwar.storage.new_open_and_sample_fights import open_fight
from gridwar.storage.new_open_and_sample_fights import samples as sample_fights
from gridwar.systems import find_system
from gridwar.ui.panels.action_chips import ChipButton
from gridwar.ui.panels.action_headings import FoldRow, HeadingRow
from gridwar.ui.panels.action_rows import ActionRow
from gridwar.ui.panels.actions_panel import ActionsPanel
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import Theme, apply_theme, make_theme
from gridwar.ui.style.tooltips import tip_of
from gridwar.ui.window.main_window import MainWindow
from tests.ui import panel_samples as samples

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

# What the offscreen platform cannot do has no bearing here.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
LEFT = Qt.MouseButton.LeftButton
CTRL = Qt.KeyboardModifier.ControlModifier
SMALL_PX, LARGE_PX = (316, 452), (360, 690)
"""What a window of 1280 x 720, and one of 1600 x 1000, leaves to the list."""
LEAST_IN_VIEW = 11


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    """A dark theme at 100 %."""
    found = make_theme(ThemeName.DARK)
    apply_theme(qapp, found)
    return found


@pytest.fixture
def panel(qtbot: QtBot, theme: Theme) -> ActionsPanel:
    """Return a list with a line of each kind, shown and with the keyboard in its window."""
    found = ActionsPanel(theme)
    found.show_view(samples.ACTIONS)
    shown(qtbot, found, LARGE_PX)
    return found


def shown(qtbot: QtBot, panel: ActionsPanel, size_px: tuple[int, int]) -> None:
    """Show a list in a size."""
    qtbot.addWidget(panel)
    panel.resize(*size_px)
    panel.show()
    panel.activateWindow()
    QTest.qWait(1)


def heard(signal: SignalInstance) -> list[tuple[object, ...]]:
    """Return a list that fills with what a signal says."""
    said: list[tuple[object, ...]] = []
    signal.connect(lambda *args: said.append(args))
    return said


def named(panel: ActionsPanel, words: str) -> QWidget:
    """Return what the keyboard comes to under a name."""
    return next(one for one in panel.keys.reachable() if one.accessibleName() == words)


def names_in_view(panel: ActionsPanel) -> list[str]:
    """Return the names of the actions that can be seen whole, from the top."""
    buttons = (one for one in panel.keys.reachable() if isinstance(one, ActionRow | ChipButton))
    return [
        one.accessibleName()
        for one in buttons
        if one.visibleRegion().boundingRect() == one.rect() and not one.visibleRegion().isEmpty()
    ]


def focused(panel: ActionsPanel) -> str:
    """Return the name of what has the keyboard."""
    return panel.focusWidget().accessibleName()


# --- how much of it is seen -----------------------------------------------------------------------


@pytest.mark.parametrize("size_px", [SMALL_PX, LARGE_PX])
@pytest.mark.parametrize(
    "words", ["drowned-heron", "toll-vault", "plaza", "courtyard", "jungle-river"]
)
def test_eleven_actions_are_in_view(
    qtbot: QtBot, theme: Theme, words: str, size_px: tuple[int, int]
) -> None:
    """In a window of 720 high as in one of 1000, in every system."""
    controller, panel = _listed(theme, words, is_small=size_px == SMALL_PX)
    shown(qtbot, panel, size_px)
    assert len(names_in_view(panel)) >= LEAST_IN_VIEW
    controller.action_drafts.shut_down()


@pytest.mark.parametrize("size_px", [SMALL_PX, LARGE_PX])
def test_draws_and_checks_of_maro_are_in_view(
    qtbot: QtBot, theme: Theme, size_px: tuple[int, int]
) -> None:
    """What is drawn and what is checked is seen without scrolling."""
    controller, panel = _listed(theme, "drowned-heron", is_small=size_px == SMALL_PX)
    shown(qtbot, panel, size_px)
    found = names_in_view(panel)
    assert {"Draw Dagger", "Draw Fragmentation grenade", "Check without a skill"} <= {*found}
    assert len([one for one in found if one.startswith("Check")]) == 8
    controller.action_drafts.shut_down()


def _listed(theme: Theme, words: str, *, is_small: bool) -> tuple[Controller, ActionsPanel]:
    path = next(one.path for one in sample_fights() if words in one.path.stem)
    controller = Controller(open_fight(path, find_system).session)
    panel = ActionsPanel(theme)
    panel.set_dense(dense=is_small)
    panel.show_view(present_actions(controller))
    return controller, panel


def test_rows_keep_their_height(panel: ActionsPanel) -> None:
    """30, or 27 where room is scarce, a possible one or not; no line is ever wrapped."""
    rows = panel.findChildren(ActionRow)
    assert {row.height() for row in rows} == {30}
    panel.set_dense(dense=True)
    QTest.qWait(1)
    assert {row.height() for row in rows} == {27}


def test_a_small_window_has_dense_rows(qtbot: QtBot, theme: Theme) -> None:
    """Up to 1366 wide or under 800 high, and no longer once it is larger."""
    path = next(one.path for one in sample_fights() if "heron" in one.path.stem)
    controller = Controller(open_fight(path, find_system).session)
    window = MainWindow(controller, theme)
    qtbot.addWidget(window)
    for size_px, height in (((1366, 900), 27), ((1367, 799), 27), ((1367, 800), 30)):
        window.resize(*size_px)
        window.show()
        QTest.qWait(1)
        (first, *_rest) = window.actions_panel.findChildren(ActionRow)
        assert first.sizeHint().height() == height
    controller.action_drafts.shut_down()


# --- by mouse -------------------------------------------------------------------------------------


def test_an_impossible_action_is_asked_for_anyway(panel: ActionsPanel) -> None:
    """A click on one asks for it anyway; a possible one, or a chip, is chosen."""
    chosen, anyway = heard(panel.chosen), heard(panel.wants_anyway)
    for name in ("Attack: Rifle", "Strike: Blade", "Swift: Move", "Draw Dagger", "Check: Recon"):
        QTest.mouseClick(named(panel, name), LEFT)
    assert chosen == [("shoot",), ("swift",), ("draw:dagger",), ("check:recon",)]
    assert anyway == [("strike",)]
    assert "Click to do it anyway." in tip_of(named(panel, "Strike: Blade"))
    assert "CE-RNG-03" in named(panel, "Strike: Blade").accessibleDescription()


def test_a_click_folds_and_unfolds(panel: ActionsPanel) -> None:
    """A folded row its group, or its reason; a heading what stands below it; Usual never folds."""
    groups, reasons = heard(panel.folded), heard(panel.reason_folded)
    for name in ("By the GM, 2", "Not now: Ram, 1", "Checks"):
        QTest.mouseClick(named(panel, name), LEFT)
    (usual, *_rest) = panel.findChildren(HeadingRow)
    QTest.mouseClick(usual, LEFT)
    assert groups == [(("By the GM",), False), (("Checks",), True)]
    assert reasons == [("still", False)]


def test_what_is_unfolded_shows_its_actions(panel: ActionsPanel) -> None:
    """Below its row, where they can be clicked."""
    anyway = heard(panel.wants_anyway)
    lines = (*samples.ACTIONS.lines[:-1], replace(samples.ACTIONS.lines[-1], is_open=True))
    panel.show_view(replace(samples.ACTIONS, lines=lines))
    QTest.mouseClick(named(panel, "Ram"), LEFT)
    assert anyway == [("ram",)]


def drag(panel: ActionsPanel, row: QWidget, onto: QWidget, y: int) -> None:
    """Drag a row to a height within another one."""
    start, end = QPoint(60, row.height() // 2), row.mapFromGlobal(onto.mapToGlobal(QPoint(60, y)))
    QTest.mousePress(row, LEFT, pos=start)
    for share in (1, 2, 3):
        QTest.mouseMove(row, start + (end - start) * share / 3)
    assert panel.usual.mark.isVisible() == (end.y() < 400 and onto.accessibleName() != "Checks")
    QTest.mouseRelease(row, LEFT, pos=end)
    assert not panel.usual.mark.isVisible()


def test_a_row_is_dragged_among_the_usual_ones(panel: ActionsPanel) -> None:
    """To another place there, into it from below, and out of it; no drag is a click."""
    told, chosen = heard(panel.usual_changed), heard(panel.chosen)
    shoot, move = named(panel, "Attack: Rifle"), named(panel, "Move")
    drag(panel, move, shoot, 2)
    assert told.pop() == (("move", "attack #1", "attack #2"),)
    drag(panel, shoot, move, 28)
    assert told.pop() == (("attack #2", "move", "attack #1"),)
    drag(panel, named(panel, "Reload"), shoot, 2)
    assert told.pop() == (("reload *", "attack #1", "attack #2", "move"),)
    drag(panel, shoot, named(panel, "Checks"), 10)
    assert told.pop() == (("attack #2", "move"),)
    drag(panel, named(panel, "Reload"), named(panel, "Checks"), 10)
    drag(panel, shoot, shoot, 25)
    assert (told, chosen) == ([], [])


def entries(panel: ActionsPanel, name: str) -> dict[str, QAction]:
    """Return what the menu of a row offers, by its words, where it can be chosen."""
    row = named(panel, name)
    QApplication.sendEvent(
        row,
        QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), row.mapToGlobal(QPoint())),
    )
    menu = row.findChildren(QMenu)[-1]
    menu.hide()
    return {one.text(): one for one in menu.actions() if one.isEnabled() and one.text()}


def test_a_menu_chooses_the_usual_ones(panel: ActionsPanel) -> None:
    """For who does not drag: keep, up, down, take away, and all as at first."""
    told = heard(panel.usual_changed)
    entries(panel, "Reload")["Usual: keep here"].trigger()
    assert told.pop() == (("attack #1", "attack #2", "move", "reload *"),)
    first = entries(panel, "Attack: Rifle")
    assert "Usual: up" not in first
    first["Usual: down"].trigger()
    assert told.pop() == (("attack #2", "attack #1", "move"),)
    entries(panel, "Move")["Usual: take away"].trigger()
    assert told.pop() == (("attack #1", "attack #2"),)
    entries(panel, "Move")["Usual: as at first"].trigger()
    assert told == [((),)]


# --- by keyboard ----------------------------------------------------------------------------------


def test_arrows_walk_line_by_line_and_through_chips(panel: ActionsPanel) -> None:
    """Up and down from line to line, left and right among what stands in one."""
    named(panel, "Move").setFocus()
    walked = []
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Down):
        QTest.keyClick(panel.focusWidget(), key)
        walked.append(focused(panel))
    assert walked == ["Swift: Move", "Weapons", "Reload", "Draw Dagger"]
    QTest.keyClick(panel.focusWidget(), Qt.Key.Key_Right)
    assert focused(panel) == "Draw Fragmentation grenade"
    QTest.keyClick(panel.focusWidget(), Qt.Key.Key_Up)
    assert focused(panel) == "Reload"


def test_enter_chooses_and_unfolds(panel: ActionsPanel) -> None:
    """Enter does what a click does; Right unfolds too, Left folds the group that a row is in."""
    chosen, groups = heard(panel.chosen), heard(panel.folded)
    for name, key in (
        ("Check: Recon", Qt.Key.Key_Return),
        ("By the GM, 2", Qt.Key.Key_Return),
        ("By the GM, 2", Qt.Key.Key_Right),
        ("Reload", Qt.Key.Key_Left),
        ("Attack: Rifle", Qt.Key.Key_Left),
    ):
        named(panel, name).setFocus()
        QTest.keyClick(panel.focusWidget(), key)
    assert chosen == [("check:recon",)]
    gm, weapons = ("By the GM",), ("Weapons",)
    assert groups == [(gm, False), (gm, False), (weapons, True)]


def test_ctrl_and_an_arrow_move_a_usual_row(panel: ActionsPanel) -> None:
    """By one place; at the end, or below, nothing moves."""
    told = heard(panel.usual_changed)
    for name, key in (
        ("Strike: Blade", Qt.Key.Key_Up),
        ("Strike: Blade", Qt.Key.Key_Down),
        ("Move", Qt.Key.Key_Down),
        ("Reload", Qt.Key.Key_Up),
    ):
        named(panel, name).setFocus()
        QTest.keyClick(panel.focusWidget(), key, CTRL)
    assert told == [
        (("attack #2", "attack #1", "move"),),
        (("attack #1", "move", "attack #2"),),
    ]


def test_the_keyboard_stays_where_it_was_when_the_list_changes(panel: ActionsPanel) -> None:
    """A row that is moved, or a group that is unfolded, keeps it."""
    named(panel, "Attack: Rifle").setFocus()
    heading, *rest = samples.ACTIONS.lines
    panel.show_view(replace(samples.ACTIONS, lines=(heading, *reversed(rest[:3]), *rest[3:])))
    assert focused(panel) == "Attack: Rifle"
    named(panel, "Weapons").setFocus()
    weapons = FoldLine("Weapons", "reload, draw", 3, (), ("Weapons",))
    panel.show_view(replace(samples.ACTIONS, lines=(heading, *rest[:3], weapons, *rest[6:])))
    assert focused(panel) == "Weapons, 3"


def test_a_letter_filters_and_escape_ends_it(panel: ActionsPanel) -> None:
    """It is the first of what is sought; the whole list comes back, the keyboard where it was."""
    row, whole = named(panel, "Strike: Blade"), len(panel.keys.reachable())
    row.setFocus()
    asked = QKeyEvent(
        QEvent.Type.ShortcutOverride, Qt.Key.Key_R, Qt.KeyboardModifier.NoModifier, "r"
    )
    asked.ignore()
    QApplication.sendEvent(row, asked)
    assert asked.isAccepted()
    QTest.keyClicks(row, "r")
    search = panel.findChild(QLineEdit)
    assert search is not None
    assert (search.isVisible(), search.text(), search.hasFocus()) == (True, "r", True)
    QTest.keyClicks(search, "el")
    QTest.keyClick(search, Qt.Key.Key_Escape)
    assert not search.isVisible()
    assert focused(panel) == "Strike: Blade"
    assert len(panel.keys.reachable()) == whole


def test_typing_in_the_filter_keeps_what_fits(panel: ActionsPanel) -> None:
    """Headings of what is left stay; Enter takes the first and ends it."""
    chosen, whole = heard(panel.chosen), len(panel.keys.reachable())
    panel.begin_search()
    search = panel.findChild(QLineEdit)
    assert search is not None
    QTest.keyClicks(search, "rel")
    assert [one.accessibleName() for one in panel.keys.reachable()] == ["Weapons", "Reload"]
    enter = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(search, enter)
    assert (chosen, enter.isAccepted()) == ([("reload",)], True)
    assert not search.isVisible()
    assert len(panel.keys.reachable()) == whole


def test_the_keyboard_goes_back_from_the_filter_to_where_it_was(qtbot: QtBot, theme: Theme) -> None:
    """To the map, or whatever had it when the filter was opened by its key."""
    window, line, panel = QWidget(), QLineEdit(), ActionsPanel(theme)
    panel.show_view(samples.ACTIONS)
    column = QVBoxLayout(window)
    column.addWidget(line)
    column.addWidget(panel)
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    QTest.qWait(1)
    for key in (Qt.Key.Key_Escape, Qt.Key.Key_Return):
        line.setFocus()
        panel.begin_search()
        QTest.keyClicks(panel._search, "rel")
        QTest.keyClick(panel._search, key)
        assert not panel.is_searching
        assert line.hasFocus()


def test_a_new_turn_begins_at_the_top(panel: ActionsPanel) -> None:
    """Within a turn the list stays where it was scrolled to."""
    panel.resize(316, 200)
    QTest.qWait(1)
    bar = panel._scroll.verticalScrollBar()
    bar.setValue(60)
    panel.show_view(replace(samples.ACTIONS, active=""))
    assert bar.value() == 60
    panel.show_view(replace(samples.ACTIONS, turn=("mara", 2)))
    assert bar.value() == 0


def test_every_part_has_a_name(panel: ActionsPanel) -> None:
    """For a screen reader: rows, chips, headings and the filter."""
    parts: Iterator[QWidget] = iter((*panel.findChildren(QAbstractButton), panel._search))
    assert all(one.accessibleName() for one in parts)
    assert named(panel, "By the GM, 2").accessibleDescription().startswith("folded")
    assert isinstance(named(panel, "By the GM, 2"), FoldRow)
