"""How much light falls on cells: of a map's own light, its sources, darkness, and painted zones.

A painted zone is the game master's word and wins. Else the best level wins of the map's own light
and of every source that reaches a cell's middle in a straight line; but darkness of strength s that
reaches it takes light of strength s and below away, the map's own (strength 0) with it. Lines are
those of sight, so that one answer serves rules, tooltips and pictures. What a level means, and who
sees in it, is not said here.
"""

from __future__ import annotations

from math import ceil, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from msgspec import Struct

from gridwar.caches import Same, kept_of_fight
from gridwar.grid.areas.viewshed import line_field
from gridwar.grid.lines.certain_obstacles import opaque_squares
from gridwar.grid.lines.heights_on_line import heights_key
from gridwar.grid.lines.sight_and_effect import SIGHT, Purpose, Stand, line_from_point
from gridwar.model.geometry import SUBCELL, Cell, Point, cell_at, centre_of
from gridwar.model.zones import LIGHT, Light

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from gridwar.grid.lines.heights_on_line import HeightsKey
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.geometry import Size
    from gridwar.model.walls import Wall
    from gridwar.model.zones import Zone

    Levels = NDArray[np.uint8]
    Whole = NDArray[np.int64]

_CIRCLE_DEG = 360.0
_TOLERANCE_DEG = 1e-9
"""Bearings are rounded by less, and those of different cells are farther apart."""
_UNPAINTED = 255


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


class LightFound(NamedTuple):
    """The level on one cell, and where it comes from.

    At most one of ``source`` and ``zone`` is set; neither is where the map's own light, or none at
    all, is what there is. ``darkness`` is the strongest that reaches the cell.
    """

    level: Light
    source: ShiningLight | None = None
    distance_cells: float = 0.0
    zone: Zone | None = None
    darkness: ShiningLight | None = None


class LightLevels(Struct, frozen=True, eq=False):
    """The levels on all cells of a map."""

    battle_map: BattleMap
    sources: tuple[ShiningLight, ...]
    levels: Levels
    """Rows of the map's cells: their ``Light``."""

    def at(self, cell: Cell) -> Light:
        """Return the level on a cell; beyond the map it is the map's own."""
        if not self.battle_map.contains(cell):
            return self.battle_map.light
        return Light(int(self.levels[cell.y, cell.x]))

    def why(self, cell: Cell) -> LightFound:
        """Return the level on a cell with its reason."""
        return light_on(self.battle_map, self.sources, cell)


def light_levels(battle_map: BattleMap, sources: Iterable[ShiningLight]) -> LightLevels:
    """Return the light on every cell; only sources that have changed are worked out anew.

    Args:
        battle_map: The map with its walls, ground, zones and own light.
        sources: Those that shine, and darkness.
    """
    given = tuple(sources)
    shed = [(source, _shed_by(battle_map, source)) for source in given]
    darkness = np.zeros((battle_map.height, battle_map.width), np.int64)
    for source, (rows, columns, levels) in shed:
        if source.strength < 0:
            there = darkness[rows, columns]
            reached = levels < Light.DARK
            there[reached] = np.maximum(there[reached], -source.strength)
    found = np.where(darkness > 0, Light.DARK, battle_map.light).astype(np.uint8)
    for source, (rows, columns, levels) in shed:
        if source.strength >= 0:
            # No darkness is 0 and takes nothing, not even light of that strength.
            dark = darkness[rows, columns]
            taken = (dark > 0) & (dark >= source.strength)
            left = np.where(taken, np.uint8(Light.DARK), levels)
            np.minimum(found[rows, columns], left, out=found[rows, columns])
    painted = _painted(Same(battle_map.zones), battle_map.size)
    found = np.where(painted == _UNPAINTED, found, painted)
    found.setflags(write=False)
    return LightLevels(battle_map, given, found)


def light_on(battle_map: BattleMap, sources: Iterable[ShiningLight], cell: Cell) -> LightFound:
    """Return the light on one cell and where it comes from: the same as ``light_levels`` says.

    Args:
        battle_map: The map with its walls, ground, zones and own light.
        sources: Those that shine, and darkness.
        cell: The cell asked about.
    """
    zones = battle_map.zones_at(cell, LIGHT)
    if zones:
        brightest = min(zones, key=lambda zone: zone.strength)
        return LightFound(Light(brightest.strength), zone=brightest)
    near = [
        (level, source) for source in sources if (level := _level_of(source, cell)) < Light.DARK
    ]
    dark = sorted((source for _level, source in near if source.strength < 0), key=_strength)
    darkness = next((one for one in dark if _reaches(battle_map, one, cell)), None)
    least = 0 if darkness is None else 1 - darkness.strength
    best = LightFound(Light.DARK if darkness else battle_map.light, darkness=darkness)
    lights = [(level, _cells_to(one, cell), one) for level, one in near if one.strength >= least]
    for level, far, source in sorted(lights, key=lambda light: light[:2]):
        if level < best.level and _reaches(battle_map, source, cell):
            return LightFound(level, source, far, darkness=darkness)
    return best


