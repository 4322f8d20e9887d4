"""Files dropped on the window, or chosen in the dialog: one map with its picture, or a fight."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from gridwar.engine.session.journal_rows import DiceCounter, Loaded, Position
from gridwar.storage.fight_json import export_json
from gridwar.ui.app.application import Application
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.widgets.controls.buttons_and_switches import ChoiceButton
from gridwar.ui.window.map_and_fight_files import is_map_file
from gridwar.ui.window.tool_panels.import_report_panel import ReportPanel
from tests.support.scenes import picture, scene, wall
from tests.support.uvtt import uvtt, written

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from gridwar.ui.window.main_window import MainWindow

COPY = Qt.DropAction.CopyAction
NO_KEY = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def window(qapp: QApplication) -> Iterator[MainWindow]:
    """Show a bare fight."""
    del qapp
    application = Application(make_theme(ThemeName.DARK))
    application.begin_at_once("freeform")
    assert application.window is not None
    application.window.resize(1280, 800)
    application.window.show()
    yield application.window
    application.window.leave()
    application.close()


@pytest.fixture
def mill(tmp_path: Path) -> tuple[Path, Path]:
    """Return a scene and its picture, which lie apart."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    walls = [wall(1, 1, 4, 1, sight=10), wall(1, 2, 4, 2, dir=1)]
    return written(tmp_path, scene(walls=walls), "mill.json"), picture(folder)


def drop(window: MainWindow, *paths: Path) -> None:
    """Let files go over the map."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(one)) for one in paths])
    place, buttons, keys = QPoint(50, 50), Qt.MouseButton.LeftButton, NO_KEY
    for kind in (QDragEnterEvent, QDropEvent):
        QApplication.sendEvent(window.map.viewport(), kind(place, COPY, data, buttons, keys))


def test_a_scene_and_its_picture_are_one_map(
    window: MainWindow, mill: tuple[Path, Path], qtbot: QtBot
) -> None:
    """In whatever order; its questions are asked in the report, and the picture is kept."""
    drop(window, mill[1], mill[0])
    qtbot.waitUntil(lambda: len(window.controller.encounter.map.walls) == 2, timeout=30_000)
    battle_map = window.controller.encounter.map
    assert battle_map.name == "Mill"
    assert battle_map.picture is not None
    imported = window.controller.map_import.imported
    assert imported is not None
    assert [one.id for one in imported.report.checks] == ["limited"]
    qtbot.waitUntil(lambda: window.findChild(ReportPanel) is not None, timeout=30_000)


def test_a_scene_without_its_picture_asks_for_it(
    window: MainWindow, mill: tuple[Path, Path], qtbot: QtBot
) -> None:
    """The map is laid, plain; the report names the picture."""
    drop(window, mill[0])
    qtbot.waitUntil(lambda: len(window.controller.encounter.map.walls) == 2, timeout=30_000)
    imported = window.controller.map_import.imported
    assert imported is not None
    assert "mill.png is not beside the scene" in imported.report.text()


def test_two_maps_are_floors_of_one(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    """Proposed by their names, played by hand: dropped, seen, one taken, both again, used."""
    walls = {"line_of_sight": [[{"x": 1, "y": 1}, {"x": 4, "y": 1}]]}
    data = (uvtt(), uvtt((6, 9), **walls))
    names = ("inn cellar.dd2vtt", "inn ground.dd2vtt")
    cellar, ground = (written(tmp_path, one, name) for one, name in zip(data, names, strict=True))
    drop(window, ground, cellar)
    qtbot.waitUntil(lambda: len(window.controller.encounter.map.floors) == 2, timeout=30_000)
    page = window.controller.encounter.map
    floors = [(one.name, one.elevation_m, one.size) for one in page.floors]
    assert floors == [("inn cellar", -3.0, (8, 6)), ("inn ground", 0.0, (6, 9))]
    assert page.picture is not None
    qtbot.waitUntil(lambda: window.findChild(ReportPanel) is not None, timeout=30_000)
    panel = window.findChild(ReportPanel)
    assert panel is not None
    click(panel, "Only inn ground")
    assert window.controller.encounter.map.size == (6, 9)
    click(panel, "All, as floors")
    assert window.controller.encounter.map == page
    QTest.mouseClick(panel.use_button, Qt.MouseButton.LeftButton)
    assert window.controller.map_import.imported is None
    assert window.controller.encounter.map == page
    for _step in range(3):
        window.controller.timeline.undo()
    assert window.controller.encounter.map.floors == ()


def click(panel: ReportPanel, words: str) -> None:
    """Press one of the answers to a question."""
    buttons = panel.findChildren(ChoiceButton)
    (button,) = (one for one in buttons if one.text() == words and one.isVisible())
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_json_of_a_fight_is_a_fight(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    """However its keys are ordered: told by its name and its head, else by what it holds."""
    system = window.controller.system
    first = Loaded(system.new_encounter("Duel"), (), Position(), DiceCounter(1))
    data = json.loads(export_json(first, system.data.version))
    usual = written(tmp_path, data, "usual.json")
    far = {"notes": " " * 5000} | {key: data[key] for key in reversed(list(data))}
    turned = written(tmp_path, far, "turned.json")
    wanted: list[Path] = []
    window.files.fight_wanted.disconnect()
    window.files.fight_wanted.connect(wanted.append)
    assert not is_map_file(usual)
    drop(window, usual)
    qtbot.waitUntil(lambda: wanted == [usual], timeout=30_000)
    drop(window, turned)
    qtbot.waitUntil(lambda: wanted == [usual, turned], timeout=30_000)


def test_the_dialog_takes_several_files(
    window: MainWindow,
    mill: tuple[Path, Path],
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its kinds are named; all kinds together come first."""
    kinds: list[list[str]] = []

    def answer(dialog: QFileDialog) -> int:
        kinds.append(dialog.nameFilters())
        return int(QFileDialog.DialogCode.Accepted)

    monkeypatch.setattr(QFileDialog, "exec", answer)
    monkeypatch.setattr(QFileDialog, "selectedFiles", lambda _dialog: [str(one) for one in mill])
    window.files.choose()
    qtbot.waitUntil(lambda: len(window.controller.encounter.map.walls) == 2, timeout=30_000)
    assert window.controller.encounter.map.picture is not None
    (found,) = kinds
    assert "*.json" in found[0]
    assert "*.dd2vtt" in found[0]
    assert any("Foundry" in one for one in found[1:])


