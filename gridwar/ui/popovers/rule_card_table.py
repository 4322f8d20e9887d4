"""The table of a rule card: real columns, the present row on a plate, the present cell ringed.

What is rare in a long table is folded until it is asked for; what counts now never is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from gridwar.text import _
from gridwar.ui.widgets.painting.themed_painter import (
    BODY,
    LEFT,
    MIDDLE,
    NOTE,
    SMALL,
    SMALL_STRONG,
    STRONG,
    ThemedPainter,
    Voice,
    advance,
    word_lines,
)
from gridwar.ui.widgets.painting.themed_widgets import Painted, PaintedButton, ThemedWidget, inset

if TYPE_CHECKING:
    from gridwar.engine.kit.rule_reference import ReferenceRow, ReferenceTable
    from gridwar.ui.style.theme import Theme

MOST_ROWS: Final = 14
"""Of a longer table that calls nothing rare the rest is folded."""
_SHOWN_OF_MANY: Final = 10
_ROW_PX: Final = 27
_LINE_PX: Final = 15
_HEAD_LINE_PX: Final = 14
_GAP_PX: Final = 10
_MIXED_GAP_PX: Final = 18
"""Round numbers beside words."""
_NARROW_GAP_PX: Final = 6
_ROW_X_PX: Final = 7
_LABEL_SHARE: Final = 0.4
_MOST_LABEL_PX: Final = 190
_NOTHING: Final = "\u00b7"
_VALUE: Voice = (BODY[0], 13, 500)
_VALUE_NOW: Voice = (BODY[0], 13, 700)


class CardTable(ThemedWidget):
    """A table with what folds; ``changed()`` when it has another height."""

    changed = Signal()

    def __init__(self, theme: Theme, table: ReferenceTable, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        shown, folded = split_rows(table)
        self._grid = TableGrid(theme, table, shown, self)
        rows = QVBoxLayout(self)
        inset(rows, theme, (0, 0, 0, 0), 0)
        rows.addWidget(self._grid)
        if folded:
            fold = FoldButton(theme, _names_of(folded), self)
            fold.clicked.connect(lambda: self._unfold(fold, table))
            rows.addWidget(fold)
        elif table.empty:
            words = f"{_NOTHING}  {table.empty}"
            rows.addWidget(_Footnote(theme, words, self))

    def _unfold(self, fold: FoldButton, table: ReferenceTable) -> None:
        fold.hide()
        self._grid.show_rows(table.rows)
        self.changed.emit()


def split_rows(table: ReferenceTable) -> tuple[tuple[ReferenceRow, ...], tuple[ReferenceRow, ...]]:
    """Return the rows of a table that are shown at once, and those that are folded."""
    rows = table.rows
    rare = {row.id for row in rows if row.is_rare}
    usual = [row.id for row in rows if row.id not in rare]
    if len(usual) > MOST_ROWS:
        rare.update(usual[_SHOWN_OF_MANY:])
    rare.discard(table.row)
    return (
        tuple(row for row in rows if row.id not in rare),
        tuple(row for row in rows if row.id in rare),
    )


def _names_of(rows: tuple[ReferenceRow, ...]) -> str:
    """Return the first of some rows by name, and how many more there are."""
    named = 3
    words = ", ".join(row.title for row in rows[:named])
    more = len(rows) - named
    return _("{names} and {n} more").format(names=words, n=more) if more > 0 else words


class TableGrid(Painted):
    """The rows and columns."""

    def __init__(
        self,
        theme: Theme,
        table: ReferenceTable,
        rows: tuple[ReferenceRow, ...],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, parent)
        self._table = table
        self._rows = rows
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._tell()

    def show_rows(self, rows: tuple[ReferenceRow, ...]) -> None:
        """Show other rows of the table."""
        self._rows = rows
        self._tell()
        self.updateGeometry()
        self.update()

    def _tell(self) -> None:
        table = self._table
        heads = (" ".join(filter(None, (one.title, one.note))) for one in table.columns)
        lines = [" | ".join((table.title, *heads))]
        for row in self._rows:
            words = " | ".join((row.title, *(value or _NOTHING for value in row.values)))
            lines.append(_("{row} (now)").format(row=words) if row.id == table.row else words)
        self.setAccessibleName("\n".join(lines))

    def hasHeightForWidth(self) -> bool:
        """Return True: words break where there is no room."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return how high it is at a width."""
        lay = TableColumns(self.theme, self._table, width)
        return round(lay.head_px + sum(map(lay.row_px, self._rows)))

    def sizeHint(self) -> QSize:
        """Return the size at the present width."""
        return QSize(self.theme.px(200), self.heightForWidth(max(self.width(), 200)))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw heads, then rows."""
        lay = TableColumns(self.theme, self._table, box.width())
        self._draw_heads(painter, QRectF(box.left(), box.top(), box.width(), lay.head_px), lay)
        top = box.top() + lay.head_px
        for row in self._rows:
            line = QRectF(box.left(), top, box.width(), lay.row_px(row))
            self._draw_row(painter, line, row, lay)
            top += line.height()

    def _draw_heads(self, painter: ThemedPainter, head: QRectF, lay: TableColumns) -> None:
        colors, table = painter.colors, self._table
        line_px = painter.px(_HEAD_LINE_PX)
        foot = head.bottom() - painter.px(4)
        corner = QRectF(head.left(), foot - line_px, lay.label_px, line_px)
        painter.text(
            corner.adjusted(painter.px(_ROW_X_PX), 0, 0, 0), table.title, SMALL, colors.text3
        )
        for column, cell, lines in zip(table.columns, lay.cells(head), lay.head_lines, strict=True):
            is_now = column.id == table.column
            title = colors.accent if is_now else colors.text2
            voice = SMALL_STRONG if is_now else SMALL
            align = LEFT if column.is_words else MIDDLE
            top = foot - line_px * (len(lines) + bool(column.note))
            for words in lines:
                place = QRectF(cell.left(), top, cell.width(), line_px)
                painter.text(place, words, voice, title, align)
                top += line_px
            place = QRectF(cell.left(), top, cell.width(), line_px)
            painter.text(place, column.note, SMALL, colors.text3, align)
        painter.hairline(head.left(), head.right(), head.bottom() - 1)

    def _draw_row(
        self, painter: ThemedPainter, line: QRectF, row: ReferenceRow, lay: TableColumns
    ) -> None:
        colors, table = painter.colors, self._table
        is_now = row.id == table.row
        if is_now:
            painter.rounded_box(line.adjusted(0, 1, 0, -1), 6, colors.raised)
        title = QRectF(line)
        title.setLeft(line.left() + painter.px(_ROW_X_PX))
        title.setWidth(lay.label_px - painter.px(_ROW_X_PX + 4))
        painter.text(
            title, row.title, STRONG if is_now else NOTE, colors.text if is_now else colors.text2
        )
        if row.rule_id:
            painter.leads_to(row.rule_id, title)
        for column, cell, value in zip(table.columns, lay.cells(line), row.values, strict=True):
            if column.is_words:
                self._draw_words(painter, cell, value, is_now=is_now)
                continue
            here = is_now and column.id == table.column
            if here:
                width = max(painter.px(30), painter.width(value, _VALUE_NOW) + painter.px(14))
                ring = QRectF(0, 0, min(width, cell.width()), painter.px(21))
                ring.moveCenter(QPointF(cell.center()))
                painter.rounded_box(ring, 6, None, colors.accent, 1.8)
            color = colors.text if is_now or column.id == table.column else colors.text2
            voice = _VALUE_NOW if is_now else _VALUE
            if value:
                painter.text(cell, value, voice, color, MIDDLE)
            else:
                painter.text(cell, _NOTHING, voice, colors.text3, MIDDLE)

    def _draw_words(
        self, painter: ThemedPainter, cell: QRectF, words: str, *, is_now: bool
    ) -> None:
        """Draw words in as many lines as they need, in the middle of a row."""
        lines = word_lines(words, NOTE, self.theme, cell.width())
        height = painter.px(_LINE_PX)
        top = cell.center().y() - height * len(lines) / 2
        color = painter.colors.text if is_now else painter.colors.text2
        for one in lines:
            painter.text(QRectF(cell.left(), top, cell.width(), height), one, NOTE, color)
            top += height


class TableColumns:
    """How wide the columns of a table are in some width, in real pixels."""

    def __init__(self, theme: Theme, table: ReferenceTable, width: float) -> None:
        self._theme = theme
        self._table = table
        titles = [advance(row.title, STRONG, theme) for row in table.rows]
        widest = max([*titles, advance(table.title, SMALL, theme)], default=0.0)
        most = min(width * _LABEL_SHARE, theme.px(_MOST_LABEL_PX))
        if not any(one.is_words for one in table.columns):
            most = max(most, width - sum(map(self._need, range(len(table.columns)))))
        self.label_px = min(widest + theme.px(_ROW_X_PX + 6), most)
        self._widths = self._share(width - self.label_px)
        self.head_lines = tuple(
            word_lines(one.title, SMALL_STRONG, theme, wide - theme.px(4))
            for one, wide in zip(table.columns, self._widths, strict=True)
        )

    def _share(self, room: float) -> tuple[float, ...]:
        """Share some room among the columns: numbers alike, words what is left."""
        table, theme = self._table, self._theme
        needs = [self._need(at) for at in range(len(table.columns))]
        growing = [one.is_words for one in table.columns]
        if not any(growing):
            spare = max(0.0, room - sum(needs)) / (len(needs) or 1)
            shrink = min(1.0, room / (sum(needs) or 1))
            return tuple((need + spare) * shrink for need in needs)
        wanted = sum(need for need, grows in zip(needs, growing, strict=True) if grows)
        left = max(theme.px(_GAP_PX), room - sum(needs) + wanted)
        return tuple(
            left * need / wanted if grows else need
            for need, grows in zip(needs, growing, strict=True)
        )

    def _need(self, at: int) -> float:
        """Return how wide a column would like to be."""
        column, theme = self._table.columns[at], self._theme
        values = (advance(row.values[at], _VALUE_NOW, theme) for row in self._table.rows)
        words = (advance(word, SMALL_STRONG, theme) for word in column.title.split())
        note = advance(column.note, SMALL, theme)
        is_mixed = any(one.is_words for one in self._table.columns)
        gap = _GAP_PX if column.is_words else _MIXED_GAP_PX if is_mixed else _NARROW_GAP_PX
        return max([note, *values, *words]) + theme.px(gap)

    @property
    def head_px(self) -> float:
        """How high the heads are."""
        lines = max(
            (
                len(lines) + bool(one.note)
                for lines, one in zip(self.head_lines, self._table.columns, strict=True)
            ),
            default=1,
        )
        return self._theme.px(_HEAD_LINE_PX) * lines + self._theme.px(6)

    def row_px(self, row: ReferenceRow) -> float:
        """Return how high a row is."""
        lines = max(
            (
                len(word_lines(value, NOTE, self._theme, wide - self._theme.px(_GAP_PX)))
                for value, wide, one in zip(
                    row.values, self._widths, self._table.columns, strict=True
                )
                if one.is_words
            ),
            default=1,
        )
        more = self._theme.px(_LINE_PX) * (lines - 1)
        return self._theme.px(_ROW_PX) + more

    def cells(self, line: QRectF) -> tuple[QRectF, ...]:
        """Return where the cells of a row are."""
        found, left = [], line.left() + self.label_px
        for wide, one in zip(self._widths, self._table.columns, strict=True):
            inner = wide - (self._theme.px(_GAP_PX) if one.is_words else 0)
            found.append(QRectF(left, line.top(), inner, line.height()))
            left += wide
        return tuple(found)


class FoldButton(PaintedButton):
    """Unfolds what is rare; its words name it."""

    def __init__(self, theme: Theme, words: str, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.setText(words)
        self.setAccessibleName(_("Show {words}").format(words=words))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return the height of a row."""
        return QSize(self.theme.px(200), self.theme.px(_ROW_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw an arrow and the words."""
        colors = painter.colors
        hot = self.underMouse() or self.hasFocus()
        color = colors.text if hot else colors.text3
        x = box.left() + painter.px(_ROW_X_PX)
        painter.icon("chevron-right", QPointF(x + painter.px(5), box.center().y()), 14, color)
        painter.text(box.adjusted(painter.px(_ROW_X_PX + 18), 0, 0, 0), self.text(), NOTE, color)


class _Footnote(Painted):
    """What an empty cell of the table means."""

    def __init__(self, theme: Theme, words: str, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._words = words
        self.setAccessibleName(words)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return the height of a line."""
        return QSize(self.theme.px(200), self.theme.px(20))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw the words."""
        words = box.adjusted(painter.px(_ROW_X_PX), 0, 0, 0)
        painter.text(words, self._words, SMALL, painter.colors.text3)
