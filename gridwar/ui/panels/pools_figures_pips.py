"""What stands on a sheet: a pool with its bar, a grid of figures, rows of pips."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gridwar.control.records.rule_card_records import figure_key
from gridwar.control.text_format import fraction, minus, notch_shares
from gridwar.engine.kit.card_order_and_flow import PipKind
from gridwar.ui.style.tooltip_window import show_tip
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.painting.themed_painter import (
    FIGURE,
    NOTE,
    NUMBER,
    RIGHT,
    STRONG,
    ThemedPainter,
    advance,
    pips_width,
)
from gridwar.ui.widgets.painting.themed_widgets import Painted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtGui import QResizeEvent

    from gridwar.engine.kit.card_order_and_flow import Card, Figure, Pip, Pool
    from gridwar.ui.style.theme import Theme

_POOL_PX = 40
_QUARTERS = (0.25, 0.5, 0.75)
_FIGURE_PX = 44
_COLUMNS = 4
_PIPS_PX = 24
_MANY_PIPS = 10


class PoolMeters(Painted):
    """Pools below each other, each with label, value and bar; parts of one side by side."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._rows: tuple[tuple[Pool, ...], ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_card(self, card: Card) -> None:
        """Show the pools of a card: the parts of the first in one row in its place."""
        whole = card.pools[1 if card.parts else 0 :]
        self._rows = (*((card.parts,) if card.parts else ()), *((pool,) for pool in whole))
        self.setVisible(bool(self._rows))
        hints = (pool.hint for row in self._rows for pool in row)
        set_tip(self, minus("\n".join(filter(None, hints))))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height of all."""
        return QSize(self.theme.px(200), self.theme.px(_POOL_PX * len(self._rows)))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw them."""
        gap = painter.px(12)
        for at, row in enumerate(self._rows):
            width, top = (box.width() + gap) / len(row) - gap, box.top() + painter.px(_POOL_PX * at)
            for column, pool in enumerate(row):
                left = box.left() + column * (width + gap)
                words = QRectF(left, top, width, painter.px(22))
                _draw_words(painter, words, pool, is_narrow=len(row) > 1)
                bar = QRectF(left, top + painter.px(24), width, painter.px(8))
                marks = notch_shares(pool) or _QUARTERS
                painter.bar(bar, fraction(pool), marks if len(row) == 1 else ())
                painter.leads_to(pool.rule_id, words.united(bar), minus(pool.hint))


def _draw_words(painter: ThemedPainter, box: QRectF, pool: Pool, *, is_narrow: bool) -> None:
    """Draw label and value of a pool, the value smaller where the label would be cut."""
    label, slash = minus(pool.label), "/" if is_narrow else " / "
    value, between = minus(f"{pool.now}{slash}{pool.full}"), painter.px(4 if is_narrow else 8)
    voice = FIGURE if is_narrow else NUMBER
    if painter.width(label, NOTE) + between + painter.width(value, voice) > box.width():
        voice = STRONG
    used = painter.text(box, value, voice, painter.colors.text, RIGHT)
    painter.text(box.adjusted(0, 0, -used - between, 0), label, NOTE, painter.colors.text3)


