"""The odds in the attack popover, a column an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPen
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from gridwar.control.records.popover_records import AnswerColumn
from gridwar.ui.style.colors import qcolor
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.figures.histogram import SpreadScale, common_scale, draw_spread
from gridwar.ui.widgets.painting.themed_painter import (
    LABEL,
    NOTE,
    RIGHT,
    SMALL,
    STRONG,
    TOTAL,
    ThemedPainter,
    advance,
    voice_font,
)
from gridwar.ui.widgets.painting.themed_widgets import Painted, PaintedButton, ThemedWidget, inset

if TYPE_CHECKING:
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.painting.themed_painter import ThemedPainter

_CARD_PX = 178
_PLAIN_CARD_PX = 84
_NARROW_PX = 132
_ROOM_PX = 470
_GAP_PX = 8
_COLUMNS = 4
_WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop


class CommonLook(Struct, frozen=True):
    """What all columns do alike, so that their charts stay level.

    Attributes:
        working: the odds are late.
        noted: one has a note, all leave room for it.
        deep: the words at the foot of one need two lines.
    """

    working: bool = False
    noted: bool = False
    deep: bool = False


class AnswerCard(PaintedButton):
    """What comes of it with one answer."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.column = AnswerColumn("", "")
        self._scale: SpreadScale | None = None
        self._working = False
        self._noted = False
        self._deep = False
        self.setCheckable(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def show_column(
        self, column: AnswerColumn, scale: SpreadScale | None, common: CommonLook
    ) -> None:
        """Show a column on the common scale.

        Args:
            column: the column.
            scale: one for all, None where no column has a chart.
            common: what holds for all columns.
        """
        self._noted, self._deep = common.noted, common.deep
        self.column, self._scale, self._working = column, scale, common.working
        self.setChecked(column.chosen)
        self.setEnabled(column.enabled)
        chance = (column.chance, column.caption, column.note)
        words = (column.title, *chance, column.down_text, column.why_not)
        self.setAccessibleName(", ".join(filter(None, words)))
        set_tip(self, column.note)
        self.updateGeometry()
        self.update()

    def nextCheckState(self) -> None:
        """Leave the checked state to whoever answers the click."""

    def sizeHint(self) -> QSize:
        """Return the height; without a chart it is lower."""
        high = _CARD_PX if self._scale is not None else _PLAIN_CARD_PX + 24
        return QSize(self.theme.px(100), self.theme.px(high + (14 if self._noted else 0)))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw the column."""
        column, colors = self.column, painter.colors
        ground = colors.window if column.enabled else None
        edge = colors.accent if column.chosen else colors.line
        if column.enabled and not column.chosen and self.underMouse():
            edge = colors.line2
        painter.rounded_box(box, 8, ground, edge, 1.5 if column.chosen else 1)
        side = painter.px(9 if self._is_narrow() else 12)
        inner = box.adjusted(side, painter.px(6), -side, -painter.px(6))
        self._draw_title(painter, inner)
        if not column.enabled:
            self._draw_why_not(painter, inner)
            return
        top = inner.top() + painter.px(24)
        if self._noted:
            note = QRectF(inner.left(), top, inner.width(), painter.px(16))
            painter.text(note, column.note, SMALL, colors.text3)
            top += painter.px(14)
        if self._working:
            painter.qpainter.setOpacity(0.5)
        chance = QRectF(inner.left(), top + painter.px(2), inner.width(), painter.px(34))
        narrow = self._is_narrow()
        voice = (TOTAL[0], 22 if narrow else 26, 700)
        used = painter.text(chance, column.chance, voice, colors.text)
        painter.qpainter.setOpacity(1.0)
        rest = chance.adjusted(used + painter.px(6), painter.px(4), 0, 0)
        if not narrow and painter.width(column.caption, NOTE) <= rest.width():
            painter.text(rest, column.caption, NOTE, colors.text3, RIGHT)
        foot = self._draw_foot(painter, inner)
        if self._scale is not None and column.distribution:
            if self._working:
                painter.qpainter.setOpacity(0.5)
            plot = QRectF(inner.left(), chance.bottom(), inner.width(), foot - chance.bottom())
            draw_spread(painter, plot, column, self._scale)
            painter.qpainter.setOpacity(1.0)

    def _is_narrow(self) -> bool:
        return self.width() < self.theme.px(_NARROW_PX)

    def _draw_title(self, painter: ThemedPainter, box: QRectF) -> None:
        column, colors = self.column, painter.colors
        line = QRectF(box.left(), box.top(), box.width(), painter.px(22))
        words = line.adjusted(painter.px(17), 0, 0, 0)
        if painter.width(column.title, STRONG) <= words.width():
            self._draw_ring(painter, QPointF(box.left() + painter.px(5), line.center().y()))
        else:
            words = line  # the edge shows what is chosen, too
        painter.text(words, column.title, STRONG, colors.text if column.enabled else colors.text3)

    def _draw_ring(self, painter: ThemedPainter, middle: QPointF) -> None:
        chosen, colors = self.column.chosen, painter.colors
        painter.qpainter.setPen(QPen(qcolor(colors.accent if chosen else colors.line2), 1.5))
        painter.qpainter.setBrush(Qt.BrushStyle.NoBrush)
        painter.qpainter.drawEllipse(middle, painter.px(5.5), painter.px(5.5))
        if chosen:
            painter.qpainter.setPen(Qt.PenStyle.NoPen)
            painter.qpainter.setBrush(qcolor(colors.accent))
            painter.qpainter.drawEllipse(middle, painter.px(2.8), painter.px(2.8))

    def _draw_foot(self, painter: ThemedPainter, box: QRectF) -> float:
        """Draw the words at the foot, in two lines if need be; return where they begin."""
        words = self.column.down_text.replace(" %", "\u00a0%")
        if not words:
            return box.bottom()
        height = painter.px(32 if self._deep else 18)
        where = QRectF(box.left(), box.bottom() - height, box.width(), height)
        painter.qpainter.setFont(voice_font(LABEL, self.theme))
        painter.qpainter.setPen(qcolor(painter.colors.text2))
        painter.qpainter.drawText(where, _WRAPPED, words)
        return where.top() - painter.px(4)

    def _draw_why_not(self, painter: ThemedPainter, box: QRectF) -> None:
        column, colors = self.column, painter.colors
        middle = box.center().y()
        painter.icon(
            "circle-minus", QPointF(box.center().x(), middle - painter.px(18)), 20, colors.text3
        )
        words = QRectF(
            box.left() - painter.px(4), middle, box.width() + painter.px(8), painter.px(48)
        )
        painter.qpainter.setFont(voice_font(LABEL, self.theme))
        painter.qpainter.setPen(qcolor(colors.text2))
        centred = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignHCenter
        painter.qpainter.drawText(words, centred, column.why_not)


class AnswerColumns(ThemedWidget):
    """The columns side by side, four to a row; ``chosen(id)``."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._grid = QGridLayout(self)
        inset(self._grid, theme, (14, 0, 14, 0), _GAP_PX)
        self._cards: list[AnswerCard] = []

    def show_columns(self, columns: tuple[AnswerColumn, ...], *, working: bool) -> None:
        """Show columns on one scale."""
        while len(self._cards) < len(columns):
            card = AnswerCard(self.theme, self)
            card.clicked.connect(lambda _on=False, card=card: self.chosen.emit(card.column.id))
            row, place = divmod(len(self._cards), _COLUMNS)
            self._grid.addWidget(card, row, place)
            self._cards.append(card)
        across = max(1, min(_COLUMNS, len(columns)))
        width = (_ROOM_PX - _GAP_PX * (across - 1)) / across - 24
        scale = common_scale(columns, width)
        common = CommonLook(
            working=working,
            noted=any(column.note for column in columns),
            deep=any(
                advance(column.down_text, LABEL, self.theme) > width * self.theme.scale
                for column in columns
            ),
        )
        for number, card in enumerate(self._cards):
            if number < len(columns):
                card.show_column(columns[number], scale, common)
            card.setVisible(number < len(columns))
        for place in range(_COLUMNS):
            self._grid.setColumnStretch(place, 1 if place < across else 0)
        self.setVisible(bool(columns))


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
