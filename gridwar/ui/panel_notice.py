"""Notices: the bar over the status bar, and the tag at the cursor for what was refused.

Neither takes the keyboard. The bar stays until it is dismissed; the tag leaves by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics, QGuiApplication
from PySide6.QtWidgets import QPlainTextEdit, QVBoxLayout, QWidget

from gridwar.control.panel_records import NoticeView, Tone
from gridwar.text import _
from gridwar.ui.palette import map_colors, qcolor
from gridwar.ui.widgets.buttons import IconButton
from gridwar.ui.widgets.ink import SMALL, STRONG, Ink, Voice, advance, voice_font
from gridwar.ui.widgets.notice_plate import NoticePlate
from gridwar.ui.widgets.themed import PaintedButton, Panel, inset

if TYPE_CHECKING:
    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QEnterEvent

    from gridwar.ui.theme import Theme

TAG_MS = 4000
_TAG_WIDTH_PX = 340
_FROM_CURSOR_PX = 18
_DETAIL_PX = 96
_WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop


class NoticeBar(Panel):
    """A notice over the status bar.

    Signals: ``accepted()`` on its button, ``dismissed()`` on its cross.
    """

    accepted = Signal()
    dismissed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._view: NoticeView | None = None
        self._plate = NoticePlate(theme, self)
        self._more = IconButton(theme, "chevron-up", _("Detail"), self)
        self._more.setCheckable(True)
        self._copy = IconButton(theme, "copy", _("Copy"), self)
        close = IconButton(theme, "x", _("Close"), self)
        for button in (self._more, self._copy, close):
            self._plate.row.addWidget(button)
        self._detail = QPlainTextEdit(self)
        self._detail.setReadOnly(True)
        self._detail.setMaximumHeight(theme.px(_DETAIL_PX))
        self._detail.hide()
        rows = QVBoxLayout(self)
        inset(rows, theme, (8, 4, 8, 4), 4)
        rows.addWidget(self._detail)
        rows.addWidget(self._plate)
        self._plate.accepted.connect(self.accepted)
        close.clicked.connect(self.dismissed)
        self._more.toggled.connect(self._detail.setVisible)
        self._copy.clicked.connect(self._on_copy)
        self.hide()

    def show_view(self, view: NoticeView | None) -> None:
        """Show a notice, or none."""
        if view == self._view:
            return
        self._view = view
        self.setVisible(view is not None)
        if view is None:
            return
        self._plate.show_notice(view.text, view.tone, view.rule_ids, view.action)
        self._more.setChecked(False)
        self._more.setVisible(bool(view.detail))
        self._copy.setVisible(view.tone is Tone.HARM or bool(view.detail))
        self._detail.setPlainText(view.detail)

    def _on_copy(self) -> None:
        if self._view is not None:
            parts = (self._view.text, ", ".join(self._view.rule_ids), self._view.detail)
            QGuiApplication.clipboard().setText("\n".join(part for part in parts if part))


class RefusalTag(PaintedButton):
    """A tag at the cursor with the reason of a refusal; a click does it anyway.

    It looks like a label of the map, is a child of what it lies over, stays for four seconds, and
    as long as the pointer is on it. Signal: ``accepted()``.
    """

    accepted = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._view: NoticeView | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.hide)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.clicked.connect(self._on_click)
        self.hide()

    def show_view(self, view: NoticeView | None, at: QPoint) -> None:
        """Show a refusal beside a point of the parent, inside the parent."""
        self._view = view
        if view is None:
            self.hide()
            return
        self.setAccessibleName(view.text)
        clickable = Qt.CursorShape.PointingHandCursor if view.action else Qt.CursorShape.ArrowCursor
        self.setCursor(clickable)
        self.resize(self.sizeHint())
        self.move(self._place(at))
        self.show()
        self.raise_()
        self._timer.start(TAG_MS)

    def _place(self, at: QPoint) -> QPoint:
        gap = self.theme.px(_FROM_CURSOR_PX)
        parent = self.parentWidget()
        room = parent.rect() if parent is not None else QRect(at, self.size())
        x = at.x() + gap
        if x + self.width() > room.right():
            x = at.x() - gap - self.width()
        y = at.y() + gap
        if y + self.height() > room.bottom():
            y = at.y() - gap - self.height()
        return QPoint(max(room.left(), x), max(room.top(), y))

    def enterEvent(self, event: QEnterEvent) -> None:
        """Stay while the pointer is here."""
        super().enterEvent(event)
        self._timer.stop()

    def leaveEvent(self, event: QEvent) -> None:
        """Leave after a while."""
        super().leaveEvent(event)
        self._timer.start(TAG_MS)

    def _on_click(self) -> None:
        self.hide()
        if self._view is not None and self._view.action:
            self.accepted.emit()

    def _text_size(self) -> QSize:
        view, theme = self._view, self.theme
        if view is None:
            return QSize()
        metrics = QFontMetrics(voice_font(_TEXT, theme))
        most = QRect(0, 0, theme.px(_TAG_WIDTH_PX), 1000)
        return metrics.boundingRect(most, _WRAPPED, view.text).size()

    def sizeHint(self) -> QSize:
        """Return room for the reason, and below it rule ids and what a click does."""
        view, theme = self._view, self.theme
        if view is None:
            return QSize()
        words = self._text_size()
        second = advance(", ".join(view.rule_ids), SMALL, theme) + 24 * theme.scale
        second += advance(view.action, STRONG, theme) if view.action else 0
        width = max(words.width() + theme.px(22), round(second)) + theme.px(16)
        height = words.height() + theme.px(14)
        height += theme.px(24) if view.action or view.rule_ids else 0
        return QSize(width, max(height, theme.px(30)))

    def draw(self, ink: Ink, box: QRectF) -> None:
        """Draw the tag: paper on ink, edged in the colour of threat."""
        view, colors = self._view, map_colors()
        if view is None:
            return
        ink.plate(box, 6, colors.ink, colors.threat, 1.4)
        left = box.left() + ink.px(30)
        ink.icon("triangle-alert", QPointF(box.left() + ink.px(17), ink.px(15)), 14, colors.threat)
        words = QRectF(left, ink.px(7), box.right() - left - ink.px(6), box.height())
        ink.painter.setFont(voice_font(_TEXT, self.theme))
        ink.painter.setPen(qcolor(colors.paper))
        ink.painter.drawText(words, _WRAPPED, view.text)
        line = QRectF(left, box.bottom() - ink.px(27), words.width(), ink.px(22))
        used = ink.text(line, ", ".join(view.rule_ids), SMALL, colors.second)
        if view.action:
            start = used + ink.px(14) if used else 0.0
            color = colors.intent if self.underMouse() else colors.paper
            width = ink.text(line.adjusted(start, 0, 0, 0), view.action, STRONG, color)
            base = round(line.bottom() - ink.px(3))
            ink.painter.fillRect(QRectF(left + start, base, width, 1), qcolor(color))


_TEXT: Voice = (STRONG[0], 12, 600)