class FigureGrid(Painted):
    """Figures, four to a row, wide ones across two: label above, value below, reason on hover."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._figures: tuple[Figure, ...] = ()
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_figures(self, figures: tuple[Figure, ...]) -> None:
        """Show other figures."""
        self._figures = figures
        self.setVisible(bool(figures))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height of all rows."""
        return QSize(self.theme.px(200), self.heightForWidth(max(self.width(), 200)))

    def heightForWidth(self, width: int) -> int:
        """Return the height of all rows at a width."""
        rows = 1 + max((row for row, _column, _span in self._places(width)), default=-1)
        return self.theme.px(_FIGURE_PX) * rows

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take back the height that was right for another width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def _places(self, width: float) -> list[tuple[int, int, int]]:
        """Return row, column and columns taken of every figure."""
        each = width / _COLUMNS
        places: list[tuple[int, int, int]] = []
        row = column = 0
        for figure in self._figures:
            value = advance(minus(figure.value), FIGURE, self.theme)
            need = max(value, advance(figure.label, NOTE, self.theme)) + self.theme.px(6)
            span = min(_COLUMNS, max(1, math.ceil(need / each)))
            if column + span > _COLUMNS:
                row, column = row + 1, 0
            places.append((row, column, span))
            column += span
        return places

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw them."""
        for figure, cell in self._cells(box.width()):
            label = QRectF(cell.left(), cell.top(), cell.width(), painter.px(18))
            painter.text(label, figure.label, NOTE, painter.colors.text3)
            value = QRectF(cell.left(), cell.top() + painter.px(18), cell.width(), painter.px(22))
            painter.text(value, minus(figure.value), FIGURE, painter.colors.text)
            painter.leads_to(figure_key(figure), label.united(value), _reason(figure))

    def _cells(self, width: float) -> Iterator[tuple[Figure, QRectF]]:
        each, high = width / _COLUMNS, self.theme.px(_FIGURE_PX)
        for figure, (row, column, span) in zip(self._figures, self._places(width), strict=True):
            across = each * span - self.theme.px(6)
            yield figure, QRectF(column * each, high * row, across, high)

    def event(self, event: QEvent) -> bool:
        """Show the reason of the figure under the pointer."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            place = QPointF(event.pos())
            for figure, cell in self._cells(self.width()):
                if cell.contains(place):
                    show_tip(event.globalPos(), _reason(figure), self)
            return True
        return super().event(event)


def _reason(figure: Figure) -> str:
    return minus(figure.hint or f"{figure.label} {figure.value}")


class PipRows(Painted):
    """Rows of pips side by side as far as there is room, then below."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._rows: tuple[Pip, ...] = ()
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_rows(self, rows: tuple[Pip, ...]) -> None:
        """Show other rows."""
        self._rows = rows
        self.setVisible(bool(rows))
        set_tip(self, "\n".join(map(_in_words, rows)))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height at the present width."""
        return QSize(self.theme.px(200), self.heightForWidth(max(self.width(), 200)))

    def heightForWidth(self, width: int) -> int:
        """Return the height at a width."""
        places = self._places(width)
        lines = 1 + max((line for line, _x in places), default=-1)
        return self.theme.px(_PIPS_PX) * lines

    def _places(self, width: float) -> list[tuple[int, float]]:
        places: list[tuple[int, float]] = []
        line, x, gap = 0, 0.0, 20 * self.theme.scale
        widths = [self._width(row) for row in self._rows]
        last = len(widths) - 1
        for number, need in enumerate(widths):
            if number == last - 1 and number > 1:  # the last one does not stand alone in a line
                pair = need + gap + widths[last]
                takes = pair if pair <= width else need
            else:
                takes = need
            if x and x + takes > width:
                line, x = line + 1, 0.0
            places.append((line, x))
            x += need + gap
        return places

    def _width(self, row: Pip) -> float:
        words = advance(row.label, NOTE, self.theme) + 8 * self.theme.scale
        if row.full > _MANY_PIPS:
            return words + advance(_counted(row), NUMBER, self.theme)
        return words + pips_width(row.full, self.theme)

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw them; many are written as a number."""
        for row, (line, left) in zip(self._rows, self._places(box.width()), strict=True):
            height = painter.px(_PIPS_PX)
            x, top = box.left() + left, box.top() + line * height
            whole = QRectF(x, top, self._width(row), height)
            painter.leads_to(row.rule_id, whole, _in_words(row))
            words = QRectF(x, top, box.width(), height)
            x += painter.text(words, row.label, NOTE, painter.colors.text3) + painter.px(8)
            if row.full > _MANY_PIPS:
                rest = QRectF(x, top, box.right() - x, height)
                painter.text(rest, _counted(row), NUMBER, painter.colors.text)
                continue
            color = painter.colors.info if row.kind is PipKind.OTHERS else painter.colors.accent
            pips = [(row.kind, number < row.left) for number in range(row.full)]
            painter.pips(x, top + height / 2, pips, color)


def _in_words(row: Pip) -> str:
    return f"{row.label}: {_counted(row)}"


def _counted(row: Pip) -> str:
    return f"{row.left} / {row.full}"
