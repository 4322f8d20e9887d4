"""The numbers of a question's page: one with its steps and bar, and yes or no as a switch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from gridwar.model.question_and_refusal import FormNumber
from gridwar.text import _
from gridwar.ui.widgets.controls.buttons_and_switches import IconButton, draw_switch
from gridwar.ui.widgets.painting.themed_painter import BODY, NOTE, NUMBER, RIGHT, STRONG
from gridwar.ui.widgets.painting.themed_widgets import Painted, PaintedButton, ThemedWidget, inset

if TYPE_CHECKING:
    from PySide6.QtGui import QMouseEvent

    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.painting.themed_painter import ThemedPainter

_BARE_ROW_PX = 36
_NAME_PX, _LONG_NAME_SHARE = 110, 0.5
"""What the name of a number has: so much, or where it is longer this share of the row."""


class NumberRow(ThemedWidget):
    """A number between bounds, typed or by steps, with a bar.

    Signals: ``changed(key, value)``, ``touched(key)`` (a click anywhere on it).
    """

    changed = Signal(str, int)
    touched = Signal(str)

    def __init__(self, theme: Theme, field: FormNumber, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._field = field
        self.value = field.proposal
        self._typed = ""
        self._bar = _NumberBar(theme, self)
        self.less = IconButton(theme, "minus", _("{name} less").format(name=field.label), self)
        self.more = IconButton(theme, "plus", _("{name} more").format(name=field.label), self)
        row = QHBoxLayout(self)
        inset(row, theme, (0, 1, 0, 1), 6)
        row.addWidget(self._bar, 1)
        row.addWidget(self.less)
        row.addWidget(self.more)
        for button, step in ((self.less, -1), (self.more, 1)):
            button.setAutoRepeat(True)
            button.clicked.connect(lambda _on=False, step=step: self.step(step))
        self.set_value(field.proposal)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Say that it was clicked."""
        self.touched.emit(self._field.key)
        event.accept()

    def step(self, by: int) -> None:
        """Change the number by a step."""
        self._typed = ""
        self.touched.emit(self._field.key)
        self.set_value(self.value + by)
        self.changed.emit(self._field.key, self.value)

    def write(self, digit: str) -> None:
        """Put a digit behind those typed so far; an empty one takes the last of them off."""
        self._typed = self._typed + digit if digit else self._typed[:-1]
        self.set_value(int(self._typed or 0))
        self._typed = str(self.value) if self._typed else ""
        self.changed.emit(self._field.key, self.value)

    def mark(self, *, current: bool) -> None:
        """Mark the row that digits and arrows change; its next digit begins a new number."""
        if current and not self._bar.current:
            self._typed = ""
        self._bar.current = current
        self._bar.update()

    def set_value(self, value: int) -> None:
        """Show a number, kept within the bounds."""
        field = self._field
        self.value = min(field.maximum, max(field.minimum, value))
        self.less.setEnabled(self.value > field.minimum)
        self.more.setEnabled(self.value < field.maximum)
        self._bar.show_number(field, self.value)


class YesNoRow(PaintedButton):
    """A number that is 1 for yes and 0 for no, as a switch.

    Signals: ``changed(key, value)``, ``touched(key)`` (a click).
    """

    changed = Signal(str, int)
    touched = Signal(str)

    def __init__(self, theme: Theme, field: FormNumber, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._field, self._current = field, False
        self.setCheckable(True)
        self.setChecked(bool(field.proposal))
        self.setAccessibleName(field.label)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.toggled.connect(lambda on: self.changed.emit(field.key, int(on)))
        self.clicked.connect(lambda: self.touched.emit(field.key))

    @property
    def value(self) -> int:
        """1 where it is on."""
        return int(self.isChecked())

    def step(self, by: int) -> None:
        """Switch it on, or off with a negative step."""
        self.setChecked(by > 0)

    def write(self, digit: str) -> None:
        """Switch it on by any digit but 0."""
        self.setChecked(digit not in ("", "0"))

    def mark(self, *, current: bool) -> None:
        """Mark the row that the arrows change."""
        self._current = current
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height of a row."""
        return QSize(self.theme.px(100), self.theme.px(_BARE_ROW_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw the words, and the switch at the end of the row."""
        color = painter.colors.accent if self._current else painter.colors.text
        painter.text(box, self._field.label, STRONG if self._current else BODY, color)
        where = QRectF(0, 0, painter.px(28), painter.px(16))
        where.moveCenter(QPointF(box.right() - painter.px(20), box.center().y()))
        draw_switch(painter, where, on=self.isChecked(), hot=self.underMouse())


class _NumberBar(Painted):
    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._field = FormNumber("", "")
        self._value = 0
        self.current = False
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_number(self, field: FormNumber, value: int) -> None:
        self._field, self._value = field, value
        self.setAccessibleName(f"{field.label} {value}")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(100), self.theme.px(28))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        colors, field = painter.colors, self._field
        able = field.maximum > field.minimum
        color = colors.accent if self.current else colors.text if able else colors.text3
        voice = STRONG if self.current else BODY
        is_long = painter.width(field.label, STRONG) > painter.px(_NAME_PX)
        wide = box.width() * _LONG_NAME_SHARE if is_long else painter.px(_NAME_PX)
        name = QRectF(box.left(), box.top(), wide, box.height())
        painter.text(name, field.label, voice, color)
        most = "" if field.is_open else _("of {most}").format(most=field.maximum)
        digits = max(painter.width(str(one), NUMBER) for one in (field.minimum, field.maximum))
        room = max(painter.px(66), digits + painter.width(most, NOTE) + painter.px(5))
        number = QRectF(box.right() - room - painter.px(8), box.top(), room, box.height())
        used = painter.text(number, most, NOTE, colors.text3, RIGHT) + painter.px(5)
        value = number.adjusted(-painter.px(20) if field.is_open else 0, 0, -used, 0)
        painter.text(value, str(self._value), NUMBER, colors.text if able else colors.text3, RIGHT)
        if field.is_open:
            return
        left = name.right() + painter.px(8)
        bar = QRectF(
            left,
            box.center().y() - painter.px(3),
            number.left() - left - painter.px(6),
            painter.px(6),
        )
        painter.rounded_box(bar, 99, colors.control)
        span = field.maximum - field.minimum
        if span > 0 and self._value > field.minimum:
            filled = QRectF(bar)
            filled.setWidth(bar.width() * (self._value - field.minimum) / span)
            painter.rounded_box(filled, 99, colors.accent)
