"""The large fight of several rows: 200 by 200 cells with terrain and walls, a thousand combatants.

Owns its making only; everything about it is drawn from one seed.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from frozendict import frozendict

from gridwar.model.battlemap import BattleMap, LayerName
from gridwar.model.geometry import SUBCELL, Cell, Point, centre_of
from gridwar.model.lights import LightSource
from gridwar.model.walls import Wall
from gridwar.systems import find_system

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter

SIDE_CELLS = 200
TOKENS = 1000
WALLS = 500
SEED = 3
SYSTEM = "cepheus"


def crowd(tokens: int = TOKENS, side: int = SIDE_CELLS, party: int | None = None) -> Encounter:
    """Return a fight that has not begun: samples of a system, each with a name of its own.

    Args:
        tokens: How many take part.
        side: Of the map, in cells.
        party: How many belong to the party; None for every second.
    """
    dice = random.Random(SEED)
    system = find_system(SYSTEM)
    samples = system.data.samples()
    places = dice.sample([Cell(x, y) for x in range(side) for y in range(side)], tokens)
    combatants = {}
    for number, place in enumerate(places):
        one = samples[number % len(samples)]
        who = f"p{number}"
        combatants[who] = one.replace(
            id=who,
            name=f"{one.name} {number}",
            pos=place,
            side=str(1 + (number % 2 if party is None else number >= party)),
        )
    first = system.new_encounter("A crowd")
    return first.replace(map=ground(side, dice), combatants=frozendict(combatants))


def lamps(count: int, side: int = SIDE_CELLS) -> tuple[LightSource, ...]:
    """Return sources of light all over the map, bright to 4 cells and dim to 8."""
    dice = random.Random(SEED)
    return tuple(
        LightSource(
            id=f"l{number}",
            at=centre_of(Cell(dice.randrange(side), dice.randrange(side))),
            bright_cells=4,
            dim_cells=8,
        )
        for number in range(count)
    )


def ground(side: int, dice: random.Random) -> BattleMap:
    """Return a map of patches of hard ground and of walls."""
    painted: dict[Cell, int] = {}
    for _patch in range(side * side // 200):
        left, top, kind = dice.randrange(side), dice.randrange(side), dice.choice((1, 1, 2))
        for x in range(left, min(side, left + 5)):
            painted.update({Cell(x, y): kind for y in range(top, min(side, top + 4))})
    walls = tuple(_wall(number, side, dice) for number in range(WALLS * side // SIDE_CELLS))
    page = BattleMap(width=side, height=side, name="Crowd", walls=walls)
    return page.with_painted(LayerName.TERRAIN, painted)


def _wall(number: int, side: int, dice: random.Random) -> Wall:
    x, y, length = dice.randrange(side - 4), dice.randrange(side - 4), dice.randrange(1, 5)
    across = dice.random() < 0.5
    ends = (x, y), (x + length * across, y + length * (not across))
    a, b = (Point(end[0] * SUBCELL, end[1] * SUBCELL) for end in ends)
    return Wall(id=f"w{number}", a=a, b=b)
