"""How a picture is laid on the grid: a picture is aligned when the lines drawn on it fall on it.

Only the place of one line and the length of a cell matter.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, Self

from msgspec import Struct
from msgspec.structs import replace

from gridwar.model.geometry import MAX_SIDE_CELLS

if TYPE_CHECKING:
    from gridwar.formats.grid_finding import GridFinding
    from gridwar.model.battlemap import BattleMap, Picture

LEAST_CELL_PX: Final = 4.0
_SLIVER_CELLS: Final = 0.25


class PicturePlacement(Struct, frozen=True):
    """How a picture is placed: the length of a cell on it, and where its corner lies, in px."""

    cell_px: float
    x_px: float = 0.0
    y_px: float = 0.0

    @classmethod
    def on_found(cls, finding: GridFinding) -> Self:
        """Return the placement that lays the lines found on the map's."""
        cell = finding.cell_x_px
        return cls(cell, -finding.offset_x_px, -finding.offset_y_px).snapped()

    def cells_of(self, picture: Picture) -> tuple[int, int]:
        """Return how many columns and rows the picture reaches into, a sliver left out."""
        sides = ((self.x_px, picture.width_px), (self.y_px, picture.height_px))
        reached = (
            math.ceil((at + (side or 0)) / self.cell_px - _SLIVER_CELLS) for at, side in sides
        )
        columns, rows = (min(MAX_SIDE_CELLS, max(1, cells)) for cells in reached)
        return columns, rows

    def laid(self, battle_map: BattleMap) -> BattleMap:
        """Return a map as large as its picture needs, with the picture placed so."""
        if battle_map.picture is None:
            return battle_map
        picture = battle_map.picture.replace(
            pixels_per_cell=self.cell_px, offset_x_px=self.x_px, offset_y_px=self.y_px
        )
        return battle_map.resized(*self.cells_of(picture)).with_picture(picture)

    def snapped(self) -> Self:
        """Return the same grid with the corner as near to the map's as it can be."""
        return replace(
            self, x_px=_near(self.x_px, self.cell_px), y_px=_near(self.y_px, self.cell_px)
        )

    def dragged_over(self, box: tuple[float, float, float, float], columns: int) -> Self:
        """Return the placement in which a box drawn on the map is some columns wide.

        Args:
            box: x, y, width, height in cells of the present placement.
            columns: How many cells the box is wide; its height is then the nearest number.
        """
        x, y, width, height = (side * self.cell_px for side in box)
        rows = max(1, round(height / (width / columns)))
        cell_px = max(LEAST_CELL_PX, (width + height) / (columns + rows))
        return replace(self, cell_px=cell_px, x_px=self.x_px - x, y_px=self.y_px - y).snapped()


def _near(at_px: float, cell_px: float) -> float:
    """Move a corner by whole cells until it is within half a cell of the map's."""
    return at_px - cell_px * math.floor(at_px / cell_px + 0.5)
