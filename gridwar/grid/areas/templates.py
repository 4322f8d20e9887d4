"""Templates of the game master's own: burst, square, ring, cone and line, to the exact cell.

A template has a tip (a cell's centre, or a corner of the grid) at a height, and perhaps a
direction. One test says whether it takes in a place: the cells shown and the list of those caught
are both asked of it, so that they cannot disagree. What goes round corners gets as far as its way
is long (``spread``): cells in a clear line from its beginning are as far as the straight line says,
from there it creeps from cell to cell. Blasts of weapons are their system's business.
"""

from __future__ import annotations

from enum import StrEnum
from heapq import heapify, heappop, heappush
from math import ceil, cos, floor, hypot, radians, sin, sqrt
from typing import TYPE_CHECKING

from frozendict import frozendict
from msgspec import Struct

from gridwar.caches import Same, kept_of_fight
from gridwar.grid.areas.arcs import bearing_deg, is_in_arc
from gridwar.grid.areas.disc_ring_square_line import disc, on_map
from gridwar.grid.areas.viewshed import line_field
from gridwar.grid.cells.distance import footprint_distance_cells, squared_cells
from gridwar.grid.cells.wall_crossings import walls_that
from gridwar.grid.lines.sight_and_effect import (
    EFFECT,
    LineMode,
    LineRule,
    Purpose,
    Stand,
    line_between,
    line_of_cells,
    stopper,
)
from gridwar.model.geometry import SUBCELL, Cell, Point, centre_of, neighbours

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.grid.cells.distance import Metric
    from gridwar.grid.cells.obstacle_reasons import Obstacle
    from gridwar.model.battlemap import BattleMap

_ROUNDING = 1e-9
_KEPT_MAPS = 4
_EFFECT = LineRule(Purpose.EFFECT, LineMode.CENTRE)


class Form(StrEnum):
    """What a template looks like."""

    BURST = "burst"
    """Everything up to a distance, by the metric of areas."""
    SQUARE = "square"
    """Everything up to a number of cells, diagonals counting one."""
    RING = "ring"
    """A burst without its middle."""
    CONE = "cone"
    LINE = "line"


class Clip(StrEnum):
    """What walls do to a template."""

    LINE = "line"
    """Only what has a line of effect from the tip."""
    SPREAD = "spread"
    """It goes round corners, as far as its way is long."""
    OFF = "off"
    """Nothing."""


class Shape(Struct, frozen=True):
    """A template without its place.

    Attributes:
        form: what it looks like.
        size_cells: radius, or length.
        width: the cone's angle in degrees, the line's width in cells, the ring's inner radius.
        clip: what walls do to it.
        metric: how areas are counted; None for the straight line, unrounded.
    """

    form: Form = Form.BURST
    size_cells: float = 3.0
    width: float = 0.0
    clip: Clip = Clip.LINE
    metric: Metric | None = None


