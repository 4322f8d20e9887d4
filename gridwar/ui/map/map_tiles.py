"""The tiles in which drawn parts of a map are kept: squares of the screen's pixels at one zoom.

Owns which tile lies where, and the way between cells and pixels. What is drawn into tiles, and when
it is drawn anew, is said by those who keep them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from PySide6.QtCore import QPointF, QRect, QRectF, QSizeF

if TYPE_CHECKING:
    from collections.abc import Iterator

EDGE_PX: Final = 256
"""The side of a tile."""
Place: TypeAlias = tuple[int, int]
"""A tile by its column and row."""


def tile_box(place: Place) -> QRect:
    """Return the pixels of a tile."""
    return QRect(place[0] * EDGE_PX, place[1] * EDGE_PX, EDGE_PX, EDGE_PX)


def tiles_in(area: QRect) -> Iterator[Place]:
    """Yield the tiles that an area of pixels touches, row by row."""
    for row in range(area.top() // EDGE_PX, area.bottom() // EDGE_PX + 1):
        for column in range(area.left() // EDGE_PX, area.right() // EDGE_PX + 1):
            yield column, row


def in_pixels(cells: QRectF, cell_px: float) -> QRect:
    """Return the pixels that a part of the map touches, a cell being so many pixels."""
    return QRectF(cells.topLeft() * cell_px, cells.size() * cell_px).toAlignedRect()


def in_cells(area: QRect, cell_px: float) -> QRectF:
    """Return an area of pixels as a part of the map, a cell being so many pixels."""
    return QRectF(QPointF(area.topLeft()) / cell_px, QSizeF(area.size()) / cell_px)
