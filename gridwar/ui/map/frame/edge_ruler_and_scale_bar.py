"""The frame of the chart: alternating bars a cell long, letters and numbers, the scale.

Owns the two strips along the edges of the view and the scale bar in its corner.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget

from gridwar.caches import kept_of_fight
from gridwar.model.geometry import column_name
from gridwar.text import _
from gridwar.ui.map.cached_plate import CachedPanel
from gridwar.ui.style.colors import qcolor
from gridwar.ui.style.fonts import Type, font

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from gridwar.ui.style.theme import Theme

RULER_PX = 22
_DIGIT_PX = 5
"""So much wider is the strip of the rows for a third digit."""
_BAR_PX = 4
_NAME_LINE_PX = 16.0
_NAME_GAP_PX = 6.0
_NAME_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
"""Of so many cells one is named."""
_NAME_INSET_PX = 3
_NAME_REACH_PX = 28
"""How far a name may reach beyond its cell."""
_SCALE_LONGEST_PX = 260.0
_NICE = (1, 2, 4, 5, 10, 20, 25, 50, 100, 200)


class RulerStrip(QWidget):
    """One strip of the frame, along the top or down the left side."""

    def __init__(self, parent: QWidget, theme: Theme, direction: Qt.Orientation) -> None:
        super().__init__(parent)
        self._theme = theme
        self._across = direction is Qt.Orientation.Horizontal
        self._origin_px = 0.0
        self._cell_px = 1.0
        self._count = 0
        self._hot: int | None = None
        self._names: dict[int, QPixmap] = {}
        self._names_ratio = 0.0
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def set_theme(self, theme: Theme) -> None:
        """Take another theme."""
        self._theme = theme
        self._names.clear()
        self.update()

    def show_cells(self, origin_px: float, cell_px: float, count: int) -> None:
        """Say where the cells are.

        Args:
            origin_px: where the map begins, from the strip's own beginning.
            cell_px: length of a cell.
            count: how many there are.
        """
        moved_px = round(origin_px - self._origin_px)
        is_scrolled = (cell_px, count) == (self._cell_px, self._count)
        self._origin_px, self._cell_px, self._count = origin_px, cell_px, count
        if not is_scrolled:
            self.update()
        elif moved_px:
            self.scroll(moved_px if self._across else 0, 0 if self._across else moved_px)
            for end in self._ends():  # a name that would be cut there is left out
                self.update(end)

    def set_hot(self, index: int | None) -> None:
        """Mark the row or column under the pointer."""
        if index != self._hot:
            for changed in (index, self._hot):
                if changed is not None:
                    self.update(self._around(changed))
            self._hot = index

    def _around(self, index: int) -> QRect:
        """Return what a cell's name covers while it is marked, and those that make way for it."""
        start = math.floor(self._origin_px + index * self._cell_px) - 2 * _NAME_REACH_PX
        length = math.ceil(self._cell_px) + 4 * _NAME_REACH_PX
        if self._across:
            return QRect(start, 0, length, self.height())
        return QRect(0, start, self.width(), length)

    def _ends(self) -> tuple[QRect, QRect]:
        """Return both ends of the strip, as long as a name."""
        reach, whole = 2 * _NAME_REACH_PX, self.rect()
        if self._across:
            return whole.adjusted(0, 0, reach - whole.width(), 0), whole.adjusted(
                whole.width() - reach, 0, 0, 0
            )
        return whole.adjusted(0, 0, 0, reach - whole.height()), whole.adjusted(
            0, whole.height() - reach, 0, 0
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the strip (Qt's hook)."""
        colors, exposed = self._theme.palette, event.rect()
        begin = (exposed.left() if self._across else exposed.top()) - _NAME_REACH_PX
        end = (exposed.right() if self._across else exposed.bottom()) + _NAME_REACH_PX
        first = max(0, math.floor((begin - self._origin_px) / self._cell_px))
        last = min(self._count, math.ceil((end + 1 - self._origin_px) / self._cell_px))
        edge = self._thickness() - 1
        with QPainter(self) as painter:
            painter.fillRect(exposed, qcolor(colors.window))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(qcolor(colors.text3))
            painter.drawRects([*self._bars(first, last), self._along(0, self._length(), edge, 1)])
            self._draw_names(painter, self.named(first, last))
            if self._hot is not None and first <= self._hot < last:
                self._draw_hot_name(painter, self._hot)

    def named(self, first: int = 0, last: int | None = None) -> Sequence[int]:
        """Return the cells whose names are drawn: as many as stand apart, those marked too.

        Letters are counted from the first column; of rows the round numbers are named.

        Args:
            first: The first cell that is asked about.
            last: The one after the last that is; None for all.
        """
        scale, gap = self._theme.scale, _NAME_GAP_PX * self._theme.scale
        longest = column_name(max(0, self._count - 1))
        length = _advance("W" * len(longest), scale) if self._across else _NAME_LINE_PX * scale
        needed = (length + gap) / self._cell_px
        every = next((step for step in _NAME_STEPS if step >= needed), _NAME_STEPS[-1])
        shown = range(0 if self._across else every - 1, self._count, every)
        end = self._count if last is None else last
        shown = shown[bisect_left(shown, first) : bisect_left(shown, end)]
        hot = self._hot
        if hot is None:
            return shown
        return [index for index in shown if abs(index - hot) >= min(every, needed)]

    def _bars(self, first: int, last: int) -> Iterator[QRect]:
        """Yield the dark bars among some cells: every other one, of several small cells."""
        cells, edge = max(1, math.ceil(6 / self._cell_px)), self._thickness() - _BAR_PX
        for index in range(first - first % (2 * cells), last, 2 * cells):
            start = round(self._origin_px + index * self._cell_px)
            end = round(self._origin_px + min(index + cells, self._count) * self._cell_px)
            yield self._along(start, end - start, edge, _BAR_PX)

    def _along(self, start: int, length: int, depth: int, thick: int) -> QRect:
        """Return a rectangle by its place along the strip and across it."""
        if self._across:
            return QRect(start, depth, length, thick)
        return QRect(depth, start, thick, length)

    def _draw_names(self, painter: QPainter, shown: Iterable[int]) -> None:
        """Draw some names, all but those that would be cut at an end."""
        ratio, names, across = self.devicePixelRatioF(), self._names, self._across
        if ratio != self._names_ratio:
            names.clear()
            self._names_ratio = ratio
        most, middle = self._length(), self._origin_px + 0.5 * self._cell_px
        for index in shown:
            drawn = names.get(index)
            if drawn is None:
                drawn = names[index] = self._name_of(index, hot=False)
            length = (drawn.width() if across else drawn.height()) / ratio
            start = round(middle + index * self._cell_px - length / 2)
            if 0 <= start <= most - length:
                painter.drawPixmap(start if across else 0, 0 if across else start, drawn)

    def _draw_hot_name(self, painter: QPainter, index: int) -> None:
        """Draw the name that is marked, whole in any case."""
        drawn, ratio = self._name_of(index, hot=True), self.devicePixelRatioF()
        length = (drawn.width() if self._across else drawn.height()) / ratio
        start = round(self._origin_px + (index + 0.5) * self._cell_px - length / 2)
        start = max(0, min(start, math.floor(self._length() - length)))
        painter.drawPixmap(start if self._across else 0, 0 if self._across else start, drawn)

    def _name_of(self, index: int, *, hot: bool) -> QPixmap:
        colors, room = self._theme.palette, self._thickness() - _BAR_PX
        return _name(
            column_name(index) if self._across else str(index + 1),
            (colors.accent, colors.window) if hot else (colors.text3, ""),
            (0 if self._across else room, room if self._across else 18),
            self._theme.scale,
            self.devicePixelRatioF(),
        )

    def _length(self) -> int:
        return self.width() if self._across else self.height()

    def _thickness(self) -> int:
        return self.height() if self._across else self.width()


def rows_px(count: int) -> int:
    """Return how wide the strip of the rows is, at 100 %, for their numbers to stand apart."""
    return RULER_PX + _DIGIT_PX * max(0, len(str(count)) - 2)


@kept_of_fight(1024)
def _name(
    name: str, colors: tuple[str, str], size: tuple[int, int], scale: float, ratio: float
) -> QPixmap:
    """Return a column's or row's name, or words of the scale, as pixels; shared, read-only.

    Args:
        name: what it says.
        colors: of the words, and of the ground for the one that is marked; empty for nothing.
        size: width (0: as the name needs) and height in pixels.
        scale: interface scale.
        ratio: device pixel ratio.
    """
    color, ground = colors
    face = font(Type.AXIS_ACTIVE if ground else Type.AXIS, scale)
    width = size[0] or math.ceil(QFontMetricsF(face).horizontalAdvance(name)) + 2 * _NAME_INSET_PX
    pixmap = QPixmap(math.ceil(width * ratio), math.ceil(size[1] * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(qcolor(ground) if ground else Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setFont(face)
        painter.setPen(qcolor(color))
        box = QRectF(0, 0, width, size[1])
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, name)
    return pixmap


@kept_of_fight(256)
def _advance(words: str, scale: float) -> float:
    """Return how long words of the scale are, in pixels."""
    return QFontMetricsF(font(Type.AXIS, scale)).horizontalAdvance(words)


class ScaleBar(CachedPanel):
    """The scale in the lower right corner: so many squares, so many metres."""

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent, theme)
        self._cell_px = 1.0
        self._length = (1.0, "")
        self._room = round(_SCALE_LONGEST_PX)

    def set_theme(self, theme: Theme) -> None:
        """Take another theme."""
        self._theme = theme
        self._fit()

    def show_scale(self, cell_px: float, cell_length: float, unit: str) -> None:
        """Say how long a cell is on screen and in the world."""
        scale = (cell_px, (cell_length, unit))
        if scale != (self._cell_px, self._length):
            self._cell_px, self._length = scale
            self._fit()

    def use_room(self, width_px: int) -> None:
        """Take no more width than there is."""
        room = min(round(_SCALE_LONGEST_PX), width_px - round(24 * self._theme.scale))
        if room != self._room:
            self._room = room
            self._fit()

    def sit_at(self, corner: QPointF) -> None:
        """Put the lower right corner at a place of the parent."""
        self.move(round(corner.x()) - self.width(), round(corner.y()) - self.height())

    def draw(self, painter: QPainter) -> None:
        """Draw the bar and how long it is."""
        colors, scale = self._theme.palette, self._theme.scale
        cells, parts = self._cells(), self._parts()
        left, top = 12 * scale, self.height() - 10 * scale
        for part in range(parts):
            width = cells * self._cell_px / parts
            color = colors.text if part % 2 == 0 else colors.line2
            painter.fillRect(QRectF(left + part * width, top, width, 4), qcolor(color))
        middle, right = self.width() / 2, self.width() - left
        self._draw_words(painter, self._squares(), middle, 0.5)
        if self._distance():
            self._draw_words(painter, "0", left, 0.0)
            self._draw_words(painter, self._distance(), right, 1.0)

    def _draw_words(self, painter: QPainter, words: str, x: float, share: float) -> None:
        """Draw words of which some share lies left of a place."""
        scale, ratio = self._theme.scale, self.devicePixelRatioF()
        size = (0, round(15 * scale))
        drawn = _name(words, (self._theme.palette.text2, ""), size, scale, ratio)
        length = drawn.width() / ratio - 2 * _NAME_INSET_PX
        start = round(x - share * length) - _NAME_INSET_PX
        painter.drawPixmap(start, round(3 * scale), drawn)

    def _cells(self) -> int:
        fitting = [n for n in _NICE if n * self._cell_px <= self._room]
        return fitting[-1] if fitting else 1

    def _parts(self) -> int:
        cells = self._cells()
        return cells if cells in (1, 2, 4, 5) else 5 if cells % 5 == 0 else 4

    def _squares(self) -> str:
        cells = self._cells()
        return _("1 square") if cells == 1 else _("{count} squares").format(count=cells)

    def _distance(self) -> str:
        length, unit = self._length
        return f"{self._cells() * length:g} {unit}".strip() if unit else ""

    def _fit(self) -> None:
        scale = self._theme.scale
        # What stands in the middle leaves room for the longer end at both sides.
        words = _advance(self._squares(), scale) + 2 * _advance(f"{self._distance()}  ", scale)
        width = max(self._cells() * self._cell_px, words) + 24 * scale
        box = QRect(0, 0, round(width), round(32 * scale))
        corner = self.geometry().bottomRight()
        box.moveBottomRight(corner)
        self.setGeometry(box)
        self.redraw()
