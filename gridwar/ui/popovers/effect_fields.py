"""Fields of an effect: its badge, its numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from frozendict import frozendict
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSpinBox, QVBoxLayout, QWidget

from gridwar.text import _
from gridwar.ui.widgets.controls.number_fields import even_spin
from gridwar.ui.widgets.painting.themed_painter import NOTE, advance
from gridwar.ui.widgets.painting.themed_widgets import PaintedButton, ThemedWidget, inset

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.painting.themed_painter import ThemedPainter

_MOST: Final = 9999


class BadgeButton(PaintedButton):
    """An icon with its word."""

    def __init__(self, theme: Theme, badge: str, words: str, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.badge = badge
        self.setText(words)
        self.setCheckable(True)
        self.setAccessibleName(words)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def nextCheckState(self) -> None:
        """Leave the checked state to the popover: one is always chosen."""

    def sizeHint(self) -> QSize:
        """Return room for both."""
        width = advance(self.text(), NOTE, self.theme) + 38 * self.theme.scale
        return QSize(round(width), self.theme.px(28))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw both."""
        colors = painter.colors
        if self.isChecked():
            painter.rounded_box(box, 8, colors.accent_ground, colors.accent, 1.4)
        elif self.underMouse():
            painter.rounded_box(box, 8, colors.raised)
        color = colors.text if self.isChecked() else colors.text2
        icon = QRectF(box.left() + painter.px(6), box.top(), painter.px(18), box.height())
        painter.icon(self.badge, icon.center(), 16, color)
        words = box.adjusted(painter.px(30), 0, 0, 0)
        painter.text(words, self.text(), NOTE, color)


class NumberRows(ThemedWidget):
    """Named numbers, as many as wanted; an empty one is always ready."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._lines: list[tuple[QLineEdit, QSpinBox]] = []
        self._rows = QVBoxLayout(self)
        inset(self._rows, theme, (0, 0, 0, 0), 4)

    def show_numbers(self, numbers: Mapping[str, int]) -> None:
        """Show numbers."""
        for name, value in self._lines:
            for part in (name, value):
                part.hide()
                part.deleteLater()
        self._lines.clear()
        for key, number in (*numbers.items(), ("", 0)):
            self._add(key, number)

    def numbers(self) -> frozendict[str, int]:
        """Return the numbers that have a name."""
        pairs = ((name.text().strip(), value.value()) for name, value in self._lines)
        return frozendict(pair for pair in pairs if pair[0])

    def _add(self, key: str, number: int) -> None:
        name = QLineEdit(key, self)
        name.setPlaceholderText(_("What it counts"))
        name.setAccessibleName(_("What it counts"))
        value = QSpinBox(self)
        even_spin(value, self.theme)
        value.setRange(-_MOST, _MOST)
        value.setValue(number)
        value.setAccessibleName(_("Number"))
        line = QHBoxLayout()
        line.setSpacing(self.theme.px(8))
        line.addWidget(name, 3)
        line.addWidget(value, 1)
        self._rows.addLayout(line)
        self._lines.append((name, value))
        name.textChanged.connect(self._grow)

    def _grow(self) -> None:
        if self._lines and self._lines[-1][0].text().strip():
            self._add("", 0)
