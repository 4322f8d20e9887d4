"""The lines of a grid that was found on a picture, drawn over it; dashed where it is not sure."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPen

from gridwar.ui.map.overlays.overlay_item import OverlayItem, box_to_px
from gridwar.ui.style.colors import map_colors, qcolor

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtGui import QPainter

    from gridwar.control.records.printed_grid_records import GridOverlay

_Z: Final = 60.0
_CORE_PX, _CASING_PX = 1.6, 3.6
_CASING_SHARE: Final = 0.62
_EVERY_FROM_PX: Final = 7.0
"""Where cells are smaller, only every fifth line is drawn."""
_EVERY: Final = 5
_DASHES: Final = (5.0, 4.0)


class GridItem(OverlayItem):
    """One grid over a picture."""

    def __init__(self, overlay: GridOverlay, page: QRectF, cell_px: float) -> None:
        self._overlay = overlay
        self._box = QRectF(*overlay.box) & page
        super().__init__(self._box, _Z, cell_px)

    def draw(self, painter: QPainter, cell_px: float, exposed: QRectF) -> None:
        """Draw the lines that touch a part, with their casings."""
        painter.setClipRect(box_to_px(self._box, cell_px), Qt.ClipOperation.IntersectClip)
        painter.setRenderHint(painter.RenderHint.Antialiasing, bool(self._overlay.turn_deg))
        middle = QRectF(*self._overlay.box).center() * cell_px
        part = exposed & self._box
        if self._overlay.turn_deg:
            part = self._box
            painter.translate(middle)
            painter.rotate(self._overlay.turn_deg)
            painter.translate(-middle)
        lines = list(self._lines(part, cell_px))
        colors = map_colors()
        core = QPen(qcolor(colors.intent), _CORE_PX, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
        if not self._overlay.sure:
            core.setDashPattern(_DASHES)
        casing = QPen(qcolor(colors.ink, _CASING_SHARE), _CASING_PX)
        for pen in (casing, core):
            painter.setPen(pen)
            painter.drawLines(lines)

    def _lines(self, part: QRectF, cell_px: float) -> Iterator[QLineF]:
        """Yield the lines in pixels; a turned grid is drawn a little beyond its box."""
        overlay, spare = self._overlay, 0.0
        if overlay.turn_deg:
            lean = abs(math.sin(math.radians(overlay.turn_deg)))
            spare = lean * max(part.width(), part.height())
        part = part.adjusted(-spare, -spare, spare, spare)
        top, bottom = part.top() * cell_px, part.bottom() * cell_px
        left, right = part.left() * cell_px, part.right() * cell_px
        for at in _places(overlay.first[0], overlay.step[0], (part.left(), part.right()), cell_px):
            yield QLineF(QPointF(at, top), QPointF(at, bottom))
        for at in _places(overlay.first[1], overlay.step[1], (part.top(), part.bottom()), cell_px):
            yield QLineF(QPointF(left, at), QPointF(right, at))


def _places(
    first: float, step: float, between: tuple[float, float], cell_px: float
) -> Iterator[float]:
    """Yield where lines lie, in pixels; every fifth where they would lie too near each other."""
    if step * cell_px < _EVERY_FROM_PX:
        step *= _EVERY
    low, high = (math.floor((at - first) / step) for at in between)
    for number in range(low, high + 2):
        yield (first + number * step) * cell_px
