"""What was found on a picture: the record, and in which kind of case it is."""

from __future__ import annotations

from enum import StrEnum
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

LEAST_CELL_PX = 16.0
MOST_CELL_PX = 400.0
"""Printed grids in use lie between; a shorter cell is texture, a longer one a few lines."""
TOLD_TILT_DEG = 0.05
"""A scan that is turned by less is as good as straight."""


class GridVerdict(StrEnum):
    """In which case a picture is."""

    SURE = "sure"
    PROPOSED = "proposed"
    """A square grid, perhaps: bricks and tiles look like one."""
    STRETCHED = "stretched"
    """A square grid once, on a scan that is wider or higher than it was."""
    HEX = "hex"
    NONE = "none"


class HexWay(StrEnum):
    """Which way hexagons stand."""

    FLAT = "flat"
    """A side lies above: columns."""
    POINTED = "pointed"
    """A corner lies above: rows."""


class GridFinding(Struct, frozen=True):
    """A grid as it was found; lengths in pixels of the picture.

    Attributes:
        verdict: in which case it is.
        cell_x_px: the width of a cell, to 0.05; of hexagons the way from side to side.
        cell_y_px: its height; the same unless the picture is stretched.
        offset_x_px: where the first upright line lies, from the left edge; less than a cell.
        offset_y_px: where the first level line lies, from the upper edge.
        tilt_deg: by how much the grid is turned clockwise.
        score: how far the lines stand out, in standard errors; of hexagons their likeness in
            per cent.
        weaker_score: that of the axis whose lines stand out less.
        way: how hexagons stand.
    """

    verdict: GridVerdict = GridVerdict.NONE
    cell_x_px: float = 0.0
    cell_y_px: float = 0.0
    offset_x_px: float = 0.0
    offset_y_px: float = 0.0
    tilt_deg: float = 0.0
    score: float = 0.0
    weaker_score: float = 0.0
    way: HexWay | None = None

    @property
    def is_square(self) -> bool:
        """Whether a square grid can be laid on it as it is."""
        return self.verdict in (GridVerdict.SURE, GridVerdict.PROPOSED)

    @property
    def is_turned(self) -> bool:
        """Whether the picture is turned by so much that it shows."""
        has_lines = self.is_square or self.verdict is GridVerdict.STRETCHED
        return has_lines and abs(self.tilt_deg) >= TOLD_TILT_DEG

    def multiplied(self, factor: float) -> Self:
        """Return it with cells so many times as long, its first lines staying where they are."""
        cell_x, cell_y = self.cell_x_px * factor, self.cell_y_px * factor
        return replace(
            self,
            cell_x_px=cell_x,
            cell_y_px=cell_y,
            offset_x_px=self.offset_x_px % cell_x,
            offset_y_px=self.offset_y_px % cell_y,
        )
