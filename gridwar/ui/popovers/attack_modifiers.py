"""The modifiers of the attack popover, a row each, and their total."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from gridwar.ui.widgets.figures.sum_rows import OwnLineRow, SumRow
from gridwar.ui.widgets.painting.themed_painter import BODY, NOTE, RIGHT, TOTAL
from gridwar.ui.widgets.painting.themed_widgets import Painted, ThemedWidget, inset

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


class TotalBox(Painted):
    """The total and what it needs."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._view: AttackView | None = None
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_view(self, view: AttackView) -> None:
        """Show a total."""
        self._view = view
        self.setAccessibleName(f"{view.total} {view.needs}")
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height."""
        return QSize(self.theme.px(200), self.theme.px(46))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw it."""
        if self._view is None:
            return
        view, colors = self._view, painter.colors
        plate = box.adjusted(painter.px(14), 1, -painter.px(14), -1)
        painter.rounded_box(plate, 8, colors.raised)
        words = plate.adjusted(painter.px(16), 0, -painter.px(16), 0)
        used = painter.text(words, view.total, TOTAL, colors.accent) + painter.px(16)
        note = painter.text(words, view.needs_note, NOTE, colors.text3, RIGHT) + painter.px(10)
        needs = words.adjusted(used, 0, -note, 0)
        painter.text(needs, view.needs, (BODY[0], 14, 500), colors.text)
