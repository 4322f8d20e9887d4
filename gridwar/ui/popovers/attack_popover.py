"""The attack popover: every modifier with its switch, the total, the odds by answer, the dice.

It shows an `AttackView` and reports what is wanted; the sum, the odds and the roll are not its
business. Each ``attack_…`` beside this one holds what it says of the sheet.
"""

from __future__ import annotations

from itertools import chain, pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractSpinBox, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from gridwar.control.records.panel_records import Tone
from gridwar.control.records.popover_records import AttackView, DiceMode
from gridwar.text import _
from gridwar.ui.popovers.attack_choices_and_settings import ChoiceRow, DraftSettings
from gridwar.ui.popovers.attack_head_dice_and_foot import AttackHead, DiceLine, PopoverFoot
from gridwar.ui.popovers.attack_modifiers import SumLines, TotalBox
from gridwar.ui.popovers.attack_odds_and_outcomes import AnswerColumns, OddsHead, OutcomePages
from gridwar.ui.widgets.containers.fitting_scroll_area import FitScroll
from gridwar.ui.widgets.containers.notice_box import NoticeBox
from gridwar.ui.widgets.containers.popover_base import Popover
from gridwar.ui.widgets.controls.buttons_and_switches import IconButton
from gridwar.ui.widgets.controls.dice_boxes import DieKeys
from gridwar.ui.widgets.controls.labels import hairline, label, show_words
from gridwar.ui.widgets.painting.themed_widgets import inset

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from gridwar.ui.style.theme import Theme

_TAB = Qt.FocusPolicy.TabFocus
_PLAIN_KEYS = ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)

_SETUP_SHARE, _OUTCOMES_SHARE = 3, 6
"""Of the height of the window: what is set keeps a third, tables of outcomes a sixth."""


