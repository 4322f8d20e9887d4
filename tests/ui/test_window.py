"""The whole window, offscreen: real mouse and key events, from the map to the journal and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from gridwar.control.controller.controller import Controller
from gridwar.control.records.popover_records import DiceMode
from gridwar.engine.gm.combatant_commands import RemoveCombatants
from gridwar.engine.kit.turn_and_move_commands import TakeTurn
from gridwar.model.geometry import Cell
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.window.main_window import MainWindow
from tests.support.fights import begun

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

LEFT = Qt.MouseButton.LeftButton


class Table:
    """A window and hands."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self.controller = window.controller
        self.map = window.map

    def at(self, x: int, y: int) -> QPoint:
        """Return the middle of a cell in the map's viewport."""
        return self.map.mapFromScene(QPointF(x + 0.5, y + 0.5))

    def drag(self, *cells: tuple[int, int]) -> None:
        """Drag with the left button from the first cell through the others."""
        port = self.map.viewport()
        QTest.mousePress(port, LEFT, pos=self.at(*cells[0]))
        for cell in cells[1:]:
            QTest.mouseMove(port, self.at(*cell))
        QTest.mouseRelease(port, LEFT, pos=self.at(*cells[-1]))
        self.controller.refresh_now()

    def click(self, x: int, y: int) -> None:
        """Click a cell."""
        QTest.mouseClick(self.map.viewport(), LEFT, pos=self.at(x, y))
        self.controller.refresh_now()

    def key(self, key: Qt.Key, widget: QWidget | None = None) -> None:
        """Press a key where the keyboard is, or in a widget."""
        QTest.keyClick(widget or self.window.focusWidget(), key)
        self.controller.refresh_now()


@pytest.fixture
def cepheus(qtbot: QtBot) -> Iterator[Table]:
    """A marine with the turn at (3, 3), a brawler at (8, 3); 4 + 4 and low damage lie ready."""
    session = begun("cepheus", 4, 4, 1, 1, 1, 2, marine=(3, 3), brawler=(8, 3))
    session.submit(TakeTurn(actor="marine"))
    yield from _window(qtbot, Controller(session, odds_patience_s=60))


@pytest.fixture
def corridor(qtbot: QtBot) -> Iterator[Table]:
    """A guard with the turn at (3, 3); a raider threatens the way at (6, 4)."""
    session = begun("arrgs", *([10] * 12), guard=(3, 3), raider=(6, 4))
    session.submit(TakeTurn(actor="guard"))
    yield from _window(qtbot, Controller(session, odds_patience_s=60))


def _window(qtbot: QtBot, controller: Controller) -> Iterator[Table]:
    window = MainWindow(controller, make_theme(ThemeName.DARK))
    window.map.map_scene.reduce_motion = True
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    yield Table(window)
    controller.action_drafts.shut_down()


def place(table: Table, who: str) -> Cell | None:
    """Return where somebody stands."""
    return table.controller.encounter[who].pos


