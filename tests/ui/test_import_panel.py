"""Importing a map in the window: beside it, with a report that asks."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from gridwar.control.state.view_state import Notice, StartAsked
from gridwar.ui.app.application import Application
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.widgets.controls.buttons_and_switches import ChoiceButton
from gridwar.ui.window.help.start_page import StartPage
from gridwar.ui.window.tool_panels.import_report_panel import ReportPanel

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from gridwar.ui.window.main_window import MainWindow

OPENING = {
    "position": {"x": 3, "y": 2},
    "bounds": [{"x": 3, "y": 1}, {"x": 3, "y": 3}],
    "rotation": 1.57,
    "closed": False,
    "freestanding": False,
}
MAP = {
    "format": 0.3,
    "resolution": {
        "map_origin": {"x": 0, "y": 0},
        "map_size": {"x": 8, "y": 6},
        "pixels_per_grid": 70,
    },
    "line_of_sight": [[{"x": 3, "y": 0}, {"x": 3, "y": 1}], [{"x": 3, "y": 3}, {"x": 3, "y": 6}]],
    "portals": [OPENING],
    "lights": [],
}


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    """A window on an empty fight."""
    del tmp_path
    application = Application(make_theme(ThemeName.DARK))
    application.begin_at_once("freeform")
    assert application.window is not None
    qtbot.addWidget(application.window)
    yield application.window
    application.close()


def test_a_dropped_map_is_laid_and_its_question_answered(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    """An opening that may be a window or an open door is asked about, and the answer counts."""
    file = tmp_path / "inn.dd2vtt"
    file.write_text(json.dumps(MAP), encoding="utf-8")
    _drop(window, file)
    session = window.controller.map_import
    qtbot.waitUntil(lambda: session.imported is not None, timeout=30_000)
    window.controller.refresh_now()
    encounter = window.controller.encounter
    assert (encounter.map.width, encounter.map.height) == (8, 6)
    check = session.imported.report.checks[0] if session.imported is not None else None
    assert check is not None
    other = next(one.id for one in check.choices if one.id != check.chosen)
    panel = window.findChild(ReportPanel)
    assert panel is not None
    panel.answered.emit(check.id, other)
    assert window.controller.encounter.map.walls != encounter.map.walls
    assert any(one.text() == "D 3" for one in panel.findChildren(QPushButton))


def test_a_question_that_was_answered_is_no_longer_to_check(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    """A click on the first guess is an answer, too: the map stays, and nothing is left to check."""
    file = tmp_path / "inn.dd2vtt"
    file.write_text(json.dumps(MAP), encoding="utf-8")
    _drop(window, file)
    panel = _report(window, qtbot)
    laid = window.controller.encounter.map
    assert "Please check" in _words(panel)
    ways = {one.text(): one for one in panel.findChildren(ChoiceButton) if one.isChecked()}
    (guess,) = ways.keys() - {"Freeform"}
    QTest.mouseClick(ways[guess], Qt.MouseButton.LeftButton)
    window.controller.refresh_now()
    assert "Please check" not in _words(panel)
    assert window.controller.encounter.map == laid


def test_the_rules_are_chosen_with_the_map(qtbot: QtBot, tmp_path: Path) -> None:
    """While nobody is there other rules take the map along, with its questions."""
    application = Application(make_theme(ThemeName.DARK))
    application.begin_at_once("freeform")
    assert application.window is not None
    file = tmp_path / "inn.dd2vtt"
    file.write_text(json.dumps(MAP), encoding="utf-8")
    _drop(application.window, file)
    panel = _report(application.window, qtbot)
    left, laid = application.file.path, application.window.controller.encounter.map
    old = application.window
    panel.rules_wanted.emit("cepheus")
    assert application.window is old, "the window went inside the click of its own button"
    qtbot.waitUntil(lambda: application.window is not old)
    assert application.window.controller.system.id == "cepheus"
    assert application.window.controller.encounter.map == laid
    assert "Please check" in _words(_report(application.window, qtbot))
    assert left is not None
    assert not left.exists()
    application.window.leave()
    application.close()


def _report(window: MainWindow, qtbot: QtBot) -> ReportPanel:
    qtbot.waitUntil(lambda: window.findChild(ReportPanel) is not None, timeout=30_000)
    panel = window.findChild(ReportPanel)
    assert panel is not None
    return panel


def _words(panel: ReportPanel) -> set[str]:
    return {one.text() for one in panel.findChildren(QLabel) if one.isVisibleTo(panel)}


def test_the_start_page_stays_until_a_map_is_read(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    """Errors of before are forgotten; a file that is no map is told on the page."""
    window.show()
    window.controller.show(start_page=StartAsked.START)
    window.controller.refresh_now()
    (page,) = window.findChildren(StartPage)
    assert page.isVisible()
    window.controller.tell(Notice("too large", tone="error"))
    file = tmp_path / "no-map.dd2vtt"
    file.write_text("{", encoding="utf-8")
    window.files.read(file)
    window.controller.refresh_now()
    assert _told(window) == ""
    qtbot.waitUntil(lambda: not window.files.is_busy, timeout=30_000)
    window.controller.refresh_now()
    assert page.isVisible()
    assert "no-map.dd2vtt" in _told(window)
    assert window.notice.isVisible()


def _told(window: MainWindow) -> str:
    notice = window.controller.view.notice
    return "" if notice is None else notice.text


def test_a_file_that_is_no_map_is_told_and_changes_nothing(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    """The notice names the file; the old map stays."""
    before = window.controller.encounter.map
    file = tmp_path / "notes.dd2vtt"
    file.write_text("not a map", encoding="utf-8")
    window.files.take(file)
    qtbot.waitUntil(lambda: window.controller.view.notice is not None, timeout=30_000)
    notice = window.controller.view.notice
    assert notice is not None
    assert "notes.dd2vtt" in notice.text
    assert window.controller.encounter.map is before


def _drop(window: MainWindow, file: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file))])
    for kind in (QDragEnterEvent, QDropEvent):
        event = kind(
            QPoint(50, 50),
            Qt.DropAction.CopyAction,
            data,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        QApplication.sendEvent(window.map.viewport(), event)
