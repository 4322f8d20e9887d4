"""Cover on a line: what hides a target from an attacker, as facts for the rule to choose from.

An area (woods, a trench) serves a target all of whose squares lie in it, from every direction.
An edge (low wall) or object serves when the line from centre to centre, between the nearest
squares, meets it within reach of the target's centre, unless

* the attacker is right behind it himself: it touches one of his squares (an edge) or lies next to
  one (an object), and the line meets it within reach of his centre too, so he fires over the very
  place the target hides behind; or
* it has a height and the line passes above it.

Painted object cells that follow one another on the line and are of one kind are one object.
What degrees are worth, and which of several counts, is the rule system's business.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import hypot
from typing import TYPE_CHECKING

from gridwar.grid.effect import Stand, is_above
from gridwar.grid.metrics import nearest_cells
from gridwar.grid.segments import (
    Meeting,
    cells_crossed,
    cells_touched,
    crossing_at,
    meet,
    walls_that,
)
from gridwar.model.cover import Cover, CoverDegree, CoverForm
from gridwar.model.geometry import SUBCELL, Cell, Point, centre_of, neighbours

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gridwar.model.battlemap import BattleMap, Zone
    from gridwar.model.walls import Wall

COVER_REACH_CELLS = Fraction(3, 2)
"""How near to the target's centre the line must meet a thing for it to be cover."""


class Unused(StrEnum):
    """Why a thing on the line is no cover after all."""

    TOO_FAR = "too_far"
    ATTACKER_BEHIND = "attacker_behind"
    BELOW_LINE = "below_line"


@dataclass(frozen=True, slots=True)
class CoverFound:
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


@dataclass(frozen=True, slots=True)
class CoverFacts:
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


def cover_on_line(
    battle_map: BattleMap,
    attacker: Stand,
    target: Stand,
    reach_cells: Fraction = COVER_REACH_CELLS,
) -> tuple[CoverFound, ...]:
    """Return what hides the target from the attacker, nearest to the target first.

    Args:
        battle_map: The map with its walls, painted cover and objects.
        attacker: Where the attacker stands, and the height he fires from.
        target: Where the target stands, and the height he is hit at.
        reach_cells: How near to the target's centre edges and objects serve.

    Rules: CE-COV-05
    """
    return cover_facts(battle_map, attacker, target, reach_cells).found


