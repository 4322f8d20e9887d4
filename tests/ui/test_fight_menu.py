"""The Fight menu with the mouse: what is done with the fight as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QMenu, QMenuBar

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.log import LogPresenter
from gridwar.control.records.panel_records import OrderRow
from gridwar.ui.panels.phase_strip import PhaseStrip
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.widgets.controls.buttons_and_switches import KeyButton
from gridwar.ui.window.help.command_palette_entries import palette_entries
from gridwar.ui.window.main_window import MainWindow
from tests.support.fights import begun
from tests.support.variants import staged, storming

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PySide6.QtGui import QAction
    from pytestqt.qtbot import QtBot

    from gridwar.engine.session.session import Session
    from gridwar.ui.window.help.command_palette import Entry

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def opens(qtbot: QtBot) -> Iterator[Callable[[Session], MainWindow]]:
    """Return what opens a window on a fight."""
    opened: list[Controller] = []

    def open_(session: Session) -> MainWindow:
        controller = Controller(session, odds_patience_s=60)
        opened.append(controller)
        window = MainWindow(controller, make_theme(ThemeName.DARK))
        window.map.map_scene.reduce_motion = True
        qtbot.addWidget(window)
        window.resize(1280, 800)
        window.show()
        qtbot.waitExposed(window)
        return window

    yield open_
    for controller in opened:
        controller.action_drafts.shut_down()


def menu_of(window: MainWindow) -> QMenu:
    """Open the Fight menu with a click and return it."""
    (bar,) = (one for one in window.findChildren(QMenuBar) if one.isVisible())
    (fight,) = (one for one in bar.actions() if one.text().replace("&", "") == "Fight")
    QTest.mouseClick(bar, LEFT, pos=bar.actionGeometry(fight).center())
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def entry(menu: QMenu, words: str) -> QAction:
    """Return the entry of a menu that begins with some words."""
    return next(one for one in menu.actions() if one.text().startswith(words))


def choose(window: MainWindow, words: str) -> None:
    """Click an entry of the Fight menu."""
    menu = menu_of(window)
    QTest.mouseClick(menu, LEFT, pos=menu.actionGeometry(entry(menu, words)).center())
    window.controller.refresh_now()


def found(window: MainWindow, words: str) -> list[Entry]:
    """Return what the palette has under some words."""
    entries = palette_entries(window.parts, lambda _rule: None)
    return [one for one in entries if one.words.startswith(words)]


def test_a_fight_is_ended_from_its_menu(opens: Callable[[Session], MainWindow]) -> None:
    """It is over with a click, cannot be ended twice, and goes on after an undo."""
    window = opens(begun("freeform", hero=(3, 3), foe=(9, 5)))
    before = window.controller.encounter
    choose(window, "End the fight")
    assert window.controller.encounter.round == 0
    menu = menu_of(window)
    assert not entry(menu, "End the fight").isEnabled()
    menu.close()
    assert [one.why_not for one in found(window, "End the fight")] == ["not now"]
    window.controller.timeline.undo()
    window.controller.refresh_now()
    assert window.controller.encounter == before
    assert [one.why_not for one in found(window, "End the fight")] == [""]


def test_what_is_set_for_a_fight_counts_at_once(opens: Callable[[Session], MainWindow]) -> None:
    """The form stands beside that of the house rules; one wound fewer to fall, one fewer left."""
    window = opens(begun("alley", 5, 6, hero=(3, 3), thug=(9, 5)))
    choose(window, "Settings of this fight")
    popover = window.on_demand.form
    (field,) = popover.findChildren(QLineEdit)
    QTest.mouseDClick(field, LEFT)
    QTest.keyClicks(field, "2")
    (done,) = (one for one in popover.findChildren(QAbstractButton) if one.text() == "Done")
    QTest.mouseClick(done, LEFT)
    window.controller.refresh_now()
    assert not popover.isVisible()
    (hero, _thug) = window.order.list.records.items
    assert isinstance(hero, OrderRow)
    assert hero.bar_text == "2/2"
    window.controller.timeline.undo()
    assert window.controller.rules_cache.card("hero").pools[0].full == 3


def test_what_cannot_be_set_is_no_entry(opens: Callable[[Session], MainWindow]) -> None:
    """Rules without settings have no form of them."""
    window = opens(begun("freeform", hero=(3, 3)))
    menu = menu_of(window)
    words = [one.text() for one in menu.actions()]
    assert not any(one.startswith("Settings") for one in words)
    menu.close()


def test_key_button_and_menu_do_what_comes_next(opens: Callable[[Session], MainWindow]) -> None:
    """They say the same at each moment, in the rules' words; the phases stand above the order."""
    window = opens(staged())
    controller, order = window.controller, window.order
    window.resize(1600, 1000)
    QApplication.processEvents()
    (strip,) = order.findChildren(PhaseStrip)
    (button,) = (one for one in order.findChildren(KeyButton) if one.text() == "Set the scene")
    assert strip.accessibleName() == "Phases: Scene (now), Fight (to come)"
    assert [one.words for one in found(window, "Set the scene")] == ["Set the scene"]
    choose(window, "Set the scene")
    assert (button.text(), controller.encounter.round) == ("Begin the fight", 0)
    assert strip.accessibleName() == "Phases: Scene (past), Fight (to come)"
    QTest.mouseClick(button, LEFT)  # the dice of all are asked first
    controller.refresh_now()
    assert (button.text(), controller.encounter.round) == ("Begin the fight", 0)
    QTest.mouseClick(button, LEFT)
    controller.refresh_now()
    assert (button.text(), controller.encounter.round) == ("End turn", 1)
    first = controller.encounter.turn
    window.map.setFocus()
    QTest.keyClick(window.map, Qt.Key.Key_N)
    controller.refresh_now()
    assert controller.encounter.turn != first
    menu = menu_of(window)
    assert entry(menu, "End turn").text() == "End turn\tN"
    menu.close()


