"""The base of everything drawn over the map: items whose lines keep their width at any zoom.

Owns the switch from cells to pixels. An item says what it covers in cells and draws itself in
device-independent pixels counted from the map's corner.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PySide6.QtGui import QPainterPath

ROOM_PX = 14.0
_PAN_ROOM_PX = 160.0
_MOST_PIXELS = 16_000_000


class OverlayItem(QGraphicsItem):
    """Something drawn over the map; subclasses fill in `draw`."""

    backed = False
    """Whether the pixels on screen are kept, so that a repaint over it costs a copy."""

    def __init__(self, extent: QRectF, z: float, cell_px: float) -> None:
        super().__init__()
        self.base_z = z
        self.hurried = False
        """Whether the wheel turns: what was made for another zoom is good enough, scaled."""
        self._paths = PathCache()
        self._extent = extent
        self._cell_px = cell_px
        self.setZValue(z)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self._backing = Backing() if self.backed else None
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)

    def draw(self, painter: QPainter, cell_px: float, exposed: QRectF) -> None:
        """Draw the item.

        Args:
            painter: its unit is the device-independent pixel, its origin the map's corner.
            cell_px: edge of a cell.
            exposed: the part to be drawn, in cells.
        """
        raise NotImplementedError

    def draw_hurried(self, painter: QPainter, cell_px: float, exposed: QRectF) -> None:
        """Draw what must not be missed for a moment while the wheel turns; usually nothing."""

    def draw_bit_by_bit(
        self, painter: QPainter, cell_px: float, exposed: QRectF
    ) -> Iterator[None]:
        """Draw the item with pauses; what takes long should yield more often than this."""
        self.draw(painter, cell_px, exposed)
        yield

    def make_paths(self, cell_px: float) -> tuple[QPainterPath, ...]:
        """Return the paths that ``draw`` needs at a zoom; subclasses that have any fill it in."""
        raise NotImplementedError

    def paths(self, cell_px: float) -> tuple[QPainterPath, ...]:
        """Return the paths at a zoom, from memory where it is the same."""
        return self._paths.get(cell_px, self.make_paths, scaled=self.hurried)

    def prepare(self, cell_px: float, screen: QRectF, ratio: float) -> Iterator[None]:
        """Draw what is kept for the next paint ahead of it, with pauses.

        Args:
            cell_px: edge of a cell.
            screen: what is on screen, in pixels from the map's corner.
            ratio: device pixel ratio.
        """
        if self._backing is not None:
            yield from self._backing.prepare(
                self, cell_px, (self._whole(cell_px), screen), ratio
            )

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
        cell_px = world.m11()
        painter.save()
        painter.resetTransform()
        painter.translate(world.dx(), world.dy())
        if self.hurried:
            self.draw_hurried(painter, cell_px, option.exposedRect)
            painter.restore()
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        port = painter.window() if widget is None else widget.rect()
        screen = QRectF(port).translated(-world.dx(), -world.dy())
        kept = self._kept(cell_px, screen, painter.device().devicePixelRatioF())
        if kept is not None:
            painter.drawPixmap(kept.corner, kept.pixmap)
        else:
            self.draw(painter, cell_px, option.exposedRect)
        painter.restore()

    def _kept(self, cell_px: float, screen: QRectF, ratio: float) -> Kept | None:
        if self._backing is None:
            return None
        return self._backing.get(self, cell_px, (self._whole(cell_px), screen), ratio)

    def _whole(self, cell_px: float) -> QRectF:
        extent = self.boundingRect()
        return QRectF(
            extent.x() * cell_px,
            extent.y() * cell_px,
            extent.width() * cell_px,
            extent.height() * cell_px,
        )


@dataclass(frozen=True, slots=True)
class Kept:
    """The pixels of an item as they were drawn for one zoom and place."""

    pixmap: QPixmap
    corner: QPointF
    area: QRectF
    cell_px: float
    ratio: float


class Backing:
    """Keeps an item's pixels for the screen and some way around it."""

    def __init__(self) -> None:
        self._kept: Kept | None = None
        self._drawn_at_px = 0.0

    def get(
        self, item: OverlayItem, cell_px: float, places: tuple[QRectF, QRectF], ratio: float
    ) -> Kept | None:
        """Return pixels that cover the item on screen, or None where they would be too many.

        Args:
            item: what to draw.
            cell_px: edge of a cell.
            places: the whole item, and the screen, in pixels from the map's corner.
            ratio: device pixel ratio.
        """
        if self._is_fit(cell_px, places, ratio):
            return self._kept
        # What has just appeared or changed its size may change again: keep it the second time.
        if cell_px != self._drawn_at_px:
            self._drawn_at_px = cell_px
            self._kept = None
            return None
        for _pause in self._draw(item, cell_px, places, ratio):
            pass
        return self._kept

    def prepare(
        self, item: OverlayItem, cell_px: float, places: tuple[QRectF, QRectF], ratio: float
    ) -> Iterator[None]:
        """Draw the pixels that the next ``get`` will want, of what is on screen, with pauses."""
        self._drawn_at_px = cell_px
        if places[0].intersects(places[1]) and not self._is_fit(cell_px, places, ratio):
            yield from self._draw(item, cell_px, places, ratio)

    def _is_fit(self, cell_px: float, places: tuple[QRectF, QRectF], ratio: float) -> bool:
        kept, needed = self._kept, places[0] & places[1]
        return (
            kept is not None
            and (kept.cell_px, kept.ratio) == (cell_px, ratio)
            and kept.area.contains(needed)
        )

    def _draw(
        self, item: OverlayItem, cell_px: float, places: tuple[QRectF, QRectF], ratio: float
    ) -> Iterator[None]:
        whole, screen = places
        room = screen.adjusted(-_PAN_ROOM_PX, -_PAN_ROOM_PX, _PAN_ROOM_PX, _PAN_ROOM_PX)
        area = QRectF((whole & room).toAlignedRect())
        if area.width() * area.height() * ratio * ratio > _MOST_PIXELS:
            self._kept = None
            return
        pixmap = QPixmap((area.size() * ratio).toSize())
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(-area.topLeft())
        unit = 1 / cell_px
        exposed = QRectF(
            area.x() * unit, area.y() * unit, area.width() * unit, area.height() * unit
        )
        try:
            yield from item.draw_bit_by_bit(painter, cell_px, exposed)
        finally:
            painter.end()  # before the pixmap goes, also where the rest is not wanted any more
        self._kept = Kept(pixmap, area.topLeft(), area, cell_px, ratio)


class PathCache:
    """A path kept for the zoom it was made for."""

    def __init__(self) -> None:
        self._cell_px = 0.0
        self._paths: tuple[QPainterPath, ...] = ()

    def get(
        self,
        cell_px: float,
        make: Callable[[float], tuple[QPainterPath, ...]],
        *,
        scaled: bool = False,
    ) -> tuple[QPainterPath, ...]:
        """Return the paths at a zoom, made anew when it has changed.

        Args:
            cell_px: edge of a cell.
            make: makes the paths for one.
            scaled: whether those of another zoom will do, scaled.
        """
        if scaled and self._paths and cell_px != self._cell_px:
            grown = QTransform.fromScale(cell_px / self._cell_px, cell_px / self._cell_px)
            return tuple(grown.map(path) for path in self._paths)
        if cell_px != self._cell_px or not self._paths:
            self._paths = make(cell_px)
            self._cell_px = cell_px
        return self._paths
