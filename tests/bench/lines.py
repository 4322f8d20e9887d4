"""Rows of lines: what has a line of effect, and what hides behind cover."""

from __future__ import annotations

import time
from functools import cache
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

from gridwar.grid.areas.disc_ring_square_line import disc
from gridwar.grid.areas.viewshed import line_field
from gridwar.grid.lines.cover_of_many_targets import best_covers
from gridwar.grid.lines.cover_on_line import cover_facts
from gridwar.grid.lines.sight_and_effect import Stand
from gridwar.model.battlemap import BattleMap, LayerName
from gridwar.model.cover_kinds import CoverDegree, CoverForm, CoverKind
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.walls import Wall
from tests.bench.frame import Figures, Row, against, side_by_side
from tests.bench.maps import KINDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.grid.areas.viewshed import LineField

SIDE, RADIUS, SEGMENTS, BLOCKING = 60, 24, 500, 0.06
MIDDLE = Cell(SIDE // 2, SIDE // 2)
LOOKERS = 40
BURST_CELLS = 20
TARGETS = 50


@cache
def ruin() -> BattleMap:
    """Return a map as imported: walls of any angle in short chains, and rubble to hide behind."""
    random = Random(SEGMENTS)
    cells = {
        Cell(x, y): 2
        for y in range(SIDE)
        for x in range(SIDE)
        if random.random() < BLOCKING and Cell(x, y) != MIDDLE
    }
    walls: list[Wall] = []
    while len(walls) < SEGMENTS:
        place = Point(random.randrange(SIDE * SUBCELL), random.randrange(SIDE * SUBCELL))
        for _link in range(5):
            far = Point(
                place.x + random.randint(-1500, 1500), place.y + random.randint(-1500, 1500)
            )
            walls.append(Wall(id=f"w{len(walls)}", a=place, b=far))
            place = far
    blank = BattleMap(width=SIDE, height=SIDE, terrain_kinds=KINDS)
    return blank.with_painted(LayerName.TERRAIN, cells).with_walls(walls[:SEGMENTS])


def field_from(cell: Cell) -> LineField:
    """Return the cells in line of effect from a cell's middle."""
    return line_field(ruin(), Stand((cell,)), RADIUS)


def field_beside_shapely() -> Figures:
    """Measure a whole field beside a query of shapely's tree for each line."""
    peer, ours = _shapely_lines(), field_from(MIDDLE).cells
    theirs = peer()
    apart = len(ours ^ theirs)
    assert apart <= len(ours) // 50, f"{apart} cells differ: more than touching corners explains"
    seconds = side_by_side(
        {"gridwar": lambda: field_from(MIDDLE), "shapely": peer}, 7, time.thread_time
    )
    note = f"{len(ours)} of {(2 * RADIUS + 1) ** 2} cells; {apart} of them a touch for shapely"
    return against("gridwar", "shapely", seconds, note)


def _shapely_lines() -> Callable[[], set[Cell]]:
    """Return the peer: a tree of walls and squares, asked once for each line."""
    import shapely

    battle_map, start = ruin(), (MIDDLE.x + 0.5, MIDDLE.y + 0.5)
    things = [
        shapely.LineString([(end.x / SUBCELL, end.y / SUBCELL) for end in (wall.a, wall.b)])
        for wall in battle_map.walls
    ]
    near = [
        Cell(x, y)
        for y in range(MIDDLE.y - RADIUS, MIDDLE.y + RADIUS + 1)
        for x in range(MIDDLE.x - RADIUS, MIDDLE.x + RADIUS + 1)
    ]
    squares = {cell for cell in near if KINDS[battle_map.terrain.get(cell)].blocks_effect}
    # A hair smaller, so that a line past a corner is none through the square.
    numbers = {cell: len(things) + number for number, cell in enumerate(sorted(squares))}
    things += [
        shapely.box(cell.x + 1e-6, cell.y + 1e-6, cell.x + 1 - 1e-6, cell.y + 1 - 1e-6)
        for cell in sorted(squares)
    ]
    tree = shapely.STRtree(things)

    def every_line() -> set[Cell]:
        clear = set[Cell]()
        for cell in near:
            line = shapely.LineString([start, (cell.x + 0.5, cell.y + 0.5)])
            hits = set(tree.query(line, predicate="intersects").tolist())
            if not hits - {numbers.get(cell)}:
                clear.add(cell)
        return clear

    return every_line


def one_way_pairs() -> Figures:
    """Count the pairs of cells of which one sees the other but not the other way round."""
    random = Random(LOOKERS)
    lookers = [Cell(random.randrange(20, 40), random.randrange(20, 40)) for _one in range(LOOKERS)]
    fields = {cell: field_from(cell) for cell in lookers}
    pairs = list(combinations(fields, 2))
    one_way = sum((a in fields[b]) != (b in fields[a]) for a, b in pairs)
    return Figures(one_way, unit="pairs", note=f"of {len(pairs)}")


def burst() -> Figures:
    """Measure which cells of a large burst have a line to its middle."""
    area = disc(MIDDLE, BURST_CELLS)
    source = Stand((MIDDLE,), ruin().ground_m(MIDDLE))

    def caught() -> frozenset[Cell]:
        return area & line_field(ruin(), source, BURST_CELLS).cells

    seconds = side_by_side({"burst": caught}, clock=time.thread_time)
    count = f"{len(caught() | {MIDDLE})} of {len(area)} cells"
    return Figures(seconds["burst"] * 1000, seconds, "ms", count)


def cover_of_many() -> Figures:
    """Measure the best cover of fifty targets beside sixteen lines walked to each."""
    battle_map, random = _crates(), Random(TARGETS)
    attacker = Stand((MIDDLE,))
    targets = [
        Stand((Cell(random.randrange(5, 55), random.randrange(5, 55)),)) for _one in range(TARGETS)
    ]
    blocks = [[bool(battle_map.cover.get(Cell(x, y))) for x in range(SIDE)] for y in range(SIDE)]
    exact = tuple(cover_facts(battle_map, attacker, target).best for target in targets)
    assert best_covers(battle_map, attacker, targets) == exact, "not what cover_facts finds"

    def sixteen_lines() -> list[int]:
        return [_corners_hidden(blocks, MIDDLE, target.cells[0]) for target in targets]

    seconds = side_by_side(
        {
            "gridwar": lambda: best_covers(battle_map, attacker, targets),
            "sixteen lines": sixteen_lines,
            "cover_facts each": lambda: [
                cover_facts(battle_map, attacker, target) for target in targets
            ],
        },
        clock=time.thread_time,
    )
    note = f"{sum(one is not None for one in exact)} in cover"
    return against("gridwar", "sixteen lines", seconds, note)


@cache
def _crates() -> BattleMap:
    kinds = (
        CoverKind(name="", degree=CoverDegree.NONE, hard=False),
        CoverKind(name="crate", degree=CoverDegree.HALF, form=CoverForm.OBJECT),
    )
    random = Random(TARGETS)
    cells = {Cell(x, y): 1 for y in range(SIDE) for x in range(SIDE) if random.random() < BLOCKING}
    blank = BattleMap(width=SIDE, height=SIDE, cover_kinds=kinds)
    return blank.with_painted(LayerName.COVER, cells)


def _corners_hidden(blocks: list[list[bool]], a: Cell, b: Cell) -> int:
    """Return how many corners of a target the attacker's best corner cannot see."""
    return min(
        sum(_is_hidden(blocks, (a.x + i, a.y + j), (b.x + k, b.y + n)) for k, n in _CORNERS)
        for i, j in _CORNERS
    )


_CORNERS = ((0, 0), (0, 1), (1, 0), (1, 1))


def _is_hidden(blocks: list[list[bool]], a: tuple[int, int], b: tuple[int, int]) -> bool:
    """Walk from corner to corner, square by square."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    far_x, far_y = abs(dx), abs(dy)
    i = j = 0
    while i < far_x and j < far_y:
        x, y = a[0] + (i if dx > 0 else -i - 1), a[1] + (j if dy > 0 else -j - 1)
        if blocks[y][x]:
            return True
        along, across = (i + 1) * far_y, (j + 1) * far_x
        i, j = i + (along <= across), j + (across <= along)
    return False


ROWS = (
    Row(
        "field",
        "cells in line of effect, radius 24, 500 walls of any angle, 6 % of squares that block",
        "shapely's STRtree, line by line",
        0.05,
        field_beside_shapely,
    ),
    Row("field-one-way", "pairs that see one way only", "nobody: a count", 0.0, one_way_pairs),
    Row(
        "cover",
        "the best cover of 50 targets from one attacker",
        "the sixteen lines walked in Python",
        0.1,
        cover_of_many,
    ),
    Row("burst", "cells of a burst of 20 with a line to it", "nobody: milliseconds", 5.0, burst),
)
