"""The lines of a sum: switch, label, source, rule id, value; and a line of one's own.

A click on a line switches it, a click on its value changes it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSizePolicy, QWidget

from gridwar.control.records.panel_records import Tone
from gridwar.control.text_format import signed
from gridwar.text import _
from gridwar.ui.style.row_heights import ACTION_ROW_PX
from gridwar.ui.style.tone_colors import tone_color
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.tasks.deferred_calls import soon
from gridwar.ui.widgets.controls.buttons_and_switches import draw_switch
from gridwar.ui.widgets.painting.themed_painter import BODY, NOTE, NUMBER, RIGHT, SMALL, advance
from gridwar.ui.widgets.painting.themed_widgets import PaintedButton, ThemedWidget, inset

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QMouseEvent

    from gridwar.model.trace import Line
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.painting.themed_painter import ThemedPainter

_OWN_PX, _OWN_SIDES_PX = 28, 84
_NARROW_PX = 320
"""Rows that are less wide leave rule and source to the tooltip."""
_WORDS_X_PX = 58
_RIGHT_PX = 20
_VALUE_PX = 52
_MOST = 999


_NUMBER_BEHIND: Final = re.compile(r"(.*\S)\s+([+-]\d{1,3})")


class ValueField(QLineEdit):
    """A field for a number; ``given(text)`` on Enter, ``left()`` after that and on Escape."""

    given = Signal(str)
    left = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setValidator(QIntValidator(-_MOST, _MOST, self))
        self.setAlignment(Qt.AlignmentFlag.AlignRight)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Give the text with Enter, leave with Escape."""
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                if self.hasAcceptableInput():
                    self.given.emit(self.text())
                self.left.emit()
            case Qt.Key.Key_Escape:
                self.left.emit()
            case _:
                if event.text() == "\u2212":
                    self.insert("-")
                    return
                super().keyPressEvent(event)


