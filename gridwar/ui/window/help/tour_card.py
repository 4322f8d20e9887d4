"""The card of the tour: four deeds, the present one explained; it floats over a corner of the map.

It never takes the keyboard: everything is done in the window itself, and ticked here. It changes
its corner only from one deed to the next, so as not to cover what the deed begins with.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, QSize, Signal
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from gridwar.text import _
from gridwar.ui.style.colors import qcolor
from gridwar.ui.widgets.controls.buttons_and_switches import KeyButton
from gridwar.ui.widgets.controls.labels import label, show_words
from gridwar.ui.widgets.painting.themed_painter import (
    BODY,
    LABEL,
    MIDDLE,
    STRONG,
    ThemedPainter,
    word_lines,
)
from gridwar.ui.widgets.painting.themed_widgets import Painted, ThemedWidget, inset

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from gridwar.control.records.tour_records import DeedRow, TourView
    from gridwar.ui.map.camera.map_view import MapView
    from gridwar.ui.style.theme import Theme

WIDTH_PX = 336
_EDGE_PX = 10
"""From the edge of the map; the frame of the chart is beside it."""
_FRAME_PX = 24
_ROW_PX = 34
_LINE_PX = 18
_SIGN_X_PX, _WORDS_X_PX = 24, 46
_ROOM_PX = 60
"""How far the card keeps from what is ringed."""


class TourCard(ThemedWidget):
    """The card; ``ended()`` on its button, ``skipped()`` where a deed is left out."""

    ended = Signal()
    skipped = Signal()

    def __init__(self, theme: Theme, over: MapView) -> None:
        super().__init__(theme, over)
        self._over = over
        self._view: TourView | None = None
        self._is_right = False
        self.setAccessibleName(_("Tour"))
        self._rows = QVBoxLayout(self)
        inset(self._rows, theme, (0, 0, 0, 0), 0)
        head = QHBoxLayout()
        inset(head, theme, (14, 8, 8, 8), 6)
        self._count = label("", "quiet")
        self._end = self._button(_("End"), _("Esc"))
        self._end.setAccessibleName(_("End the tour"))
        self._end.clicked.connect(self.ended)
        head.addWidget(label(_("Four deeds"), "panel-title"), 1)
        head.addWidget(self._count)
        head.addWidget(self._end)
        self._bar = _Bar(theme, self)
        self.deeds = [_Deed(theme, self) for _one in range(4)]
        foot = QHBoxLayout()
        inset(foot, theme, (14, 4, 8, 6), 6)
        self._note = label("", "note", wrap=True)
        self._skip = self._button(_("Skip this one"))
        self._skip.clicked.connect(self.skipped)
        foot.addWidget(self._note, 1)
        foot.addWidget(self._skip)
        self._rows.addLayout(head)
        for part in (self._bar, *self.deeds):
            self._rows.addWidget(part)
        self._rows.addLayout(foot)
        over.installEventFilter(self)
        self.hide()

    def _button(self, words: str, key: str = "") -> KeyButton:
        button = KeyButton(self.theme, words, "quiet", self)
        button.set_words(words, key)
        button.height_px = 28
        return button

    def show_view(self, view: TourView | None) -> None:
        """Show the deeds as they stand; go where there are none."""
        if view == self._view:
            return
        before, self._view = self._view, view
        if view is None:
            self.hide()
            return
        show_words(self._count, view.count)
        show_words(self._note, view.note)
        self._bar.show_share(view.share)
        for deed, row in zip(self.deeds, view.rows, strict=True):
            deed.show_row(row)
        present = next((row for row in view.rows if row.is_present), None)
        self._skip.setVisible(present is not None)
        if before is None or before.share != view.share:
            self.setAccessibleDescription(present.title if present is not None else view.note)
            self._choose_corner(view)
        self._place()
        self.show()
        self.raise_()

    def _choose_corner(self, view: TourView) -> None:
        """Go to the other corner where this one would cover what is ringed."""
        self._is_right = False
        if view.ring is not None:
            room = self.theme.px(_ROOM_PX)
            taken = self._place().adjusted(-room, -room, room, room)
            self._is_right = taken.contains(self._over.mapFromScene(QPointF(*view.ring)))

    def _place(self) -> QRect:
        """Sit in a corner of the map, as high as what is said; return where that is."""
        px, width = self.theme.px, self.theme.px(WIDTH_PX)
        self._rows.invalidate()
        self._rows.activate()
        height = max(self._rows.totalHeightForWidth(width), self._rows.totalMinimumSize().height())
        edge = px(_EDGE_PX)
        left = self._over.width() - width - edge if self._is_right else px(_FRAME_PX) + edge
        self.setGeometry(QRect(QPoint(left, px(_FRAME_PX) + edge), QSize(width, height)))
        return self.geometry()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in the corner when the map changes its size."""
        if watched is self._over and event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return super().eventFilter(watched, event)

    def on_theme(self) -> None:
        """Measure again, in the new scale."""
        if self.isVisible():
            self._place()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the plate."""
        del event
        with QPainter(self) as qpainter:
            painter = ThemedPainter(qpainter, self.theme)
            qpainter.setRenderHint(QPainter.RenderHint.Antialiasing)
            box = QRectF(self.rect())
            painter.rounded_box(box, 10, painter.colors.panel, painter.colors.line2)


class _Bar(Painted):
    """How far the tour has come."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._share = 0.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_share(self, share: float) -> None:
        self._share = share
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(100), max(2, self.theme.px(2)))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        painter.qpainter.fillRect(box.adjusted(1, 0, -1, 0), qcolor(painter.colors.line))
        done = QRectF(box.left() + 1, box.top(), (box.width() - 2) * self._share, box.height())
        painter.qpainter.fillRect(done, qcolor(painter.colors.accent))


