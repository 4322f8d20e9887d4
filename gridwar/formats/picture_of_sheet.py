"""How the picture of a sheet of floors is painted of those of its pages, without painting it.

Painting needs Qt (``gridwar.ui.map.sheet_painting``).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from gridwar.formats.picture_headers_and_limits import MOST_PIXELS, MOST_SIDE_PX
from gridwar.model.battlemap import Picture

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from gridwar.model.battlemap import BattleMap
    from gridwar.model.geometry import Cell, Size

_MOST_SHARE = 0.99
"""Of what a picture may hold: whole pixels round up."""


class PicturePart(NamedTuple):
    """A picture and the cells of the sheet over which it lies: left, top, width, height."""

    picture: Picture
    box: tuple[float, float, float, float]


class SheetPicture(NamedTuple):
    """How the picture of a sheet is painted of those of its pages."""

    size: Size
    pixels_per_cell: float
    parts: tuple[PicturePart, ...]

    @property
    def cell_px(self) -> float:
        """Return the pixels to a cell at which it is painted: fewer where it would be too large."""
        side = MOST_SIDE_PX / max(self.size)
        area = math.sqrt(MOST_PIXELS / (self.size.w * self.size.h))
        return min(self.pixels_per_cell, _MOST_SHARE * side, _MOST_SHARE * area)

    @property
    def size_px(self) -> tuple[int, int]:
        """Return how large it is painted."""
        width, height = (max(1, round(cells * self.cell_px)) for cells in self.size)
        return width, height

    def painted(self, sha256: str) -> Picture:
        """Return how it lies, painted, on its sheet."""
        width, height = self.size_px
        return Picture(
            sha256=sha256, pixels_per_cell=self.cell_px, width_px=width, height_px=height
        )


class SheetPlan(Struct, frozen=True):
    """The picture of a sheet that is still to be painted, with the files of those it is made of."""

    how: SheetPicture
    files: Mapping[str, bytes]
    """By their sha256."""


def picture_of(size: Size, placed: Iterable[tuple[BattleMap, Cell]]) -> SheetPicture | None:
    """Return how the picture of a sheet is painted; None where none of its maps has one.

    Args:
        size: The size of the sheet.
        placed: Its maps, and the cell of the sheet where each begins.
    """
    parts = []
    for one, at in placed:
        if one.picture is not None:
            left = one.picture.offset_x_px / one.picture.pixels_per_cell + at.x
            top = one.picture.offset_y_px / one.picture.pixels_per_cell + at.y
            parts.append(PicturePart(one.picture, (left, top, *one.picture.size_cells(one.size))))
    if not parts:
        return None
    finest = max(part.picture.pixels_per_cell for part in parts)
    return SheetPicture(size, finest, tuple(parts))