@pytest.mark.parametrize(("number", "has_levels"), [(1, False), (2, True)])
def test_a_map_is_exported_as_what_the_dialog_says(
    window: MainWindow,
    mill: tuple[Path, Path],
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    *,
    number: int,
    has_levels: bool,
) -> None:
    """Choosing a kind changes the suffix; a scene has its picture beside it."""
    drop(window, *mill)
    qtbot.waitUntil(lambda: len(window.controller.encounter.map.walls) == 2, timeout=30_000)
    offered: list[str] = []

    def answer(dialog: QFileDialog) -> int:
        kind = dialog.nameFilters()[number]
        offered.append(Path(dialog.selectedFiles()[0]).name)
        dialog.selectNameFilter(kind)
        dialog.filterSelected.emit(kind)
        offered.append(Path(dialog.selectedFiles()[0]).name)
        dialog.setDirectory(str(tmp_path))
        dialog.selectFile("out.json")
        return int(QFileDialog.DialogCode.Accepted)

    monkeypatch.setattr(QFileDialog, "exec", answer)
    window.window_actions.action("map.export").trigger()
    target = tmp_path / "out.json"
    qtbot.waitUntil(target.exists, timeout=30_000)
    assert [Path(one).suffix for one in offered] == [".dd2vtt", ".json"]
    assert len({Path(one).stem for one in offered}) == 1
    data = json.loads(target.read_text(encoding="utf-8"))
    assert ("levels" in data) is has_levels
    assert (tmp_path / data["background"]["src"]).read_bytes() == mill[1].read_bytes()
    assert len(data["walls"]) == 2
