"""Rows of sight: the outline of what is seen, beside shapely and a sweep in plain Python."""

from __future__ import annotations

import time
from functools import cache
from itertools import count
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from gridwar.grid.areas.viewshed import line_field
from gridwar.grid.lines.sight_and_effect import SIGHT, Stand
from gridwar.grid.outlines.segments import segments_of
from gridwar.grid.outlines.sight_outline import SightOutline, sight_outline
from gridwar.model.battlemap import BattleMap
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.walls import DoorState, Wall, WallKind
from tests.bench.frame import Figures, Row, against, side_by_side
from tests.bench.sight_peers import disc_less_shadows, textbook_sweep

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from numpy.typing import NDArray

    Ends = tuple[float, float, float, float]

RADIUS = 24.0
LOOKERS = 12
BIG, MANY = 200, 5000
SMALL, FEW = 60, 500
_heights = (number / SUBCELL for number in count())


@cache
def rooms(side_cells: int, walls: int) -> BattleMap:
    """Return rooms with doors, three quarters of the walls, and ragged caves across them."""
    random = Random(walls)
    step = max(4, round((side_cells**2 * 8 / walls) ** 0.5))
    ends = [*_rooms(random, side_cells, step)][: walls * 3 // 4]
    return _drawn(side_cells, [*ends, *_chains(random, side_cells, walls - len(ends), (8, 0.9))])


@cache
def chains(side_cells: int, walls: int) -> BattleMap:
    """Return open ground with short chains of walls of any angle, many of which cross."""
    return _drawn(side_cells, [*_chains(Random(walls), side_cells, walls, (5, 1.5))])


def _rooms(random: Random, side: int, step: int) -> Iterator[Ends]:
    for y in range(0, side, step):
        for x in range(0, side, step):
            for dx, dy in ((step, 0), (0, step)):
                gap, end = random.uniform(0.2, 0.5), random.uniform(0.55, 0.8)
                yield (x, y, x + dx * gap, y + dy * gap)
                yield (x + dx * end, y + dy * end, x + dx, y + dy)
                if random.random() < 1 / 2:
                    yield (x + dx * gap, y + dy * gap, x + dx * end, y + dy * end)


def _chains(random: Random, side: int, walls: int, shape: tuple[int, float]) -> Iterator[Ends]:
    links, most = shape
    x = y = 0.0
    for number in range(walls):
        if number % links == 0:
            x, y = random.uniform(0, side), random.uniform(0, side)
        u, v = x + random.uniform(-most, most), y + random.uniform(-most, most)
        yield (x, y, u, v)
        x, y = u, v


def _drawn(side: int, ends: list[Ends]) -> BattleMap:
    walls = []
    for number, four in enumerate(ends):
        ax, ay, bx, by = (round(at * SUBCELL) for at in four)
        if (ax, ay) != (bx, by):
            walls.append(Wall(id=f"w{number}", a=Point(ax, ay), b=Point(bx, by)))
    return BattleMap(width=side, height=side).with_walls(walls)


def places(page: BattleMap) -> list[Cell]:
    """Return where twelve stand, not too near to the map's edge."""
    random, low, high = Random(LOOKERS), page.width // 8, page.width - page.width // 8
    return [Cell(random.randrange(low, high), random.randrange(low, high)) for _ in range(LOOKERS)]


def anew(page: BattleMap, cell: Cell, radius_cells: float | None = RADIUS) -> SightOutline:
    """Return an outline that was not kept: nobody has looked from just this height."""
    outline = sight_outline(page, Stand((cell,), next(_heights)), radius_cells)
    assert len(outline.polygon)
    return outline


def pieces_of(page: BattleMap) -> NDArray[np.float64]:
    """Return the walls of a map in cells, split where they cross, as peers need them."""
    return segments_of(page).pieces / SUBCELL


def _timed(rivals: Mapping[str, Callable[[], object]], rounds: int = 15) -> dict[str, float]:
    return side_by_side(rivals, rounds, time.thread_time)


def outline_beside_shapely() -> Figures:
    """Measure one outline among many walls beside both peers, and its area beside shapely's."""
    page = rooms(BIG, MANY)
    cell = places(page)[0]
    at, pieces = (cell.x + 0.5, cell.y + 0.5), pieces_of(page)
    walls = [(x, y, u, v) for x, y, u, v in pieces.tolist()]
    apart = _area(anew(page, cell).polygon) - disc_less_shadows(pieces, at, RADIUS).area
    assert abs(apart) < 1 / 5, f"{apart:.3f} square cells differ: more than arcs explain"
    seconds = _timed(
        {
            "gridwar": lambda: anew(page, cell),
            "gridwar with cells": lambda: anew(page, cell).cells,
            "line_field": lambda: line_field(page, Stand((cell,)), int(RADIUS), SIGHT),
            "sweep in Python": lambda: textbook_sweep(walls, at, RADIUS),
            "shapely": lambda: disc_less_shadows(pieces, at, RADIUS),
        }
    )
    return against("gridwar", "shapely", seconds, f"{len(pieces)} pieces of walls")


def _area(polygon: NDArray[np.float64]) -> float:
    x, y = polygon.T
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2


def outline_by_size() -> Figures:
    """Measure twelve outlines on a large map beside twelve on a small one as dense."""
    big, small = rooms(BIG, MANY), rooms(SMALL, FEW)
    seconds = _timed(
        {
            "200 x 200": lambda: [anew(big, cell) for cell in places(big)],
            "60 x 60": lambda: [anew(small, cell) for cell in places(small)],
        }
    )
    return against("200 x 200", "60 x 60", seconds)


def cells_apart() -> Figures:
    """Count the cells of which outline and lines say different things, ties left out."""
    apart = ties = looked_at = 0
    for page in (rooms(BIG, MANY), rooms(SMALL, FEW), chains(BIG, MANY), chains(SMALL, FEW)):
        for cell in places(page):
            outline = sight_outline(page, Stand((cell,)))
            exact = line_field(page, Stand((cell,)), page.width, SIGHT).mask
            apart += int(((outline.cells != exact) & ~outline.ties).sum())
            ties, looked_at = ties + int(outline.ties.sum()), looked_at + exact.size
    return Figures(apart, unit="cells", note=f"of {looked_at}, {ties} ties left out")


def whole_map() -> Figures:
    """Measure all that is seen of a large map, and of an open one."""
    page, open_page = rooms(BIG, MANY), chains(BIG, MANY)
    cells, pieces = places(page), pieces_of(page)
    at = (cells[0].x + 0.5, cells[0].y + 0.5)
    seconds = _timed(
        {
            "twelve": lambda: [anew(page, cell, None) for cell in cells],
            "twelve on open ground": lambda: [anew(open_page, cell, None) for cell in cells],
            "shapely": lambda: disc_less_shadows(pieces, at, 2.0 * BIG),
        },
        rounds=3,
    )
    each = {name: time_s / len(cells) for name, time_s in seconds.items() if name != "shapely"}
    return against("twelve", "shapely", each | {"shapely": seconds["shapely"]}, "each of twelve")


def one_steps() -> Figures:
    """Measure the outlines of twelve when one of them has moved, beside all of them anew."""
    page = rooms(BIG, MANY)
    cells = places(page)
    still = [Stand((cell,)) for cell in cells[1:]]
    moved = cells[0].shifted(1, 0)

    def step() -> list[SightOutline]:
        return [anew(page, moved), *(sight_outline(page, one, RADIUS) for one in still)]

    seconds = _timed({"one moved": step, "all anew": lambda: [anew(page, one) for one in cells]})
    return against("one moved", "all anew", seconds)


def a_door_opens() -> Figures:
    """Measure that a door switches its row, beside splitting all walls when one was moved."""
    page = rooms(BIG, MANY)
    door = page.walls[MANY // 2].replace(kind=WallKind.DOOR)
    aside = door.replace(a=Point(door.a.x + 1, door.a.y + 1))

    def both(*ones: Wall) -> Callable[[], object]:
        pages = [
            page.with_walls(one if wall.id == one.id else wall for wall in page.walls)
            for one in ones
        ]
        return lambda: [segments_of(one) for one in pages]

    states = (door.with_door(state) for state in (DoorState.OPEN, DoorState.CLOSED))
    seconds = _timed({"two doors": both(*states), "two walls": both(aside, door)})
    return against("two doors", "two walls", seconds)


ROWS = (
    Row(
        "sight-outline",
        "the outline of what is seen, radius 24, 5,000 walls",
        "shapely, a disc less the union of shadows",
        0.05,
        outline_beside_shapely,
    ),
    Row(
        "sight-outline-size",
        "twelve outlines, 5,000 walls on 200 x 200",
        "500 walls on 60 x 60",
        2.0,
        outline_by_size,
    ),
    Row("sight-apart", "cells seen by outline or by lines alone", "a count", 0.0, cells_apart),
    Row(
        "sight-whole",
        "all that is seen of 200 x 200, 5,000 walls",
        "shapely, a disc less the union of shadows",
        0.01,
        whole_map,
    ),
    Row("sight-step", "twelve outlines, one has moved", "all twelve anew", 0.15, one_steps),
    Row("sight-door", "a door among 5,000 walls", "all walls split again", 0.05, a_door_opens),
)
