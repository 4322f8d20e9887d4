"""The rows of the attack popover: its modifiers, and the words over the odds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from gridwar.ui.widgets.figures.sum_rows import OwnLineRow, SumRow
from gridwar.ui.widgets.painting.themed import Painted, ThemedWidget, inset
from gridwar.ui.widgets.painting.themed_painter import LABEL, NOTE, RIGHT

if TYPE_CHECKING:
    from gridwar.control.records.popover_records import AttackView
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.painting.themed_painter import ThemedPainter


class SumLines(ThemedWidget):
    """The modifiers, one row each, and below them the line of one's own."""

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
                line = view.lines[number]
                is_changed = line.key in view.changed
                row.show_line(line, current=number == current, is_changed=is_changed)
            row.setVisible(number < len(view.lines))


class OddsHead(Painted):
    """What the columns are about, left, and what their charts count, right."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._words = ("", "")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_words(self, left: str, right: str) -> None:
        """Show other words; nothing at all without any."""
        self._words = (left, right)
        self.setVisible(bool(left or right))
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for one line."""
        return QSize(self.theme.px(100), self.theme.px(24))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw them."""
        words = box.adjusted(painter.px(18), 0, -painter.px(18), -painter.px(2))
        used = painter.text(words, self._words[1], NOTE, painter.colors.text3, RIGHT)
        painter.text(
            words.adjusted(0, 0, -used - 8, 0), self._words[0], LABEL, painter.colors.text3
        )
