"""Lights in the whole window: the tool by mouse and by key, its panel, the menu of a combatant."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from gridwar.control.controller.controller import Controller
from gridwar.control.state.map_layers import Layer
from gridwar.engine.gm.light_commands import PutLights
from gridwar.engine.gm.map_commands import LayMap, SetPage
from gridwar.model.foreign_map_data import MapLight
from gridwar.model.geometry import Cell, centre_of
from gridwar.model.lights import LightSource
from gridwar.model.zones import Light
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.window.main_window import MainWindow
from gridwar.ui.window.menus.combatants_menu import fill_combatants
from gridwar.ui.window.tool_panels.lights_panel import LightsPanel
from tests.support.fights import begun

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtGui import QAction
    from pytestqt.qtbot import QtBot

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
LAMP = LightSource(id="l", name="Lamp", at=centre_of(Cell(20, 10)), bright_cells=2, dim_cells=4)


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    """A window with a freeform fight on a blank page in the dark."""
    controller = Controller(begun("freeform", hero=(3, 3)))
    controller.submit(SetPage(light=Light.DARK))
    made = MainWindow(controller, make_theme(ThemeName.DARK))
    made.map.map_scene.reduce_motion = True
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    made.map.fit()
    yield made
    controller.action_drafts.shut_down()


def at(window: MainWindow, x: float, y: float) -> QPoint:
    """Return a place of the map, in cells, in its viewport."""
    return window.map.mapFromScene(QPointF(x, y))


def drag(window: MainWindow, *places: tuple[float, float]) -> None:
    """Drag over the map with the left button."""
    port = window.map.viewport()
    QTest.mousePress(port, LEFT, pos=at(window, *places[0]))
    for place in places[1:]:
        QTest.mouseMove(port, at(window, *place))
        QApplication.processEvents()
    QTest.mouseRelease(port, LEFT, pos=at(window, *places[-1]))
    QApplication.processEvents()


def panel(window: MainWindow) -> LightsPanel:
    """Take the tool by its key and return its panel."""
    QTest.keyClick(window.map, Qt.Key.Key_J)
    QApplication.processEvents()
    found = window.findChild(LightsPanel)
    assert isinstance(found, LightsPanel)
    assert found.isVisible()
    return found


def lights(window: MainWindow) -> dict[str, LightSource]:
    """Return the sources by id."""
    return {one.id: one for one in window.controller.encounter.map.light_sources}


def test_a_torch_is_placed_moved_and_put_out_by_the_mouse(window: MainWindow) -> None:
    """A click, a drag, a click with the right button; each shows on the map and in the panel."""
    shown = panel(window)
    QTest.mouseClick(window.map.viewport(), LEFT, pos=at(window, 10.5, 6.5))
    QApplication.processEvents()
    assert [one.at for one in lights(window).values()] == [centre_of(Cell(10, 6))]
    assert list(shown.lights.rows) == ["light-1"]
    drag(window, (10.5, 6.5), (13.0, 8.0), (14.5, 9.5))
    assert lights(window)["light-1"].at == centre_of(Cell(14, 9))
    QTest.mouseClick(window.map.viewport(), RIGHT, pos=at(window, 14.5, 9.5))
    QApplication.processEvents()
    assert not lights(window)["light-1"].on
    assert not shown.lights.switches["light-1"].isChecked()
    QTest.mouseClick(shown.lights.switches["light-1"], LEFT)
    assert lights(window)["light-1"].on


def test_a_torch_is_dragged_onto_a_token(window: MainWindow) -> None:
    """It is that one's to carry; the field of the panel says so."""
    panel(window)
    QTest.mouseClick(window.map.viewport(), LEFT, pos=at(window, 10.5, 6.5))
    QApplication.processEvents()
    drag(window, (10.5, 6.5), (6.0, 5.0), (3.5, 3.5))
    assert lights(window)["light-1"].carried_by == "hero"


def test_all_of_it_is_done_by_keys_alone(window: MainWindow) -> None:
    """A lantern for whoever is selected, put out, lit, taken away; Escape leaves the tool."""
    window.controller.selection.select("hero")
    panel(window)
    for key in (Qt.Key.Key_3, Qt.Key.Key_Return):
        QTest.keyClick(window.map, key)
    QApplication.processEvents()
    (one,) = lights(window).values()
    assert (one.name, one.carried_by) == ("Lantern", "hero")
    QTest.keyClick(window.map, Qt.Key.Key_Space)
    assert not lights(window)[one.id].on
    QTest.keyClick(window.map, Qt.Key.Key_Delete)
    assert not lights(window)
    QTest.keyClick(window.map, Qt.Key.Key_Escape)
    assert window.controller.view.tool == "select"


def test_the_panel_sets_the_map_and_uses_the_lights_of_the_file(window: MainWindow) -> None:
    """How light it is elsewhere, whether light shows in play, what the file had brought along."""
    page = window.controller.encounter.map
    kept = page.with_lights([MapLight(x_cells=4.5, y_cells=4.5, range_cells=6)], None)
    window.controller.submit(LayMap(map=kept))
    shown = panel(window)
    assert shown.imported.isVisible()
    QTest.mouseClick(shown.imported, LEFT)
    QApplication.processEvents()
    assert [one.dim_cells for one in lights(window).values()] == [6]
    assert not shown.imported.isVisible()
    shown.level.chosen.emit(str(int(Light.LOW)))
    assert window.controller.encounter.map.light is Light.LOW
    QTest.mouseClick(shown.shown, LEFT)
    assert Layer.LIGHT in window.controller.view.layers
    assert not shown.fields.isVisible()


def test_the_menu_of_a_combatant_gives_and_takes_lights(window: MainWindow) -> None:
    """Each preset to carry; one that is carried can be put out, put down, taken away."""
    window.controller.selection.select("hero")

    def entries() -> dict[str, QAction]:
        menu = QMenu(window)
        fill_combatants(window.parts, menu, "hero")
        light = next(one.menu() for one in menu.actions() if one.text() == "Light")
        assert isinstance(light, QMenu)
        light.aboutToShow.emit()
        return {one.text(): one for one in light.actions()}

    entries()["Carries: Torch"].trigger()
    (torch,) = lights(window).values()
    assert torch.carried_by == "hero"
    assert {"Put out: Torch of Hero", "Put down: Torch of Hero"} <= entries().keys()
    entries()["Put down: Torch of Hero"].trigger()
    assert lights(window)[torch.id].at == centre_of(Cell(3, 3))


def test_nothing_is_drawn_while_light_is_not_shown(window: MainWindow) -> None:
    """At rest there is no picture of light at all; with the layer on there is one."""
    window.controller.submit(PutLights(put=(LAMP,)))
    page = QRectF(0, 0, 30, 20)
    found = []
    for on in (False, True):
        window.controller.layers.show(Layer.LIGHT, on=on)
        QApplication.processEvents()
        found.append(window.map.map_scene.light.lies_on(page))
    assert found == [False, True]
