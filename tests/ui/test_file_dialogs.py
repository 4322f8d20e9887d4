"""Where dialogs for files begin, and what they propose."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QDir, QFileInfo, QStandardPaths
from PySide6.QtWidgets import QFileDialog, QLineEdit, QWidget

from gridwar.control.user_settings import SettingsKeeper
from gridwar.ui.file_dialogs import (
    FileKind,
    ask_where,
    ask_which,
    ask_which_ones,
    folder_of,
    keep_folders_in,
    proposed,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot


@pytest.fixture
def settings(tmp_path: Path) -> SettingsKeeper:
    """Settings in a file, which keep the folders."""
    made = SettingsKeeper(tmp_path / "settings.json")
    keep_folders_in(made)
    return made


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    """A window that asks."""
    made = QWidget()
    qtbot.addWidget(made)
    return made


@pytest.fixture
def answer(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], list[QFileDialog]]:
    """Let the next dialog be answered with a file, or be cancelled; each that came is noted."""

    def answered(path: str) -> list[QFileDialog]:
        came = list[QFileDialog]()

        def run(dialog: QFileDialog) -> QFileDialog.DialogCode:
            came.append(dialog)
            if not path:
                return QFileDialog.DialogCode.Rejected
            if path != "as proposed":
                dialog.selectFile(path)
            return QFileDialog.DialogCode.Accepted

        monkeypatch.setattr(QFileDialog, "exec", run)
        return came

    return answered


def test_a_dialog_begins_where_the_last_file_of_its_kind_was(
    settings: SettingsKeeper,
    window: QWidget,
    tmp_path: Path,
    answer: Callable[[str], list[QFileDialog]],
) -> None:
    """A map's folder is the maps' alone, and is known at the next start."""
    maps = tmp_path / "maps"
    maps.mkdir()
    cave = maps / "cave.dd2vtt"
    cave.touch()
    answer(str(cave))
    assert ask_which(window, "Import a map", "", FileKind.MAP) == cave
    assert folder_of(FileKind.MAP) == str(maps)
    assert folder_of(FileKind.PICTURE) != str(maps)
    again = SettingsKeeper(tmp_path / "settings.json")
    again.now = settings.now.model_validate_json((tmp_path / "settings.json").read_text())
    keep_folders_in(again)
    came = answer("")
    assert ask_which_ones(window, "Import", "", FileKind.MAP) == []
    assert came[0].directory().path() == str(maps)


def test_without_a_home_it_begins_at_the_root(
    settings: SettingsKeeper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A home that is not there, as on a network that is down, does not keep anybody from saving."""
    gone = tmp_path / "gone"
    monkeypatch.setenv("HOME", str(gone))
    monkeypatch.setenv("USERPROFILE", str(gone))
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda _place: str(gone / "documents"))
    settings.change(folders={}, recent=())
    assert folder_of(FileKind.FIGHT) == QDir.rootPath()


def test_without_a_folder_it_begins_with_the_documents(
    settings: SettingsKeeper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So it does where the folder of last time is gone; fights begin beside the one opened last."""
    documents, fights = tmp_path / "documents", tmp_path / "fights"
    documents.mkdir()
    fights.mkdir()
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda _place: str(documents))
    settings.change(folders={"map": str(tmp_path / "gone")}, recent=(str(fights / "a.gridwar"),))
    assert folder_of(FileKind.MAP) == folder_of(FileKind.EXPORT) == str(documents)
    assert folder_of(FileKind.FIGHT) == str(fights)


def test_a_name_is_proposed(
    settings: SettingsKeeper, window: QWidget, answer: Callable[[str], list[QFileDialog]]
) -> None:
    """Enter is enough to save: the fight's own name stands there."""
    del settings
    came = answer("as proposed")
    found = ask_where(window, "Save", "Gridwar (*.gridwar)", "The mill: cellar?", FileKind.FIGHT)
    assert found is not None
    assert found.name == "The mill cellar.gridwar"
    assert came[0].defaultSuffix() == "gridwar"


def test_the_dialog_of_qt_has_our_signs(
    settings: SettingsKeeper,
    window: QWidget,
    tmp_path: Path,
    answer: Callable[[str], list[QFileDialog]],
) -> None:
    """Where the desktop has none, folders and files look as icons do everywhere in Gridwar."""
    del settings
    came = answer("")
    ask_which(window, "Open", "", FileKind.FIGHT)
    assert came[0].findChild(QLineEdit) is not None
    signs = came[0].iconProvider()
    folder, file = (signs.icon(QFileInfo(str(one))) for one in (tmp_path, tmp_path / "a.txt"))
    assert folder.pixmap(18).toImage() != file.pixmap(18).toImage()


def test_what_no_file_can_be_called_is_left_out() -> None:
    """Signs that some systems refuse become spaces; nothing at all becomes a name."""
    assert proposed("a/b: c?") == "a b c"
    assert proposed(" .. ") == "gridwar"
