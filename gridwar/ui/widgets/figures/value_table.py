"""Tables of values: rows with their rules, columns of numbers, in the log and in popovers.

Owns how one is laid out and drawn. Where not all columns fit side by side, they go on in a block
below, under the same labels.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF
from PySide6.QtWidgets import QSizePolicy, QWidget

from gridwar.ui.widgets.painting.themed_painter import (
    LABEL,
    NOTE,
    RIGHT,
    SMALL,
    ThemedPainter,
    Voice,
    advance,
    word_lines,
)
from gridwar.ui.widgets.painting.themed_widgets import Painted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridwar.control.records.panel_records import ValueTable
    from gridwar.ui.style.theme import Theme

_ROW_PX = 18
_HEAD_LINE_PX = 14
_GAP_PX = 12
_MOST_COLUMN_PX = 96
_LABEL_SHARE = 0.4
_BLOCK_GAP_PX = 6
_VALUE: Voice = (LABEL[0], 12, 600)


class _Block(Struct, frozen=True):
    """Some of the columns, side by side: the first of them, their widths, lines of their names."""

    first: int
    widths: tuple[float, ...]
    names: tuple[tuple[str, ...], ...]

    @property
    def head_lines(self) -> int:
        return max([len(lines) for lines in self.names], default=1)


class TableLayout:
    """How one table lies in a width, in real pixels."""

    def __init__(self, theme: Theme, table: ValueTable, width: float) -> None:
        self.table = table
        self._theme = theme
        rules = [advance(row.rule_id, SMALL, theme) for row in table.rows if row.rule_id]
        self._rule = max(rules, default=0.0) + (self._px(10) if rules else 0.0)
        labels = [advance(row.label, NOTE, theme) for row in table.rows]
        widest = max([*labels, advance(table.title, SMALL, theme)], default=0.0)
        self._label = min(widest, width * _LABEL_SHARE) + self._px(2)
        self._blocks = self._split(width - self._label)

    @property
    def height(self) -> float:
        """How high the table is."""
        rows = self._px(_ROW_PX) * len(self.table.rows) * len(self._blocks)
        gaps = self._px(_BLOCK_GAP_PX) * (len(self._blocks) - 1)
        return sum(map(self._head_height, self._blocks)) + rows + gaps

    def rule_at(self, box: QRectF, place: QPointF) -> str:
        """Return the rule id under a point of a table drawn in a box; empty where there is none."""
        top = box.top() + self._head_height(self._blocks[0])
        for row in self.table.rows:
            if QRectF(box.right() - self._rule, top, self._rule, self._px(_ROW_PX)).contains(place):
                return row.rule_id
            top += self._px(_ROW_PX)
        return ""

    def draw(self, painter: ThemedPainter, box: QRectF, tint: str) -> None:
        """Draw the table from the top left of a box."""
        top = box.top()
        for block in self._blocks:
            top = self._draw_block(painter, QRectF(box.left(), top, box.width(), 0), block, tint)
            top += self._px(_BLOCK_GAP_PX)

    def _draw_block(self, painter: ThemedPainter, at: QRectF, block: _Block, tint: str) -> float:
        """Draw one block from a top edge on; return where it ends."""
        rule = self._rule if block.first == 0 else 0.0
        quiet = painter.colors.text3
        head = QRectF(at.left(), at.top(), at.width(), self._head_height(block))
        last = head.adjusted(0, head.height() - painter.px(_ROW_PX), 0, 0)
        last.setWidth(self._label)
        painter.text(last, self.table.title, SMALL, quiet)
        for number in range(block.head_lines):
            words = [
                "" if number < block.head_lines - len(lines) else lines[number - block.head_lines]
                for lines in block.names
            ]
            line = QRectF(at.left(), 0, at.width() - rule, painter.px(_HEAD_LINE_PX))
            line.moveTop(at.top() + painter.px(2 + _HEAD_LINE_PX * number))
            self._cells(painter, line, block, words, (SMALL, quiet))
        painter.hairline(at.left(), at.right(), head.bottom() - 1)
        line = QRectF(at.left(), head.bottom(), at.width(), painter.px(_ROW_PX))
        for row in self.table.rows:
            painter.text(
                QRectF(line.topLeft(), QSizeF(self._label, line.height())), row.label, NOTE, tint
            )
            values = row.values[block.first : block.first + len(block.widths)]
            self._cells(painter, line.adjusted(0, 0, -rule, 0), block, values, (_VALUE, tint))
            if rule and row.rule_id:
                painter.text(line, row.rule_id, SMALL, quiet, RIGHT)
            line.translate(0, painter.px(_ROW_PX))
        return line.top()

    def _cells(
        self,
        painter: ThemedPainter,
        line: QRectF,
        block: _Block,
        words: Sequence[str],
        look: tuple[Voice, str],
    ) -> None:
        left = line.right() - sum(block.widths)
        for text, width in zip(words, block.widths, strict=False):
            cell = QRectF(left, line.top(), width, line.height())
            painter.text(cell, text, *look, RIGHT)
            left += width

    def _split(self, room: float) -> tuple[_Block, ...]:
        """Return the columns in blocks that fit into some room, at least one column in each."""
        blocks: list[_Block] = []
        first, widths, names = 0, list[float](), list[tuple[str, ...]]()
        for at, name in enumerate(self.table.columns):
            values = [advance(row.values[at], _VALUE, self._theme) for row in self.table.rows]
            words = [advance(word, SMALL, self._theme) for word in name.split()]
            wide = min(max([0.0, *values, *words]), self._px(_MOST_COLUMN_PX)) + self._px(_GAP_PX)
            if widths and sum(widths) + wide > room - (0.0 if blocks else self._rule):
                blocks.append(_Block(first, tuple(widths), tuple(names)))
                first, widths, names = at, [], []
            widths.append(wide)
            names.append(word_lines(name, SMALL, self._theme, wide - self._px(_GAP_PX)))
        return (*blocks, _Block(first, tuple(widths), tuple(names)))

    def _head_height(self, block: _Block) -> float:
        return self._px(4 + _HEAD_LINE_PX * block.head_lines)

    def _px(self, size_px: float) -> float:
        return size_px * self._theme.scale


class ValueTableView(Painted):
    """A table in a popover, as wide as there is room."""

    def __init__(self, theme: Theme, table: ValueTable, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._table = table
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName(table_text(table))

    def hasHeightForWidth(self) -> bool:
        """Return True: columns that do not fit go below."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return how high it is at a width."""
        return round(TableLayout(self.theme, self._table, width).height)

    def sizeHint(self) -> QSize:
        """Return the size at the present width."""
        return QSize(self.theme.px(200), self.heightForWidth(max(self.width(), 200)))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw it."""
        TableLayout(self.theme, self._table, box.width()).draw(painter, box, painter.colors.text)


def table_text(table: ValueTable) -> str:
    """Return a table as lines of text, for search, copy and screen readers."""
    lines = [" | ".join((table.title, *table.columns))]
    lines += [
        "  ".join(filter(None, (" | ".join((row.label, *row.values)), row.rule_id)))
        for row in table.rows
    ]
    return "\n".join(lines)
