"""Fog in the whole window: the tool by mouse alone and by keys alone, hatch, others' eyes, F11."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gridwar.control.controller.controller import Controller
from gridwar.control.records.fog_records import FogStyle
from gridwar.control.state.map_layers import Layer
from gridwar.control.tools.ground.fog_edits import FogHand
from gridwar.control.tools.ground.fog_stroke import FogShape
from gridwar.control.tools.ground.fog_tool import FogTool
from gridwar.engine.gm.fog_commands import SetFog, Uncover
from gridwar.engine.perception.side_sight import known_points
from gridwar.model.geometry import Cell
from gridwar.model.memory import FogMode
from gridwar.ui.style.colors import ThemeName, night_colors
from gridwar.ui.style.theme import make_theme
from gridwar.ui.window.main_window import MainWindow
from gridwar.ui.window.tool_panels.fog_panel import FogPanel
from tests.support.fights import begun

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray
    from pytestqt.qtbot import QtBot

LEFT, KEY = Qt.MouseButton.LeftButton, Qt.Key
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
PER_CELL = 8


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    """A window with a freeform fight on a blank page: a hero left, a foe right."""
    controller = Controller(begun("freeform", hero=(3, 3), foe=(26, 16)))
    made = MainWindow(controller, make_theme(ThemeName.DARK))
    made.map.map_scene.reduce_motion = True
    qtbot.addWidget(made)
    made.resize(1280, 720)
    made.show()
    qtbot.waitExposed(made)
    made.map.fit()
    made.map.setFocus()
    yield made
    controller.action_drafts.shut_down()


def known(window: MainWindow) -> NDArray[np.bool_]:
    """Return what the party knows, a value a cell: that of its middle."""
    points = known_points(window.controller.encounter, "1")
    return points[PER_CELL // 2 :: PER_CELL, PER_CELL // 2 :: PER_CELL]


def at(window: MainWindow, x: float, y: float) -> QPoint:
    """Return where a place, in cells, is in the map's viewport."""
    corner, px = window.map.scroll_place(), window.map.cell_px
    return QPoint(round(x * px) - corner.x(), round(y * px) - corner.y())


def drag(window: MainWindow, *places: tuple[float, float], held: Qt.KeyboardModifier) -> None:
    """Drag over some places with the left button."""
    port = window.map.viewport()
    QTest.mouseMove(port, at(window, *places[0]))
    QTest.mousePress(port, LEFT, held, at(window, *places[0]))
    for place in places[1:]:
        QTest.mouseMove(port, at(window, *place))
    QTest.mouseRelease(port, LEFT, held, at(window, *places[-1]))
    settle(window)


def click(window: MainWindow, x: float, y: float) -> None:
    """Click at a place."""
    port = window.map.viewport()
    QTest.mouseMove(port, at(window, x, y))
    QTest.mouseClick(port, LEFT, pos=at(window, x, y))
    settle(window)


def press(window: MainWindow, *keys: Qt.Key, held: Qt.KeyboardModifier | None = None) -> None:
    """Press keys."""
    for key in keys:
        where = QApplication.focusWidget() or window.map
        QTest.keyClick(where, key, held or Qt.KeyboardModifier.NoModifier)
    settle(window)


def settle(window: MainWindow) -> None:
    """Let the window show what there is."""
    window.controller.refresh_now()
    QApplication.processEvents()


def panel(window: MainWindow) -> FogPanel:
    """Return the panel of the tool."""
    found = window.findChild(FogPanel)
    assert found is not None
    return found


def tool(window: MainWindow) -> FogTool:
    """Return the tool."""
    found = window.tools.tools["fog"]
    assert isinstance(found, FogTool)
    return found


NONE = Qt.KeyboardModifier.NoModifier


def test_by_mouse_alone(window: MainWindow) -> None:
    """Rail, shapes, sizes, what a stroke changes, modes, all and none: each by a click."""
    click_on(window.rail._buttons["fog"])
    settle(window)
    shown = panel(window)
    click_on(shown.shapes[FogShape.BOX])
    drag(window, (4.5, 4.5), (6.5, 5.5), held=NONE)
    assert window.controller.encounter.vision.mode is FogMode.BY_HAND
    assert known(window).sum() == 6
    click_on(shown.eraser)
    drag(window, (4.5, 4.5), (4.5, 4.5), held=NONE)
    assert known(window).sum() == 5
    click_on(shown.shapes[FogShape.BRUSH])
    click_on(shown.width_steps.more)
    assert tool(window).size == 4
    click_on(shown.hands.buttons[FogHand.PIN.value])
    assert tool(window).hand is FogHand.PIN
    click_on(shown.all)
    assert known(window).all()
    click_on(shown.none)
    assert not known(window).any()
    click_on(shown.modes.buttons[FogMode.BY_SIGHT.value])
    assert _mode(window) is FogMode.BY_SIGHT


