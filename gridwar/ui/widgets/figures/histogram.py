"""The distribution of outcomes as a histogram, with its median and where the target goes down.

Bars from the mark on are warm and parted from the others by a dashed line.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QPen

from gridwar.text import _
from gridwar.ui.style.colors import ThemeName, map_colors, qcolor
from gridwar.ui.widgets.painting.themed_painter import LEFT, MIDDLE, RIGHT, SMALL, SMALL_STRONG

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.control.records.popover_records import AnswerColumn
    from gridwar.ui.widgets.painting.themed_painter import ThemedPainter

_BAR_LEAST_PX = 3.0
_AXIS_PX = 16.0
_WORDS_PX = 30.0
_MARK_ROOM_PX = 50.0
_UNSEEN = 0.002
"""The share of a distribution that may lie beyond the end of the scale."""
_TALL_NOTHING = 1.25
"""A bar of "nothing happens" that is taller than all others by this factor is cut."""


class SpreadScale(Struct, frozen=True):
    """One scale for all columns of a popover: values from ``low`` to ``high``, the tallest bar."""

    low: int
    high: int
    tallest: float
    step: int = 1


def common_scale(columns: Iterable[AnswerColumn], width_px: float) -> SpreadScale | None:
    """Return a scale that fits all columns, or None where there is no chart.

    Args:
        columns: the columns.
        width_px: the width of one chart.
    """
    distributions = [
        column.distribution for column in columns if column.enabled and column.distribution
    ]
    values = [value for distribution in distributions for value in _seen(distribution)]
    marks = [c.down_at for c in columns if c.enabled and c.distribution and c.down_at is not None]
    if not values:
        return None
    low, high = min(0, *values), max(values)
    high = max([high, *(mark for mark in marks if mark <= high * 1.3 + 2)])
    high = max([high, *(_with_room(low, high, mark, width_px) for mark in marks if mark <= high)])
    step = max(1, math.ceil((high - low + 1) * _BAR_LEAST_PX / max(1.0, width_px)))
    tallest = 0.0
    for distribution in distributions:
        bins = binned(distribution, low, step)
        others = [p for start, p in bins.items() if start != low or low != 0]
        tallest = max(tallest, *others, 0.0) if others else max(tallest, *bins.values())
    return SpreadScale(low, high, tallest or 1.0, step)


def _seen(distribution: tuple[tuple[int, float], ...]) -> list[int]:
    """Return the values up to where the rest is too unlikely to be seen: chains have long tails."""
    rest, found = 1.0, []
    for value, probability in sorted(distribution):
        if rest < _UNSEEN:
            break
        found.append(value)
        rest -= probability
    return found


def _with_room(low: int, high: int, mark: int, width_px: float) -> int:
    """Return a highest value that leaves room for words right of a mark, if not far beyond."""
    most = high + max(3, (high - low) // 3)
    wide = high
    while wide < most and (wide - mark + 1) * width_px / (wide - low + 1) < _MARK_ROOM_PX:
        wide += 1
    return wide if wide < most else high


def binned(distribution: tuple[tuple[int, float], ...], low: int, step: int) -> dict[int, float]:
    """Return probabilities by the first value of bins of ``step`` values."""
    bins: dict[int, float] = {}
    for value, probability in distribution:
        start = low + (value - low) // step * step
        bins[start] = bins.get(start, 0.0) + probability
    return bins


def draw_spread(
    painter: ThemedPainter, box: QRectF, column: AnswerColumn, scale: SpreadScale
) -> None:
    """Draw a chart; words above the bars, an axis below."""
    chart = _Chart(painter, box, scale)
    chart.bars(column)
    chart.axis(column)
    chart.marks(column)


class _Chart:
    def __init__(self, painter: ThemedPainter, box: QRectF, scale: SpreadScale) -> None:
        self.ink = painter
        self.scale = scale
        top, bottom = painter.px(_WORDS_PX), painter.px(_AXIS_PX)
        self.plot = QRectF(
            box.left(), box.top() + top, box.width(), max(8.0, box.height() - top - bottom)
        )
        count = (scale.high - scale.low) // scale.step + 1
        self.bar = self.plot.width() / count
        dark = painter.theme.name is ThemeName.DARK
        self.cool = map_colors().reach2 if dark else painter.colors.info
        self.warm = map_colors().threat if dark else painter.colors.danger

    def x(self, value: float) -> float:
        """Return where a value's bar begins."""
        return self.plot.left() + (value - self.scale.low) / self.scale.step * self.bar

    def bars(self, column: AnswerColumn) -> None:
        """Draw the bars; one that is far too tall is cut and says its number."""
        painter, plot = self.ink, self.plot
        for start, probability in binned(
            column.distribution, self.scale.low, self.scale.step
        ).items():
            if start > self.scale.high:
                continue
            share = probability / self.scale.tallest
            cut = share > _TALL_NOTHING
            height = plot.height() * min(share, 1.0 if cut else _TALL_NOTHING)
            if height <= 0:
                continue
            gap = min(1.4, self.bar * 0.2)
            height = max(height, 0.75)
            box = QRectF(self.x(start), plot.bottom() - height, self.bar - gap, height)
            down = column.down_at is not None and start >= column.down_at
            painter.qpainter.fillRect(box, qcolor(self.warm if down else self.cool))
            if cut:
                y = box.top() + height * 0.3
                painter.qpainter.setPen(QPen(qcolor(painter.colors.window), 2))
                painter.qpainter.drawLine(QLineF(box.left() - 2, y + 2, box.right() + 2, y - 2))
                words = f"{round(probability * 100)} %"
                where = QRectF(
                    box.left(), box.top() - painter.px(15), painter.px(50), painter.px(14)
                )
                painter.text(where, words, SMALL, painter.colors.text3)

    def axis(self, column: AnswerColumn) -> None:
        """Draw the base line and as many numbers as fit."""
        painter, plot = self.ink, self.plot
        painter.qpainter.fillRect(
            QRectF(plot.left(), round(plot.bottom()), plot.width(), 1), qcolor(painter.colors.line2)
        )
        low, high = self.scale.low, self.scale.high
        ticks = [low, high, (low + high) // 2]
        if column.down_at is not None and low <= column.down_at <= high:
            ticks.insert(0, column.down_at)
        taken: list[float] = []
        for value in ticks:
            x = min(
                max(self.x(value) + self.bar / 2, plot.left() + painter.px(4)), plot.right() - 4
            )
            if all(abs(x - other) >= painter.px(20) for other in taken):
                taken.append(x)
                box = QRectF(
                    x - painter.px(20),
                    plot.bottom() + painter.px(2),
                    painter.px(40),
                    painter.px(14),
                )
                painter.text(
                    box, str(value).replace("-", "\u2212"), SMALL, painter.colors.text3, MIDDLE
                )

    def marks(self, column: AnswerColumn) -> None:
        """Draw the median, and the mark from which on somebody goes down."""
        painter, plot, colors = self.ink, self.plot, self.ink.colors
        goes_down = column.down_at is not None and column.down_at <= self.scale.high
        if column.median is not None:
            x = self.x(column.median) + self.bar / 2
            top = plot.top() - (
                0 if goes_down else painter.px(4)
            )  # else it would cross those words
            painter.qpainter.setPen(QPen(qcolor(colors.text), 1.4))
            painter.qpainter.drawLine(QPointF(x, plot.bottom()), QPointF(x, top))
            words = _("median {value}").format(value=column.median)
            self._words(words, x, plot.top() - painter.px(_WORDS_PX), colors.text, centred=True)
        if column.down_at is not None and goes_down:
            x = self.x(column.down_at) - 0.7
            pen = QPen(qcolor(self.warm), 1.4)
            pen.setDashPattern([2, 2])
            painter.qpainter.setPen(pen)
            painter.qpainter.drawLine(
                QPointF(x, plot.bottom()), QPointF(x, plot.top() - painter.px(2))
            )
            words = _("{value} down").format(value=column.down_at)
            self._words(words, x + painter.px(3), plot.top() - painter.px(14), colors.danger)

    def _words(
        self, words: str, x: float, top: float, color: str, *, centred: bool = False
    ) -> None:
        """Write words that stay inside the chart."""
        painter, plot = self.ink, self.plot
        width = painter.width(words, SMALL_STRONG) + 1
        left = x - width / 2 if centred else x
        if left + width > plot.right():
            left = plot.right() - width if centred else x - width - painter.px(6)
        left = max(plot.left(), left)
        align = RIGHT if left < x - width and not centred else LEFT
        painter.text(QRectF(left, top, width, painter.px(14)), words, SMALL_STRONG, color, align)
