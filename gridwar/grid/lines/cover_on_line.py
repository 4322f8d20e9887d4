"""Cover on a line: what hides a target from an attacker, as facts for the rule to choose from.

An area (woods, a trench) serves a target all of whose squares lie in it, from every direction.
An edge (low wall) or object serves when the line from centre to centre, between the nearest
squares, meets it within reach of the target's centre, unless

* the attacker is right behind it too: it touches one of the attacker's squares (an edge) or lies
  next to one (an object), and the line meets it within reach of the attacker's centre too, so that
  they fire over the very place the target hides behind; or
* it has a height and the line passes above it.

Painted object cells that follow one another on the line and are of one kind are one object.
What degrees are worth, and which of several counts, is the rule system's business.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cached_property
from math import hypot
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.grid.cells.distance import nearest_cells
from gridwar.grid.cells.wall_crossings import (
    Inside,
    Meeting,
    cells_crossed,
    cells_touched,
    crossing_at,
    meet,
    part_inside,
    walls_that,
)
from gridwar.grid.lines.cover_reach import COVER_REACH_CELLS, last_steps
from gridwar.grid.lines.heights_on_line import is_above
from gridwar.grid.lines.stands_on_other_pages import as_on_page_of
from gridwar.grid.lines.things_that_cover import things_of
from gridwar.model.cover_kinds import Cover, CoverDegree, CoverForm
from gridwar.model.geometry import Cell, Point, centre_of, neighbours

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from fractions import Fraction

    from gridwar.grid.lines.sight_and_effect import Stand
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.cover_kinds import CoverKind
    from gridwar.model.walls import Wall


class Unused(StrEnum):
    """Why a thing on the line is no cover after all."""

    TOO_FAR = "too_far"
    ATTACKER_BEHIND = "attacker_behind"
    BELOW_LINE = "below_line"


class CoverFound(Struct, frozen=True):
    """One thing that hides the target, or would but for ``unused``.

    ``source`` is the id of the wall or object, or ``"x,y"`` of the painted cell; ``at`` is where
    the line meets it, ``distance_cells`` how far that is from the target's centre.
    """

    source: str
    name: str
    degree: CoverDegree
    hard: bool
    form: CoverForm
    distance_cells: float
    at: Point
    unused: Unused | None = None


class CoverFacts(Struct, frozen=True):
    """Everything on one line that is cover or looks like it."""

    start: Point
    end: Point
    found: tuple[CoverFound, ...]
    unused: tuple[CoverFound, ...]

    @property
    def best(self) -> CoverFound | None:
        """Return the cover of the highest degree, hard before soft, then the nearest."""
        return max(
            self.found,
            key=lambda one: (one.degree.rank, one.hard, -one.distance_cells),
            default=None,
        )


def cover_facts(
    battle_map: BattleMap, attacker: Stand, target: Stand, reach_cells: Fraction = COVER_REACH_CELLS
) -> CoverFacts:
    """Return what hides the target, and what on the line does not and why.

    Args:
        battle_map: The map with its walls, painted cover and objects.
        attacker: Where the attacker stands, and the height they fire from.
        target: Where the target stands, and the height they are hit at.
        reach_cells: How near to the target's centre edges and objects serve.

    Rules: CE-COV-05
    """
    line = _Line(battle_map, attacker, target, reach_cells)
    everything = sorted(
        [*line.areas(), *line.edges(), *line.objects(), *line.painted()],
        key=lambda one: (one.distance_cells, one.source),
    )
    return CoverFacts(
        line.start,
        line.end,
        tuple(one for one in everything if one.unused is None),
        tuple(one for one in everything if one.unused is not None),
    )


def best_cover(battle_map: BattleMap, attacker: Stand, target: Stand) -> CoverFound | None:
    """Return ``cover_facts(…).best`` without looking at what is too far off to serve.

    Args:
        battle_map: The map with its walls, painted cover and objects.
        attacker: Where the attacker stands, and the height they fire from.
        target: Where the target stands, and the height they are hit at.

    Rules: CE-COV-05
    """
    line = _Line(battle_map, attacker, target, COVER_REACH_CELLS)
    last = line.last_cells()
    everything = [
        *line.areas(),
        *line.edges(last),
        *line.objects(last),
        *line.painted(line.near_end(last)),
    ]
    serving = [one for one in everything if one.unused is None]
    if len(serving) > 1:
        serving.sort(key=lambda one: (one.distance_cells, one.source))
    return CoverFacts(line.start, line.end, tuple(serving), ()).best


class _Met(Struct, frozen=True):
    """A thing on the line: where the line enters and leaves it, and whose back it guards.

    ``before`` and ``after`` are the parts of the way outside it as decimals, ``at`` where the
    line leaves it; ``is_beside`` says whether the attacker is right behind it.
    """

    source: str
    name: str
    cover: Cover
    first: Fraction
    last: Fraction
    before: float
    after: float
    at: Point
    is_beside: Callable[[], bool]


class _Line:
    """The line between the nearest squares of attacker and target."""

    def __init__(
        self, battle_map: BattleMap, attacker: Stand, target: Stand, reach_cells: Fraction
    ) -> None:
        if battle_map.floors:
            attacker = as_on_page_of(battle_map, attacker, target)
        near, far = attacker.cells[0], target.cells[0]
        if len(attacker.cells) > 1 or len(target.cells) > 1:
            near, far = nearest_cells(attacker.cells, target.cells)
        self._near, self._far = near, far
        self.start, self.end = centre_of(near), centre_of(far)
        self._map = battle_map
        self._attacker, self._target = attacker, target
        self._reach = reach_cells.numerator / reach_cells.denominator
        self._length = hypot(near.x - far.x, near.y - far.y)
        self._own = {*attacker.cells, *target.cells}

    @cached_property
    def _crossed(self) -> tuple[Cell, ...]:
        return cells_crossed(self.start, self.end)

    @cached_property
    def _between(self) -> tuple[Cell, ...]:
        return tuple(cell for cell in self._crossed if cell not in self._own)

    @cached_property
    def _beside(self) -> frozenset[Cell]:
        return frozenset(cell for own in self._attacker.cells for cell in (own, *neighbours(own)))

    def areas(self) -> Iterator[CoverFound]:
        """Yield the areas that the target stands in with all its squares."""
        cells = self._target.cells
        kinds = [self._map.cover_at(cell) for cell in cells]
        painted = [kind for kind in kinds if kind and kind.form is CoverForm.AREA]
        if len(painted) == len(cells):
            weakest = min(painted, key=lambda kind: kind.degree.rank)
            yield self._area(f"{cells[0].x},{cells[0].y}", weakest.name, weakest)
        for thing, filled in things_of(self._map).areas:
            if filled.issuperset(cells):
                yield self._area(thing.id, thing.name, thing)

    def _area(self, source: str, name: str, cover: Cover) -> CoverFound:
        return CoverFound(source, name, cover.degree, cover.hard, CoverForm.AREA, 0.0, self.end)

    def edges(self, cells: Sequence[Cell] | None = None) -> Iterator[CoverFound]:
        """Yield the low walls that the line meets, or those of them near some of its cells."""
        index = walls_that(self._map.walls, is_edge)
        if not index.by_cell or self.start == self.end:  # nothing is between those in one square
            return
        for wall in index.near(self._crossed if cells is None else cells):
            if not wall.cover or not wall.stops_from(self.start):
                continue
            if meet(self.start, self.end, wall) is not Meeting.APART:
                yield self._judge(self._met_edge(wall, wall.cover))

    def objects(self, cells: Sequence[Cell] | None = None) -> Iterator[CoverFound]:
        """Yield the single objects that the line meets, if it does in some of its cells."""
        things = things_of(self._map)
        if not things.by_cell:
            return
        filled = things.by_cell
        looked_at = self._between if cells is None else cells
        numbers = {number for cell in looked_at for number in filled.get(cell, ())}
        for number in sorted(numbers):
            thing = things.everything[number]
            if met := self._met_of(thing.cells):
                yield self._judge(self._met_cells(thing.id, thing, met, thing.cells))

    def _met_of(self, filled: Sequence[Cell]) -> list[Cell]:
        """Return the cells between the two that are filled, in the order the line meets them."""
        if len(filled) == 1 and filled[0] in self._own:
            return []
        return [cell for cell in self._between if cell in filled]

    def painted(self, cells: Sequence[Cell] | None = None) -> Iterator[CoverFound]:
        """Yield the painted objects that the line meets, each run of cells as one."""
        for value, run in self._runs(self._between if cells is None else cells):
            kind = self._map.cover_kinds[value]
            yield self._judge(self._met_cells(f"{run[-1].x},{run[-1].y}", kind, run, run))

    def last_cells(self) -> Sequence[Cell]:
        """Return the last cells that the line crosses, the target's included: those in reach."""
        x, y = self._near
        return [Cell(x + dx, y + dy) for dx, dy in last_steps(self._far[0] - x, self._far[1] - y)]

    def near_end(self, last: Sequence[Cell]) -> Sequence[Cell]:
        """Return the last cells between the two, with the run of painted cells they belong to."""
        layer, own = self._map.cover, self._own
        found = [cell for cell in last if cell not in own]
        if not found or not layer.get(found[0]):
            return found
        run = layer.get(found[0])
        before = self._crossed[: -len(last)]
        for cell in reversed(before):
            if cell in own or layer.get(cell) != run:
                break
            found.insert(0, cell)
        return found

    def _runs(self, cells: Sequence[Cell]) -> Iterator[tuple[int, list[Cell]]]:
        value, run = 0, list[Cell]()
        for cell in cells:
            here = self._map.cover.get(cell)
            if here != value and run:
                yield value, run
                run = []
            value = here
            if here and self._map.cover_kinds[here].form is CoverForm.OBJECT:
                run.append(cell)
        if run:
            yield value, run

    def _met_edge(self, wall: Wall, cover: Cover) -> _Met:
        part = crossing_at(self.start, self.end, wall)
        p, q = self.start, self.end
        return _Met(
            wall.id,
            wall.name or wall.id,
            cover,
            part,
            part,
            float(part),
            float(1 - part),
            Point(round(p.x + part * (q.x - p.x)), round(p.y + part * (q.y - p.y))),
            lambda: not cells_touched(wall.a, wall.b).isdisjoint(self._attacker.cells),
        )

    def _met_cells(
        self, source: str, kind: CoverKind, met: list[Cell], filled: Iterable[Cell]
    ) -> _Met:
        """Return a thing whose cells the line meets in this order, of all that it fills."""
        first, last = self._inside(met[0]), self._inside(met[-1])
        return _Met(
            source,
            kind.name,
            kind,
            first.enters,
            last.leaves,
            first.before,
            last.after,
            Point(self.start.x + last.at[0], self.start.y + last.at[1]),
            lambda: not self._beside.isdisjoint(filled),
        )

    def _inside(self, cell: Cell) -> Inside:
        near, far = self._near, self._far
        return part_inside(far[0] - near[0], far[1] - near[1], cell[0] - near[0], cell[1] - near[1])

    def _judge(self, met: _Met) -> CoverFound:
        from_target = met.after * self._length
        return CoverFound(
            met.source,
            met.name,
            met.cover.degree,
            met.cover.hard,
            CoverForm.OBJECT,
            from_target,
            met.at,
            self._why_unused(met, from_target),
        )

    def _why_unused(self, met: _Met, from_target: float) -> Unused | None:
        if from_target > self._reach:
            return Unused.TOO_FAR
        if met.before * self._length <= self._reach and met.is_beside():
            return Unused.ATTACKER_BEHIND
        top = met.cover.height_m
        heights = (self._attacker.height_m, self._target.height_m)
        if top is not None and all(
            is_above(self._map, (self.start, self.end), heights, part, top)
            for part in (met.first, met.last)
        ):
            return Unused.BELOW_LINE
        return None


def is_edge(wall: Wall) -> bool:
    """Pick the walls to hide behind as they stand now."""
    return wall.cover is not None and not wall.is_open
