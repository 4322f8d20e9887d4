"""The menu of the fights opened last: what is missing is told, and leaves it when asked to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.ui.app.application import Application


def test_a_missing_fight_is_told_and_can_be_forgotten(
    application: Application, tmp_path: Path
) -> None:
    """From the menu all that are missing go at once; those that are there stay."""
    path = (tmp_path / "heron.gridwar").resolve()
    application.file.save_as(path)
    application.settings.remember(tmp_path / "gone.gridwar")
    assert application.window is not None
    menu = next(
        one for one in application.window.findChildren(QMenu) if one.title() == "Opened last"
    )
    menu.aboutToShow.emit()
    words = [one.text() for one in menu.actions() if not one.isSeparator()]
    assert words[0].startswith("gone.gridwar\tno longer in ")
    assert words[1].startswith("heron.gridwar\t")
    assert words[-1] == "Forget those that are missing"
    menu.actions()[-1].trigger()
    assert application.settings.now.recent == (str(path),)
    menu.aboutToShow.emit()
    assert "Forget those that are missing" not in [one.text() for one in menu.actions()]
