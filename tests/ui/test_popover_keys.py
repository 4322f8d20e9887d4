"""Whose a key is while something is open and the keyboard is on the map, in the order or a list."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from gridwar.control.controller.controller import Controller
from gridwar.control.records.panel_records import OrderRow
from gridwar.engine.kit import TakeTurn
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.window.main_window import MainWindow
from tests.support.fights import begun

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

KEY = Qt.Key
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    """A marine with a rifle has the turn, before a brawler and a scout."""
    session = begun("cepheus", *[3] * 12, marine=(3, 3), brawler=(8, 3), scout=(6, 6))
    session.submit(TakeTurn(actor="marine"))
    made = MainWindow(Controller(session, odds_patience_s=60), make_theme(ThemeName.DARK))
    qtbot.addWidget(made)
    made.controller.aiming.work_beside(lambda act: act())
    made.resize(1600, 1000)
    made.show()
    qtbot.waitExposed(made)
    made.activateWindow()
    made.map.setFocus()
    yield made
    made.controller.aiming.shut_down()


def press(window: MainWindow, *keys: Qt.Key) -> None:
    """Press keys where the keyboard is."""
    for key in keys:
        QTest.keyClick(QApplication.focusWidget() or window.map, key)
        window.controller.refresh_now()


def click_order(window: MainWindow, who: str) -> None:
    """Click somebody's row of the order."""
    view = window.order.list
    rows = view.records.items
    row = next(at for at, one in enumerate(rows) if isinstance(one, OrderRow) and one.id == who)
    box = view.visualRect(view.records.index(row))
    view.setFocus()  # as a press on it does
    place = QPoint(box.left() + 40, box.center().y())
    QTest.mouseClick(view.viewport(), LEFT, pos=place)
    window.controller.refresh_now()


def click_map(window: MainWindow, who: str) -> None:
    """Click a token."""
    cell = window.controller.encounter[who].pos
    assert cell is not None
    window.map.setFocus()  # as a press on it does
    place = window.map.mapFromScene(QPointF(cell.x + 0.5, cell.y + 0.5))
    QTest.mouseClick(window.map.viewport(), LEFT, pos=place)
    window.controller.refresh_now()


def selected(window: MainWindow) -> list[str]:
    """Return who is selected."""
    return list(window.controller.view.selected)


def in_sight(window: MainWindow) -> QWidget:
    """Return who has the keyboard; it can be seen."""
    window.controller.refresh_now()
    has = QApplication.focusWidget()
    assert has is not None
    assert has.isVisible()
    return has


def ask(window: MainWindow) -> None:
    """Shoot at the brawler, who is asked how to react."""
    press(window, KEY.Key_1)
    click_map(window, "brawler")
    press(window, KEY.Key_Return)
    assert window.controller.session.wanted
    assert window.on_demand.question.isVisible()


def test_a_click_in_the_order_leaves_the_keyboard_with_the_map(window: MainWindow) -> None:
    """Tab goes through the targets then, and Enter opens the sheet and gives nobody the turn."""
    click_order(window, "marine")
    press(window, KEY.Key_1, KEY.Key_Tab)
    assert window.map.hasFocus()
    assert window.controller.aiming.targets.pointed
    press(window, KEY.Key_Return)
    assert window.controller.view.draft is not None


def test_f3_leaves_an_aim_for_the_search(window: MainWindow) -> None:
    """What is to be found would else stand behind the step."""
    press(window, KEY.Key_1)
    window.window_actions.action("view.find_action").trigger()
    assert window.actions_panel.isAncestorOf(in_sight(window))
    assert window.controller.view.picking is None


def test_f3_leaves_a_table_of_checks_for_the_search(window: MainWindow) -> None:
    """Those selected stay so."""
    window.controller.selection.select("marine", "scout")
    press(window, KEY.Key_1)
    assert not window.actions_panel.isVisible()
    window.window_actions.action("view.find_action").trigger()
    assert window.actions_panel.isAncestorOf(in_sight(window))
    assert window.controller.view.checks is None
    assert selected(window) == ["marine", "scout"]


def test_delete_removes_nobody_who_aims_or_is_checked(window: MainWindow) -> None:
    """Nor from the sheet, nor with a question open; in the table it takes a die back."""
    everyone = set(window.controller.encounter.combatants)
    press(window, KEY.Key_1, KEY.Key_Delete, KEY.Key_Tab, KEY.Key_Return, KEY.Key_Delete)
    assert window.controller.view.draft is not None
    press(window, KEY.Key_Escape, KEY.Key_Escape)
    window.controller.selection.select("marine", "scout")
    press(window, KEY.Key_1, KEY.Key_3, KEY.Key_Delete)
    assert window.controller.view.checks is not None
    assert window.controller.view.checks.typing == ()
    press(window, KEY.Key_Escape)
    window.controller.selection.select("marine")
    ask(window)
    press(window, KEY.Key_Delete)
    assert set(window.controller.encounter.combatants) == everyone


@pytest.mark.parametrize("is_on_map", [True, False])
def test_digits_answer_a_question_wherever_the_keyboard_is(
    window: MainWindow, is_on_map: bool
) -> None:
    """A click on somebody takes the keyboard from it, and no key of the list of actions counts."""
    ask(window)
    (click_map if is_on_map else click_order)(window, "scout")
    press(window, KEY.Key_2)
    assert not window.on_demand.question.isVisible()
    assert window.controller.view.picking is None


def test_escape_beside_a_question_takes_it_back_and_unselects_nobody(window: MainWindow) -> None:
    """The second one unselects."""
    ask(window)
    click_map(window, "scout")
    press(window, KEY.Key_Escape)
    assert not window.controller.session.wanted
    assert selected(window) == ["scout"]
    press(window, KEY.Key_Escape)
    assert selected(window) == []


@pytest.mark.parametrize("action", ["fight.notes", "edit.effect", "edit.values"])
def test_escape_beside_a_sheet_closes_it(window: MainWindow, action: str) -> None:
    """After a tool that was taken since, and before anybody is unselected."""
    window.window_actions.action(action).trigger()
    window.controller.refresh_now()
    (sheet,) = [one for one in window.popover_places.popovers if one.isVisible()]
    click_order(window, "scout")
    press(window, KEY.Key_R, KEY.Key_Escape)
    assert window.controller.view.tool == "select"
    assert sheet.isVisible()
    press(window, KEY.Key_Escape)
    assert not sheet.isVisible()
    assert selected(window) == ["scout"]


def test_escape_out_of_the_presentation_unselects_nobody(window: MainWindow) -> None:
    """It does one thing, whoever had the keyboard before."""
    window.window_actions.action("edit.values").trigger()
    window.controller.refresh_now()
    window.window_actions.action("view.present").trigger()
    window.controller.refresh_now()
    assert not window.order.isVisible()
    press(window, KEY.Key_Escape)
    assert window.order.isVisible()
    assert selected(window) == ["marine"]
