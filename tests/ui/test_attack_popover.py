"""The sheet of an attack, driven with mouse and keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QScrollArea, QWidget

from gridwar.control.records.popover_records import DiceMode, DiceView
from gridwar.ui.popovers.attack_answer_columns import AnswerCard
from gridwar.ui.popovers.attack_popover import AttackPopover
from gridwar.ui.widgets.figures.sum_rows import SumRow
from gridwar.ui.widgets.figures.value_table import ValueTableView
from tests.ui import popover_samples as popovers
from tests.ui.popover_hands import afloat, heard

if TYPE_CHECKING:
    from gridwar.ui.style.theme import Theme

# What the offscreen platform cannot do has no bearing here.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
LEFT = Qt.MouseButton.LeftButton
KEY = Qt.Key


@pytest.fixture
def attack(theme: Theme, page: QWidget) -> AttackPopover:
    """The attack of the samples."""
    popover = AttackPopover(theme, page)
    popover.show_view(popovers.ATTACK)
    afloat(popover, page)
    return popover


def rows(popover: AttackPopover) -> dict[str, SumRow]:
    """Return the lines of an attack by key."""
    return {row.line.key: row for row in popover.findChildren(SumRow)}


def test_the_attack_popover_floats_whole_at_the_right(attack: AttackPopover) -> None:
    """The popover is 496 wide, stays inside, and needs no scrolling where there is room."""
    assert attack.geometry().width() == 496
    assert attack.geometry().right() <= 700
    viewport = attack.lines.parentWidget()
    assert viewport is not None
    assert attack.lines.height() <= viewport.height()


def test_in_a_low_window_the_steps_scroll_together(theme: Theme, page: QWidget) -> None:
    """One part scrolls and none in it; dice and button stay in view."""
    popover = AttackPopover(theme, page)
    popover.show_view(popovers.ATTACK)
    popover.float_in(QRect(0, 0, 700, 500))
    popover.show()
    QApplication.processEvents()
    bottom = popover.foot.mapTo(popover, popover.foot.rect().bottomLeft()).y()
    assert bottom <= popover.height() <= 460
    assert popover.findChildren(QScrollArea) == [popover.steps_scroll]
    assert popover.steps_scroll.verticalScrollBar().maximum() > 0
    assert popover.steps_scroll.geometry().bottom() < popover.foot.geometry().top()
    assert min(row.height() for row in rows(popover).values()) >= theme.px(24)


def test_a_click_switches_a_line(attack: AttackPopover) -> None:
    """A line that counts is switched off, one that a rule or the GM struck out is switched on."""
    said = heard(attack.line_toggled)
    for key in ("cover", "dodge"):
        QTest.mouseClick(rows(attack)[key], LEFT, pos=QPoint(150, 16))
    assert said == [("cover", False), ("dodge", True)]


def test_lines_that_count_nothing_are_folded_until_a_click(attack: AttackPopover) -> None:
    """One row says how many there are and which; unfolded they are switched like the others."""
    assert "fast" not in rows(attack)
    assert attack.lines.fold.text() == "2 others count 0"
    assert "Kell moves fast" in attack.lines.fold.accessibleName()
    QTest.mouseClick(attack.lines.fold, LEFT)
    said = heard(attack.line_toggled)
    QTest.mouseClick(rows(attack)["fast"], LEFT, pos=QPoint(150, 16))
    assert said == [("fast", True)]
    QTest.mouseClick(attack.lines.fold, LEFT)
    assert rows(attack)["fast"].isHidden()


def test_x_switches_the_first_line_until_another_is_gone_to(attack: AttackPopover) -> None:
    """The arrows go to another line; X then switches that."""
    said = heard(attack.line_toggled)
    QTest.keyClick(attack, KEY.Key_X)
    QTest.keyClick(attack, KEY.Key_Down)
    QTest.keyClick(attack, KEY.Key_Down)
    QTest.keyClick(attack, KEY.Key_X)
    assert said == [("skill", False), ("dex", False)]


def test_another_weapon_is_a_chip(attack: AttackPopover) -> None:
    """The present one is chosen; a click on another asks for it."""
    said = heard(attack.way_chosen)
    assert attack.ways.chips["rifle"].isChecked()
    QTest.mouseClick(attack.ways.chips["blade"], LEFT)
    assert said == [("blade",)]


def test_the_bar_of_outcomes_is_to_scale_and_said_in_words(theme: Theme, page: QWidget) -> None:
    """Each part is as wide as it is likely; a reader hears names, chances, faces, whose die."""
    popover = AttackPopover(theme, page)
    popover.show_view(popovers.STAGED)
    popover.float_in(QRect(0, 0, 700, 900))
    popover.show()
    evaded, hit, critical = (box for _part, box in popover.bar.parts())
    assert hit.width() == pytest.approx(0.55 * (popover.bar.width() - 36), rel=0.05)
    assert evaded.right() == pytest.approx(hit.left())
    assert critical.width() >= 60
    assert "critical hit 15 % 86 to 100" in popover.bar.accessibleName()
    assert "Kell evades with 30 or less on 1D100" in popover.bar.accessibleName()


def test_the_stages_of_the_rules_open_by_a_click(theme: Theme, page: QWidget) -> None:
    """Folded there is no table; opened the tables are as wide as the sheet."""
    popover = AttackPopover(theme, page)
    popover.show_view(popovers.STAGED)
    popover.float_in(QRect(0, 0, 700, 900))
    popover.show()
    assert not popover.findChildren(ValueTableView)
    QTest.mouseClick(popover.arrivals.stages.fold, LEFT)
    QApplication.processEvents()
    tables = popover.findChildren(ValueTableView)
    assert [one.width() for one in tables] == 2 * [popover.steps_scroll.viewport().width() - 36]


def test_both_sums_of_a_contest_are_switched_where_they_stand(theme: Theme, page: QWidget) -> None:
    """Lines of either side can be reached by click and by arrow."""
    popover = AttackPopover(theme, page)
    popover.show_view(popovers.OPPOSED)
    popover.float_in(QRect(0, 0, 700, 900))
    popover.show()
    QApplication.processEvents()
    said = heard(popover.line_toggled)
    for row in popover.sides.columns[1].rows[:1]:
        QTest.mouseClick(row, LEFT, pos=QPoint(100, 16))
    for _press in range(4):
        QTest.keyClick(popover, KEY.Key_Down)
    QTest.keyClick(popover, KEY.Key_X)
    assert said == [("range", False), ("aim", False)]


def test_amending_shows_the_old_dice_and_takes_no_new_ones(theme: Theme, page: QWidget) -> None:
    """What it counts as and what was lost are set; digits and Space do nothing to the dice."""
    popover = AttackPopover(theme, page)
    popover.show_view(popovers.AMENDED)
    popover.float_in(QRect(0, 0, 700, 900))
    popover.show()
    dice, rolled = heard(popover.die_typed), heard(popover.roll_requested)
    counted, points = heard(popover.amend.counted), heard(popover.amend.points_set)
    popover.setFocus()
    QTest.keyClicks(popover, "5")
    QTest.keyClick(popover, KEY.Key_Space)
    assert (dice, rolled) == ([], [])
    QTest.mouseClick(popover.amend.ways.chips["miss"], LEFT)
    popover.amend.points.setFocus()
    popover.amend.points.selectAll()
    QTest.keyClicks(popover.amend.points, "9")
    assert (counted, points) == ([("miss",)], [(9,)])


def test_a_value_is_changed_in_place(attack: AttackPopover) -> None:
    """A click on a value opens a field; Enter there gives the number and does not roll."""
    said, went = heard(attack.lines.edited), heard(attack.primary)
    row = rows(attack)["smoke"]
    QTest.mouseClick(row, LEFT, pos=QPoint(row.width() - 30, 16))
    field = row.findChild(QLineEdit)
    assert field is not None
    QTest.keyClicks(field, "-4")
    QTest.keyClick(field, KEY.Key_Return)
    assert (said, went) == ([("smoke", -4)], [])


def test_plus_adds_a_line_of_ones_own(attack: AttackPopover) -> None:
    """The key + asks for a label and a number, and Enter adds the line once."""
    said, went = heard(attack.lines.added), heard(attack.primary)
    QTest.keyClicks(attack, "+")
    label, value = attack.lines.own.findChildren(QLineEdit)
    QTest.keyClicks(label, "Blinded by the sun")
    QTest.keyClick(label, KEY.Key_Return)
    QTest.keyClicks(value, "-2")
    QTest.keyClick(value, KEY.Key_Return)
    assert (said, went) == ([("Blinded by the sun", -2)], [])


def test_a_line_of_ones_own_is_written_at_one_go(attack: AttackPopover) -> None:
    """A number with its sign behind the words is the line's: one Enter adds it."""
    said, went = heard(attack.lines.added), heard(attack.primary)
    QTest.keyClicks(attack, "+")
    label, _value = attack.lines.own.findChildren(QLineEdit)
    QTest.keyClicks(label, "high ground +2")
    QTest.keyClick(label, KEY.Key_Return)
    assert (said, went) == ([("high ground", 2)], [])


