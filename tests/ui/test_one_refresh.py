"""The window is refreshed once for all that an event changes, and before anything else is met."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from typing_extensions import override

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.engine.gm.combatant_commands import RemoveCombatants
from gridwar.engine.kit.turn_and_move_commands import TakeTurn
from gridwar.model.question_and_refusal import Question
from tests.control.test_charts import Noting
from tests.support.fights import begun
from tests.ui.test_window import LEFT, Table, _window

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from gridwar.control.records.ground_records import CellXY, Point
    from gridwar.control.records.scene_records import SceneView


Count = list[None]
NONE = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def refreshes(monkeypatch: pytest.MonkeyPatch) -> Count:
    """As many entries as there were refreshes: the first thing that one does is present the map."""
    found: Count = []
    present = ScenePresenter.present

    def counted(self: ScenePresenter) -> SceneView:
        found.append(None)
        return present(self)

    monkeypatch.setattr(ScenePresenter, "present", counted)
    return found


@pytest.fixture
def table(qtbot: QtBot, refreshes: Count) -> Iterator[Table]:
    """A marine with the turn at (3, 3), a brawler at (8, 3); 4 + 4 and low damage lie ready."""
    session = begun("cepheus", 4, 4, 1, 1, 1, 2, marine=(3, 3), brawler=(8, 3))
    session.submit(TakeTurn(actor="marine"))
    controller = Controller(session, odds_patience_s=60)
    # What would answer there comes from beside the window, whenever it is known: never, here.
    controller.charts.worker = Noting()
    for table in _window(qtbot, controller):
        turn()
        refreshes.clear()
        yield table


def turn() -> None:
    """Let the event loop do what is to be done now."""
    for _round in range(3):
        QApplication.processEvents()


def shown_at(table: Table, who: str) -> Point:
    """Return where the map shows somebody."""
    view = table.map.map_scene.view
    assert view is not None
    return next(token.cell for token in view.tokens if token.id == who and not token.ghost)


def test_one_release_is_one_refresh(table: Table, refreshes: Count) -> None:
    """Pointer, plan, command and notice change with the release; the window is told once."""
    port = table.map.viewport()
    QTest.mousePress(port, LEFT, pos=table.at(3, 3))
    QTest.mouseMove(port, table.at(5, 4))
    turn()
    refreshes.clear()
    QTest.mouseRelease(port, LEFT, pos=table.at(5, 4))
    turn()
    assert shown_at(table, "marine") == (5, 4)
    assert len(refreshes) == 1


def test_one_step_of_a_drag_is_one_refresh(table: Table, refreshes: Count) -> None:
    """Each move of the pointer to another cell shows the plan once."""
    port = table.map.viewport()
    QTest.mousePress(port, LEFT, pos=table.at(3, 3))
    turn()
    refreshes.clear()
    for step, cell in enumerate([(4, 3), (5, 3), (5, 4)], 1):
        QTest.mouseMove(port, table.at(*cell))
        turn()
        assert len(refreshes) == step


def test_one_key_is_one_refresh(table: Table, refreshes: Count) -> None:
    """An attack that is rolled and an answer that plays it are one refresh each."""
    attacks = table.controller.action_drafts
    table.controller.actions.choose("attack:gauss_rifle")
    attacks.aim_at("brawler")
    turn()
    for widget, key in (("attack", Qt.Key.Key_Return), ("question", Qt.Key.Key_1)):
        refreshes.clear()
        QTest.keyClick(getattr(table.window.on_demand, widget), key)
        turn()
        assert len(refreshes) == 1


def test_one_menu_is_one_refresh(
    table: Table, refreshes: Count, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The menu of a right click comes with the refresh, and asks for none itself."""
    come: list[None] = []
    monkeypatch.setattr("PySide6.QtWidgets.QMenu.popup", lambda *_at: come.append(None))
    table.controller.selection.select("brawler")
    turn()
    refreshes.clear()
    QTest.mouseClick(table.map.viewport(), Qt.MouseButton.RightButton, pos=table.at(8, 3))
    turn()
    assert come
    assert len(refreshes) == 1


def test_nothing_changed_is_no_refresh(table: Table, refreshes: Count) -> None:
    """The window rests while nobody does anything."""
    QTest.qWait(100)
    refreshes.clear()
    table.window.map.viewport().update()
    QTest.qWait(100)
    assert not refreshes


