"""The plates of a chart of squares: its legend at the top left, and the square pointed at in words.

The legend says what, of whom and known by whom; its chips change that. The card lies on the free
side of the square.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QPainter, QPen

from gridwar.control.records.scene_records import TokenView
from gridwar.text import _
from gridwar.ui.map.cached_plate import CachedPanel
from gridwar.ui.map.frame.beside_square import place_beside
from gridwar.ui.map.overlays.chart_squares import step_brushes
from gridwar.ui.map.tokens.token_paint import draw_mini_token
from gridwar.ui.style.colors import qcolor
from gridwar.ui.style.fonts import SANS, SERIF, sized_font
from gridwar.ui.style.tooltip_window import show_tip

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint
    from PySide6.QtGui import QMouseEvent
    from PySide6.QtWidgets import QWidget

    from gridwar.control.records.chart_records import ChartCard, ChartLegend, ChartLine, ChartView
    from gridwar.ui.map.frame.ghost_sheet import Voice
    from gridwar.ui.style.theme import Theme

_INSET_PX, _GAP_PX = 12.0, 8.0
_LINE_PX, _CHIP_PX = 24.0, 22.0
_SAMPLE_W_PX, _SAMPLE_H_PX = 24.0, 16.0
_CARD_PX: Final = 330.0
_HEAD_PX, _ROW_PX, _MORE_PX, _FOOT_PX = 30.0, 36.0, 17.0, 17.0
_NAME_PX = 26.0
"""A line with a name alone."""
_TOKEN_PX: Final = 11.0
_TITLE: Voice = (SANS, 13, 600, "text")
_NOTE: Voice = (SANS, 12, 400, "text2")
_QUIET: Voice = (SANS, 12, 400, "text3")
_STEP: Voice = (SANS, 12, 500, "text")
_PLACE: Voice = (SERIF, 15, 600, "text")
_BIG: Voice = (SANS, 20, 700, "text")
_FIGURE: Voice = (SANS, 14, 700, "text")
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class _Plate(CachedPanel):
    """What both have in common: words in voices of the theme."""

    def set_theme(self, theme: Theme) -> None:
        """Take another theme."""
        self._theme = theme
        self._fit()

    def _fit(self) -> None:
        raise NotImplementedError

    def _px(self, size_px: float) -> float:
        return size_px * self._theme.scale

    def _width(self, words: str, voice: Voice) -> float:
        face = sized_font(voice[0], round(voice[1] * self._theme.scale), voice[2])
        return QFontMetricsF(face).horizontalAdvance(words)

    def _write(self, painter: QPainter, box: QRectF, words: str, voice: Voice) -> float:
        """Write a line, cut to the box; return how wide it is."""
        face = sized_font(voice[0], round(voice[1] * self._theme.scale), voice[2])
        painter.setFont(face)
        color: str = getattr(self._theme.palette, voice[3])
        painter.setPen(qcolor(color))
        metrics = QFontMetricsF(face)
        shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, max(0.0, box.width() + 1))
        painter.drawText(box, _LEFT | Qt.TextFlag.TextDontClip, shown)
        return metrics.horizontalAdvance(shown)

    def _write_right(self, painter: QPainter, box: QRectF, words: str, voice: Voice) -> float:
        """Write a line that ends at the right of the box; return how wide it is."""
        width = min(self._width(words, voice), box.width())
        self._write(painter, box.adjusted(box.width() - width, 0, 0, 0), words, voice)
        return width


class ChartLegendPlate(_Plate):
    """The legend of a chart; hidden while there is none. ``chosen(key)`` on a click on a chip."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        """Begin hidden."""
        super().__init__(parent, theme)
        self._legend: ChartLegend | None = None
        self._chips: tuple[QRectF, ...] = ()
        self._room = 0
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, False)
        self.setAccessibleName(_("Legend of the chart"))
        self.hide()

    def show_chart(self, chart: ChartView | None) -> None:
        """Show the legend of a chart, or none."""
        legend = None if chart is None else chart.legend
        if legend != self._legend:
            self._legend = legend
            self._fit()

    def use_room(self, width_px: int) -> None:
        """Take no more width than there is; chips go on in another line."""
        if width_px != self._room:
            self._room = width_px
            self._fit()

    def chips(self) -> dict[str, QRectF]:
        """Return the places of what a click changes, by key."""
        chips = () if self._legend is None else self._legend.chips
        return {one.key: box for one, box in zip(chips, self._chips, strict=True) if one.key}

    def draw(self, painter: QPainter) -> None:
        """Draw what it tells, the steps, and by what it goes."""
        legend = self._legend
        if legend is None:
            return
        inset, line = self._px(_INSET_PX), self._px(_LINE_PX)
        head = QRectF(inset, self._px(6), self.width() - 2 * inset, line)
        used = self._write(painter, head, legend.title, _TITLE) + self._px(_GAP_PX)
        self._write(painter, head.adjusted(used, 0, 0, 0), legend.note, _NOTE)
        x, top = inset, head.bottom()
        for step, words in enumerate(legend.steps):
            self._draw_sample(painter, QRectF(x, top, 0, line), step)
            x += self._px(_SAMPLE_W_PX + 6)
            x += self._write(painter, QRectF(x, top, self.width(), line), words, _STEP)
            x += self._px(14)
        if legend.state:
            self._write(painter, QRectF(x, top, self.width() - x, line), legend.state, _QUIET)
        for chip, box in zip(legend.chips, self._chips, strict=True):
            if not chip.key:
                self._write(painter, box, chip.text, _QUIET)
                continue
            colors = self._theme.palette
            painter.setPen(QPen(qcolor(colors.line2 if chip.is_on else colors.line), 1))
            painter.setBrush(qcolor(colors.control if chip.is_on else colors.panel))
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 11, 11)
            inside = box.adjusted(self._px(10), 0, -self._px(10), 0)
            self._write(painter, inside, chip.text, _STEP if chip.is_on else _QUIET)
            if not chip.is_on:
                y = round(inside.center().y()) + 0.5
                painter.drawLine(QPointF(inside.left(), y), QPointF(inside.right(), y))

    def _draw_sample(self, painter: QPainter, place: QRectF, step: int) -> None:
        assert self._legend is not None
        box = QRectF(place.left(), 0, self._px(_SAMPLE_W_PX), self._px(_SAMPLE_H_PX))
        box.moveTop(round(place.center().y() - box.height() / 2))
        for brush in step_brushes(self._legend.hue, step, self.devicePixelRatioF()):
            painter.fillRect(box, brush)
        painter.setPen(QPen(qcolor(self._theme.palette.line2), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)

    def _fit(self) -> None:
        legend = self._legend
        self.setVisible(legend is not None)
        if legend is None:
            return
        inset, gap = self._px(_INSET_PX), self._px(_GAP_PX)
        said = self._width(legend.title, _TITLE) + gap + self._width(legend.note, _NOTE)
        steps = sum(self._width(one, _STEP) + self._px(_SAMPLE_W_PX + 20) for one in legend.steps)
        steps += self._width(legend.state, _QUIET)
        most = self._room or said + 2 * inset
        has_steps = bool(legend.steps or legend.state)
        x, y = inset, self._px(6 + _LINE_PX + (_LINE_PX if has_steps else 0) + 4)
        wide, boxes = max(said, steps) + 2 * inset, list[QRectF]()
        for chip in legend.chips:
            voice, pad = (_STEP, self._px(20)) if chip.key else (_QUIET, 0.0)
            length = self._width(chip.text, voice) + pad
            if x > inset and x + length + inset > min(most, max(wide, self._px(420))):
                x, y = inset, y + self._px(_CHIP_PX + 5)
            boxes.append(QRectF(x, y, length, self._px(_CHIP_PX)))
            x += length + gap
            wide = max(wide, x - gap + inset)
        self._chips = tuple(boxes)
        self.resize(QSize(round(min(most, wide)), round(y + self._px(_CHIP_PX + 9))))
        self.redraw()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Change by what the chart goes, where a chip is clicked (Qt's hook)."""
        key = self._key_at(event.position())
        if key:
            self.chosen.emit(key)

    def event(self, event: QEvent) -> bool:
        """Say what a click does (Qt's hook)."""
        if event.type() is QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            key = self._key_at(QPointF(event.pos()))
            chips = () if self._legend is None else self._legend.chips
            words = next((one.tooltip for one in chips if key and one.key == key), "")
            show_tip(event.globalPos(), words, self)
            return True
        return super().event(event)

    def _key_at(self, place: QPointF) -> str:
        return next((key for key, box in self.chips().items() if box.contains(place)), "")