def _mode(window: MainWindow) -> FogMode:
    return window.controller.encounter.vision.mode


def click_on(button: object) -> None:
    """Click on a button."""
    from PySide6.QtWidgets import QAbstractButton

    assert isinstance(button, QAbstractButton)
    QTest.mouseClick(button, LEFT)
    QApplication.processEvents()


def test_by_keys_alone(window: MainWindow) -> None:
    """U, digits, arrows, Enter, Ctrl+Enter, brackets, 0, Tab; Escape puts it down."""
    press(window, KEY.Key_U)
    assert window.controller.view.tool == "fog"
    press(window, KEY.Key_2)
    press(window, KEY.Key_Left, KEY.Key_Return, KEY.Key_Right, KEY.Key_Down, KEY.Key_Return)
    assert known(window).sum() == 4
    press(window, KEY.Key_Return, held=CTRL)
    press(window, KEY.Key_Return)
    assert known(window).sum() == 3
    press(window, KEY.Key_1, KEY.Key_BracketRight)
    assert (tool(window).shape, tool(window).size) == (FogShape.BRUSH, 4)
    press(window, KEY.Key_Return, KEY.Key_Escape)
    assert tool(window).stroke is None
    assert window.controller.view.tool == "fog"
    press(window, KEY.Key_Escape)
    assert window.controller.view.tool == "select"
    press(window, KEY.Key_Z, held=CTRL)
    assert known(window).sum() == 4


def test_the_wheel_with_ctrl_sizes_the_brush_and_without_zooms(window: MainWindow) -> None:
    """As with the other brushes."""
    press(window, KEY.Key_U)
    zoom = window.map.zoom
    _wheel(window, CTRL)
    assert tool(window).size == 4
    assert window.map.zoom == zoom
    _wheel(window, NONE)
    assert window.map.zoom > zoom


def _wheel(window: MainWindow, held: Qt.KeyboardModifier) -> None:
    port = window.map.viewport()
    place = QPointF(port.rect().center())
    event = QWheelEvent(
        place,
        QPointF(port.mapToGlobal(place.toPoint())),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        held,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(port, event)
    settle(window)


def test_h_takes_the_hatch_off_and_on(window: MainWindow) -> None:
    """One key, also told in the View menu and in the list of layers."""
    window.controller.submit(SetFog(mode=FogMode.BY_SIGHT))
    settle(window)
    assert _style(window) is FogStyle.GAME_MASTER
    press(window, KEY.Key_H)
    assert _style(window) is None
    assert Layer.FOG not in window.controller.view.layers
    press(window, KEY.Key_H)
    assert _style(window) is FogStyle.GAME_MASTER
    assert window.window_actions.shown_key("view.hatch") == "H"


def _style(window: MainWindow) -> FogStyle | None:
    view = window.map.map_scene.view
    return None if view is None or view.fog is None else view.fog.style


def test_shift_h_shows_the_map_as_those_selected_see_it(window: MainWindow) -> None:
    """Escape, or the key again, comes back; who is selected stays so."""
    click(window, 26.5, 16.5)
    press(window, KEY.Key_H, held=SHIFT)
    assert _style(window) is FogStyle.PLAYERS
    assert window.controller.view.selected == ("foe",)
    press(window, KEY.Key_Escape)
    assert _style(window) is None
    assert window.controller.view.selected == ("foe",)


def test_presentation_covers_what_players_do_not_know(window: MainWindow) -> None:
    """F11: beyond what was uncovered there is nothing but fog, and whoever stands there is gone."""
    window.controller.submit(SetFog(mode=FogMode.BY_HAND))
    window.controller.submit(Uncover(cells=tuple(Cell(x, y) for x in range(8) for y in range(8))))
    press(window, KEY.Key_F11)
    settle(window)
    view = window.map.map_scene.view
    assert view is not None
    assert {token.id for token in view.tokens} == {"hero"}
    image = window.map.viewport().grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    fog = QColor(night_colors().fog).rgb()
    for x, y in ((12.5, 4.5), (26.5, 16.5), (4.5, 12.5), (29.5, 0.5)):
        assert image.pixel(at(window, x, y)) == fog
    assert image.pixel(at(window, 6.4, 6.4)) != fog
