"""Lines of sight and of effect: what stops the straight line from one token to another.

Touching the end of a wall does not block; passing through it, along it, or through the joint of
two walls that lie on both sides does. A wall that stops one side only is there for lines that come
from that side; of those that are seen through once the second stops sight. A square blocks when
the line passes through its inside, the squares of the two tokens apart. Cover is in
``gridwar.grid.lines.cover_on_line``.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, assert_never

from msgspec import Struct

from gridwar.grid.cells.obstacle_reasons import Obstacle, ObstacleKind
from gridwar.grid.cells.wall_crossings import (
    Meeting,
    borders_run_along,
    cells_crossed,
    crossing_at,
    meet,
    walls_that,
)
from gridwar.grid.lines.ends_of_lines import corners_of, nearest_first
from gridwar.grid.lines.heights_on_line import passes_by
from gridwar.grid.lines.lines_across_floors import (
    Piece,
    Place,
    cells_on_page,
    floors_apart,
    way_across,
)
from gridwar.grid.lines.wall_joints import joints_between
from gridwar.model.geometry import SUBCELL, Cell, Point, centre_of
from gridwar.model.walls import WallSight
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from gridwar.model.battlemap import BattleMap
    from gridwar.model.terrain_kinds import TerrainKind
    from gridwar.model.walls import Wall


class Purpose(StrEnum):
    """What the line is for; walls and ground are switched separately for each."""

    SIGHT = "sight"
    EFFECT = "effect"


class LineMode(StrEnum):
    """Which lines are tried between two tokens; one clear line is enough."""

    CENTRE = "centre"
    """From the middle of one token to the middle of the other."""
    SQUARES = "squares"
    """From the centre of every square of one to the centre of every square of the other."""
    CORNERS = "corners"
    """From every corner of every square to every corner: sixteen lines for small tokens."""


class LineRule(Struct, frozen=True):
    """How a line is tested; ``blocking`` are further cells that block, such as huge creatures."""

    purpose: Purpose = Purpose.SIGHT
    mode: LineMode = LineMode.CENTRE
    blocking: frozenset[Cell] = frozenset()


SIGHT = LineRule(Purpose.SIGHT)
EFFECT = LineRule(Purpose.EFFECT)


class Stand(Struct, frozen=True):
    """Where somebody is: the cells covered, and the height above the floor's zero in metres."""

    cells: tuple[Cell, ...]
    height_m: float = 0.0


class LineTest(Struct, frozen=True):
    """One line that was tried, and what stopped it first, seen from its start."""

    start: Point
    end: Point
    blocked_by: Obstacle | None = None

    @property
    def clear(self) -> bool:
        """Return whether nothing stopped it."""
        return self.blocked_by is None

    @property
    def crossed(self) -> tuple[Cell, ...]:
        """Return the cells whose inside the line passes through, in order."""
        return cells_crossed(self.start, self.end)


class LineResult(Struct, frozen=True):
    """Whether there is a line, and every line that was tried."""

    purpose: Purpose
    lines: tuple[LineTest, ...]

    @property
    def clear(self) -> bool:
        """Return whether any line is clear."""
        return any(line.clear for line in self.lines)

    @property
    def best(self) -> LineTest:
        """Return the first clear line, else the first tried: the one to draw."""
        return next((line for line in self.lines if line.clear), self.lines[0])

    @property
    def blocked_by(self) -> Obstacle | None:
        """Return what stopped the line to draw; None when it is clear."""
        return self.best.blocked_by

    @property
    def crossed(self) -> tuple[Cell, ...]:
        """Return the cells that the line to draw passes through, in order."""
        return self.best.crossed


def _hampers_sight(wall: Wall) -> bool:
    return wall.hampers_sight


def _stops_effect(wall: Wall) -> bool:
    return wall.stops_effect


def stopper(purpose: Purpose) -> Callable[[Wall], bool]:
    """Return the test that picks the walls in the way of a purpose; always the same function.

    Walls that are seen through once, and those that stop one side only, are among them.
    """
    return _hampers_sight if purpose is Purpose.SIGHT else _stops_effect


def line_between(battle_map: BattleMap, a: Stand, b: Stand, rule: LineRule = SIGHT) -> LineResult:
    """Test the lines from one token to another.

    The way back is as clear, unless a wall stops those alone who come from one of its sides.

    Args:
        battle_map: The map with its walls and terrain.
        a: Where the one stands who looks, or acts.
        b: Where the other stands.
        rule: Sight or effect, and which lines are tried.

    Rules: AR-ATK-02, CE-COV-05
    """
    return LineResult(rule.purpose, tuple(_tested(battle_map, a, b, rule)))


