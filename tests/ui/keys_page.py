"""The keys as the README lists them, made from the window; as a program it writes them there."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gridwar.ui.window.main_window import MainWindow

README = Path(__file__).parents[2] / "README.md"
BEGIN, END = "<!-- keys: made by tests/ui/keys_page.py -->\n", "<!-- end of the keys -->"


def keys_table(window: MainWindow) -> str:
    """Return a row for each menu of a window: its keys with what they do."""
    shortcuts = window.window_actions.shortcuts
    groups: dict[str, list[str]] = {}
    for info in shortcuts:
        keys = " ".join(f"`{key}`" for key in shortcuts.keys(info.id))
        if keys:
            words = info.words.replace("\u2026", "").strip()
            groups.setdefault(info.group, []).append(f"{keys} {words}")
    rows = [f"| {group} | {' · '.join(entries)} |" for group, entries in groups.items()]
    return "\n".join(("| | |", "|---|---|", *rows, ""))


def in_readme() -> str:
    """Return the table as it stands in the README."""
    text = README.read_text(encoding="utf-8")
    return text[text.index(BEGIN) + len(BEGIN) : text.index(END)]


def made() -> str:
    """Return the table as the window has it, whatever the user's own keys are."""
    from gridwar.storage.new_open_and_sample_fights import sample_fights
    from gridwar.ui.app.application import Application
    from gridwar.ui.style.colors import ThemeName
    from gridwar.ui.style.theme import make_theme

    application = Application(make_theme(ThemeName.DARK))
    application.open(sample_fights()[0])
    assert application.window is not None
    table = keys_table(application.window)
    application.window.leave()
    application.close()
    return table


if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication

    application = QApplication([])
    text = README.read_text(encoding="utf-8")
    README.write_text(text.replace(in_readme(), made()), encoding="utf-8")
