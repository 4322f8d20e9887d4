"""The base class of overlay items: their lines keep their width at any zoom.

Owns the switch from cells to pixels. An item says what it covers in cells and draws itself in
device-independent pixels counted from the map's corner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PySide6.QtGui import QPainterPath

ROOM_PX = 14.0
_MOST_KEPT_PX = 250_000
LIVE_FROM_Z = 80.0
"""What lies lower is kept with the ground; what lies higher follows the pointer."""


class OverlayItem(QGraphicsItem):
    """Something drawn over the map; subclasses fill in `draw`."""

    keeps_pixels = True
    """Whether what is small is copied from kept pixels rather than drawn at every repaint."""
    is_seen_coarsely = False
    """Whether ``draw_coarse`` or ``draw_lines`` draws anything."""

    def __init__(self, extent: QRectF, z: float, cell_px: float) -> None:
        super().__init__()
        self.base_z = z
        self.hurried = False
        """Whether the wheel turns, or the map is pulled: what can wait then comes later."""
        self._paths = PathCache()
        self._extent = extent
        self._cell_px = cell_px
        self.setZValue(z)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self._keep_pixels()

    def draw(self, painter: QPainter, cell_px: float, exposed: QRectF) -> None:
        """Draw the item.

        Args:
            painter: its unit is the device-independent pixel, its origin the map's corner.
            cell_px: edge of a cell.
            exposed: the part to be drawn, in cells.
        """
        raise NotImplementedError

    def draw_coarse(self, painter: QPainter) -> None:
        """Draw what fills whole cells and is not to be missed for a moment; usually nothing.

        Args:
            painter: draws a pixel a cell.
        """

    def draw_lines(self, painter: QPainter) -> None:
        """Draw the lines that are not to be missed for a moment, plainly; usually nothing.

        Args:
            painter: its unit is the cell.
        """

    def make_paths(self, cell_px: float) -> tuple[QPainterPath, ...]:
        """Return the paths that ``draw`` needs at a zoom; subclasses that have any fill it in."""
        raise NotImplementedError

    def warm(self, cell_px: float) -> Iterator[None]:
        """Work out what ``draw`` needs at a zoom and takes long, with pauses; usually nothing."""
        del cell_px
        yield from ()

    def paths(self, cell_px: float) -> tuple[QPainterPath, ...]:
        """Return the paths at a zoom, from memory where it is the same."""
        return self._paths.get(cell_px, self.make_paths)

    @property
    def is_beneath(self) -> bool:
        """Whether the item is drawn with the ground and is none of the scene's."""
        return self.base_z < LIVE_FROM_Z

    def rescale(self, cell_px: float) -> None:
        """Take note of another zoom: the room for line widths changes in cells."""
        self.prepareGeometryChange()
        self._cell_px = cell_px
        self._keep_pixels()

    def _keep_pixels(self) -> None:
        box, cell_px = self._extent, self._cell_px
        if not self.keeps_pixels:
            return
        is_small = box.width() * box.height() * cell_px * cell_px < _MOST_KEPT_PX
        modes = QGraphicsItem.CacheMode
        self.setCacheMode(modes.DeviceCoordinateCache if is_small else modes.NoCache)

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
        self.draw_on(painter, option.exposedRect)

    def draw_on(self, painter: QPainter, exposed: QRectF) -> None:
        """Draw a part of the item with a painter whose unit is the cell."""
        if self.hurried:
            return
        world = painter.worldTransform()
        painter.save()
        painter.resetTransform()
        painter.translate(world.dx(), world.dy())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.draw(painter, world.m11(), exposed)
        painter.restore()


def box_to_px(box: QRectF, cell_px: float) -> QRectF:
    """Return a part of the map in pixels from the map's corner."""
    return QRectF(box.topLeft() * cell_px, box.size() * cell_px)


class PathCache:
    """A path kept for the zoom it was made for."""

    def __init__(self) -> None:
        self._cell_px = 0.0
        self._paths: tuple[QPainterPath, ...] = ()

    def get(
        self, cell_px: float, make: Callable[[float], tuple[QPainterPath, ...]]
    ) -> tuple[QPainterPath, ...]:
        """Return the paths at a zoom, made anew when it has changed.

        Args:
            cell_px: edge of a cell.
            make: makes the paths for one.
        """
        if cell_px != self._cell_px or not self._paths:
            self._paths = make(cell_px)
            self._cell_px = cell_px
        return self._paths