def test_a_drag_moves_a_token_and_undo_brings_it_back(cepheus: Table) -> None:
    """One drag is one command; Ctrl+Z and Ctrl+Shift+Z go back and forth."""
    cepheus.drag((3, 3), (4, 3), (5, 4))
    assert place(cepheus, "marine") == Cell(5, 4)
    QTest.keyClick(cepheus.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert place(cepheus, "marine") == Cell(3, 3)
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(cepheus.window, Qt.Key.Key_Z, both)
    assert place(cepheus, "marine") == Cell(5, 4)


def test_an_attack_is_aimed_asked_and_rolled(cepheus: Table) -> None:
    """1, a click on the target, Enter, the target's answer: wounds; then all of it undone."""
    before = cepheus.controller.encounter
    cepheus.map.setFocus()
    cepheus.key(Qt.Key.Key_1)
    cepheus.click(8, 3)
    assert cepheus.window.on_demand.attack.isVisible()
    cepheus.key(Qt.Key.Key_Return, cepheus.window.on_demand.attack)
    assert cepheus.window.on_demand.question.isVisible()
    assert not cepheus.window.on_demand.attack.isVisible()
    cepheus.key(Qt.Key.Key_1, cepheus.window.on_demand.question)
    assert not cepheus.window.on_demand.question.isVisible()
    system, after = cepheus.controller.system, cepheus.controller.encounter
    assert (
        system.cards.vital(after, "brawler").points < system.cards.vital(before, "brawler").points
    )
    cepheus.controller.timeline.undo()
    assert cepheus.controller.encounter == before


def test_escape_gives_an_attack_up(cepheus: Table) -> None:
    """Escape closes the popover and changes nothing."""
    before = cepheus.controller.encounter
    cepheus.map.setFocus()
    cepheus.key(Qt.Key.Key_1)
    cepheus.click(8, 3)
    cepheus.key(Qt.Key.Key_Escape, cepheus.window.on_demand.attack)
    assert not cepheus.window.on_demand.attack.isVisible()
    assert cepheus.controller.encounter is before


def test_a_sign_typed_over_the_map_begins_a_quick_number(cepheus: Table) -> None:
    """-7 and Enter takes seven points without touching the mouse."""
    before = cepheus.controller.system.cards.vital(cepheus.controller.encounter, "marine").points
    cepheus.map.setFocus()
    QTest.keyClicks(cepheus.map, "-")
    line = cepheus.window.inspector.head.quick.line
    assert line.text() == "-"
    QTest.keyClicks(line, "7")
    cepheus.key(Qt.Key.Key_Return, line)
    now = cepheus.controller.system.cards.vital(cepheus.controller.encounter, "marine").points
    assert before - now == 7
    assert QApplication.focusWidget() is cepheus.map


@pytest.mark.rule("AR-OPP-03")
def test_the_mover_is_stopped_and_the_question_asked(corridor: Table) -> None:
    """The walk waits in the exact cell; passing lets it go on, undo takes the answer back."""
    corridor.drag((3, 3), (5, 3), (8, 3))
    assert corridor.window.on_demand.question.isVisible()
    stopped = place(corridor, "guard")
    assert stopped is not None
    assert stopped.x < 8
    corridor.key(Qt.Key.Key_1, corridor.window.on_demand.question)
    corridor.controller.timeline.undo()
    assert place(corridor, "guard") == stopped
    for _answer in range(8):
        if corridor.window.on_demand.question.isVisible():
            corridor.key(Qt.Key.Key_1, corridor.window.on_demand.question)
    assert place(corridor, "guard") == Cell(8, 3)


def test_a_click_outside_of_the_map_does_no_harm(cepheus: Table) -> None:
    """Clicking and dragging beyond the border changes nothing in the fight."""
    before = cepheus.controller.encounter
    cepheus.click(-3, -3)
    cepheus.drag((3, 3), (-2, -2))
    assert cepheus.controller.encounter is before


def test_the_theme_changes_at_once(cepheus: Table) -> None:
    """Light and dark are changed without a new start."""
    cepheus.window.set_theme(make_theme(ThemeName.LIGHT))
    assert cepheus.window.order.theme.name is ThemeName.LIGHT


def test_an_attack_on_somebody_who_has_left_can_be_looked_at_again(cepheus: Table) -> None:
    """The log offers to change it; the map shows who is still there."""
    controller = cepheus.controller
    controller.selection.select("marine")
    controller.actions.choose("attack:gauss_rifle")
    cepheus.click(8, 3)
    controller.action_drafts.choose_answer("none")
    controller.action_drafts.go()
    row = controller.session.position.cursor
    controller.submit(RemoveCombatants(who=("brawler",)))
    cepheus.window.log.list.amend.emit(row)
    controller.refresh_now()
    assert cepheus.window.on_demand.attack.isVisible()


def test_an_effect_goes_to_whom_its_popover_names(cepheus: Table) -> None:
    """Selecting somebody else while the popover is open does not change whom it is for."""
    controller, popover = cepheus.controller, cepheus.window.on_demand.effect
    controller.selection.select()
    cepheus.window.inspector.sheet.effect_wanted.emit("marine")
    assert popover.isVisible()
    controller.selection.select("brawler")
    popover.name.setText("Dazed")
    QTest.keyClick(popover.name, Qt.Key.Key_Return)
    QTest.keyClick(QApplication.focusWidget() or popover, Qt.Key.Key_Return)
    assert [effect.name for effect in controller.encounter["marine"].effects] == ["Dazed"]
    assert controller.encounter["brawler"].effects == ()


def test_the_mark_of_real_dice_follows_the_popover(cepheus: Table) -> None:
    """Typing a die over the map takes real dice; the menu knows it."""
    found = (one for one in cepheus.window.findChildren(QAction) if one.shortcut() == "Ctrl+D")
    mark = next(found)
    assert not mark.isChecked()
    cepheus.window.on_demand.attack.dice_mode.emit(DiceMode.TYPED.value)
    cepheus.controller.refresh_now()
    assert mark.isChecked()
    mark.trigger()
    assert not cepheus.controller.view.typed_dice
