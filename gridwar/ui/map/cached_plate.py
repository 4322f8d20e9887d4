"""A plate upon the map, drawn once and then copied: the map is painted below it at every frame.

Owns the copy of its pixels; what is on it belongs to the subclasses.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from gridwar.ui.style.colors import qcolor

if TYPE_CHECKING:
    from gridwar.ui.style.theme import Theme

_RADIUS_PX = 8.0
_END_PX = 12


class CachedPanel(QWidget):
    """A quiet ground with round corners; subclasses fill in `draw`."""

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent)
        self._theme = theme
        self._drawn = QPixmap()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def draw(self, painter: QPainter) -> None:
        """Draw what is on the plate."""
        raise NotImplementedError

    def redraw(self) -> None:
        """Draw it anew at the next paint: what it says has changed."""
        self._drawn = QPixmap()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Copy the pixels, drawing them first where they are not there (Qt's hook)."""
        size = self.size() * self.devicePixelRatioF()
        if self._drawn.size() != size:
            self._drawn = QPixmap(size)
            self._drawn.setDevicePixelRatio(self.devicePixelRatioF())
            self._drawn.fill(Qt.GlobalColor.transparent)
            with QPainter(self._drawn) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                self._draw_ground(painter)
                self.draw(painter)
        with QPainter(self) as painter:
            painter.drawPixmap(0, 0, self._drawn)

    def _draw_ground(self, painter: QPainter) -> None:
        """Draw the ground from its ends and what is between them: the scale's length changes."""
        colors, ratio = self._theme.palette, self.devicePixelRatioF()
        ends = _ends((colors.panel, colors.line2), self.height(), ratio)
        width, height, end = self.width(), self.height(), _END_PX
        along, high = end * ratio, height * ratio
        parts = (
            (0, end, 0.0, along),
            (end, width - 2 * end, along, 1.0),
            (width - end, end, along, along),
        )
        for x, wide, source, length in parts:
            painter.drawPixmap(QRectF(x, 0, wide, height), ends, QRectF(source, 0, length, high))


@lru_cache(16)
def _ends(colors: tuple[str, str], height: int, ratio: float) -> QPixmap:
    """Return both ends of a plate side by side as pixels; shared, read-only.

    Args:
        colors: of the ground and of its edge.
        height: in device-independent pixels.
        ratio: device pixel ratio.
    """
    ground, edge = colors
    pixmap = QPixmap(round(2 * _END_PX * ratio), round(height * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(qcolor(edge, 0.5), 1))
        painter.setBrush(qcolor(ground, 0.96))
        box = QRectF(0.5, 0.5, 2 * _END_PX - 1, height - 1)
        painter.drawRoundedRect(box, _RADIUS_PX, _RADIUS_PX)
    return pixmap
