"""Where one token is drawn: its footprint, middle and radii in pixels.

Owns the arithmetic only.
"""

from __future__ import annotations

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSizeF

RADIUS = 0.40
"""Radius of the body in cells, for a footprint one cell across."""
RADIUS_BIG = 0.44
"""Radius as a share of the footprint from two cells on."""


class Frame(Struct, frozen=True):
    """Where a token is drawn: middle and radii of its body, footprint and cell in pixels."""

    cell_px: float
    center: QPointF
    radius_x: float
    radius_y: float
    footprint: QRectF

    @property
    def radius(self) -> float:
        """The smaller radius."""
        return min(self.radius_x, self.radius_y)


def frame_of(size: tuple[int, int], cell_px: float, corner: QPointF) -> Frame:
    """Return the frame of a token.

    Args:
        size: footprint in cells.
        cell_px: edge of a cell in device-independent pixels.
        corner: the footprint's upper left corner.
    """
    footprint = QRectF(corner, QSizeF(size[0] * cell_px, size[1] * cell_px))
    share = RADIUS if min(size) == 1 else RADIUS_BIG
    slack = (1 - 2 * share) * cell_px * min(size)
    radius_x = (footprint.width() - slack) / 2
    radius_y = (footprint.height() - slack) / 2
    return Frame(cell_px, footprint.center(), radius_x, radius_y, footprint)