class Tip(Struct, frozen=True):
    """Where a template begins: a point on the half-cell raster, its height, its direction."""

    point: Point
    height_m: float = 0.0
    bearing_deg: float = 0.0

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cell it is the centre of, or all that share the corner or border."""
        x, y = self.point
        columns = sorted({(x - 1) // SUBCELL, x // SUBCELL})
        rows = sorted({(y - 1) // SUBCELL, y // SUBCELL})
        return tuple(Cell(column, row) for row in rows for column in columns)


def tip_at(x: float, y: float, *, corner: bool, height_m: float = 0.0) -> Tip:
    """Return a tip at the cell centre, or the corner, nearest to a place given in cells."""
    if corner:
        return Tip(Point(round(x) * SUBCELL, round(y) * SUBCELL), height_m)
    return Tip(centre_of(Cell(int(x // 1), int(y // 1))), height_m)


class Template:
    """A shape at a place on a map; answers what it takes in."""

    def __init__(self, battle_map: BattleMap, shape: Shape, tip: Tip) -> None:
        """Look at the walls once; the answers follow them."""
        self._map = battle_map
        self._shape = shape
        self._tip = tip
        self._cell_m = battle_map.scale.cell_m
        self._source = Stand(tip.cells, tip.height_m)
        self._floor = battle_map.floor_at(tip.cells[-1])
        self._ways: Mapping[Cell, float] = {}
        if shape.clip is Clip.SPREAD and battle_map.contains(tip.cells[0]):
            self._ways = _ways(battle_map, tip.cells, shape.size_cells)

    def cells(self) -> frozenset[Cell]:
        """Return the cells it takes in on the ground of the map."""
        if self._shape.clip is not Clip.LINE:
            near = self._near()
            return frozenset(one for one in near if self.why_not(self._ground(one)) is None)
        lines = line_field(self._map, self._source, ceil(self._reach()), _EFFECT)
        own = frozenset(self._source.cells)
        return frozenset(
            cell
            for cell in self._near()
            if self._is_inside(self._ground(cell)) and (cell in lines or cell in own)
        )

    def takes(self, stand: Stand) -> bool:
        """Return whether it takes in any cell of somebody at a place."""
        return any(self.why_not(Stand((cell,), stand.height_m)) is None for cell in stand.cells)

    def escapes(self, stand: Stand) -> Escape | Obstacle | None:
        """Return why somebody who stands in its shape gets away; None if caught or far off."""
        if self.takes(stand):
            return None
        flat = Stand(stand.cells, self._tip.height_m)
        for cell in stand.cells:
            reason = self.why_not(Stand((cell,), stand.height_m))
            if reason is Escape.OUTSIDE and self._is_inside(Stand((cell,), flat.height_m)):
                return Escape.HEIGHT
            if reason is not Escape.OUTSIDE:
                return reason
        return None

    def why_not(self, stand: Stand) -> Escape | Obstacle | None:
        """Return why a cell at a height is not taken in; None if it is."""
        if not self._is_inside(stand):
            return Escape.OUTSIDE
        cell = stand.cells[0]
        match self._shape.clip:
            case Clip.OFF:
                return None
            case Clip.SPREAD:
                up = (stand.height_m - self._tip.height_m) / self._cell_m
                way = self._ways.get(cell)
                limit = self._shape.size_cells + _ROUNDING
                return None if way is not None and hypot(way, up) <= limit else Escape.ROUND
            case Clip.LINE:
                if cell in self._source.cells:
                    return None
                return line_between(self._map, self._source, stand, _EFFECT).blocked_by

    def distance_cells(self, stand: Stand) -> float:
        """Return how far the nearest cell of somebody is from the tip, as areas are counted."""
        up = (stand.height_m - self._tip.height_m) / self._cell_m
        metric, own = self._shape.metric, self._tip.cells
        if metric is not None:
            first = 0 if len(own) == 1 else 1
            return float(footprint_distance_cells(metric, own, stand.cells, up) + first)
        return min(hypot(*self._offset(cell), up) for cell in stand.cells)

    def _reach(self) -> float:
        """Return how far from the tip any cell may lie, in cells."""
        aside = self._shape.width if self._shape.form is Form.LINE else 0.0
        return self._shape.size_cells + aside

    def _near(self) -> list[Cell]:
        far = ceil(self._reach())
        own = self._tip.cells
        xs, ys = [cell.x for cell in own], [cell.y for cell in own]
        columns = range(max(0, min(xs) - far), min(self._map.width, max(xs) + far + 1))
        rows = range(max(0, min(ys) - far), min(self._map.height, max(ys) + far + 1))
        return [Cell(x, y) for y in rows for x in columns]

    def _ground(self, cell: Cell) -> Stand:
        return Stand((cell,), self._map.ground_m(cell))

    def _offset(self, cell: Cell) -> tuple[float, float]:
        middle, tip = centre_of(cell), self._tip.point
        return (middle.x - tip.x) / SUBCELL, (middle.y - tip.y) / SUBCELL

    def _is_inside(self, stand: Stand) -> bool:
        if self._floor is not None and not self._floor.holds(stand.cells[0]):
            return False  # it keeps to the page of its tip
        cell, up = stand.cells[0], (stand.height_m - self._tip.height_m) / self._cell_m
        match self._shape.form:
            case Form.BURST:
                return self._is_within(cell, up, self._shape.size_cells)
            case Form.RING:
                is_inner = self._shape.width > 0 and self._is_within(cell, up, self._shape.width)
                return self._is_within(cell, up, self._shape.size_cells) and not is_inner
            case Form.SQUARE:
                dx, dy = self._offset(cell)
                limit = self._shape.size_cells + (0.0 if len(self._tip.cells) > 1 else _ROUNDING)
                return max(abs(dx), abs(dy), abs(up)) <= limit
            case Form.CONE:
                return self._is_in_cone(cell, up)
            case Form.LINE:
                return self._is_in_line(cell, up)

    def _is_within(self, cell: Cell, up: float, radius: float) -> bool:
        metric, own = self._shape.metric, self._tip.cells
        if metric is None:
            return hypot(*self._offset(cell), up) <= radius + _ROUNDING
        # From a corner, the four cells around it are the first step out.
        first = 0 if len(own) == 1 else 1
        return footprint_distance_cells(metric, own, (cell,), up) <= radius - first + _ROUNDING

    def _is_in_cone(self, cell: Cell, up: float) -> bool:
        dx, dy = self._offset(cell)
        if (dx, dy) == (0.0, 0.0) or hypot(dx, dy, up) > self._shape.size_cells + _ROUNDING:
            return False
        bearing = bearing_deg(self._tip.point, centre_of(cell))
        return is_in_arc(bearing, self._tip.bearing_deg, self._shape.width)

    def _is_in_line(self, cell: Cell, up: float) -> bool:
        dx, dy = self._offset(cell)
        angle = radians(self._tip.bearing_deg)
        along, across = dx * sin(angle) - dy * cos(angle), dx * cos(angle) + dy * sin(angle)
        if (dx, dy) == (0.0, 0.0) or along <= _ROUNDING:
            return False
        is_near = abs(across) <= max(1.0, self._shape.width) / 2 + _ROUNDING
        return is_near and hypot(along, up) <= self._shape.size_cells + _ROUNDING


class Escape(StrEnum):
    """Why somebody is not taken in although a template is drawn there."""

    OUTSIDE = "outside"
    HEIGHT = "height"
    """Too far above or below."""
    ROUND = "round"
    """The way round the corners is too long."""


def _ways(battle_map: BattleMap, cells: tuple[Cell, ...], radius_cells: float) -> dict[Cell, float]:
    """Return the way to each cell, from the nearest of the tip's own."""
    found: dict[Cell, float] = {}
    extra = 0.0 if len(cells) == 1 else hypot(0.5, 0.5)
    for start in cells:
        if battle_map.contains(start):
            for cell, way in spread(battle_map, start, radius_cells - extra).items():
                found[cell] = min(found.get(cell, way + extra), way + extra)
    return found


