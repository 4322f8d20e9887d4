"""Where many movers can strike this turn: all they can get to, and what they threaten from there.

One call for a whole side; who it is that threatens a cell can be asked afterwards. What somebody
threatens from a cell (reach, ring) and what they may spend is the rule system's business; lines of
sight and effect are not looked at.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from gridwar.caches import kept_of_fight
from gridwar.grid.cells.bitboards import Extent, anchors_on, board_of, shifted, smeared, unpacked
from gridwar.grid.movement.bitboard_search import Begin, can_flood, flood
from gridwar.grid.movement.step_rules import Steps
from gridwar.model.geometry import Cell, footprint

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from gridwar.grid.movement.mover_ground import Ground
    from gridwar.grid.movement.step_rules import StepRule
    from gridwar.model.geometry import Size

_HERE = frozenset({Cell(0, 0)})


class Mover(Struct, frozen=True):
    """One who moves and then strikes.

    ``budget`` is what the way may cost, in the step rule's unit. ``arm`` holds the cells that are
    threatened from an end of the way, counted from the mover's top left cell there: for a ring of
    one to two cells ``ring(metric, footprint(Cell(0, 0), size), (1, 2))``.
    """

    ground: Ground
    rule: StepRule
    start: Cell
    budget: int
    arm: frozenset[Cell] = _HERE


class Threat(Struct, frozen=True, eq=False, dict=True):
    """The cells that any of some movers can strike at."""

    movers: tuple[Mover, ...]
    mask: NDArray[np.bool_]
    """Rows of the map's cells: whether somebody can strike there."""
    boards: tuple[tuple[Extent, int], ...]
    """By mover: the cells struck, as bits of an extent."""

    def __contains__(self, cell: object) -> bool:
        if not isinstance(cell, tuple):
            return False
        x, y = cell
        rows, columns = self.mask.shape
        return 0 <= x < columns and 0 <= y < rows and bool(self.mask[y, x])

    @cached_property
    def cells(self) -> frozenset[Cell]:
        """Return the cells of the map that somebody can strike at."""
        y, x = np.nonzero(self.mask)
        return frozenset(map(Cell, x.tolist(), y.tolist()))

    def strikers(self, cell: Cell) -> tuple[Mover, ...]:
        """Return the movers that can strike at a cell, in the order given."""
        if cell not in self:
            return ()
        return tuple(
            mover
            for mover, (extent, board) in zip(self.movers, self.boards, strict=True)
            if extent.holds(cell) and board >> extent.bit(cell) & 1
        )


def threat(movers: Iterable[Mover], page: Size) -> Threat:
    """Return what some movers can strike at, together.

    Args:
        movers: Where each stands and what each can do.
        page: Width and height of the map.
    """
    those = tuple(movers)
    mask = np.zeros((page.h, page.w), np.uint8)
    boards: list[tuple[Extent, int]] = []
    for mover in those:
        extent, ends = _ends(mover)
        struck = _struck_on_floors(ends, mover, extent)
        boards.append((extent, struck))
        _add(mask, struck, extent)
    mask.setflags(write=False)
    return Threat(those, mask.view(np.bool_), tuple(boards))


def _ends(mover: Mover) -> tuple[Extent, int]:
    """Return the cells where a mover may end, in an extent with room for the reach."""
    ground, rule, start = mover.ground, mover.rule, mover.start
    if isinstance(rule, Steps) and can_flood(rule):
        begin = Begin(((start, rule.start()),), mover.budget)
        found = flood(ground, rule, begin, _room_for(mover.arm))
        extent, reached = found.extent, found.board
    else:
        # Only here: networkx takes longer to load than a window to show.
        from gridwar.grid.movement.movement_graph import LazyGrid
        from gridwar.grid.movement.reach import reach

        costs = reach(LazyGrid(ground, rule), start, mover.budget).costs
        extent = _round(costs).widened(_room_for(mover.arm))
        reached = board_of(costs, extent)
    if ground.no_stop:
        taken = anchors_on(board_of(ground.no_stop, extent), ground.size, extent.width)
        reached &= ~taken
    return extent, reached | 1 << extent.bit(start)


def _struck_on_floors(ends: int, mover: Mover, extent: Extent) -> int:
    """Return the cells in an arm's reach of where a mover may end, none through a floor."""
    floors = mover.ground.battle_map.floors
    if not floors:
        return _struck(ends, mover.arm, extent.width)
    struck = 0
    for floor in floors:
        page = board_of(footprint(floor.at, floor.size), extent)
        if ends & page:
            struck |= _struck(ends & page, mover.arm, extent.width) & page
    return struck


def _round(cells: Iterable[Cell]) -> Extent:
    xs, ys = zip(*cells, strict=True)
    return Extent(min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1)


@kept_of_fight(256)
def _room_for(arm: frozenset[Cell]) -> Extent:
    """Return by how much an arm moves an extent's corner and makes it larger on every side."""
    xs, ys = [0, *(cell[0] for cell in arm)], [0, *(cell[1] for cell in arm)]
    return Extent(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _struck(ends: int, arm: frozenset[Cell], width: int) -> int:
    """Return the cells in an arm's reach of any cell of a board."""
    struck = 0
    for runs, rows in _by_shape(arm):
        along = 0
        for first, last in runs:
            along |= smeared(shifted(ends, last), 1, last - first + 1)
        for row in rows:
            struck |= shifted(along, row * width)
    return struck


Runs = tuple[tuple[int, int], ...]
"""Columns of one row, as first and last of each run."""


@kept_of_fight(256)
def _by_shape(arm: frozenset[Cell]) -> tuple[tuple[Runs, tuple[int, ...]], ...]:
    """Return the different rows of an arm, each with the places where it occurs."""
    rows: dict[int, list[int]] = {}
    for x, y in sorted(arm):
        rows.setdefault(y, []).append(x)
    shapes: dict[Runs, list[int]] = {}
    for y, columns in rows.items():
        shapes.setdefault(_runs(columns), []).append(y)
    return tuple((runs, tuple(ys)) for runs, ys in shapes.items())


def _runs(columns: list[int]) -> Runs:
    runs: list[tuple[int, int]] = []
    for x in columns:
        if runs and runs[-1][1] == x - 1:
            runs[-1] = runs[-1][0], x
        else:
            runs.append((x, x))
    return tuple(runs)


def _add(mask: NDArray[np.uint8], board: int, extent: Extent) -> None:
    """Mark the cells of a board on the map; those off it are left out."""
    rows, columns = mask.shape
    left, top, width, height = extent
    bits = unpacked(board, extent)
    inside = np.s_[max(0, top) : top + height, max(0, left) : left + width]
    mask[inside] |= bits[max(0, -top) : rows - top, max(0, -left) : columns - left]
