"""The parts of a card: a pool with its bar, a grid of figures, rows of pips."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gridwar.control.records.panel_records import CardView, Figure, PipKind, PipRow, PoolBar
from gridwar.ui.style.tooltips import set_tip, show_tip
from gridwar.ui.widgets.portraits import Faces
from gridwar.ui.widgets.themed import Painted
from gridwar.ui.widgets.themed_painter import (
    FIGURE,
    NOTE,
    NUMBER,
    RIGHT,
    STRONG,
    TITLE,
    Ink,
    advance,
    pips_width,
    tone_color,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtGui import QResizeEvent

    from gridwar.ui.style.theme import Theme

_POOL_PX = 40
_FIGURE_PX = 44
_COLUMNS = 4
_PIPS_PX = 24
_HEAD_PX = 62
_MANY_PIPS = 10
_FACE_PX = 128


class CardHead(Painted):
    """Token, name and subtitle."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._view: CardView | None = None
        self.faces = Faces(_FACE_PX)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_view(self, view: CardView) -> None:
        """Show somebody."""
        self._view = view
        set_tip(self, f"{view.name}\n{view.subtitle}")
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height."""
        return QSize(self.theme.px(200), self.theme.px(_HEAD_PX))

    def draw(self, ink: Ink, box: QRectF) -> None:
        """Draw it."""
        view = self._view
        if view is None:
            return
        left = box.left()
        if view.token is not None:
            edge = ink.px(58)
            plate = QRectF(left, box.top() + ink.px(2), edge, edge)
            ink.plate(plate, 8, ink.colors.raised)
            ink.token(plate.center(), 24, view.token, self.faces.of(view.token))
            left = plate.right() + ink.px(14)
        width = box.right() - left
        top = box.top() + ink.px(6)
        ink.text(QRectF(left, top, width, ink.px(28)), view.name, TITLE, ink.colors.text)
        second = QRectF(left, top + ink.px(28), width, ink.px(18))
        ink.text(second, view.subtitle, NOTE, ink.colors.text3)


class PoolMeters(Painted):
    """Pools below each other, each with label, value and bar."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._pools: tuple[PoolBar, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_pools(self, pools: tuple[PoolBar, ...]) -> None:
        """Show other pools."""
        self._pools = pools
        self.setVisible(bool(pools))
        set_tip(self, "\n".join(one.tooltip for one in pools if one.tooltip))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height of all."""
        rows = 1 + max((row for row, _column in self._places()), default=-1)
        return QSize(self.theme.px(200), self.theme.px(_POOL_PX * rows))

    def _places(self) -> list[tuple[int, int]]:
        """Return row and column of every pool; those that share a row follow each other."""
        places: list[tuple[int, int]] = []
        row = column = 0
        for pool in self._pools:
            places.append((row, column))
            column += 1
            if column >= pool.share:
                row, column = row + 1, 0
        return places

    def draw(self, ink: Ink, box: QRectF) -> None:
        """Draw them."""
        gap = ink.px(12)
        for pool, (row, column) in zip(self._pools, self._places(), strict=True):
            width = (box.width() - gap * (pool.share - 1)) / pool.share
            left, top = box.left() + column * (width + gap), box.top() + ink.px(_POOL_PX * row)
            words = QRectF(left, top, width, ink.px(22))
            is_narrow = pool.share > 1
            between = ink.px(4 if is_narrow else 8)
            voice = FIGURE if is_narrow else NUMBER
            wanted = ink.width(pool.label, NOTE) + between + ink.width(pool.value, voice)
            if wanted > width:  # the label is not to be cut
                voice = STRONG
            value = ink.text(words, pool.value, voice, ink.colors.text, RIGHT)
            words.setWidth(width - value - between)
            ink.text(words, pool.label, NOTE, ink.colors.text3)
            bar = QRectF(left, top + ink.px(24), width, ink.px(8))
            ink.bar(bar, pool.fraction, notched=not is_narrow)


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
            value = advance(figure.value, FIGURE, self.theme)
            need = max(value, advance(figure.label, NOTE, self.theme)) + self.theme.px(6)
            span = min(_COLUMNS, max(1, math.ceil(need / each)))
            if column + span > _COLUMNS:
                row, column = row + 1, 0
            places.append((row, column, span))
            column += span
        return places

    def draw(self, ink: Ink, box: QRectF) -> None:
        """Draw them."""
        for figure, cell in self._cells(box.width()):
            label = QRectF(cell.left(), cell.top(), cell.width(), ink.px(18))
            ink.text(label, figure.label, NOTE, ink.colors.text3)
            value = QRectF(cell.left(), cell.top() + ink.px(18), cell.width(), ink.px(22))
            ink.text(value, figure.value, FIGURE, tone_color(ink.colors, figure.tone))

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
                    words = figure.tooltip or f"{figure.label} {figure.value}"
                    show_tip(event.globalPos(), words, self)
            return True
        return super().event(event)


class PipRows(Painted):
    """Rows of pips side by side as far as there is room, then below."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._rows: tuple[PipRow, ...] = ()
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_rows(self, rows: tuple[PipRow, ...]) -> None:
        """Show other rows."""
        self._rows = rows
        self.setVisible(bool(rows))
        set_tip(self, "\n".join(f"{one.label}: {one.left} / {one.total}" for one in rows))
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
        line, x = 0, 0.0
        for row in self._rows:
            need = self._width(row)
            if x and x + need > width:
                line, x = line + 1, 0.0
            places.append((line, x))
            x += need + 20 * self.theme.scale
        return places

    def _width(self, row: PipRow) -> float:
        words = advance(row.label, NOTE, self.theme) + 8 * self.theme.scale
        if row.total > _MANY_PIPS:
            return words + advance(_counted(row), NUMBER, self.theme)
        return words + pips_width(row.total, self.theme)

    def draw(self, ink: Ink, box: QRectF) -> None:
        """Draw them; many are written as a number."""
        for row, (line, left) in zip(self._rows, self._places(box.width()), strict=True):
            height = ink.px(_PIPS_PX)
            x, top = box.left() + left, box.top() + line * height
            words = QRectF(x, top, box.width(), height)
            x += ink.text(words, row.label, NOTE, ink.colors.text3) + ink.px(8)
            if row.total > _MANY_PIPS:
                rest = QRectF(x, top, box.right() - x, height)
                ink.text(rest, _counted(row), NUMBER, ink.colors.text)
                continue
            color = ink.colors.info if row.kind is PipKind.OTHERS else ink.colors.accent
            pips = [(row.kind, number < row.left) for number in range(row.total)]
            ink.pips(x, top + height / 2, pips, color)


def _counted(row: PipRow) -> str:
    return f"{row.left} / {row.total}"