def cells_reached(battle_map: BattleMap, source: ShiningLight) -> frozenset[Cell]:
    """Return the cells where a source alone makes any difference, walls and all."""
    rows, columns, levels = _shed_by(battle_map, source)
    ys, xs = np.nonzero(levels < Light.DARK)
    left, top = columns.start, rows.start
    return frozenset(Cell(x + left, y + top) for x, y in zip(xs.tolist(), ys.tolist(), strict=True))


def _strength(source: ShiningLight) -> int:
    return source.strength


def _cells_to(source: ShiningLight, cell: Cell) -> float:
    there = centre_of(cell)
    return sqrt((there.x - source.at.x) ** 2 + (there.y - source.at.y) ** 2) / SUBCELL


def _level_of(source: ShiningLight, cell: Cell) -> Light:
    """Return what a source gives a cell if nothing is in the way."""
    there = centre_of(cell)
    x, y = (np.array([to - at], np.int64) for to, at in zip(there, source.at, strict=True))
    return Light(int(_unhindered(source, x, y)[0]))


def _reaches(battle_map: BattleMap, source: ShiningLight, cell: Cell) -> bool:
    """Return whether nothing stops the line from a source to a cell."""
    if not source.casts_shadows:
        return True
    there = Stand((cell,), battle_map.ground_m(cell))
    stand = _stand_of(battle_map, source)
    return line_from_point(battle_map, source.at, stand, there, SIGHT).clear


def _stand_of(battle_map: BattleMap, source: ShiningLight) -> Stand:
    own = cell_at(source.at)
    return Stand((own,), battle_map.ground_m(own) + source.height_m)


def _unhindered(source: ShiningLight, x: Whole, y: Whole) -> Levels:
    """Return what a source gives places if nothing is in the way.

    Args:
        source: What shines.
        x: Places, in points from it; any shape.
        y: The same downwards.
    """
    squared = x * x + y * y
    bright, reach = (far * SUBCELL for far in (source.bright_cells, source.reach_cells))
    is_bright = (squared <= bright * bright) & (bright > 0)  # a dim one is dim where it stands, too
    found = np.where(is_bright, Light.BRIGHT, Light.LOW)
    outside = squared > reach * reach
    if source.width_deg < _CIRCLE_DEG:
        bearing = np.degrees(np.arctan2(x, -y))
        aside = np.abs((bearing - source.facing_deg + 180) % _CIRCLE_DEG - 180)
        outside |= (aside > source.width_deg / 2 + _TOLERANCE_DEG) & (squared > 0)
    found[outside] = Light.DARK
    return found.astype(np.uint8)


class _Shed(NamedTuple):
    """What one source gives a part of the map."""

    rows: slice
    columns: slice
    levels: Levels


def _shed_by(battle_map: BattleMap, source: ShiningLight) -> _Shed:
    """Return what a source gives the cells round it, walls and all; kept while these stay."""
    kept = _kept(
        Same(battle_map.walls),
        Same(opaque_squares(battle_map, Purpose.SIGHT)),
        heights_key(battle_map),
        source,
    )
    if not kept:
        kept.append(_shed_anew(battle_map, source))
    return kept[0]


@kept_of_fight(512)
def _kept(
    walls: Same[tuple[Wall, ...]],
    opaque: Same[NDArray[np.bool_]],
    ground: HeightsKey,
    source: ShiningLight,
) -> list[_Shed]:
    """Return the place where the light of a source is kept."""
    return []


def _shed_anew(battle_map: BattleMap, source: ShiningLight) -> _Shed:
    stand, reach = _stand_of(battle_map, source), ceil(source.reach_cells)
    field = line_field(battle_map, stand, reach, SIGHT, source.at)
    left, top, width, height = field.extent
    half = SUBCELL // 2
    x = np.arange(left, left + width) * SUBCELL + half - source.at.x
    y = np.arange(top, top + height) * SUBCELL + half - source.at.y
    levels = _unhindered(source, *np.meshgrid(x, y))
    if source.casts_shadows:
        levels[~field.mask] = Light.DARK
    levels.setflags(write=False)
    return _Shed(slice(top, top + height), slice(left, left + width), levels)


@kept_of_fight(8)
def _painted(zones: Same[tuple[Zone, ...]], size: Size) -> Levels:
    """Return rows of a map's cells: the level painted there."""
    found = np.full((size.h, size.w), _UNPAINTED, np.uint8)
    for zone in zones.it:
        if zone.kind == LIGHT and zone.everywhere:
            np.minimum(found, zone.strength, out=found)
        elif zone.kind == LIGHT:
            for x, y in zone.cells:
                if 0 <= x < size.w and 0 <= y < size.h:
                    found[y, x] = min(int(found[y, x]), zone.strength)
    return found
