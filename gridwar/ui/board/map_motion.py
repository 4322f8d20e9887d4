"""The map while the wheel turns: the last picture of it, scaled, until the crisp one is ready.

Owns that picture. What lies outside of it, where the map is zoomed out, is the map a pixel a cell
with its lines and tokens upon it, so that a step costs a copy whatever is shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QPainter, QPixmap, QRegion
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.ui.board.map_scene import MapScene

_QUIET_MS = 80
"""Nothing is painted any more: by then all that has changed has been."""
_BAND_PX = 256


class Place(Struct, frozen=True):
    """Where a view is: edge of a cell, and what is at its corner, in pixels from the map's."""

    cell_px: float
    corner: QPoint


class MotionPicture:
    """Stands in for the map while it changes its size.

    It is taken while nothing happens, a band at a time, so that the first step need not wait for
    it; what has been painted since is then added.
    """

    def __init__(self, viewport: QWidget, scene: MapScene, where: Callable[[], Place]) -> None:
        """Begin without a picture.

        Args:
            viewport: what shows the map.
            scene: draws what lies outside of the picture.
            where: tells where the view is.
        """
        self._viewport = viewport
        self._scene = scene
        self._where = where
        self._pixels = QPixmap()
        self._place = Place(1.0, QPoint())
        self._torn = QRegion()
        """Where the picture is not what is seen."""
        self._is_on = self._is_taking = False
        self._is_behind = True
        """Whether something may have changed that has not been painted yet."""
        self._quiet = QTimer(viewport)
        self._quiet.setSingleShot(True)
        self._quiet.timeout.connect(self._take_band)

    @property
    def is_on(self) -> bool:
        """Whether the picture stands in for the map."""
        return self._is_on

    def note_change(self) -> None:
        """Take note that something else is to be shown from now on."""
        self._is_behind = True
        self._quiet.start(_QUIET_MS)

    def note_painted(self, area: QRegion) -> None:
        """Take note that a part of the viewport has been painted."""
        if not self._is_taking:
            self._torn += area
            self._quiet.start(_QUIET_MS)

    def begin(self) -> None:
        """Let the picture stand in for the map as it is, unless it does already."""
        if not self._is_on:
            if self._is_behind:
                self._torn = QRegion(self._viewport.rect())
            self._follow()
            self._take(self._torn)
            self._is_on = True
            self._quiet.stop()

    def end(self) -> None:
        """Let the map be seen again."""
        if self._is_on:
            self._is_on = False
            self._viewport.update()
        self.note_change()

    def _follow(self) -> None:
        """Give up a picture of another place or size."""
        place, size = self._where(), self._viewport.size() * self._viewport.devicePixelRatioF()
        if place == self._place and size == self._pixels.size():
            return
        if size != self._pixels.size():
            self._pixels = QPixmap(size)
            self._pixels.setDevicePixelRatio(self._viewport.devicePixelRatioF())
        self._place, self._torn = place, QRegion(self._viewport.rect())

    def _take_band(self) -> None:
        """Add to the picture what is seen of one band, from the top down."""
        if self._is_on or not self._viewport.isVisible():
            return
        self._is_behind = False
        self._follow()
        whole, torn = self._viewport.rect(), self._torn.boundingRect()
        self._take(self._torn & QRect(0, torn.top(), whole.width(), _BAND_PX))
        if not self._torn.isEmpty():
            self._quiet.start(0)

    def _take(self, area: QRegion) -> None:
        area &= self._viewport.rect()
        if not area.isEmpty():
            self._is_taking = True
            flags = QWidget.RenderFlag.IgnoreMask
            self._viewport.render(self._pixels, area.boundingRect().topLeft(), area, flags)
            self._is_taking = False
        self._torn -= area

    def paint(self, place: Place, wanted: QRegion) -> None:
        """Paint the viewport from the picture, and what lies around it coarsely.

        Args:
            place: where the view is now.
            wanted: the part to be painted; a painter of the viewport is cut to it.
        """
        area = self._target(place)
        # Under the picture's own border too: it may end a pixel sooner than it should.
        inner = area.toAlignedRect().adjusted(1, 1, -1, -1)
        with QPainter(self._viewport) as painter:
            around = _around(self._viewport.rect(), inner) if place != self._place else ()
            if bare := [one for one in around if wanted.intersects(one)]:
                self._draw_around(painter, bare, place)
            painter.drawPixmap(area, self._pixels, QRectF(self._pixels.rect()))

    def _target(self, place: Place) -> QRectF:
        """Return where the picture lies on the viewport now."""
        scale = place.cell_px / self._place.cell_px
        corner = QPointF(self._place.corner) * scale - QPointF(place.corner)
        size = self._viewport.size()
        return QRectF(corner.x(), corner.y(), size.width() * scale, size.height() * scale)

    def _draw_around(self, painter: QPainter, bare: list[QRect], place: Place) -> None:
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
