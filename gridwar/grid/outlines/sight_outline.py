"""What is seen from a place, as a picture shows it: an outline, seen faces of walls, and cells.

Owns no ruling: who sees whom is asked of ``gridwar.grid.lines``. Cells are those of ``line_field``
but for ties, middles exactly on the ray of an end, which count as seen where either side of the
ray is. Walls that a line may pass above are no part of the outline; cells behind them are asked of
``line_between`` one by one.
"""

from __future__ import annotations

from functools import cached_property
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from msgspec import Struct, structs

from gridwar.caches import Same, kept_of_fight
from gridwar.grid.cells.bitboards import Extent
from gridwar.grid.lines.certain_obstacles import opaque_squares, overlooked_m
from gridwar.grid.lines.heights_on_line import heights_key
from gridwar.grid.lines.sight_and_effect import SIGHT, Purpose, Stand, line_from_point, middle_of
from gridwar.grid.outlines.angular_sweep import Looker, Sweep, swept, swept_map
from gridwar.grid.outlines.segments import segments_of
from gridwar.model.geometry import SUBCELL, Cell

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.grid.cells.obstacle_reasons import Obstacle
    from gridwar.grid.lines.heights_on_line import HeightsKey
    from gridwar.grid.outlines.segments import Mask, Real, Segments, Whole
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.geometry import Point, Size

_HALF = SUBCELL // 2
_FIRST = 24 * SUBCELL
"""How far is looked before the walls of a whole map are: most rooms are smaller."""
_ARC = np.pi / 60
_SLIT = np.radians(0.3)
"""Open directions narrower than this are gaps between walls that were meant to meet."""


class Faces(NamedTuple):
    """The parts of walls and squares that are seen."""

    ends: Real
    """(n, 4): x0 y0 x1 y1 in cells, anticlockwise as seen from the place."""
    walls: Whole
    """(n,): the number of the wall among the map's; -1: the far side of a square that blocks."""


