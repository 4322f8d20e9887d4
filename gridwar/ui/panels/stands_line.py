"""The line of chips "where could I stand?" at the foot of the map: it reads like a sentence.

Each chip says how many squares it leaves. A click opens what it can be changed to; the keys go on
to the map, whose tool knows what they do.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter

from gridwar.text import _
from gridwar.ui.style.colors import qcolor
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.painting.themed_painter import (
    BODY,
    NOTE,
    STRONG,
    ThemedPainter,
    advance,
    keycap_width,
)
from gridwar.ui.widgets.painting.themed_widgets import Painted, PaintedButton, ThemedWidget

if TYPE_CHECKING:
    from PySide6.QtGui import QMouseEvent, QPaintEvent, QWheelEvent
    from PySide6.QtWidgets import QWidget

    from gridwar.control.records.stand_records import ChipView, StandsLine, StandsOnMap
    from gridwar.ui.map.camera.map_view import MapView
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.painting.themed_painter import Voice

HEIGHT_PX: Final = 50
_CHIP_PX, _GAP_PX, _SIDE_PX, _ROOM_PX = 30, 7, 12, 10
_PAD_PX: Final = 11
_TOTAL: Voice = (STRONG[0], 16, 700)


class ChipButton(PaintedButton):
    """One chip: what it asks, and how many squares it leaves."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        """Begin empty."""
        super().__init__(theme, parent)
        self.view: ChipView | None = None
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Tab is the map's own

    def show_chip(self, view: ChipView) -> None:
        """Show a chip."""
        if view != self.view:
            self.view = view
            self.setAccessibleName(", ".join(filter(None, (view.text, view.count))))
            set_tip(self, view.tooltip)
            self.update()

    def sizeHint(self) -> QSize:
        """Return room for words and count."""
        view, px = self.view, self.theme.px
        if view is None:
            return QSize(0, px(_CHIP_PX))
        width = sum(advance(words, voice, self.theme) for words, voice in _parts(view))
        if view.count:
            width += advance(view.count, NOTE, self.theme) + px(7)
        return QSize(round(width) + 2 * px(_PAD_PX), px(_CHIP_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw it: brass where keys change it, struck through where it does not count."""
        view, colors = self.view, painter.colors
        if view is None:
            return
        hot = self.underMouse() or self.isDown()
        ground = colors.accent_ground if view.is_at else colors.raised if hot else colors.control
        edge = colors.accent if view.is_at else colors.line2
        painter.rounded_box(box, 99, ground, edge, 1.6 if view.is_at else 1.0)
        right = box.right() - painter.px(_PAD_PX)
        if view.count:
            right -= painter.width(view.count, NOTE) + painter.px(7)
        x = box.left() + painter.px(_PAD_PX)
        color = colors.text if view.is_known else colors.text3
        begin = x
        for words, voice in _parts(view):
            x += painter.text(QRectF(x, box.top(), right - x, box.height()), words, voice, color)
        if not view.is_known:
            painter.qpainter.setPen(qcolor(colors.text3))
            y = round(box.center().y()) + 0.5
            painter.qpainter.drawLine(round(begin), round(y), round(x), round(y))
        if view.count:
            count = QRectF(right + painter.px(7), box.top(), box.width(), box.height())
            painter.text(count, view.count, NOTE, colors.text2)


def _parts(view: ChipView) -> tuple[tuple[str, Voice], ...]:
    """Return the words of a chip, that which can be changed in a voice of its own."""
    before, strong, after = view.text.partition(view.strong) if view.strong else (view.text, "", "")
    parts = ((before, BODY), (strong, STRONG), (after, BODY))
    return tuple(one for one in parts if one[0])


class _Words(Painted):
    """The question at the left with its key, and at the right how many squares fit."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.key = ""
        self.shows_title = True
        self.title, self.total, self.unit = "", "", ""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    @property
    def left_px(self) -> int:
        """Room of the question."""
        key = keycap_width(self.key, self.theme) + self.theme.px(8) if self.key else 0
        return round(advance(self.title, STRONG, self.theme) + key) + self.theme.px(10)

    @property
    def right_px(self) -> int:
        """Room of the figure."""
        words = advance(self.total, _TOTAL, self.theme) + advance(self.unit, BODY, self.theme)
        return round(words) + self.theme.px(18)

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw both on the first line."""
        colors, side = painter.colors, painter.px(_SIDE_PX)
        line = QRectF(box.left() + side, box.top(), box.width(), painter.px(HEIGHT_PX))
        used = painter.text(line, self.title, STRONG, colors.text) if self.shows_title else 0.0
        if self.key and self.shows_title:
            x = line.left() + used + painter.px(8)
            painter.keycap(x, line.center().y(), self.key, colors.text2)
        right = box.right() - side
        unit = painter.width(self.unit, BODY)
        painter.text(
            QRectF(right - unit, line.top(), unit, line.height()), self.unit, BODY, colors.text2
        )
        total = painter.width(self.total, _TOTAL)
        left = right - unit - painter.px(5) - total
        figure = QRectF(left, line.top(), total, line.height())
        painter.text(figure, self.total, _TOTAL, colors.accent)