def test_keys_do_what_the_status_bar_says(attack: AttackPopover) -> None:
    """Digits type dice, Space rolls, Tab steps, X switches, Enter goes on, Esc cancels."""
    typed, rolled = heard(attack.die_typed), heard(attack.roll_requested)
    stepped, switched = heard(attack.target_stepped), heard(attack.line_toggled)
    went, cancelled = heard(attack.primary), heard(attack.cancelled)
    answers, cleared = heard(attack.answer_chosen), heard(attack.die_cleared)
    QTest.keyClicks(attack, "4")
    QTest.keyClicks(attack, "9")
    for key in (KEY.Key_Backspace, KEY.Key_Space, KEY.Key_Tab, KEY.Key_Backtab):
        QTest.keyClick(attack, key)
    for key in (KEY.Key_Down, KEY.Key_Down, KEY.Key_X, KEY.Key_Right):
        QTest.keyClick(attack, key)
    QTest.keyClick(attack, KEY.Key_Return)
    QTest.keyClick(attack, KEY.Key_Escape)
    assert (typed, cleared, rolled) == ([(4,)], [()], [()])
    assert stepped == [(1,), (-1,)]
    assert switched == [("dex", False)]
    assert answers == [("dodge",)]
    assert (len(went), len(cancelled)) == (1, 1)


