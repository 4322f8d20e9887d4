"""The chosen page, as large as there is room: a part of it is framed by drag or by the arrows.

Owns the gesture and its looks; what comes of it is only told. A press outside the frame begins
another, inside it moves it, on its edge it moves that edge. Nothing is taken before the release.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QPainterPath, QPen

from gridwar.text import _
from gridwar.ui.style.colors import map_colors, qcolor
from gridwar.ui.widgets.painting.themed_painter import LABEL, MIDDLE, ThemedPainter
from gridwar.ui.widgets.painting.themed_widgets import Painted

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent

    from gridwar.ui.style.theme import Theme

Frame = tuple[float, float, float, float]
"""Left, top, right and bottom, as shares of the page."""
_ROOM_PX = 14
_GRIP_PX = 9
_VEIL = 0.55
_SLIP_PX = 5
_STEP, _LARGE_STEP = 0.005, 0.05
_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


class _Hold(Struct, frozen=True):
    """What the pointer has hold of: sides of the frame, as they are moved with it."""

    begun: tuple[float, float]
    frame: Frame
    sides: tuple[bool, bool, bool, bool]
    is_new: bool = False


class PagePreview(Painted):
    """The page.

    Signals: ``framed(frame)`` when a part was drawn, ``moved(across, down)`` and
    ``sized(across, down)`` by the arrows, in shares of the page; ``cleared()`` for all of it;
    ``has_keyboard(on)`` when the arrows come to be its own, or are no longer.
    """

    framed = Signal(tuple)
    moved = Signal(float, float)
    sized = Signal(float, float)
    cleared = Signal()
    has_keyboard = Signal(bool)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._image: QImage | None = None
        self._size = (1.0, 1.0)
        self._frame: Frame | None = None
        self._is_picture = False
        self._words = ""
        self._problem = ""
        self._hold: _Hold | None = None
        self._drawn: Frame | None = None
        self._by_key = False
        """Whether it was reached by key: only then that is marked."""
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.CrossCursor)

    def sizeHint(self) -> QSize:
        """Ask for the room that a page needs to be told from others."""
        return QSize(self.theme.px(420), self.theme.px(320))

    @property
    def longest_px(self) -> int:
        """How many pixels the longer side of the page has here, on this screen."""
        box = self.page_box()
        return max(1, round(max(box.width(), box.height()) * self.devicePixelRatioF()))

    def show_page(
        self, image: QImage | None, size: tuple[float, float], problem: str, words: str
    ) -> None:
        """Show a page.

        Args:
            image: Its look, of any size; None where it is not known yet.
            size: How large it is, in any unit.
            problem: Why it cannot be drawn, shown in place of an older look.
            words: How large what is taken is.
        """
        self._image, self._size = image, size
        self._problem, self._words = problem, words
        self.update()

    def show_frame(self, frame: Frame | None, *, is_picture: bool) -> None:
        """Show what is taken of it: a part, or a picture; None for all."""
        self._frame, self._is_picture = frame, is_picture
        self.update()

    def page_box(self) -> QRectF:
        """Return where the page lies."""
        room = self.theme.px(_ROOM_PX)
        inside = QRectF(self.rect()).adjusted(room, room, -room, -room)
        wide, high = (max(one, 1e-6) for one in self._size)
        scale = min(inside.width() / wide, inside.height() / high)
        box = QRectF(0, 0, max(1.0, wide * scale), max(1.0, high * scale))
        box.moveCenter(inside.center())
        return QRectF(round(box.x()), round(box.y()), round(box.width()), round(box.height()))

    # --- looks -----------------------------------------------------------------------------------

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw the page, what is not taken of it taken back, and the size of what is."""
        colors, page = painter.colors, self.page_box()
        painter.qpainter.fillRect(box, qcolor(colors.void))
        if self._image is not None and not self._problem:
            painter.qpainter.drawImage(page, self._image)
        else:
            painter.rounded_box(page, 2, colors.raised)
            words = self._problem or _("Drawing the page \u2026")
            room = page.adjusted(24, 24, -24, -24)
            color = colors.warn if self._problem else colors.text2
            align = MIDDLE | Qt.TextFlag.TextWordWrap
            painter.wrapped(room, words, LABEL, color, Qt.AlignmentFlag(align.value))
        if self._by_key and self.hasFocus():
            painter.focus_ring(page.adjusted(-4, -4, 4, 4), 4)
        frame = self._drawn or self._frame
        if frame is not None:
            self._draw_frame(painter, page, self._box_of(frame, page))

    def _draw_frame(self, painter: ThemedPainter, page: QRectF, frame: QRectF) -> None:
        veil, hole = QPainterPath(), QPainterPath()
        veil.addRect(page)
        hole.addRect(frame)
        dark = QColor(qcolor(painter.colors.void))
        dark.setAlphaF(_VEIL)
        qpainter = painter.qpainter
        qpainter.fillPath(veil.subtracted(hole), dark)
        qpainter.setBrush(Qt.BrushStyle.NoBrush)
        accent, casing = qcolor(map_colors().intent), qcolor(map_colors().casing)
        for color, width in ((casing, 4.0), (accent, 2.0)):
            qpainter.setPen(QPen(color, painter.px(width), Qt.PenStyle.SolidLine))
            qpainter.drawRect(frame)
        if not self._is_picture or self._drawn is not None:
            half = painter.px(_GRIP_PX) / 2
            qpainter.setPen(QPen(casing, painter.px(1)))
            qpainter.setBrush(accent)
            for grip in _grips(frame):
                qpainter.drawRect(QRectF(grip.x() - half, grip.y() - half, 2 * half, 2 * half))
        if self._words and self._drawn is None:
            self._draw_words(painter, page, frame)

    def _draw_words(self, painter: ThemedPainter, page: QRectF, frame: QRectF) -> None:
        width, height = painter.width(self._words, LABEL) + painter.px(16), painter.px(22)
        x = max(page.left(), min(frame.left(), page.right() - width))
        below = frame.bottom() + painter.px(8)
        y = below if below + height <= page.bottom() else frame.bottom() - height - painter.px(8)
        plate = QRectF(x, y, width, height)
        painter.rounded_box(plate, 5, painter.colors.panel, painter.colors.line2)
        painter.text(plate, self._words, LABEL, painter.colors.text, MIDDLE)

    # --- pointer ---------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the frame, or begin another."""
        if event.button() is Qt.MouseButton.LeftButton and self._image is not None:
            at = self._share(event.position())
            sides = self._sides_at(event.position())
            if self._frame is None or self._is_picture or not any(sides):
                self._hold = _Hold(at, (*at, *at), (False, False, True, True), is_new=True)
            else:
                self._hold = _Hold(at, self._frame, sides)
            event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show the frame as it would be; without a hold, what a press would take hold of."""
        if self._hold is None:
            self._show_cursor(event.position())
            return
        self._drawn = self._dragged(self._hold, self._share(event.position()))
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Take the part that was drawn; a click alone takes nothing."""
        hold, drawn, self._hold, self._drawn = self._hold, self._drawn, None, None
        if hold is None or drawn is None:
            return
        box = self._box_of(drawn, self.page_box())
        is_slip = min(box.width(), box.height()) < self.theme.px(_SLIP_PX)
        if not (hold.is_new and is_slip):
            self.framed.emit(drawn)
        self.update()
        event.accept()

    def let_go(self) -> bool:
        """Give up a drag; return whether there was one."""
        had, self._hold, self._drawn = self._hold is not None, None, None
        self.update()
        return had

    def _dragged(self, hold: _Hold, at: tuple[float, float]) -> Frame:
        across, down = at[0] - hold.begun[0], at[1] - hold.begun[1]
        left, top, right, bottom = hold.frame
        if all(hold.sides):
            across = max(-left, min(across, 1 - right))
            down = max(-top, min(down, 1 - bottom))
        moved = (across, down, across, down)
        pairs = zip(hold.frame, hold.sides, moved, strict=True)
        left, top, right, bottom = (
            max(0.0, min(1.0, side + (by if is_held else 0.0))) for side, is_held, by in pairs
        )
        return min(left, right), min(top, bottom), max(left, right), max(top, bottom)

    def _share(self, point: QPointF) -> tuple[float, float]:
        box = self.page_box()
        across, down = (point.x() - box.x()) / box.width(), (point.y() - box.y()) / box.height()
        return max(0.0, min(1.0, across)), max(0.0, min(1.0, down))

    def _sides_at(self, point: QPointF) -> tuple[bool, bool, bool, bool]:
        """Return which sides of the frame a press at a point would move; all of them inside it."""
        if self._frame is None or self._is_picture:
            return False, False, False, False
        box, reach = self._box_of(self._frame, self.page_box()), float(self.theme.px(_GRIP_PX))
        if not box.adjusted(-reach, -reach, reach, reach).contains(point):
            return False, False, False, False
        near = (
            abs(point.x() - box.left()) <= reach,
            abs(point.y() - box.top()) <= reach,
            abs(point.x() - box.right()) <= reach,
            abs(point.y() - box.bottom()) <= reach,
        )
        return near if any(near) else (True, True, True, True)

    def _show_cursor(self, point: QPointF) -> None:
        left, top, right, bottom = sides = self._sides_at(point)
        if all(sides):
            shape = Qt.CursorShape.SizeAllCursor
        elif (left and top) or (right and bottom):
            shape = Qt.CursorShape.SizeFDiagCursor
        elif (right and top) or (left and bottom):
            shape = Qt.CursorShape.SizeBDiagCursor
        elif left or right:
            shape = Qt.CursorShape.SizeHorCursor
        elif top or bottom:
            shape = Qt.CursorShape.SizeVerCursor
        else:
            shape = Qt.CursorShape.CrossCursor
        self.setCursor(shape)

    # --- keys ------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the part with the arrows, size it with Shift and them, ten times with Ctrl."""
        key, keys = Qt.Key(event.key()), event.modifiers()
        if key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.cleared.emit()
        elif key in _ARROWS:
            step = _LARGE_STEP if keys & Qt.KeyboardModifier.ControlModifier else _STEP
            across, down = (way * step for way in _ARROWS[key])
            is_sized = bool(keys & Qt.KeyboardModifier.ShiftModifier)
            (self.sized if is_sized else self.moved).emit(across, down)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show that it has the keyboard, where it was reached by key."""
        self._by_key = event.reason() != Qt.FocusReason.MouseFocusReason
        super().focusInEvent(event)
        self.update()
        self.has_keyboard.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Let the arrows go."""
        super().focusOutEvent(event)
        self.has_keyboard.emit(False)

    @staticmethod
    def _box_of(frame: Frame, page: QRectF) -> QRectF:
        left, top, right, bottom = frame
        corner = QPointF(page.x() + left * page.width(), page.y() + top * page.height())
        return QRectF(
            corner.x(), corner.y(), (right - left) * page.width(), (bottom - top) * page.height()
        )


def _grips(frame: QRectF) -> tuple[QPointF, ...]:
    middle = frame.center()
    return (
        frame.topLeft(),
        frame.topRight(),
        frame.bottomLeft(),
        frame.bottomRight(),
        QPointF(middle.x(), frame.top()),
        QPointF(middle.x(), frame.bottom()),
        QPointF(frame.left(), middle.y()),
        QPointF(frame.right(), middle.y()),
    )
