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
from gridwar.grid.effect import EFFECT, LineRule, line_of_cells
from gridwar.grid.metrics import squared_cells
from gridwar.model.geometry import neighbours

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.model.battlemap import BattleMap
    from gridwar.model.geometry import Cell

_ROUNDING = 1e-9


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
    cells = on_map(battle_map, disc(origin, floor(radius_cells + _ROUNDING))).cells | {origin}
    graph = nx.Graph()
    graph.add_nodes_from(cells)
    for cell in cells:
        partners = {there for there in neighbours(cell) if there in cells and there > cell}
        if cell != origin and cell not in neighbours(origin):
            partners.add(origin)
        for there in partners:
            if line_of_cells(battle_map, cell, there, rule).clear:
                graph.add_edge(cell, there, weight=sqrt(squared_cells(cell, there)))
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
