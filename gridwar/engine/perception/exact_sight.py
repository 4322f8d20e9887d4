"""Whether somebody has another in sight, by the exact line: what detection and its reasons ask.

The outlines that pictures are made of come from a sweep (``gridwar.grid.outlines``); who is seen is
decided here line by line. What was found is kept while map and places stay, so that a step of one
combatant asks anew only from and to where it stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.caches import Same, kept_of_fight
from gridwar.engine.kit.sight_and_cover import stand_at
from gridwar.grid.cells.distance import squared_cells
from gridwar.grid.lines.certain_obstacles import opaque_squares
from gridwar.grid.lines.heights_on_line import heights_key
from gridwar.grid.lines.lines_across_floors import cells_on_page, floors_apart
from gridwar.grid.lines.sight_and_effect import (
    LineRule,
    Purpose,
    Stand,
    line_across,
    line_from_point,
    middle_of,
)
from gridwar.model.geometry import cell_at, centre_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from gridwar.engine.kit.yardstick_and_distances import Levels
    from gridwar.grid.cells.obstacle_reasons import Obstacle
    from gridwar.grid.lines.heights_on_line import HeightsKey
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.encounter import Encounter
    from gridwar.model.floors import Floor
    from gridwar.model.geometry import Cell
    from gridwar.model.walls import Wall

EYE_M: Final = 1.6
"""How high the eyes of somebody of one cell are; those of larger ones as many times higher."""
_MOST_KEPT = 4096
_GIANT_CELLS = 64
"""Of whoever covers more, the cells at the rim stand for all: a line to others crosses them."""


def eye_stand(encounter: Encounter, who: str, levels: Levels) -> Stand | None:
    """Return the cells of a combatant and how high its eyes are; None off the board.

    Args:
        encounter: The fight.
        who: The combatant.
        levels: The levels of the system, if it counts height in them.
    """
    stand = stand_at(encounter, who, levels)
    if stand is None or not encounter.vision.eyes_by_size:
        return stand
    return Stand(stand.cells, stand.height_m + EYE_M * max(encounter[who].size))


def has_in_sight(
    battle_map: BattleMap, looker: Stand, target: Stand, smoke: frozenset[Cell]
) -> bool:
    """Return whether a line from the looker's middle reaches the middle of any cell of another.

    Args:
        battle_map: The map with its walls and ground.
        looker: Who looks, with the height of its eyes.
        target: At whom, with the height of its own.
        smoke: Cells into which sight reaches, and not beyond.
    """
    row = _row(
        Same(battle_map.walls),
        Same(opaque_squares(battle_map, Purpose.SIGHT)),
        heights_key(battle_map),
        (Same(smoke), Same(battle_map.openings), Same(battle_map.floors)),
        looker,
    )
    if target not in row:
        if len(row) >= _MOST_KEPT:
            row.clear()
        row[target] = what_hides(battle_map, looker, target, smoke) is None
    return row[target]


@kept_of_fight(256)
def _row(
    walls: Same[tuple[Wall, ...]],
    opaque: Same[NDArray[np.bool_]],
    ground: HeightsKey,
    smoke_and_floors: tuple[Same[frozenset[Cell]], Same[tuple[Cell, ...]], Same[tuple[Floor, ...]]],
    looker: Stand,
) -> dict[Stand, bool]:
    """Return the place where it is kept whom somebody has in sight from where it stands."""
    return {}


def what_hides(
    battle_map: BattleMap, looker: Stand, target: Stand, smoke: frozenset[Cell]
) -> Obstacle | None:
    """Return what is in the way to the nearest cell of another; None if any cell is in sight.

    Args:
        battle_map: The map with its walls and ground.
        looker: Who looks, with the height of its eyes.
        target: At whom, with the height of its own.
        smoke: Cells into which sight reaches, and not beyond.
    """
    if not set(looker.cells).isdisjoint(target.cells):
        return None
    if battle_map.floors and (floors := floors_apart(battle_map, looker.cells, target.cells)):
        return _hidden_by_floors(battle_map, floors, (looker, target), smoke)
    start, rule = middle_of(looker.cells), LineRule(blocking=smoke)
    here, first = cell_at(start), None
    for cell in sorted(_looked_for(target.cells), key=lambda cell: squared_cells(here, cell)):
        there = Stand((cell,), target.height_m)
        stopped = line_from_point(battle_map, start, looker, there, rule).blocked_by
        if stopped is None:
            return None
        first = first or stopped
    return first


def _hidden_by_floors(
    battle_map: BattleMap,
    floors: tuple[Floor, ...],
    stands: tuple[Stand, Stand],
    smoke: frozenset[Cell],
) -> Obstacle | None:
    """Return what is in the way to somebody on another floor, as `what_hides` does."""
    looker, target = stands
    start, rule, first = middle_of(looker.cells), LineRule(blocking=smoke), None
    for cell in _looked_for(target.cells):
        (laid,) = cells_on_page((cell,), floors[-1], floors[0])
        there = Stand((cell,), target.height_m)
        ends = (start, centre_of(laid))
        stopped = line_across(battle_map, ends, looker, there, rule).blocked_by
        if stopped is None:
            return None
        first = first or stopped
    return first


def _looked_for(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    if len(cells) <= _GIANT_CELLS:
        return cells
    columns, rows = ({at for at, _y in cells}, {at for _x, at in cells})
    ends = ({min(columns), max(columns)}, {min(rows), max(rows)})
    return tuple(cell for cell in cells if cell.x in ends[0] or cell.y in ends[1])
