"""The style of a sketch is chosen in its panel, by mouse or by key, and stays with the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gridwar.control.controller.controller import Controller
from gridwar.engine.gm.map_commands import LayMap
from gridwar.model.battlemap import BattleMap
from gridwar.model.sketch import SketchStyle
from gridwar.ui.map.ink.ink_styles import ink_colors
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.window.main_window import MainWindow
from gridwar.ui.window.tool_panels.sketch_style_buttons import StyleButton, StyleButtons
from tests.support.drawn_dungeon import SIZE, drawn_dungeon
from tests.support.fights import begun

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    """A window with a freeform fight."""
    controller = Controller(begun("freeform", hero=(3, 3)))
    made = MainWindow(controller, make_theme(ThemeName.DARK, reduce_motion=True))
    made.resize(1400, 900)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    settle()
    yield made
    controller.action_drafts.shut_down()


def settle() -> None:
    """Let everything asked for be shown."""
    for _round in range(3):
        QApplication.processEvents()


@pytest.fixture
def buttons(window: MainWindow) -> StyleButtons:
    """Return the buttons, with a drawn dungeon on the table."""
    page = BattleMap(width=SIZE.w, height=SIZE.h, sketch=drawn_dungeon())
    window.controller.submit(LayMap(map=page))
    window.tools.take("sketch")
    settle()
    found = window.findChild(StyleButtons)
    assert found is not None
    return found


def _style(window: MainWindow) -> SketchStyle | None:
    sketch = window.controller.encounter.map.sketch
    return None if sketch is None else sketch.style


def _on(buttons: StyleButtons) -> list[SketchStyle]:
    return [style for style, one in buttons.buttons.items() if one.isChecked()]


def test_a_click_draws_the_sketch_in_another_style(
    window: MainWindow, buttons: StyleButtons
) -> None:
    """One undo takes it back; the button that is on follows."""
    assert _on(buttons) == [SketchStyle.INK]
    QTest.mouseClick(buttons.buttons[SketchStyle.BLUEPRINT], Qt.MouseButton.LeftButton)
    settle()
    assert _style(window) is SketchStyle.BLUEPRINT
    assert _on(buttons) == [SketchStyle.BLUEPRINT]
    window.controller.timeline.undo()
    settle()
    assert _style(window) is SketchStyle.INK
    assert _on(buttons) == [SketchStyle.INK]


def test_each_is_reached_by_key_and_has_a_name(window: MainWindow, buttons: StyleButtons) -> None:
    """Space chooses; the one that is on stays on, and nothing is done."""
    chosen = buttons.buttons[SketchStyle.PARCHMENT]
    assert chosen.accessibleName() == "Parchment"
    assert chosen.focusPolicy() & Qt.FocusPolicy.TabFocus
    for _press in range(2):
        QTest.keyClick(chosen, Qt.Key.Key_Space)
        settle()
        assert _on(buttons) == [SketchStyle.PARCHMENT]
    assert _style(window) is SketchStyle.PARCHMENT
    window.controller.timeline.undo()
    settle()
    assert _style(window) is SketchStyle.INK


def test_each_shows_its_own_paper(buttons: StyleButtons) -> None:
    """No two pictures are alike: each is drawn in its own style."""
    seen = {_paper(one) for one in buttons.buttons.values()}
    assert len(seen) == len(SketchStyle)
    assert ink_colors(SketchStyle.BLUEPRINT).floor == "#1E4A75"


def _paper(button: StyleButton) -> str:
    image = button.grab().toImage()
    return image.pixelColor(image.width() // 2, image.height() // 3).name()
