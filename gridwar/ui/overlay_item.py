"""The base of everything drawn over the map: items whose lines keep their width at any zoom.

Owns the switch from cells to pixels. An item says what it covers in cells and draws itself in
device-independent pixels counted from the map's corner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QPainterPath

ROOM_PX = 14.0


class OverlayItem(QGraphicsItem):
    """Something drawn over the map; subclasses fill in `draw`."""

    def __init__(self, extent: QRectF, z: float, cell_px: float) -> None:
        super().__init__()
        self._extent = extent
        self._cell_px = cell_px
        self.setZValue(z)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)

    def draw(self, painter: QPainter, cell_px: float, exposed: QRectF) -> None:
        """Draw the item.

        Args:
            painter: its unit is the device-independent pixel, its origin the map's corner.
            cell_px: edge of a cell.
            exposed: the part to be drawn, in cells.
        """
        raise NotImplementedError

    def rescale(self, cell_px: float) -> None:
        """Take note of another zoom: the room for line widths changes in cells."""
        self.prepareGeometryChange()
        self._cell_px = cell_px

    def boundingRect(self) -> QRectF:
        """Return what is covered, in cells, with room for the widest line (Qt's hook)."""
        room = ROOM_PX / self._cell_px
        return self._extent.adjusted(-room, -room, room, room)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        """Draw in pixels of the screen (Qt's hook)."""
        world = painter.worldTransform()
        painter.save()
        painter.resetTransform()
        painter.translate(world.dx(), world.dy())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.draw(painter, world.m11(), option.exposedRect)
        painter.restore()


class PathCache:
    """A path kept for the zoom it was made for."""

    def __init__(self) -> None:
        self._cell_px = 0.0
        self._paths: tuple[QPainterPath, ...] = ()

    def get(
        self, cell_px: float, make: Callable[[float], tuple[QPainterPath, ...]]
    ) -> tuple[QPainterPath, ...]:
        """Return the paths at a zoom, made anew when it has changed."""
        if cell_px != self._cell_px or not self._paths:
            self._paths = make(cell_px)
            self._cell_px = cell_px
        return self._paths
