"""Rooms: the cells round one, up to walls, windows and doors that are not open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gridwar.grid.areas.paint_fill import filled
from gridwar.grid.lines.certain_obstacles import opaque_squares
from gridwar.grid.lines.sight_and_effect import Purpose
from gridwar.model.geometry import Cell
from gridwar.model.walls import WallSight

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridwar.model.battlemap import BattleMap
    from gridwar.model.walls import Wall

_LOOKED_OVER_M: Final = 1.6
"""What is lower than this parts no room."""


def room_around(page: BattleMap, cell: Cell) -> frozenset[Cell]:
    """Return the cells of the room that a cell lies in, and solid ground that bounds it.

    A cell of solid ground is a room by itself; off the map there is none.
    """
    if not page.contains(cell):
        return frozenset()
    solid = opaque_squares(page, Purpose.SIGHT)
    if solid[cell.y, cell.x]:
        return frozenset({cell})
    room = filled(page, cell, ~solid, _parts_rooms)
    room |= solid & _beside(room)
    return frozenset(Cell(x, y) for y, x in np.argwhere(room).tolist())


def _beside(cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the cells that touch any of some, at a side or a corner, and these themselves."""
    padded = np.pad(cells, 1)
    rows = padded[:, :-2] | padded[:, 1:-1] | padded[:, 2:]
    found: NDArray[np.bool_] = rows[:-2] | rows[1:-1] | rows[2:]
    return found


def _parts_rooms(wall: Wall) -> bool:
    is_tall = wall.height_m is None or wall.height_m >= _LOOKED_OVER_M
    return (
        is_tall and not wall.is_open and (wall.blocks_movement or wall.sight is not WallSight.NONE)
    )
