"""What the size of a picture says of a grid that was found: square, whole cells, or too many.

Owns the bounds of certainty too: `SURE_SCORE` and `LEAST_SCORE` lie in the gap that pictures with
a grid and without one leave between them.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from gridwar.formats.grid_finding import GridFinding, GridVerdict

SURE_SCORE: Final = 9.0
LEAST_SCORE: Final = 7.0
"""Standard errors, both axes together."""
SQUARE_WITHIN: Final = 0.012
STRETCHED_SCORE: Final = 1.3 * SURE_SCORE
_MOST_OFF_CELLS: Final = 0.06
"""By so much lines may miss a square cell at the edge before the picture counts as stretched."""
EDGE_PX: Final = 1.25
"""A line that lies no farther from the edge lies on it."""
_MANY_CELLS: Final = 128
"""A grid with more columns or rows is never sure, and nothing unless its lines are strong."""


def settled(
    finding: GridFinding, width_px: int, height_px: int, named_px: tuple[float, ...]
) -> GridFinding:
    """Return a finding with all that the size of its picture says of it.

    Args:
        finding: As the lines alone have it.
        width_px: The width of the picture.
        height_px: Its height.
        named_px: Lengths of a cell that the name of the file gives.
    """
    found = _settled_by_size(_squared(finding, width_px, height_px), width_px, height_px)
    is_named = any(abs(found.cell_x_px / one - 1) < SQUARE_WITHIN for one in named_px)
    return found if is_named else _doubted(found, width_px, height_px)


def _squared(finding: GridFinding, width: int, height: int) -> GridFinding:
    """Return square cells of one length, their lines right in the middle; or say it is stretched.

    The axis with more lines knows the length better.
    """
    if not finding.is_square:
        return finding
    cell_x, cell_y = finding.cell_x_px, finding.cell_y_px
    off = abs(cell_x - cell_y) / cell_x * max(width / cell_x, height / cell_y) / 2
    if off > _MOST_OFF_CELLS and finding.weaker_score > STRETCHED_SCORE:
        return replace(finding, verdict=GridVerdict.STRETCHED)
    share = width / cell_x / (width / cell_x + height / cell_y)
    cell = share * cell_x + (1 - share) * cell_y
    return replace(
        finding,
        cell_x_px=cell,
        cell_y_px=cell,
        offset_x_px=_kept_in_middle(finding.offset_x_px, cell_x, cell, width),
        offset_y_px=_kept_in_middle(finding.offset_y_px, cell_y, cell, height),
    )


def _kept_in_middle(offset: float, old: float, new: float, side_px: int) -> float:
    """Return the offset for another length with which the line in the middle stays."""
    lines = round((side_px / 2 - offset) / old)
    return (offset + lines * (old - new)) % new


def _settled_by_size(finding: GridFinding, width: int, height: int) -> GridFinding:
    """Return whole cells where the picture begins and ends with a line on all four sides."""
    if not finding.is_square:
        return finding
    columns, rows = (round(side / finding.cell_x_px) for side in (width, height))
    exact = width / columns if columns else 0.0
    ends = (
        (finding.offset_x_px, columns, width),
        (finding.offset_y_px, rows, height),
    )
    for offset, count, side in ends:
        first = offset - finding.cell_x_px * round(offset / finding.cell_x_px)
        last = first + count * finding.cell_x_px
        if not count or abs(first) > EDGE_PX or abs(last - side) > EDGE_PX:
            return finding
        if abs(side / count - exact) * count > EDGE_PX:
            return finding
    return replace(
        finding,
        cell_x_px=exact,
        cell_y_px=exact,
        offset_x_px=0.0,
        offset_y_px=0.0,
        tilt_deg=0.0,
    )


def _doubted(finding: GridFinding, width: int, height: int) -> GridFinding:
    """Return a finding of very many small cells as less sure, or as none."""
    if not finding.is_square:
        return finding
    if max(width, height) / finding.cell_x_px <= _MANY_CELLS:
        return finding
    if finding.score < SURE_SCORE:
        return GridFinding(score=finding.score)
    return replace(finding, verdict=GridVerdict.PROPOSED)
