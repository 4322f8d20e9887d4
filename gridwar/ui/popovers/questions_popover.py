"""The popover for everything that an open command waits for: questions as pages, dice as rows.

Each answer is reported at once, in any order; time is not limited.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from gridwar.control.records.popover_records import AskView, QuestionView
from gridwar.text import _, ngettext
from gridwar.ui.popovers.dice_page import DicePage
from gridwar.ui.popovers.question_page import QuestionPage
from gridwar.ui.widgets.containers.fitting_scroll_area import FitScroll
from gridwar.ui.widgets.containers.flow_layout import FlowLayout
from gridwar.ui.widgets.containers.popover_base import Popover
from gridwar.ui.widgets.controls.buttons_and_switches import IconButton, KeyButton
from gridwar.ui.widgets.controls.labels import hairline, label, show_words
from gridwar.ui.widgets.painting.themed_painter import BODY, STRONG, advance
from gridwar.ui.widgets.painting.themed_widgets import PaintedButton, clear, inset

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QResizeEvent

    from gridwar.control.records.panel_records import TokenBit
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.painting.themed_painter import ThemedPainter

_TABS_PX = 456
_BAR_PX, _CROSS_PX = 40, 48
_DICE = "\n dice"
"""The key of the page with the dice; no question has a line break in its key."""


class AskPopover(Popover):
    """Questions and dice.

    Signals: ``answered(key, Answer)``, ``standing_changed(question key, scope, policy)``,
    ``die_typed(key, face)``, ``die_cleared(key)`` (the last face), ``roll_requested(key)``,
    ``roll_all_requested()``, ``passed_all()``, ``cancelled()`` (Escape: take the command back).
    """

    answered = Signal(str, object)
    standing_changed = Signal(str, str, str)
    die_typed = Signal(str, int)
    die_cleared = Signal(str)
    roll_requested = Signal(str)
    roll_all_requested = Signal()
    passed_all = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setAccessibleName(_("Question"))
        self._view = AskView()
        self._page_key = ""
        self._keys: list[str] = []
        self.page: QuestionPage | None = None
        self._has_bar = False
        self._shown: QuestionView | None = None
        self.context = label("", "note")
        self._tabs = QWidget(self)
        self._flow = FlowLayout(self._tabs, theme.px(6), theme.px(_TABS_PX))
        self.dice = DicePage(theme, self)
        self._body = QWidget(self)
        self._body_rows = QVBoxLayout(self._body)
        inset(self._body_rows, theme, (0, 0, 0, 0), 0)
        self._body_rows.addWidget(self.dice)
        self._pass = KeyButton(theme, "", "plain", self)
        self._roll_all = KeyButton(theme, "", "primary", self)
        self._roll_all.set_words(_("Roll all"), _("Space"))
        self._foot = QWidget(self)
        self._lay_out(theme)
        self._pass.clicked.connect(self.passed_all)
        self._roll_all.clicked.connect(self.roll_all_requested)
        self.dice.die_typed.connect(self.die_typed)
        self.dice.die_cleared.connect(self.die_cleared)
        self.dice.roll_requested.connect(self.roll_requested)

    def _lay_out(self, theme: Theme) -> None:
        self._close = IconButton(theme, "x", _("Take it back"), self, 18)
        self._close.clicked.connect(self.cancelled)
        head = QHBoxLayout()
        inset(head, theme, (18, 6, _CROSS_PX, 6), 0)
        head.addWidget(self.context, 1)
        self._bar = QWidget(self)
        self._bar.setLayout(head)
        self._bar.setMinimumHeight(theme.px(_BAR_PX))
        self._tabs_box = QVBoxLayout()
        self._tabs_box.addWidget(self._tabs)
        foot = QHBoxLayout(self._foot)
        inset(foot, theme, (18, 4, 18, 14), 10)
        foot.addWidget(self._pass)
        foot.addStretch(1)
        foot.addWidget(self._roll_all)
        self._line = hairline()
        self.rows.addWidget(self._bar)
        self.rows.addLayout(self._tabs_box)
        self.rows.addWidget(self._line)
        self.rows.addWidget(FitScroll(self._body, self), 1)
        self.rows.addWidget(self._foot)

    # --- showing ---------------------------------------------------------------------------------

    def show_view(self, view: AskView) -> None:
        """Show what is waited for; the page shown stays while its question is open."""
        self._view = view
        keys = [question.key for question in view.questions]
        if view.dice:
            keys.append(_DICE)
        if keys != self._keys and self.isVisible() and not self._has_keyboard():
            # An answer given on the map left the keyboard there.
            self.setFocus(Qt.FocusReason.OtherFocusReason)
        self._keys = keys
        if self._page_key not in keys:
            self._page_key = keys[0] if keys else ""
        rolls = self._page_key == _DICE
        show_words(self.context, view.context or (_("Dice to be rolled") if rolls else ""))
        self._has_bar = bool(view.context) or rolls or len(keys) > 1
        self._bar.setVisible(self._has_bar)
        self._line.setVisible(self._has_bar)
        self._show_tabs(keys)
        self._show_page()
        self.dice.show_rows(view.dice)
        self.dice.setVisible(self._page_key == _DICE)
        self._pass.set_words(view.pass_label, "0")
        self._pass.setVisible(bool(view.pass_label))
        if self.page is not None:
            self.page.head.right_px = 0 if self._has_bar else _CROSS_PX - 18
        words = ngettext("Roll it for me", "Roll all for me", len(view.dice))
        self._roll_all.set_words(words, _("Space"))
        self._roll_all.setVisible(rolls)
        self._foot.setVisible(rolls or bool(view.pass_label))
        self.fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the cross in the corner, whether there is a bar or not."""
        super().resizeEvent(event)
        size, edge = self._close.sizeHint(), self.theme.px(6)
        self._close.setGeometry(self.width() - size.width() - 2 * edge, edge, *size.toTuple())
        self._close.raise_()

    def _has_keyboard(self) -> bool:
        has = QApplication.focusWidget()
        return has is not None and (has is self or self.isAncestorOf(has))

    def _show_tabs(self, keys: list[str]) -> None:
        clear(self._flow)
        self._tabs.setVisible(len(keys) > 1)
        inset(self._tabs_box, self.theme, (14, 0, 14, 8) if len(keys) > 1 else (0, 0, 0, 0), 0)
        if len(keys) <= 1:
            return
        for question in self._view.questions:
            self._add_tab(question.key, question.recipient, question.token)
        if self._view.dice:
            words = _("Dice ({count})").format(count=len(self._view.dice))
            self._add_tab(_DICE, words, None)

    def _add_tab(self, key: str, words: str, token: TokenBit | None) -> None:
        tab = _Tab(self.theme, words, token, self._tabs)
        tab.setChecked(key == self._page_key)
        tab.clicked.connect(lambda: self.turn_to(key))
        self._flow.addWidget(tab)
        tab.show()

    def turn_to(self, key: str) -> None:
        """Show the page of a question, or the dice."""
        self._page_key = key
        self.show_view(self._view)

    def _show_page(self) -> None:
        question = next((q for q in self._view.questions if q.key == self._page_key), None)
        if question == self._shown and (question is None) == (self.page is None):
            return
        if self.page is not None:
            self.page.hide()
            self.page.deleteLater()
            self.page = None
        self._shown = question
        if question is None:
            return
        page = QuestionPage(self.theme, question, self._body)
        key = question.key
        page.answered.connect(lambda answer: self.answered.emit(key, answer))
        page.standing_changed.connect(
            lambda scope, policy: self.standing_changed.emit(key, scope, policy)
        )
        self._body_rows.insertWidget(0, page)
        page.show()
        self.page = page

    def on_theme(self) -> None:
        """Make the page anew in the new scale."""
        self._shown = None
        self.show_view(self._view)

    # --- keys ------------------------------------------------------------------------------------

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Turn to the next page, or the next roll, with Tab."""
        if isinstance(self.focusWidget(), QLineEdit):
            return super().focusNextPrevChild(forward)
        keys = [question.key for question in self._view.questions]
        if self._view.dice:
            keys.append(_DICE)
        if self._page_key == _DICE and self.dice.step(forward=forward):
            return True
        if len(keys) > 1:
            step = 1 if forward else -1
            self.turn_to(keys[(keys.index(self._page_key) + step) % len(keys)])
            return True
        return super().focusNextPrevChild(forward)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Answer with digits, Enter and arrows; type numbers and dice; roll with Space."""
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if control and event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            super().focusNextPrevChild(event.key() == Qt.Key.Key_Tab)
        elif not self.take_key(event):
            super().keyPressEvent(event)

    def take_key(self, event: QKeyEvent) -> bool:
        """Answer, type or roll with a key, be it typed here or over the map; say whether it was."""
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        return not control and self._on_key(Qt.Key(event.key()), event.text())

    def _on_key(self, key: Qt.Key, text: str) -> bool:
        if self._page_key == _DICE:
            if key == Qt.Key.Key_Space:
                self.roll_all_requested.emit()
                return True
            return self.dice.on_key(key, text)
        page = self.page
        if page is None:
            return False
        is_digit = text.isdecimal() and text.isascii()
        if (is_digit or key == Qt.Key.Key_Backspace) and page.write(text if is_digit else ""):
            return True
        if text == "0" and self._view.pass_label:
            self.passed_all.emit()
            return True
        if is_digit:
            return page.choose_place(int(text))
        match key:
            case Qt.Key.Key_Up | Qt.Key.Key_Down:
                page.walk(1 if key == Qt.Key.Key_Down else -1)
            case Qt.Key.Key_Left | Qt.Key.Key_Right:
                page.nudge(1 if key == Qt.Key.Key_Right else -1)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                page.give()
            case _:
                return False
        return True


class _Tab(PaintedButton):
    def __init__(self, theme: Theme, words: str, token: TokenBit | None, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._token = token
        self.setText(words)
        self.setAccessibleName(words)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def nextCheckState(self) -> None:
        """Leave the checked state to the popover."""

    def sizeHint(self) -> QSize:
        width = advance(self.text(), STRONG, self.theme) + 24 * self.theme.scale
        width += 28 * self.theme.scale if self._token is not None else 0
        return QSize(round(width), self.theme.px(34))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        colors = painter.colors
        if self.isChecked():
            painter.rounded_box(box, 8, colors.accent_ground, colors.accent, 1.2)
        else:
            painter.rounded_box(box, 8, colors.raised, colors.line2 if self.underMouse() else None)
        left = box.left() + painter.px(12)
        if self._token is not None:
            painter.token(QPointF(left + painter.px(8), box.center().y()), 11, self._token)
            left += painter.px(28)
        color = colors.text if self.isChecked() else colors.text2
        voice = STRONG if self.isChecked() else BODY
        painter.text(
            QRectF(left, box.top(), box.right() - left, box.height()), self.text(), voice, color
        )
