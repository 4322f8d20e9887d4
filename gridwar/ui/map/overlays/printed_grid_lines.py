"""The lines of a grid that was found on a picture, drawn over it; dashed where it is not sure."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QPen

from gridwar.ui.map.overlays.overlay_item import OverlayItem, box_to_px
from gridwar.ui.style.colors import map_colors, qcolor

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtGui import QPainter

    from gridwar.control.records.printed_grid_records import GridOverlay

_Z: Final = 60.0
_FINE_UNDER_PX: Final = 34.0
"""In smaller cells the lines are a pixel wide."""
_CASING_PX: Final = 2.0
_CASED_FROM_PX: Final = 14.0
_CASING_SHARE: Final = 0.62
_EVERY_FROM_PX: Final = 7.0
"""Where cells are smaller, only every fifth line is drawn."""
_EVERY: Final = 5
_DASHES_PX: Final = (8.0, 5.0)


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
        colors, ratio = map_colors(), painter.device().devicePixelRatioF()
        least = min(self._overlay.step) * cell_px
        core_px = (1 if least < _FINE_UNDER_PX else 2) / ratio * max(1, round(ratio))
        core = QPen(qcolor(colors.intent), core_px, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
        if not self._overlay.sure:
            core.setDashPattern([length / core_px for length in _DASHES_PX])
        casing = QPen(qcolor(colors.ink, _CASING_SHARE), core_px + _CASING_PX)
        for pen in (casing, core) if least >= _CASED_FROM_PX else (core,):
            painter.setPen(pen)
            painter.drawLines(lines)

    def _lines(self, part: QRectF, cell_px: float) -> Iterator[QLineF]:
        """Yield the lines in pixels; a turned grid is drawn a little beyond its box.

        Others lie on the middle of a pixel, so that all are equally wide.
        """
        overlay, spare = self._overlay, 0.0
        is_level = not overlay.turn_deg
        if overlay.turn_deg:
            lean = abs(math.sin(math.radians(overlay.turn_deg)))
            spare = lean * max(part.width(), part.height())
        part = part.adjusted(-spare, -spare, spare, spare)
        top, bottom = part.top() * cell_px, part.bottom() * cell_px
        left, right = part.left() * cell_px, part.right() * cell_px
        sides = (part.left(), part.right()), (part.top(), part.bottom())
        columns, rows = (
            [math.floor(at) + 0.5 if is_level else at for at in _places(*axis, cell_px)]
            for axis in zip(overlay.first, overlay.step, sides, strict=True)
        )
        yield from (QLineF(at, top, at, bottom) for at in columns)
        yield from (QLineF(left, at, right, at) for at in rows)


def _places(
    first: float, step: float, between: tuple[float, float], cell_px: float
) -> Iterator[float]:
    """Yield where lines lie, in pixels; every fifth where they would lie too near each other."""
    if step * cell_px < _EVERY_FROM_PX:
        step *= _EVERY
    low, high = (math.floor((at - first) / step) for at in between)
    for number in range(low, high + 2):
        yield (first + number * step) * cell_px
