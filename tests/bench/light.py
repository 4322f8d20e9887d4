"""Rows of light: the levels of all cells among thousands of walls, beside shapely."""

from __future__ import annotations

import time
from itertools import count
from random import Random
from typing import TYPE_CHECKING

from gridwar.grid.areas.light_levels import LightLevels, light_levels, light_on
from gridwar.grid.areas.light_of_one_source import ShiningLight
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.zones import Light
from tests.bench.frame import Figures, Row, against, side_by_side
from tests.bench.sight import BIG, MANY, pieces_of, rooms
from tests.bench.sight_peers import disc_less_shadows

if TYPE_CHECKING:
    from gridwar.model.battlemap import BattleMap

LAMPS = 40
BRIGHT, DIM = 4.0, 8.0
_heights = (number / SUBCELL for number in count())


def _night() -> BattleMap:
    return rooms(BIG, MANY).with_light(Light.DARK)


def _lamps(number: int = LAMPS) -> list[ShiningLight]:
    """Return lamps anywhere on the map; none that was kept, as none hung just so high before."""
    random, side = Random(LAMPS), BIG * SUBCELL
    places = [Point(random.randrange(side), random.randrange(side)) for _one in range(LAMPS)]
    return [
        ShiningLight(f"l{n}", place, BRIGHT, DIM, height_m=next(_heights))
        for n, place in enumerate(places[:number])
    ]


def levels() -> Figures:
    """Measure the levels of all cells anew beside shapely's shadows of the same lamps."""
    page, lamps = _night(), _lamps()
    pieces = pieces_of(page)
    field = light_levels(page, lamps)
    asked = [Cell(x, y) for y in range(0, BIG, 5) for x in range(0, BIG, 5)]
    apart = [cell for cell in asked if field.at(cell) is not light_on(page, lamps, cell).level]
    assert not apart, f"{apart[:3]} are not what lines say"
    seconds = side_by_side(
        {
            "gridwar": lambda: light_levels(page, _lamps()),
            "shapely": lambda: [
                disc_less_shadows(pieces, (lamp.at.x / SUBCELL, lamp.at.y / SUBCELL), DIM)
                for lamp in lamps
            ],
        },
        7,
        time.thread_time,
    )
    note = f"{int((field.levels < Light.DARK).sum())} cells lit"
    return against("gridwar", "shapely", seconds, note)


def one_moves() -> Figures:
    """Measure the levels of all cells when one of forty has moved, beside all anew."""
    page, still = _night(), _lamps()[1:]

    def step() -> LightLevels:
        return light_levels(page, [*_lamps(1), *still])

    seconds = side_by_side(
        {"one moved": step, "all anew": lambda: light_levels(page, _lamps())},
        15,
        time.thread_time,
    )
    return against("one moved", "all anew", seconds)


ROWS = (
    Row(
        "light-levels",
        "levels of 200 x 200 cells by 40 lamps, 5,000 walls",
        "shapely, a disc less the union of shadows",
        0.3,
        levels,
    ),
    Row("light-step", "levels of all cells, one of 40 has moved", "all anew", 0.1, one_moves),
)
