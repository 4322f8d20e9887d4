"""Heads of the log: whole at every width, with the verdict beside or below their last line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QRectF

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.log import LogPresenter
from gridwar.control.records.log_records import LogEntry
from gridwar.engine.session.session import Session
from gridwar.storage.new_open_and_sample_fights import read_json, samples
from gridwar.systems import find_system
from gridwar.ui.panels.inspector import LastLogLine
from gridwar.ui.panels.log_entry_geometry import RIGHT_PX, WORDS_X_PX, LogGeometry
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.widgets.painting.themed_painter import STRONG, advance
from gridwar.ui.widgets.painting.visible_words import words_in_view

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

WIDTHS = (316, 360, 420)
LONG = LogEntry(1, "Gunner in the tower attacks Ansgar with Heavy crossbow", "hit, Effect 2")


@pytest.mark.parametrize("width", WIDTHS)
def test_heads_of_every_sample_are_whole(qapp: QApplication, width: int) -> None:
    """Each word of headline and verdict stands in a line that it fits, and they do not meet."""
    del qapp
    theme = make_theme(ThemeName.DARK)
    geometry, room = LogGeometry(theme), width - WORDS_X_PX - RIGHT_PX + 1
    box = QRectF(0, 0, width, 0)
    for sample in samples():
        found = read_json(sample.path, find_system)
        for entry in LogPresenter(Controller(Session(found.system, found.loaded))).present():
            head = geometry.head(entry, box)
            assert " ".join(head.lines).split() == entry.headline.split()
            assert " ".join(head.results).split() == entry.result.split()
            used = [advance(one, STRONG, theme) for one in head.lines]
            for at, words in enumerate(head.results, start=head.result_from):
                used += [0.0] * (at + 1 - len(used))
                used[at] += advance(words, STRONG, theme)
            assert max(used) <= room, entry.headline


def test_a_head_that_wraps_moves_what_is_below_it(qapp: QApplication) -> None:
    """A narrow entry is higher by the lines of its head; a wide one has it in one line."""
    del qapp
    geometry = LogGeometry(make_theme(ThemeName.DARK))
    narrow, wide = (geometry.head(LONG, QRectF(0, 0, width, 0)) for width in (316, 900))
    assert len(narrow.lines) > len(wide.lines) == 1
    assert narrow.height > wide.height
    assert geometry.height(LONG, 316) - geometry.height(LONG, 900) == narrow.height - wide.height


@pytest.mark.parametrize("width", WIDTHS)
def test_the_newest_line_says_what_happened_however_long_its_result_is(
    qtbot: QtBot, width: int
) -> None:
    """A table put down is told as that, not as its height alone; a short result stays whole."""
    line = LastLogLine(make_theme(ThemeName.DARK))
    qtbot.addWidget(line)
    line.resize(width, line.sizeHint().height())
    long = "cover: quarter, hard; 0.75 m high; 1 step more to enter, stood on"
    line.show_entries((LogEntry(1, "Puts Table", long),))
    assert "Puts Table" in words_in_view(line)
    line.show_entries((LONG,))
    assert "hit, Effect 2" in words_in_view(line)
