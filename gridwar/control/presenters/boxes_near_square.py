"""Boxes of the tokens near a square: a card about it would rather not hide them."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final, TypeAlias

from gridwar.control.memo import Memo

if TYPE_CHECKING:
    from collections.abc import Collection

    from gridwar.control.records.chart_records import Box
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell

    _Blocks: TypeAlias = dict[tuple[int, int], list[Box]]
    """Boxes of all on the map, by the block of cells that their first cells are in."""

_NEAREST: Final = 6
_NEAR_CELLS: Final = 12
"""So many cells each way are a block, too."""


class BoxesNearSquare:
    """Finds whose tokens are near a square; asked at each step of the pointer among a thousand."""

    def __init__(self) -> None:
        """Know nobody yet."""
        self._kept: Memo[_Blocks] = Memo()

    def of(
        self, encounter: Encounter, cell: Cell, without: Collection[Box] = ()
    ) -> tuple[Box, ...]:
        """Return the boxes of the nearest, the nearest first, but for some.

        Args:
            encounter: The fight.
            cell: The square.
            without: Boxes of those who are left out.
        """
        blocks = self._kept.get((encounter,), lambda: _blocks_of(encounter))
        column, row = cell.x // _NEAR_CELLS, cell.y // _NEAR_CELLS
        found: list[tuple[int, Box]] = []
        for beside in product((column - 1, column, column + 1), (row - 1, row, row + 1)):
            for box in blocks.get(beside, ()):
                far = max(abs(box[0] - cell.x), abs(box[1] - cell.y))
                if far <= _NEAR_CELLS and box not in without:
                    found.append((int(far), box))
        return tuple(box for _far, box in sorted(found)[:_NEAREST])


def _blocks_of(encounter: Encounter) -> _Blocks:
    blocks: _Blocks = {}
    for one in encounter.combatants.values():
        if one.pos is not None:
            block = one.pos.x // _NEAR_CELLS, one.pos.y // _NEAR_CELLS
            blocks.setdefault(block, []).append((*one.pos, *one.size))
    return blocks
