"""The body of a measuring tool's panel, drawn as one: title, lists, choices.

Owns where each part lies and what a click on it means. It is redrawn while the pointer moves over
the map, so it is a picture with places and not a tree of widgets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QHelpEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gridwar.control.records.measure_records import MeasureChoice, MeasureRow
from gridwar.control.records.panel_records import Tone
from gridwar.ui.style.colors import map_colors
from gridwar.ui.style.row_heights import ACTION_ROW_PX, PERSON_ROW_PX
from gridwar.ui.style.tone_colors import tone_color
from gridwar.ui.style.tooltip_window import show_tip
from gridwar.ui.widgets.painting.themed_painter import (
    BODY,
    LEFT,
    MIDDLE,
    NOTE,
    PANEL,
    RIGHT,
    SMALL,
    SMALL_STRONG,
    STRONG,
    TITLE,
    ThemedPainter,
    Voice,
    advance,
    keycap_width,
    voice_font,
)
from gridwar.ui.widgets.painting.themed_widgets import Painted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtGui import QMouseEvent

    from gridwar.control.records.measure_records import MeasureBlock, MeasureView
    from gridwar.ui.style.theme import Theme

_INSET = 14
_CHIP_PX = 30
_GAP_PX = 6


class _Place(Struct, frozen=True):
    """A part of the panel and where it lies."""

    box: QRectF
    part: MeasureRow | MeasureChoice | tuple[str, Voice]
    key: str = ""
    tooltip: str = ""


def is_prose(row: MeasureRow) -> bool:
    """Return whether a row is a sentence, which may take several lines."""
    return row.token is None and not (row.value or row.note or row.number)


class MeasureBoard(Painted):
    """Draws a `MeasureView`; ``pressed(key)`` tells what was clicked."""

    pressed = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._view: MeasureView | None = None
        self._places: tuple[_Place, ...] = ()
        self._height_px = 0
        self._hot = ""
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)

    def show_view(self, view: MeasureView) -> None:
        """Show another state."""
        if view != self._view:
            self._view = view
            words = [view.title, view.subtitle]
            words += [row.title for block in view.blocks for row in block.rows]
            self.setAccessibleName(", ".join(filter(None, words)))
            self._lay_out()

    def keys(self) -> dict[str, QRectF]:
        """Return the places that can be clicked, by what they mean."""
        return {place.key: place.box for place in self._places if place.key}

    def sizeHint(self) -> QSize:
        """Return the height of all parts."""
        return QSize(self.theme.px(200), self._height_px)

    def minimumSizeHint(self) -> QSize:
        """Return the same height."""
        return QSize(0, self._height_px)

    def on_theme(self) -> None:
        """Measure again, in the new scale."""
        self._lay_out()
        super().on_theme()

    def resizeEvent(self, event: object) -> None:
        """Break lines anew."""
        del event
        self._lay_out()

    # --- where things are ------------------------------------------------------------------------

    def _lay_out(self) -> None:
        view = self._view
        if view is None:
            return
        places: list[_Place] = []
        y = self._px(4)
        for words, voice in ((view.title, TITLE), (view.subtitle, NOTE)):
            if words:
                box = self._text_box(words, voice, y)
                places.append(_Place(box, (words, voice)))
                y = box.bottom() + self._px(2)
        for block in view.blocks:
            y += self._px(12)
            for place in self._block_places(block, y):
                places.append(place)
                y = max(y, place.box.bottom())
        self._places, height = tuple(places), round(y + self._px(14))
        if height != self._height_px:
            self._height_px = height
            self.setMinimumHeight(height)
        self.update()

    def _text_box(self, words: str, voice: Voice, y: float) -> QRectF:
        width = self.width() - 2 * self._px(_INSET)
        found = QFontMetricsF(voice_font(voice, self.theme)).boundingRect(
            QRectF(0, 0, width, 4000), int(Qt.TextFlag.TextWordWrap), words
        )
        return QRectF(self._px(_INSET), y, width, found.height() + self._px(2))

    def _block_places(self, block: MeasureBlock, y: float) -> Iterator[_Place]:
        left, width = self._px(_INSET), self.width() - 2 * self._px(_INSET)
        if block.heading:
            yield _Place(QRectF(left, y, width, self._px(24)), (block.heading, PANEL))
            y += self._px(26)
        for row in block.rows:
            height = self._row_height(row, width)
            yield _Place(
                QRectF(left - self._px(6), y, width + self._px(12), height),
                row,
                row.key,
                row.tooltip,
            )
            y += height
        if block.note:
            box = self._text_box(block.note, NOTE, y + self._px(2))
            yield _Place(box, (block.note, NOTE))
            y = box.bottom() + self._px(4)
        yield from self._chips(block.choices, y + self._px(4))

    def _row_height(self, row: MeasureRow, width: float) -> float:
        if row.note and row.token:
            return self._px(PERSON_ROW_PX)
        if not is_prose(row):
            return self._px(ACTION_ROW_PX)
        room = width - self._px(26 if row.icon else 0)
        if row.rule_id:
            room -= advance(row.rule_id, SMALL, self.theme) + self._px(12)
        found = QFontMetricsF(voice_font(BODY, self.theme)).boundingRect(
            QRectF(0, 0, room, 4000), int(Qt.TextFlag.TextWordWrap), row.title
        )
        return max(self._px(ACTION_ROW_PX), found.height() + self._px(12))

    def _chips(self, choices: tuple[MeasureChoice, ...], y: float) -> Iterator[_Place]:
        left, right = self._px(_INSET), self.width() - self._px(_INSET)
        x = left
        for choice in choices:
            width = self._chip_width(choice)
            if x > left and x + width > right:
                x, y = left, y + self._px(_CHIP_PX + _GAP_PX)
            yield _Place(QRectF(x, y, width, self._px(_CHIP_PX)), choice, choice.key)
            x += width + self._px(_GAP_PX)

    def _chip_width(self, choice: MeasureChoice) -> float:
        width = advance(choice.words, BODY, self.theme) + self._px(20)
        width += self._px(22) if choice.icon else 0
        return width + (
            keycap_width(choice.keycap, self.theme) + self._px(8) if choice.keycap else 0
        )

    def _px(self, size_px: float) -> float:
        return size_px * self.theme.scale

    # --- drawing ---------------------------------------------------------------------------------

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw all parts."""
        painter.qpainter.fillRect(box, painter.colors.panel)
        for place in self._places:
            part = place.part
            hot = bool(place.key) and place.key == self._hot
            if isinstance(part, MeasureRow):
                self._draw_row(painter, place.box, part, hot=hot)
            elif isinstance(part, MeasureChoice):
                self._draw_chip(painter, place.box, part, hot=hot)
            else:
                self._draw_words(painter, place.box, *part)

    def _draw_words(self, painter: ThemedPainter, box: QRectF, words: str, voice: Voice) -> None:
        color = painter.colors.text2 if voice == NOTE else painter.colors.text
        painter.wrapped(box, words, voice, color, LEFT)

    def _draw_chip(
        self, painter: ThemedPainter, box: QRectF, choice: MeasureChoice, *, hot: bool
    ) -> None:
        colors = painter.colors
        if choice.chosen:
            painter.rounded_box(box, 8, colors.accent_ground, colors.accent, 1.2)
        else:
            painter.rounded_box(box, 8, colors.raised, colors.line2 if hot else colors.line, 1.2)
        x, middle = box.left() + painter.px(10), box.center().y()
        color = colors.text if choice.chosen or hot else colors.text2
        if choice.icon:
            icon_color = colors.accent if choice.chosen else color
            painter.icon(choice.icon, QPointF(x + painter.px(8), middle), 16, icon_color)
            x += painter.px(22)
        words = QRectF(x, box.top(), box.right() - x, box.height())
        x += painter.text(words, choice.words, BODY, color)
        if choice.keycap:
            painter.keycap(x + painter.px(8), middle, choice.keycap, colors.text2)

    def _draw_row(self, painter: ThemedPainter, box: QRectF, row: MeasureRow, *, hot: bool) -> None:
        colors = painter.colors
        if hot:
            painter.rounded_box(box, 8, colors.raised)
        x, middle = box.left() + painter.px(6), box.center().y()
        x = self._draw_lead(painter, x, middle, row)
        right = box.right() - painter.px(6)
        color = colors.text3 if row.off else tone_color(colors, row.tone)
        value = QRectF(x, box.top(), right - x, box.height())
        taken = painter.text(
            value, row.value, STRONG, colors.text3 if row.off else colors.text, RIGHT
        )
        right -= taken + (painter.px(8) if row.value else 0)
        if row.rule_id:
            rule = QRectF(x, box.top(), right - x, box.height())
            right -= painter.text(rule, row.rule_id, SMALL, colors.text3, RIGHT) + painter.px(8)
        if is_prose(row):
            words = QRectF(x, box.top(), right - x, box.height())
            self._draw_words(painter, words, row.title, BODY)
            return
        if row.note and row.token is not None:
            upper = QRectF(x, box.top() + painter.px(3), right - x, painter.px(21))
            lower = QRectF(x, box.top() + painter.px(23), right - x, painter.px(18))
            width = painter.text(upper, row.title, BODY, color)
            is_warned = row.tone is Tone.WARN and not row.off
            painter.text(lower, row.note, NOTE, colors.warn if is_warned else colors.text3)
            struck = upper
        else:
            words = QRectF(x, box.top(), right - x, box.height())
            width = painter.text(words, row.title, BODY, color)
            note = QRectF(
                x + width + painter.px(8),
                box.top(),
                right - x - width - painter.px(8),
                box.height(),
            )
            if note.width() > painter.px(24):
                painter.text(note, row.note, NOTE, colors.text3)
            struck = words
        if row.off:
            painter.hairline(struck.left(), struck.left() + width, struck.center().y())

    def _draw_lead(self, painter: ThemedPainter, x: float, middle: float, row: MeasureRow) -> float:
        if row.number:
            disc = QRectF(x, middle - painter.px(9), painter.px(18), painter.px(18))
            counted = row.number.isdecimal()
            painter.rounded_box(
                disc, 99, map_colors().intent if counted else None, painter.colors.line2
            )
            color = map_colors().ink if counted else painter.colors.text3
            painter.text(disc, row.number, SMALL_STRONG, color, MIDDLE)
            x += painter.px(26)
        if row.token is not None:
            painter.token(QPointF(x + painter.px(14), middle), painter.px(14), row.token)
            return x + painter.px(38)
        if row.icon:
            painter.icon(row.icon, QPointF(x + painter.px(8), middle), 16, painter.colors.text3)
            return x + painter.px(26)
        return x

    # --- pointer ---------------------------------------------------------------------------------

    def _at(self, point: QPointF) -> _Place | None:
        return next((one for one in self._places if one.key and one.box.contains(point)), None)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Mark what could be clicked."""
        place = self._at(event.position())
        hot = "" if place is None else place.key
        if hot != self._hot:
            self._hot = hot
            hand = Qt.CursorShape.PointingHandCursor if hot else Qt.CursorShape.ArrowCursor
            self.setCursor(hand)
            self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """Mark nothing."""
        del event
        self._hot = ""
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Do what is clicked."""
        place = self._at(event.position())
        if place is not None and event.button() is Qt.MouseButton.LeftButton:
            self.pressed.emit(place.key)

    def event(self, event: QEvent) -> bool:
        """Show the tooltip of a part."""
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            place = self._at(QPointF(event.pos()))
            show_tip(event.globalPos(), "" if place is None else place.tooltip, self)
            return True
        return super().event(event)
