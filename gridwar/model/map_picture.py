"""The background picture of a map: which blob it is, and how it lies on the grid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from gridwar.model.bounds import MOST, SMALLEST, AtLeastOne, Offset
from gridwar.model.record import Record

if TYPE_CHECKING:
    from gridwar.model.geometry import Size


class Picture(Record):
    """The background picture: a blob of the file by its hash, and how it lies on the grid.

    Without its size in pixels it is stretched over the whole map.
    """

    sha256: str = Field(pattern="^[0-9a-f]{64}$")
    pixels_per_cell: float = Field(ge=SMALLEST, le=MOST)
    offset_x_px: Offset = 0.0
    offset_y_px: Offset = 0.0
    width_px: AtLeastOne | None = None
    height_px: AtLeastOne | None = None

    def size_cells(self, page: Size) -> tuple[float, float]:
        """Return how many cells it covers, width and height.

        Args:
            page: The size of the map, which it covers where its own is not known.
        """
        if self.width_px is None or self.height_px is None:
            return float(page.w), float(page.h)
        return self.width_px / self.pixels_per_cell, self.height_px / self.pixels_per_cell
