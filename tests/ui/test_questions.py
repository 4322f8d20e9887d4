"""Questions that want a square of the map, or some words beside the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from frozendict import frozendict
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QVBoxLayout, QWidget

from gridwar.control.records.popover_records import AskView, QuestionView
from gridwar.model.command import Answer
from gridwar.model.geometry import Cell
from gridwar.model.question_and_refusal import FormNumber, Option
from gridwar.ui.popovers.question_page import QuestionPage
from gridwar.ui.popovers.questions_popover import AskPopover
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import Theme, make_theme
from gridwar.ui.widgets.controls.buttons_and_switches import IconButton

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


REACTION = QuestionView(
    "q/react",
    "Kell",
    "How does Kell react?",
    options=(
        Option("none", "Nothing"),
        Option("long", "Injury: perception, of the whole head and both eyes"),
        Option("dodge", "Dodge", "\u22122 Initiative"),
    ),
    chances=frozendict(none="58 % success"),
)


def test_an_answer_says_its_chance_and_its_words_are_whole(theme: Theme, qtbot: QtBot) -> None:
    """The card with a long title is higher, not cut; the chance is heard with its title."""
    page = QuestionPage(theme, REACTION)
    qtbot.addWidget(page)
    none, long, dodge = page.cards
    assert "58 % success" in none.accessibleName()
    assert dodge.chance == ""
    narrow, wide = long.heightForWidth(110), long.heightForWidth(600)
    assert narrow > wide


def test_a_question_without_words_above_it_has_no_empty_bar(theme: Theme, qtbot: QtBot) -> None:
    """The cross stands in the corner of the question itself, and leaves by a click."""
    popover = AskPopover(theme)
    qtbot.addWidget(popover)
    popover.show_view(AskView(questions=(REACTION,)))
    popover.show()
    assert popover.page is not None
    assert popover.page.mapTo(popover, popover.page.rect().topLeft()).y() <= 4
    left: list[bool] = []
    popover.cancelled.connect(lambda: left.append(True))
    cross = next(
        one for one in popover.findChildren(IconButton) if one.accessibleName() == "Take it back"
    )
    assert popover.rect().contains(cross.geometry())
    QTest.mouseClick(cross, Qt.MouseButton.LeftButton)
    assert left == [True]
    popover.show_view(AskView("Mara shoots at Kell", (REACTION,)))
    assert popover.page.mapTo(popover, popover.page.rect().topLeft()).y() > 20


def test_a_number_question_says_what_its_keys_do(theme: Theme, qtbot: QtBot) -> None:
    """Digits and arrows are named where they work; with options digits answer instead."""
    number = FormNumber("points", "Points", 0, 9, 2)
    plain = QuestionPage(theme, QuestionView("q/n", "GM", "How much?", numbers=(number,)))
    mixed = QuestionPage(
        theme, QuestionView("q/m", "GM", "How?", options=(Option("a", "A"),), numbers=(number,))
    )
    said = []
    for page in (plain, mixed):
        qtbot.addWidget(page)
        said.append(" ".join(one.text() for one in page.findChildren(QLabel)))
    assert "digits type the number" in said[0]
    assert "digits type" not in said[1]
    assert "Enter answers" in said[1]
