"""What the pointer is drawing: a rectangle, the cells passed by a brush, the brush itself.

They differ with every frame. So the item that is there shows what comes next, and only what differs
is painted: as an item of its own each of them would be painted anew as a whole.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPixmap

from gridwar.control.records.scene_records import BoxOverlay, RegionOverlay, RegionRole, RingOverlay
from gridwar.ui.map.overlays.cells_outline import outline
from gridwar.ui.map.overlays.lines_and_arcs import rings_box, role_color
from gridwar.ui.map.overlays.overlay_areas import CELL_CORNER_PX, cells_box, edge_of, fills_of
from gridwar.ui.map.overlays.overlay_item import ROOM_PX, OverlayItem, box_to_px
from gridwar.ui.map.overlays.strokes_and_hatches import loops_path, stroke_cased, to_px

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet
    from typing import Self

    from gridwar.control.records.ground_records import CellXY

_BRUSH_Z = 95.0
"""Above walls and ways: what the hand holds is drawn with the next frame."""
_GROWN_PX = 200.0
_MOST_RADIUS_PX = 300.0
"""Radius of a ring up to which its pixels are kept: of a larger one they are too many."""
_ROUND_CELLS = 1
"""So far from a cell that comes or goes the outline of the others may look different."""
_FILLED = RegionOverlay(RegionRole.BRUSH, frozenset())


class DrawnByPointer(OverlayItem):
    """Something that the pointer draws; subclasses say what of it differs."""

    keeps_pixels = False

    def __init__(self, box: QRectF, cell_px: float) -> None:
        """Begin with what is covered now, in cells."""
        super().__init__(box, _BRUSH_Z, cell_px)
        self.box = box

    def show_as(self, later: Self) -> None:
        """Take what another item shows, and have what differs painted."""
        raise NotImplementedError

    def become(self, later: OverlayItem) -> bool:
        """Show what another item of the same kind would show."""
        if type(later) is not type(self):
            return False
        self.show_as(later)
        return True

    def show_box(self, box: QRectF) -> None:
        """Take another size, or another place: whatever changes its extent is painted as a whole.

        What grows therefore has room at once for more.
        """
        is_elsewhere = not box.intersects(self.box)
        self.box = box
        if is_elsewhere or not self._extent.contains(box):
            room = 0.0 if is_elsewhere else _GROWN_PX / self._cell_px
            self.prepareGeometryChange()
            self._extent = box.adjusted(-room, -room, room, room)

    def update_about(self, box: QRectF) -> None:
        """Have a part painted, in cells, with the width of the lines about it."""
        room = ROOM_PX / self._cell_px
        self.update(box.adjusted(-room, -room, room, room))

    def draw(self, painter: QPainter, cell_px: float, exposed: QRectF) -> None:
        """Draw it where any of it is exposed."""
        room = ROOM_PX / cell_px
        if self.box.adjusted(-room, -room, room, room).intersects(exposed):
            self.draw_shape(painter, cell_px, exposed)

    def draw_shape(self, painter: QPainter, cell_px: float, exposed: QRectF) -> None:
        """Draw the item, see `draw`."""
        raise NotImplementedError


class BoxItem(DrawnByPointer):
    """A rectangle; its size costs nothing."""

    def __init__(self, overlay: BoxOverlay, cell_px: float) -> None:
        super().__init__(QRectF(*overlay.box), cell_px)

    def show_as(self, later: Self) -> None:
        """Paint where one of the two is and the other is not, and the edges that went there."""
        before, now = self.box, later.box
        self.show_box(now)
        whole = before | now
        for x, other in ((before.left(), now.left()), (before.right(), now.right())):
            if x != other:
                part = QRectF(min(x, other), whole.top(), abs(x - other), whole.height())
                self.update_about(part)
        for y, other in ((before.top(), now.top()), (before.bottom(), now.bottom())):
            if y != other:
                part = QRectF(whole.left(), min(y, other), whole.width(), abs(y - other))
                self.update_about(part)

    def draw_shape(self, painter: QPainter, cell_px: float, exposed: QRectF) -> None:
        """Draw it as the brush draws the cells it would touch."""
        path = QPainterPath()
        path.addRect(box_to_px(self.box, cell_px))
        _draw_brushed(painter, path, cell_px)


class BrushedItem(DrawnByPointer):
    """The cells that a brush has passed, or those under the pointer."""

    def __init__(self, region: RegionOverlay, cell_px: float) -> None:
        super().__init__(cells_box(region.cells), cell_px)
        self.region = region

    def show_as(self, later: Self) -> None:
        """Paint about the cells that come or go."""
        before, self.region = self.region, later.region
        self.show_box(later.box)
        is_alike = before.filled == self.region.filled
        differing = before.cells ^ self.region.cells if is_alike else before.cells | later.cells
        if differing:
            # Where borders meet in a corner, the next cell's outline runs another way.
            self.update_about(cells_box(differing).adjusted(-1, -1, 1, 1))

    @property
    def cells(self) -> AbstractSet[CellXY]:
        """The cells, as column and row."""
        return self.region.cells

    def draw_shape(self, painter: QPainter, cell_px: float, exposed: QRectF) -> None:
        """Draw fill and edge of what is exposed: of a long stroke that is little."""
        room = ROOM_PX / cell_px + _ROUND_CELLS
        part = exposed.adjusted(-room - 1, -room - 1, room, room)
        left, top, right, bottom = part.left(), part.top(), part.right(), part.bottom()
        near = frozenset(
            one for one in self.cells if left < one[0] < right and top < one[1] < bottom
        )
        _draw_brushed(painter, _around(near, cell_px), cell_px, self.region)


class BrushItem(DrawnByPointer):
    """The round brush in hand, as far as the map goes."""

    def __init__(self, rings: tuple[RingOverlay, ...], page: QRectF, cell_px: float) -> None:
        super().__init__(rings_box(rings) & page, cell_px)
        self._rings = rings
        self._page = page

    def show_as(self, later: Self) -> None:
        """Paint where it was and where it is."""
        self.prepareGeometryChange()
        self.box = self._extent = later.box
        self._rings, self._page = later._rings, later._page

    def draw_shape(self, painter: QPainter, cell_px: float, exposed: QRectF) -> None:
        """Draw the rings, never a fill."""
        page = QRectF(to_px((0, 0), cell_px), self._page.size() * cell_px)
        painter.setClipRect(page, Qt.ClipOperation.IntersectClip)
        ratio = painter.device().devicePixelRatioF()
        for ring in self._rings:
            middle, radius_px = QPointF(*ring.center) * cell_px, ring.radius_cells * cell_px
            color = role_color(ring.role)
            if radius_px > _MOST_RADIUS_PX:
                _stroke_ring(painter, middle, radius_px, color)
                continue
            drawn = _ring_drawn(radius_px, color, ratio)
            half = drawn.width() / ratio / 2
            painter.drawPixmap((middle - QPointF(half, half)).toPoint(), drawn)


@lru_cache(4)
def _around(cells: frozenset[CellXY], cell_px: float) -> QPainterPath:
    """Return the outline of cells in pixels; shared, read-only: the brush moves within a cell."""
    return loops_path(outline(cells), cell_px, CELL_CORNER_PX)


def _stroke_ring(painter: QPainter, middle: QPointF, radius_px: float, color: str) -> None:
    path = QPainterPath()
    path.addEllipse(middle, radius_px, radius_px)
    stroke_cased(painter, path, color, (1.9, 2.6))


@lru_cache(16)
def _ring_drawn(radius_px: float, color: str, ratio: float) -> QPixmap:
    """Return a ring as pixels, in the middle of them: it looks alike wherever the brush is."""
    edge = math.ceil(2 * (radius_px + ROOM_PX))
    pixmap = QPixmap(math.ceil(edge * ratio), math.ceil(edge * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _stroke_ring(painter, QPointF(edge / 2, edge / 2), radius_px, color)
    return pixmap


def _draw_brushed(
    painter: QPainter, path: QPainterPath, cell_px: float, region: RegionOverlay = _FILLED
) -> None:
    if region.filled:
        ratio = painter.device().devicePixelRatioF()
        # Its rim lies under the border, so that nobody sees its steps; smooth it takes far longer.
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        for brush in fills_of(region.role, ratio, of_side=region.side):
            painter.fillPath(path, brush)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    edge = edge_of(region.role, region.dash, region.side)
    if edge is not None:
        edge.stroke(painter, path, cell_px)
