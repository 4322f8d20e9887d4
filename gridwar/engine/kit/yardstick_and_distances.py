"""How a rule system measures: its metric, how height joins in, and distances between any places.

The ruler, bands, templates and threats measure with the system's `Yardstick`, and so do its rules:
they make spots of cells and combatants here and ask here how far apart two spots are. How two
places lie to each other is known nowhere else; a contract test refuses a system that measures bare
cells with ``gridwar.grid``.
"""

from __future__ import annotations

from itertools import product
from math import hypot, inf
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.grid.cells.distance import (
    HeightRule,
    Metric,
    distance_cells,
    footprint_distance_cells,
    nearest_cells,
    squared_cells,
)
from gridwar.model.geometry import ONE_CELL, SUBCELL, Cell, cell_at, footprint, footprint_centre

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.model.battlemap import BattleMap
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter
    from gridwar.model.floors import Floor
    from gridwar.model.geometry import Size
    from gridwar.model.walls import Wall

    Cells = tuple[Cell, ...]

STRAIGHT = frozenset({Metric.EUCLID_NEAREST, Metric.EUCLID_FLOOR})
"""The metrics that follow the straight line."""


class Level(Struct, frozen=True):
    """One of the levels in which a system counts height.

    Attributes:
        name: What it is called: Ground, Low, High.
        height_cells: How high it lies, in cells above the map's ground.
        tag: A short word on the token; empty where nobody needs to be told.
    """

    name: str
    height_cells: float = 0.0
    tag: str = ""


Levels = tuple[Level, ...]
"""The levels of a system, the lowest first; none where height is measured in map units."""


def level_number(levels: Levels, altitude: float) -> int:
    """Return which of the levels an altitude is: the nearest that there is."""
    return max(0, min(round(altitude), len(levels) - 1))


class Yardstick(Struct, frozen=True):
    """How a system measures ranges and areas.

    Attributes:
        metric: What a diagonal counts, for ranges.
        height: How a difference of height joins in.
        ground: Whether the height of the ground counts besides the altitude.
        centres: Whether tokens are measured from their middles, not from the nearest cells.
        area: The metric of areas; None for the straight line, unrounded.
        levels: What altitude counts, from ``Board.levels``.
    """

    metric: Metric = Metric.CHEBYSHEV
    height: HeightRule = HeightRule.AXIS
    ground: bool = True
    centres: bool = False
    area: Metric | None = Metric.CHEBYSHEV
    levels: Levels = ()

    @property
    def is_straight(self) -> bool:
        """Return whether ranges follow the straight line, so that a band is a circle."""
        return self.metric in STRAIGHT


_STEPS = Yardstick()
"""Diagonals count one, as steps do."""


class Spot(Struct, frozen=True):
    """Cells at a height, in cells above the map's zero: a token, or one end of a ruler.

    On a map with floors it says which they are on: how far apart two spots are is measured on the
    plan of the building, with the height of their floors.
    """

    cells: tuple[Cell, ...]
    up_cells: float = 0.0
    floor: Floor | None = None

    def on_page_of(self, other: Spot) -> tuple[Cell, ...]:
        """Return its cells as they lie on the page of another, above or below where they are."""
        if self.floor is None or other.floor is None or self.floor.shift == other.floor.shift:
            return self.cells
        (dx, dy), (to_x, to_y) = self.floor.shift, other.floor.shift
        return tuple(cell.shifted(to_x - dx, to_y - dy) for cell in self.cells)


class Apart(Struct, frozen=True):
    """How far apart two spots are.

    Attributes:
        plane_cells: On the ground, by the metric.
        up_cells: The difference of height, positive where the second is higher.
        total_cells: With the height, by the metric.
        straight_cells: With the height, as the crow flies and unrounded.
    """

    plane_cells: int
    up_cells: float
    total_cells: int
    straight_cells: float


def ground_cells(encounter: Encounter, yardstick: Yardstick, cell: Cell) -> float:
    """Return the height of the ground as far as it counts, in cells."""
    battle_map = encounter.map
    if not yardstick.ground or not battle_map.contains(cell):
        return 0.0
    return battle_map.ground_m(cell) / battle_map.scale.cell_m


def up_cells(encounter: Encounter, levels: Levels, altitude: float) -> float:
    """Return how high an altitude is, in cells above the ground.

    Args:
        encounter: For the scale.
        levels: The levels of the system, if it counts height in them.
        altitude: In map units, or the number of a level.
    """
    if levels:
        return levels[level_number(levels, altitude)].height_cells
    return altitude / encounter.map.scale.cell_size


def place(
    encounter: Encounter,
    yardstick: Yardstick,
    cell: Cell,
    size: Size = ONE_CELL,
    altitude: float = 0.0,
) -> Spot:
    """Return the spot of something at a cell.

    Args:
        encounter: For the ground and the scale.
        yardstick: How the system measures.
        cell: The top left cell.
        size: Width and height in cells.
        altitude: How high above the ground, in map units or as the number of a level.
    """
    # Asked for without end: what most places have, no height and one cell, costs next to nothing.
    up = ground_cells(encounter, yardstick, cell) if yardstick.ground else 0.0
    if altitude or yardstick.levels:
        up += up_cells(encounter, yardstick.levels, altitude)
    floor = None
    if encounter.map.floors:
        floor = encounter.map.floor_at(cell)
        up += _elevation_cells(encounter.map, floor)
    if size == ONE_CELL:
        return Spot((cell,), up, floor)
    if yardstick.centres:
        return Spot((cell_at(footprint_centre(cell, size)),), up, floor)
    return Spot(footprint(cell, size), up, floor)