def is_clear_between(battle_map: BattleMap, a: Stand, b: Stand, rule: LineRule = SIGHT) -> bool:
    """Return whether a line from one token to another is clear; none is tried after one that is.

    Rules: AR-ATK-02, CE-COV-05
    """
    return any(line.clear for line in _tested(battle_map, a, b, rule))


def is_clear_both_ways(battle_map: BattleMap, a: Stand, b: Stand, rule: LineRule = SIGHT) -> bool:
    """Return whether lines are clear there and back; one answer is enough without one-way walls."""
    if not is_clear_between(battle_map, a, b, rule):
        return False
    index = walls_that(battle_map.walls, stopper(rule.purpose))
    return not index.has_one_way or is_clear_between(battle_map, b, a, rule)


def line_from_point(page: BattleMap, p: Point, a: Stand, b: Stand, rule: LineRule) -> LineTest:
    """Test the line to the middle of ``b`` from a point in a square and at the height of ``a``."""
    return _Sieve(page, a, b, rule).test(p, middle_of(b.cells))


def _tested(battle_map: BattleMap, a: Stand, b: Stand, rule: LineRule) -> Iterator[LineTest]:
    if battle_map.floors and (floors := floors_apart(battle_map, a.cells, b.cells)):
        there = cells_on_page(b.cells, floors[-1], floors[0])
        lines = _lines(rule.mode, a.cells, there)
        return (line_across(battle_map, ends, a, b, rule) for ends in lines)
    sieve = _Sieve(battle_map, a, b, rule)
    return (sieve.test(p, q) for p, q in _lines(rule.mode, a.cells, b.cells))


def line_across(
    page: BattleMap, ends: tuple[Point, Point], a: Stand, b: Stand, rule: LineRule
) -> LineTest:
    """Test a line to another floor, its end given as it lies on the page of its start."""
    floors = floors_apart(page, a.cells, b.cells)
    there = Place(cells_on_page(b.cells, floors[-1], floors[0]), b.height_m)

    def what_stops(part: Piece) -> Obstacle | None:
        sieve = _Sieve(page, Stand(*part.here), Stand(*part.there), rule)
        return sieve.test(part.start, part.end).blocked_by

    whole = Piece(*ends, Place(a.cells, a.height_m), there)
    return LineTest(*way_across(page, floors, whole, what_stops))


def _lines(
    mode: LineMode, a: tuple[Cell, ...], b: tuple[Cell, ...]
) -> Iterable[tuple[Point, Point]]:
    match mode:
        case LineMode.CENTRE:
            return ((middle_of(a), middle_of(b)),)
        case LineMode.SQUARES:
            return nearest_first(a, b)
        case LineMode.CORNERS:
            return product(corners_of(a), corners_of(b))
        case _:
            assert_never(mode)


def middle_of(cells: tuple[Cell, ...]) -> Point:
    """Return the middle of the rectangle round some cells."""
    xs, ys = [cell[0] for cell in cells], [cell[1] for cell in cells]
    half = SUBCELL // 2
    return Point((min(xs) + max(xs) + 1) * half, (min(ys) + max(ys) + 1) * half)


