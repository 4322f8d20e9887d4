"""Props in the whole window, by mouse: placed, turned, moved, changed, flipped in play, undone."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gridwar.control.controller.controller import Controller
from gridwar.control.tools.props.props_tool import PropsTool
from gridwar.engine.gm.combatant_commands import Place
from gridwar.engine.gm.prop_commands import PutProps
from gridwar.engine.kit.turn_and_move_commands import TakeTurn
from gridwar.model.cover_kinds import CoverDegree
from gridwar.model.geometry import Cell
from gridwar.model.props import Prop
from gridwar.ui.map.map_to_png import png_of
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.window.main_window import MainWindow
from gridwar.ui.window.menus.prop_menu import prop_menu
from gridwar.ui.window.prop_pictures import own_prop
from gridwar.ui.window.tool_panels.props_panel import PropsPanel
from tests.support.fights import begun

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    """A window with a fight on a blank page, hero's turn, the tool for props in hand."""
    controller = Controller(begun("freeform", hero=(3, 3), foe=(12, 5)))
    controller.submit(TakeTurn(actor="hero"))
    made = MainWindow(controller, make_theme(ThemeName.DARK, reduce_motion=True))
    made.resize(1400, 900)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    made.map.fit()
    made.window_actions.action("tool.props").trigger()
    settle()
    yield made
    controller.action_drafts.shut_down()


def settle() -> None:
    """Let everything asked for be shown."""
    for _round in range(3):
        QApplication.processEvents()


def at(window: MainWindow, x: float, y: float) -> QPoint:
    """Return a place of the map, in cells, in its viewport."""
    return window.map.mapFromScene(QPointF(x, y))


def click(window: MainWindow, x: float, y: float) -> None:
    """Click on the map."""
    QTest.mouseMove(window.map.viewport(), at(window, x, y))
    QTest.mouseClick(window.map.viewport(), LEFT, NONE, at(window, x, y))
    settle()


def drag(window: MainWindow, start: tuple[float, float], to: tuple[float, float]) -> None:
    """Drag on the map."""
    port = window.map.viewport()
    QTest.mousePress(port, LEFT, NONE, at(window, *start))
    QTest.mouseMove(port, at(window, *to))
    settle()
    QTest.mouseRelease(port, LEFT, NONE, at(window, *to))
    settle()


def props(window: MainWindow) -> tuple[Prop, ...]:
    """Return the props of the map."""
    return window.controller.encounter.map.props


def panel(window: MainWindow) -> PropsPanel:
    """Return the tool's panel."""
    found = window.findChild(PropsPanel)
    assert isinstance(found, PropsPanel)
    assert found.isVisible()
    return found


def test_a_table_is_placed_turned_moved_flipped_in_play_and_undone(window: MainWindow) -> None:
    """The whole of it by mouse: what the hero flips hides him from the foe behind it."""
    shown = panel(window)
    shown.search.setText("tavern")
    settle()
    assert list(shown.stamps.buttons) == ["table", "round_table"]
    shown.stamps.buttons["table"].click()
    shown.turn.click()
    click(window, 5.5, 2.5)
    (table,) = props(window)
    assert table.cells == (Cell(5, 2), Cell(5, 3))
    drag(window, (5.5, 2.5), (4.5, 2.5))
    assert props(window)[0].at == Cell(4, 2)
    window.window_actions.action("tool.select").trigger()
    controller = window.controller
    controller.submit(Place(to=(("foe", Cell(12, 3)),)))
    controller.selection.select("hero")
    settle()
    before = controller.system.sight(controller.encounter, "foe", "hero")
    assert before is not None
    assert "flip_prop:prop-1" in [one.id for one in controller.actions.listed()]
    controller.actions.choose("flip_prop:prop-1")
    settle()
    assert props(window)[0].is_flipped
    after = controller.system.sight(controller.encounter, "foe", "hero")
    assert after is not None
    assert (before.degree, after.degree) == (CoverDegree.QUARTER, CoverDegree.HALF)
    controller.timeline.undo()
    settle()
    assert not props(window)[0].is_flipped


def test_the_fields_of_one_that_is_chosen_change_it(window: MainWindow) -> None:
    """Its cover in the panel, flipped by its button; a click beside shows the stamps again."""
    click(window, 5.5, 5.5)
    click(window, 5.5, 5.5)
    shown = panel(window)
    assert shown.fields.isVisible()
    assert not shown.stamps.isVisible()
    shown.flip.click()
    assert props(window)[0].is_flipped
    assert props(window)[0].traits.cover is CoverDegree.HALF
    shown.delete.click()
    settle()
    assert props(window) == ()
    assert shown.stamps.isVisible()


def test_its_menu_turns_flips_fixes_and_takes_it_away(window: MainWindow) -> None:
    """What it means stands on top of the menu."""
    click(window, 5.5, 5.5)

    def choose(words: str) -> None:
        menu = prop_menu(window.parts, props(window)[0])
        assert "quarter" in menu.actions()[0].text() or "half" in menu.actions()[0].text()
        next(one for one in menu.actions() if one.text() == words).trigger()
        settle()

    choose("Turn a quarter")
    assert props(window)[0].turns == 1
    choose("Flip over")
    assert props(window)[0].is_flipped
    choose("Fix it in its place")
    assert props(window)[0].is_locked
    choose("Take away")
    assert props(window) == ()


def test_a_picture_of_ones_own_is_drawn_on_its_cells(window: MainWindow) -> None:
    """It is kept by its hash, sized by its sides, and placed by clicks."""
    image = QImage(90, 30, QImage.Format.Format_RGB32)
    image.fill(QColor("#ff00ff"))
    data = png_of(image)
    prop = own_prop("rug", data)
    assert (prop.size.w, prop.size.h, prop.name) == (3, 1, "rug")
    assert prop.picture == hashlib.sha256(data).hexdigest()
    tool = window.parts.tools.tools["props"]
    assert isinstance(tool, PropsTool)
    tool.take_picture(prop)
    click(window, 6.5, 6.5)
    assert props(window)[0].picture == prop.picture
    assert "own" in panel(window).stamps.buttons


def test_the_map_is_painted_anew_only_round_what_changed(window: MainWindow) -> None:
    """The stamp is there in its cells, and gone when it is taken away."""

    def pixel() -> QColor:
        settle()
        grabbed = window.map.viewport().grab().toImage()
        place = at(window, 8.5, 8.5)
        return grabbed.pixelColor(place)

    bare = pixel()
    crate = Prop(id="c", stamp="fountain", at=Cell(8, 8))
    window.controller.submit(PutProps(put=(crate,)))
    with_prop = pixel()
    assert with_prop != bare
    window.controller.timeline.undo()
    assert pixel() == bare
