"""The attack popover in three steps: with what, how likely, what arrives; then the dice.

It shows an `AttackView` and reports what is wanted; the sum, the odds and the roll are not its
business. Each ``attack_…`` beside this one holds what it says of the sheet.
"""

from __future__ import annotations

from itertools import chain, pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractSpinBox, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from gridwar.control.die_keys import DieKeys
from gridwar.control.records.panel_records import Tone
from gridwar.control.records.popover_records import AttackView, DiceMode
from gridwar.text import _
from gridwar.ui.popovers.attack_amending import AmendBox
from gridwar.ui.popovers.attack_answer_columns import AnswerColumns, OddsHead
from gridwar.ui.popovers.attack_arrivals import Arrivals
from gridwar.ui.popovers.attack_head_dice_and_foot import AttackHead, PopoverFoot
from gridwar.ui.popovers.attack_modifiers import SumLines, TotalBox
from gridwar.ui.popovers.attack_opposed_sums import OpposedSums
from gridwar.ui.popovers.attack_outcome_bar import OutcomeBar
from gridwar.ui.popovers.attack_steps_and_chips import StepHead
from gridwar.ui.popovers.attack_with_what import WithWhat
from gridwar.ui.widgets.containers.fitting_scroll_area import FitScroll
from gridwar.ui.widgets.containers.notice_box import NoticeBox
from gridwar.ui.widgets.containers.popover_base import Popover
from gridwar.ui.widgets.controls.buttons_and_switches import IconButton
from gridwar.ui.widgets.controls.labels import hairline
from gridwar.ui.widgets.painting.themed_widgets import inset

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from gridwar.model.trace import Line
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.figures.sum_rows import SumRow

_LOW_PX = 840
"""In an area lower than this a sheet has hardly room for all its steps."""
_TAB = Qt.FocusPolicy.TabFocus
_PLAIN_KEYS = ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)


