"""The legend of a chart of squares, at the top left: what it says, of whom, known by whom.

Its chips change that; its key takes the chart off.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QPainter, QPen

from gridwar.text import _
from gridwar.ui.map.frame.voiced_plate import VoicedPlate
from gridwar.ui.map.overlays.chart_squares import step_brushes
from gridwar.ui.style.colors import qcolor
from gridwar.ui.style.fonts import SANS
from gridwar.ui.style.tooltip_window import show_tip

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtGui import QMouseEvent
    from PySide6.QtWidgets import QWidget

    from gridwar.control.records.chart_records import ChartHue, ChartLegend, ChartView
    from gridwar.ui.map.frame.voiced_plate import Voice
    from gridwar.ui.style.theme import Theme

_INSET_PX, _GAP_PX = 12.0, 8.0
_LINE_PX, _CHIP_PX = 24.0, 22.0
_SAMPLE_W_PX, _SAMPLE_H_PX = 24.0, 16.0
_TITLE: Voice = (SANS, 13, 600, "text")
_NOTE: Voice = (SANS, 12, 400, "text2")
_QUIET: Voice = (SANS, 12, 400, "text3")
_STEP: Voice = (SANS, 12, 500, "text")
_KEY: Voice = (SANS, 11, 500, "text2")
_KEY_GAP_PX: Final = 14.0


class ChartLegendPlate(VoicedPlate):
    """The legend of a chart; hidden while there is none. ``chosen(key)`` on a click on a chip."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        """Begin hidden."""
        super().__init__(parent, theme)
        self._legend: ChartLegend | None = None
        self._chips: tuple[QRectF, ...] = ()
        self._room = 0
        self._keys: Mapping[ChartHue, str] = {}
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, False)
        self.setAccessibleName(_("Legend of the chart"))
        self.hide()

    def show_chart(self, chart: ChartView | None) -> None:
        """Show the legend of a chart, or none."""
        legend = None if chart is None else chart.legend
        if legend != self._legend:
            self._legend = legend
            self._fit()

    def show_keys(self, keys: Mapping[ChartHue, str]) -> None:
        """Name the keys that take the charts off, by their hues."""
        if keys != self._keys:
            self._keys = keys
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
        used += self._write(painter, head.adjusted(used, 0, 0, 0), legend.note, _NOTE)
        self._draw_key(painter, head.adjusted(used + self._px(_KEY_GAP_PX), 0, 0, 0))
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

    def _draw_key(self, painter: QPainter, place: QRectF) -> None:
        """Draw the key that takes it off, and that it does."""
        key = self._key()
        if not key:
            return
        colors = self._theme.palette
        cap = QRectF(place.left(), 0, self._width(key, _KEY) + self._px(10), self._px(18))
        cap.moveTop(round(place.center().y() - cap.height() / 2))
        painter.setPen(QPen(qcolor(colors.line2), 1))
        painter.setBrush(qcolor(colors.control))
        painter.drawRoundedRect(cap.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        self._write(painter, cap.adjusted(self._px(5), 0, 0, 0), key, _KEY)
        self._write(painter, place.adjusted(cap.width() + self._px(6), 0, 0, 0), _("off"), _QUIET)

    def _key(self) -> str:
        return "" if self._legend is None else self._keys.get(self._legend.hue, "")

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
        if self._key():
            words = self._width(self._key(), _KEY) + self._width(_("off"), _QUIET)
            said += self._px(_KEY_GAP_PX + 16) + words
        steps = sum(self._width(one, _STEP) + self._px(_SAMPLE_W_PX + 20) for one in legend.steps)
        if legend.steps or legend.state:  # the place is kept when all is known: no chip may move
            steps += max(self._width(one, _QUIET) for one in (legend.state, legend.widest_state))
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
