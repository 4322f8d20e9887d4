"""The base class of popovers: they float over the right of the map and block nothing behind them.

Owns the frame, its shadow, where it floats, Escape, and that the keyboard goes back to where it was
however a popover is left. What is in it belongs to the subclasses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QCoreApplication,
    QEasingCurve,
    QEvent,
    QObject,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    QVariantAnimation,
    Signal,
)
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPixmap
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from gridwar.ui.style.colors import ThemeName
from gridwar.ui.widgets.containers.fitting_scroll_area import FitScroll
from gridwar.ui.widgets.containers.focus_restorer import FocusBefore
from gridwar.ui.widgets.painting.themed_widgets import Themed, inset

if TYPE_CHECKING:
    from PySide6.QtGui import (
        QContextMenuEvent,
        QHideEvent,
        QMouseEvent,
        QPaintEvent,
        QShowEvent,
        QWheelEvent,
    )

    from gridwar.control.records.panel_records import KeyHint
    from gridwar.ui.style.theme import Theme

POPOVER_WIDTH_PX = 496
FROM_EDGE_PX = 20
_IN_MS = 120
_OUT_MS = 80
_SLIDE_PX = 18
"""Less than the edge: a popover is whole from the first moment."""
_SHADOW_PX = 22
_SHADOW_DROP_PX = 6
_WITH_KEYS = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
_OWN_KEYS = frozenset(
    {
        Qt.Key.Key_Space,
        Qt.Key.Key_Tab,
        Qt.Key.Key_Backtab,
        Qt.Key.Key_X,
        Qt.Key.Key_Plus,
        Qt.Key.Key_F2,
        Qt.Key.Key_Up,
        Qt.Key.Key_Down,
        Qt.Key.Key_Left,
        Qt.Key.Key_Right,
        Qt.Key.Key_Return,
        Qt.Key.Key_Enter,
        Qt.Key.Key_Backspace,
        Qt.Key.Key_Escape,
    }
)


class Popover(QFrame, Themed):
    """A floating popover; ``cancelled()`` on Escape and on its cross."""

    cancelled = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.begin_theme(theme)
        self.setProperty("role", "popover")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.rows = QVBoxLayout(self)
        inset(self.rows, theme, (1, 1, 1, 1), 0)
        self.width_px = POPOVER_WIDTH_PX
        self.is_aside = False
        """Whether it keeps beside the others, rather than lying on them."""
        self.is_loose = False
        """Whether it lies where it was put, and the map does not make room for it."""
        self.is_about_selected = False
        """Whether it speaks of those selected: the map is moved so that they are seen beside it."""
        self.fills_map = False
        """Whether it takes the room of the map and no more, however little that is."""
        self.keys: tuple[KeyHint, ...] = ()
        """What the bottom line says of it; nothing where a presenter says it."""
        self.inner: Popover | None = None
        """What was opened from it, and goes before it."""
        self.focus_before = FocusBefore(self)
        self._leaving: _Leaving | None = None
        self._area: QRect | None = None
        self._is_fitted = False
        """Whether nothing in it has asked for another size since it took its own."""
        self._shadow = PopoverShadow(self, parent) if parent is not None else None
        self._away = 0.0
        """How far it still is from its place while it slides in, 1 to 0."""
        self._coming = QVariantAnimation(self, startValue=1.0, endValue=0.0, duration=_IN_MS)
        self._coming.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._coming.valueChanged.connect(self._come)

    def float_in(self, area: QRect) -> None:
        """Float at the right edge of an area of the parent, no higher than it."""
        if area != self._area or not self._is_fitted:
            self._area = area
            self.fit()

    def fit(self) -> None:
        """Take the size that the content needs now, and stay in the area."""
        width = self.theme.px(self.width_px)
        if self._area is not None:
            width = min(width, self._area.width() - 2 * self.theme.px(FROM_EDGE_PX))
        height = self._height_at(width)
        if self._area is None:
            self.resize(width, height)
        else:
            edge = self.theme.px(FROM_EDGE_PX)
            height = min(height, self._area.height() - 2 * edge)
            corner = self.corner(self._area, QSize(width, height))
            self.setGeometry(corner.x() + self._slide_px(), corner.y(), width, height)
        # Measuring has laid the parts out in the height they would like.
        self.rows.setGeometry(self.contentsRect())
        # What measuring itself has asked for is done: only what comes later asks for another size.
        QCoreApplication.sendPostedEvents(self, QEvent.Type.LayoutRequest.value)
        self._is_fitted = self.isVisible()

    def corner(self, area: QRect, size: QSize) -> QPoint:
        """Return where it floats in an area once it has come: at the top right."""
        edge = self.theme.px(FROM_EDGE_PX)
        return QPoint(area.right() - edge - size.width(), area.top() + edge)

    @property
    def rest(self) -> QRect:
        """Where it lies once it has come."""
        return self.geometry().translated(-self._slide_px(), 0)

    def _slide_px(self) -> int:
        return round(self.theme.px(_SLIDE_PX) * self._away)

    def _come(self, away: float) -> None:
        before, self._away = self._slide_px(), away
        self.move(self.x() - before + self._slide_px(), self.y())

    def _height_at(self, width: int) -> int:
        for child in (self, *self.findChildren(QWidget)):
            child.ensurePolished()
        # Scrolling parts know their height only once they have their width, within the frame.
        frame = self.contentsMargins()
        inner = width - frame.left() - frame.right()
        for _round in range(2):
            for part in self.findChildren(FitScroll):
                part.updateGeometry()
            self.rows.invalidate()
            self.rows.setGeometry(QRect(0, 0, inner, self.rows.totalSizeHint().height()))
        if self.rows.hasHeightForWidth():
            return self.rows.totalHeightForWidth(width)
        return self.rows.totalSizeHint().height()

    def setVisible(self, visible: bool) -> None:
        """Show or hide it; the focus goes back to the widget that had it before."""
        if visible and self.isHidden():
            self.focus_before.note()
        elif not visible and not self.isHidden():
            self.focus_before.give_back()
        super().setVisible(visible)

    def showEvent(self, event: QShowEvent) -> None:
        """Come above everything else and take the keyboard."""
        super().showEvent(event)
        if not self.theme.reduce_motion:
            self._away = 1.0
            self._coming.start()
        if self._shadow is not None:
            self._shadow.follow()
        self.fit()
        self.raise_()
        self.setFocus(Qt.FocusReason.PopupFocusReason)

    def hideEvent(self, event: QHideEvent) -> None:
        """Leave a fading picture behind; what was covered can be used at once."""
        super().hideEvent(event)
        self._coming.stop()
        self._away = 0.0
        parent = self.parentWidget()
        if not (self.theme.reduce_motion or event.spontaneous()) and parent and parent.isVisible():
            self._leaving = self._leaving or _Leaving(parent)
            self._leaving.begin(self.grab(), self.geometry())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Keep the press from what lies behind, and take the keyboard back."""
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Keep the wheel from what lies behind."""
        event.accept()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Keep the right button from what lies behind."""
        event.accept()

    def event(self, event: QEvent) -> bool:
        """Keep the keys of a popover from being taken as shortcuts of the window."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._is_fitted = False
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            plain = not event.modifiers() & ~_WITH_KEYS
            if plain and (event.key() in _OWN_KEYS or event.text().isdecimal()):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Cancel with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            inner = self.inner
            leaves = inner if inner is not None and inner.isVisible() else self
            leaves.cancelled.emit()
            return
        super().keyPressEvent(event)

    def on_theme(self) -> None:
        """Fit anew."""
        self.fit()


class PopoverShadow(QWidget):
    """The shadow below a popover: a sibling that lets the pointer through."""

    def __init__(self, popover: Popover, parent: QWidget) -> None:
        super().__init__(parent)
        self._popover = popover
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        popover.installEventFilter(self)
        popover.destroyed.connect(self.deleteLater)

    def follow(self) -> None:
        """Lie below the popover."""
        grow = self._popover.theme.px(_SHADOW_PX)
        drop = self._popover.theme.px(_SHADOW_DROP_PX)
        self.setGeometry(self._popover.geometry().adjusted(-grow, -grow + drop, grow, grow + drop))
        self.setVisible(self._popover.isVisible())
        self.stackUnder(self._popover)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the popover's moves."""
        if event.type() in (
            QEvent.Type.Move,
            QEvent.Type.Resize,
            QEvent.Type.Show,
            QEvent.Type.ZOrderChange,
        ):
            self.follow()
        elif event.type() == QEvent.Type.Hide:
            self.hide()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw rings that add up to a soft edge."""
        del event
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            dark = self._popover.theme.name is ThemeName.DARK
            painter.setBrush(QColor(0, 0, 0, 7 if dark else 3))
            for step in range(self._popover.theme.px(_SHADOW_PX)):
                box = QRectF(self.rect()).adjusted(step, step, -step, -step)
                radius = max(4.0, 34 - step)
                painter.drawRoundedRect(box, radius, radius)


class _Leaving(QWidget):
    """The picture of a popover that has gone, fading; the pointer goes through it.

    It stays when it has faded, for the next time: a part that deletes itself at the end of its own
    animation was seen to bring the program down.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._picture = QPixmap()
        self._share = 1.0
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        self._going = QVariantAnimation(self, startValue=1.0, endValue=0.0, duration=_OUT_MS)
        self._going.valueChanged.connect(self._fade)
        self._going.finished.connect(self._end)

    def begin(self, picture: QPixmap, place: QRect) -> None:
        """Fade a picture."""
        self._picture, self._share = picture, 1.0
        self.setGeometry(place)
        self.show()
        self.raise_()
        self._going.start()

    def _fade(self, share: float) -> None:
        self._share = share
        self.update()

    def _end(self) -> None:
        self._picture = QPixmap()
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        with QPainter(self) as painter:
            painter.setOpacity(self._share)
            painter.drawPixmap(0, 0, self._picture)