class AttackPopover(Popover):
    """The popover: its head, three steps that scroll together in a low window, and its foot.

    Signals, of clicks and keys: ``line_toggled(key, on)``, ``answer_chosen(id)`` (also for the one
    already chosen), ``dice_mode(mode)``, ``die_typed(face)``, ``die_cleared()`` (the last face),
    ``roll_requested()`` (Space), ``target_stepped(+1 or -1)`` (Tab), ``way_chosen(id)``,
    ``choice_made(choice, option)``, ``line_edited(key, number)``, ``primary()``, ``cancelled()``.
    What has no key is told by ``settings``, ``lines`` and ``problem`` themselves.
    """

    line_toggled = Signal(str, bool)
    line_edited = Signal(str, int)
    answer_chosen = Signal(str)
    dice_mode = Signal(str)
    die_typed = Signal(int)
    die_cleared = Signal()
    roll_requested = Signal()
    target_stepped = Signal(int)
    way_chosen = Signal(str)
    choice_made = Signal(str, str)
    primary = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setAccessibleName(_("Attack"))
        self._view: AttackView | None = None
        self._current = -1
        self._keys = DieKeys()
        self._opens_first: bool | None = None
        """Whether the first step is open by the user's word; None: where there is room for it."""
        self._head = AttackHead(theme, self)
        self._body = QWidget(self)
        self.what = WithWhat(theme, self._body)
        self.ways, self.choices = self.what.ways, self.what.choices
        self.settings = self.what.settings
        self.lines = SumLines(theme, self._body)
        self.sides = OpposedSums(theme, self._body)
        self._total = TotalBox(theme, self._body)
        self.problem = NoticeBox(theme, self._body)
        self.bar = OutcomeBar(theme, self._body)
        self._odds_head = OddsHead(theme, self._body)
        self.columns = AnswerColumns(theme, self._body)
        self.amend = AmendBox(theme, self._body)
        self.arrivals = Arrivals(theme, self._body)
        self._heads = tuple(
            StepHead(theme, words, self._body)
            for words in (
                _("How likely"),
                _("How it counts"),
                _("What arrives"),
            )
        )
        self._lines_between = (hairline(), hairline())
        self.foot = PopoverFoot(theme, self)
        self.dice = self.foot.dice
        self._lay_out(theme)
        self.steps_scroll = FitScroll(self._body, self)
        self.rows.addWidget(self.steps_scroll, 1)
        self.rows.addWidget(hairline())
        self.rows.addWidget(self.foot)
        self._connect()

    def _lay_out(self, theme: Theme) -> None:
        close = IconButton(theme, "x", _("Close"), self, 18)
        close.clicked.connect(self.cancelled)
        head = QHBoxLayout()
        inset(head, theme, (0, 2, 12, 2), 8)
        head.addWidget(self._head, 1)
        head.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)
        self.rows.addLayout(head)
        self.rows.addWidget(hairline())
        steps = QVBoxLayout(self._body)
        inset(steps, theme, (0, 0, 0, 6), 2)
        steps.addWidget(self.what)
        steps.addWidget(self._heads[0])
        problem = QVBoxLayout()
        inset(problem, theme, (14, 2, 14, 6), 0)
        problem.addWidget(self.problem)
        for part in (self.sides, self.lines, self._total):
            steps.addWidget(part)
        steps.addLayout(problem)
        for result in (self.bar, self._odds_head, self.columns):
            steps.addWidget(result)
        steps.addWidget(self._lines_between[0])
        steps.addWidget(self._heads[1])
        steps.addWidget(self.amend)
        steps.addWidget(self._lines_between[1])
        steps.addWidget(self._heads[2])
        steps.addWidget(self.arrivals)
        steps.addStretch(1)

    def fit(self) -> None:
        """Take the size that is needed; in a low window the first step folds, unless it was opened.

        What can be chosen is then said in its head: the chances come into view. It is folded from
        the start, so that nothing moves once the chances are known.
        """
        is_low = self._area is not None and self._area.height() < self.theme.px(_LOW_PX)
        self.what.show_open(is_open=not is_low if self._opens_first is None else self._opens_first)
        super().fit()
        wanted = self.steps_scroll.sizeHint().height()
        if self._opens_first is None and wanted > self.steps_scroll.height() > 0:
            self.what.show_open(is_open=False)
            super().fit()

    def _turn_first(self) -> None:
        self._opens_first = self.what.page.isHidden()
        self.fit()

    def _connect(self) -> None:
        self.what.head.clicked.connect(self._turn_first)
        for name, source in (
            ("line_toggled", self.lines.toggled_line),
            ("line_toggled", self.sides.toggled_line),
            ("line_edited", self.lines.edited),
            ("line_edited", self.sides.edited),
            ("answer_chosen", self.columns.chosen),
            ("dice_mode", self.dice.mode_chosen),
            ("die_typed", self.dice.face_picked),
            ("die_cleared", self.dice.last_dropped),
            ("way_chosen", self.ways.chosen),
            ("choice_made", self.choices.chosen),
            ("choice_made", self.arrivals.chosen),
            ("primary", self.foot.primary.clicked),
        ):
            source.connect(getattr(self, name))
        given_back = (self.lines.closed, self.sides.closed, self.settings.left, self.amend.left)
        for left in given_back:
            left.connect(self.setFocus)
        for grown in (self.lines.folded, self.arrivals.folded):
            grown.connect(self._grow)

    def _grow(self) -> None:
        """Take the room that opened or folded lines need."""
        if self._view is not None:
            self.show_view(self._view)

    # --- showing ---------------------------------------------------------------------------------

    def show_view(self, view: AttackView) -> None:
        """Show an attack."""
        self._view = view
        self._head.show_view(view)
        self.what.show_view(view)
        self._show_how_likely(view)
        self.arrivals.show_view(view)
        self.amend.show_view(view.amend)
        self._heads[2].show_note(view.arrives_note)
        for number, step in ((1, self.amend), (2, self.arrivals)):
            for part in (self._heads[number], self._lines_between[number - 1]):
                part.setVisible(not step.isHidden())
        first = () if self.what.isHidden() else (self.what.head,)
        shown = (*first, *(head for head in self._heads if not head.isHidden()))
        for number, head in enumerate(shown, start=1):
            head.show_number(number)
        self._keys.use(view.dice.sides if view.dice is not None else 6)
        self._show_dice()
        self.foot.show_view(view)
        self._order_tabs()
        self.fit()

    def _show_how_likely(self, view: AttackView) -> None:
        self._current = min(self._current, len(self._rows_shown(view)) - 1)
        self.lines.show_lines(view, self._current)
        self.sides.show_view(view, self._current)
        has_total = bool(view.total or view.needs) and not (view.sides or view.decides)
        self._total.setVisible(has_total)
        self._total.show_view(view)
        self.problem.setVisible(view.problem is not None)
        if view.problem is not None:
            problem = view.problem
            words = _("Do it anyway") if problem.waivable else ""
            self.problem.show_notice(problem.text, Tone.WARN, problem.rule_ids, words)
        self.bar.show_view(view)
        note = _("working") if view.working else view.answers_note
        self._odds_head.show_words(view.answers_title, note if view.answers else "")
        self.columns.show_columns(view.answers, working=view.working)
        is_told = any(
            not part.isHidden()
            for part in (self.lines, self.sides, self._total, self.problem, self.bar, self.columns)
        )
        self._heads[0].setVisible(is_told)
        is_late = view.working and not (view.answers or view.bar)
        self._heads[0].show_note(_("working") if is_late else view.likely_note)

    def _rows_shown(self, view: AttackView) -> tuple[Line, ...]:
        """Return the lines that have a row now, from the top to the bottom."""
        return self.sides.lines(view) if view.sides else self.lines.lines(view)

    def _order_tabs(self) -> None:
        """Let Ctrl+Tab walk from the top to the bottom, whatever was made first."""
        first = (self.what.head, self.ways, self.choices)
        then = (self.lines, self.columns, self.amend, self.arrivals, self.foot)
        groups = ([_stops(one) for one in first], [_stops(one) for one in then])
        parts = (*chain(*groups[0]), *self.settings.tab_stops(), *chain(*groups[1]))
        for before, after in pairwise(parts):
            QWidget.setTabOrder(before, after)

    def _show_dice(self) -> None:
        dice = self._view.dice if self._view is not None else None
        if dice is not None:
            self.dice.show_dice(dice, self._keys.pending)

    # --- keys ------------------------------------------------------------------------------------

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Step to the next target with Tab; inside a field Tab walks as usual."""
        if isinstance(self.focusWidget(), QLineEdit | QAbstractSpinBox):
            return super().focusNextPrevChild(forward)
        self.target_stepped.emit(1 if forward else -1)
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Do what the status bar says the keys do."""
        key = Qt.Key(event.key())
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if control and key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            super().focusNextPrevChild(key == Qt.Key.Key_Tab)
        elif event.modifiers() & _PLAIN_KEYS:
            super().keyPressEvent(event)
        elif event.text().isdecimal() and event.text().isascii():
            self._on_digit(event.text())
        elif not (self._on_line_key(key) or self._on_dice_key(key) or self._on_walk(key)):
            if event.text() == "+" and not self.lines.own.isHidden():
                self.lines.own.open()
            else:
                super().keyPressEvent(event)

    def _on_line_key(self, key: Qt.Key) -> bool:
        lines = self._rows_shown(self._view) if self._view is not None else ()
        chosen = 0 <= self._current < len(lines)
        match key:
            case Qt.Key.Key_Up | Qt.Key.Key_Down if self._view is not None and lines:
                step = 1 if key == Qt.Key.Key_Down else -1
                self._current = (self._current + step) % len(lines) if chosen else 0
                self.lines.show_lines(self._view, self._current)
                self.sides.show_view(self._view, self._current)
                self.steps_scroll.ensureWidgetVisible(self._row(self._current))
            case Qt.Key.Key_X if lines:
                line = lines[max(0, self._current)]
                self.line_toggled.emit(line.key, line.off)
            case Qt.Key.Key_F2 if chosen:
                self._row(self._current).edit()
            case Qt.Key.Key_PageUp | Qt.Key.Key_PageDown:
                bar, down = self.steps_scroll.verticalScrollBar(), key == Qt.Key.Key_PageDown
                bar.setValue(bar.value() + (1 if down else -1) * bar.pageStep())
            case _:
                return False
        return True

    def _row(self, number: int) -> SumRow:
        is_opposed = self._view is not None and bool(self._view.sides)
        return self.sides.row(number) if is_opposed else self.lines.row(number)

    def _on_dice_key(self, key: Qt.Key) -> bool:
        match key:
            case Qt.Key.Key_Space:
                dice = None if self._view is None else self._view.dice
                if dice is None or dice.mode is not DiceMode.FELL:
                    self.roll_requested.emit()
            case Qt.Key.Key_Backspace if self._keys.drop():
                self._show_dice()
            case Qt.Key.Key_Backspace:
                self.die_cleared.emit()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if self._keys.pending:
                face = self._keys.flush()
                self._give(*((face,) if face else ()))
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                if self.foot.primary.isEnabled():
                    self.primary.emit()
            case _:
                return False
        return True

    def _on_walk(self, key: Qt.Key) -> bool:
        if key not in (Qt.Key.Key_Left, Qt.Key.Key_Right) or self._view is None:
            return False
        able = [column for column in self._view.answers if column.enabled]
        if able:
            here = next((n for n, column in enumerate(able) if column.chosen), None)
            step = 1 if key == Qt.Key.Key_Right else -1
            there = (here + step) % len(able) if here is not None else 0
            if there != here:
                self.answer_chosen.emit(able[there].id)
        return True

    def _on_digit(self, digit: str) -> None:
        dice = self._view.dice if self._view is not None else None
        if dice is None or dice.mode is DiceMode.FELL:
            return
        if dice.mode is not DiceMode.TYPED:
            self.dice_mode.emit(DiceMode.TYPED.value)
        self._give(*self._keys.feed(digit))

    def _give(self, *faces: int) -> None:
        for face in faces:
            self.die_typed.emit(face)
        self._show_dice()


def _stops(group: QWidget) -> list[QWidget]:
    """Return what the keyboard can walk to in a part of the sheet."""
    return [part for part in (group, *group.findChildren(QWidget)) if part.focusPolicy() == _TAB]
