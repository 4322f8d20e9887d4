"""The order of the squares that fit: what could be done from there, less what foes would do.

Both are shares: points expected to be lost of those left, and the chance of going down. Exact
figures are dear; so squares that look the same on the grid are put in one class, one of each is
worked out, and the others are ordered by it. What is shown first is worked out itself.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np
from msgspec import Struct

from gridwar.engine.insight.stands.cover_at_squares import OUT_OF_SIGHT

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from numpy.typing import NDArray

    from gridwar.engine.insight.danger_and_chance import Chance, Danger
    from gridwar.engine.insight.stands.sentence import StandSearch
    from gridwar.model.geometry import Cell

    Numbers = NDArray[np.int64]

BEST: Final = 5
"""So many squares are shown with their reasons."""
MOST_WORKED_OUT: Final = 24
"""Squares of different classes of which the figures are worked out, to find the best."""
_CLEAR_SHOT: Final = 12
"""What a shot at any foe is worth before figures are known, in steps of cover from one."""


class Figures(Struct, frozen=True):
    """What was worked out of a square; None where that is not known."""

    chance: Chance | None = None
    danger: Danger | None = None


class Ranking:
    """Orders the squares that fit one sentence."""

    def __init__(self, search: StandSearch, cells: tuple[Cell, ...]) -> None:
        """Take the squares that fit.

        Args:
            search: Knows lines, cover and ways.
            cells: The squares.
        """
        self._search, self._cells = search, cells

    @cached_property
    def first(self) -> tuple[Cell, ...]:
        """The squares before any figure is known: a shot this turn, little seen, a short way."""
        score = self._exposed - _CLEAR_SHOT * self._sees_any * self._strikes
        order = sorted(
            range(len(self._cells)),
            key=lambda at: (int(score[at]), self._way(self._cells[at]), self._cells[at]),
        )
        return tuple(self._cells[at] for at in order)

    @cached_property
    def classes(self) -> Mapping[Hashable, tuple[Cell, ...]]:
        """The squares that look the same on the grid, each class in the first order."""
        keys = dict(zip(self._cells, map(tuple, self._keys.tolist()), strict=True))
        found: dict[Hashable, list[Cell]] = {}
        for cell in self.first:
            found.setdefault(keys[cell], []).append(cell)
        return {key: tuple(some) for key, some in found.items()}

    @property
    def to_work_out(self) -> tuple[Cell, ...]:
        """One square of each class, those first in the first order."""
        return tuple(some[0] for some in self.classes.values())[:MOST_WORKED_OUT]

    def known(self, figures: Mapping[Cell, Figures]) -> int:
        """Return of how many classes a square is worked out."""
        return sum(any(cell in figures for cell in some) for some in self.classes.values())

    def ordered(self, figures: Mapping[Cell, Figures]) -> tuple[Cell, ...]:
        """Return the squares by their own figures, else by those of their class, the best first.

        Those of whose class nothing is known come last, in the first order.
        """
        worth: dict[Cell, float] = {}
        for some in self.classes.values():
            known = next((figures[cell] for cell in some if cell in figures), None)
            for cell in some:
                own = figures.get(cell, known)
                if own is not None:
                    worth[cell] = self.worth(cell, own)
        places = {cell: at for at, cell in enumerate(self.first)}
        return tuple(
            sorted(
                self._cells,
                key=lambda cell: (
                    cell not in worth,
                    -round(worth.get(cell, 0.0), 6),
                    self._way(cell) if cell in worth else 0,
                    places[cell],
                ),
            )
        )

    def worth(self, cell: Cell, figures: Figures) -> float:
        """Return what a square is worth: shares gained less shares lost.

        From where nothing is left to strike with, nothing is gained this turn.
        """
        now, vital = self._search.known, self._search.system.cards.vital
        best = None if figures.chance is None else figures.chance.best
        found = 0.0
        if best is not None and self._search.strikes_from(cell):
            found += best.loss / max(1, vital(now, best.whom).points) + best.down
        if figures.danger is not None:
            mine = max(1, vital(now, self._search.who).points)
            found -= figures.danger.loss / mine + figures.danger.goes_down
        return found

    def _way(self, cell: Cell) -> int:
        if cell == self._search.home:
            return 0
        return self._search.reached.costs.get(cell, 1 << 30)

    # --- what the grid knows --------------------------------------------------------------------

    @cached_property
    def _ranks(self) -> Numbers:
        """A row a square: the rank of the cover from each foe, or that there is no line."""
        search, among = self._search, self._search.mask_of(self._cells)
        xs, ys = self._places
        found = np.zeros((len(self._cells), len(search.foes)), np.int64)
        for at, foe in enumerate(search.foes):
            if search.covers.matters:
                found[:, at] = search.covers.ranks(foe, among)[ys, xs]
            else:
                is_seen = search.lines.seen_by(foe, among)[ys, xs]
                found[:, at] = np.where(is_seen, 0, OUT_OF_SIGHT)
        return found

    @property
    def _places(self) -> tuple[Numbers, Numbers]:
        where = np.array(self._cells, np.int64).reshape(-1, 2)
        return where[:, 0], where[:, 1]

    @cached_property
    def _exposed(self) -> Numbers:
        found: Numbers = (OUT_OF_SIGHT - self._ranks).sum(axis=1)
        return found

    @cached_property
    def _strikes(self) -> Numbers:
        return np.array([self._search.strikes_from(cell) for cell in self._cells], np.int64)

    @cached_property
    def _sees_any(self) -> Numbers:
        search, among = self._search, self._search.mask_of(self._cells)
        xs, ys = self._places
        found = np.zeros(len(self._cells), np.bool_)
        for foe in search.foes:
            found |= search.lines.sees(foe, among)[ys, xs]
        return found.astype(np.int64)

    @cached_property
    def _keys(self) -> Numbers:
        """A row a square: whether one can strike, cover, band and threat of each foe, height."""
        search, among = self._search, self._search.mask_of(self._cells)
        xs, ys = self._places
        columns = [self._ranks, self._strikes[:, None]]
        for foe in search.foes:
            far = search.far(foe, among)
            counted, straight = far.counted[ys, xs], far.straight[ys, xs]
            bands = np.zeros(len(self._cells), np.int64)
            for ring in search.rings:
                bands += (straight if ring.is_unrounded else counted) > ring.radius
            is_struck = np.zeros(len(self._cells), np.bool_)
            if foe in search.threats:
                is_struck = search.threats[foe][ys, xs]
            columns += [bands[:, None], is_struck[:, None].astype(np.int64)]
        heights = [round(1000 * search.known.map.ground_m(cell)) for cell in self._cells]
        columns.append(np.array(heights, np.int64).reshape(-1, 1))
        return np.concatenate(columns, axis=1)