class ChartCardPlate(_Plate):
    """The square under the pointer; hidden while none is."""

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        """Begin hidden."""
        super().__init__(parent, theme)
        self._card: ChartCard | None = None
        self.hide()

    def show_chart(self, chart: ChartView | None) -> None:
        """Show the card of a chart, or none."""
        card = None if chart is None else chart.card
        if card != self._card:
            self._card = card
            self._fit()

    def sit(self, corner: QPoint, cell_px: float, plates: tuple[QRectF, ...]) -> None:
        """Go beside the square, to its free side.

        Args:
            corner: What is at the viewport's corner, in pixels from the map's corner.
            cell_px: Edge of a cell.
            plates: What else lies upon the map, in pixels of the viewport.
        """
        around = self.parentWidget()
        if self._card is None or around is None:
            return

        def seen(at: tuple[float, float, float, float]) -> QRectF:
            box = QRectF(*at)
            return QRectF(box.topLeft() * cell_px - QPointF(corner), box.size() * cell_px)

        room = QRectF(around.rect()).adjusted(4, 4, -4, -4)
        tokens = tuple(map(seen, self._card.tokens))
        self.move(place_beside(self.size(), seen(self._card.at), tokens, plates, room).toPoint())

    def _fit(self) -> None:
        card = self._card
        self.setVisible(card is not None)
        if card is None:
            return
        high = _HEAD_PX + sum(map(_height_px, card.lines))
        lines = sum(len(some) for some in self._foot())
        high += 2 * _GAP_PX + (lines * _FOOT_PX + _GAP_PX if lines else 0)
        self.resize(QSize(round(self._px(_CARD_PX)), round(self._px(high))))
        self.redraw()

    def _foot(self) -> list[list[str]]:
        """Return the sentences at the foot, each broken into lines."""
        room = self._px(_CARD_PX - 2 * _INSET_PX)
        foot = () if self._card is None else self._card.foot
        return [self._broken(words, room) for words in foot]

    def _broken(self, words: str, room_px: float) -> list[str]:
        lines = [""]
        for word in words.split(" "):
            longer = f"{lines[-1]} {word}".strip()
            if lines[-1] and self._width(longer, _NOTE) > room_px:
                lines.append(word)
            else:
                lines[-1] = longer
        return lines

    def draw(self, painter: QPainter) -> None:
        """Draw the square, a line a foe, and what else there is to say."""
        card = self._card
        if card is None:
            return
        inset, gap = self._px(_INSET_PX), self._px(_GAP_PX)
        head = QRectF(inset, gap, self.width() - 2 * inset, self._px(_HEAD_PX - 4))
        right = self._write_right(painter, head, card.of, _NOTE) if card.of else 0.0
        box = head.adjusted(0, 0, -right - (gap / 2 if right else 0), 0)
        self._write_right(painter, box, card.figure, _BIG)
        used = self._write(painter, head, card.title, _PLACE)
        self._write(painter, head.adjusted(used + gap, 0, 0, 0), card.note, _NOTE)
        y = gap + self._px(_HEAD_PX)
        for line in card.lines:
            y = self._draw_line(painter, line, QRectF(inset, y, head.width(), 0))
        foot = self._foot()
        if foot:
            if card.lines:
                hair = QRectF(inset, round(y + gap / 2), head.width(), 1)
                painter.fillRect(hair, qcolor(self._theme.palette.line))
            y += gap
        for some in foot:
            for words in some:
                self._write(painter, QRectF(inset, y, head.width(), self._px(16)), words, _NOTE)
                y += self._px(_FOOT_PX)

    def _draw_line(self, painter: QPainter, line: ChartLine, place: QRectF) -> float:
        """Draw a foe's line, and return where it ends."""
        is_name = not (line.where or line.odds)
        place.setHeight(self._px(_NAME_PX if is_name else _ROW_PX))
        radius = self._px(_TOKEN_PX)
        middle = QPointF(place.left() + radius, place.top() + place.height() / 2)
        token = TokenView("", (0.0, 0.0), line.token.initials, side=line.token.side)
        draw_mini_token(painter, middle, radius, token, None)
        half = place.height() / (1 if is_name else 2)
        above = QRectF(place.left() + 2 * radius + 8, place.top(), 0, half)
        above.setRight(place.right())
        used = self._write_right(painter, above, line.figure, _FIGURE)
        figure = max(used, self._px(26)) + self._px(_GAP_PX) if line.figure else 0.0
        words = above.adjusted(0, 0, -figure, 0)
        name = self._write(painter, words, line.name, _TITLE)
        weapon = words.adjusted(name + self._px(5), 0, 0, 0)
        self._write(painter, weapon, line.weapon, _NOTE)
        below = above.translated(0, half)
        right = self._write_right(painter, below, line.odds, _NOTE) + self._px(_GAP_PX)
        self._write(painter, below.adjusted(0, 0, -right, 0), line.where, _QUIET)
        if not line.more:
            return place.bottom()
        more = QRectF(below.left(), place.bottom() - 1, below.width(), self._px(_MORE_PX))
        self._write(painter, more, line.more, _QUIET)
        return place.bottom() + self._px(_MORE_PX)


def _height_px(line: ChartLine) -> float:
    """Return how high a foe's line is at 100 %."""
    if not (line.where or line.odds):
        return _NAME_PX
    return _ROW_PX + (_MORE_PX if line.more else 0.0)
