"""The attack sheet: every modifier with its switch, the total, the odds by answer, the dice.

It shows an `AttackView` and reports what is wanted; the sum, the odds and the roll are not its
business. The painted parts are in `sheet_attack_parts`.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QSizePolicy, QVBoxLayout, QWidget

from gridwar.control.panel_records import Choice, Tone
from gridwar.control.sheet_records import AttackView, DiceMode, DiceView, ReactsView
from gridwar.text import _
from gridwar.ui.sheet_attack_parts import AnswerColumns, AttackHead, TotalPlate
from gridwar.ui.widgets.buttons import IconButton, KeyButton, Segments
from gridwar.ui.widgets.dice_boxes import DiceBoxes
from gridwar.ui.widgets.die_keys import DieKeys
from gridwar.ui.widgets.fit_scroll import FitScroll
from gridwar.ui.widgets.ink import LABEL, NOTE, RIGHT, advance
from gridwar.ui.widgets.notice_plate import NoticePlate
from gridwar.ui.widgets.sheet import Sheet
from gridwar.ui.widgets.sum_rows import OwnLineRow, SumRow
from gridwar.ui.widgets.themed import Painted, PaintedButton, ThemedWidget, inset
from gridwar.ui.widgets.words import hairline, label, show_words

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from gridwar.ui.theme import Theme
    from gridwar.ui.widgets.ink import Ink

_PLAIN_KEYS = ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)


class AttackSheet(Sheet):
    """The sheet.

    Signals: ``line_toggled(key, on)``, ``line_edited(key, number)``, ``line_added(label,
    number)``, ``answer_chosen(id)`` (also for the one already chosen), ``dice_mode(mode)``,
    ``die_typed(face)``, ``die_cleared()`` (the last face), ``roll_requested()`` (Space),
    ``target_stepped(+1 or -1)`` (Tab), ``reacts_changed(choice id)``, ``problem_passed()``,
    ``primary()``, ``cancelled()``.
    """

    line_toggled = Signal(str, bool)
    line_edited = Signal(str, int)
    line_added = Signal(str, int)
    answer_chosen = Signal(str)
    dice_mode = Signal(str)
    die_typed = Signal(int)
    die_cleared = Signal()
    roll_requested = Signal()
    target_stepped = Signal(int)
    reacts_changed = Signal(str)
    problem_passed = Signal()
    primary = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._view: AttackView | None = None
        self._current = -1
        self._keys = DieKeys()
        self._head = AttackHead(theme, self)
        self.lines = _Lines(theme, self)
        self._total = TotalPlate(theme, self)
        self._problem = NoticePlate(theme, self)
        self._odds_head = _OddsHead(theme, self)
        self.columns = AnswerColumns(theme, self)
        self.dice = DiceLine(theme, self)
        self.foot = _Foot(theme, self)
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
        self.rows.addWidget(FitScroll(self.lines, self), 1)
        self.rows.addWidget(self._total)
        problem = QVBoxLayout()
        inset(problem, theme, (14, 8, 14, 0), 0)
        problem.addWidget(self._problem)
        self.rows.addLayout(problem)
        self.rows.addSpacing(theme.px(8))
        self.rows.addWidget(self._odds_head)
        self.rows.addWidget(self.columns)
        self.rows.addSpacing(theme.px(12))
        self.rows.addWidget(hairline())
        self.rows.addWidget(self.dice)
        self.rows.addWidget(self.foot)

    def _connect(self) -> None:
        for name, source in (
            ("line_toggled", self.lines.toggled_line),
            ("line_edited", self.lines.edited),
            ("line_added", self.lines.added),
            ("answer_chosen", self.columns.chosen),
            ("dice_mode", self.dice.mode_chosen),
            ("die_typed", self.dice.face_picked),
            ("die_cleared", self.dice.last_dropped),
            ("reacts_changed", self.foot.reacts_changed),
            ("problem_passed", self._problem.accepted),
            ("primary", self.foot.primary.clicked),
            ("cancelled", self.foot.cancel.clicked),
        ):
            source.connect(getattr(self, name))
        self.lines.closed.connect(self.setFocus)

    # --- showing ---------------------------------------------------------------------------------

    def show_view(self, view: AttackView) -> None:
        """Show an attack."""
        self._view = view
        self._current = min(self._current, len(view.lines) - 1)
        self._head.show_view(view)
        self.lines.show_lines(view, self._current)
        self._total.setVisible(bool(view.total or view.needs))
        self._total.show_view(view)
        self._problem.setVisible(view.problem is not None)
        if view.problem is not None:
            problem = view.problem
            self._problem.show_notice(problem.text, Tone.WARN, problem.rule_ids, problem.action)
        note = _("working") if view.working else view.answers_note
        self._odds_head.show_words(view.answers_title, note)
        self.columns.show_columns(view.answers, working=view.working)
        self._keys.use(view.dice.sides if view.dice is not None else 6)
        self._show_dice()
        self.foot.show_view(view)
        self._order_tabs()
        self.fit()

    def _order_tabs(self) -> None:
        """Let Ctrl+Tab walk from the top to the bottom, whatever was made first."""
        parts = [
            part
            for group in (self.lines.own, self.columns, self.dice, self.foot)
            for part in group.findChildren(QWidget)
            if part.focusPolicy() == Qt.FocusPolicy.TabFocus
        ]
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
        if isinstance(self.focusWidget(), QLineEdit):
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
            case Qt.Key.Key_X if chosen and not lines[self._current].replaced:
                line = lines[self._current]
                self.line_toggled.emit(line.key, not line.on)
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


class _Lines(ThemedWidget):
    toggled_line = Signal(str, bool)
    edited = Signal(str, int)
    added = Signal(str, int)
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.own = OwnLineRow(theme, self)
        self._shown: list[SumRow] = []
        self._rows = QVBoxLayout(self)
        inset(self._rows, theme, (0, 4, 0, 4), 0)
        self._rows.addWidget(self.own)
        self._rows.addStretch(1)
        self.own.added.connect(self.added)
        self.own.closed.connect(self.closed)

    def row(self, number: int) -> SumRow:
        """Return a row by its place."""
        return self._shown[number]

    def show_lines(self, view: AttackView, current: int) -> None:
        """Show the lines of an attack; ``current`` is the one for the keyboard, -1 for none."""
        while len(self._shown) < len(view.lines):
            row = SumRow(self.theme, self)
            row.toggled_line.connect(self.toggled_line)
            row.edited.connect(self.edited)
            row.closed.connect(self.closed)
            self._rows.insertWidget(len(self._shown), row)
            self._shown.append(row)
        for number, row in enumerate(self._shown):
            if number < len(view.lines):
                row.show_line(view.lines[number], current=number == current)
            row.setVisible(number < len(view.lines))


class _OddsHead(Painted):
    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._words = ("", "")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_words(self, left: str, right: str) -> None:
        self._words = (left, right)
        self.setVisible(bool(left or right))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(100), self.theme.px(24))

    def draw(self, ink: Ink, box: QRectF) -> None:
        words = box.adjusted(ink.px(18), 0, -ink.px(18), -ink.px(2))
        used = ink.text(words, self._words[1], NOTE, ink.colors.text3, RIGHT)
        ink.text(words.adjusted(0, 0, -used - 8, 0), self._words[0], LABEL, ink.colors.text3)


class DiceLine(ThemedWidget):
    """Typed or rolled, the dice, and what is needed."""

    mode_chosen = Signal(str)
    face_picked = Signal(int)
    last_dropped = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        modes = (
            Choice(DiceMode.TYPED.value, _("Typed")),
            Choice(DiceMode.ROLLED.value, _("Rolled")),
        )
        self._modes = Segments(theme, modes, self)
        self._boxes = DiceBoxes(theme, self)
        self._hint = label("", "quiet", wrap=True)
        row = QHBoxLayout(self)
        inset(row, theme, (18, 12, 18, 8), 14)
        row.addWidget(label(_("Dice")))
        row.addWidget(self._modes)
        row.addWidget(self._boxes)
        row.addWidget(self._hint, 1)
        self._modes.chosen.connect(self.mode_chosen)
        self._boxes.face_picked.connect(self.face_picked)
        self._boxes.last_dropped.connect(self.last_dropped)

    def show_dice(self, dice: DiceView, pending: str = "") -> None:
        """Show the dice; ``pending`` digits stand in the next one."""
        self._modes.show_chosen(dice.mode.value)
        self._boxes.show_dice(dice, pending)
        show_words(self._hint, dice.hint)


class _Foot(ThemedWidget):
    reacts_changed = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._reacts: ReactsView | None = None
        self._reacts_button = MenuWords(theme, self)
        self.cancel = KeyButton(theme, _("Cancel"), "plain", self)
        self.cancel.height_px = 38
        self.primary = KeyButton(theme, "", "primary", self)
        row = QHBoxLayout(self)
        inset(row, theme, (12, 4, 18, 14), 10)
        row.addWidget(self._reacts_button)
        row.addStretch(1)
        row.addWidget(self.cancel)
        row.addWidget(self.primary)
        self._reacts_button.clicked.connect(self._open_menu)

    def show_view(self, view: AttackView) -> None:
        self._reacts = view.reacts
        self._reacts_button.setVisible(view.reacts is not None)
        if view.reacts is not None:
            self._reacts_button.show_words(view.reacts.text)
        self.primary.set_words(view.primary, "↵")
        self.primary.setVisible(bool(view.primary))
        self.primary.setEnabled(view.problem is None)

    def _open_menu(self) -> None:
        if self._reacts is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for choice in self._reacts.options:
            action = menu.addAction(choice.title)
            action.setCheckable(True)
            action.setChecked(choice.id == self._reacts.chosen)
            action.triggered.connect(lambda _on=False, key=choice.id: self.reacts_changed.emit(key))
        button = self._reacts_button
        menu.popup(button.mapToGlobal(button.rect().bottomLeft()))


class MenuWords(PaintedButton):
    """Quiet words with an arrow: they open a menu."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_words(self, words: str) -> None:
        """Show other words."""
        self.setText(words)
        self.setAccessibleName(words)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return room for words and arrow."""
        width = advance(self.text(), NOTE, self.theme) + 34 * self.theme.scale
        return QSize(round(width), self.theme.px(30))

    def draw(self, ink: Ink, box: QRectF) -> None:
        """Draw them."""
        colors = ink.colors
        if self.underMouse():
            ink.plate(box, 8, colors.raised)
        words = box.adjusted(ink.px(6), 0, -ink.px(22), 0)
        used = ink.text(words, self.text(), NOTE, colors.text2)
        arrow = QPointF(words.left() + used + ink.px(12), words.center().y())
        ink.icon("chevron-down", arrow, 16, colors.text2)