def test_without_phases_there_is_no_strip(opens: Callable[[Session], MainWindow]) -> None:
    """The order has the room where rules know no phases."""
    window = opens(begun("freeform", hero=(3, 3)))
    (strip,) = window.order.findChildren(PhaseStrip)
    assert not strip.isVisible()


def test_acts_of_the_whole_fight_stand_in_its_menu(opens: Callable[[Session], MainWindow]) -> None:
    """A day passes from the menu, whoever is selected; it is no action of a combatant."""
    window = opens(begun("cepheus", marine=(3, 3), brawler=(8, 3)))
    controller = window.controller
    mine = [one.id for one in controller.rules_cache.actions("marine")]
    assert "pass_day" not in mine
    controller.selection.select()
    choose(window, "A day passes")
    assert "A day passes" in [one.headline for one in LogPresenter(controller).present()]
    for _time in range(2):
        menu = menu_of(window)
        days = [one for one in menu.actions() if one.text().startswith("A day")]
        assert len(days) == 1
        menu.close()
    assert [one.kind for one in found(window, "A day passes")] == ["Whole fight"]


def test_an_act_that_is_refused_says_why(opens: Callable[[Session], MainWindow]) -> None:
    """It stands there, cannot be clicked, and tells the reason; so does the palette."""
    window = opens(storming())
    menu = menu_of(window)
    act = entry(menu, "The storm breaks")
    assert act.text() == "The storm breaks \u2013 It is calm until round 2."
    assert not act.isEnabled()
    menu.close()
    assert [one.why_not for one in found(window, "The storm")] == ["It is calm until round 2."]
    assert found(window, "Lightning strikes") == [], "what is aimed needs somebody who aims"
    window.controller.turns.go_on()
    window.controller.turns.go_on()
    assert window.controller.encounter.round == 2
    menu = menu_of(window)
    assert entry(menu, "The storm breaks").isEnabled()
    menu.close()