class _Sieve:
    """What may stop the lines from one given token to another."""

    def __init__(self, battle_map: BattleMap, a: Stand, b: Stand, rule: LineRule) -> None:
        self._map = battle_map
        self._index = walls_that(battle_map.walls, stopper(rule.purpose))
        self._may_be_limited = rule.purpose is Purpose.SIGHT and not self._index.is_plain
        self._heights = (a.height_m, b.height_m)
        self._own = frozenset(a.cells) | frozenset(b.cells)
        self._blocking = rule.blocking
        self._opaque = opaque_kinds(battle_map.terrain_kinds, rule.purpose)

    def test(self, p: Point, q: Point) -> LineTest:
        """Test one line; the obstacle reported is the nearest to ``p``."""
        if not self._index.by_cell and not self._opaque and not self._blocking:
            return LineTest(p, q)
        crossed = cells_crossed(p, q)
        stops = [*self._walls_hit(p, q, crossed), *self._cells_hit(p, q, crossed)]
        if not stops:
            return LineTest(p, q)
        nearest = min(stops, key=lambda stop: stop[0])[1]
        return LineTest(p, q, nearest.on(self._map.floors))

    def _walls_hit(
        self, p: Point, q: Point, crossed: tuple[Cell, ...]
    ) -> Iterator[tuple[Fraction, Obstacle]]:
        cells = crossed or tuple(cell for pair in borders_run_along(p, q) for cell in pair)
        grazed: list[Wall] = []
        limited: list[tuple[Fraction, Wall]] = []
        for wall in self._index.near(cells):
            meeting = meet(p, q, wall)
            if meeting in {Meeting.APART, Meeting.ENDS_ON}:
                continue
            if not self._index.is_plain and not self._is_met(p, q, wall):
                continue
            if meeting is Meeting.GRAZES:
                grazed.append(wall)
            elif self._may_be_limited and wall.sight is WallSight.LIMITED:
                limited.append((crossing_at(p, q, wall), wall))
            else:
                yield crossing_at(p, q, wall), Obstacle(ObstacleKind.WALL, wall=wall)
        if len(grazed) > 1:
            for wall in joints_between(p, q, grazed, self._is_limited):
                if self._is_limited(wall):
                    limited.append((crossing_at(p, q, wall), wall))
                else:
                    yield crossing_at(p, q, wall), Obstacle(ObstacleKind.WALL, wall=wall)
        if len(limited) > 1:
            part, wall = sorted(limited, key=lambda met: met[0])[1]
            note = _("the second that is seen through only once")
            yield part, Obstacle(ObstacleKind.WALL, wall=wall, note=note)

    def _is_limited(self, wall: Wall) -> bool:
        return self._may_be_limited and wall.sight is WallSight.LIMITED

    def _is_met(self, p: Point, q: Point, wall: Wall) -> bool:
        """Return whether a wall on the line is there for it: not one-way, over or under it."""
        if wall.one_way is not None and not wall.stops_from(p):
            return False
        if wall.height_m is None and not wall.foot_m:
            return True
        return not passes_by(self._map, (p, q), self._heights, wall)

    def _cells_hit(
        self, p: Point, q: Point, crossed: tuple[Cell, ...]
    ) -> Iterator[tuple[Fraction, Obstacle]]:
        for number, cell in enumerate(crossed):
            if self._blocks(cell):
                part = Fraction(2 * number + 1, 2 * len(crossed))
                yield part, Obstacle(ObstacleKind.CELL, cell=cell, note=self._name(cell))
        pairs = borders_run_along(p, q)
        for number, (one, other) in enumerate(pairs):
            if self._blocks(one) and self._blocks(other):
                part = Fraction(2 * number + 1, 2 * len(pairs))
                yield part, Obstacle(ObstacleKind.CELL, cell=one, note=self._name(one))

    def _blocks(self, cell: Cell) -> bool:
        if cell in self._own:
            return False
        return cell in self._blocking or self._map.terrain.get(cell) in self._opaque

    def _name(self, cell: Cell) -> str:
        return "" if cell in self._blocking else self._map.terrain_at(cell).name


def opaque_kinds(kinds: tuple[TerrainKind, ...], purpose: Purpose) -> frozenset[int]:
    """Return the numbers of the kinds of ground that are in the way of a purpose."""
    return frozenset(
        number
        for number, kind in enumerate(kinds)
        if (kind.blocks_sight if purpose is Purpose.SIGHT else kind.blocks_effect)
    )


def line_of_cells(battle_map: BattleMap, a: Cell, b: Cell, rule: LineRule = EFFECT) -> LineTest:
    """Test the line between the centres of two cells, on the ground."""
    stand_a, stand_b = (Stand((cell,), battle_map.ground_m(cell)) for cell in (a, b))
    return line_between(battle_map, stand_a, stand_b, rule).lines[0]


def cells_until_stopped(
    battle_map: BattleMap, start: Cell, end: Point, rule: LineRule = EFFECT
) -> tuple[Cell, ...]:
    """Return the cells that a line crosses before anything on the map stops it, its own first.

    Args:
        battle_map: The map with its walls and terrain.
        start: The cell from whose middle it begins.
        end: Where it would end; may lie off the map.
        rule: Sight or effect.
    """
    p, here = centre_of(start), Stand((start,), battle_map.ground_m(start))
    stop = _Sieve(battle_map, here, here, rule).test(p, end).blocked_by
    crossed = cells_crossed(p, end)
    if stop is not None and stop.wall is not None:
        part = crossing_at(p, end, stop.wall)
        met = Point(round(p.x + part * (end.x - p.x)), round(p.y + part * (end.y - p.y)))
        crossed = cells_crossed(p, met)
    elif stop is not None and stop.cell in crossed:
        crossed = crossed[: crossed.index(stop.cell)]
    return tuple(dict.fromkeys((start, *crossed)))
