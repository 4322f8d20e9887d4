"""The map while the wheel turns: the last picture of it, scaled, until the crisp one is ready.

Owns that picture. What lies outside of it, where the map is zoomed out, is drawn by the scene and
becomes part of the next picture, so that a step costs its new edge and a copy whatever is shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap, QRegion
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from PySide6.QtWidgets import QGraphicsScene


class Place(Struct, frozen=True):
    """Where a view is: edge of a cell, and what is at its corner, in pixels from the map's."""

    cell_px: float
    corner: QPoint


class MotionPicture:
    """Stands in for the map while it changes its size."""

    def __init__(self, viewport: QWidget, scene: QGraphicsScene) -> None:
        self._viewport = viewport
        self._scene = scene
        self._pixels: QPixmap | None = None
        self._spare: QPixmap | None = None
        """The picture before: its memory serves the next one."""
        self._place = Place(1.0, QPoint())

    @property
    def is_on(self) -> bool:
        """Whether the picture stands in for the map."""
        return self._pixels is not None

    def begin(self, place: Place) -> None:
        """Take a picture of the map as it is, unless one stands in already."""
        if self._pixels is None:
            pixels = self._blank()
            self._viewport.render(
                pixels, QPoint(), QRegion(), QWidget.RenderFlag.IgnoreMask
            )
            self._pixels, self._place = pixels, place

    def end(self) -> None:
        """Let the map be seen again."""
        if self._pixels is not None:
            self._pixels = self._spare = None
            self._viewport.update()

    def paint(self, place: Place) -> None:
        """Paint the viewport from the picture.

        Args:
            place: where the view is now.
        """
        assert self._pixels is not None
        area = self._target(place)
        whole = self._viewport.rect()
        covers = area.toAlignedRect().adjusted(1, 1, -1, -1).contains(whole)
        if covers or place == self._place:
            with QPainter(self._viewport) as painter:
                painter.drawPixmap(area, self._pixels, QRectF(self._pixels.rect()))
            return
        joined = self._blank()
        with QPainter(joined) as painter:
            # Under the picture's own border too: it may end a pixel sooner than it should.
            inner = QRegion(area.toAlignedRect().adjusted(1, 1, -1, -1))
            for strip in QRegion(whole).subtracted(inner):
                self._draw_strip(painter, strip, place)
            painter.drawPixmap(area, self._pixels, QRectF(self._pixels.rect()))
        self._pixels, self._spare, self._place = joined, self._pixels, place
        with QPainter(self._viewport) as painter:
            painter.drawPixmap(0, 0, joined)

    def _target(self, place: Place) -> QRectF:
        """Return where the picture lies on the viewport now."""
        scale = place.cell_px / self._place.cell_px
        corner = QPointF(self._place.corner) * scale - QPointF(place.corner)
        size = self._viewport.size()
        return QRectF(corner.x(), corner.y(), size.width() * scale, size.height() * scale)

    def _draw_strip(self, painter: QPainter, strip: QRect, place: Place) -> None:
        """Draw a part of what lies around the picture: a plain one, which costs its own pixels."""
        scale = 1 / place.cell_px
        corner = strip.topLeft() + place.corner
        cells = QRectF(
            corner.x() * scale, corner.y() * scale, strip.width() * scale, strip.height() * scale
        )
        self._scene.render(painter, QRectF(strip), cells, Qt.AspectRatioMode.IgnoreAspectRatio)

    def _blank(self) -> QPixmap:
        ratio = self._viewport.devicePixelRatioF()
        size = self._viewport.size() * ratio
        if self._spare is not None and self._spare.size() == size:
            return self._spare
        pixels = QPixmap(size)
        pixels.setDevicePixelRatio(ratio)
        return pixels

