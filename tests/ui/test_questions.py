"""Questions that want a square of the map, or some words beside the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from gridwar.control.records.popover_records import AskView, QuestionView
from gridwar.model.command import Answer
from gridwar.model.geometry import Cell
from gridwar.model.question_and_refusal import FormNumber, Option
from gridwar.ui.popovers.question_page import QuestionPage
from gridwar.ui.popovers.questions_popover import AskPopover
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import Theme, make_theme

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

# What the offscreen platform cannot do has no bearing here.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
PLACE = QuestionView(
    "win/place", "Kosta", "Where to?", place="J 10", proposed=Answer(cell=Cell(9, 9))
)
KEEP = QuestionView("win/keep", "Kosta", "Keep hold?", options=(Option("keep", "Keep"),))


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    """A dark theme at 100 %."""
    del qapp
    return make_theme(ThemeName.DARK)


def test_the_proposed_square_is_taken_with_enter(theme: Theme, qtbot: QtBot) -> None:
    """Whoever does not click on the map takes the square that is named."""
    page = QuestionPage(theme, PLACE)
    qtbot.addWidget(page)
    given: list[Answer] = []
    page.answered.connect(given.append)
    page.give()
    assert given == [Answer(cell=Cell(9, 9))]


def test_words_go_with_the_answer(theme: Theme, qtbot: QtBot) -> None:
    """What is typed into the field for words is part of the answer; an empty one is not."""
    view = QuestionView(
        "price", "GM", "At what price?", note_label="In words", options=(Option("free", "Free"),)
    )
    page = QuestionPage(theme, view)
    qtbot.addWidget(page)
    given: list[Answer] = []
    page.answered.connect(given.append)
    page.choose("free")
    page.note.setText("  shouts ")
    page.choose("free")
    assert [one.texts for one in given] == [(), ("shouts",)]


def test_yes_and_no_are_switches(theme: Theme, qtbot: QtBot) -> None:
    """A number that means yes or no is a switch; the answer holds 1 or 0."""
    fields = tuple(FormNumber(who, who.title(), 0, 1, 1, yes_no=True) for who in ("ben", "cyd"))
    page = QuestionPage(theme, QuestionView("joining", "GM", "Who joins?", numbers=fields))
    qtbot.addWidget(page)
    given: list[Answer] = []
    page.answered.connect(given.append)
    QTest.mouseClick(page.numbers["cyd"], Qt.MouseButton.LeftButton)
    page.give()
    assert [dict(one.numbers) for one in given] == [{"ben": 1, "cyd": 0}]


def test_the_next_question_has_the_keyboard_back(theme: Theme, qtbot: QtBot) -> None:
    """After an answer by a click on the map the digits answer again."""
    window = QWidget()
    qtbot.addWidget(window)
    rows = QVBoxLayout(window)
    elsewhere, popover = QLineEdit(window), AskPopover(theme, window)
    rows.addWidget(elsewhere)
    rows.addWidget(popover)
    given: list[tuple[str, Answer]] = []
    popover.answered.connect(lambda key, answer: given.append((key, answer)))
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    popover.show()
    popover.show_view(AskView(questions=(PLACE,)))
    elsewhere.setFocus()
    popover.show_view(AskView(questions=(KEEP,)))
    qtbot.waitUntil(popover.hasFocus)
    QTest.keyClick(popover, Qt.Key.Key_1)
    assert given == [("win/keep", Answer(option="keep"))]


def test_a_click_on_a_number_is_where_digits_go(theme: Theme, qtbot: QtBot) -> None:
    """16, a click on the second row, 16: both are 16; the second begins anew with its digits."""
    numbers = tuple(FormNumber(one, one, 0, 400, is_open=True) for one in ("Party", "Foes"))
    page = QuestionPage(theme, QuestionView("sums", "GM", "What came?", numbers=numbers))
    qtbot.addWidget(page)
    page.resize(400, 300)
    page.show()
    given: list[Answer] = []
    page.answered.connect(given.append)
    for digit in "16":
        page.write(digit)
    QTest.mouseClick(page.numbers["Foes"], Qt.MouseButton.LeftButton)
    for digit in "16":
        page.write(digit)
    page.give()
    assert dict(given[0].numbers) == {"Party": 16, "Foes": 16}
