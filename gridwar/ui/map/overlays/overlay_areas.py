"""Areas on the map: threat, template, cover, zones, difficult ground, a veil; no reach.

Owns fill, edge and pattern of each role. One path a region, pens and brushes on it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from gridwar.control.records.scene_records import Dash, RegionOverlay, RegionRole
from gridwar.ui.map.overlays.cells_outline import Loop, outline
from gridwar.ui.map.overlays.label_words_and_anchors import REACH_ROLES
from gridwar.ui.map.overlays.overlay_item import OverlayItem, box_to_px
from gridwar.ui.map.overlays.strokes_and_hatches import (
    dot_brush,
    fineness,
    hatch_brush,
    loops_path,
    ray_brush,
    ring_brush,
    stroke_cased,
    teeth_path,
    wisp_brush,
)
from gridwar.ui.style.colors import map_colors, qcolor
from gridwar.ui.style.colors import side as side_at

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from gridwar.control.records.ground_records import CellXY

DASHES = {
    Dash.SOLID: (),
    Dash.LONG: (6.0, 2.4),
    Dash.DASH_DOT: (6.0, 2.2, 1.2, 2.2),
    Dash.DOT: (1.4, 2.0),
}
_Z = {
    RegionRole.THING: 4.0,
    RegionRole.ZONE: 5.0,
    RegionRole.SMOKE: 5.0,
    RegionRole.DARK: 5.0,
    RegionRole.LIT: 5.0,
    RegionRole.DIFFICULT: 6.0,
    RegionRole.AREA_QUIET: 7.0,
    RegionRole.AREA_INFO: 7.0,
    RegionRole.AREA_GOOD: 7.0,
    RegionRole.AREA_HARM: 7.0,
    RegionRole.AREA_OVERLAP: 8.0,
    RegionRole.BAND: 10.0,
    RegionRole.THREAT: 30.0,
    RegionRole.TEMPLATE: 50.0,
    RegionRole.TEMPLATE_INNER: 51.0,
    RegionRole.OPPORTUNITY: 70.0,
    RegionRole.HARD_COVER: 72.0,
    RegionRole.SOFT_COVER: 72.0,
}
_AREA_DASHES = {
    RegionRole.AREA_GOOD: (7.0, 2.0),
    RegionRole.AREA_HARM: (),
    RegionRole.AREA_INFO: (7.0, 2.0, 1.2, 2.0),
    RegionRole.AREA_QUIET: (1.4, 2.6),
}
"""Colour is never all that tells them apart."""
CELL_CORNER_PX = 9.0
"""How round the corners of a border along cells are."""
_PEAKS_FROM_PX = 20.0
_LEAST_CORE_PX = 1.2


class Edge(Struct, frozen=True):
    """How a border is stroked: colour, widths of core and casing, dashes in core widths."""

    color: str
    core_px: float
    casing_px: float
    dash: tuple[float, ...] = ()

    def stroke(self, painter: QPainter, path: QPainterPath, cell_px: float) -> None:
        """Draw a border with its casing, finer where cells are small."""
        widths = (self.core_at(cell_px), self.casing_px * fineness(cell_px))
        stroke_cased(painter, path, self.color, widths, self.dash)

    def core_at(self, cell_px: float) -> float:
        """Return the width of the core where cells have some size, in pixels."""
        return max(min(self.core_px, _LEAST_CORE_PX), self.core_px * fineness(cell_px))


def reach_edges() -> tuple[Edge, Edge, Edge]:
    """Return the edge of each zone of reach, the nearest first."""
    colors = map_colors()
    return (
        Edge(colors.reach1, 2.6, 3.0),
        Edge(colors.reach2, 2.2, 3.0, (5.0, 2.4)),
        Edge(colors.reach3, 2.2, 3.0, (1.6, 2.2)),
    )


class RegionItem(OverlayItem):
    """One region of any other role."""

    def __init__(self, region: RegionOverlay, cell_px: float) -> None:
        super().__init__(cells_box(region.cells), _Z[region.role], cell_px)
        self._region = region
        has_border = region.role is not RegionRole.DIFFICULT
        self._loops: tuple[Loop, ...] = outline(region.cells) if has_border else ()

    def draw(self, painter: QPainter, cell_px: float, exposed: QRectF) -> None:
        """Draw fill, pattern and edge of the role."""
        role = self._region.role
        if role is RegionRole.DIFFICULT:
            _draw_peaks(painter, self._region.cells, cell_px, exposed)
            return
        path, *more = self.paths(cell_px)
        if self._region.filled:
            ratio = painter.device().devicePixelRatioF()
            for brush in fills_of(role, ratio, fineness(cell_px), self._region.side):
                painter.fillPath(path, brush)
        edge = edge_of(role, self._region.dash, self._region.side)
        if edge is not None:
            edge.stroke(painter, path, cell_px)
        for teeth in more:
            _draw_teeth(painter, teeth, fineness(cell_px))

    def make_paths(self, cell_px: float) -> tuple[QPainterPath, ...]:
        """Return the outlines, and for a threat its teeth."""
        inset = self._region.role is RegionRole.OPPORTUNITY
        path = loops_path(self._loops, cell_px, 6.0 if inset else CELL_CORNER_PX)
        if self._region.role is RegionRole.THREAT:
            return path, teeth_path(self._loops, cell_px)
        return (path,)


def cells_box(cells: AbstractSet[CellXY]) -> QRectF:
    """Return the smallest rectangle around a set of cells."""
    if not cells:
        return QRectF()
    columns = [x for x, _ in cells]
    rows = [y for _, y in cells]
    left, top = min(columns), min(rows)
    return QRectF(left, top, max(columns) - left + 1, max(rows) - top + 1)


@lru_cache(128)
def fills_of(
    role: RegionRole, ratio: float, fine: float = 1.0, of_side: int | None = None
) -> tuple[QBrush, ...]:
    """Return how the cells of a region are filled, one brush over the other; shared, read-only.

    Args:
        role: What it is.
        ratio: Device pixel ratio.
        fine: How fine its lines are, see `fineness`.
        of_side: The side in whose colour it is filled; None for that of its role.
    """
    if of_side is not None:
        return (QBrush(qcolor(side_at(of_side).color, 0.20)),)
    colors = map_colors()
    shade = QBrush(qcolor(colors.ink, 0.30))
    fills: dict[RegionRole, tuple[QBrush, ...]] = {
        RegionRole.THREAT: (QBrush(qcolor(colors.threat, 0.13)),),
        RegionRole.TEMPLATE: (shade, hatch_brush(colors.intent, 11, 1.5 * fine, ratio)),
        RegionRole.OPPORTUNITY: (shade, hatch_brush(colors.threat, 8, 2.0 * fine, ratio)),
        RegionRole.HARD_COVER: (shade, hatch_brush(colors.cover, 8, 2.2 * fine, ratio)),
        RegionRole.SOFT_COVER: (shade, dot_brush(colors.cover, 15, ratio)),
        RegionRole.ZONE: (QBrush(qcolor(colors.paper, 0.10)), ring_brush(ratio)),
        RegionRole.SMOKE: (QBrush(qcolor(colors.paper, 0.12)), wisp_brush(ratio)),
        RegionRole.DARK: (QBrush(qcolor(colors.ink, 0.40)),),
        RegionRole.LIT: (QBrush(qcolor(colors.paper, 0.10)), ray_brush(ratio)),
        RegionRole.THING: (
            QBrush(qcolor(colors.second, 0.30)),
            hatch_brush(colors.ink, 10, 1.0 * fine, ratio),
        ),
        RegionRole.BRUSH: (QBrush(qcolor(colors.intent, 0.14)),),
        RegionRole.AREA_OVERLAP: (hatch_brush(colors.paper, 14, 1.2 * fine, ratio),),
        **{one: (QBrush(qcolor(color, 0.16)),) for one, color in area_colors().items()},
    }
    return fills.get(role, ())


def area_colors() -> dict[RegionRole, str]:
    """Return the colours of the areas of the rules, by what they do to whoever is in them."""
    colors = map_colors()
    return {
        RegionRole.AREA_GOOD: colors.good,
        RegionRole.AREA_HARM: colors.threat,
        RegionRole.AREA_INFO: colors.reach1,
        RegionRole.AREA_QUIET: colors.second,
    }


@lru_cache(128)
def edge_of(role: RegionRole, dash: Dash = Dash.SOLID, of_side: int | None = None) -> Edge | None:
    """Return how the border of a region is stroked, or None for one without.

    Args:
        role: What it is.
        dash: Of a band.
        of_side: The side in whose colour an area is drawn; None for that of its role.
    """
    colors = map_colors()
    if of_side is not None:
        return Edge(side_at(of_side).color, 2.0, 3.0, _AREA_DASHES.get(role, ()))
    zone = Edge(colors.paper, 1.5, 2.0, (1.4, 2.6))
    edges = {
        **dict(zip(REACH_ROLES, reach_edges(), strict=True)),
        RegionRole.THREAT: Edge(colors.threat, 2.0, 3.2),
        RegionRole.TEMPLATE: Edge(colors.intent, 2.6, 3.0),
        RegionRole.TEMPLATE_INNER: Edge(colors.intent, 1.8, 2.6, (3.6, 2.4)),
        RegionRole.HARD_COVER: Edge(colors.cover, 2.4, 3.6),
        RegionRole.SOFT_COVER: Edge(colors.cover, 2.4, 3.0, (1.2, 1.8)),
        RegionRole.ZONE: zone,
        RegionRole.SMOKE: zone,
        RegionRole.DARK: zone,
        RegionRole.LIT: zone,
        RegionRole.THING: Edge(colors.second, 1.8, 2.6),
        RegionRole.BAND: Edge(colors.paper, 1.9, 2.6, DASHES[dash]),
        RegionRole.BRUSH: Edge(colors.intent, 2.0, 3.0),
        **{one: Edge(color, 2.0, 3.0, _AREA_DASHES[one]) for one, color in area_colors().items()},
    }
    return edges.get(role)


def _draw_teeth(painter: QPainter, teeth: QPainterPath, fine: float) -> None:
    colors = map_colors()
    for color, width in ((qcolor(colors.ink, 0.6), 4.0), (qcolor(colors.threat), 1.8)):
        pen = QPen(color, width * fine)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.strokePath(teeth, pen)


def _draw_peaks(
    painter: QPainter, cells: AbstractSet[CellXY], cell_px: float, exposed: QRectF
) -> None:
    if cell_px < _PEAKS_FROM_PX:
        return
    pixmap = _peaks_pixmap(painter.device().devicePixelRatioF())
    left, top = exposed.left() - 1, exposed.top() - 1
    right, bottom = exposed.right(), exposed.bottom()
    for x, y in cells:
        if left <= x <= right and top <= y <= bottom:
            painter.drawPixmap(QPointF((x + 0.1) * cell_px, (y + 0.92) * cell_px - 13), pixmap)


def _peaks_pixmap(ratio: float) -> QPixmap:
    colors = map_colors()
    pixmap = QPixmap(round(24 * ratio), round(13 * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(qcolor(colors.ink, 0.8), 1.2))
        painter.setBrush(qcolor(colors.paper, 0.88))
        for x in (6.0, 15.0):
            painter.drawPolygon(QPolygonF([QPointF(x - 4, 10), QPointF(x, 3), QPointF(x + 4, 10)]))
    return pixmap


class DimItem(OverlayItem):
    """Darkens the map while something else needs attention."""

    is_seen_coarsely = True

    def __init__(self, page: QRectF, share: float, cell_px: float) -> None:
        super().__init__(page, 2.0, cell_px)
        self._page = page
        self._share = share

    def draw(self, painter: QPainter, cell_px: float, exposed: QRectF) -> None:
        """Lay ink over the exposed part."""
        self._lay(painter, cell_px, exposed)

    def draw_coarse(self, painter: QPainter) -> None:
        """Lay ink over all of it."""
        self._lay(painter, 1.0, self._page)

    def _lay(self, painter: QPainter, cell_px: float, exposed: QRectF) -> None:
        area = self._page & exposed
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.fillRect(box_to_px(area, cell_px), qcolor(map_colors().veil, self._share))
