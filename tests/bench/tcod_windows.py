"""The peer of the rows of movement: tcod's path finder on a window of the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gridwar.grid.cells.bitboards import Extent, unpacked
from gridwar.grid.movement.mover_ground import DIRECTIONS, FIRST_DIAGONAL, Ground
from gridwar.grid.movement.wall_blocked_steps import shut_steps
from tests.bench.maps import KINDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridwar.model.battlemap import BattleMap
    from gridwar.model.geometry import Cell


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

    def threat(self, starts: list[Cell], budget: int, *, walls: bool = True) -> NDArray[np.bool_]:
        """Return where any of some walkers can get to, and the cells next to those."""
        mask = np.zeros((self.height + 2, self.width + 2), np.bool_)
        for start in starts:
            distance, left, top = self.distances(start, budget, walls=walls)
            near = np.pad(distance <= budget, 2)
            wide = near[:, :-2] | near[:, 1:-1] | near[:, 2:]
            tall = wide[:-2] | wide[1:-1] | wide[2:]
            height, width = tall.shape
            mask[top : top + height, left : left + width] |= tall
        return mask[1:-1, 1:-1]


def _open_steps(battle_map: BattleMap, solid: NDArray[np.bool_]) -> list[NDArray[np.int8]]:
    """Return by direction the cells from which a step is not stopped by a wall or a corner."""
    height, width = solid.shape
    walls = shut_steps(Ground(battle_map))
    assert walls is not None
    page = Extent(0, 0, width, height)
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
