"""Zooming with the wheel: the last snapshot of the map, scaled, until the map is drawn anew.

Owns that picture and a wider one, for where the map is zoomed out. What lies outside of both is the
map a pixel a cell with its lines and tokens upon it. So a step costs copies, whatever is shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QTimer
from PySide6.QtGui import QPainter, QPixmap, QRegion
from PySide6.QtWidgets import QWidget

from gridwar.ui.map.camera.viewpoint import Viewpoint

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.ui.map.map_scene import MapScene

_BAND_PX = 256
_QUIET_MS = 60
"""Nothing is painted any more: by then all that has changed has been."""
_WIDER = 2.5
"""How much more of the map the wider picture shows each way: six notches of the wheel."""
_LEAST_WIDER, _MOST_WIDER = 1.8, 6.5
"""While it shows so much more it is not taken anew at another place."""


class ZoomSnapshot:
    """A picture of the map as it was seen from some place, to be shown from another one.

    Its pixels, where they were taken, and what of them is ``dirty``: not what is to be seen.
    Counted in device-independent pixels.
    """

    def __init__(self) -> None:
        self.pixels = QPixmap()
        self.place = Viewpoint(1.0, QPoint())
        self.dirty = QRegion()

    @property
    def is_whole(self) -> bool:
        """Whether nothing of it is dirty."""
        return self.dirty.isEmpty()

    def is_sized_for(self, viewport: QWidget) -> bool:
        """Return whether it has the size of a view, in pixels of the screen."""
        return self.pixels.size() == viewport.size() * viewport.devicePixelRatioF()

    def follow(self, place: Viewpoint, viewport: QWidget) -> None:
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

    def target(self, place: Viewpoint) -> QRectF:
        """Return where the picture lies on a view at another place."""
        scale = place.cell_px / self.place.cell_px
        corner = QPointF(self.place.corner) * scale - QPointF(place.corner)
        return QRectF(corner, self.pixels.deviceIndependentSize() * scale)

    def surely(self, place: Viewpoint) -> QRect:
        """Return what it covers there without its border: it may end a pixel sooner."""
        return self.target(place).toAlignedRect().adjusted(1, 1, -1, -1)

    def copy(self, painter: QPainter, part: QRect, place: Viewpoint) -> None:
        """Draw a part of what it covers of a view at another place."""
        area, wanted = self.target(place), QRectF(part)
        scale = self.pixels.width() / area.width()
        source = QRectF((wanted.topLeft() - area.topLeft()) * scale, wanted.size() * scale)
        painter.drawPixmap(wanted, self.pixels, source)


class MotionPicture:
    """Stands in for the map while it changes its size.

    It is taken while nothing happens, a band at a time, so that the first step need not wait for
    it; what has been painted since is then added.
    """

    def __init__(self, viewport: QWidget, scene: MapScene, where: Callable[[], Viewpoint]) -> None:
        """Begin without a picture.

        Args:
            viewport: what shows the map.
            scene: draws what lies outside of the picture.
            where: tells where the view is.
        """
        self._viewport = viewport
        self._scene = scene
        self._where = where
        self._near, self._wide = ZoomSnapshot(), ZoomSnapshot()
        self._wide_of: object = None
        """What of the scene the wider picture shows."""
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
            self._near.tear(area)
            self._quiet.start(_QUIET_MS)

    def begin(self) -> None:
        """Let the picture stand in for the map as it is, unless it does already."""
        if not self._is_on:
            if self._is_behind:
                self._near.tear(QRegion(self._viewport.rect()))
            self._near.follow(self._where(), self._viewport)
            self._take(self._near.dirty)
            self._is_on = True
            self._quiet.stop()

    def end(self) -> None:
        """Let the map be seen again."""
        if self._is_on:
            self._is_on = False
            self._viewport.update()
        self.note_change()

    def _take_band(self) -> None:
        """Add to a picture what is seen of one band, from the top down; then to the wider one."""
        if self._is_on or not self._viewport.isVisible():
            return
        self._is_behind = False
        self._near.follow(self._where(), self._viewport)
        band = self._near.band()
        if not band.isEmpty():
            self._take(band)
        elif not self._take_wide():
            return
        self._quiet.start(0)

    @property
    def _is_wide_right(self) -> bool:
        """Whether the wider picture shows what there is."""
        return self._wide.is_whole and self._wide_of == self._scene.looks

    @property
    def _is_wide_enough(self) -> bool:
        """Whether the wider picture, wherever it was taken, serves where the view is now."""
        if not self._wide.is_sized_for(self._viewport):
            return False
        place, whole = self._where(), self._viewport.rect()
        shown = self._wide.target(place)
        if not _LEAST_WIDER <= shown.width() / max(1, whole.width()) <= _MOST_WIDER:
            return False
        room_x, room_y = ((_LEAST_WIDER - 1) / 2 * one for one in whole.size().toTuple())
        return shown.contains(QRectF(whole).adjusted(-room_x, -room_y, room_x, room_y))

    def _take(self, area: QRegion) -> None:
        area &= self._viewport.rect()
        if not area.isEmpty():
            self._is_taking = True
            flags = QWidget.RenderFlag.IgnoreMask
            self._viewport.render(self._near.pixels, area.boundingRect().topLeft(), area, flags)
            self._is_taking = False
        self._near.mend(area)

    def _take_wide(self) -> bool:
        """Take a band of the wider picture; return whether there was one to take."""
        if not self._is_wide_enough:
            place = self._where().wider(_WIDER, self._viewport.size())
            self._wide.follow(place, self._viewport)
        if self._wide_of != self._scene.looks:
            self._wide_of = self._scene.looks
            self._wide.tear(QRegion(self._viewport.rect()))
        band = self._wide.band()
        if band.isEmpty():
            return False
        with QPainter(self._wide.pixels) as painter:
            self._draw_coarsely(painter, [band.boundingRect()], self._wide.place)
        self._wide.mend(band)
        return True

    def paint(self, place: Viewpoint, wanted: QRegion) -> None:
        """Paint the viewport from the picture, and what lies around it coarsely.

        Args:
            place: where the view is now.
            wanted: the part to be painted; a painter of the viewport is cut to it.
        """
        with QPainter(self._viewport) as painter:
            if place != self._near.place:
                strips = around(self._viewport.rect(), self._near.surely(place))
                bare = [strip for strip in strips if wanted.intersects(strip)]
                if self._is_wide_right:
                    bare = self._drawn_wide(painter, bare, place)
                if bare:
                    self._draw_coarsely(painter, bare, place)
            pixels = self._near.pixels
            painter.drawPixmap(self._near.target(place), pixels, QRectF(pixels.rect()))

    def _drawn_wide(self, painter: QPainter, bare: list[QRect], place: Viewpoint) -> list[QRect]:
        """Draw what the wider picture shows of some parts; return what of them is bare still."""
        rest: list[QRect] = []
        for strip in bare:
            inner = strip & self._wide.surely(place)
            if not inner.isEmpty():
                self._wide.copy(painter, inner, place)
            rest.extend(around(strip, inner))
        return rest

    def _draw_coarsely(self, painter: QPainter, bare: list[QRect], place: Viewpoint) -> None:
        """Draw parts of the map as they are at a place: its ground a pixel a cell."""
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
        self._scene.render_coarsely(painter, whole, _in_cells(whole.translated(corner), cell_px))
        painter.restore()


def _in_cells(area: QRect, cell_px: float) -> QRectF:
    return QRectF(
        area.x() / cell_px, area.y() / cell_px, area.width() / cell_px, area.height() / cell_px
    )


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
