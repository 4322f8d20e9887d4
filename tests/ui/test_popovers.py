"""The popovers, driven with mouse and keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

import pytest
from frozendict import frozendict
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QFontMetrics, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from gridwar.control.records.form_records import FieldKind, FieldView, FormView, TableValue
from gridwar.control.records.panel_records import Choice
from gridwar.control.records.popover_records import AskView, QuestionView
from gridwar.control.state.view_state import Notice
from gridwar.model.combatant import EffectEnd, TimedEffect
from gridwar.model.command import Answer
from gridwar.model.question_and_refusal import Option
from gridwar.ui.panels.notice_bar import NoticeBar
from gridwar.ui.popovers.effect_popover import EffectPopover
from gridwar.ui.popovers.form_popover import FormPopover
from gridwar.ui.popovers.question_numbers import NumberRow
from gridwar.ui.popovers.question_page import QuestionPage
from gridwar.ui.popovers.questions_popover import AskPopover
from gridwar.ui.widgets.forms.form_field import FormField
from gridwar.ui.widgets.painting.themed_painter import NOTE, voice_font
from tests.ui import popover_samples as popovers
from tests.ui.popover_hands import afloat, heard

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from gridwar.ui.style.theme import Theme


# What the offscreen platform cannot do has no bearing here.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
LEFT = Qt.MouseButton.LeftButton
KEY = Qt.Key


@pytest.fixture
def ask(theme: Theme, page: QWidget) -> AskPopover:
    """Two questions and two rolls."""
    popover = AskPopover(theme, page)
    popover.show_view(popovers.ASK_ALL)
    afloat(popover, page)
    return popover


def test_a_digit_answers_and_an_impossible_option_does_not(theme: Theme, page: QWidget) -> None:
    """A digit gives the option of that place; 0 passes all; an impossible one stays silent."""
    popover = AskPopover(theme, page)
    popover.show_view(popovers.ASK_ONE)
    afloat(popover, page)
    answered, passed = heard(popover.answered), heard(popover.passed_all)
    QTest.keyClicks(popover, "320")
    assert answered == [("q1", Answer(option="dodge"))]
    assert len(passed) == 1


def number_row(page: QuestionPage, key: str) -> NumberRow:
    """Return the row of a number that is counted up and down."""
    row = page.numbers[key]
    assert isinstance(row, NumberRow)
    return row


def test_damage_is_split_until_it_adds_up(ask: AskPopover) -> None:
    """An answer with numbers can be given only when they add up."""
    answered = heard(ask.answered)
    page = ask.page
    assert page is not None
    QTest.keyClick(ask, KEY.Key_Return)
    assert answered == []
    QTest.mouseClick(number_row(page, "str").more, LEFT)
    assert page.answer.isEnabled()
    QTest.mouseClick(number_row(page, "dex").more, LEFT)
    assert not page.answer.isEnabled()
    QTest.mouseClick(number_row(page, "dex").less, LEFT)
    QTest.keyClick(ask, KEY.Key_Return)
    expected = Answer(numbers=frozendict({"str": 5, "dex": 2, "end": 0}))
    assert answered == [("q2", expected)]


def test_arrows_split_damage_without_the_mouse(ask: AskPopover) -> None:
    """Up and Down walk the numbers, Left and Right change the marked one, past what cannot."""
    page = ask.page
    assert page is not None
    for key in (KEY.Key_Down, KEY.Key_Down, KEY.Key_Down, KEY.Key_Right):
        QTest.keyClick(ask, key)
    assert {key: row.value for key, row in page.numbers.items()} == {"str": 5, "dex": 2, "end": 0}


def test_digits_are_typed_into_the_marked_number(ask: AskPopover) -> None:
    """The first digit takes the place of what is proposed; Backspace takes the last one off."""
    page = ask.page
    assert page is not None
    QTest.keyClick(ask, KEY.Key_4)
    assert number_row(page, "str").value == 4
    QTest.keyClick(ask, KEY.Key_Backspace)
    assert number_row(page, "str").value == 0
    QTest.keyClick(ask, KEY.Key_9)
    assert number_row(page, "str").value == 7, "no more than the most"
    QTest.keyClick(ask, KEY.Key_Down)
    QTest.keyClick(ask, KEY.Key_1)
    assert number_row(page, "dex").value == 1


def test_numbers_stay_when_another_answer_arrives(ask: AskPopover) -> None:
    """What was filled in stays while other questions are answered."""
    page = ask.page
    assert page is not None
    QTest.mouseClick(number_row(page, "str").more, LEFT)
    ask.show_view(replace(popovers.ASK_ALL, questions=(popovers.SPLIT,)))
    assert ask.page is page
    assert page.numbers["str"].value == 5


def test_tab_turns_the_pages_and_digits_type_dice(ask: AskPopover) -> None:
    """Tab goes to the next question, then to the dice, where digits are faces."""
    typed, rolled = heard(ask.die_typed), heard(ask.roll_all_requested)
    QTest.keyClick(ask, KEY.Key_Tab)
    assert ask.page is not None
    assert ask.page.view.key == "q1"
    QTest.keyClick(ask, KEY.Key_Tab)
    QTest.keyClicks(ask, "5")
    QTest.keyClick(ask, KEY.Key_Tab)
    QTest.keyClicks(ask, "17")
    QTest.keyClick(ask, KEY.Key_Space)
    assert typed == [("d1", 5), ("d2", 17)]
    assert len(rolled) == 1


def test_standing_answers_name_question_and_scope(theme: Theme, page: QWidget) -> None:
    """A standing answer is reported with its question and scope."""
    popover = AskPopover(theme, page)
    popover.show_view(AskView(questions=(popovers.REACTION,)))
    afloat(popover, page)
    said = heard(popover.standing_changed)
    assert popover.page is not None
    popover.page.standing_changed.emit("kell", "never")
    assert said == [("q1", "kell", "never")]


def test_an_effect_is_written_and_handed_over(theme: Theme, page: QWidget) -> None:
    """The effect popover hands over name, badge, numbers and end as written."""
    popover = EffectPopover(theme, page)
    popover.show_view(popovers.EFFECT)
    afloat(popover, page)
    said = heard(popover.submitted)
    popover.name.selectAll()
    QTest.keyClicks(popover.name, "Stunned")
    popover._choose_badge("zap")
    popover.rounds.setValue(3)
    QTest.keyClick(popover.name, KEY.Key_Return)
    changed = {"id": "stunned", "name": "Stunned", "badge": "zap", "rounds_left": 3}
    expected = popovers.EFFECT.effect.replace(**changed)
    assert said == [(("kell", "guard-1"), expected)]
    popover.ends.setCurrentIndex(popover.ends.findData("never"))
    assert popover.effect() == expected.replace(ends="never", whose=None, rounds_left=1)
    popover.show_view(replace(popovers.EFFECT, effect=TimedEffect(id="", name="")))
    assert not popover.primary.isEnabled()


NEW = replace(popovers.EFFECT, effect=TimedEffect(id="", name=""))


def test_a_new_effect_begins_with_the_conditions_of_the_rules(theme: Theme, page: QWidget) -> None:
    """A digit takes one while nothing is typed; Enter sets it under the id that the rules know."""
    popover = EffectPopover(theme, page)
    popover.show_view(NEW)
    afloat(popover, page)
    said = heard(popover.submitted)
    assert popover.conditions.isVisible()
    QTest.keyClick(popover.name, KEY.Key_2)
    assert not popover.conditions.isVisible()
    assert not popover._of_own.isVisible(), "the rules say how it looks"
    assert "XX-CND-08" not in popover._does.text()
    QTest.keyClick(popover, KEY.Key_Return)
    ((_who, effect),) = said
    assert isinstance(effect, TimedEffect)
    assert (effect.id, effect.name, effect.badge) == ("guard", "Guard: attacks -20", "shield")


def test_typing_finds_a_condition_and_escape_goes_back_to_the_list(
    theme: Theme, page: QWidget
) -> None:
    """Enter takes the one that begins so; Escape leaves it again, and only then the form."""
    popover = EffectPopover(theme, page)
    popover.show_view(NEW)
    afloat(popover, page)
    left = heard(popover.cancelled)
    QTest.keyClicks(popover.name, "pro")
    assert [one.row.id for one in popover.conditions.found] == ["prone"]
    QTest.keyClick(popover.name, KEY.Key_Return)
    assert popover.name.text() == "Prone"
    assert "XX-CND-08" in popover._does.text()
    QTest.keyClick(popover, KEY.Key_Escape)
    assert popover.conditions.isVisible()
    assert left == []
    QTest.keyClick(popover, KEY.Key_Escape)
    assert left == [()]


def test_what_fits_no_condition_is_an_effect_of_ones_own(theme: Theme, page: QWidget) -> None:
    """It has a badge to choose, in words, and its name for an id."""
    popover = EffectPopover(theme, page)
    popover.show_view(NEW)
    afloat(popover, page)
    QTest.keyClicks(popover.name, "Bee swarm")
    assert popover.conditions.found == []
    assert "Bee swarm" in popover._own.text()
    QTest.keyClick(popover.name, KEY.Key_Return)
    assert popover._of_own.isVisible()
    assert popover.effect().id == "bee swarm"


@pytest.mark.parametrize("ends", get_args(EffectEnd))
def test_an_effect_keeps_its_end(theme: Theme, page: QWidget, ends: EffectEnd) -> None:
    """Whenever it is to end, the popover shows it and hands it over unchanged."""
    popover = EffectPopover(theme, page)
    popover.show_view(replace(popovers.EFFECT, effect=popovers.EFFECT.effect.replace(ends=ends)))
    assert popover.ends.currentText()
    assert popover.effect().ends == ends


def test_a_form_keeps_the_cursor_and_takes_a_suggestion(theme: Theme, page: QWidget) -> None:
    """A form shows errors, takes the nearest right value, and hands over all values."""
    popover = FormPopover(theme, page)
    popover.show_view(popovers.FORM)
    afloat(popover, page)
    changed, submitted = heard(popover.changed), heard(popover.submitted)
    dice = popover.body.fields["dice"]
    assert popover.primary.isEnabled(), "handing in says what is wrong"
    QTest.mouseClick(dice.suggestion, LEFT)
    fixed = tuple(
        replace(one, value="3D6", error="", suggestion="") if one.key == "dice" else one
        for one in popovers.FORM.fields
    )
    popover.show_view(replace(popovers.FORM, fields=fixed))
    assert popover.body.fields["dice"] is dice
    QTest.mouseClick(popover.primary, LEFT)
    assert changed == [("dice", "3D6")]
    assert submitted == [()]
    values = popover.body.values()
    assert values["dice"] == "3D6"
    assert values["auto"] is True
    assert values["bands"] == TableValue(
        ("Band", "Squares", "DM"), (("Short", "8", "0"), ("Medium", "34", "−1"))
    )


def test_a_form_begins_in_its_first_field_or_where_something_is_wrong(
    theme: Theme, page: QWidget
) -> None:
    """The keyboard is in a field at once, its text selected, so that typing replaces it."""
    popover = FormPopover(theme, page)
    popover.show_view(popovers.FORM)
    afloat(popover, page)
    popover.take_keyboard()
    assert popover.focusWidget() is popover.body.fields["dice"].editor, "it has an error"
    right = tuple(replace(one, error="") for one in popovers.FORM.fields)
    popover.show_view(replace(popovers.FORM, fields=right))
    popover.take_keyboard()
    first = popover.body.fields[right[0].key].editor
    assert popover.focusWidget() is first
    assert isinstance(first, QLineEdit)
    assert first.selectedText() == first.text()


def test_a_notice_shows_its_detail_and_leaves(theme: Theme, page: QWidget) -> None:
    """A notice opens its detail on demand and is gone when there is none."""
    bar = NoticeBar(theme, page)
    bar.show_notice(Notice("Not written.", "disk full", "error"))
    assert bar._detail.isHidden()
    QTest.mouseClick(bar._more, LEFT)
    assert not bar._detail.isHidden()
    bar.show_notice(None)
    assert bar.isHidden()


def test_a_notice_never_takes_the_place_of_the_map(theme: Theme, page: QWidget) -> None:
    """Of words without end it shows the beginning; all of them are its detail, which scrolls."""
    bar = NoticeBar(theme, page)
    words = "\n".join(["It is damaged: " + "row 7 is lost; " * 5000, *map(str, range(99))])
    bar.show_notice(Notice(words, "more", "note"))
    assert bar.heightForWidth(600) < 200
    QTest.mouseClick(bar._more, LEFT)
    assert bar._detail.toPlainText() == f"{words}\nmore"
    assert bar.heightForWidth(600) < 320


def test_no_word_of_an_answer_is_cut(theme: Theme, qtbot: QtBot) -> None:
    """An answer whose price and effect need many lines makes its card as high as they are."""
    words = "half damage, then prone and without the next significant action, " * 3
    options = (Option("none", "None"), Option("dive", "Dive for cover", "Initiative -2", words))
    page = QuestionPage(theme, QuestionView("k", "Maro", "How?", options=options))
    qtbot.addWidget(page)
    page.resize(480, page.heightForWidth(480))
    page.show()
    tall = page.cards[1]
    lines = QFontMetrics(voice_font(NOTE, theme)).lineSpacing()
    assert tall.height() > 8 * lines
    assert page.cards[0].height() == tall.height()


@pytest.mark.parametrize(("effect", "places"), [("", {0, 1}), ("moves 1 square", {0})])
def test_many_short_answers_stand_in_pairs(
    theme: Theme, qtbot: QtBot, effect: str, places: set[int]
) -> None:
    """Ten answers of one line each fill two columns, low ones; with an effect each has its row."""
    options = tuple(Option(f"o{n}", f"Action {n}", "1 point", effect) for n in range(10))
    page = QuestionPage(theme, QuestionView("k", "Maro", "Which?", options=options))
    qtbot.addWidget(page)
    page.resize(480, 900)
    page.show()
    lefts = sorted({card.x() for card in page.cards})
    assert {lefts.index(card.x()) for card in page.cards} == places
    assert (page.cards[0].sizeHint().height() < theme.px(40)) is not bool(effect)


def test_scrolling_a_form_chooses_nothing(theme: Theme, qtbot: QtBot) -> None:
    """The wheel over a choice leaves it as it is and goes on to what scrolls."""
    choices = (Choice("a", "A"), Choice("b", "B"))
    field = FormField(theme, FieldView("k", "Kind", FieldKind.CHOICE, "a", choices))
    qtbot.addWidget(field)
    field.show()
    middle = QPointF(field.editor.rect().center())
    wheel = QWheelEvent(
        middle,
        middle,
        QPoint(),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(field.editor, wheel)
    assert (field.value(), wheel.isAccepted()) == ("a", False)


def test_a_long_form_ends_with_its_last_field(theme: Theme, page: QWidget, qtbot: QtBot) -> None:
    """However many hints there are, nothing empty follows the last field."""
    words = "What this decides, told in a line that takes most of the width."
    fields = tuple(
        FieldView(f"k{n}", f"Rule {n}", FieldKind.FLAG, False, hint=words) for n in range(60)
    )
    popover = FormPopover(theme, page)
    popover.show_view(FormView("House rules", "", fields, "Done"))
    afloat(popover, page)
    body, last = popover.body, popover.body.fields["k59"]

    def rest() -> int:
        return body.height() - last.mapTo(body, last.rect().bottomLeft()).y()

    qtbot.waitUntil(lambda: 0 <= rest() < theme.px(60), timeout=2000)
    assert body.height() > page.height()
