"""Rows of movement: where one or many can get, beside tcod's path finder on a window."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import networkx as nx
import numpy as np

from gridwar.grid.boards import Window, unpacked
from gridwar.grid.ground import DIRECTIONS, FIRST_DIAGONAL, Ground
from gridwar.grid.lazygrid import LazyGrid
from gridwar.grid.shut import shut_steps
from gridwar.grid.steps import uniform
from gridwar.model.geometry import Cell
from tests.bench.frame import Figures, Row, against, side_by_side
from tests.bench.maps import KINDS, dungeon

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridwar.model.battlemap import BattleMap

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


class Tcod:
    """tcod's path finder on a window of a map, with the same walls and corners."""

    def __init__(self, battle_map: BattleMap) -> None:
        self.width, self.height = battle_map.size
        terrain = battle_map.terrain.view(*battle_map.size)
        prices = [0 if kind.impassable else kind.multiplier for kind in KINDS]
        self.cost = np.array(prices, np.int8)[terrain]
        self.open = _open_steps(battle_map, self.cost == 0)

    def lengths(self, start: Cell, budget: int, *, walls: bool = True) -> dict[int, int]:
        """Return the cost by place, as the same dictionary.

        Args:
            start: Where the way begins.
            budget: The most that may be spent.
            walls: Whether walls and corners count; without them its quicker kind of graph does.
        """
        distance, left, top = self.distances(start, budget, walls=walls)
        y, x = np.nonzero(distance <= budget)
        places = (y + top) * self.width + x + left
        return dict(zip(places.tolist(), distance[y, x].tolist(), strict=True))

    def distances(
        self, start: Cell, budget: int, *, walls: bool = True
    ) -> tuple[NDArray[np.int32], int, int]:
        """Return the costs in the window as tcod gives them, and where the window begins."""
        import tcod.path

        left, top = max(0, start.x - budget), max(0, start.y - budget)
        part = np.s_[top : start.y + budget + 1, left : start.x + budget + 1]
        cost = np.ascontiguousarray(self.cost[part])
        graph: tcod.path.CustomGraph | tcod.path.SimpleGraph
        if walls:
            graph = tcod.path.CustomGraph(cost.shape)
            for (dx, dy), way in zip(DIRECTIONS, self.open, strict=True):
                graph.add_edge((dy, dx), cost=cost, condition=np.ascontiguousarray(way[part]))
        else:
            graph = tcod.path.SimpleGraph(cost=cost, cardinal=1, diagonal=1)
        finder = tcod.path.Pathfinder(graph)
        finder.add_root((start.y - top, start.x - left))
        finder.resolve()
        return finder.distance, left, top


def _open_steps(battle_map: BattleMap, solid: NDArray[np.bool_]) -> list[NDArray[np.int8]]:
    """Return by direction the cells from which a step is not stopped by a wall or a corner."""
    height, width = solid.shape
    walls = shut_steps(Ground(battle_map))
    assert walls is not None
    page = Window(0, 0, width, height)
    shut = [unpacked(board, page).astype(bool) for board in walls.boards(page) or ()]
    padded = np.pad(solid, 1)
    ways: list[NDArray[np.int8]] = []
    for number, (dx, dy) in enumerate(DIRECTIONS):
        closed = shut[number]
        if number >= FIRST_DIAGONAL:
            beside = padded[1 : height + 1, 1 + dx : width + 1 + dx]
            closed |= beside & padded[1 + dy : height + 1 + dy, 1 : width + 1]
        ways.append((~closed).astype(np.int8))
    return ways


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


def _beside_tcod(*, plain: bool) -> Figures:
    grid, peer, start = lazy_grid(BIG, plain=plain), tcod_on(BIG), middle(BIG)
    answer = lengths(grid, start)
    assert answer == peer.lengths(start, BUDGET), "not the costs that tcod finds"
    assert answer == lengths(lazy_grid(BIG, plain=True), start), "not networkx's own costs"
    seconds = side_by_side(
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
    seconds = side_by_side(
        {"500 x 500": lambda: lengths(big, here), "30 x 30": lambda: lengths(small, there)}
    )
    return against("500 x 500", "30 x 30", seconds)


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
)