class Painted(QObject):
    """Notes where the marine is in each picture of his cell, and where he is meant to be then."""

    def __init__(self, table: Table) -> None:
        super().__init__(table.map)
        self.found: list[tuple[Point, Point]] = []
        self._table = table
        table.map.viewport().installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            controller = self._table.controller
            plan, pos = controller.view.plan, controller.encounter["marine"].pos
            meant = pos if plan is None else plan.end
            assert meant is not None
            if event.region().contains(self._table.at(meant.x, meant.y)):
                self.found.append((shown_at(self._table, "marine"), (meant.x, meant.y)))
        return super().eventFilter(watched, event)


def a_move_to(table: Table, cell: CellXY) -> QMouseEvent:
    """Return a move with the left button held; a hand of QTest turns the event loop itself."""
    at = QPointF(table.at(*cell))
    place = table.map.viewport().mapToGlobal(at)
    return QMouseEvent(QEvent.Type.MouseMove, at, place, Qt.MouseButton.NoButton, LEFT, NONE)


def test_a_drag_is_painted_where_the_pointer_is(table: Table) -> None:
    """One turn of the event loop after a move the token is painted there; no picture is behind."""
    painted = Painted(table)
    port = table.map.viewport()
    QTest.mousePress(port, LEFT, pos=table.at(3, 3))
    turn()
    for cell in ((4, 3), (5, 3), (5, 4)):
        painted.found.clear()
        QApplication.sendEvent(port, a_move_to(table, cell))
        QApplication.processEvents()
        assert (cell, cell) in painted.found
    QTest.mouseRelease(port, LEFT, pos=table.at(5, 4))
    turn()
    assert all(shown == now for shown, now in painted.found)


def test_a_paint_that_waits_already_is_not_behind(table: Table) -> None:
    """What a queued call changes is shown by the picture that was asked for before it."""
    painted = Painted(table)
    step = table.controller.move_planning.step
    table.window.later(lambda: step(0, 1))
    table.map.viewport().update()
    painted.found.clear()
    turn()
    assert painted.found
    assert all(shown == now == (3, 4) for shown, now in painted.found)


def test_a_key_finds_the_window_as_it_is_and_waits_for_no_paint(
    table: Table, refreshes: Count
) -> None:
    """What has changed is shown before the key counts, and painted once the key has been heard."""
    painted = Painted(table)
    refreshes.clear()
    table.controller.move_planning.step(0, 1)
    QApplication.sendEvent(table.map, QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Shift, NONE))
    assert len(refreshes) == 1
    assert painted.found == []
    turn()
    assert (3, 4) in [shown for shown, _now in painted.found]


def test_keys_typed_ahead_find_the_window_as_it_is(table: Table) -> None:
    """Return and 1 in one breath roll the attack and answer its question."""
    table.window.activateWindow()
    table.map.setFocus()
    table.controller.actions.choose("attack:gauss_rifle")
    table.controller.action_drafts.aim_at("brawler")
    before = table.controller.encounter
    front = table.window.windowHandle()
    for key in (Qt.Key.Key_Return, Qt.Key.Key_1):  # as from the window system, which is not asked
        text = "1" if key is Qt.Key.Key_1 else ""
        QApplication.sendEvent(front, QKeyEvent(QEvent.Type.KeyPress, key, NONE, text))
    assert not table.controller.session.wanted
    assert table.controller.encounter != before


def test_what_is_out_of_date_can_be_clicked(table: Table, qtbot: QtBot) -> None:
    """Buttons, rows and tokens of somebody who has just left do nothing, or say why."""
    controller, window = table.controller, table.window
    controller.actions.choose("attack:gauss_rifle")
    controller.action_drafts.aim_at("brawler")
    turn()
    for _time in range(2):
        window.on_demand.attack.primary.emit()
    question = controller.session.wanted[0]
    assert isinstance(question, Question)
    turn()
    for _time in range(2):
        window.on_demand.question.answered.emit(question.key, question.default)
    controller.submit(RemoveCombatants(who=("brawler",)))
    window.order.list.selected.emit("brawler", False)
    window.order.list.activated_row.emit("brawler")
    window.inspector.head.chip_removed.emit("brawler", "e1")
    window.actions_panel.chosen.emit("no such action")
    controller.show(hovered=("brawler",))
    with qtbot.captureExceptions() as raised:
        table.click(8, 3)
        turn()
    assert not raised
    assert controller.view.selected == ()
