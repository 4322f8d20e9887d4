"""The sheet for everything that an open command waits for: questions as pages, dice as rows.

Each answer is reported at once, in any order; time is not limited.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from gridwar.control.sheet_records import AskView, DiceWantedView, QuestionView
from gridwar.text import _, ngettext
from gridwar.ui.sheet_question import QuestionPage
from gridwar.ui.widgets.buttons import IconButton, KeyButton
from gridwar.ui.widgets.dice_boxes import DiceBoxes
from gridwar.ui.widgets.die_keys import DieKeys
from gridwar.ui.widgets.fit_scroll import FitScroll
from gridwar.ui.widgets.flow import FlowLayout
from gridwar.ui.widgets.ink import BODY, NOTE, RIGHT, SMALL, STRONG, advance
from gridwar.ui.widgets.sheet import Sheet
from gridwar.ui.widgets.themed import Painted, PaintedButton, ThemedWidget, inset
from gridwar.ui.widgets.words import hairline, label, show_words

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QMouseEvent

    from gridwar.control.panel_records import TokenBit
    from gridwar.ui.theme import Theme
    from gridwar.ui.widgets.ink import Ink

_TABS_PX = 480
_DICE = "\n dice"
"""The key of the page with the dice; no question has a line break in its key."""


class AskSheet(Sheet):
    """Questions and dice.

    Signals: ``answered(key, GivenAnswer)``, ``standing_changed(question key, scope, policy)``,
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
        self._view = AskView()
        self._page_key = ""
        self.page: QuestionPage | None = None
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
        close = IconButton(theme, "x", _("Take it back"), self, 18)
        close.clicked.connect(self.cancelled)
        head = QHBoxLayout()
        inset(head, theme, (18, 6, 12, 6), 8)
        head.addWidget(self.context, 1)
        head.addWidget(close)
        self._tabs_box = QVBoxLayout()
        self._tabs_box.addWidget(self._tabs)
        foot = QHBoxLayout(self._foot)
        inset(foot, theme, (18, 4, 18, 14), 10)
        foot.addWidget(self._pass)
        foot.addStretch(1)
        foot.addWidget(self._roll_all)
        self.rows.addLayout(head)
        self.rows.addLayout(self._tabs_box)
        self.rows.addWidget(hairline())
        self.rows.addWidget(FitScroll(self._body, self), 1)
        self.rows.addWidget(self._foot)

    # --- showing ---------------------------------------------------------------------------------

    def show_view(self, view: AskView) -> None:
        """Show what is waited for; the page shown stays while its question is open."""
        self._view = view
        keys = [question.key for question in view.questions]
        if view.dice:
            keys.append(_DICE)
        if self._page_key not in keys:
            self._page_key = keys[0] if keys else ""
        show_words(self.context, view.context)
        self._show_tabs(keys)
        self._show_page()
        self.dice.show_rows(view.dice)
        self.dice.setVisible(self._page_key == _DICE)
        self._pass.set_words(view.pass_label, "0")
        self._pass.setVisible(bool(view.pass_label))
        rolls = self._page_key == _DICE
        words = ngettext("Roll it for me", "Roll all for me", len(view.dice))
        self._roll_all.set_words(words, _("Space"))
        self._roll_all.setVisible(rolls)
        self._foot.setVisible(rolls or bool(view.pass_label))
        self.fit()

    def _show_tabs(self, keys: list[str]) -> None:
        while self._flow.count():
            old = self._flow.takeAt(0).widget()
            if old is not None:
                old.hide()
                old.deleteLater()
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
        """Answer with digits, Enter and arrows; type dice with digits; roll with Space."""
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if control and event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            super().focusNextPrevChild(event.key() == Qt.Key.Key_Tab)
        elif control or not self._on_key(Qt.Key(event.key()), event.text()):
            super().keyPressEvent(event)

    def _on_key(self, key: Qt.Key, text: str) -> bool:
        if self._page_key == _DICE:
            if key == Qt.Key.Key_Space:
                self.roll_all_requested.emit()
                return True
            return self.dice.on_key(key, text)
        page = self.page
        if page is None:
            return False
        if text == "0" and self._view.pass_label:
            self.passed_all.emit()
            return True
        if text.isdecimal() and text.isascii():
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
        """Leave the mark to the sheet."""

    def sizeHint(self) -> QSize:
        width = advance(self.text(), STRONG, self.theme) + 24 * self.theme.scale
        width += 28 * self.theme.scale if self._token is not None else 0
        return QSize(round(width), self.theme.px(34))

    def draw(self, ink: Ink, box: QRectF) -> None:
        colors = ink.colors
        if self.isChecked():
            ink.plate(box, 8, colors.accent_ground, colors.accent, 1.2)
        else:
            ink.plate(box, 8, colors.raised, colors.line2 if self.underMouse() else None)
        left = box.left() + ink.px(12)
        if self._token is not None:
            ink.token(QPointF(left + ink.px(8), box.center().y()), 11, self._token)
            left += ink.px(28)
        color = colors.text if self.isChecked() else colors.text2
        voice = STRONG if self.isChecked() else BODY
        ink.text(
            QRectF(left, box.top(), box.right() - left, box.height()), self.text(), voice, color
        )