def _elevation_cells(page: BattleMap, floor: Floor | None) -> float:
    return 0.0 if floor is None else floor.elevation_m / page.scale.cell_m


def spot_of(encounter: Encounter, yardstick: Yardstick, one: Combatant) -> Spot | None:
    """Return the spot of a combatant; None where it is off the board."""
    if one.pos is None:
        return None
    return place(encounter, yardstick, one.pos, one.size, one.altitude)


def spot_at(page: BattleMap, cells: tuple[Cell, ...], height_m: float = 0.0) -> Spot:
    """Return the spot of any cells: the squares of an area, of a line, of several combatants.

    Args:
        page: For the scale.
        cells: Which cells.
        height_m: How high they lie, in metres above the zero of their floor. Where only two spots
            are compared, one may have the difference of these heights, and the other none.
    """
    up = height_m / page.scale.cell_m if height_m else 0.0
    if not page.floors or not cells:
        return Spot(cells, up)
    floor = page.floor_at(cells[0])
    return Spot(cells, up + _elevation_cells(page, floor), floor)


def cells_towards(page: BattleMap, start: tuple[Cell, ...], end: tuple[Cell, ...]) -> Cells:
    """Return some cells as they lie on the page of others: in which direction they are seen."""
    if not page.floors:
        return end
    return spot_at(page, end).on_page_of(spot_at(page, start))


def cells_apart(yardstick: Yardstick, a: Spot, b: Spot) -> int:
    """Return the cells between two spots, nearest cell to nearest cell, with the height.

    It is the total of `apart`, for rules that ask for nothing else.
    """
    up = b.up_cells - a.up_cells
    there = b.cells if b.floor is a.floor else b.on_page_of(a)
    return footprint_distance_cells(yardstick.metric, a.cells, there, up, yardstick.height)


def squared_apart(a: Spot, b: Spot) -> float:
    """Return the square of the straight distance between two spots, in cells, with the height.

    From the middle of the nearest cell to the middle of the nearest; whole where the height is
    the same, so that distances can be compared without rounding.
    """
    up = b.up_cells - a.up_cells
    return _squared_flat(a, b) + up * up


def _squared_flat(a: Spot, b: Spot) -> int:
    there = b.cells if b.floor is a.floor else b.on_page_of(a)
    if len(a.cells) == len(there) == 1:
        return squared_cells(a.cells[0], there[0])
    return min(squared_cells(p, q) for p in a.cells for q in there)


def squared_from(page: BattleMap, cell: Cell) -> Callable[[Cell], float]:
    """Return what tells the square of the straight distance from a cell to others on the ground.

    It is a key by which cells are put in order.
    """
    here = spot_at(page, (cell,))
    return lambda other: squared_apart(here, spot_at(page, (other,)))


def nearest_between(a: Spot, b: Spot) -> tuple[Cell, Cell]:
    """Return the two cells at which two spots are nearest to each other, by the straight line.

    Of pairs that are equally near the first in reading order.
    """
    there = b.cells if b.floor is a.floor else b.on_page_of(a)
    mine, other = nearest_cells(a.cells, there)
    return mine, b.cells[there.index(other)]


def nearest_pairs(yardstick: Yardstick, a: Spot, b: Spot) -> tuple[tuple[Cell, Cell], ...]:
    """Return all pairs of cells at which two spots are as near to each other as they are.

    In the order of the cells of the first, then of the second.
    """
    pairs, laid = product(a.cells, b.cells), product(a.cells, b.on_page_of(a))
    metric, up, height = yardstick.metric, b.up_cells - a.up_cells, yardstick.height
    far = [distance_cells(metric, p, q, up, height) for p, q in laid]
    nearest = min(far)
    return tuple(pair for pair, cells in zip(pairs, far, strict=True) if cells == nearest)


def wall_apart(spot: Spot, wall: Wall) -> float:
    """Return the cells in a straight line from a spot to the middle of a wall or door, unrounded.

    From the middle of its nearest cell; height does not count. No wall of another floor is near.
    """
    x, y = (wall.a.x + wall.b.x) / 2 / SUBCELL, (wall.a.y + wall.b.y) / 2 / SUBCELL
    if spot.floor is not None and not spot.floor.touches(x, y):
        return inf
    return min(hypot(x - cell.x - 0.5, y - cell.y - 0.5) for cell in spot.cells)


def apart(yardstick: Yardstick, a: Spot, b: Spot) -> Apart:
    """Return how far apart two spots are, nearest cell to nearest cell."""
    up = b.up_cells - a.up_cells
    flat = _squared_flat(a, b) ** 0.5
    counted = 0.0 if yardstick.height is HeightRule.IGNORE else up
    return Apart(
        footprint_distance_cells(yardstick.metric, a.cells, b.on_page_of(a)),
        up,
        cells_apart(yardstick, a, b),
        hypot(flat, counted),
    )


def is_within(page: BattleMap, one: Combatant, cell: Cell, squares: int) -> bool:
    """Return whether a square lies no further from somebody than so many, diagonals counting 1."""
    if one.pos is None:
        return False
    mine, there = spot_at(page, footprint(one.pos, one.size)), spot_at(page, (cell,))
    return cells_apart(_STEPS, mine, there) <= squares
