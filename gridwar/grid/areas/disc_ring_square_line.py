"""Areas: the exact cells of discs, rings, squares and lines; walls are ignored here.

The picture, the list of victims and the rule all take the same result. Which shape and metric a
weapon has is the rule system's business; blasts that go round corners are in ``templates``.
"""

from __future__ import annotations

from math import ceil, floor, hypot
from typing import TYPE_CHECKING

from gridwar.grid.cells.distance import HeightRule, Metric, footprint_distance_cells, squared_cells
from gridwar.grid.cells.wall_crossings import cells_crossed
from gridwar.model.geometry import Cell, centre_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from gridwar.model.battlemap import BattleMap
    from gridwar.model.geometry import Size

# Radii come from divisions (metres by cell size); a cell exactly on the rim must not fall out.
_ROUNDING = 1e-9


def disc(origin: Cell, radius_cells: float, dz_cells: float = 0.0) -> frozenset[Cell]:
    """Return the cells whose centre is within a straight, unrounded distance.

    Args:
        origin: The cell in the middle.
        radius_cells: The radius, in cells.
        dz_cells: How far above or below the origin the area is looked at, in cells.

    Rules: CE-EXP-01
    """
    limit = radius_cells * radius_cells + _ROUNDING - dz_cells * dz_cells
    far = floor(radius_cells + _ROUNDING)
    return frozenset(
        cell for cell in _square((origin,), far) if squared_cells(origin, cell) <= limit
    )


def ring(
    metric: Metric,
    origin: Iterable[Cell],
    between_cells: tuple[int, int],
    dz_cells: float = 0.0,
    height: HeightRule = HeightRule.AXIS,
) -> frozenset[Cell]:
    """Return the cells at a distance from a token, both ends included: reach, threat, band.

    Args:
        metric: How distance is counted.
        origin: The cells of the token.
        between_cells: Least and greatest distance, in cells; 0 takes in the token's own cells.
        dz_cells: The difference of height, in cells.
        height: How it joins in.

    Rules: AR-THR-02, AR-THR-03, AR-THR-05
    """
    own, (low, high) = tuple(origin), between_cells
    nearest = _nearest_of(own)
    return frozenset(
        cell
        for cell in _square(own, high)
        if low <= footprint_distance_cells(metric, nearest(cell), (cell,), dz_cells, height) <= high
    )


def ring_on_page(
    metric: Metric, origin: Iterable[Cell], between_cells: tuple[int, int], page: Size
) -> frozenset[Cell]:
    """Return the cells of a map at a distance from a token of its own height, as `ring` does.

    Args:
        metric: How distance is counted.
        origin: The cells of the token.
        between_cells: Least and greatest distance, in cells.
        page: Width and height of the map; nothing beyond it is looked at.
    """
    own, (low, high) = tuple(origin), between_cells
    nearest = _nearest_of(own)
    return frozenset(
        cell
        for cell in _square(own, high, page)
        if low <= footprint_distance_cells(metric, nearest(cell), (cell,)) <= high
    )


def _nearest_of(cells: tuple[Cell, ...]) -> Callable[[Cell], tuple[Cell, ...]]:
    """Return what tells which of some cells may be nearest to another, by any metric.

    Of a rectangle it is one; of anything else each may be.
    """
    if len(cells) == 1:
        return lambda _cell: cells
    xs, ys = [cell[0] for cell in cells], [cell[1] for cell in cells]
    left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
    if len(cells) != (right - left + 1) * (bottom - top + 1):
        return lambda _cell: cells
    return lambda cell: (Cell(min(max(cell[0], left), right), min(max(cell[1], top), bottom)),)


def square(origin: Iterable[Cell], radius_cells: int) -> frozenset[Cell]:
    """Return the cells up to a number of cells away, diagonals counting one.

    Args:
        origin: The cells in the middle.
        radius_cells: How many cells outwards.
    """
    return frozenset(_square(tuple(origin), radius_cells))


def line(origin: Cell, towards: Cell, length_cells: float | None = None) -> frozenset[Cell]:
    """Return the cells on the straight line from one centre through another, origin left out.

    Args:
        origin: Where the line begins.
        towards: The cell it goes through.
        length_cells: How far it goes, straight and unrounded, in cells; by default to the cell.
    """
    if origin == towards:
        return frozenset()
    far = hypot(towards[0] - origin[0], towards[1] - origin[1])
    times = 1 if length_cells is None else max(1, ceil(length_cells / far))
    end = Cell(
        origin[0] + times * (towards[0] - origin[0]), origin[1] + times * (towards[1] - origin[1])
    )
    limit = (far if length_cells is None else length_cells) ** 2 + _ROUNDING
    return frozenset(
        cell
        for cell in cells_crossed(centre_of(origin), centre_of(end))
        if cell != origin and squared_cells(origin, cell) <= limit
    )


def on_map(battle_map: BattleMap, cells: frozenset[Cell]) -> frozenset[Cell]:
    """Return those of some cells that lie on the map."""
    width, height = battle_map.size
    return frozenset(cell for cell in cells if 0 <= cell[0] < width and 0 <= cell[1] < height)


def _square(origin: tuple[Cell, ...], radius: int, page: Size | None = None) -> Iterable[Cell]:
    xs, ys = [cell[0] for cell in origin], [cell[1] for cell in origin]
    columns = range(min(xs) - radius, max(xs) + radius + 1)
    rows = range(min(ys) - radius, max(ys) + radius + 1)
    if page is not None:
        columns = range(max(0, columns.start), min(page[0], columns.stop))
        rows = range(max(0, rows.start), min(page[1], rows.stop))
    return (Cell(x, y) for y in rows for x in columns)
