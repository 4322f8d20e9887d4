"""A small house in a wood for tests of fog: two rooms, two doors, a low wall, two of the party."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.model.battlemap import BattleMap, LayerName
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.terrain_kinds import TerrainKind
from gridwar.model.walls import Wall, WallKind
from gridwar.systems import find_system

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter

FREEFORM: Final = find_system("freeform")
WIDTH, HEIGHT = 34, 18
HALL, CELLAR = "hall", "cellar"
"""The doors: from outside into the left room, and from that into the right one."""
OUTSIDE, LEFT, RIGHT = Cell(12, 14), Cell(12, 9), Cell(20, 6)


def wall(name: str, ends: tuple[int, int, int, int], kind: WallKind = WallKind.WALL) -> Wall:
    """Return a wall between two corners of cells."""
    ax, ay, bx, by = (end * SUBCELL for end in ends)
    return Wall(id=name, a=Point(ax, ay), b=Point(bx, by), kind=kind)


def house() -> Encounter:
    """Return a house of two rooms in a wood, with two of the party outside and a foe in it."""
    walls = (
        wall("n", (8, 3, 24, 3)),
        wall("w", (8, 3, 8, 12)),
        wall("e", (24, 3, 24, 12)),
        wall("s1", (8, 12, 14, 12)),
        wall(HALL, (14, 12, 15, 12), WallKind.DOOR),
        wall("s2", (15, 12, 24, 12)),
        wall("m1", (16, 3, 16, 6)),
        wall(CELLAR, (16, 6, 16, 7), WallKind.DOOR),
        wall("m2", (16, 7, 16, 12)),
        wall("low", (10, 15, 20, 15)).replace(height_m=1.0),
    )
    kinds = (TerrainKind(name="open"), TerrainKind(name="rock", blocks_sight=True))
    page = BattleMap(width=WIDTH, height=HEIGHT, terrain_kinds=kinds).with_walls(walls)
    page = page.with_painted(LayerName.TERRAIN, {Cell(x, 16): 1 for x in range(26, 30)})
    fight = FREEFORM.new_encounter().replace(map=page)
    for who, side, pos in (("ann", "1", OUTSIDE), ("bob", "1", (11, 13)), ("foe", "2", (20, 5))):
        one = FREEFORM.new_combatant(who, who, side).replace(pos=Cell(*pos))
        fight = fight.with_combatant(one)
    return fight
