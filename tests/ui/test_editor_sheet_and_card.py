"""The editor's sheet: its card, what is found, chips and switches, letters."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gridwar.systems.cepheus.core.sheet import CepheusSheet
from tests.support.editing import (
    WEAPONS,
    at,
    opened,
    press,
    the_marine,
    window_with_a_marine,
    write,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from gridwar.ui.window.main_window import MainWindow

KEY, HELD = Qt.Key, Qt.KeyboardModifier
LEFT = Qt.MouseButton.LeftButton

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    """A window with one marine in a fight of Cepheus."""
    del qtbot
    yield from window_with_a_marine()


def test_the_sheet_fills_a_small_map_and_its_card_is_a_tab(window: MainWindow) -> None:
    """Below 1366 fields and card take turns; from there on they stand side by side."""
    popover = opened(window)
    card = window.on_demand.combatants.editor.card
    assert card is not None
    assert popover.head.tabs.isVisible()
    assert not card.isVisible()
    shown = popover.geometry()
    window.resize(1600, 1000)
    QApplication.processEvents()
    QApplication.processEvents()
    assert not popover.head.tabs.isVisible()
    assert card.isVisible()
    assert popover.width() > shown.width()


def test_the_card_follows_what_is_typed(window: MainWindow) -> None:
    """Name and armour stand on the card at the next letter; what does not fit leaves it alone."""
    popover = opened(window)
    card = window.on_demand.combatants.editor.card
    assert card is not None
    press(KEY.Key_A, HELD.ControlModifier)
    write("Kess")
    assert card.top.accessibleName().startswith("Kess")
    popover.focus_on("sheet.armor")
    write("much")
    press(KEY.Key_Tab)
    assert card.status.text() == "One value does not fit yet."
    assert popover.primary.isEnabled()


def test_a_field_is_found_by_its_title(window: MainWindow) -> None:
    """F3 opens the section in which it stands and goes there; a list goes to what adds to it."""
    popover = opened(window)
    body = popover.body
    press(KEY.Key_F3)
    write("fearless")
    press(KEY.Key_Return)
    assert at(body) == "sheet.fearless"
    press(KEY.Key_F3)
    write("weapons")
    press(KEY.Key_Return)
    assert at(body) == f"{WEAPONS}.-add"


def test_what_is_in_hand_is_a_switch_of_the_row(window: MainWindow) -> None:
    """The dagger of a marine is drawn by a click before its name."""
    popover = opened(window)
    key = f"{WEAPONS}.1.ready"
    switch = popover.body.fields[key].editor
    assert popover.body.fields[key].value() is False
    QTest.mouseClick(switch, LEFT, pos=switch.rect().center())
    press(KEY.Key_Return, HELD.ControlModifier)
    sheet = the_marine(window).sheet
    assert isinstance(sheet, CepheusSheet)
    assert sheet.weapons[1].ready


def test_a_skill_is_a_chip(window: MainWindow) -> None:
    """A word and a number add one; Ctrl+Delete in its number takes it out."""
    popover = opened(window)
    popover.focus_on("sheet.skills.-add")
    write("broker 3")
    press(KEY.Key_Return)
    assert popover.body.fields["sheet.skills.broker"].value() == "3"
    popover.focus_on("sheet.skills.broker")
    press(KEY.Key_Delete, HELD.ControlModifier)
    assert "sheet.skills.broker" not in popover.body.fields


def test_a_new_one_that_was_left_comes_again(window: MainWindow) -> None:
    """Esc keeps what was typed of somebody new; they can begin anew, and be kept in the library."""
    manager = window.on_demand.combatants
    manager.new()
    QApplication.processEvents()
    write("Kess")
    press(KEY.Key_Escape)
    manager.new()
    QApplication.processEvents()
    popover = window.on_demand.form
    assert popover.body.fields["token.name"].value() == "Kess"
    assert popover.anew.isVisible()
    assert popover.primary.text().startswith("Place on the map")
    QTest.mouseClick(popover.second, LEFT)
    assert "Kess" in [one.name for one in manager.library.rows("")]
    assert popover.isVisible()
    QTest.mouseClick(popover.anew, LEFT)
    assert popover.body.fields["token.name"].value() == "Newcomer"


def test_letters_are_nobody_elses(window: MainWindow) -> None:
    """A second one whose name begins alike has other letters at once, where none were typed."""
    manager = window.on_demand.combatants
    manager.new()
    QApplication.processEvents()
    write("Marten")
    letters = window.on_demand.form.body.fields["token.label"].view.placeholder
    there = window.controller.letters.of(window.controller.encounter, the_marine(window))
    assert letters
    assert letters.casefold() != there.casefold()


def keys_told(window: MainWindow) -> list[str]:
    """Return the keys that the status bar tells."""
    return [one.key for one in window.parts.status.view.keys]


def test_the_status_bar_tells_the_keys_of_the_sheet_that_has_the_keyboard(
    window: MainWindow,
) -> None:
    """Those of the map come back with the keyboard: N, say, only writes an n in a field."""
    popover = opened(window)
    QApplication.processEvents()
    assert keys_told(window) == ["Tab", "Ctrl+\u21b5", "Esc"]
    popover.cancelled.emit()
    QApplication.processEvents()
    assert "N" in keys_told(window)


def test_a_list_of_completions_shows_its_last_row_whole(window: MainWindow) -> None:
    """One that has room for all it offers cannot be scrolled."""
    popover = opened(window)
    popover.focus_on(f"{WEAPONS}.-add")
    field = QApplication.focusWidget()
    assert field is not None
    QTest.keyClicks(field, "boat hook 2D6")
    picker = popover.body.pickers[f"{WEAPONS}.-add"]
    assert picker.list.isVisible()
    assert picker.list.verticalScrollBar().maximum() == 0
    row = picker.list.visualRect(picker.list.model().index(0, 0))
    assert picker.list.viewport().rect().contains(row)
    picker.list.hide()