class AttackPopover(Popover):
    """The popover.

    Signals, of clicks and keys: ``line_toggled(key, on)``, ``answer_chosen(id)`` (also for the one
    already chosen), ``dice_mode(mode)``, ``die_typed(face)``, ``die_cleared()`` (the last face),
    ``roll_requested()`` (Space), ``target_stepped(+1 or -1)`` (Tab), ``primary()``,
    ``cancelled()``. What has no key is told by ``choices``, ``settings``, ``lines``, ``problem``
    and ``foot`` themselves.
    """

    line_toggled = Signal(str, bool)
    answer_chosen = Signal(str)
    dice_mode = Signal(str)
    die_typed = Signal(int)
    die_cleared = Signal()
    roll_requested = Signal()
    target_stepped = Signal(int)
    primary = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setAccessibleName(_("Attack"))
        self._view: AttackView | None = None
        self._current = -1
        self._keys = DieKeys()
        self._head = AttackHead(theme, self)
        self.choices = ChoiceRow(theme, self)
        self.settings = DraftSettings(theme, self)
        self.foreseen = label("", "note", wrap=True)
        self._setup = self._set_up(theme)
        self.lines = SumLines(theme, self)
        self._total = TotalBox(theme, self)
        self.problem = NoticeBox(theme, self)
        self._odds_head = OddsHead(theme, self)
        self.columns = AnswerColumns(theme, self)
        self.outcomes = OutcomePages(theme, self)
        self.dice = DiceLine(theme, self)
        self.foot = PopoverFoot(theme, self)
        self._lay_out(theme)
        self._connect()

    def _lay_out(self, theme: Theme) -> None:
        close = IconButton(theme, "x", _("Close"), self, 18)
        close.clicked.connect(self.cancelled)
        head = QHBoxLayout()
        inset(head, theme, (0, 4, 12, 4), 8)
        head.addWidget(self._head, 1)
        head.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)
        self.rows.addLayout(head)
        self.rows.addWidget(hairline())
        self.rows.addWidget(self._setup)
        self.rows.addWidget(FitScroll(self.lines, self), 1)
        self.rows.addWidget(self._total)
        problem = QVBoxLayout()
        inset(problem, theme, (14, 8, 14, 0), 0)
        problem.addWidget(self.problem)
        self.rows.addLayout(problem)
        self.rows.addSpacing(theme.px(8))
        self.rows.addWidget(self._odds_head)
        self.rows.addWidget(self.columns)
        self.rows.addWidget(self.outcomes)
        self.rows.addSpacing(theme.px(12))
        self.rows.addWidget(hairline())
        self.rows.addWidget(self.dice)
        self.rows.addWidget(self.foot)

    def fit(self) -> None:
        """Take the size that is needed; in a low window everything keeps its share."""
        if self._area is not None:
            self._setup.keep(self._area.height() // _SETUP_SHARE)
            self.outcomes.keep(self._area.height() // _OUTCOMES_SHARE)
        super().fit()

    def _set_up(self, theme: Theme) -> FitScroll:
        """Return what is set and known beforehand: it scrolls where the window is low."""
        setup = QWidget(self)
        rows = QVBoxLayout(setup)
        inset(rows, theme, (0, 0, 0, 0), 0)
        rows.addWidget(self.choices)
        rows.addWidget(self.settings)
        foreseen = QVBoxLayout()
        inset(foreseen, theme, (16, 4, 16, 0), 0)
        foreseen.addWidget(self.foreseen)
        rows.addLayout(foreseen)
        return FitScroll(setup, self)

    def _connect(self) -> None:
        for name, source in (
            ("line_toggled", self.lines.toggled_line),
            ("answer_chosen", self.columns.chosen),
            ("dice_mode", self.dice.mode_chosen),
            ("die_typed", self.dice.face_picked),
            ("die_cleared", self.dice.last_dropped),
            ("primary", self.foot.primary.clicked),
            ("cancelled", self.foot.cancel.clicked),
        ):
            source.connect(getattr(self, name))
        self.lines.closed.connect(self.setFocus)
        self.settings.left.connect(self.setFocus)

    # --- showing ---------------------------------------------------------------------------------

    def show_view(self, view: AttackView) -> None:
        """Show an attack."""
        self._view = view
        self._current = min(self._current, len(view.lines) - 1)
        self._head.show_view(view)
        self.choices.show_choices(view.settable.choices)
        self.settings.show_settings(view.settable)
        show_words(self.foreseen, "\n".join(view.foreseen))
        self.lines.show_lines(view, self._current)
        self._total.setVisible(bool(view.total or view.needs))
        self._total.show_view(view)
        self.problem.setVisible(view.problem is not None)
        if view.problem is not None:
            problem = view.problem
            words = _("Do it anyway") if problem.waivable else ""
            self.problem.show_notice(problem.text, Tone.WARN, problem.rule_ids, words)
        note = _("working") if view.working else view.answers_note
        self._odds_head.show_words(view.answers_title, note)
        self.columns.show_columns(view.answers, working=view.working)
        self.outcomes.show_outcomes(view.outcomes)
        self._keys.use(view.dice.sides if view.dice is not None else 6)
        self._show_dice()
        self.foot.show_view(view)
        self._order_tabs()
        self.fit()

    def _order_tabs(self) -> None:
        """Let Ctrl+Tab walk from the top to the bottom, whatever was made first."""
        groups = (self.choices, self.lines.own, self.columns, self.outcomes, self.dice, self.foot)
        found = [
            [part for part in group.findChildren(QWidget) if part.focusPolicy() == _TAB]
            for group in groups
        ]
        parts = [*found[0], *self.settings.tab_stops(), *chain.from_iterable(found[1:])]
        for before, after in pairwise(parts):
            QWidget.setTabOrder(before, after)

    def _show_dice(self) -> None:
        dice = self._view.dice if self._view is not None else None
        self.dice.setVisible(dice is not None)
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
            if event.text() == "+":
                self.lines.own.open()
            else:
                super().keyPressEvent(event)

    def _on_line_key(self, key: Qt.Key) -> bool:
        lines = self._view.lines if self._view is not None else ()
        chosen = 0 <= self._current < len(lines)
        match key:
            case Qt.Key.Key_Up | Qt.Key.Key_Down if self._view is not None and lines:
                step = 1 if key == Qt.Key.Key_Down else -1
                self._current = (self._current + step) % len(lines) if chosen else 0
                self.lines.show_lines(self._view, self._current)
            case Qt.Key.Key_X if chosen:
                line = lines[self._current]
                self.line_toggled.emit(line.key, line.off)
            case Qt.Key.Key_F2 if chosen:
                self.lines.row(self._current).edit()
            case _:
                return False
        return True

    def _on_dice_key(self, key: Qt.Key) -> bool:
        match key:
            case Qt.Key.Key_Space:
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
        if dice is None:
            return
        if dice.mode is not DiceMode.TYPED:
            self.dice_mode.emit(DiceMode.TYPED.value)
        self._give(*self._keys.feed(digit))

    def _give(self, *faces: int) -> None:
        for face in faces:
            self.die_typed.emit(face)
        self._show_dice()
