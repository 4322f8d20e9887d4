"""The status bar: what its keys look like is drawn once, however often they come and go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.records.panel_records import KeyHint, StatusView
from gridwar.ui.panels.top_bar_and_status_bar import StatusLine
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme

if TYPE_CHECKING:
    import pytest
    from PySide6.QtGui import QImage
    from pytestqt.qtbot import QtBot

ROOM = StatusView("Sketch", (KeyHint("Drag", "room"), KeyHint("Esc", "done")))
DOOR = StatusView("Sketch", (KeyHint("Click", "door"), KeyHint("Esc", "done")))


def test_keys_that_alternate_are_drawn_once_each(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over a drawn map the hints change with every cell, between a few of them."""
    line = StatusLine(make_theme(ThemeName.DARK))
    qtbot.addWidget(line)
    line.resize(900, 28)
    first = [_seen(line, view) for view in (ROOM, DOOR)]
    assert first[0] != first[1]
    with monkeypatch.context() as patched:
        patched.setattr(StatusLine, "_draw_keys", _not_again)
        again = [_seen(line, view) for view in (ROOM, DOOR, ROOM, DOOR)]
    assert again == first * 2

    line.set_theme(make_theme(ThemeName.LIGHT))
    assert _seen(line, ROOM) != first[0]


def _seen(line: StatusLine, view: StatusView) -> QImage:
    line.show_view(view)
    return line.grab().toImage()


def _not_again(*_given: object) -> None:
    raise AssertionError("they are drawn anew")
