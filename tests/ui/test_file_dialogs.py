"""Where dialogs for files begin, and what they propose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog, QWidget

from gridwar.ui.file_dialogs import ask_where, ask_which, folder_of, proposed

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
    from pytestqt.qtbot import QtBot


def test_a_dialog_begins_where_the_last_file_was(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever imports a map from a folder saves the fight beside it without looking for it."""
    window = QWidget()
    qtbot.addWidget(window)
    map_file = tmp_path / "cave.dd2vtt"
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_asked: (str(map_file), ""))
    assert ask_which(window, "Import a map", "") == map_file
    assert folder_of(window) == str(tmp_path)


def test_a_name_is_proposed(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Enter is enough to save: the fight's own name stands there."""
    window = QWidget()
    qtbot.addWidget(window)
    monkeypatch.setattr(QFileDialog, "exec", lambda _dialog: QFileDialog.DialogCode.Accepted)
    found = ask_where(window, "Save", "Gridwar (*.gridwar)", "gridwar", "The mill: cellar?")
    assert found is not None
    assert found.name == "The mill cellar.gridwar"


def test_what_no_file_can_be_called_is_left_out() -> None:
    """Signs that some systems refuse become spaces; nothing at all becomes a name."""
    assert proposed("a/b: c?") == "a b c"
    assert proposed(" .. ") == "gridwar"
