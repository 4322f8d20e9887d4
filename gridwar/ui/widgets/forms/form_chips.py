"""Short names with small numbers in a form, as chips: skills, checks. The last one adds another.

A chip goes with its cross, with Ctrl+Delete in its number, or when its number is emptied.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QHBoxLayout, QWidget

from gridwar.text import _
from gridwar.ui.widgets.containers.flow_layout import FlowLayout
from gridwar.ui.widgets.controls.buttons_and_switches import IconButton
from gridwar.ui.widgets.controls.labels import label
from gridwar.ui.widgets.forms.form_inputs_and_keys import row_act
from gridwar.ui.widgets.forms.form_picker import Picker
from gridwar.ui.widgets.painting.themed_painter import ThemedPainter
from gridwar.ui.widgets.painting.themed_widgets import ThemedWidget, inset

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QPaintEvent

    from gridwar.control.records.form_records import FieldView, RowView
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.forms.form_field import FormField

_NUMBER_PX: Final = 34
_ADDER_PX: Final = 168


class FormChips(ThemedWidget):
    """The chips. Signal: ``acted(key, act, choice)`` on one of them."""

    acted = Signal(str, str, str)

    def __init__(
        self,
        theme: Theme,
        view: FieldView,
        field: Callable[[FieldView], FormField],
        parent: QWidget,
    ) -> None:
        """Lay them out.

        Args:
            theme: How they look.
            view: Chips, and what can be added.
            field: Makes the number of one.
            parent: Where they lie.
        """
        super().__init__(theme, parent)
        self.view = view
        rows = FlowLayout(self, theme.px(6), theme.px(600))
        for row in view.rows:
            rows.addWidget(self._chip(row, field(row.fields[0])))
        self.picker = Picker(theme, view, self)
        self.picker.setFixedWidth(theme.px(_ADDER_PX))
        rows.addWidget(self.picker)

    def _chip(self, row: RowView, number: FormField) -> QWidget:
        chip = _Chip(self.theme, self, row.key)
        line = QHBoxLayout(chip)
        inset(line, self.theme, (10, 1, 3, 1), 4)
        words = label(row.title)
        words.setBuddy(number.editor)
        number.editor.setAccessibleName(row.title)
        number.setFixedWidth(self.theme.px(_NUMBER_PX))
        number.editor.installEventFilter(chip)
        away = IconButton(self.theme, "x", _("Take out {what}").format(what=row.title), chip, 12)
        away.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # so that Tab goes from number to number
        away.clicked.connect(lambda: self.acted.emit(row.key, "drop", ""))
        line.addWidget(words)
        line.addWidget(number)
        line.addWidget(away)
        return chip

    def show_view(self, view: FieldView) -> None:
        """Offer something else; the numbers are shown one by one."""
        self.view = view
        self.picker.show_view(view)


class _Chip(ThemedWidget):
    """The frame of one, and the key that takes it out."""

    def __init__(self, theme: Theme, chips: FormChips, key: str) -> None:
        super().__init__(theme, chips)
        self._chips, self._key = chips, key

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the chip out by key."""
        is_press = event.type() == QEvent.Type.KeyPress
        if is_press and isinstance(event, QKeyEvent) and row_act(event) == "drop":
            self._chips.acted.emit(self._key, "drop", "")
            return True
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the frame."""
        super().paintEvent(event)
        qpainter = QPainter(self)
        painter, box = ThemedPainter(qpainter, self.theme), QRectF(self.rect())
        frame = box.adjusted(0.5, 0.5, -0.5, -0.5)
        painter.rounded_box(frame, 14, painter.colors.control, painter.colors.line2, 1)
        qpainter.end()
