"""Exact tests between straight lines, walls and cells, and the index of walls by cell.

Everything is whole numbers, so nothing depends on the direction or the place of a line. What a
hit means (a blocked step, no sight, cover) is decided by the callers.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from gridwar.caches import Same, kept_of_fight
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.walls import WallSide, WallSight

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from gridwar.model.walls import Wall


class Meeting(StrEnum):
    """How a line meets a wall."""

    APART = "apart"
    CROSSES = "crosses"
    """Through the inside of both."""
    ALONG = "along"
    """On the same straight line, sharing more than a point."""
    GRAZES = "grazes"
    """The inside of the line touches an end of the wall."""
    ENDS_ON = "ends_on"
    """An end of the line lies on the wall."""


def turn(a: Point, b: Point, c: Point) -> int:
    """Return a positive number when ``c`` lies right of the way from ``a`` to ``b`` on screen.

    Negative is left, 0 is on the straight line through both.
    """
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def meet(p: Point, q: Point, wall: Wall) -> Meeting:
    """Say how the line from ``p`` to ``q`` meets a wall."""
    a, b = wall.a, wall.b
    side_a, side_b = turn(p, q, a), turn(p, q, b)
    if side_a == 0 and side_b == 0:
        return _meet_on_one_line(p, q, a, b)
    side_p, side_q = turn(a, b, p), turn(a, b, q)
    if _same_side(side_a, side_b) or _same_side(side_p, side_q):
        return Meeting.APART
    if side_p == 0 or side_q == 0:
        return Meeting.ENDS_ON
    return Meeting.GRAZES if side_a == 0 or side_b == 0 else Meeting.CROSSES


def stopped_side(wall: Wall) -> int:
    """Return the side from which a wall stops anybody, as the sign of ``turn``; 0 for both."""
    if wall.one_way is None:
        return 0
    return 1 if wall.one_way is WallSide.RIGHT else -1


def lies_on(p: Point, wall: Wall) -> bool:
    """Return whether a point lies on a wall, its ends included."""
    a, b = wall.a, wall.b
    return (
        turn(a, b, p) == 0
        and min(a[0], b[0]) <= p[0] <= max(a[0], b[0])
        and min(a[1], b[1]) <= p[1] <= max(a[1], b[1])
    )


def _same_side(one: int, other: int) -> bool:
    return (one > 0 and other > 0) or (one < 0 and other < 0)


def _meet_on_one_line(p: Point, q: Point, a: Point, b: Point) -> Meeting:
    low = max(min(p, q), min(a, b))
    high = min(max(p, q), max(a, b))
    if low > high:
        return Meeting.APART
    return Meeting.ALONG if low < high else Meeting.ENDS_ON


def crossing_at(p: Point, q: Point, wall: Wall) -> Fraction:
    """Return where the line meets a wall, as the part of the way from ``p`` (0) to ``q`` (1).

    For a wall along the line it is the nearest shared point. Only for lines that do meet.
    """
    side_p, side_q = turn(wall.a, wall.b, p), turn(wall.a, wall.b, q)
    if side_p != side_q:
        return Fraction(side_p, side_p - side_q)
    return max(Fraction(0), min(_part_of(p, q, wall.a), _part_of(p, q, wall.b)))


def _part_of(p: Point, q: Point, on_line: Point) -> Fraction:
    if q[0] != p[0]:
        return Fraction(on_line[0] - p[0], q[0] - p[0])
    return Fraction(on_line[1] - p[1], q[1] - p[1])


def cells_crossed(p: Point, q: Point) -> tuple[Cell, ...]:
    """Return the cells whose inside a line passes through, in order from ``p`` to ``q``.

    A line through a corner goes on to the cell across it; one on a border crosses neither side.
    """
    x, y = p[0] // SUBCELL, p[1] // SUBCELL
    start = Point(p[0] - x * SUBCELL, p[1] - y * SUBCELL)
    end = Point(q[0] - x * SUBCELL, q[1] - y * SUBCELL)
    return tuple([Cell(x + dx, y + dy) for dx, dy in _crossed(start, end)])


@kept_of_fight(1 << 14)
def _crossed(p: Point, q: Point) -> tuple[Cell, ...]:
    """Return the same for a line from the first cell; kept, as lines between middles recur."""
    return tuple([_shared(x, y) for x, y in _crossed_anew(p, q)])


_shared = kept_of_fight(1 << 14)(Cell)
"""One cell for all lines that cross it: there are many lines, and few cells around a first one."""


def _crossed_anew(p: Point, q: Point) -> tuple[Cell, ...]:
    if q < p:
        return _crossed_anew(q, p)[::-1]
    if p[0] == q[0]:
        return _column_crossed(p, q) if p[0] % SUBCELL else ()
    run, rise = q[0] - p[0], q[1] - p[1]
    unit = run * SUBCELL
    crossed: list[Cell] = []
    for x in range(p[0] // SUBCELL, -(-q[0] // SUBCELL)):
        # y times run where the line enters and leaves the column: no fraction is ever rounded.
        enters = p[1] * run + rise * (max(p[0], x * SUBCELL) - p[0])
        leaves = p[1] * run + rise * (min(q[0], (x + 1) * SUBCELL) - p[0])
        if rise > 0:
            crossed.extend(Cell(x, y) for y in range(enters // unit, -(-leaves // unit)))
        elif rise < 0:
            rows = range(-(-enters // unit) - 1, leaves // unit - 1, -1)
            crossed.extend(Cell(x, y) for y in rows)
        elif p[1] % SUBCELL:
            crossed.append(Cell(x, p[1] // SUBCELL))
    return tuple(crossed)


def _column_crossed(top: Point, bottom: Point) -> tuple[Cell, ...]:
    x, rows = top[0] // SUBCELL, range(top[1] // SUBCELL, -(-bottom[1] // SUBCELL))
    return tuple(Cell(x, y) for y in rows)


def borders_run_along(p: Point, q: Point) -> tuple[tuple[Cell, Cell], ...]:
    """Return the pairs of cells on both sides of a line that runs exactly on a grid line."""
    if p[0] == q[0] and p[0] % SUBCELL == 0:
        low, high = sorted((p[1], q[1]))
        x = p[0] // SUBCELL
        rows = range(low // SUBCELL, -(-high // SUBCELL))
        return tuple((Cell(x - 1, y), Cell(x, y)) for y in rows)
    if p[1] == q[1] and p[1] % SUBCELL == 0:
        low, high = sorted((p[0], q[0]))
        y = p[1] // SUBCELL
        columns = range(low // SUBCELL, -(-high // SUBCELL))
        return tuple((Cell(x, y - 1), Cell(x, y)) for x in columns)
    return ()


class WallIndex(Struct, frozen=True, eq=False):
    """Walls by the cells whose closed square they touch (now and then one cell more)."""

    by_cell: Mapping[Cell, tuple[Wall, ...]]
    has_one_way: bool = False
    """Whether one of them stops one side alone: the way there is then not always the way back."""
    is_plain: bool = True
    """Whether all stop both sides and all sight, from the ground to the sky."""

    def near(self, cells: Iterable[Cell]) -> tuple[Wall, ...]:
        """Return the walls that touch any of some cells, each once."""
        found = self.by_cell
        hits = [walls for cell in cells if (walls := found.get(cell))]
        if len(hits) == 1:
            return hits[0]
        return tuple({wall.id: wall for walls in hits for wall in walls}.values())

    def touching(
        self, left: int, top: int, side_cells: int
    ) -> Iterator[tuple[int, int, tuple[Wall, ...]]]:
        """Yield the cells of a square that walls touch, each as x, y and its walls."""
        found = self.by_cell
        for y in range(top, top + side_cells):
            for x in range(left, left + side_cells):
                walls = found.get((x, y))  # type: ignore[call-overload]  # a pair equals a cell
                if walls:
                    yield x, y, walls


def walls_that(walls: tuple[Wall, ...], stop: Callable[[Wall], bool]) -> WallIndex:
    """Return the index of those walls that a test picks; built once for each tuple of walls.

    Args:
        walls: The map's walls, the very tuple.
        stop: Picks walls by what they stop; always pass the same function object.
    """
    return _build(Same(walls), stop)


@kept_of_fight(12)
def _build(key: Same[tuple[Wall, ...]], stop: Callable[[Wall], bool]) -> WallIndex:
    by_cell: dict[Cell, list[Wall]] = {}
    has_one_way, is_plain = False, True
    for wall in key.it:
        if stop(wall):
            if wall.one_way is not None:
                has_one_way, is_plain = True, False
            elif wall.height_m is not None or wall.foot_m or wall.sight is WallSight.LIMITED:
                is_plain = False
            for cell in _touched_by(wall.a, wall.b):
                by_cell.setdefault(cell, []).append(wall)
    found = {cell: tuple(walls) for cell, walls in by_cell.items()}
    return WallIndex(found, has_one_way, is_plain)


@kept_of_fight(1 << 14)
def _touched_by(a: Point, b: Point) -> tuple[Cell, ...]:
    """Return the same for a wall; kept, because most walls outlive an edit of the others."""
    return tuple(cells_touched(a, b))


def cells_touched(a: Point, b: Point) -> set[Cell]:
    """Return the cells whose closed square a segment touches, borders and corners included."""
    (ax, ay), (bx, by) = min(a, b), max(a, b)
    touched: set[Cell] = set()
    for x in range(-(-ax // SUBCELL) - 1, bx // SUBCELL + 1):
        low, high = _span(Point(ax, ay), Point(bx, by), x)
        touched.update(Cell(x, y) for y in range(-(-low // SUBCELL) - 1, high // SUBCELL + 1))
    return touched


def _span(a: Point, b: Point, column: int) -> tuple[int, int]:
    """Return the lowest and highest y of a segment (left to right) in a closed column."""
    if a[0] == b[0]:
        return min(a[1], b[1]), max(a[1], b[1])
    left, right = max(a[0], column * SUBCELL), min(b[0], (column + 1) * SUBCELL)
    run, rise = b[0] - a[0], b[1] - a[1]
    ends = (rise * (left - a[0]), rise * (right - a[0]))
    # Rounded outwards: a cell too many costs a test, one too few would open a wall.
    return a[1] + min(ends) // run, a[1] - (-max(ends) // run)


class Inside(NamedTuple):
    """The parts of the way from middle to middle at which a line enters and leaves a cell.

    ``before`` and ``after`` are the parts outside it as decimals; ``at`` is where the line leaves
    it, counted from the line's start.
    """

    enters: Fraction
    leaves: Fraction
    before: float
    after: float
    at: Point


@kept_of_fight(1 << 14)
def part_inside(dx: int, dy: int, column: int, row: int) -> Inside:
    """Return which part of a line lies in a cell that it crosses.

    Args:
        dx: Columns from the cell where the line begins to that where it ends.
        dy: The same in rows.
        column: Columns from the cell where the line begins to the one asked for.
        row: The same in rows.
    """
    # Parts as two whole numbers each: fractions cost many times as much, and nothing is rounded.
    enters, enters_of, leaves, leaves_of = 0, 1, 1, 1
    for length, low in ((dx, 2 * column - 1), (dy, 2 * row - 1)):
        if length:
            of = 2 * abs(length)
            first, last = (low, low + 2) if length > 0 else (-low - 2, -low)
            if first * enters_of > enters * of:
                enters, enters_of = first, of
            if last * leaves_of < leaves * of:
                leaves, leaves_of = last, of
    # Middles of cells are even points, so that rounding here is rounding on the map.
    at = Point(
        _rounded(leaves * dx * SUBCELL, leaves_of), _rounded(leaves * dy * SUBCELL, leaves_of)
    )
    before, after = enters / enters_of, (leaves_of - leaves) / leaves_of
    return Inside(Fraction(enters, enters_of), Fraction(leaves, leaves_of), before, after, at)


def _rounded(part: int, of: int) -> int:
    """Return a fraction rounded to the nearest whole number, halves to the even one."""
    whole, rest = divmod(part, of)
    return whole + (2 * rest > of or (2 * rest == of and whole % 2))