def cover_facts(
    battle_map: BattleMap,
    attacker: Stand,
    target: Stand,
    reach_cells: Fraction = COVER_REACH_CELLS,
) -> CoverFacts:
    """Return what hides the target, and what on the line does not and why.

    Args:
        battle_map: The map with its walls, painted cover and objects.
        attacker: Where the attacker stands, and the height he fires from.
        target: Where the target stands, and the height he is hit at.
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


@dataclass(frozen=True, slots=True)
class _Met:
    """A thing on the line: where the line enters and leaves it, and whose back it guards."""

    source: str
    name: str
    cover: Cover
    first: Fraction
    last: Fraction
    beside_attacker: bool


class _Line:
    """The line between the nearest squares of attacker and target."""

    def __init__(
        self, battle_map: BattleMap, attacker: Stand, target: Stand, reach_cells: Fraction
    ) -> None:
        near, far = nearest_cells(attacker.cells, target.cells)
        self.start, self.end = centre_of(near), centre_of(far)
        self._map = battle_map
        self._attacker, self._target = attacker, target
        self._reach = float(reach_cells)
        self._length = hypot(near.x - far.x, near.y - far.y)
        own = {*attacker.cells, *target.cells}
        self._crossed = cells_crossed(self.start, self.end)
        self._between = tuple(cell for cell in self._crossed if cell not in own)
        self._beside = frozenset(
            cell for own_cell in attacker.cells for cell in (own_cell, *neighbours(own_cell))
        )

    def areas(self) -> Iterator[CoverFound]:
        """Yield the areas that the target stands in with all its squares."""
        cells = self._target.cells
        kinds = [self._map.cover_at(cell) for cell in cells]
        painted = [kind for kind in kinds if kind and kind.form is CoverForm.AREA]
        if len(painted) == len(cells):
            weakest = min(painted, key=lambda kind: kind.degree.rank)
            yield self._area(f"{cells[0].x},{cells[0].y}", weakest.name, weakest)
        for thing in self._map.cover_objects:
            if thing.form is CoverForm.AREA and set(cells) <= set(thing.cells):
                yield self._area(thing.id, thing.name, thing)

    def _area(self, source: str, name: str, cover: Cover) -> CoverFound:
        return CoverFound(source, name, cover.degree, cover.hard, CoverForm.AREA, 0.0, self.end)

    def edges(self) -> Iterator[CoverFound]:
        """Yield the low walls that the line meets."""
        for wall in walls_that(self._map.walls, _is_edge).near(self._crossed):
            if wall.cover and meet(self.start, self.end, wall) is not Meeting.APART:
                part = crossing_at(self.start, self.end, wall)
                beside = not cells_touched(wall.a, wall.b).isdisjoint(self._attacker.cells)
                name = wall.name or wall.id
                yield self._judge(_Met(wall.id, name, wall.cover, part, part, beside))

    def objects(self) -> Iterator[CoverFound]:
        """Yield the single objects that the line meets."""
        for thing in self._map.cover_objects:
            if thing.form is CoverForm.OBJECT:
                met = set(thing.cells).intersection(self._between)
                if met:
                    beside = not self._beside.isdisjoint(thing.cells)
                    yield self._judge(self._met_cells(thing.id, thing.name, thing, met, beside))

    def painted(self) -> Iterator[CoverFound]:
        """Yield the painted objects that the line meets, each run of cells as one."""
        for value, run in self._runs():
            kind = self._map.cover_kinds[value]
            source, beside = f"{run[-1].x},{run[-1].y}", not self._beside.isdisjoint(run)
            yield self._judge(self._met_cells(source, kind.name, kind, run, beside))

    def _runs(self) -> Iterator[tuple[int, list[Cell]]]:
        value, run = 0, list[Cell]()
        for cell in self._between:
            here = self._map.cover.get(cell)
            if here != value and run:
                yield value, run
                run = []
            value = here
            if here and self._map.cover_kinds[here].form is CoverForm.OBJECT:
                run.append(cell)
        if run:
            yield value, run

    def _met_cells(
        self, source: str, name: str, cover: Cover, cells: Iterable[Cell], beside: bool
    ) -> _Met:
        parts = [part for cell in cells for part in _through(self.start, self.end, cell)]
        return _Met(source, name, cover, min(parts), max(parts), beside)

    def _judge(self, met: _Met) -> CoverFound:
        from_target = float(1 - met.last) * self._length
        return CoverFound(
            met.source,
            met.name,
            met.cover.degree,
            met.cover.hard,
            CoverForm.OBJECT,
            from_target,
            self._at(met.last),
            self._why_unused(met, from_target),
        )

    def _why_unused(self, met: _Met, from_target: float) -> Unused | None:
        if from_target > self._reach:
            return Unused.TOO_FAR
        if met.beside_attacker and float(met.first) * self._length <= self._reach:
            return Unused.ATTACKER_BEHIND
        top = met.cover.height_m
        heights = (self._attacker.height_m, self._target.height_m)
        if top is not None and all(
            is_above(self._map, (self.start, self.end), heights, part, top)
            for part in (met.first, met.last)
        ):
            return Unused.BELOW_LINE
        return None

    def _at(self, part: Fraction) -> Point:
        p, q = self.start, self.end
        return Point(round(p.x + part * (q.x - p.x)), round(p.y + part * (q.y - p.y)))


def _is_edge(wall: Wall) -> bool:
    return wall.cover is not None and not wall.is_open


def _through(p: Point, q: Point, cell: Cell) -> tuple[Fraction, Fraction]:
    """Return the parts of the way at which a line enters and leaves a cell that it crosses."""
    enters, leaves = Fraction(0), Fraction(1)
    for start, end, low in ((p.x, q.x, cell.x * SUBCELL), (p.y, q.y, cell.y * SUBCELL)):
        if start != end:
            ends = Fraction(low - start, end - start), Fraction(low + SUBCELL - start, end - start)
            enters, leaves = max(enters, min(ends)), min(leaves, max(ends))
    return enters, leaves


def zones_on_line(battle_map: BattleMap, kind: str, a: Stand, b: Stand) -> tuple[Zone, ...]:
    """Return the zones of a kind that the line between the nearest squares passes through.

    The squares at both ends count.

    Args:
        battle_map: The map with its zones.
        kind: The kind, such as ``SMOKE``.
        a: Where the one stands.
        b: Where the other stands.
    """
    near, far = nearest_cells(a.cells, b.cells)
    crossed = {near, far, *cells_crossed(centre_of(near), centre_of(far))}
    return tuple(
        zone
        for zone in battle_map.zones
        if zone.kind == kind and not crossed.isdisjoint(zone.cells)
    )