class SightOutline(Struct, frozen=True, eq=False, dict=True):
    """What is seen from one place of a map."""

    battle_map: BattleMap
    origin: Stand
    radius_cells: float | None
    """How far is looked; None is the whole map."""
    sweep: Sweep

    @cached_property
    def polygon(self) -> Real:
        """Return (n, 2) the corners of what is seen, in cells; arcs in steps of three degrees."""
        sweep = self.sweep
        starts, ends = self._runs
        parts = np.ones(len(starts), np.int64)
        if self.radius_cells is not None:
            width = sweep.angles[ends] - sweep.angles[starts]
            parts = np.where(sweep.nearest[starts] < 0, np.ceil(width / _ARC), 1).astype(np.int64)
        run = np.repeat(np.arange(len(starts)), parts + 1)
        step = np.arange(len(run)) - np.repeat(np.cumsum(parts + 1) - parts - 1, parts + 1)
        a, b = sweep.angles[starts][run], sweep.angles[ends][run]
        angles = np.where(step == parts[run], b, a + (b - a) * step / parts[run])
        return self._points(angles, starts[run])

    @cached_property
    def faces(self) -> Faces:
        """Return the parts of walls and of squares that end one's sight."""
        sweep = self.sweep
        starts, ends = self._runs
        is_face = sweep.nearest[starts] >= 0
        starts, ends = starts[is_face], ends[is_face]
        corners = [self._points(sweep.angles[edge], starts) for edge in (starts, ends)]
        numbers = sweep.numbers[sweep.nearest[starts]]
        walls = np.where(numbers < len(self.battle_map.walls), numbers, -1)
        return Faces(np.concatenate(corners, axis=1), walls)

    @cached_property
    def extent(self) -> Extent:
        """Return the part of the map that is looked at."""
        return extent_round(self.sweep.looker.point, self.battle_map.size, self.radius_cells)

    @cached_property
    def cells(self) -> Mask:
        """Return rows of the extent's cells: whether their middles are seen."""
        x, y = self._middles
        seen, _ties = self.sweep.sees(x, y)
        if self.certain is not self:
            narrow, ties = self.certain.sweep.sees(x, y)
            left, top = self.extent.left, self.extent.top
            for row, column in np.argwhere(seen & (~narrow | ties)).tolist():
                seen[row, column] = self.why_not(Cell(column + left, row + top)) is None
        seen.setflags(write=False)
        return seen

    @cached_property
    def certain(self) -> SightOutline:
        """Return what is seen if no line passes above any wall: itself where there is no low one.

        What else lies inside the outline is seen or not by whole cells, as ``cells`` says.
        """
        segments = _segments(self.battle_map, self.origin)
        if not segments.has_low:
            return self
        everything = structs.replace(self.sweep.looker, overlooked_m=-np.inf)
        sweep = _swept(segments, everything, self.radius_cells)
        return SightOutline(self.battle_map, self.origin, self.radius_cells, sweep)

    @cached_property
    def ties(self) -> Mask:
        """Return rows of the extent's cells: whether an end is on the ray, so that lines decide."""
        return self.sweep.sees(*self._middles)[1]

    def why_not(self, cell: Cell) -> Obstacle | None:
        """Return what stops the line to a cell on the ground; None when it is clear."""
        there = Stand((cell,), self.battle_map.ground_m(cell))
        point = self.sweep.looker.point
        return line_from_point(self.battle_map, point, self.origin, there, SIGHT).blocked_by

    @cached_property
    def _middles(self) -> tuple[Whole, Whole]:
        """Return the middles of the extent's cells, in points from the origin: columns and rows."""
        left, top, width, height = self.extent
        x = np.arange(left, left + width) * SUBCELL + _HALF - self.sweep.looker.point.x
        y = np.arange(top, top + height) * SUBCELL + _HALF - self.sweep.looker.point.y
        across, down = np.meshgrid(x, y)
        return across, down

    @cached_property
    def _runs(self) -> tuple[Whole, Whole]:
        """Return the first intervals and the ends of stretches along one segment or the rim.

        The rim's are single intervals, as it turns between them; slits are left out.
        """
        sweep = self.sweep
        is_open = sweep.nearest < 0
        what = np.full(len(is_open), -1, np.int64)
        what[~is_open] = sweep.numbers[sweep.nearest[~is_open]]
        changes = np.flatnonzero(np.diff(what, prepend=-2))
        group = np.cumsum(np.isin(np.arange(len(what)), changes)) - 1
        edges = np.append(changes, len(what))
        width = np.diff(sweep.angles[edges])
        if len(width) > 1 and is_open[0] and is_open[-1]:
            width[0] = width[-1] = width[0] + width[-1]
        is_slit = is_open & (width < _SLIT)[group]
        starts = np.union1d(changes, np.flatnonzero(is_open))
        ends = np.append(starts[1:], len(what))
        keep = ~is_slit[starts]
        return starts[keep], ends[keep]

    def _points(self, angles: Real, intervals: Whole) -> Real:
        """Return (n, 2) where rays of some intervals end, in cells."""
        far = self.sweep.far(angles, intervals)
        x, y = np.cos(angles), np.sin(angles)
        if self.radius_cells is None:
            is_open = self.sweep.nearest[intervals] < 0
            far[is_open] = self._to_edge(x[is_open], y[is_open])
        origin = self.sweep.looker.point
        return np.stack([origin.x + far * x, origin.y + far * y], axis=1) / SUBCELL

    def _to_edge(self, x: Real, y: Real) -> Real:
        """Return how far the map's edge is in some directions, in points."""
        found = np.full(len(x), np.inf)
        origin, size = self.sweep.looker.point, self.battle_map.size
        for part, at, side in ((x, origin.x, size.w), (y, origin.y, size.h)):
            turned = part != 0
            room = np.where(part > 0, side * SUBCELL - at, -at)[turned] / part[turned]
            found[turned] = np.minimum(found[turned], room)
        return found


