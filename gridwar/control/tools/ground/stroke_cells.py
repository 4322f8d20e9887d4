"""The shapes of strokes, as cells: the brush's stamp, lines, rectangles. Pure geometry.

Owns which cells a gesture touches; what is done to them is the tool's.
"""

from __future__ import annotations

from itertools import product, starmap
from typing import TYPE_CHECKING

from gridwar.model.geometry import Cell

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.control.records.ground_records import Point
    from gridwar.model.battlemap import BattleMap

SMALLEST, LARGEST = 1, 9
_BITE = 0.25
"""How much less than half its width a round brush reaches: at 3 cells it is a cross."""


def cell_at(point: Point) -> Cell:
    """Return the cell in which a place lies."""
    return Cell(int(point[0] // 1), int(point[1] // 1))


def stamp(point: Point, size: int, *, is_round: bool) -> frozenset[Cell]:
    """Return the cells under a brush.

    Args:
        point: Its middle, in cells.
        size: Across, in cells.
        is_round: Whether the corners are left out.
    """
    # An even brush sits on a corner of the grid, an odd one on a cell.
    shift = 0.0 if size % 2 else 0.5
    left = int((point[0] + shift) // 1) - size // 2
    top = int((point[1] + shift) // 1) - size // 2
    middle, reach = (size - 1) / 2, size / 2 - _BITE
    return frozenset(
        Cell(left + dx, top + dy)
        for dy in range(size)
        for dx in range(size)
        if not is_round or (dx - middle) ** 2 + (dy - middle) ** 2 <= reach * reach
    )


def line(a: Cell, b: Cell) -> tuple[Cell, ...]:
    """Return the cells of a thin line, both ends included."""
    steps = max(abs(b.x - a.x), abs(b.y - a.y))
    if steps == 0:
        return (a,)
    return tuple(
        Cell(
            a.x + (2 * (b.x - a.x) * step + steps) // (2 * steps),
            a.y + (2 * (b.y - a.y) * step + steps) // (2 * steps),
        )
        for step in range(steps + 1)
    )


def thick_line(a: Point, b: Point, size: int, *, is_round: bool) -> frozenset[Cell]:
    """Return the cells that a brush touches on its way from one place to another."""
    steps = max(1, round(2 * max(abs(b[0] - a[0]), abs(b[1] - a[1]))))
    found: set[Cell] = set()
    for step in range(steps + 1):
        share = step / steps
        place = (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
        found |= stamp(place, size, is_round=is_round)
    return frozenset(found)


def rectangle(a: Cell, b: Cell) -> frozenset[Cell]:
    """Return the cells of a rectangle between two corners."""
    columns = range(min(a.x, b.x), max(a.x, b.x) + 1)
    rows = range(min(a.y, b.y), max(a.y, b.y) + 1)
    return frozenset(starmap(Cell, product(columns, rows)))


def on_map(page: BattleMap, cells: Iterable[Cell]) -> frozenset[Cell]:
    """Return those cells that are on the map."""
    return frozenset(cell for cell in cells if page.contains(cell))
