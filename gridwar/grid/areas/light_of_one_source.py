"""What one source of light, or of darkness, gives cells: how far it reaches, and past what.

Of floors it is given its own, and through openings others, the way there measured with the height.
What several sources make of a cell together is ``light_levels``'.
"""

from __future__ import annotations

from math import ceil, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from msgspec import Struct

from gridwar.caches import Same, kept_of_fight
from gridwar.grid.areas.viewshed import line_field
from gridwar.grid.lines.cells_through_openings import (
    Beam,
    cells_through_openings,
    ground_heights_m,
    rise_cells,
)
from gridwar.grid.lines.certain_obstacles import opaque_squares
from gridwar.grid.lines.heights_on_line import heights_key
from gridwar.grid.lines.sight_and_effect import SIGHT, Purpose, Stand
from gridwar.model.floors import floor_at
from gridwar.model.geometry import SUBCELL, Cell, Point, cell_at, centre_of
from gridwar.model.zones import Light

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from gridwar.grid.lines.heights_on_line import HeightsKey
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.floors import Floor
    from gridwar.model.walls import Wall

    Levels = NDArray[np.uint8]
    Whole = NDArray[np.int64]

_CIRCLE_DEG = 360.0
_TOLERANCE_DEG = 1e-9
"""Bearings are rounded by less, and those of different cells are farther apart."""


class ShiningLight(Struct, frozen=True):
    """A source of light, or of darkness, at the point where it shines now."""

    id: str
    at: Point
    bright_cells: float
    """How far it is bright."""
    dim_cells: float
    """How far it is at least dim; darkness reaches as far as the greater of both."""
    name: str = ""
    facing_deg: float = 0.0
    """Where a cone points: 0 up, 90 right."""
    width_deg: float = _CIRCLE_DEG
    """The whole width of a cone; both edges belong to it."""
    strength: int = 0
    """0 for natural light, more for magic; below 0 for darkness."""
    casts_shadows: bool = True
    """Whether what stops sight stops it."""
    height_m: float = 0.0
    """Above the ground where it is."""
    colour: str = ""
    """Red, green, blue in six hexadecimal digits; means nothing for levels."""

    @property
    def reach_cells(self) -> float:
        """Return how far it has any effect."""
        return max(self.bright_cells, self.dim_cells)


def cells_reached(battle_map: BattleMap, source: ShiningLight) -> frozenset[Cell]:
    """Return the cells where a source alone makes any difference, walls and all."""
    found: set[Cell] = set()
    for rows, columns, levels in shed_by(battle_map, source):
        ys, xs = np.nonzero(levels < Light.DARK)
        left, top = columns.start, rows.start
        found |= {Cell(x + left, y + top) for x, y in zip(xs.tolist(), ys.tolist(), strict=True)}
    return frozenset(found)


def cells_to(battle_map: BattleMap, source: ShiningLight, cell: Cell) -> float:
    """Return how far a source is from the middle of a cell; to another floor with the height."""
    return sqrt(sum(run * run for run in runs_to(battle_map, source, cell))) / SUBCELL


def is_on_another_floor(battle_map: BattleMap, source: ShiningLight, cell: Cell) -> bool:
    """Return whether a source and a cell are on two floors."""
    floors = battle_map.floors
    return bool(floors) and floor_at(floors, cell_at(source.at)) != floor_at(floors, cell)


def beam_of(battle_map: BattleMap, source: ShiningLight) -> Beam:
    """Return how a source shines through openings."""
    return Beam(source.at, stand_of(battle_map, source), source.reach_cells)


def stand_of(battle_map: BattleMap, source: ShiningLight) -> Stand:
    """Return the square in which a source shines, and how high it does."""
    own = cell_at(source.at)
    return Stand((own,), battle_map.ground_m(own) + source.height_m)


def runs_to(battle_map: BattleMap, source: ShiningLight, cell: Cell) -> tuple[int, int, int]:
    """Return the way from a source to the middle of a cell, in points: right, down, up.

    On one floor height does not count. From one floor to another it is that on the plan.
    """
    there, rise = centre_of(cell), 0
    if battle_map.floors:
        own, floor = battle_map.floor_at(cell_at(source.at)), battle_map.floor_at(cell)
        if own is not None and floor is not None and own is not floor:
            there = centre_of(own.cell_of(floor.plan_of(cell)))
            height_m = stand_of(battle_map, source).height_m
            ground_m = np.array(battle_map.ground_m(cell))
            up = rise_cells(battle_map, (own, floor), height_m, ground_m)
            rise = round(float(up) * SUBCELL)
    return there.x - source.at.x, there.y - source.at.y, rise