class DicePage(ThemedWidget):
    """Rolls whose dice are wanted, a row each; one of them takes the digits."""

    die_typed = Signal(str, int)
    die_cleared = Signal(str)
    roll_requested = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._views: tuple[DiceWantedView, ...] = ()
        self._active = ""
        self._keys = DieKeys()
        self._shown: list[DiceRow] = []
        self._rows = QVBoxLayout(self)
        inset(self._rows, theme, (6, 8, 6, 8), 2)

    def show_rows(self, views: tuple[DiceWantedView, ...]) -> None:
        """Show rolls; the active one stays active until its dice are full."""
        self._views = views
        active = self._view()
        if active is None or len(active.dice.faces) >= active.dice.count:
            waiting = [one for one in views if len(one.dice.faces) < one.dice.count]
            self._active = waiting[0].key if waiting else ""
            self._keys.drop()
        active = self._view()
        self._keys.use(active.dice.sides if active is not None else 6)
        while len(self._shown) < len(views):
            row = DiceRow(self.theme, self)
            row.activated.connect(self._activate)
            for name in ("die_typed", "die_cleared", "roll_requested"):
                getattr(row, name).connect(getattr(self, name))
            self._rows.addWidget(row)
            self._shown.append(row)
        for number, row in enumerate(self._shown):
            row.setVisible(number < len(views))
            if number < len(views):
                view = views[number]
                is_active = view.key == self._active
                row.show_view(view, self._keys.pending if is_active else "", active=is_active)

    def _view(self) -> DiceWantedView | None:
        return next((one for one in self._views if one.key == self._active), None)

    def _activate(self, key: str) -> None:
        self._keys.drop()
        self._active = key
        self.show_rows(self._views)

    def step(self, *, forward: bool) -> bool:
        """Make the next roll active; return False past the last one."""
        keys = [one.key for one in self._views]
        here = keys.index(self._active) if self._active in keys else -1
        there = here + (1 if forward else -1)
        if not 0 <= there < len(keys):
            return False
        self._activate(keys[there])
        return True

    def on_key(self, key: Qt.Key, text: str) -> bool:
        """Take digits, Backspace and Enter for the active roll."""
        view = self._view()
        if view is None:
            return False
        if text.isdecimal() and text.isascii():
            self._give(view.key, self._keys.feed(text))
        elif key == Qt.Key.Key_Backspace:
            if not self._keys.drop():
                self.die_cleared.emit(view.key)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            face = self._keys.flush()
            self._give(view.key, (face,) if face else ())
        else:
            return False
        self.show_rows(self._views)
        return True

    def _give(self, key: str, faces: tuple[int, ...]) -> None:
        for face in faces:
            self.die_typed.emit(key, face)


class DiceRow(ThemedWidget):
    """One roll: who, what for, the dice, and a button that rolls them."""

    die_typed = Signal(str, int)
    die_cleared = Signal(str)
    roll_requested = Signal(str)
    activated = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._key = ""
        self._words = _DiceWords(theme, self)
        self._boxes = DiceBoxes(theme, self)
        self._roll = IconButton(theme, "dices", _("Roll this for me"), self, 18)
        row = QHBoxLayout(self)
        inset(row, theme, (12, 6, 12, 6), 12)
        row.addWidget(self._words, 1)
        row.addWidget(self._boxes, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self._roll)
        self._boxes.face_picked.connect(lambda face: self.die_typed.emit(self._key, face))
        self._boxes.last_dropped.connect(lambda: self.die_cleared.emit(self._key))
        self._roll.clicked.connect(lambda: self.roll_requested.emit(self._key))

    def show_view(self, view: DiceWantedView, pending: str, *, active: bool) -> None:
        """Show a roll; the active one takes the digits."""
        self._key = view.key
        self._words.show_view(view, active=active)
        self._boxes.show_dice(view.dice, pending, active=active)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Make this roll the active one."""
        self.activated.emit(self._key)
        event.ignore()


class _DiceWords(Painted):
    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._view: DiceWantedView | None = None
        self._active = False
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_view(self, view: DiceWantedView, *, active: bool) -> None:
        self._view, self._active = view, active
        self.setAccessibleName(f"{view.owner}: {view.title}, {view.notation}")
        self.setToolTip(f"{view.title} {view.notation}\n{view.dice.hint}")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(160), self.theme.px(42))

    def draw(self, ink: Ink, box: QRectF) -> None:
        view = self._view
        if view is None:
            return
        left = box.left()
        if view.token is not None:
            ink.token(QPointF(left + ink.px(15), box.center().y()), 14, view.token)
            left += ink.px(40)
        width = box.right() - left
        first = QRectF(left, box.top() + ink.px(2), width, ink.px(19))
        color = ink.colors.accent if self._active else ink.colors.text
        used = ink.text(first, f"{view.title}  {view.notation}", STRONG, color)
        ink.text(
            first.adjusted(used + ink.px(8), 0, 0, 0), view.rule_id, SMALL, ink.colors.text3, RIGHT
        )
        words = "  ·  ".join(part for part in (view.owner, view.dice.hint) if part)
        second = QRectF(left, box.top() + ink.px(21), width, ink.px(18))
        ink.text(second, words, NOTE, ink.colors.text3)
