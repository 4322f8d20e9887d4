"""Where could I stand, in the window: a sentence by keys, its answer, the way there and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from gridwar.control.controller.controller import Controller
from gridwar.control.insight.chart_thread import ChartThread
from gridwar.engine.insight.stands.chips import ALL, NOW, Chip, ChipKind
from gridwar.model.geometry import Cell
from gridwar.ui.window.tool_panels.stands_panel import StandsPanel
from tests.control.test_stands import behind_crates
from tests.ui.test_window import Table, _window

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

KEY, SHIFT = Qt.Key, Qt.KeyboardModifier.ShiftModifier
SENTENCE = (
    Chip(ChipKind.REACH),
    Chip(ChipKind.SEES, whom="gunman"),
    Chip(ChipKind.COVER, "half", ALL),
    Chip(ChipKind.RANGE, "Short", "gunman"),
    Chip(ChipKind.THREAT, NOW, ALL),
)


@pytest.fixture
def crates(qtbot: QtBot) -> Iterator[Table]:
    """A small fight of two with crates between them; the marine acts."""
    yield from _window(qtbot, Controller(behind_crates(), odds_patience_s=60))


def settled(table: Table) -> None:
    """Wait until all figures are known, and show them."""
    stands = table.controller.stands
    worker = stands.figures.worker
    assert isinstance(worker, ChartThread)
    table.controller.refresh_now()
    while stands.figures.is_busy:
        worker.settle()
        QCoreApplication.sendPostedEvents()
        table.controller.refresh_now()
    table.controller.refresh_now()


def panel(table: Table) -> StandsPanel:
    """Return the step in the inspector."""
    found = table.window.tool_step.panel
    assert isinstance(found, StandsPanel)
    return found


def press(table: Table, key: Qt.Key, modifiers: Qt.KeyboardModifier | None = None) -> None:
    """Press a key where the keyboard is."""
    has = QApplication.focusWidget() or table.window.map
    QTest.keyClick(has, key, modifiers or Qt.KeyboardModifier.NoModifier)
    table.controller.refresh_now()


def add(table: Table, words: str) -> None:
    """Look for a chip by typing, and take it."""
    press(table, KEY.Key_Insert)
    has = QApplication.focusWidget()
    assert has is not None
    QTest.keyClicks(has, words)
    table.controller.refresh_now()
    press(table, KEY.Key_Return)


def where(table: Table) -> Cell | None:
    """Return where the marine stands."""
    return table.controller.encounter["marine"].pos


def count(table: Table) -> int:
    """Return how many chips the sentence has."""
    return len(table.controller.stands.chips)


def is_open(table: Table) -> bool:
    """Return whether anything of it is seen."""
    step = table.window.tool_step.panel
    return table.window.stands_line.isVisible() or isinstance(step, StandsPanel)


def test_a_sentence_by_keys_there_and_back(crates: Table) -> None:
    """S, chips by typing and arrows, the answer read, Enter plans, Enter goes, Ctrl+Z is back."""
    crates.window.map.setFocus()
    assert not is_open(crates)
    press(crates, KEY.Key_S)
    assert is_open(crates)
    for _chip in range(3):
        press(crates, KEY.Key_Delete)
    for words in ("reachable", "sees tomas", "half all", "short tomas", "out of every threat"):
        add(crates, words)
    assert crates.controller.stands.chips == SENTENCE
    settled(crates)
    line = crates.window.stands_line
    said = [one.view.text for one in line.chips if one.view is not None][:5]
    assert said == [
        "reachable this turn",
        "sees Tomas Reck",
        "behind at least half cover from all enemies",
        "within Short range of Tomas Reck",
        "out of every threat",
    ]
    step = panel(crates)
    assert step.rows
    first = step.rows[0].row
    assert first is not None
    before, undone = crates.controller.encounter, crates.controller.session.can_undo
    press(crates, KEY.Key_Return)
    plan = crates.controller.view.plan
    assert plan is not None
    assert crates.controller.encounter is before
    press(crates, KEY.Key_Return)
    there = where(crates)
    assert there == plan.end
    assert not is_open(crates)
    sight = crates.controller.system.sight(crates.controller.encounter, "gunman", "marine")
    assert sight is not None
    assert sight.clear
    assert sight.degree.rank >= 2
    QTest.keyClick(crates.window, KEY.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert where(crates) == Cell(3, 5)
    assert crates.controller.session.can_undo == undone


def test_what_fits_nowhere_is_said_with_what_would_free_squares(crates: Table) -> None:
    """No square sees Tomas unseen by him; a click on a row takes that chip out."""
    crates.window.map.setFocus()
    press(crates, KEY.Key_S)
    for _chip in range(3):
        press(crates, KEY.Key_Delete)
    for words in ("sees tomas", "unseen all"):
        add(crates, words)
    step = panel(crates)
    assert not step.rows
    assert not step.go.isVisible()
    assert len(step.without) == 2
    QTest.mouseClick(step.without[1], Qt.MouseButton.LeftButton)
    crates.controller.refresh_now()
    settled(crates)
    assert panel(crates).rows


def test_by_mouse_from_end_to_end(crates: Table) -> None:
    """A chip's menu changes it, + finds another, a marked square plans the way, a button goes."""
    crates.window.window_actions.action("view.stands").trigger()
    crates.controller.refresh_now()
    line = crates.window.stands_line
    QTest.mouseClick(line.chips[1], Qt.MouseButton.LeftButton)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    (out,) = (one for one in menu.actions() if one.text() == "Take it out")
    out.trigger()
    menu.close()
    crates.controller.refresh_now()
    assert count(crates) == 2
    plus = next(one for one in reversed(line.chips) if one.isVisible())
    QTest.mouseClick(plus, Qt.MouseButton.LeftButton)
    crates.controller.refresh_now()
    offered = panel(crates).offered
    QTest.mouseClick(offered[0], Qt.MouseButton.LeftButton)
    crates.controller.refresh_now()
    assert count(crates) == 3
    settled(crates)
    found = crates.controller.stands.found()
    assert found is not None
    goal = crates.controller.stands.best(found)[-1]
    crates.click(*goal)
    plan = crates.controller.view.plan
    assert plan is not None
    assert plan.end == goal
    assert where(crates) == Cell(3, 5)
    QTest.mouseClick(panel(crates).go, Qt.MouseButton.LeftButton)
    assert where(crates) == goal


