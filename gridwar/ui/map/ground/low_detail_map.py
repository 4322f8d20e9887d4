"""The map at low detail, one pixel a cell: shown for a moment until finer tiles are ready.

Owns that small picture of tints and veils. Scaled up it costs a copy, whatever is on the map, and
what fills whole cells is as sharp as ever; lines are left to whoever draws it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter

if TYPE_CHECKING:
    from gridwar.control.records.ground_records import GroundView
    from gridwar.ui.map.ground.light_picture import LightPicture
    from gridwar.ui.map.ground.page_picture_and_grid import Ground
    from gridwar.ui.map.overlays.overlay_layer import OverlayLayer


class LowDetailMap:
    """The small picture, made when it is first needed."""

    def __init__(self, ground: Ground, overlays: OverlayLayer, light: LightPicture) -> None:
        self._ground = ground
        self._light = light
        self._overlays = overlays
        self._image: QImage | None = None
        self.edition = 0
        """Counts how often it has changed."""

    def forget(self) -> None:
        """Note that the ground or what lies low on it has changed."""
        self._image = None
        self.edition += 1

    def draw(self, painter: QPainter, view: GroundView, cells: QRectF) -> None:
        """Draw a part of the map.

        Args:
            painter: its unit is the cell; it is clipped to one rectangle, the part.
            view: the map.
            cells: the part.
        """
        page = QRectF(0, 0, view.width, view.height)
        if self._image is None:
            self._image = self._made(view)
        if self._image.hasAlphaChannel():
            self._ground.draw_page(painter, cells, smooth=False)
        else:
            self._ground.draw_void(painter, cells)
        painter.drawImage(page, self._image)
        self._ground.draw_grid(painter, cells)

    def _made(self, view: GroundView) -> QImage:
        page = QRectF(0, 0, view.width, view.height)
        image = QImage(view.width, view.height, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        with QPainter(image) as painter:
            if view.picture is None and view.sketch is None:
                self._ground.draw_page(painter, page)
            self._ground.draw_paint(painter, page)
            self._ground.draw_props(painter, page)
            self._overlays.draw_coarse(painter)
            self._light.draw(painter, page)
        if (
            view.picture is None and view.sketch is None
        ):  # nothing shines through: that is copied, not blended
            return image.convertToFormat(QImage.Format.Format_RGB32)
        return image
