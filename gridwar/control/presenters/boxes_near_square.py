"""Boxes of the tokens near a square: a card about it would rather not hide them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from gridwar.control.memo import Memo

if TYPE_CHECKING:
    from collections.abc import Collection

    from numpy.typing import NDArray

    from gridwar.control.records.chart_records import Box
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell

_NEAREST: Final = 6
_NEAR_CELLS: Final = 12


class BoxesNearSquare:
    """Finds whose tokens are near a square; asked at each step of the pointer among a thousand."""

    def __init__(self) -> None:
        """Know nobody yet."""
        self._kept: Memo[_Boxes] = Memo()

    def of(
        self, encounter: Encounter, cell: Cell, without: Collection[Box] = ()
    ) -> tuple[Box, ...]:
        """Return the boxes of the nearest, the nearest first, but for some.

        Args:
            encounter: The fight.
            cell: The square.
            without: Boxes of those who are left out.
        """
        boxes, columns, rows = self._kept.get((encounter,), lambda: _boxes_of(encounter))
        far = np.maximum(np.abs(columns - cell.x), np.abs(rows - cell.y))
        near = np.flatnonzero(far <= _NEAR_CELLS).tolist()
        found = sorted((int(far[at]), boxes[at]) for at in near if boxes[at] not in without)
        return tuple(box for _far, box in found[:_NEAREST])


class _Boxes(NamedTuple):
    """Boxes of cells of all on the map, and the columns and rows of their first cells."""

    boxes: tuple[Box, ...]
    columns: NDArray[np.int64]
    rows: NDArray[np.int64]


def _boxes_of(encounter: Encounter) -> _Boxes:
    people = encounter.combatants.values()
    boxes = tuple((*one.pos, *one.size) for one in people if one.pos is not None)
    columns, rows = (np.array([box[axis] for box in boxes], dtype=np.int64) for axis in (0, 1))
    return _Boxes(boxes, columns, rows)