def test_the_line_takes_what_is_clicked_on_it(crates: Table) -> None:
    """A click beside the chips is no place of the map; Escape closes, the map has the keyboard."""
    crates.window.map.setFocus()
    press(crates, KEY.Key_S)
    line, selected = crates.window.stands_line, crates.controller.view.selected
    QTest.mouseClick(line, Qt.MouseButton.LeftButton, pos=QPoint(4, 4))
    assert crates.controller.view.selected == selected
    press(crates, KEY.Key_Insert)
    press(crates, KEY.Key_Escape)
    assert is_open(crates)
    press(crates, KEY.Key_Escape)
    assert not is_open(crates)
    assert crates.window.map.hasFocus()


def test_a_fitted_map_stays_whole_above_the_line(crates: Table) -> None:
    """Squares at the lower edge are seen while it is asked; without it the map is as before."""
    before = crates.window.map.viewpoint()
    crates.window.map.setFocus()
    press(crates, KEY.Key_S)
    line = crates.window.stands_line
    foot = crates.window.map.viewport().mapTo(crates.window.map, crates.at(0, 8)).y()
    assert foot < line.y()
    press(crates, KEY.Key_Escape)
    assert crates.window.map.viewpoint() == before


def test_a_small_window_has_the_sentence_in_more_lines(crates: Table) -> None:
    """Chips that find no room stand in the next line, none is cut, and none lies on another."""
    crates.window.resize(1280, 720)
    crates.window.map.setFocus()
    press(crates, KEY.Key_S)
    for words in ("sees tomas", "short tomas"):
        add(crates, words)
    line = crates.window.stands_line
    shown = [one for one in line.chips if one.isVisible()]
    boxes = [one.geometry() for one in shown]
    assert all(line.rect().contains(box) for box in boxes)
    assert all(box.width() >= one.sizeHint().width() for one, box in zip(shown, boxes, strict=True))
    assert not any(a.intersects(b) for n, a in enumerate(boxes) for b in boxes[n + 1 :])
