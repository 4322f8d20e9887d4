"""The question how much damage a wall takes, in the whole window, by key alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from gridwar.control.controller.controller import Controller
from gridwar.engine.gm.map_commands import PutWalls
from gridwar.model.geometry import SUBCELL, Point
from gridwar.model.walls import Wall
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.window.damage_to_wall_form import ask_damage
from gridwar.ui.window.main_window import MainWindow
from tests.support.fights import begun

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

WALL = Wall(id="w", a=Point(SUBCELL, SUBCELL), b=Point(4 * SUBCELL, SUBCELL), points=10, hardness=3)


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    """A window on a map with a wall that can be broken, asking how much damage it takes."""
    controller = Controller(begun("freeform", hero=(3, 3)))
    controller.submit(PutWalls(put=(WALL,)))
    made = MainWindow(controller, make_theme(ThemeName.DARK))
    qtbot.addWidget(made)
    made.resize(1280, 720)
    made.show()
    qtbot.waitExposed(made)
    ask_damage(made.parts, WALL)
    yield made
    made.controller.shut_down()


def type_and_enter(window: MainWindow, words: str) -> None:
    """Type into the form and press Enter."""
    has = window.focusWidget()
    assert has is not None
    QTest.keyClicks(has, words)
    QTest.keyClick(has, Qt.Key.Key_Return)


def test_the_damage_typed_is_dealt(window: MainWindow) -> None:
    """The form names the wall and what it withstands; Enter deals it and closes the form."""
    form = window.parts.forms.popover
    assert form.isVisible()
    assert "10 points, hardness 3" in form.told()[0]
    type_and_enter(window, "8")
    assert not form.isVisible()
    assert window.controller.encounter.map.wall("w").points == 5


@pytest.mark.parametrize("words", ["", "many", "-3", "1000000", "9" * 5000])
def test_what_is_no_damage_is_told_and_nothing_happens(window: MainWindow, words: str) -> None:
    """The form stays, to be corrected."""
    type_and_enter(window, words)
    assert window.parts.forms.popover.isVisible()
    assert window.controller.encounter.map.wall("w") == WALL
