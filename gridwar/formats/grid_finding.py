"""What was found of a printed grid on a picture: the record, its kind of case, and its words.

How it is found is ``printed_grid``'s.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, assert_never

from msgspec import Struct

from gridwar.text import _

LEAST_CELL_PX: Final = 16.0
MOST_CELL_PX: Final = 400.0
"""Printed grids in use lie between; a shorter cell is texture, a longer one a few lines."""
TOLD_TILT_DEG: Final = 0.05
"""A scan that is turned by less is as good as straight."""
_LEAST_SURE_HEX_PCT: Final = 12


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
    def is_stretched(self) -> bool:
        """Whether its cells are wider or higher than square ones."""
        return self.verdict is GridVerdict.STRETCHED

    @property
    def is_turned(self) -> bool:
        """Whether the picture is turned by so much that it shows."""
        return (self.is_square or self.is_stretched) and abs(self.tilt_deg) >= TOLD_TILT_DEG


def finding_words(finding: GridFinding) -> str:
    """Return what was found and how sure that is."""
    said = _said(finding)
    if not finding.is_turned:
        return said
    return _("{what}, turned by {angle}\N{DEGREE SIGN}").format(
        what=said, angle=f"{abs(finding.tilt_deg):.1g}"
    )


def _said(finding: GridFinding) -> str:
    size = length_words(finding.cell_x_px)
    match finding.verdict:
        case GridVerdict.SURE:
            return _("Grid found: {size} px, sure").format(size=size)
        case GridVerdict.PROPOSED:
            return _("Perhaps a grid of {size} px").format(size=size)
        case GridVerdict.STRETCHED:
            high = length_words(finding.cell_y_px)
            return _("A scan stretched: {wide} \u00d7 {high} px").format(wide=size, high=high)
        case GridVerdict.HEX if finding.score < _LEAST_SURE_HEX_PCT:
            return _("Perhaps a hexagonal grid of {size} px").format(size=size)
        case GridVerdict.HEX:
            return _("A hexagonal grid of {size} px").format(size=size)
        case GridVerdict.NONE:
            return _("No grid seen")
        case _:
            assert_never(finding.verdict)


def length_words(length_px: float) -> str:
    """Return a length in pixels, to a tenth."""
    return f"{round(length_px, 1):g}"
