"""How much light falls on cells: of a map's own light, its sources, darkness, and painted zones.

A painted zone is the game master's word and wins. Else the best level wins of the map's own light
and of every source that reaches a cell's middle in a straight line; but darkness of strength s that
reaches it takes light of strength s and below away, the map's own (strength 0) with it. Lines are
those of sight, so that one answer serves rules, tooltips and pictures; through openings they reach
other floors, as long as they are with the height. What a level means is not said here, nor who
sees in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from msgspec import Struct

from gridwar.caches import Same, kept_of_fight
from gridwar.grid.areas.light_of_one_source import (
    ShiningLight,
    beam_of,
    cells_to,
    is_on_another_floor,
    runs_to,
    shed_by,
    stand_of,
    unhindered,
)
from gridwar.grid.lines.cells_through_openings import cells_through_openings
from gridwar.grid.lines.sight_and_effect import SIGHT, Stand, line_from_point
from gridwar.model.geometry import Cell, cell_at
from gridwar.model.zones import LIGHT, Light

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from gridwar.model.battlemap import BattleMap
    from gridwar.model.floors import Floor
    from gridwar.model.geometry import Size
    from gridwar.model.zones import Zone

    Levels = NDArray[np.uint8]
    Whole = NDArray[np.int64]

_UNPAINTED = 255


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
    through: Floor | None = None
    """The floor that is open where light of another one comes through."""


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
    shed = [(source, part) for source in given for part in shed_by(battle_map, source)]
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
        (level, source)
        for source in sources
        if (level := _level_of(battle_map, source, cell)) < Light.DARK
    ]
    dark = sorted((source for _level, source in near if source.strength < 0), key=_strength)
    darkness = next((one for one in dark if _reaches(battle_map, one, cell)), None)
    least = 0 if darkness is None else 1 - darkness.strength
    best = LightFound(Light.DARK if darkness else battle_map.light, darkness=darkness)
    lights = [
        (level, cells_to(battle_map, one, cell), one)
        for level, one in near
        if one.strength >= least
    ]
    for level, far, source in sorted(lights, key=lambda light: light[:2]):
        if level < best.level and _reaches(battle_map, source, cell):
            through = _open_floor(battle_map, source, cell)
            return LightFound(level, source, far, darkness=darkness, through=through)
    return best


def _strength(source: ShiningLight) -> int:
    return source.strength


def _level_of(battle_map: BattleMap, source: ShiningLight, cell: Cell) -> Light:
    """Return what a source gives a cell if nothing is in the way."""
    x, y, up = (np.array([run], np.int64) for run in runs_to(battle_map, source, cell))
    return Light(int(unhindered(source, x, y, up)[0]))


def _reaches(battle_map: BattleMap, source: ShiningLight, cell: Cell) -> bool:
    """Return whether nothing stops the line from a source to a cell."""
    if is_on_another_floor(battle_map, source, cell):
        beam, is_stopped = beam_of(battle_map, source), source.casts_shadows
        return any(
            floor.holds(cell) and bool(cells[cell.y - floor.at.y, cell.x - floor.at.x])
            for floor, cells in cells_through_openings(battle_map, beam, is_stopped=is_stopped)
        )
    if not source.casts_shadows:
        return True
    there = Stand((cell,), battle_map.ground_m(cell))
    stand = stand_of(battle_map, source)
    return line_from_point(battle_map, source.at, stand, there, SIGHT).clear


def _open_floor(battle_map: BattleMap, source: ShiningLight, cell: Cell) -> Floor | None:
    """Return the floor that is open between a source and a cell; None where both are on one."""
    if not is_on_another_floor(battle_map, source, cell):
        return None
    floors = (battle_map.floor_at(cell_at(source.at)), battle_map.floor_at(cell))
    return max(filter(None, floors), key=lambda floor: floor.elevation_m)


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
