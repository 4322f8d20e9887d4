"""Blasts that go round corners: distance through the graph of cells joined by lines of effect.

Cells in a clear line from the origin are as far as the straight line says; from there a blast
creeps from cell to cell, one cell straight and the root of two diagonally.
"""

from __future__ import annotations

from math import floor, sqrt
from typing import TYPE_CHECKING

import networkx as nx
from frozendict import frozendict

from gridwar.grid.areas import disc, on_map
from gridwar.grid.effect import EFFECT, LineRule, Stand, line_of_cells, stopper
from gridwar.grid.linefield import line_field
from gridwar.grid.metrics import squared_cells
from gridwar.grid.segments import walls_that
from gridwar.model.geometry import neighbours

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.model.battlemap import BattleMap
    from gridwar.model.geometry import Cell

_ROUNDING = 1e-9
_NEXT = 2
"""The square of the distance between the middles of neighbours, at most."""


def spread_graph(
    battle_map: BattleMap, origin: Cell, radius_cells: float, rule: LineRule = EFFECT
) -> nx.Graph:
    """Return the cells near an origin, joined where an effect passes; ``weight`` is in cells.

    Args:
        battle_map: The map with its walls and terrain.
        origin: Where the blast begins.
        radius_cells: How far it goes at most, in cells.
        rule: What stops it.
    """
    far = floor(radius_cells + _ROUNDING)
    cells = on_map(battle_map, disc(origin, far)).cells | {origin}
    start = Stand((origin,), battle_map.ground_m(origin))
    straight = line_field(battle_map, start, far, rule)
    walls = walls_that(battle_map.walls, stopper(rule.purpose)).by_cell
    graph = nx.Graph()
    graph.add_nodes_from(cells)
    for cell in cells:
        for there in neighbours(cell):
            if there in cells and there > cell:
                # Between neighbours lie no other squares: without a wall at either all is open.
                is_open = cell not in walls and there not in walls
                if is_open or line_of_cells(battle_map, cell, there, rule).clear:
                    graph.add_edge(cell, there, weight=sqrt(squared_cells(cell, there)))
        if cell in straight and squared_cells(origin, cell) > _NEXT:
            graph.add_edge(cell, origin, weight=sqrt(squared_cells(cell, origin)))
    return graph


def spread(
    battle_map: BattleMap, origin: Cell, radius_cells: float, rule: LineRule = EFFECT
) -> Mapping[Cell, float]:
    """Return the cells that a blast gets to, with the length of its way in cells.

    Args:
        battle_map: The map with its walls and terrain.
        origin: Where it begins.
        radius_cells: How far it goes, in cells.
        rule: What stops it.
    """
    graph = spread_graph(battle_map, origin, radius_cells, rule)
    found: dict[Cell, float] = nx.single_source_dijkstra_path_length(
        graph, origin, cutoff=radius_cells + _ROUNDING
    )
    return frozendict(found)
