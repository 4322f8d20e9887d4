"""Where a rule card lies beside what named it, and the notch that points there."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from gridwar.ui.style.colors import qcolor

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from gridwar.ui.widgets.containers.popover_base import Popover

AWAY_PX: Final = 22
"""How far a card is from the part of the window that names it."""
_EDGE_PX: Final = 8
_ABOVE_LINE_PX: Final = 108
"""How far the card begins above its line where there is room: its head is not at the notch."""
_LONG_PX: Final = 11
_HALF_PX: Final = 11
_ROUND_PX: Final = 16
"""No notch stands at a round corner."""


class Side(Enum):
    """At which edge of the card the line lies that named it."""

    LEFT = "left"
    RIGHT = "right"
    ABOVE = "above"
    BELOW = "below"


def beside(
    line: QRect, part: QRect, areas: tuple[QRect, QRect], size: QSize, scale: float = 1.0
) -> tuple[QPoint, Side]:
    """Return where a card lies, and at which of its edges the line is that named it.

    It lies left of the part of the window that the line is in, else right of it; where there is
    room at neither side, over that part, but above or below the line.

    Args:
        line: The line.
        part: The part of the window that it is in.
        areas: Where the card may lie: over the map, and in a narrow window over all beside it.
        size: The card's.
        scale: Of the interface.
    """
    away, edge = round(AWAY_PX * scale), round(_EDGE_PX * scale)
    area = areas[0]
    top = line.center().y() - round(_ABOVE_LINE_PX * scale)
    top = max(area.top() + edge, min(top, area.bottom() - edge - size.height()))
    left, right = part.left() - away - size.width(), part.right() + 1 + away
    for one in areas:
        if left >= one.left():
            return QPoint(left, top), Side.RIGHT
        if right + size.width() <= one.right() + 1:
            return QPoint(right, top), Side.LEFT
    x = line.center().x() - size.width() // 2
    x = max(area.left() + edge, min(x, area.right() - edge - size.width()))
    above = line.top() - away - size.height()
    if above >= area.top():
        return QPoint(x, above), Side.BELOW
    below = line.bottom() + 1 + away
    if below + size.height() <= area.bottom() + 1:
        return QPoint(x, below), Side.ABOVE
    # No room on any side: at the side of the line that is wider, never over it.
    if line.left() - area.left() >= area.right() - line.right():
        return QPoint(max(area.left(), line.left() - away - size.width()), top), Side.RIGHT
    x = min(area.right() - size.width(), line.right() + 1 + away)
    return QPoint(x, top), Side.LEFT


class Notch(QWidget):
    """A small triangle at the card's edge; the pointer goes through it."""

    def __init__(self, card: Popover, parent: QWidget) -> None:
        super().__init__(parent)
        self._card = card
        self._side: Side | None = None
        self._at = QPoint()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        card.installEventFilter(self)
        card.destroyed.connect(self.deleteLater)

    @property
    def side(self) -> Side | None:
        """The edge at which it is; None while there is none."""
        return self._side

    @property
    def tip(self) -> QPoint:
        """Where it points, in the parent's pixels."""
        box = self.geometry()
        return {
            Side.LEFT: QPoint(box.left(), box.center().y()),
            Side.RIGHT: QPoint(box.right(), box.center().y()),
            Side.ABOVE: QPoint(box.center().x(), box.top()),
            Side.BELOW: QPoint(box.center().x(), box.bottom()),
            None: QPoint(),
        }[self._side]

    def show_side(self, side: Side | None, at: QPoint | None = None) -> None:
        """Stand at an edge of the card, at the height of a place; None for no notch."""
        self._side = side
        if at is not None:
            self._at = at
        self.follow()

    def follow(self) -> None:
        """Lie at the card's edge, over its line."""
        card = self._card.geometry()
        px = self._card.theme.px
        long, half, spare = px(_LONG_PX), px(_HALF_PX), px(_ROUND_PX + _HALF_PX)
        y = max(card.top() + spare, min(self._at.y(), card.bottom() - spare)) - half
        x = max(card.left() + spare, min(self._at.x(), card.right() - spare)) - half
        match self._side:
            case Side.RIGHT:
                self.setGeometry(card.right(), y, long, 2 * half)
            case Side.LEFT:
                self.setGeometry(card.left() - long + 1, y, long, 2 * half)
            case Side.BELOW:
                self.setGeometry(x, card.bottom(), 2 * half, long)
            case Side.ABOVE:
                self.setGeometry(x, card.top() - long + 1, 2 * half, long)
            case None:
                pass
        self.setVisible(self._side is not None and self._card.isVisible())
        if self.isVisible():
            self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the card."""
        if event.type() in (QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show):
            self.follow()
        elif event.type() == QEvent.Type.Hide:
            self.hide()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw it in the card's ground and edge, open towards the card."""
        del event
        colors, box = self._card.theme.palette, self.rect()
        tip, ends = _corners(self._side, box)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(qcolor(colors.panel))
            painter.drawPolygon(QPolygonF([ends[0], tip, ends[1]]))
            painter.setPen(QPen(qcolor(colors.line2), 1.0))
            painter.drawPolyline(QPolygonF([ends[0], tip, ends[1]]))


def _corners(side: Side | None, box: QRect) -> tuple[QPointF, tuple[QPointF, QPointF]]:
    """Return the tip of the triangle and its two ends at the card."""
    left, right, top, bottom = 0.0, box.width() - 0.5, 0.0, box.height() - 0.5
    middle = QPointF(box.width() / 2, box.height() / 2)
    if side is Side.RIGHT:
        return QPointF(right, middle.y()), (QPointF(left, top), QPointF(left, bottom))
    if side is Side.LEFT:
        return QPointF(left, middle.y()), (QPointF(right, top), QPointF(right, bottom))
    if side is Side.BELOW:
        return QPointF(middle.x(), bottom), (QPointF(left, top), QPointF(right, top))
    return QPointF(middle.x(), top), (QPointF(left, bottom), QPointF(right, bottom))
