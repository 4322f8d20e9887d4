"""The map while the wheel turns: the last picture of it, scaled, until the crisp one is ready.

Owns that picture. What lies outside of it, where the map is zoomed out, is the map a pixel a cell
with its lines and tokens upon it, so that a step costs a copy whatever is shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap, QRegion
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from gridwar.ui.board.map_scene import MapScene


class Place(Struct, frozen=True):
    """Where a view is: edge of a cell, and what is at its corner, in pixels from the map's."""

    cell_px: float
    corner: QPoint


class MotionPicture:
    """Stands in for the map while it changes its size."""

    def __init__(self, viewport: QWidget, scene: MapScene) -> None:
        self._viewport = viewport
        self._scene = scene
        self._pixels: QPixmap | None = None
        self._place = Place(1.0, QPoint())

    @property
    def is_on(self) -> bool:
        """Whether the picture stands in for the map."""
        return self._pixels is not None

    def begin(self, place: Place) -> None:
        """Take a picture of the map as it is, unless one stands in already."""
        if self._pixels is None:
            pixels = self._blank()
            self._viewport.render(pixels, QPoint(), QRegion(), QWidget.RenderFlag.IgnoreMask)
            self._pixels, self._place = pixels, place

    def end(self) -> None:
        """Let the map be seen again."""
        if self._pixels is not None:
            self._pixels = None
            self._viewport.update()

    def paint(self, place: Place) -> None:
        """Paint the viewport from the picture, and what lies around it coarsely.

        Args:
            place: where the view is now.
        """
        assert self._pixels is not None
        area = self._target(place)
        # Under the picture's own border too: it may end a pixel sooner than it should.
        bare = _around(self._viewport.rect(), area.toAlignedRect().adjusted(1, 1, -1, -1))
        with QPainter(self._viewport) as painter:
            if place != self._place and bare:
                self._draw_around(painter, bare, place)
            painter.drawPixmap(area, self._pixels, QRectF(self._pixels.rect()))

    def _target(self, place: Place) -> QRectF:
        """Return where the picture lies on the viewport now."""
        scale = place.cell_px / self._place.cell_px
        corner = QPointF(self._place.corner) * scale - QPointF(place.corner)
        size = self._viewport.size()
        return QRectF(corner.x(), corner.y(), size.width() * scale, size.height() * scale)

    def _draw_around(self, painter: QPainter, bare: tuple[QRect, ...], place: Place) -> None:
        """Draw what lies around the picture."""
        cell_px, corner = place.cell_px, place.corner
        for strip in bare:  # rectangles one by one: what is below the tokens then costs its pixels
            painter.save()
            painter.setClipRect(strip)
            painter.translate(-corner)
            painter.scale(cell_px, cell_px)
            self._scene.draw_coarse(painter, _in_cells(strip.translated(corner), cell_px))
            painter.restore()
        painter.save()
        region = QRegion()
        for strip in bare:
            region += strip
        painter.setClipRegion(region)
        whole = self._viewport.rect()
        cells = _in_cells(whole.translated(corner), cell_px)
        self._scene.render(painter, QRectF(whole), cells, Qt.AspectRatioMode.IgnoreAspectRatio)
        painter.restore()

    def _blank(self) -> QPixmap:
        ratio = self._viewport.devicePixelRatioF()
        size = self._viewport.size() * ratio
        pixels = QPixmap(size)
        pixels.setDevicePixelRatio(ratio)
        return pixels


def _around(whole: QRect, inner: QRect) -> tuple[QRect, ...]:
    """Return what of a rectangle lies around another one, in up to four parts."""
    inner &= whole
    if inner.isEmpty():
        return (whole,)
    left, top, right, bottom = inner.left(), inner.top(), inner.right(), inner.bottom()
    parts = (
        QRect(whole.topLeft(), QPoint(whole.right(), top - 1)),
        QRect(whole.left(), top, left - whole.left(), inner.height()),
        QRect(QPoint(right + 1, top), QPoint(whole.right(), bottom)),
        QRect(QPoint(whole.left(), bottom + 1), whole.bottomRight()),
    )
    return tuple(part for part in parts if not part.isEmpty())


def _in_cells(area: QRect, cell_px: float) -> QRectF:
    return QRectF(
        area.x() / cell_px, area.y() / cell_px, area.width() / cell_px, area.height() / cell_px
    )
