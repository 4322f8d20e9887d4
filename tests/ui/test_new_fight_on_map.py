"""A new fight on this map, begun with the mouse: it is asked what of the map is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from gridwar.engine.gm.fog_commands import SetFog
from gridwar.engine.gm.map_commands import SetDoor
from gridwar.model.memory import FogMode
from gridwar.model.walls import DoorState, WallKind
from gridwar.ui.widgets.controls.buttons_and_switches import KeyButton, Switch

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from gridwar.ui.app.application import Application
    from gridwar.ui.window.main_window import MainWindow

LEFT = Qt.MouseButton.LeftButton


def _choose_rules(window: MainWindow, title: str) -> None:
    """Choose rules from the list of the Fight menu."""
    (menu,) = (one for one in window.findChildren(QMenu) if one.title() == "New fight on this map")
    menu.aboutToShow.emit()
    next(one for one in menu.actions() if one.text() == title).trigger()


def _press(window: MainWindow, words: str) -> None:
    shown = (one for one in window.findChildren(KeyButton) if one.isVisible())
    QTest.mouseClick(next(one for one in shown if one.text() == words), LEFT)


def test_what_is_unticked_stays_behind(application: Application, qtbot: QtBot) -> None:
    """The memory comes along, doors are as the map was laid; Cancel begins nothing."""
    window = application.window
    assert window is not None
    window.show()
    controller = window.controller
    door = next(one for one in controller.encounter.map.walls if one.kind is WallKind.DOOR)
    other = DoorState.OPEN if door.door is not DoorState.OPEN else DoorState.CLOSED
    controller.submit(SetDoor(wall=door.id, state=other))
    controller.submit(SetFog(mode=FogMode.BY_SIGHT))
    (party,) = (key for key, one in controller.encounter.sides.items() if one.stance == "party")
    seen = controller.encounter.vision.memory(party).points
    assert seen.count()
    _choose_rules(window, "Freeform")
    _press(window, "Cancel")
    assert application.window is window
    _choose_rules(window, "Freeform")
    ticks = {one.accessibleName(): one for one in window.findChildren(Switch) if one.isVisible()}
    assert {"Doors as they stand", "What players saw of it"} <= ticks.keys()
    QTest.mouseClick(ticks["Doors as they stand"], LEFT)
    _press(window, "Begin")
    qtbot.waitUntil(lambda: application.window is not window, timeout=30_000)
    assert application.window is not None
    after = application.window.controller.encounter
    assert after.system == "freeform"
    assert not after.combatants
    assert after.map.wall(door.id).door is door.door
    assert after.vision.mode is FogMode.BY_SIGHT
    assert after.vision.memory("1").points == seen
