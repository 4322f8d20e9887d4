"""From where to where lines between two tokens run: corners, or centres, the nearest first."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from gridwar.grid.cells.distance import squared_cells
from gridwar.model.geometry import SUBCELL, Cell, Point, centre_of

if TYPE_CHECKING:
    from collections.abc import Iterator


def nearest_first(a: tuple[Cell, ...], b: tuple[Cell, ...]) -> Iterator[tuple[Point, Point]]:
    """Yield the centres of all pairs of cells, the nearest pairs first."""
    for p, q in sorted(product(a, b), key=lambda pair: squared_cells(*pair)):
        yield centre_of(p), centre_of(q)


def corners_of(cells: tuple[Cell, ...]) -> tuple[Point, ...]:
    """Return the corners of cells, drawn in by 1/1024 cell so that none lies on a wall's line."""
    ends = (1, SUBCELL - 1)
    return tuple(
        Point(cell[0] * SUBCELL + dx, cell[1] * SUBCELL + dy)
        for cell in cells
        for dy in ends
        for dx in ends
    )