def extent_round(point: Point, size: Size, radius_cells: float | None) -> Extent:
    """Return the part of a map within a radius of a point; all of it without one."""
    if radius_cells is None:
        return Extent(0, 0, *size)
    reach = ceil(radius_cells)
    column, row = point.x // SUBCELL, point.y // SUBCELL
    left, top = max(0, column - reach), max(0, row - reach)
    right, bottom = min(size.w, column + reach + 1), min(size.h, row + reach + 1)
    return Extent(left, top, max(0, right - left), max(0, bottom - top))


def sight_outline(
    battle_map: BattleMap, origin: Stand, radius_cells: float | None = None
) -> SightOutline:
    """Return what is seen from a place; kept for as long as walls and ground stay as they are.

    Args:
        battle_map: The map with its walls and terrain.
        origin: Where one looks from, its middle, and how high.
        radius_cells: How far is looked; None for the whole map.
    """
    return outline_from(battle_map, middle_of(origin.cells), origin, radius_cells)


def outline_from(
    battle_map: BattleMap, point: Point, origin: Stand, radius_cells: float | None
) -> SightOutline:
    """Return the same for a point anywhere in a square, such as a lamp; kept likewise.

    Args:
        battle_map: The map with its walls and terrain.
        point: The place itself.
        origin: The square that it lies in, and how high it is.
        radius_cells: How far is looked; None for the whole map.
    """
    segments = _segments(battle_map, origin)
    ground = _Ground(heights_key(battle_map), battle_map.size)
    kept = _kept(Same(segments), ground, (point, origin), radius_cells)
    if not kept:
        looker = _looker(battle_map, point, origin, radius_cells)
        sweep = _swept(segments, looker, radius_cells)
        kept.append(SightOutline(battle_map, origin, radius_cells, sweep))
    return kept[0]


def sight_outlines(
    battle_map: BattleMap, origins: Iterable[Stand], radius_cells: float | None = None
) -> tuple[SightOutline, ...]:
    """Return what is seen from each of several places; only who has moved is looked for anew."""
    return tuple(sight_outline(battle_map, origin, radius_cells) for origin in origins)


def seen_by_any(battle_map: BattleMap, outlines: Iterable[SightOutline]) -> Mask:
    """Return rows of the map's cells: whether any outline's place sees their middles."""
    seen = np.zeros((battle_map.height, battle_map.width), np.bool_)
    for outline in outlines:
        left, top, width, height = outline.extent
        seen[top : top + height, left : left + width] |= outline.cells
    return seen


class _Ground(NamedTuple):
    """What else the cells seen depend on, as a key."""

    heights: HeightsKey
    size: Size


@kept_of_fight(128)
def _kept(
    segments: Same[Segments],
    ground: _Ground,
    place: tuple[Point, Stand],
    radius_cells: float | None,
) -> list[SightOutline]:
    """Return the place where an outline is kept."""
    return []


def _own(battle_map: BattleMap, origin: Stand) -> tuple[int, ...]:
    """Return the squares of one's own that block, as the segments number them."""
    opaque = opaque_squares(battle_map, Purpose.SIGHT)
    return tuple(
        cell.y * battle_map.width + cell.x
        for cell in origin.cells
        if battle_map.contains(cell) and opaque[cell.y, cell.x]
    )


def _segments(battle_map: BattleMap, origin: Stand) -> Segments:
    return segments_of(battle_map, inner=bool(_own(battle_map, origin)))


def _looker(
    battle_map: BattleMap, point: Point, origin: Stand, radius_cells: float | None
) -> Looker:
    """Return where one looks from; walls that a line to a cell may pass above are looked over."""
    own = _own(battle_map, origin)
    if not _segments(battle_map, origin).has_low:
        return Looker(point, battle_map.size, own)
    extent = extent_round(point, battle_map.size, radius_cells)
    return Looker(point, battle_map.size, own, overlooked_m(battle_map, origin, extent))


def _swept(segments: Segments, looker: Looker, radius_cells: float | None) -> Sweep:
    if radius_cells is None:
        return swept_map(segments, looker, _FIRST)
    return swept(segments, looker, radius_cells * SUBCELL)
