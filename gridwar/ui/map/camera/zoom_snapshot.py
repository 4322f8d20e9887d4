"""A picture of the map as it was seen from some place, to be shown from another one.

Owns its pixels, and which of them are out of date. Counted in device-independent pixels.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF
from PySide6.QtGui import QPixmap, QRegion

if TYPE_CHECKING:
    from PySide6.QtCore import QSize
    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QWidget

_BAND_PX = 256


class Place(Struct, frozen=True):
    """Where a view is: edge of a cell, and what is at its corner, in pixels from the map's."""

    cell_px: float
    corner: QPoint

    def wider(self, times: float, size: QSize) -> Place:
        """Return the place from where a view sees more of the map, about the same middle.

        Args:
            times: How much more it sees, each way.
            size: Of the view, in pixels.
        """
        half = QPointF(size.width() / 2, size.height() / 2)
        corner = (QPointF(self.corner) + half) / times - half
        return Place(self.cell_px / times, corner.toPoint())


class ZoomSnapshot:
    """Pixels, where they were taken, and what of them is ``dirty``: not what is to be seen."""

    def __init__(self) -> None:
        self.pixels = QPixmap()
        self.place = Place(1.0, QPoint())
        self.dirty = QRegion()

    @property
    def is_whole(self) -> bool:
        """Whether nothing of it is dirty."""
        return self.dirty.isEmpty()

    def is_sized_for(self, viewport: QWidget) -> bool:
        """Return whether it has the size of a view, in pixels of the screen."""
        return self.pixels.size() == viewport.size() * viewport.devicePixelRatioF()

    def follow(self, place: Place, viewport: QWidget) -> None:
        """Give up a picture of another place or size."""
        is_sized = self.is_sized_for(viewport)
        if place == self.place and is_sized:
            return
        if not is_sized:
            ratio = viewport.devicePixelRatioF()
            self.pixels = QPixmap(viewport.size() * ratio)
            self.pixels.setDevicePixelRatio(ratio)
        self.place, self.dirty = place, QRegion(viewport.rect())

    def tear(self, area: QRegion) -> None:
        """Note that a part shows something else now."""
        self.dirty += area

    def mend(self, area: QRegion) -> None:
        """Note that a part has been taken anew."""
        self.dirty -= area

    def band(self) -> QRegion:
        """Return the uppermost band of what is dirty."""
        whole = self.dirty.boundingRect()
        return self.dirty & QRect(whole.left(), whole.top(), whole.width(), _BAND_PX)

    def target(self, place: Place) -> QRectF:
        """Return where the picture lies on a view at another place."""
        scale = place.cell_px / self.place.cell_px
        corner = QPointF(self.place.corner) * scale - QPointF(place.corner)
        return QRectF(corner, self.pixels.deviceIndependentSize() * scale)

    def surely(self, place: Place) -> QRect:
        """Return what it covers there without its border: it may end a pixel sooner."""
        return self.target(place).toAlignedRect().adjusted(1, 1, -1, -1)

    def copy(self, painter: QPainter, part: QRect, place: Place) -> None:
        """Draw a part of what it covers of a view at another place."""
        area, wanted = self.target(place), QRectF(part)
        scale = self.pixels.width() / area.width()
        source = QRectF((wanted.topLeft() - area.topLeft()) * scale, wanted.size() * scale)
        painter.drawPixmap(wanted, self.pixels, source)


def around(whole: QRect, inner: QRect) -> tuple[QRect, ...]:
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
