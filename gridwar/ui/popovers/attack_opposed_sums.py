"""Both sums of a test in which both sides roll, side by side in the attack popover."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from gridwar.ui.widgets.figures.sum_rows import SumRow
from gridwar.ui.widgets.painting.themed_painter import NUMBER, RIGHT, STRONG
from gridwar.ui.widgets.painting.themed_widgets import Painted, ThemedWidget, inset

if TYPE_CHECKING:
    from gridwar.control.records.popover_records import AttackView, SideSum
    from gridwar.model.trace import Line
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.painting.themed_painter import ThemedPainter

_HEAD_PX = 36


class OpposedSums(ThemedWidget):
    """The two sums; their lines are switched and changed as those of a single one."""

    toggled_line = Signal(str, bool)
    edited = Signal(str, int)
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.columns = (SideColumn(theme, self), SideColumn(theme, self))
        row = QHBoxLayout(self)
        inset(row, theme, (8, 0, 8, 6), 0)
        for column in self.columns:
            row.addWidget(column, 1)
            column.toggled_line.connect(self.toggled_line)
            column.edited.connect(self.edited)
            column.closed.connect(self.closed)

    def show_view(self, view: AttackView, current: int) -> None:
        """Show both sides of a test; nothing at all where only one rolls."""
        first = 0
        for column, side in zip(self.columns, view.sides, strict=False):
            column.show_side(side, view.changed, current - first)
            first += len(side.lines)
        self.setVisible(bool(view.sides))

    def lines(self, view: AttackView) -> tuple[Line, ...]:
        """Return the lines of both, those at the left first."""
        return tuple(line for side in view.sides for line in side.lines)

    def row(self, number: int) -> SumRow:
        """Return a row by its place among the lines of both."""
        left, right = self.columns
        return left.rows[number] if number < left.count else right.rows[number - left.count]


class SideColumn(ThemedWidget):
    """One side: who, what it comes to, and the lines that make it up."""

    toggled_line = Signal(str, bool)
    edited = Signal(str, int)
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.rows: list[SumRow] = []
        self.count = 0
        self._head = SideHead(theme, self)
        self._column = QVBoxLayout(self)
        inset(self._column, theme, (0, 0, 0, 0), 0)
        self._column.addWidget(self._head)
        self._column.addStretch(1)

    def show_side(self, side: SideSum, changed: frozenset[str], current: int) -> None:
        """Show a side; ``current`` is the line for the keyboard."""
        self._head.show_side(side)
        self.count = len(side.lines)
        while len(self.rows) < self.count:
            row = SumRow(self.theme, self)
            row.toggled_line.connect(self.toggled_line)
            row.edited.connect(self.edited)
            row.closed.connect(self.closed)
            self._column.insertWidget(1 + len(self.rows), row)
            self.rows.append(row)
        for number, row in enumerate(self.rows):
            if number < self.count:
                line = side.lines[number]
                row.show_line(line, current=number == current, is_changed=line.key in changed)
            row.setVisible(number < self.count)


class SideHead(Painted):
    """Whose sum it is, and what it comes to."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._side: SideSum | None = None
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_side(self, side: SideSum) -> None:
        """Show another side."""
        self._side = side
        self.setAccessibleName(f"{side.name} {side.total}")
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height."""
        return QSize(self.theme.px(100), self.theme.px(_HEAD_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw it."""
        side, colors = self._side, painter.colors
        if side is None:
            return
        plate = box.adjusted(painter.px(6), painter.px(1), -painter.px(6), -painter.px(2))
        painter.rounded_box(plate, 8, colors.raised)
        left = plate.left() + painter.px(10)
        if side.token is not None:
            painter.token(QPointF(left + painter.px(9), plate.center().y()), 10, side.token)
            left += painter.px(26)
        words = QRectF(left, plate.top(), plate.right() - painter.px(12) - left, plate.height())
        used = painter.text(words, side.total, NUMBER, colors.accent, RIGHT) + painter.px(8)
        painter.text(words.adjusted(0, 0, -used, 0), side.name, STRONG, colors.text)
