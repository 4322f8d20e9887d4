"""A combatant of one's own, with a weapon of one's own, takes at most fourteen inputs.

A key, a click and a word are one input each. Everything is done by real events.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QMenuBar, QWidget

from gridwar.storage.json_codec import data_of
from gridwar.ui.app.application import Application
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from tests.support.longer_step import at_once

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from gridwar.ui.window.main_window import MainWindow

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
KEY, HELD, LEFT = Qt.Key, Qt.KeyboardModifier, Qt.MouseButton.LeftButton
MOST = 14
LINES = {
    "cepheus": "boat hook 2D6 extended reach",
    "arrgs": "boat hook 12 piercing",
    "drive": "boat hook 40 30",
    "fluid": "boat hook tactical",
    "percentile": "boat hook 1d10+2 penetration 2",
}


class Hands:
    """Does things by mouse and keyboard, and counts them."""

    def __init__(self) -> None:
        self.inputs = 0

    def click(self, widget: QWidget, at: QPoint | None = None) -> None:
        """Click."""
        self.inputs += 1
        QTest.mouseClick(widget, LEFT, pos=at or widget.rect().center())
        QApplication.processEvents()

    def key(self, key: Qt.Key, held: Qt.KeyboardModifier = HELD.NoModifier) -> None:
        """Press a key."""
        self.inputs += 1
        has = QApplication.activePopupWidget() or QApplication.focusWidget()
        assert has is not None
        QTest.keyClick(has, key, held)
        QApplication.processEvents()

    def write(self, words: str) -> None:
        """Type words."""
        self.inputs += len(words.split())
        has = QApplication.focusWidget()
        assert has is not None
        QTest.keyClicks(has, words)
        QApplication.processEvents()


@pytest.fixture(params=at_once(sorted(LINES), ("cepheus", "drive")))
def window(request: pytest.FixtureRequest, qtbot: QtBot) -> Iterator[MainWindow]:
    """A window with an empty fight of each system."""
    application = Application(make_theme(ThemeName.DARK))
    application.begin_at_once(request.param)
    made = application.window
    assert made is not None
    made.resize(1600, 1000)
    qtbot.waitExposed(made)
    QApplication.processEvents()
    yield made
    made.leave()
    application.close()


def click_in_menu(hands: Hands, window: MainWindow, menu_title: str, entry: str) -> None:
    """Open a menu of the bar and click an entry."""
    bar = window.findChild(QMenuBar)
    assert bar is not None
    menu = next(one for one in bar.actions() if one.text().replace("&", "") == menu_title)
    hands.click(bar, bar.actionGeometry(menu).center())
    opened = QApplication.activePopupWidget()
    assert isinstance(opened, QMenu)
    action = next(one for one in opened.actions() if one.text().startswith(entry))
    hands.click(opened, opened.actionGeometry(action).center())


def test_an_own_combatant_with_an_own_weapon(window: MainWindow) -> None:
    """From the menu to the map: a name, a weapon in one line, and there they stand, selected."""
    hands, system_id = Hands(), window.controller.system.id
    click_in_menu(hands, window, "Fight", "New combatant")
    form = window.on_demand.form
    hands.write("Sister Bly")
    adder = next(one for key, one in form.body.pickers.items() if "weapons" in key)
    assert adder.line is not None
    hands.click(adder.line)
    hands.write(LINES[system_id])
    hands.key(KEY.Key_Return)
    hands.key(KEY.Key_Return, HELD.ControlModifier)
    assert hands.inputs <= MOST
    (who,) = window.controller.view.selected
    one = window.controller.encounter[who]
    assert one.name == "Sister Bly"
    weapons = data_of(one.sheet)["weapons"]
    assert isinstance(weapons, list)
    assert any(isinstance(each, dict) and each["name"] == "Boat hook" for each in weapons)


def test_by_keys_alone(window: MainWindow) -> None:
    """F3 finds the weapons, so that the mouse is never needed."""
    hands, system_id = Hands(), window.controller.system.id
    window.on_demand.combatants.new()
    QApplication.processEvents()
    hands.write("Sister Bly")
    hands.key(KEY.Key_F3)
    hands.write("weapons")
    hands.key(KEY.Key_Return)
    hands.write(LINES[system_id])
    hands.key(KEY.Key_Return)
    hands.key(KEY.Key_Return, HELD.ControlModifier)
    assert hands.inputs <= MOST
    (who,) = window.controller.view.selected
    assert window.controller.encounter[who].name == "Sister Bly"
    assert data_of(window.controller.encounter[who].sheet)["weapons"]
