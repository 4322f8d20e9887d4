"""Searching the log: words, names, rule ids; what is found is marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from gridwar.control.records.log_records import LogEntry, LogFacts, LogKind, LogLine, LogPerson
from gridwar.control.records.panel_records import TokenBit
from gridwar.ui.panels.log_entry_painting import mark_places
from gridwar.ui.panels.log_panel import LogPanel
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from tests.ui.popover_hands import heard

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


def _person(id: str) -> LogPerson:
    return LogPerson(id, id.capitalize(), TokenBit(id[:2]))


FACTS = {
    1: LogFacts(frozenset({"wick", "ogre"}), LogKind.ATTACK),
    2: LogFacts(frozenset({"wick", "ogre"}), LogKind.ATTACK),
    3: LogFacts(frozenset({"brannoch"}), LogKind.MOVE),
}


@pytest.fixture
def people(log: LogPanel) -> LogPanel:
    """The log with three faces to filter by."""
    log.facts_of = lambda entry: FACTS[entry.row_id]
    log.show_people(tuple(map(_person, ("wick", "ogre", "brannoch"))))
    return log


def test_a_face_leaves_what_somebody_has_to_do_with(people: LogPanel) -> None:
    """It says how much is left, of whom; a second click shows all again."""
    face = people.bar.face_chips["brannoch"]
    face.click()
    assert list(people.list.records.items) == [MOVE]
    said = [one.text() for one in people.bar.findChildren(QLabel)]
    assert "1 of 3 \u00b7 Brannoch" in said
    face.click()
    assert len(people.list.records.items) == 3


def test_a_kind_and_words_narrow_it_further(people: LogPanel) -> None:
    """Whoever is chosen, of the kinds chosen, with all the words typed."""
    people.bar.kind_chips[LogKind.ATTACK].click()
    assert list(people.list.records.items) == [MISS, HIT]
    QTest.keyClicks(people.search, "ar-atk-04")
    assert list(people.list.records.items) == [MISS]
    people.bar.face_chips["brannoch"].click()
    assert not people.list.records.items


def test_the_log_of_somebody_is_left_by_escape_from_the_list(people: LogPanel) -> None:
    """Escape shows all entries, the next closes the filter; the list keeps the keyboard."""
    people.show_only(frozenset({"wick"}))
    assert list(people.list.records.items) == [MISS, HIT]
    QTest.keyClick(people.list, Qt.Key.Key_Escape)
    assert len(people.list.records.items) == 3
    assert not people.bar.isHidden()
    QTest.keyClick(people.list, Qt.Key.Key_Escape)
    assert people.bar.isHidden()


def test_escape_takes_the_words_off_and_then_ends_the_search(log: LogPanel) -> None:
    """Everything is there again."""
    QTest.keyClicks(log.search, "dragon")
    QTest.keyClick(log.search, Qt.Key.Key_Escape)
    assert len(log.list.records.items) == 3
    assert not log.search.isHidden()
    QTest.keyClick(log.search, Qt.Key.Key_Escape)
    assert log.bar.isHidden()


def test_space_asks_for_the_place_of_an_entry(log: LogPanel) -> None:
    """Down from the search, and Space."""
    wanted = heard(log.list.place_wanted)
    QTest.keyClick(log.search, Qt.Key.Key_Down)
    QTest.keyClick(log.list, Qt.Key.Key_Space)
    assert wanted == [(3,)]


def test_marks_stand_where_the_words_do() -> None:
    """Each time, whatever the case of the letters."""
    assert list(mark_places("Wick hits; wick laughs", ("wick", "hit"))) == [
        (0, 4),
        (11, 15),
        (5, 8),
    ]
