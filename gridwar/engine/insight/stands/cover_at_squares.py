"""Cover that somebody would have in many squares from another: as the rules say of each.

The grid finds what there is to hide behind (``best_covers``); what a system makes of it is asked of
``System.sight``, once for all squares of which the grid says the same, and once more for another of
them: where the two differ, each square is asked. Those shown best are asked one by one anyway.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gridwar.engine.insight.stands.fight_for_stands import SomeSquares, cells_of
from gridwar.engine.kit.sight_and_cover import stand_at
from gridwar.grid.lines.cover_of_many_targets import best_covers
from gridwar.grid.lines.sight_and_effect import Stand
from gridwar.model.cover_kinds import CoverDegree
from gridwar.model.geometry import Cell

if TYPE_CHECKING:
    from collections.abc import Hashable

    from numpy.typing import NDArray

    from gridwar.engine.insight.stands.fight_for_stands import StandFight
    from gridwar.engine.insight.stands.lines_to_squares import LinesToSquares

    Mask = NDArray[np.bool_]
    Ranks = NDArray[np.int8]

OUT_OF_SIGHT: Final = len(CoverDegree)
"""In place of a degree's rank: there is no line at all."""


class CoverAtSquares:
    """Answers how well somebody would be covered from another, in any of many squares."""

    def __init__(self, fight: StandFight, lines: LinesToSquares) -> None:
        """Ask of a fight; ``lines`` tells where there is anything to be covered from."""
        self._fight, self._lines = fight, lines
        self._ranks: dict[str, Ranks] = {}
        self._known: dict[str, SomeSquares] = {}

    @property
    def matters(self) -> bool:
        """Whether these rules know cover at all."""
        fight = self._fight
        sights = (fight.system.sight(fight.known, foe, fight.who) for foe in fight.foes)
        found = next((one for one in sights if one is not None), None)
        return found is not None and found.knows_cover

    def at_least(self, degree: CoverDegree, other: str, among: Mask) -> Mask:
        """Return in which of some squares somebody has so much cover from another, or no line."""
        return among & (self.ranks(other, among) >= degree.rank)

    def ranks(self, other: str, among: Mask) -> Ranks:
        """Return the rank of the cover from another; right in the squares asked about alone."""
        kept = self._known.setdefault(other, SomeSquares(self._fight.nothing()))
        ranks = self._ranks.setdefault(other, np.zeros(among.shape, np.int8))

        def find(some: Mask) -> Mask:
            seen = self._lines.seen_by(other, some)
            ranks[some & ~seen] = OUT_OF_SIGHT
            for cell, rank in self._in_sight(other, cells_of(seen)):
                ranks[cell.y, cell.x] = rank
            return some

        kept.get(among, find)
        return ranks

    def exact(self, other: str, cell: Cell) -> int:
        """Return the rank in one square, asked of the rules."""
        fight = self._fight
        sight = fight.system.sight(fight.at(cell), other, fight.who)
        return OUT_OF_SIGHT if sight is None or not sight.clear else sight.degree.rank

    def _in_sight(self, other: str, cells: list[Cell]) -> list[tuple[Cell, int]]:
        """Return the ranks in squares to which there is a line."""
        alike: dict[Hashable, list[Cell]] = {}
        for cell, key in zip(cells, self._keys(other, cells), strict=True):
            alike.setdefault(key, []).append(cell)
        found = list[tuple[Cell, int]]()
        for some in alike.values():
            ends = {cell: self.exact(other, cell) for cell in (some[0], some[-1])}
            if len(set(ends.values())) > 1:
                found += [(cell, self.exact(other, cell)) for cell in some]
            else:
                found += [(cell, ends[some[0]]) for cell in some]
        return found

    def _keys(self, other: str, cells: list[Cell]) -> list[Hashable]:
        """Return of each square what the grid knows of cover there; alike where that is equal."""
        fight = self._fight
        levels = fight.system.board.levels
        here = stand_at(fight.known, other, levels)
        if here is None:
            return list(cells)
        page = fight.known.map
        stands = [
            Stand(fight.body_cells(cell), page.ground_m(fight.own_cell(cell)) + fight.up_m)
            for cell in cells
        ]
        covers = best_covers(page, here, stands)
        return [
            cell
            if cell == fight.home or not set(here.cells).isdisjoint(stand.cells)
            else None
            if found is None
            else (found.degree, found.hard, found.form)
            for cell, stand, found in zip(cells, stands, covers, strict=True)
        ]
