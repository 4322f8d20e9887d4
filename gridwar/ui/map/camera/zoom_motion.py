"""Zooming with the wheel: the last snapshot of the map, scaled, until the map is drawn anew.

Owns that picture and a wider one, for where the map is zoomed out. What lies outside of both is the
map a pixel a cell with its lines and tokens upon it. So a step costs copies, whatever is shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, QTimer
from PySide6.QtGui import QPainter, QRegion
from PySide6.QtWidgets import QWidget

from gridwar.ui.map.camera.zoom_snapshot import Place, ZoomSnapshot, around

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.ui.map.scene import MapScene

_QUIET_MS = 60
"""Nothing is painted any more: by then all that has changed has been."""
_WIDER = 2.5
"""How much more of the map the wider picture shows each way: six notches of the wheel."""
_LEAST_WIDER, _MOST_WIDER = 1.8, 6.5
"""While it shows so much more it is not taken anew at another place."""


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

    def paint(self, place: Place, wanted: QRegion) -> None:
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

    def _drawn_wide(self, painter: QPainter, bare: list[QRect], place: Place) -> list[QRect]:
        """Draw what the wider picture shows of some parts; return what of them is bare still."""
        rest: list[QRect] = []
        for strip in bare:
            inner = strip & self._wide.surely(place)
            if not inner.isEmpty():
                self._wide.copy(painter, inner, place)
            rest.extend(around(strip, inner))
        return rest

    def _draw_coarsely(self, painter: QPainter, bare: list[QRect], place: Place) -> None:
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
