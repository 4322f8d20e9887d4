"""Pins in the whole window: by mouse and by key, their card, their list, their menu, Ctrl+K."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from gridwar.control.controller.controller import Controller
from gridwar.engine.gm.pin_commands import PutPins
from gridwar.model.geometry import Cell, centre_of
from gridwar.model.pins import Pin
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.window.help.command_palette_entries import palette_entries
from gridwar.ui.window.main_window import MainWindow
from gridwar.ui.window.menus.combatants_menu import fill_place
from gridwar.ui.window.menus.pin_menu import pin_menu
from gridwar.ui.window.tool_panels.pins_panel import PinsPanel
from tests.support.fights import begun

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from gridwar.ui.popovers.pin_card import PinCard

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
HATCH = Pin(id="h", point=centre_of(Cell(10, 10)), label="2", text="The hatch is nailed shut.")
STAIR = Pin(id="s", point=centre_of(Cell(20, 5)), label="1", text="A stair up")
_BODY_PX = 14
"""How far above its place the middle of a sign is."""


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    """A window with a freeform fight on a blank page, and two pins on it."""
    controller = Controller(begun("freeform", hero=(3, 3)))
    controller.submit(PutPins(put=(HATCH, STAIR)))
    made = MainWindow(controller, make_theme(ThemeName.DARK, reduce_motion=True))
    made.resize(1400, 900)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    made.map.fit()
    settle()
    yield made
    controller.action_drafts.shut_down()


def settle() -> None:
    """Let everything asked for be shown."""
    for _round in range(3):
        QApplication.processEvents()


def at(window: MainWindow, x: float, y: float, up_px: int = 0) -> QPoint:
    """Return a place of the map, in cells, in its viewport."""
    return window.map.mapFromScene(QPointF(x, y)) - QPoint(0, up_px)


def click(window: MainWindow, place: QPoint) -> None:
    """Click on the map."""
    QTest.mouseMove(window.map.viewport(), place)
    QTest.mouseClick(window.map.viewport(), LEFT, NONE, place)
    settle()


def pins(window: MainWindow) -> dict[str, Pin]:
    """Return the pins by id."""
    return {one.id: one for one in window.controller.encounter.map.pins}


def card(window: MainWindow) -> PinCard:
    """Return the card."""
    return window.on_demand.pin_card


def panel(window: MainWindow) -> PinsPanel:
    """Take the tool by its key and return its panel."""
    QTest.keyClick(window.map, Qt.Key.Key_E)
    settle()
    found = window.findChild(PinsPanel)
    assert isinstance(found, PinsPanel)
    assert found.isVisible()
    return found


def test_a_click_on_a_sign_opens_its_card_to_write_on(window: MainWindow) -> None:
    """Beside the sign; what is written is kept by Escape, as one step of undo."""
    click(window, at(window, 10.5, 10.5, _BODY_PX))
    shown = card(window)
    assert shown.isVisible()
    assert (shown.label.text(), shown.editor.toPlainText()) == ("2", HATCH.text)
    assert shown.geometry().left() > at(window, 10.5, 10.5).x()
    QTest.keyClicks(shown.editor, " A crowbar opens it.")
    shown.label.setText("2b")
    QTest.keyClick(shown.editor, Qt.Key.Key_Escape)
    settle()
    assert not shown.isVisible()
    assert pins(window)["h"].text == "The hatch is nailed shut. A crowbar opens it."
    assert pins(window)["h"].label == "2b"
    window.controller.timeline.undo()
    assert pins(window)["h"] == HATCH


def test_a_sign_is_dragged_to_another_cell(window: MainWindow) -> None:
    """By its body, with the mouse alone."""
    port, start, goal = window.map.viewport(), at(window, 10.5, 10.5, _BODY_PX), (14.5, 12.5)
    QTest.mousePress(port, LEFT, NONE, start)
    QTest.mouseMove(port, at(window, *goal, _BODY_PX))
    settle()
    QTest.mouseRelease(port, LEFT, NONE, at(window, *goal, _BODY_PX))
    settle()
    assert pins(window)["h"].cell == (14, 12)
    assert not window.on_demand.has("pin_card")


def test_beside_a_sign_a_click_is_for_the_map(window: MainWindow) -> None:
    """A cell away nothing opens."""
    click(window, at(window, 12.5, 10.5))
    assert not window.on_demand.has("pin_card")


def test_a_card_turns_to_another_pin_and_keeps_the_first(window: MainWindow) -> None:
    """One card at a time; a pin that is taken away takes its card along."""
    click(window, at(window, 10.5, 10.5, _BODY_PX))
    QTest.keyClicks(card(window).editor, "!")
    window.controller.show(pin_card="s")
    settle()
    assert card(window).editor.toPlainText() == STAIR.text
    assert pins(window)["h"].text.endswith("!")
    QTest.mouseClick(card(window).remove, LEFT)
    settle()
    assert list(pins(window)) == ["h"]
    assert not card(window).isVisible()


def test_undo_beside_an_open_card_is_shown_on_it(window: MainWindow) -> None:
    """While nothing is being written, the card follows the fight."""
    window.controller.submit(PutPins(put=(HATCH.replace(text="Open"),)))
    window.controller.show(pin_card="h")
    settle()
    assert card(window).editor.toPlainText() == "Open"
    window.controller.timeline.undo()
    settle()
    assert card(window).editor.toPlainText() == HATCH.text
    window.controller.submit(PutPins(gone=("h",)))
    settle()
    assert not card(window).isVisible()


def test_the_tool_lists_finds_and_goes_to_pins(window: MainWindow) -> None:
    """By words, Enter brings the place to the middle; Enter again opens; Escape goes back."""
    shown = panel(window)
    assert list(shown.pins.buttons) == ["s", "h"]
    window.map.zoom_to(3.0)
    QTest.keyClicks(shown.search, "hatch")
    settle()
    assert list(shown.pins.buttons) == ["h"]
    QTest.keyClick(shown.search, Qt.Key.Key_Return)
    settle()
    middle = window.map.to_cells(QPointF(window.map.viewport().rect().center()))
    assert abs(middle[0] - 10.5) < 0.2
    assert abs(middle[1] - 10.5) < 0.2
    assert window.controller.view.pin_chosen == "h"
    QTest.keyClick(shown.search, Qt.Key.Key_Return)
    settle()
    assert card(window).isVisible()
    QTest.keyClick(card(window).editor, Qt.Key.Key_Escape)
    QTest.keyClick(shown.search, Qt.Key.Key_Escape)
    settle()
    assert (shown.search.text(), len(shown.pins.buttons)) == ("", 2)
    QTest.keyClick(shown.search, Qt.Key.Key_Down)
    assert window.controller.view.pin_chosen == "s"


def test_with_the_tool_a_click_puts_a_pin_whose_card_is_open(window: MainWindow) -> None:
    """The words go straight onto it; the same by key alone."""
    shown = panel(window)
    click(window, at(window, 5.5, 15.5))
    QTest.keyClicks(card(window).editor, "Gold")
    QTest.keyClick(card(window).editor, Qt.Key.Key_Escape)
    settle()
    made = next(one for one in pins(window).values() if one.text == "Gold")
    assert (made.cell, made.label) == ((5, 15), "3")
    assert shown.pins.buttons[made.id].isChecked()
    QTest.keyClick(window.map, Qt.Key.Key_Escape)
    QTest.keyClick(window.map, Qt.Key.Key_Return)
    settle()
    assert len(pins(window)) == 4
    assert card(window).isVisible()


def test_escape_over_the_map_closes_the_card_before_the_tool(window: MainWindow) -> None:
    """One thing at a press."""
    panel(window)
    click(window, at(window, 10.5, 10.5, _BODY_PX))
    assert card(window).isVisible()
    QTest.keyClick(window.map, Qt.Key.Key_Escape)
    settle()
    assert not card(window).isVisible()
    assert window.controller.view.tool == "pins"
    QTest.keyClick(window.map, Qt.Key.Key_Escape)
    assert window.controller.view.tool == "select"


def test_the_menu_of_a_place_puts_a_pin_there(window: MainWindow) -> None:
    """And the menu of a pin opens it, lists all, takes it away."""
    menu = QMenu(window)
    fill_place(window.parts, menu, Cell(7, 8))
    next(one for one in menu.actions() if one.text().startswith("Pin here")).trigger()
    settle()
    made = next(one for one in pins(window).values() if one.id not in ("h", "s"))
    assert (made.cell, made.label) == ((7, 8), "3")
    assert card(window).pin == made.id
    of_pin = pin_menu(window.parts, made)
    words = [one.text() for one in of_pin.actions() if not one.isSeparator()]
    assert words == ["Pin 3", "Open", "All pins …", "Take away"]
    of_pin.actions()[-1].trigger()
    settle()
    assert made.id not in pins(window)
    pin_menu(window.parts, HATCH).actions()[-2].trigger()
    settle()
    assert (window.controller.view.tool, window.controller.view.pin_chosen) == ("pins", "h")


def test_any_pin_is_found_by_its_words_from_everywhere(window: MainWindow) -> None:
    """The palette goes there and opens it."""
    entries = palette_entries(window.parts, lambda _rule: None)
    found = next(one for one in entries if one.kind == "Pin" and "hatch" in one.text)
    found.act()
    settle()
    assert card(window).pin == "h"


def test_players_looking_on_find_neither_card_nor_sign(window: MainWindow) -> None:
    """What was being written is kept; nothing opens while they look."""
    click(window, at(window, 10.5, 10.5, _BODY_PX))
    QTest.keyClicks(card(window).editor, "!")
    window.controller.show(presenting=True)
    settle()
    assert not card(window).isVisible()
    assert window.map.pin_at((10.5, 10.4)) == ""
    window.controller.show(pin_card="s")
    settle()
    assert not card(window).isVisible()
    assert pins(window)["h"].text.endswith("!")


def test_a_sign_keeps_its_size_at_any_zoom(window: MainWindow) -> None:
    """Twenty pixels high, its tip upon the place; with a larger interface it grows."""
    for zoom in (0.3, 1.0, 4.0):
        window.map.zoom_to(zoom)
        window.map.center_cells((10.5, 10.5), animated=False)
        settle()
        cell_px = window.map.cell_px
        for up_px, is_on in ((4, True), (20, True), (28, False), (-4, False)):
            there = window.map.pin_at((10.5, 10.5 - up_px / cell_px))
            assert (there == "h") is is_on, (zoom, up_px)
    window.map.map_scene.set_scale(1.5)
    assert window.map.pin_at((10.5, 10.5 - 30 / window.map.cell_px)) == "h"


def test_what_is_typed_after_tab_is_written_and_plays_nothing(window: MainWindow) -> None:
    """On a button of the card a letter is a word begun: N does not end a turn, B takes no tool."""
    controller, tool = window.controller, window.controller.view.tool
    panel(window)
    click(window, at(window, 10.5, 10.5, _BODY_PX))
    assert card(window).isVisible()
    card(window).primary.setFocus()
    before = controller.encounter
    for letter in "Nb":
        has = QApplication.focusWidget()
        assert has is not None
        QTest.keyClicks(has, letter)
        settle()
    assert card(window).isVisible()
    assert card(window).editor.toPlainText() == f"{HATCH.text}Nb"
    assert controller.encounter is before
    assert controller.view.tool == "pins" != tool
