"""Which doors lie in sight, and how a side takes a door to stand: as it saw it last."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from gridwar.caches import Same, kept_of_fight
from gridwar.model.geometry import SUBCELL
from gridwar.model.memory import FogMode
from gridwar.model.point_masks import points_per_cell
from gridwar.model.walls import DoorState, WallKind

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Size
    from gridwar.model.point_masks import Bits
    from gridwar.model.walls import Wall

PLACES: Final = np.linspace(0.25, 0.75, 9)
"""Where along a door is looked: not near its ends, where other walls are seen beside it."""
_BESIDE = ((0, 0), (-1, 0), (0, -1), (-1, -1))
"""A door between points lies on those of either side."""
_OCTET = 8


def door_as_known(encounter: Encounter, side: str, wall: Wall) -> DoorState:
    """Return how a side takes a door to stand; one that nobody saw, as it stands.

    Only by sight with a memory can a door be other than it is known to be.
    """
    if encounter.vision.mode is not FogMode.BY_SIGHT:
        return wall.door
    return encounter.vision.memory(side).doors.get(wall.id, wall.door)


def has_seen_door(encounter: Encounter, side: str, wall: Wall) -> bool:
    """Return whether a side remembers how a door stood."""
    return wall.id in encounter.vision.memory(side).doors


def doors_in(walls: tuple[Wall, ...], bits: Bits, size: Size) -> tuple[Wall, ...]:
    """Return the doors of which something lies among some points.

    Args:
        walls: All walls of the map.
        bits: Rows of the map's points, eight a byte.
        size: The map's width and height in cells.
    """
    doors = _doors(Same(walls), size)
    if not doors.numbers:
        return ()
    octets = bits[doors.rows, doors.columns // _OCTET]
    hits = ((octets >> (7 - doors.columns % _OCTET)) & 1).max(axis=1)
    return tuple(walls[doors.numbers[at]] for at in np.flatnonzero(hits).tolist())


class _Doors(NamedTuple):
    """The doors among walls, and points along each."""

    numbers: tuple[int, ...]
    rows: NDArray[np.int64]
    columns: NDArray[np.int64]


@kept_of_fight(8)
def _doors(walls: Same[tuple[Wall, ...]], size: Size) -> _Doors:
    numbers = tuple(n for n, one in enumerate(walls.it) if one.kind is WallKind.DOOR)
    ends = np.array([(*walls.it[n].a, *walls.it[n].b) for n in numbers], np.int64).reshape(-1, 4)
    per_cell = points_per_cell(size)
    x, y = (ends[:, [at]] + (ends[:, [at + 2]] - ends[:, [at]]) * PLACES for at in (0, 1))
    column, row = ((at * per_cell // SUBCELL).astype(np.int64) for at in (x, y))
    columns = np.concatenate([column + right for right, _down in _BESIDE], axis=1)
    rows = np.concatenate([row + down for _right, down in _BESIDE], axis=1)
    np.clip(columns, 0, size.w * per_cell - 1, out=columns)
    np.clip(rows, 0, size.h * per_cell - 1, out=rows)
    return _Doors(numbers, rows, columns)
