"""The signs of pins: a small paper tag with its number, whose tip is on the place it tells of.

Owns the shape, which no other mark on the map has, and what lies under the pointer. A sign keeps
its size on screen at any zoom.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath

from gridwar.ui.map.overlays.overlay_item import OverlayItem
from gridwar.ui.map.overlays.strokes_and_hatches import stroke_cased, to_px
from gridwar.ui.style.colors import map_colors, qcolor
from gridwar.ui.style.fonts import SANS, sized_font

if TYPE_CHECKING:
    from PySide6.QtGui import QFont

    from gridwar.control.records.ground_records import Point
    from gridwar.control.records.pin_records import PinOverlay

_Z: Final = 30_010.0
"""Above every token: a sign stands beside whoever is there."""
_BODY_PX, _TIP_PX, _TIP_HALF_PX, _RADIUS_PX = 19.0, 5.0, 4.0, 4.0
_INSET_PX, _LETTER_PX, _DOT_PX = 5.0, 12, 3.0
_ROOM_PX = 4.0
"""For the casing."""
_CASED = (1.2, 2.8)


class PinItem(OverlayItem):
    """One sign."""

    def __init__(self, pin: PinOverlay, cell_px: float, scale: float) -> None:
        self.pin = pin
        self._scale = scale
        super().__init__(QRectF(*pin.at, 0.001, 0.001), _Z, cell_px)

    def set_scale(self, scale: float) -> None:
        """Take the interface scale; 1.0 is 100 %."""
        self.prepareGeometryChange()
        self._scale = scale
        self.update()

    def covers(self, place: Point, cell_px: float) -> bool:
        """Return whether a place, in cells, lies on the sign."""
        x, y = ((to - at) * cell_px for to, at in zip(place, self.pin.at, strict=True))
        body = self._body()
        return body.contains(x, y) or (body.bottom() <= y <= 0 and abs(x) <= _TIP_HALF_PX)

    def boundingRect(self) -> QRectF:
        """Return what is covered, in cells (Qt's hook)."""
        body = self._body()
        box = QRectF(body.left(), body.top(), body.width(), -body.top())
        box.adjust(-_ROOM_PX, -_ROOM_PX, _ROOM_PX, _ROOM_PX)
        cell_px = self._cell_px
        at = QPointF(*self.pin.at)
        return QRectF(at + box.topLeft() / cell_px, box.size() / cell_px)

    def draw(self, painter: QPainter, cell_px: float, exposed: QRectF) -> None:
        """Draw the tag, then what stands on it."""
        del exposed
        colors, body = map_colors(), self._body()
        ground = colors.intent if self.pin.on else colors.paper
        painter.translate(to_px(self.pin.at, cell_px))
        outline = self._outline(body)
        stroke_cased(painter, outline, ground, _CASED)
        painter.fillPath(outline, qcolor(ground))
        painter.setPen(qcolor(colors.ink))
        if self.pin.label:
            painter.setFont(self._font)
            painter.drawText(body, Qt.AlignmentFlag.AlignCenter, self.pin.label)
        else:
            painter.setBrush(qcolor(colors.ink))
            painter.drawEllipse(body.center(), _DOT_PX * self._scale, _DOT_PX * self._scale)

    @property
    def _font(self) -> QFont:
        return sized_font(SANS, round(_LETTER_PX * self._scale), 700)

    def _body(self) -> QRectF:
        """Return the tag without its tip, in pixels from the place."""
        px = self._scale
        words = QFontMetricsF(self._font).horizontalAdvance(self.pin.label)
        width = max(_BODY_PX * px, words + 2 * _INSET_PX * px)
        return QRectF(-width / 2, -(_BODY_PX + _TIP_PX) * px, width, _BODY_PX * px)

    def _outline(self, body: QRectF) -> QPainterPath:
        px = self._scale
        tag, tip = QPainterPath(), QPainterPath()
        tag.addRoundedRect(body, _RADIUS_PX * px, _RADIUS_PX * px)
        tip.moveTo(-_TIP_HALF_PX * px, body.bottom() - 1)
        tip.lineTo(0, 0)
        tip.lineTo(_TIP_HALF_PX * px, body.bottom() - 1)
        tip.closeSubpath()
        return tag.united(tip)
