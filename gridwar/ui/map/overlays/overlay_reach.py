"""The reach of somebody on the map: its zones with their edges, and a veil beyond the nearest."""

from __future__ import annotations

import math
from itertools import accumulate
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPainterPath

from gridwar.ui.map.overlays.cells_outline import outline
from gridwar.ui.map.overlays.label_words_and_anchors import REACH_ROLES
from gridwar.ui.map.overlays.overlay_areas import reach_edges
from gridwar.ui.map.overlays.overlay_item import OverlayItem, box_to_px
from gridwar.ui.map.overlays.strokes_and_hatches import loops_path, remember_dashes
from gridwar.ui.style.colors import map_colors, qcolor

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from gridwar.control.records.ground_records import CellXY
    from gridwar.control.records.scene_records import RegionOverlay

_REACH_Z = 20.0
_VEIL_SHARE = 0.30
_MOST_LOOKED_AT = 400


class ReachItem(OverlayItem):
    """All zones of reach together: beyond the nearest is dimmed, each zone has its own edge.

    A zone is what it adds to the nearer ones; its edge is drawn round all of them.
    """

    is_seen_coarsely = True

    def __init__(self, zones: tuple[RegionOverlay, ...], page: QRectF, cell_px: float) -> None:
        super().__init__(page, _REACH_Z, cell_px)
        self._page = page
        by_role = sorted(zones, key=lambda zone: REACH_ROLES.index(zone.role))
        self._steps = tuple(REACH_ROLES.index(zone.role) for zone in by_role)
        within = accumulate((zone.cells for zone in by_role), lambda near, more: near | more)
        self._within = tuple(within)
        self._loops = tuple(outline(cells) for cells in self._within)
        self._filled = any(zone.filled for zone in zones)

    def draw(self, painter: QPainter, cell_px: float, exposed: QRectF) -> None:
        """Draw veil and edges, the nearest zone on top."""
        sides = tuple(_side(cells, exposed) for cells in self._within)
        paths = self.paths(cell_px)
        if self._filled and sides[0] is False:
            painter.fillRect(box_to_px(self._page & exposed, cell_px), _veil())
        elif self._filled and sides[0] is None:
            self._fill(painter, cell_px, exposed, paths[0])
        edges = reach_edges()
        for step, path, side in reversed(list(zip(self._steps, paths, sides, strict=True))):
            if side is None:
                edges[step].stroke(painter, path, cell_px)

    def warm(self, cell_px: float) -> Iterator[None]:
        """Work out the outlines, then the dashes of each."""
        edges, paths = reach_edges(), self.paths(cell_px)
        yield
        for step, path in zip(self._steps, paths, strict=True):
            yield from remember_dashes(path, edges[step].core_at(cell_px), edges[step].dash)

    def draw_coarse(self, painter: QPainter) -> None:
        """Draw the veil, so that the map does not flicker."""
        if self._filled:
            self._fill(painter, 1.0, self._page, self.make_paths(1.0)[0])

    def _fill(
        self,
        painter: QPainter,
        cell_px: float,
        exposed: QRectF,
        nearest: QPainterPath,
    ) -> None:
        # The edge's casing covers the veil's border: it needs no smoothing.
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.fillPath(_around(self._page & exposed, cell_px, nearest), _veil())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def make_paths(self, cell_px: float) -> tuple[QPainterPath, ...]:
        """Return the outline of each zone."""
        return tuple(loops_path(loops, cell_px) for loops in self._loops)


def _veil() -> QBrush:
    return QBrush(qcolor(map_colors().veil, _VEIL_SHARE))


def _side(cells: AbstractSet[CellXY], exposed: QRectF) -> bool | None:
    """Return whether a part of the map lies in a region or out of it; None at its border.

    None also where the part is so large that the border is drawn sooner than looked for.
    """
    # A cell's width around: lines and rounded corners reach beyond their own cells.
    columns = range(math.floor(exposed.left()) - 1, math.ceil(exposed.right()) + 1)
    rows = range(math.floor(exposed.top()) - 1, math.ceil(exposed.bottom()) + 1)
    if len(columns) * len(rows) > _MOST_LOOKED_AT:
        return None
    first = (columns[0], rows[0]) in cells
    is_even = all(((x, y) in cells) == first for x in columns for y in rows)
    return first if is_even else None


def _around(page: QRectF, cell_px: float, path: QPainterPath) -> QPainterPath:
    whole = QPainterPath()
    whole.setFillRule(Qt.FillRule.OddEvenFill)
    whole.addRect(box_to_px(page, cell_px))
    whole.addPath(path)
    return whole
