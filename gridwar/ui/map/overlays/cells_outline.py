"""The outline of a set of cells, as closed loops of corners. Pure geometry, no Qt.

Owns the walk along the border; rounding and pens are for strokes_and_hatches.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping
    from collections.abc import Set as AbstractSet

    from gridwar.control.records.ground_records import CellXY

Loop: TypeAlias = "tuple[CellXY, ...]"

_TURNS: Mapping[CellXY, tuple[CellXY, CellXY]] = {
    # Going in a direction with the inside on the right: first try to turn right, so that
    # cells that touch at a corner only stay parted.
    (1, 0): ((0, 1), (0, -1)),
    (0, 1): ((-1, 0), (1, 0)),
    (-1, 0): ((0, -1), (0, 1)),
    (0, -1): ((1, 0), (-1, 0)),
}


def outline(cells: AbstractSet[CellXY]) -> tuple[Loop, ...]:
    """Return the loops around a set of cells, corners only, the inside on the right.

    Args:
        cells: column and row of each cell.

    Returns:
        Closed loops without the repeated first point; holes are loops too.
    """
    edges = _border(cells)
    loops = []
    while edges:
        start = next(iter(edges))
        loops.append(_walk(start, edges))
    return tuple(loops)


def _border(cells: AbstractSet[CellXY]) -> dict[CellXY, list[CellXY]]:
    """Return the border edges as start corner: directions."""
    edges: dict[CellXY, list[CellXY]] = {}
    for x, y in cells:
        if (x, y - 1) not in cells:
            edges.setdefault((x, y), []).append((1, 0))
        if (x + 1, y) not in cells:
            edges.setdefault((x + 1, y), []).append((0, 1))
        if (x, y + 1) not in cells:
            edges.setdefault((x + 1, y + 1), []).append((-1, 0))
        if (x - 1, y) not in cells:
            edges.setdefault((x, y + 1), []).append((0, -1))
    return edges


def _walk(start: CellXY, edges: dict[CellXY, list[CellXY]]) -> Loop:
    """Follow one loop from a corner back to it, taking its edges out of those left."""
    corners: list[CellXY] = []
    heading = edges[start][0]
    here = start
    while True:
        leaving = edges[here]
        ahead = heading if here == start else _next_heading(leaving, heading)
        leaving.remove(ahead)
        if not leaving:
            del edges[here]
        if ahead != heading or here == start:
            corners.append(here)
        heading = ahead
        here = (here[0] + heading[0], here[1] + heading[1])
        if here == start:
            break
    if _straight(corners[-1], corners[0], corners[1]):
        del corners[0]
    return tuple(corners)


def _next_heading(leaving: list[CellXY], heading: CellXY) -> CellXY:
    if len(leaving) == 1:
        return leaving[0]
    right, left = _TURNS[heading]
    return next(ahead for ahead in (right, heading, left) if ahead in leaving)


def _straight(a: CellXY, b: CellXY, c: CellXY) -> bool:
    return (b[0] - a[0]) * (c[1] - b[1]) == (b[1] - a[1]) * (c[0] - b[0])
