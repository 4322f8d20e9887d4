"""The list of what is shown on the map: by its key, by mouse, and all while the key is held."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from gridwar.control.controller.controller import Controller
from gridwar.control.state.map_layers import AT_REST, Layer
from tests.support.fights import begun
from tests.ui.test_window import Table, _window

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QWidget
    from pytestqt.qtbot import QtBot

    from gridwar.ui.panels.layer_list import LayerEye, LayerList

KEY, LEFT = Qt.Key, Qt.MouseButton.LeftButton


@pytest.fixture
def inn(qtbot: QtBot) -> Iterator[Table]:
    """A fight of two, the first of whom is selected."""
    session = begun("freeform", hero=(3, 3), foe=(6, 3))
    yield from _window(qtbot, Controller(session, odds_patience_s=60))


def shown(table: Table) -> LayerList:
    """Return the list, up to date."""
    table.controller.refresh_now()
    return table.window.layer_list


def row(table: Table, layer: Layer) -> LayerEye:
    """Return the row of a layer."""
    return next(eye for eye in shown(table).eyes if eye.row.key == layer)


def tap(widget: QWidget, key: Qt.Key) -> None:
    """Press a key and let it go."""
    QTest.keyClick(widget, key)


def test_tapped_the_key_opens_the_list_and_closes_it(inn: Table) -> None:
    """It takes the keyboard to its first row and gives it back to the map."""
    tap(inn.window.map, KEY.Key_Y)
    assert shown(inn).isVisible()
    assert shown(inn).eyes[0].hasFocus()
    tap(shown(inn).eyes[0], KEY.Key_Y)
    assert not shown(inn).isVisible()
    assert inn.window.map.hasFocus()


def test_held_it_shows_all_and_no_list(inn: Table, qtbot: QtBot) -> None:
    """Let go, the map is as it was."""
    controller, view = inn.controller, inn.window.map
    QTest.keyPress(view, KEY.Key_Y)
    qtbot.waitUntil(lambda: controller.view.shows_all)
    QTest.keyRelease(view, KEY.Key_Y)
    assert not controller.view.shows_all
    assert not shown(inn).isVisible()


def test_an_eye_is_turned_by_keys_alone(inn: Table) -> None:
    """Down and Space, Enter, or the row's digit; Escape closes, and a digit does nothing else."""
    tap(inn.window.map, KEY.Key_Y)
    first = shown(inn).eyes[0]
    tap(first, KEY.Key_Down)
    second = shown(inn).eyes[1]
    assert second.hasFocus()
    tap(second, KEY.Key_Space)
    assert inn.controller.view.layers == AT_REST | {Layer.FURTHER}
    assert row(inn, Layer.FURTHER).isChecked()
    tap(second, KEY.Key_Return)
    assert inn.controller.view.layers == AT_REST
    tap(second, KEY.Key_1)
    assert inn.controller.view.layers == AT_REST - {Layer.REACH}
    tap(second, KEY.Key_Escape)
    assert not shown(inn).isVisible()


def test_all_of_it_works_by_mouse_alone(inn: Table) -> None:
    """The legend's end opens the list, a click turns an eye, the cross closes it."""
    legend = inn.window.map.legend
    shown(inn)
    QTest.mouseClick(legend, LEFT, pos=legend.more_box.center().toPoint())
    assert shown(inn).isVisible()
    QTest.mouseClick(row(inn, Layer.NAMES), LEFT, pos=QPoint(30, 12))
    assert Layer.NAMES in inn.controller.view.layers
    QTest.mouseClick(inn.window.layer_list.close_button, LEFT)
    assert not shown(inn).isVisible()


def test_the_menu_and_the_list_say_the_same(inn: Table) -> None:
    """What an entry of View hides has its eye closed."""
    tap(inn.window.map, KEY.Key_Y)
    inn.window.window_actions.action("view.threat").trigger()
    assert not row(inn, Layer.THREATS).isChecked()
    inn.controller.layers.turn(Layer.AREAS)
    shown(inn)
    assert not inn.window.window_actions.action("view.areas").isChecked()


def test_every_row_is_named_for_screen_readers(inn: Table) -> None:
    """With what there is of it as its description; players have no list."""
    tap(inn.window.map, KEY.Key_Y)
    assert {eye.accessibleName() for eye in shown(inn).eyes} >= {"Cheapest way", "Dearer ways"}
    assert all(eye.accessibleDescription() for eye in shown(inn).eyes)
    inn.controller.show(presenting=True)
    assert not shown(inn).isVisible()
