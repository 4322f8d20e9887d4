"""Which cells of other floors a line of sight reaches through openings, for a picture or a light.

Owns no rule of its own: ``sight_and_effect`` decides. Most cells are told at once by whole numbers,
for each open cell all that lie behind it together; those whose line grazes something, may pass by
it, or crosses two floors are tried one by one. A map without openings is not looked at.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gridwar.caches import Same, kept_of_fight
from gridwar.grid.lines.certain_obstacles import opaque_squares
from gridwar.grid.lines.heights_on_line import heights_key
from gridwar.grid.lines.lines_across_floors import floors_between, openings_between
from gridwar.grid.lines.segments_in_the_way import StopsOnPage, met, stops_on_page
from gridwar.grid.lines.sight_and_effect import SIGHT, Purpose, Stand, line_across
from gridwar.model.geometry import SUBCELL, Cell, cell_at

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridwar.grid.lines.heights_on_line import HeightsKey
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.floors import Floor
    from gridwar.model.geometry import Point
    from gridwar.model.walls import Wall

    Mask = NDArray[np.bool_]
    Real = NDArray[np.float64]
    Whole = NDArray[np.int64]

_HALF = SUBCELL // 2
_SLACK = 1e-9
"""A line is in a cell for a greater part of its way, or it is tried by itself."""


class FloorReached(NamedTuple):
    """The cells of another floor that are reached."""

    floor: Floor
    cells: Mask
    """Rows of the cells of its page."""

    @property
    def on_sheet(self) -> tuple[slice, slice]:
        """Return the rows and columns of the sheet that its page fills."""
        at, end = self.floor.at, self.floor.end
        return slice(at.y, end.y), slice(at.x, end.x)


class Beam(NamedTuple):
    """From where is looked, or shone, and how far."""

    point: Point
    stand: Stand
    """The square that the point lies in, and how high it is."""
    reach_cells: float | None
    """In a straight line, with the height; None is without end."""


def cells_through_openings(
    battle_map: BattleMap, beam: Beam, *, is_stopped: bool = True
) -> tuple[FloorReached, ...]:
    """Return the cells of other floors that lines from a place reach; those without any left out.

    Args:
        battle_map: The map with its floors, openings, walls and ground.
        beam: From where, and how far.
        is_stopped: Whether walls and ground on the way count, or floors alone.
    """
    if not battle_map.openings or (own := battle_map.floor_at(cell_at(beam.point))) is None:
        return ()
    kept = _kept(
        (Same(battle_map.walls), heights_key(battle_map)),
        Same(opaque_squares(battle_map, Purpose.SIGHT)),
        (Same(battle_map.floors), Same(battle_map.openings)),
        beam,
        is_stopped,
    )
    if not kept:
        found = (
            FloorReached(floor, _reached(battle_map, (own, floor), beam, is_stopped=is_stopped))
            for floor in battle_map.floors
            if floor is not own
        )
        kept.append(tuple(one for one in found if one.cells.any()))
    return kept[0]


@kept_of_fight(256)
def _kept(
    walls_and_ground: tuple[Same[tuple[Wall, ...]], HeightsKey],
    opaque: Same[Mask],
    floors: tuple[Same[tuple[Floor, ...]], Same[tuple[Cell, ...]]],
    beam: Beam,
    is_stopped: bool,
) -> list[tuple[FloorReached, ...]]:
    """Return the place where it is kept what is reached from a place."""
    return []


def rise_cells(
    battle_map: BattleMap, floors: tuple[Floor, Floor], height_m: float, ground_m: Real
) -> Real:
    """Return how much higher the ground of a floor is than a height above another, in cells.

    Args:
        battle_map: The map, for its scale.
        floors: The floor above whose zero the height is, and the one asked about.
        height_m: The height.
        ground_m: How high one stands there, in metres above the zero of that floor.
    """
    up_m = floors[1].elevation_m - floors[0].elevation_m - height_m
    return (ground_m + up_m) / battle_map.scale.cell_m


def ground_heights_m(battle_map: BattleMap, floor: Floor) -> Real:
    """Return rows of a floor's page: how high one stands there, props and all, in metres."""
    layer = battle_map.ground.view(*battle_map.size)
    rows, columns = FloorReached(floor, np.zeros(0, np.bool_)).on_sheet
    found = layer[rows, columns].view(np.int8).astype(np.float64) * battle_map.ground_step_m
    for cell, top_m in battle_map.tops_m.items():
        if floor.holds(cell):
            found[cell[1] - floor.at.y, cell[0] - floor.at.x] += top_m
    return found


def _reached(
    battle_map: BattleMap, floors: tuple[Floor, Floor], beam: Beam, *, is_stopped: bool
) -> Mask:
    """Return rows of the page of the second floor: what is reached from the first."""
    own, floor = floors
    none = np.zeros((floor.size.h, floor.size.w), np.bool_)
    stack = floors_between(battle_map, own, floor)
    open_cells = [openings_between(battle_map, own, pair) for pair in pairwise(stack)]
    if not all(open_cells):
        return none
    asked = none.copy()
    ends = _middles(own, floor)
    asked[_in_reach(battle_map, floors, beam, ends)] = True
    if len(open_cells) > 1 or not is_stopped:
        for cells in open_cells:
            passed = np.zeros_like(none)
            for cell in cells:
                chord = _Chord.of(beam.point, ends, cell)
                passed |= chord.is_inside | (cell == cell_at(beam.point))
            asked &= passed
        return _each(battle_map, floors, beam, asked) if is_stopped else asked
    clear, unsure = _sorted_out(battle_map, floors, beam, (asked, open_cells[0]))
    return clear | _each(battle_map, floors, beam, unsure & ~clear)


