"""Rows of floors: four on one sheet beside one of them alone, and with the stairs between them."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING

from gridwar.grid.lines.sight_and_effect import SIGHT, Stand, line_between
from gridwar.grid.movement.movement_graph import LazyGrid
from gridwar.grid.movement.mover_ground import Ground
from gridwar.grid.movement.reach import reach
from gridwar.grid.movement.step_rules import alternating
from gridwar.model.battlemap import BattleMap
from gridwar.model.floors import Floor, FloorWays, Link
from gridwar.model.geometry import SUBCELL, Cell, Point, Size
from gridwar.model.walls import Wall
from tests.bench.frame import Figures, Row, against
from tests.bench.reach import compared

if TYPE_CHECKING:
    from collections.abc import Iterator

_SEED = 31
SIDE, FLOORS, WALLS, MOVERS = 60, 4, 137, 12
BUDGET = 24
STAIRS = (10, 30, 50)
"""Rows of the stairs from each floor to the next."""


def _walls(floor: int) -> Iterator[Wall]:
    random, left = Random(_SEED), floor * (SIDE + 2)
    for number in range(WALLS):
        x, y = random.randrange(1, SIDE - 5), random.randrange(1, SIDE - 5)
        along = random.randrange(2, 5)
        dx, dy = (along, 0) if random.random() < 0.5 else (0, along)
        a = Point((left + x) * SUBCELL, y * SUBCELL)
        yield Wall(id=f"{floor}.{number}", a=a, b=Point(a.x + dx * SUBCELL, a.y + dy * SUBCELL))


@cache
def alone() -> BattleMap:
    """Return one floor as a map of its own."""
    return BattleMap(width=SIDE, height=SIDE).with_walls(_walls(0))


@cache
def building(*, linked: bool) -> BattleMap:
    """Return four floors that are all as the one, three stairs from each to the next or none."""
    width = FLOORS * (SIDE + 2) - 2
    page = BattleMap(width=width, height=SIDE)
    page = page.with_walls(wall for floor in range(FLOORS) for wall in _walls(floor))
    floors = tuple(
        Floor(
            id=f"{number}",
            at=Cell(number * (SIDE + 2), 0),
            size=Size(SIDE, SIDE),
            elevation_m=3.0 * number,
        )
        for number in range(FLOORS)
    )
    links = tuple(
        Link(id=f"{n}.{row}", here=(_stairs(n, 30, row),), there=(_stairs(n + 1, 31, row),))
        for n in range(FLOORS - 1)
        for row in STAIRS
    )
    return page.with_floors(floors, FloorWays(links if linked else ()))


def _stairs(floor: int, column: int, row: int) -> Cell:
    return Cell(floor * (SIDE + 2) + column, row)


def _starts() -> tuple[Cell, ...]:
    random = Random(_SEED)
    return tuple(Cell(random.randrange(SIDE), random.randrange(SIDE)) for _one in range(MOVERS))


def _reached(page: BattleMap) -> list[int]:
    ground = Ground(page)
    grid = LazyGrid(ground, alternating(ground))
    return [len(reach(grid, start, BUDGET).costs) for start in _starts()]


def _seen(page: BattleMap) -> list[bool]:
    stands = [Stand((cell,)) for cell in _starts()]
    return [line_between(page, a, b, SIGHT).clear for a in stands for b in stands]


def reach_on_floors() -> Figures:
    """Measure where twelve get to: on a floor of four as far as on it alone."""
    four, one = building(linked=False), alone()
    assert _reached(four) == _reached(one), "not the same cells as alone"
    seconds = compared({"four floors": lambda: _reached(four), "one": lambda: _reached(one)})
    return against("four floors", "one", seconds, f"{sum(_reached(one))} cells")


def lines_on_floors() -> Figures:
    """Measure the lines between all of twelve on one floor."""
    four, one = building(linked=False), alone()
    assert _seen(four) == _seen(one), "not the same lines as alone"
    seconds = compared({"four floors": lambda: _seen(four), "one": lambda: _seen(one)})
    return against("four floors", "one", seconds, f"{MOVERS * MOVERS} lines")


def reach_over_stairs() -> Figures:
    """Measure the same with stairs in reach of most: what is added is searched too."""
    linked, one = building(linked=True), alone()
    more = sum(_reached(linked)) / sum(_reached(one))
    assert more > 1, "nobody gets to another floor"
    seconds = compared({"with stairs": lambda: _reached(linked), "one": lambda: _reached(one)})
    return against("with stairs", "one", seconds, f"{more:.2f} times the cells")


ROWS = (
    Row(
        "floors-reach",
        "reach of twelve on a floor of four of 60 x 60",
        "the same floor alone",
        1.15,
        reach_on_floors,
    ),
    Row("floors-lines", "lines between all of twelve there", "the same", 1.4, lines_on_floors),
    Row(
        "floors-links",
        "reach with three stairs to each next floor",
        "the same",
        1.5,
        reach_over_stairs,
    ),
)
