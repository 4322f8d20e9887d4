"""How high a line passes where it meets something: above it, or below its foot."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from gridwar.caches import Same
from gridwar.grid.cells.wall_crossings import crossing_at
from gridwar.model.geometry import SUBCELL, Cell

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from gridwar.model.battlemap import BattleMap
    from gridwar.model.geometry import Point
    from gridwar.model.painted_layers import Layer
    from gridwar.model.walls import Wall


HeightsKey: TypeAlias = tuple[Same["Layer"], float, Same["Mapping[Cell, float]"]]
"""All that the heights of a map depend on, as a key."""


def heights_key(battle_map: BattleMap) -> HeightsKey:
    """Return by what to keep what depends on the heights of a map."""
    return Same(battle_map.ground), battle_map.ground_step_m, Same(battle_map.tops_m)


def is_above(
    battle_map: BattleMap,
    ends: tuple[Point, Point],
    heights_m: tuple[float, float],
    part: Fraction,
    top_m: float,
) -> bool:
    """Return whether a line passes above something at one place of its way.

    Args:
        battle_map: The map, for the ground at the foot of the thing.
        ends: Start and end of the line.
        heights_m: The heights of start and end above the map's zero, in metres.
        part: The place, as part of the way from start to end.
        top_m: The height of the thing above the ground at its foot, in metres.

    Rules: CE-COV-05
    """
    line_m, ground_m = _heights_m(battle_map, ends, heights_m, part)
    return line_m > ground_m + top_m


def passes_by(
    battle_map: BattleMap,
    ends: tuple[Point, Point],
    heights_m: tuple[float, float],
    wall: Wall,
) -> bool:
    """Return whether a line passes above a wall that it meets, or below its foot.

    Args:
        battle_map: The map, for the ground at the wall.
        ends: Start and end of the line.
        heights_m: The heights of start and end above the map's zero, in metres.
        wall: The wall, of some height or with a foot off the ground.

    Rules: CE-COV-05
    """
    line_m, ground_m = _heights_m(battle_map, ends, heights_m, crossing_at(*ends, wall))
    if line_m < ground_m + wall.foot_m:
        return wall.foot_m > 0
    return wall.height_m is not None and line_m > ground_m + wall.height_m


def _heights_m(
    battle_map: BattleMap,
    ends: tuple[Point, Point],
    heights_m: tuple[float, float],
    part: Fraction,
) -> tuple[float, float]:
    """Return how high a line is at one place of its way, and how high the ground is there."""
    p, q = ends
    x, y = p[0] + part * (q[0] - p[0]), p[1] + part * (q[1] - p[1])
    ground = max(battle_map.foot_m(cell) for cell in _round(x, y))
    return heights_m[0] + float(part) * (heights_m[1] - heights_m[0]), ground


def _round(x: Fraction, y: Fraction) -> set[Cell]:
    """Return the cells that hold a place: one, or all that share the border or corner."""
    columns = {int(x // SUBCELL), -int(-x // SUBCELL) - 1}
    rows = {int(y // SUBCELL), -int(-y // SUBCELL) - 1}
    return {Cell(column, row) for column in columns for row in rows}
