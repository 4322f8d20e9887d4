"""Cells, sizes and points: the whole-number geometry everything else is measured in.

``x`` grows to the right, ``y`` grows down the screen. A cell is named by its top left corner;
points count in 1/1024 of a cell, so that walls of any angle keep exact coordinates.
Distances are not here (``gridwar.grid.cells.distance``), nor are combatants.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

from msgspec import Meta
from pydantic import Field

from gridwar.caches import kept_of_fight

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SUBCELL = 1024
"""Points to a cell's side."""

MAX_SIDE_CELLS = 500
"""The largest width and height of a map."""

FARTHEST_CELLS = 1 << 18
"""No cell is read that is farther from the map's corner, in either direction.

It is far beyond what any map reaches, also one that was cropped elsewhere, and near enough that
nothing that counts cells or multiplies places runs on without an end.
"""

_FARTHEST = FARTHEST_CELLS * SUBCELL
# Commands and states are read by pydantic, events by msgspec: each knows its own kind of bound.
_CellNumber = Annotated[
    int,
    Field(ge=-FARTHEST_CELLS, le=FARTHEST_CELLS),
    Meta(ge=-FARTHEST_CELLS, le=FARTHEST_CELLS),
]
_PointNumber = Annotated[int, Field(ge=-_FARTHEST, le=_FARTHEST), Meta(ge=-_FARTHEST, le=_FARTHEST)]
_SideNumber = Annotated[int, Field(ge=1, le=MAX_SIDE_CELLS), Meta(ge=1, le=MAX_SIDE_CELLS)]


class Cell(NamedTuple):
    """One square of the grid."""

    x: _CellNumber
    y: _CellNumber

    def shifted(self, dx: int, dy: int) -> Cell:
        """Return the cell ``dx`` cells to the right and ``dy`` cells down."""
        return Cell(self.x + dx, self.y + dy)


MOST_STEPS = 20_000
Way = Annotated[tuple[Cell, ...], Field(max_length=MOST_STEPS)]
"""Cells that a command is told to go along; nobody goes farther at a stretch."""


_OneLevel = Annotated[int, Field(ge=-1, le=1)]
Climbs = Annotated[tuple[_OneLevel, ...], Field(max_length=MOST_STEPS)]
"""By how many levels each step of a way rises (negative: sinks); none for those left out."""


class Size(NamedTuple):
    """Width and height in cells, of a token or a map."""

    w: _SideNumber
    h: _SideNumber


class Point(NamedTuple):
    """A place on the map, in 1/1024 cell."""

    x: _PointNumber
    y: _PointNumber


ONE_CELL = Size(1, 1)


def centre_of(cell: Cell) -> Point:
    """Return the middle of a cell."""
    return Point(cell.x * SUBCELL + SUBCELL // 2, cell.y * SUBCELL + SUBCELL // 2)


def cell_at(point: Point) -> Cell:
    """Return the cell that holds a point; a border belongs to the cell right of or below it."""
    return Cell(point.x // SUBCELL, point.y // SUBCELL)


def nearest_within(point: Point, size: Size) -> Point:
    """Return the point nearest to a point that some cell of a map of a size holds."""
    x, y = (min(max(at, 0), side * SUBCELL - 1) for at, side in zip(point, size, strict=True))
    return Point(x, y)


def footprint(anchor: Cell, size: Size = ONE_CELL) -> tuple[Cell, ...]:
    """Return the cells covered by a token, row by row.

    Args:
        anchor: The token's top left cell.
        size: Its width and height in cells.
    """
    return (_small if size[0] * size[1] <= _SMALL_CELLS else _large)(anchor, size)


def _covered(anchor: Cell, size: Size) -> tuple[Cell, ...]:
    return tuple(Cell(anchor.x + dx, anchor.y + dy) for dy in range(size.h) for dx in range(size.w))


_SMALL_CELLS = 64
_small = kept_of_fight(4096)(_covered)
_large = kept_of_fight(32)(_covered)
"""Those kept are bounded by what they hold: some 30 MB of either kind, however large the tokens."""


def covered_cells(anchors: Iterable[Cell], size: Size) -> frozenset[Cell]:
    """Return all cells that a token covers in some of its places.

    Args:
        anchors: Where its top left cell may be.
        size: Its width and height in cells.
    """
    # One side after the other: a body of 8 by 8 takes 16 rounds and not 64.
    wide = {(x + dx, y) for x, y in anchors for dx in range(size.w)}
    return frozenset(Cell(x, y + dy) for x, y in wide for dy in range(size.h))


def footprint_centre(anchor: Cell, size: Size = ONE_CELL) -> Point:
    """Return the middle of a token; for even sizes it lies on a border.

    Args:
        anchor: The token's top left cell.
        size: Its width and height in cells.
    """
    return Point(
        anchor.x * SUBCELL + size.w * SUBCELL // 2, anchor.y * SUBCELL + size.h * SUBCELL // 2
    )


def neighbours(cell: Cell) -> Iterator[Cell]:
    """Yield the eight cells round a cell, row by row."""
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            if dx or dy:
                yield Cell(cell.x + dx, cell.y + dy)


def is_diagonal(a: Cell, b: Cell) -> bool:
    """Return whether a step from ``a`` to ``b`` leads to the cell across a corner.

    One along stairs, which leads to another page of the sheet, does not.
    """
    return abs(a.x - b.x) == 1 and abs(a.y - b.y) == 1


def column_name(column: int) -> str:
    """Return the letters of a column as the map's rim shows them: A for 0, AA after Z."""
    letters = ""
    column += 1
    while column > 0:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def cell_name(column: int, row: int) -> str:
    """Return how people call a cell, such as ``M 9``."""
    return f"{column_name(column)} {row + 1}"
