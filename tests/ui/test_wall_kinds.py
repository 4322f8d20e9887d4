"""Kinds and sides of walls in the whole window, by keys alone and by mouse alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollArea

from gridwar.control.controller.controller import Controller
from gridwar.control.tools.walls.walls_tool import WallsTool
from gridwar.model.walls import WallKind, WallSide, WallSight
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.window.main_window import MainWindow
from gridwar.ui.window.tool_panels.walls_panel import WallsPanel
from tests.support.fights import begun

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    """A small window with a freeform fight on a blank page, the wall tool in use."""
    controller = Controller(begun("freeform", hero=(3, 3)))
    made = MainWindow(controller, make_theme(ThemeName.DARK))
    made.map.map_scene.reduce_motion = True
    qtbot.addWidget(made)
    made.resize(1280, 720)
    made.show()
    qtbot.waitExposed(made)
    made.map.fit()
    made.tools.take("walls")
    made.map.setFocus()
    made.controller.refresh_now()
    yield made
    controller.action_drafts.shut_down()


def panel(window: MainWindow) -> WallsPanel:
    """Return the panel of the wall tool."""
    found = window.tool_step.panel
    assert isinstance(found, WallsPanel)
    return found


def drag(window: MainWindow, *places: tuple[float, float]) -> None:
    """Drag over the map with the left button."""
    port = window.map.viewport()
    points = [window.map.mapFromScene(QPointF(x, y)) for x, y in places]
    QTest.mousePress(port, LEFT, pos=points[0])
    for point in points[1:]:
        QTest.mouseMove(port, point)
    QTest.mouseRelease(port, LEFT, pos=points[-1])
    window.controller.refresh_now()


def test_digits_and_tab_make_a_curtain_of_one_side(window: MainWindow) -> None:
    """Tab does not leave the map; the button beside says which side is stopped."""
    shown = panel(window)
    QTest.keyClick(window.map, Qt.Key.Key_7)
    QTest.keyClick(window.map, Qt.Key.Key_Tab)
    window.controller.refresh_now()
    assert window.map.hasFocus()
    assert shown.kinds[WallKind.CURTAIN].isChecked()
    assert shown.way.accessibleName() == "Stops from its left"
    drag(window, (5, 2), (8, 2), (9, 2))
    (wall,) = window.controller.encounter.map.walls
    assert (wall.kind, wall.one_way) == (WallKind.CURTAIN, WallSide.LEFT)


def test_the_mouse_alone_chooses_kind_and_side(window: MainWindow) -> None:
    """A chip each, whose accessible name is the kind's; the button turns the side."""
    shown = panel(window)
    names = [chip.accessibleName() for chip in shown.kinds.values()]
    assert names == ["Wall", "Curtain", "Bars", "Fence"]
    QTest.mouseClick(shown.kinds[WallKind.BARS], LEFT)
    for _click in range(2):
        QTest.mouseClick(shown.way, LEFT)
    window.controller.refresh_now()
    drag(window, (5, 2), (8, 2), (9, 2))
    (wall,) = window.controller.encounter.map.walls
    assert (wall.kind, wall.one_way) == (WallKind.BARS, WallSide.RIGHT)


def test_a_selected_wall_is_turned_and_set_in_a_form_that_is_not_cut(window: MainWindow) -> None:
    """By the compass it says from where; at 1280 nothing of it lies beyond the panel's edge."""
    QTest.keyClick(window.map, Qt.Key.Key_6)
    drag(window, (5, 2), (8, 2), (9, 2))
    QTest.keyClick(window.map, Qt.Key.Key_5)
    middle = window.map.mapFromScene(QPointF(7, 2))
    QTest.mouseClick(window.map.viewport(), LEFT, pos=middle)
    QTest.keyClick(window.map, Qt.Key.Key_Tab)
    window.controller.refresh_now()
    shown = panel(window)
    tool = window.tools.tools["walls"]
    assert isinstance(tool, WallsTool)
    assert tool.chosen[0].one_way is WallSide.LEFT
    assert shown.way.accessibleName() == "Stops from the north"
    shown.fields.give("wall.sight", "limited")
    window.controller.refresh_now()
    assert tool.chosen[0].sight is WallSight.LIMITED
    (scroll,) = shown.findChildren(QScrollArea)
    for widget in (shown.way, shown.delete, shown.fields):
        right = widget.mapTo(scroll.viewport(), QPoint(widget.width(), 0)).x()
        assert right <= scroll.viewport().width()