class _Deed(Painted):
    """One deed: struck through once done, explained while it is the present one."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._row: DeedRow | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_row(self, row: DeedRow) -> None:
        if row == self._row:
            return
        self._row = row
        states = {row.is_done: _("done"), row.is_skipped: _("skipped")}
        self.setAccessibleName(", ".join(filter(None, (row.title, states.get(True, "")))))
        self.setAccessibleDescription(row.words)
        self.updateGeometry()
        self.update()

    def _lines(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        if self._row is None:
            return (), ()
        px = self.theme.px
        width = px(WIDTH_PX - _WORDS_X_PX - 14)
        voice = STRONG if self._row.is_present else BODY
        title = word_lines(self._row.title, voice, self.theme, width)
        words = self._row.words
        return title, word_lines(words, LABEL, self.theme, width) if words else ()

    def sizeHint(self) -> QSize:
        title, words = self._lines()
        height = _ROW_PX - _LINE_PX + _LINE_PX * max(1, len(title) + len(words))
        room = 6 if words else 0
        return QSize(self.theme.px(WIDTH_PX), self.theme.px(height + room))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        row, colors, px = self._row, painter.colors, painter.px
        if row is None:
            return
        if row.is_present:
            painter.qpainter.fillRect(box.adjusted(1, 0, -1, 0), qcolor(colors.accent_ground))
        self._draw_sign(painter, QPointF(px(_SIGN_X_PX), px(_ROW_PX / 2)), row)
        title, words = self._lines()
        color = colors.text if row.is_present else colors.text2
        voice = STRONG if row.is_present else BODY
        at = QRectF(px(_WORDS_X_PX), px(8), box.width() - px(_WORDS_X_PX + 12), px(_LINE_PX))
        for one in title:
            used = painter.text(at, one, voice, color)
            if row.is_done:
                y = at.center().y()
                painter.qpainter.setPen(QPen(qcolor(colors.text2), 1))
                painter.qpainter.drawLine(QPointF(at.left(), y), QPointF(at.left() + used, y))
            at.translate(0, px(_LINE_PX))
        at.translate(0, px(2))
        for one in words:
            painter.text(at, one, LABEL, colors.text2)
            at.translate(0, px(_LINE_PX))

    def _draw_sign(self, painter: ThemedPainter, middle: QPointF, row: DeedRow) -> None:
        colors, radius = painter.colors, painter.px(10)
        box = QRectF(0, 0, 2 * radius, 2 * radius)
        box.moveCenter(middle)
        if row.is_done:
            painter.rounded_box(box, 99, colors.ok_ground)
            painter.icon("check", middle, 14, colors.ok)
            return
        ground = colors.accent if row.is_present else None
        edge = None if row.is_present else colors.line2
        painter.rounded_box(box, 99, ground, edge)
        number = str(self._number())
        color = colors.on_accent if row.is_present else colors.text2
        painter.text(box, "\u2013" if row.is_skipped else number, LABEL, color, MIDDLE)

    def _number(self) -> int:
        card = self.parentWidget()
        return card.deeds.index(self) + 1 if isinstance(card, TourCard) else 0