def test_shortcuts_of_the_window_do_not_take_the_keys(attack: AttackPopover, page: QWidget) -> None:
    """Single keys of the window stay silent while the popover uses them; others still work."""
    taken = heard(QShortcut(QKeySequence("X"), page).activated)
    free = heard(QShortcut(QKeySequence("M"), page).activated)
    page.activateWindow()
    attack.setFocus()
    switched = heard(attack.line_toggled)
    QTest.keyClick(attack, KEY.Key_Down)
    for key in (KEY.Key_X, KEY.Key_M):
        QTest.keyClick(attack, key)
    assert switched == [("skill", False)]
    assert (len(taken), len(free)) == (0, 1)


def test_typing_while_dice_are_rolled_asks_for_typed_dice(attack: AttackPopover) -> None:
    """A digit typed while the program rolls switches to typed dice first."""
    attack.show_view(replace(popovers.ATTACK, dice=DiceView(2, 6, DiceMode.ROLLED)))
    modes, typed = heard(attack.dice_mode), heard(attack.die_typed)
    QTest.keyClicks(attack, "3")
    assert (modes, typed) == ([("typed",)], [(3,)])


def test_a_problem_bars_the_primary_button(attack: AttackPopover) -> None:
    """While something forbids the attack, Enter does nothing, and its button passes it over."""
    attack.show_view(popovers.TROUBLED)
    went, passed = heard(attack.primary), heard(attack.problem.accepted)
    QTest.keyClick(attack, KEY.Key_Return)
    QTest.mouseClick(attack.problem.button, LEFT)
    assert (went, len(passed)) == ([], 1)


def test_an_impossible_answer_cannot_be_chosen(attack: AttackPopover) -> None:
    """A click on an impossible answer does nothing; on a possible one it reports."""
    said = heard(attack.answer_chosen)
    for card in attack.findChildren(AnswerCard):
        QTest.mouseClick(card, LEFT)
    assert said == [("none",), ("dodge",)]


def test_in_a_low_window_the_first_step_folds_until_it_is_opened(
    theme: Theme, page: QWidget
) -> None:
    """Its head then says what is chosen; opened by a click it stays open."""
    popover = AttackPopover(theme, page)
    popover.show_view(popovers.ATTACK)
    popover.float_in(QRect(0, 0, 700, 560))
    popover.show()
    assert popover.what.page.isHidden()
    assert "Rifle" in popover.what.head.accessibleName()
    QTest.mouseClick(popover.what.head, LEFT)
    assert not popover.what.page.isHidden()
    popover.show_view(popovers.ATTACK)
    assert not popover.what.page.isHidden()
    popover.float_in(QRect(0, 0, 700, 560))
    bottom = popover.foot.mapTo(popover, popover.foot.rect().bottomLeft()).y()
    assert bottom <= popover.height() <= 520
