"""Searching the log: words, names, rule ids; what is found is marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from gridwar.control.records.log_records import LogEntry, LogLine
from gridwar.ui.panels.log_entry_painting import mark_places
from gridwar.ui.panels.log_panel import LogPanel
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

HIT = LogEntry(1, "Wick hits the ogre", "\u22124", lines=(LogLine("Melee", "+6", "AR-ATK-01"),))
MISS = LogEntry(2, "The ogre misses Wick", "", lines=(LogLine("Club", "+2", "AR-ATK-04"),))
MOVE = LogEntry(3, "Brannoch moves", "3 squares")


@pytest.fixture
def log(qtbot: QtBot) -> LogPanel:
    """A log of three entries, its search open."""
    panel = LogPanel(make_theme(ThemeName.DARK))
    qtbot.addWidget(panel)
    panel.resize(330, 400)
    panel.show_entries((HIT, MISS, MOVE))
    panel.show()
    panel.begin_search()
    return panel


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("wick", (MISS, HIT)),
        ("ar-atk-04", (MISS,)),
        ("ogre hits", (HIT,)),
        ("dragon", ()),
        ("", (MOVE, MISS, HIT)),
    ],
)
def test_every_word_has_to_be_there(log: LogPanel, typed: str, found: tuple[LogEntry, ...]) -> None:
    """In the headline, the reasons or the rule ids, the newest first."""
    QTest.keyClicks(log.search, typed)
    assert log.list.records.items == found


def test_only_what_names_those_selected(log: LogPanel) -> None:
    """The filter follows the selection."""
    log.show_names(("Brannoch",))
    log.only_selected.setChecked(True)
    assert list(log.list.records.items) == [MOVE]
    log.show_names(("Wick",))
    assert list(log.list.records.items) == [MISS, HIT]


def test_escape_ends_the_search(log: LogPanel) -> None:
    """Everything is there again."""
    QTest.keyClicks(log.search, "dragon")
    QTest.keyClick(log.search, Qt.Key.Key_Escape)
    assert log.search.isHidden()
    assert len(log.list.records.items) == 3


def test_marks_stand_where_the_words_do() -> None:
    """Each time, whatever the case of the letters."""
    assert list(mark_places("Wick hits; wick laughs", ("wick", "hit"))) == [
        (0, 4),
        (11, 15),
        (5, 8),
    ]
