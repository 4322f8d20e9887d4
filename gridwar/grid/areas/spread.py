"""Blasts that go round corners: distance through the graph of cells joined by lines of effect.

Cells in a clear line from the origin are as far as the straight line says; from there a blast
creeps from cell to cell, one cell straight and the root of two diagonally.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from math import floor, sqrt
from typing import TYPE_CHECKING

from frozendict import frozendict

from gridwar.caches import kept_of_fight
from gridwar.grid.areas.areas import disc, on_map
from gridwar.grid.areas.viewshed import line_field
from gridwar.grid.cells.identity_key import Same
from gridwar.grid.cells.metrics import squared_cells
from gridwar.grid.cells.segments import walls_that
from gridwar.grid.lines.line_of_effect import EFFECT, LineRule, Stand, line_of_cells, stopper
from gridwar.model.geometry import neighbours

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.model.battlemap import BattleMap
    from gridwar.model.geometry import Cell

_ROUNDING = 1e-9
_KEPT_MAPS = 4


class _Creeping(dict["Cell", tuple[tuple["Cell", float], ...]]):
    """By cell: its neighbours that an effect gets to, and how far each is; made when asked for."""

    def __init__(self, battle_map: BattleMap, rule: LineRule) -> None:
        super().__init__()
        self._map, self._rule = battle_map, rule
        self._walls = walls_that(battle_map.walls, stopper(rule.purpose)).by_cell

    def __missing__(self, cell: Cell) -> tuple[tuple[Cell, float], ...]:
        found = self[cell] = tuple(
            (there, sqrt(squared_cells(cell, there)))
            for there in neighbours(cell)
            if self._map.contains(there) and self._is_open(cell, there)
        )
        return found

    def _is_open(self, cell: Cell, there: Cell) -> bool:
        # Between neighbours lie no other squares: without a wall at either all is open.
        if cell not in self._walls and there not in self._walls:
            return True
        return line_of_cells(self._map, min(cell, there), max(cell, there), self._rule).clear


@kept_of_fight(_KEPT_MAPS)
def _creeping(battle_map: Same[BattleMap], rule: LineRule) -> _Creeping:
    return _Creeping(battle_map.it, rule)


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
    far = floor(radius_cells + _ROUNDING)
    cells = on_map(battle_map, disc(origin, far)).cells | {origin}
    start = Stand((origin,), battle_map.ground_m(origin))
    straight = line_field(battle_map, start, far, rule).cells & cells
    queue = [(sqrt(squared_cells(origin, cell)), cell) for cell in straight | {origin}]
    heapify(queue)
    limit = radius_cells + _ROUNDING
    found: dict[Cell, float] = {}
    ways = _creeping(Same(battle_map), rule)
    while queue:
        length, cell = heappop(queue)
        if cell in found:
            continue
        found[cell] = length
        for there, step in ways[cell]:
            if there in cells and there not in found and length + step <= limit:
                heappush(queue, (length + step, there))
    return frozendict(found)
