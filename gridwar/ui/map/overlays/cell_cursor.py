"""The cell that the arrow keys move while something is aimed: brass corners around it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from gridwar.ui.map.overlays.overlay_item import OverlayItem, box_to_px
from gridwar.ui.map.overlays.strokes_and_hatches import stroke_cased
from gridwar.ui.style.colors import map_colors

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from gridwar.control.records.ground_records import CellXY

_Z = 30.0
_ARM_SHARE = 0.26
_OUT_PX = 3.0
_ROOM_CELLS = 0.25


class CellCursorItem(OverlayItem):
    """Four corners just outside of a cell, over the token on it."""

    def __init__(self, cell: CellXY, cell_px: float) -> None:
        self._cell = QRectF(cell[0], cell[1], 1, 1)
        room = _ROOM_CELLS
        super().__init__(self._cell.adjusted(-room, -room, room, room), _Z, cell_px)

    def draw(self, painter: QPainter, cell_px: float, exposed: QRectF) -> None:
        """Draw the corners."""
        box = box_to_px(self._cell, cell_px).adjusted(-_OUT_PX, -_OUT_PX, _OUT_PX, _OUT_PX)
        arm, path = cell_px * _ARM_SHARE, QPainterPath()
        for corner, right, down in (
            (box.topLeft(), 1, 1),
            (box.topRight(), -1, 1),
            (box.bottomRight(), -1, -1),
            (box.bottomLeft(), 1, -1),
        ):
            path.moveTo(corner + QPointF(0, down * arm))
            path.lineTo(corner)
            path.lineTo(corner + QPointF(right * arm, 0))
        stroke_cased(painter, path, map_colors().intent, (2.6, 2.6))
