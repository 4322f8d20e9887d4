"""Maps for the rows of the grid: of any size, with what imported maps are full of."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from gridwar.model.battlemap import BattleMap, LayerName
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.terrain_kinds import TerrainKind
from gridwar.model.walls import Wall

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

KINDS = (
    TerrainKind(name="floor"),
    TerrainKind(name="rubble", multiplier=2),
    TerrainKind(name="rock", impassable=True, blocks_sight=True, blocks_effect=True),
)
ROOM_CELLS = 12
_SEED = 7


def dungeon(side_cells: int) -> BattleMap:
    """Return a square map of rooms with wide doorways, mazes in some, and slanting walls.

    A quarter of the ground is rubble, some of it rock; round the middle it is the same map at
    every size.

    Args:
        side_cells: Width and height, in cells.
    """
    random = Random(_SEED)
    far = 250
    painted: dict[Cell, int] = {}
    for y in range(-far, far):
        for x in range(-far, far):
            roll = random.random()
            painted[Cell(x, y)] = 1 if roll < 0.25 else 2 if roll < 0.28 else 0
    painted[Cell(0, 0)] = 0
    ends = [*_rooms(random, far), *_mazes(random, far), *_slants(random, far)]
    return _centred(side_cells, painted, ends)


Ends = tuple[float, float, float, float]


def _rooms(random: Random, far: int) -> Iterator[Ends]:
    for along in range(-far, far, ROOM_CELLS):
        for across in range(-far, far, ROOM_CELLS):
            door = random.randrange(2, ROOM_CELLS - 6)
            for low, high in ((0, door), (door + 4, ROOM_CELLS)):
                yield (along + low, across, along + high, across)
                yield (across, along + low, across, along + high)


def _mazes(random: Random, far: int) -> Iterator[Ends]:
    """Yield short walls in every fifth room, one to each second corner of its cells."""
    for top in range(-far, far, ROOM_CELLS):
        for left in range(-far, far, ROOM_CELLS):
            if (left + 2 * top) // ROOM_CELLS % 5 == 0:
                for y in range(top + 2, top + ROOM_CELLS, 2):
                    for x in range(left + 2, left + ROOM_CELLS, 2):
                        dx, dy = random.choice([(1, 0), (0, 1), (-1, 0), (0, -1)])
                        yield (x, y, x + dx, y + dy)


def _slants(random: Random, far: int) -> Iterator[Ends]:
    for _number in range(2 * far):
        x, y = random.uniform(-far, far), random.uniform(-far, far)
        yield (x, y, x + random.uniform(-3, 3), y + random.uniform(-3, 3))


def _centred(side_cells: int, painted: dict[Cell, int], ends: Iterable[Ends]) -> BattleMap:
    """Return the middle of a boundless drawing as a map of some size."""
    half = side_cells // 2
    blank = BattleMap(width=side_cells, height=side_cells, terrain_kinds=KINDS)
    inside = {cell.shifted(half, half): value for cell, value in painted.items()}
    walls = [
        Wall(id=f"w{number}", a=_point(x + half, y + half), b=_point(u + half, v + half))
        for number, (x, y, u, v) in enumerate(ends)
        if all(0 <= at + half <= side_cells for at in (x, y, u, v))
    ]
    return blank.with_painted(LayerName.TERRAIN, inside).with_walls(walls)


def _point(x: float, y: float) -> Point:
    return Point(round(x * SUBCELL), round(y * SUBCELL))