class SumRow(PaintedButton):
    """One line.

    Signals: ``toggled_line(key, on)``, ``edited(key, number)``, ``closed()`` when the field over
    the value has gone.
    """

    toggled_line = Signal(str, bool)
    edited = Signal(str, int)
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._line: Line | None = None
        self._is_changed = False
        self._field: ValueField | None = None
        self._over_value = False
        self.current = False
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    @property
    def line(self) -> Line:
        """The line it shows."""
        assert self._line is not None
        return self._line

    def show_line(self, line: Line, *, current: bool, is_changed: bool) -> None:
        """Show a line.

        Args:
            line: The line.
            current: It is the one that X switches.
            is_changed: The GM has set its value.
        """
        if (line, current, is_changed) == (self._line, self.current, self._is_changed):
            return
        self._line, self.current, self._is_changed = line, current, is_changed
        state = _("off") if line.off else _("on")
        words = (line.label, signed(line.value), line.source, line.rule_id, state)
        self.setAccessibleName(", ".join(part for part in words if part))
        told = "  \u00b7  ".join(filter(None, (line.source, line.rule_id)))
        set_tip(self, f"{line.label}\n{told}" if told else "")
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height of a row."""
        return QSize(self.theme.px(200), self.theme.px(ACTION_ROW_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw the line."""
        if self._line is None:
            return
        line, colors = self._line, painter.colors
        if self.underMouse() or self.current:
            plate = box.adjusted(painter.px(6), 1, -painter.px(6), -1)
            painter.rounded_box(
                plate, 8, colors.raised, colors.accent if self.current else None, 1.4
            )
        middle = box.center().y()
        slide = QRectF(painter.px(18), middle - painter.px(8), painter.px(28), painter.px(16))
        draw_switch(painter, slide, on=not line.off, hot=self.underMouse())
        right = self._draw_value(painter, box)
        is_narrow = box.width() < painter.px(_NARROW_PX)
        if line.rule_id and is_narrow:
            painter.leads_to(line.rule_id, box.adjusted(painter.px(_WORDS_X_PX), 0, 0, 0))
        elif line.rule_id:
            rule = QRectF(box.left(), box.top(), right - box.left(), box.height())
            right -= painter.text(rule, line.rule_id, SMALL, colors.text3, RIGHT) + painter.px(12)
        left = painter.px(_WORDS_X_PX)
        words = QRectF(left, box.top(), right - left, box.height())
        color = colors.text3 if line.off else colors.text
        used = painter.text(words, line.label, BODY, color)
        rest = words.adjusted(used + painter.px(8), 0, 0, 0)
        if rest.width() > painter.px(24) and not is_narrow:
            painter.text(rest, line.source, NOTE, colors.text3)

    def _draw_value(self, painter: ThemedPainter, box: QRectF) -> float:
        """Draw the value; return where the rule id must end."""
        line, colors = self.line, painter.colors
        value = self._value_box()
        if self._over_value:
            painter.rounded_box(value, 6, colors.control, colors.line2)
        color = tone_color(colors, Tone.HARM if line.value < 0 else Tone.PLAIN)
        color = colors.text3 if line.off else color
        where = value.adjusted(0, 0, -painter.px(8), 0)
        used = painter.text(where, signed(line.value), NUMBER, color, RIGHT)
        if self._is_changed:
            dot = QPointF(where.right() - used - painter.px(9), where.center().y())
            painter.icon("pencil", dot, 12, colors.accent)
        return box.right() - painter.px(_RIGHT_PX - 8 + _VALUE_PX + 4)

    def _value_box(self) -> QRectF:
        width, height = self.theme.px(_VALUE_PX), self.theme.px(26)
        right = self.width() - self.theme.px(_RIGHT_PX - 8)
        return QRectF(right - width, (self.height() - height) / 2, width, height)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Notice when the pointer is over the value."""
        over = self._value_box().contains(event.position())
        if over != self._over_value:
            self._over_value = over
            self.update()
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Switch the line, or change its value."""
        inside = self.isDown() and self.rect().contains(event.position().toPoint())
        super().mouseReleaseEvent(event)
        if not inside:
            return
        if self._value_box().contains(event.position()):
            self.edit()
        else:
            self.toggled_line.emit(self.line.key, self.line.off)

    def edit(self) -> None:
        """Put a field over the value."""
        if self._field is not None:
            return
        field = ValueField(self)
        field.setText(str(self.line.value))
        box = self._value_box().toRect()
        grow = max(0, field.sizeHint().height() - box.height())
        field.setGeometry(box.adjusted(0, -(grow // 2), 0, grow - grow // 2))
        field.given.connect(self._give)
        field.left.connect(self._close)
        field.editingFinished.connect(self._close)
        field.show()
        field.selectAll()
        field.setFocus()
        self._field = field

    def _give(self, text: str) -> None:
        number = int(text)
        if number != self.line.value:
            self.edited.emit(self.line.key, number)

    def _close(self) -> None:
        field, self._field = self._field, None
        if field is not None:
            field.hide()
            field.deleteLater()
            self.closed.emit()


class _AddButton(PaintedButton):
    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.setText(_("own line"))
        self.setAccessibleName(_("Add your own line"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        words = advance(self.text(), BODY, self.theme) + _OWN_SIDES_PX * self.theme.scale
        return QSize(round(words), self.theme.px(_OWN_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        colors = painter.colors
        if self.underMouse():
            plate = box.adjusted(0, 1, -painter.px(6), -1)
            painter.rounded_box(plate, 8, colors.raised)
        middle = box.center().y()
        right = box.right() - painter.px(_RIGHT_PX)
        right -= painter.keycap(right, middle, "+", colors.text2, right=True) + painter.px(8)
        words = QRectF(box.left(), box.top(), right - box.left(), box.height())
        right -= painter.text(words, self.text(), BODY, colors.text2, RIGHT) + painter.px(12)
        painter.icon("plus", QPointF(right, middle), 14, colors.text2)


class OwnLineRow(ThemedWidget):
    """A line of one's own: a button that becomes two fields; ``added(label, number)``."""

    added = Signal(str, int)
    opened = Signal()
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._button = _AddButton(theme, self)
        self._label = QLineEdit(self)
        self._label.setPlaceholderText(_("What for"))
        self._value = ValueField(self)
        self._value.setPlaceholderText("±")
        self._value.setFixedWidth(theme.px(64))
        row = QHBoxLayout(self)
        inset(row, theme, (0, 0, 0, 0), 8)
        row.addStretch(0)
        row.addWidget(self._button)
        row.addWidget(self._label, 1)
        row.addWidget(self._value)
        self._button.clicked.connect(self.open)
        self._label.returnPressed.connect(self._on_words)
        self._value.given.connect(self._give)
        self._value.left.connect(self.close_fields)
        self._show_fields(on=False)

    def _show_fields(self, *, on: bool) -> None:
        self._button.setVisible(not on)
        layout = self.layout()
        if layout is not None:
            inset(layout, self.theme, (_WORDS_X_PX - 8, 2, 12, 2) if on else (0, 0, 0, 0), 8)
        self._label.setVisible(on)
        self._value.setVisible(on)

    def open(self) -> None:
        """Show the fields and take the keyboard."""
        self._label.clear()
        self._value.clear()
        self._show_fields(on=True)
        self._label.setFocus()
        self.opened.emit()

    def close_fields(self) -> None:
        """Show the button again."""
        if not self._label.isHidden():
            self._show_fields(on=False)
            self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Give up with Escape; Enter in a field is not for the popover."""
        fields_open = not self._label.isHidden()
        if fields_open and event.key() == Qt.Key.Key_Escape:
            self.close_fields()
        elif fields_open and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()
        else:
            super().keyPressEvent(event)

    def _on_words(self) -> None:
        """Go on to the number; one that stands behind the words, as in "high ground +2", is it."""
        found = _NUMBER_BEHIND.fullmatch(self._label.text().replace("\u2212", "-").strip())
        if found is None:
            self._value.setFocus()
            return
        self._label.setText(found[1])
        self._give(found[2])
        soon(self, self.close_fields)  # this Enter is still on its way: it is not for the popover

    def _give(self, text: str) -> None:
        words = self._label.text().strip() or _("Set by the GM")
        self.added.emit(words, int(text))
