"""Maps for tests, drawn with characters.

Terrain: ``.`` open, ``~`` difficult, ``#`` impassable. Walls are given as corner points in cells.
"""

from __future__ import annotations

from gridwar.model.battlemap import BattleMap, LayerName
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.walls import Wall

_TERRAIN = {".": 0, "~": 1, "#": 2}

WallEnds = tuple[tuple[float, float], tuple[float, float]]


def drawn(*rows: str) -> BattleMap:
    """Return a map with the terrain of a drawing."""
    cells = {Cell(x, y): _TERRAIN[mark] for y, row in enumerate(rows) for x, mark in enumerate(row)}
    blank = BattleMap(width=len(rows[0]), height=len(rows))
    return blank.with_painted(LayerName.TERRAIN, cells)


def point(x: float, y: float) -> Point:
    """Return a point given in cells."""
    return Point(round(x * SUBCELL), round(y * SUBCELL))


def walled(battle_map: BattleMap, *ends: WallEnds) -> BattleMap:
    """Return a map with walls between pairs of points given in cells, named w0, w1 and on."""
    return battle_map.with_walls(
        Wall(id=f"w{number}", a=point(*a), b=point(*b)) for number, (a, b) in enumerate(ends)
    )
