"""The players' fog in the Map menu, by mouse and by key."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QMenuBar

from gridwar.control.controller.controller import Controller
from gridwar.engine.session.session import Session
from gridwar.model.encounter import Side
from gridwar.model.memory import FogMode
from gridwar.model.zones import SMOKE
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.widgets.controls.buttons_and_switches import KeyButton
from gridwar.ui.window.help.command_palette_entries import palette_entries
from gridwar.ui.window.main_window import MainWindow
from tests.support.fog_house import FREEFORM, house

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtGui import QAction
    from pytestqt.qtbot import QtBot

    from gridwar.model.memory import Vision

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    """A window on a house, with a party of two sides."""
    fight = house()
    sides = fight.sides.set("3", Side(name="Hirelings", stance="party"))
    controller = Controller(Session(FREEFORM, fight.replace(sides=sides)), odds_patience_s=60)
    window = MainWindow(controller, make_theme(ThemeName.DARK))
    window.map.map_scene.reduce_motion = True
    qtbot.addWidget(window)
    window.resize(1280, 800)
    window.show()
    qtbot.waitExposed(window)
    yield window
    controller.action_drafts.shut_down()


def _vision(window: MainWindow) -> Vision:
    return window.controller.encounter.vision


def _fog_menu(window: MainWindow) -> QMenu:
    """Open the Map menu with a click, and the menu of fog in it with its letter."""
    while (still_open := QApplication.activePopupWidget()) is not None:
        still_open.close()
    (bar,) = (one for one in window.findChildren(QMenuBar) if one.isVisible())
    (entry,) = (one for one in bar.actions() if one.text().replace("&", "") == "Map")
    QTest.mouseClick(bar, LEFT, pos=bar.actionGeometry(entry).center())
    opened = QApplication.activePopupWidget()
    assert isinstance(opened, QMenu)
    QTest.keyClick(opened, Qt.Key.Key_G)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def _entry(menu: QMenu, words: str) -> QAction:
    return next(one for one in menu.actions() if one.text().replace("&", "") == words)


def _click(menu: QMenu, words: str) -> None:
    QTest.mouseClick(menu, LEFT, pos=menu.actionGeometry(_entry(menu, words)).center())


def _answer(window: MainWindow, words: str) -> None:
    """Click a button of the question."""
    shown = (one for one in window.findChildren(KeyButton) if one.isVisible())
    QTest.mouseClick(next(one for one in shown if one.text() == words), LEFT)


def test_a_mode_is_chosen_with_the_mouse_and_the_tick_follows(window: MainWindow) -> None:
    """One of four is ticked, after undo too."""
    menu = _fog_menu(window)
    assert _entry(menu, "No fog").isChecked()
    _click(menu, "Fog by sight")
    assert _vision(window).mode is FogMode.BY_SIGHT
    assert set(_vision(window).memories) == {"1"}
    assert _entry(_fog_menu(window), "Fog by sight").isChecked()
    window.controller.timeline.undo()
    assert _vision(window).mode is FogMode.OFF
    assert not _vision(window).memories


def test_a_mode_is_chosen_by_key(window: MainWindow) -> None:
    """Down to the third entry, and Enter."""
    menu = _fog_menu(window)
    while menu.activeAction() is not _entry(menu, "Fog by sight, without memory"):
        QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Return)
    assert _vision(window).mode is FogMode.BY_SIGHT_WITHOUT_MEMORY


def test_light_and_eyes_are_switched(window: MainWindow) -> None:
    """Each is a command of its own."""
    _click(_fog_menu(window), "Sight needs light")
    assert _vision(window).counts_light
    _click(_fog_menu(window), "Eyes as high as heads")
    assert not _vision(window).eyes_by_size


def test_zones_and_sides_are_ticked(window: MainWindow) -> None:
    """Smoke stops sight once ticked; foes remember once ticked, the party always does."""
    zones = _entry(_fog_menu(window), "What stops sight").menu()
    assert isinstance(zones, QMenu)
    zones.aboutToShow.emit()
    _entry(zones, "Smoke").trigger()
    assert _vision(window).opaque_zones == {SMOKE}
    sides = _entry(_fog_menu(window), "Who remembers").menu()
    assert isinstance(sides, QMenu)
    sides.aboutToShow.emit()
    assert [one.isEnabled() for one in sides.actions()] == [False, True, False]
    _entry(sides, "Foes").trigger()
    assert _vision(window).also_remembering == {"2"}


def test_all_and_none_ask_for_whom_where_several_remember(window: MainWindow) -> None:
    """Each side by its name, or all of them; Cancel does nothing. With fog off neither is there."""
    assert not _entry(_fog_menu(window), "Uncover all of the map").isEnabled()
    _click(_fog_menu(window), "Fog by hand")
    _click(_fog_menu(window), "Uncover all of the map")
    _answer(window, "Hirelings")
    assert set(_vision(window).memories) == {"3"}
    _click(_fog_menu(window), "Cover all of the map")
    _answer(window, "Cancel")
    assert set(_vision(window).memories) == {"3"}
    _click(_fog_menu(window), "Cover all of the map")
    _answer(window, "All of them")
    assert not _vision(window).memories


def test_the_palette_finds_them(window: MainWindow) -> None:
    """By their words, each once."""
    words = [one.words for one in palette_entries(window.parts, lambda _rule: None)]
    for wanted in ("Fog by sight", "Sight needs light", "Uncover all of the map"):
        assert words.count(wanted) == 1