def unhindered(source: ShiningLight, x: Whole, y: Whole, up: Whole | int = 0) -> Levels:
    """Return what a source gives places if nothing is in the way.

    Args:
        source: What shines.
        x: Places, in points from it; any shape.
        y: The same downwards.
        up: How much higher they are, where that counts.
    """
    squared = x * x + y * y + up * up
    bright, reach = (far * SUBCELL for far in (source.bright_cells, source.reach_cells))
    is_bright = (squared <= bright * bright) & (bright > 0)  # a dim one is dim where it stands, too
    found = np.where(is_bright, Light.BRIGHT, Light.LOW)
    outside = squared > reach * reach
    if source.width_deg < _CIRCLE_DEG:
        bearing = np.degrees(np.arctan2(x, -y))
        aside = np.abs((bearing - source.facing_deg + 180) % _CIRCLE_DEG - 180)
        outside |= (aside > source.width_deg / 2 + _TOLERANCE_DEG) & ((x != 0) | (y != 0))
    found[outside] = Light.DARK
    return found.astype(np.uint8)


class Shed(NamedTuple):
    """What one source gives a part of the map."""

    rows: slice
    columns: slice
    levels: Levels


def shed_by(battle_map: BattleMap, source: ShiningLight) -> tuple[Shed, ...]:
    """Return what a source gives the cells round it, walls and all; kept while these stay."""
    kept = _kept(
        Same(battle_map.walls),
        Same(opaque_squares(battle_map, Purpose.SIGHT)),
        heights_key(battle_map),
        (Same(battle_map.floors), Same(battle_map.openings), battle_map.scale.cell_m),
        source,
    )
    if not kept:
        kept.append((_shed_anew(battle_map, source), *_shed_through(battle_map, source)))
    return kept[0]


@kept_of_fight(512)
def _kept(
    walls: Same[tuple[Wall, ...]],
    opaque: Same[NDArray[np.bool_]],
    ground: HeightsKey,
    floors: tuple[Same[tuple[Floor, ...]], Same[tuple[Cell, ...]], float],
    source: ShiningLight,
) -> list[tuple[Shed, ...]]:
    """Return the place where the light of a source is kept."""
    return []


def _shed_anew(battle_map: BattleMap, source: ShiningLight) -> Shed:
    stand, reach = stand_of(battle_map, source), ceil(source.reach_cells)
    field = line_field(battle_map, stand, reach, SIGHT, source.at)
    left, top, width, height = field.extent
    half = SUBCELL // 2
    x = np.arange(left, left + width) * SUBCELL + half - source.at.x
    y = np.arange(top, top + height) * SUBCELL + half - source.at.y
    levels = unhindered(source, *np.meshgrid(x, y))
    if source.casts_shadows:
        levels[~field.mask] = Light.DARK
    if (floor := battle_map.floor_at(stand.cells[0])) is not None:
        inside = np.zeros(levels.shape, np.bool_)
        rows, columns = (
            slice(max(0, first - begin), max(0, last - begin))
            for first, last, begin in (
                (floor.at.y, floor.end.y, top),
                (floor.at.x, floor.end.x, left),
            )
        )
        inside[rows, columns] = True
        levels[~inside] = Light.DARK
    levels.setflags(write=False)
    return Shed(slice(top, top + height), slice(left, left + width), levels)


def _shed_through(battle_map: BattleMap, source: ShiningLight) -> Iterator[Shed]:
    """Yield what a source gives other floors through openings, each page by itself."""
    beam, is_stopped = beam_of(battle_map, source), source.casts_shadows
    for reached in cells_through_openings(battle_map, beam, is_stopped=is_stopped):
        own, floor = battle_map.floor_at(beam.stand.cells[0]), reached.floor
        assert own is not None
        left, top = own.cell_of(floor.plan_of(floor.at))
        half, size = SUBCELL // 2, floor.size
        x = np.arange(left, left + size.w) * SUBCELL + half - source.at.x
        y = np.arange(top, top + size.h) * SUBCELL + half - source.at.y
        ground = ground_heights_m(battle_map, floor)
        rise = rise_cells(battle_map, (own, floor), beam.stand.height_m, ground)
        up = np.rint(rise * SUBCELL).astype(np.int64)
        levels = unhindered(source, *np.meshgrid(x, y), up)
        levels[~reached.cells] = Light.DARK
        levels.setflags(write=False)
        yield Shed(*reached.on_sheet, levels)
