"""The rows of the actions panel: one action with its price, its key and why not.

Owns how they are drawn and how high they are; which of them are told is the panel's to say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QSizePolicy, QWidget

from gridwar.control.text_format import minus
from gridwar.text import _
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.painting.themed_painter import (
    BODY,
    NOTE,
    ThemedPainter,
    keycap_width,
    pips_width,
    voice_font,
)
from gridwar.ui.widgets.painting.themed_widgets import PaintedButton

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent, QKeyEvent

    from gridwar.engine.kit.offers_and_actions import Action
    from gridwar.ui.style.theme import Theme

_ROW_PX = 34
_WORDS_X_PX = 44
_REASON_LINE_PX = 16
_WORD_WRAP = Qt.TextFlag.TextWordWrap


class ActionRow(PaintedButton):
    """One action; the arrows walk from row to row.

    Until it is told it is as high as it was last. Signal: ``reached``, the keyboard has come to it.
    """

    reached = Signal()

    def __init__(self, theme: Theme, action: Action, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.action = action
        self._is_active = False
        self.is_told = False
        """Whether price and reason are shown."""
        self._reason = ""
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.show_action(action)

    def show_action(self, action: Action, digit: str = "", *, active: bool = False) -> None:
        """Show an action and the digit that chooses it; ``active`` is the one being planned."""
        self.action, self._is_active, self.is_told = action, active, False
        self._digit = digit
        self.setAccessibleName(action.title)
        if self._reason:  # it may hold no more
            self.setAccessibleDescription(minus(action.note))
        self.update()

    def tell(self) -> None:
        """Show price and reason too: the row is to be seen."""
        if self.is_told:
            return
        self.is_told = True
        note, reason = minus(self.action.note), _reason(self.action)
        self.setAccessibleDescription(reason or note)
        words = (self.action.title, note, reason)
        hint = _("Click to do it anyway.") if reason else ""
        set_tip(self, "\n".join(part for part in (*words, hint) if part))
        if reason != self._reason:
            self._reason = reason
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return the size at the present width."""
        width = self.width() if self.testAttribute(Qt.WidgetAttribute.WA_Resized) else 318
        return QSize(self.theme.px(200), self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """Return the height of a row without a reason."""
        return QSize(self.theme.px(120), self.theme.row_px(_ROW_PX))

    def heightForWidth(self, width: int) -> int:
        """Return the height at a width: one row, and the lines of a reason."""
        if not self._reason:
            return self.theme.row_px(_ROW_PX)
        metrics = QFontMetrics(voice_font(NOTE, self.theme))
        room = QRect(0, 0, width - self._words_x() - self.theme.px(8), 1000)
        lines = metrics.boundingRect(room, _WORD_WRAP, self._reason).height()
        count = max(1, round(lines / metrics.lineSpacing()))
        return self.theme.px(30 + _REASON_LINE_PX * count)

    def _words_x(self) -> int:
        return self.theme.px(_WORDS_X_PX - 6)

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw icon, words, price and key; below, the reason why not."""
        self.tell()  # whatever brought it into sight
        action, colors = self.action, painter.colors
        if self._is_active:
            painter.rounded_box(box.adjusted(0, 0, 0, -1), 8, colors.raised, colors.accent, 1.4)
        elif self.underMouse() or self.isDown():
            painter.rounded_box(box.adjusted(0, 0, 0, -1), 8, colors.raised)
        off = action.refusal is not None
        middle = box.top() + (painter.px(17) if off else box.height() / 2)
        tint = colors.text3 if off else colors.accent if self._is_active else colors.text2
        painter.icon(action.icon, QPointF(box.left() + painter.px(19), middle), 18, tint)
        right = self._price_and_key(painter, box, middle)
        left = box.left() + self._words_x()
        words = QRectF(left, middle - painter.px(11), right - left, painter.px(22))
        used = painter.text(words, action.title, BODY, colors.text3 if off else colors.text)
        rest = words.adjusted(used + painter.px(8), 0, 0, 0)
        if action.note and rest.width() > painter.px(28):
            painter.text(rest, minus(action.note), NOTE, colors.text3)
        if off:
            self._draw_reason(painter, box, left)

    def _price_and_key(self, painter: ThemedPainter, box: QRectF, middle: float) -> float:
        """Draw price and key from the right; return where the words must end."""
        action, colors = self.action, painter.colors
        can = action.refusal is None
        x = box.right() - painter.px(8)
        if self._digit:
            color = colors.text2 if can else colors.text3
            painter.keycap(x, middle, self._digit, color, right=True)
        x -= max(painter.px(28), keycap_width(self._digit, self.theme)) + painter.px(8)
        if action.price:
            width = pips_width(len(action.price), self.theme)
            painter.pips(x - width, middle, [(kind, can) for kind in action.price], colors.accent)
            return x - width - painter.px(8)
        return x

    def _draw_reason(self, painter: ThemedPainter, box: QRectF, left: float) -> None:
        where = QRectF(
            left, box.top() + painter.px(27), box.right() - painter.px(8) - left, box.height()
        )
        painter.wrapped(where, self._reason, NOTE, painter.colors.text2)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Say that the keyboard is here."""
        super().focusInEvent(event)
        self.reached.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk with the arrows, choose with Enter."""
        match event.key():
            case Qt.Key.Key_Down:
                self.focusNextChild()
            case Qt.Key.Key_Up:
                self.focusPreviousChild()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.click()
            case _:
                super().keyPressEvent(event)


def _reason(action: Action) -> str:
    if action.refusal is None:
        return ""
    # A hyphen that does not break keeps a rule id in one piece.
    rules = ", ".join(action.refusal.rule_ids).replace("-", "\u2011")
    return f"{action.refusal.text}  {rules}" if rules else action.refusal.text