def _middles(own: Floor, floor: Floor) -> tuple[Real, Real]:
    """Return the middles of a floor's cells as they lie on the own page: columns and rows."""
    left, top = own.cell_of(floor.plan_of(floor.at))
    x = (np.arange(left, left + floor.size.w) * SUBCELL + _HALF).astype(np.float64)
    y = (np.arange(top, top + floor.size.h) * SUBCELL + _HALF).astype(np.float64)
    across, down = np.meshgrid(x, y)
    return across, down


def _in_reach(
    battle_map: BattleMap, floors: tuple[Floor, Floor], beam: Beam, ends: tuple[Real, Real]
) -> Mask:
    if beam.reach_cells is None:
        return np.ones(ends[0].shape, np.bool_)
    ground = ground_heights_m(battle_map, floors[1])
    rise = rise_cells(battle_map, floors, beam.stand.height_m, ground)
    x, y = ((end - at) / SUBCELL for end, at in zip(ends, beam.point, strict=True))
    near: Mask = x * x + y * y + rise * rise <= beam.reach_cells**2
    return near


class _Chord(NamedTuple):
    """The part of lines to many places that lies in one cell, as parts of the way."""

    enters: Real
    leaves: Real

    @classmethod
    def of(cls, start: Point, ends: tuple[Real, Real], cell: Cell) -> _Chord:
        """Return it for lines from a point; where ``leaves`` is less, a line passes beside."""
        enters, leaves = np.zeros_like(ends[0]), np.ones_like(ends[0])
        for at, end, side in zip(start, ends, cell, strict=True):
            run = end - at
            near, far = side * SUBCELL - at, (side + 1) * SUBCELL - at
            moves = run != 0
            safe = np.where(moves, run, 1.0)
            one, other = near / safe, far / safe
            np.maximum(enters, np.minimum(one, other), out=enters, where=moves)
            np.minimum(leaves, np.maximum(one, other), out=leaves, where=moves)
            if not near < 0 < far:  # on the border, or beside: no line along it is inside
                leaves[~moves] = np.minimum(leaves, enters - (0 if near <= 0 <= far else 1))[~moves]
        return cls(enters, leaves)

    @property
    def may_be(self) -> Mask:
        """Return which lines are in the cell, or touch it."""
        found: Mask = self.leaves - self.enters > -_SLACK
        return found

    @property
    def is_inside(self) -> Mask:
        """Return which lines pass through its inside for certain."""
        found: Mask = self.leaves - self.enters > _SLACK
        return found


def _sorted_out(
    battle_map: BattleMap,
    floors: tuple[Floor, Floor],
    beam: Beam,
    asked: tuple[Mask, tuple[Cell, ...]],
) -> tuple[Mask, Mask]:
    """Return the cells of the next floor that are reached, and those whose lines must be tried."""
    own, floor = floors
    wanted, open_cells = asked
    here = stops_on_page(battle_map, own, (0, 0), frozenset(beam.stand.cells))
    shift = own.shift[0] - floor.shift[0], own.shift[1] - floor.shift[1]
    there = stops_on_page(battle_map, floor, shift, frozenset())
    ends = _middles(own, floor)
    clear, unsure = np.zeros_like(wanted), np.zeros_like(wanted)
    for cell in open_cells:
        chord = _Chord.of(beam.point, ends, cell)
        left = wanted & ~clear & chord.may_be
        if not left.any():
            continue
        certain = chord.is_inside & left
        unsure |= left & ~certain
        if here.is_solid(cell) or there.is_solid(cell):  # what one stands in is looked out of
            unsure |= certain
            continue
        part = (chord.enters[certain] + chord.leaves[certain]) / 2
        to_x, to_y = ends[0][certain], ends[1][certain]
        at = tuple(
            np.rint(start + part * (end - start))
            for start, end in zip(beam.point, (to_x, to_y), strict=True)
        )
        start = tuple(np.full_like(part, float(of)) for of in beam.point)
        blocked, grazed = _on_both((start, (at[0], at[1]), (to_x, to_y)), (here, there))
        clear[certain] |= ~blocked & ~grazed
        unsure[certain] |= ~blocked & grazed
    return clear, unsure


def _on_both(
    places: tuple[tuple[Real, ...], tuple[Real, Real], tuple[Real, Real]],
    stops: tuple[StopsOnPage, StopsOnPage],
) -> tuple[Mask, Mask]:
    """Return which lines, broken in an opening, are stopped for certain, and which may be."""
    (x, y), at, end = places
    blocked, grazed = met((x, y), at, stops[0])
    going = np.flatnonzero(~blocked)
    far = tuple(tuple(side[going] for side in place) for place in (at, end))
    stopped, touched = met((far[0][0], far[0][1]), (far[1][0], far[1][1]), stops[1])
    blocked[going] = stopped
    grazed[going] |= touched
    return blocked, grazed


def _each(battle_map: BattleMap, floors: tuple[Floor, Floor], beam: Beam, asked: Mask) -> Mask:
    """Return those of some cells that are reached, each tried by itself."""
    own, floor = floors
    found = np.zeros_like(asked)
    across, down = _middles(own, floor)
    for row, column in np.argwhere(asked).tolist():
        cell = Cell(column + floor.at.x, row + floor.at.y)
        end = type(beam.point)(int(across[row, column]), int(down[row, column]))
        there = Stand((cell,), battle_map.ground_m(cell))
        found[row, column] = line_across(
            battle_map, (beam.point, end), beam.stand, there, SIGHT
        ).clear
    return found
