"""Rows of movement: where one or many can get, beside tcod's path finder on a window."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import TYPE_CHECKING

import networkx as nx
import numpy as np

from gridwar.grid.areas.disc_ring_square_line import ring
from gridwar.grid.cells.distance import Metric
from gridwar.grid.movement.movement_graph import LazyGrid
from gridwar.grid.movement.mover_ground import Ground
from gridwar.grid.movement.reach import Reach, reach
from gridwar.grid.movement.step_rules import State, alternating, uniform
from gridwar.grid.movement.threat import Mover, threat
from gridwar.model.battlemap import BattleMap
from gridwar.model.geometry import Cell, Size
from tests.bench.frame import Figures, Row, against, side_by_side
from tests.bench.maps import KINDS, dungeon
from tests.bench.tcod_windows import Tcod

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray


BUDGET = 12
BIG, SMALL = 500, 30


@cache
def board(side_cells: int) -> BattleMap:
    """Return the map of these rows, drawn once."""
    return dungeon(side_cells)


def middle(side_cells: int) -> Cell:
    """Return the cell where searches begin: the ground round it is the same at every size."""
    return Cell(side_cells // 2, side_cells // 2)


def lazy_grid(side_cells: int, *, plain: bool = False) -> LazyGrid:
    """Return the graph of a walker for whom rubble costs double."""
    ground = Ground(board(side_cells))
    return LazyGrid(ground, uniform(ground, multiplies=True), plain=plain)


def lengths(grid: LazyGrid, start: Cell, budget: int = BUDGET) -> dict[int, int]:
    """Return the cost by node, by the call of networkx that the program makes."""
    found: dict[int, int] = nx.single_source_dijkstra_path_length(
        grid, grid.node(start), cutoff=budget
    )
    return found


@cache
def tcod_on(side_cells: int) -> Tcod:
    """Return tcod's view of the map of these rows."""
    return Tcod(board(side_cells))


def reach_by_boards() -> Figures:
    """Measure the product's way: the call of networkx, answered by bit boards."""
    return _beside_tcod(plain=False)


def reach_by_networkx() -> Figures:
    """Measure networkx's own code on the lazy graph."""
    return _beside_tcod(plain=True)


def compared(rivals: Mapping[str, Callable[[], object]], rounds: int = 31) -> dict[str, float]:
    """Return what each rival takes, by the clock of this thread alone: nothing here waits."""
    return side_by_side(rivals, rounds, time.thread_time)


def _beside_tcod(*, plain: bool) -> Figures:
    grid, peer, start = lazy_grid(BIG, plain=plain), tcod_on(BIG), middle(BIG)
    answer = lengths(grid, start)
    assert answer == peer.lengths(start, BUDGET), "not the costs that tcod finds"
    assert answer == lengths(lazy_grid(BIG, plain=True), start), "not networkx's own costs"
    seconds = compared(
        {
            "gridwar": lambda: lengths(grid, start),
            "tcod": lambda: peer.lengths(start, BUDGET),
            "tcod without walls": lambda: peer.lengths(start, BUDGET, walls=False),
        }
    )
    return against("gridwar", "tcod", seconds, f"{len(answer)} cells")


def map_size() -> Figures:
    """Measure that a search costs the same on the largest map as on a small one."""
    big, small = lazy_grid(BIG), lazy_grid(SMALL)
    here, there = middle(BIG), middle(SMALL)
    assert len(lengths(big, here)) == len(lengths(small, there)), "the maps differ round the start"
    seconds = compared(
        {"500 x 500": lambda: lengths(big, here), "30 x 30": lambda: lengths(small, there)}
    )
    return against("500 x 500", "30 x 30", seconds)


TOKENS = 50
_ARM = ring(Metric.CHEBYSHEV, (Cell(0, 0),), (0, 1))