class _Creeping(dict["Cell", tuple[tuple["Cell", float], ...]]):
    """By cell: its neighbours that an effect gets to, and how far each is; made when asked for."""

    def __init__(self, battle_map: BattleMap, rule: LineRule) -> None:
        super().__init__()
        self._map, self._rule = battle_map, rule
        self._walls = walls_that(battle_map.walls, stopper(rule.purpose)).by_cell

    def __missing__(self, cell: Cell) -> tuple[tuple[Cell, float], ...]:
        found = self[cell] = tuple(
            (there, sqrt(squared_cells(cell, there)))
            for there in neighbours(cell)
            if self._map.contains(there) and self._is_open(cell, there)
        )
        return found

    def _is_open(self, cell: Cell, there: Cell) -> bool:
        # Between neighbours lie no other squares: without a wall at either all is open.
        if cell not in self._walls and there not in self._walls:
            return True
        return line_of_cells(self._map, cell, there, self._rule).clear


@kept_of_fight(_KEPT_MAPS)
def _creeping(battle_map: Same[BattleMap], rule: LineRule) -> _Creeping:
    return _Creeping(battle_map.it, rule)


def spread(
    battle_map: BattleMap, origin: Cell, radius_cells: float, rule: LineRule = EFFECT
) -> Mapping[Cell, float]:
    """Return the cells that a blast gets to, with the length of its way in cells.

    Args:
        battle_map: The map with its walls and terrain.
        origin: Where it begins.
        radius_cells: How far it goes, in cells.
        rule: What stops it.
    """
    far = floor(radius_cells + _ROUNDING)
    cells = on_map(battle_map, disc(origin, far)) | {origin}
    start = Stand((origin,), battle_map.ground_m(origin))
    straight = line_field(battle_map, start, far, rule).cells & cells
    queue = [(sqrt(squared_cells(origin, cell)), cell) for cell in straight | {origin}]
    heapify(queue)
    limit = radius_cells + _ROUNDING
    found: dict[Cell, float] = {}
    ways = _creeping(Same(battle_map), rule)
    while queue:
        length, cell = heappop(queue)
        if cell in found:
            continue
        found[cell] = length
        for there, step in ways[cell]:
            if there in cells and there not in found and length + step <= limit:
                heappush(queue, (length + step, there))
    return frozendict(found)