class StandsLinePlate(ThemedWidget):
    """The line; ``menu_wanted(place, at)`` on a click on a chip.

    ``knowledge_turned()`` and ``add_wanted()`` on a click on the last two.
    """

    menu_wanted = Signal(QPoint, int)
    knowledge_turned = Signal()
    add_wanted = Signal()

    def __init__(self, over: MapView, theme: Theme) -> None:
        """Begin hidden."""
        super().__init__(theme, over)
        self._map = over
        over.resized.connect(self._sit)
        self._view: StandsLine | None = None
        self._words = _Words(theme, self)
        self.chips: list[ChipButton] = []
        self.setAccessibleName(_("Where could I stand?"))
        self.hide()

    def show_key(self, key: str) -> None:
        """Name the key that opens and closes it."""
        self._words.key = key
        self._sit()

    def show_stands(self, stands: StandsOnMap | None) -> None:
        """Show a sentence, or none."""
        view = None if stands is None else stands.line
        if view == self._view:
            return
        self._view = view
        self.setVisible(view is not None)
        if view is None:
            self._map.leave_foot(0)
            return
        self._words.title, self._words.total, self._words.unit = view.title, view.total, view.unit
        while len(self.chips) < len(view.chips):
            self.chips.append(self._made(len(self.chips)))
        for at, chip in enumerate(self.chips):
            chip.setVisible(at < len(view.chips))
            if at < len(view.chips):
                chip.show_chip(view.chips[at])
        said = " \u00b7 ".join(one.text for one in view.chips)
        self.setAccessibleDescription(f"{said}: {view.total} {view.unit}")
        self._sit()
        self.raise_()

    def _made(self, at: int) -> ChipButton:
        chip = ChipButton(self.theme, self)
        chip.clicked.connect(partial(self._press, at))
        return chip

    def _press(self, at: int, _on: bool = False) -> None:
        count = 0 if self._view is None else len(self._view.chips)
        if at == count - 1:
            self.add_wanted.emit()
        elif at == count - 2:
            self.knowledge_turned.emit()
        else:
            corner = self.chips[at].mapToGlobal(QPoint(0, 0))
            self.menu_wanted.emit(corner, at)

    # --- where it lies --------------------------------------------------------------------------

    def _sit(self) -> None:
        """Lie along the lower edge of the map, as many lines high as the chips need."""
        if self._view is None:
            return
        seen, px = self._map.viewport().geometry(), self.theme.px
        width = seen.width() - 2 * px(_ROOM_PX)
        boxes, lines = self._lines(width, with_title=True)
        without, fewer = self._lines(width, with_title=False)
        self._words.shows_title = fewer == lines
        if fewer < lines:  # the step and the status bar say what is asked
            boxes, lines = without, fewer
        height = px(HEIGHT_PX) + (lines - 1) * px(_CHIP_PX + _GAP_PX)
        top = seen.bottom() + 1 - px(_ROOM_PX) - height
        self.setGeometry(QRect(seen.left() + px(_ROOM_PX), top, width, height))
        self._words.setGeometry(0, 0, width, height)
        self._words.update()
        for chip, box in zip(self.chips, boxes, strict=False):
            chip.setGeometry(box)
        self._map.leave_foot(height + px(_ROOM_PX))

    def _lines(self, width: int, *, with_title: bool) -> tuple[list[QRect], int]:
        """Return the places of the chips that are shown, and in how many lines they stand."""
        px, side = self.theme.px, self.theme.px(_SIDE_PX)
        chips = () if self._view is None else self._view.chips
        left = side + (self._words.left_px if with_title else 0)
        right = width - side - self._words.right_px
        x, y, line, boxes = left, px(HEIGHT_PX - _CHIP_PX) // 2, 0, list[QRect]()
        for chip in self.chips[: len(chips)]:
            wide = chip.sizeHint().width()
            end = right if line == 0 else width - side
            if x + wide > end and x > (left if line == 0 else side):
                x, line, end = side, line + 1, width - side
                y += px(_CHIP_PX + _GAP_PX)
            boxes.append(QRect(x, y, min(wide, end - x), px(_CHIP_PX)))
            x += wide + px(_GAP_PX)
        return boxes, line + 1

    def on_theme(self) -> None:
        """Take another size with the theme."""
        super().on_theme()
        self._sit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the plate."""
        del event
        with QPainter(self) as qpainter:
            qpainter.setRenderHint(QPainter.RenderHint.Antialiasing)
            qpainter.setPen(qcolor(self.theme.palette.line2))
            qpainter.setBrush(qcolor(self.theme.palette.panel))
            qpainter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)

    # What is clicked beside the chips is no place of the map (Qt's hooks).

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take a press."""
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Take a release."""
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Take a move."""
        event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Take the wheel."""
        event.accept()