def threat_of_many() -> Figures:
    """Measure where fifty can strike, each by a ground and a rule of its own."""
    page, starts = board(BIG), _starts()
    grounds = [Ground(page) for _start in starts]
    peer = tcod_on(BIG)

    def ours() -> NDArray[np.bool_]:
        movers = (
            Mover(ground, uniform(ground, multiplies=True), start, BUDGET, _ARM)
            for ground, start in zip(grounds, starts, strict=True)
        )
        return threat(movers, page.size).mask

    assert np.array_equal(ours(), peer.threat(starts, BUDGET)), (
        "not the cells that tcod's windows give"
    )
    seconds = compared(
        {
            "gridwar": ours,
            "tcod": lambda: peer.threat(starts, BUDGET),
            "tcod without walls": lambda: peer.threat(starts, BUDGET, walls=False),
        }
    )
    return against("gridwar", "tcod", seconds, f"{int(ours().sum())} cells")


def _starts() -> list[Cell]:
    random = Random(TOKENS)
    terrain = board(BIG).terrain
    near = [Cell(random.randrange(150, 350), random.randrange(150, 350)) for _try in range(99)]
    return [cell for cell in near if not KINDS[terrain.get(cell)].impassable][:TOKENS]


def turning() -> Figures:
    """Measure a search in which the path's state is a heading: rows are asked of the rule."""
    ground = Ground(board(BIG))
    start, plain = middle(BIG), lazy_grid(BIG)

    def ours() -> int:
        return len(reach(LazyGrid(ground, Wheels(ground)), start, TURNING_BUDGET).costs)

    seconds = compared(
        {"turning": ours, "plain": lambda: reach(plain, start, TURNING_BUDGET)}, rounds=5
    )
    return _absolute("turning", seconds, f"{ours()} cells")


def vehicle() -> Figures:
    """Measure a long way of something large, diagonals one and two in turn."""
    ground = Ground(BattleMap(width=BIG, height=BIG).with_walls(board(BIG).walls), Size(2, 3))
    start = next(cell for cell in _starts() if len(_far(ground, cell).costs) > 1000)
    seconds = compared({"67 cells": lambda: _far(ground, start)}, rounds=5)
    return _absolute("67 cells", seconds, f"{len(_far(ground, start).costs)} cells")


def _far(ground: Ground, start: Cell) -> Reach:
    return reach(LazyGrid(ground, alternating(ground)), start, WAY)


def _absolute(name: str, seconds: dict[str, float], note: str) -> Figures:
    figure = seconds[name] * 1000
    if figure > FRAME_MS:
        note += "; over 50 ms: runs off the UI thread"
    return Figures(figure, seconds, "ms", note)


@dataclass(frozen=True)
class Wheels:
    """A vehicle that turns by an eighth a step at most, and one step in two.

    The state is its heading, in eighths, and whether it has just turned.
    """

    ground: Ground

    def start(self) -> State:
        """Return the state at rest: any first step will do."""
        return None

    def step(self, a: Cell, b: Cell, state: State) -> tuple[int, State] | None:
        """Return the cost of a step and the heading after it."""
        heading = _CLOCKWISE[b[0] - a[0], b[1] - a[1]]
        if not isinstance(state, tuple):
            return 1, (heading, False)
        turn = (heading - state[0]) % len(_CLOCKWISE)
        if turn == 0:
            return 1, (heading, False)
        return (1, (heading, True)) if turn in {1, 7} and not state[1] else None


_CLOCKWISE = {
    step: number
    for number, step in enumerate(
        [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)]
    )
}
TURNING_BUDGET = 20
WAY = 67
"""Cells a vehicle covers in a round at 100 m on a grid of 1.5 m."""
FRAME_MS = 50


ROWS = (
    Row(
        "reach",
        "reach of budget 12 on 500 x 500 by the call of networkx",
        "tcod on a window, as the same dictionary",
        1.0,
        reach_by_boards,
    ),
    Row(
        "reach-own-code",
        "the same by networkx's own code on the lazy graph",
        "tcod on a window, as the same dictionary",
        4.0,
        reach_by_networkx,
    ),
    Row("reach-map-size", "the same on 500 x 500", "on 30 x 30", 1.2, map_size),
    Row(
        "reach-turning",
        "reach of budget 20 with a heading and a limit of turns",
        "nobody: milliseconds",
        None,
        turning,
    ),
    Row("reach-vehicle", "a vehicle of 2 x 3, 67 cells far", "nobody: milliseconds", None, vehicle),
    Row("threat", "where 50 tokens can strike", "tcod's windows", 0.3, threat_of_many),
)
