"""A plate upon the map, drawn once and then copied: the map is painted below it at every frame.

Owns the copy of its pixels; what is on it belongs to the subclasses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from gridwar.ui.look.palette import qcolor

if TYPE_CHECKING:
    from gridwar.ui.look.theme import Theme

_RADIUS_PX = 8.0


class Plate(QWidget):
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
                colors = self._theme.palette
                painter.setPen(QPen(qcolor(colors.line2, 0.5), 1))
                painter.setBrush(qcolor(colors.panel, 0.96))
                box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
                painter.drawRoundedRect(box, _RADIUS_PX, _RADIUS_PX)
                self.draw(painter)
        with QPainter(self) as painter:
            painter.drawPixmap(0, 0, self._drawn)
