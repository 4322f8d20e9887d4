"""What is known of many squares for whoever would stand there: distances, threats, lines, cover."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np
from msgspec import Struct

from gridwar.engine.insight.fight_as_known import have_odds
from gridwar.engine.insight.stands.cover_at_squares import CoverAtSquares
from gridwar.engine.insight.stands.fight_for_stands import StandFight, cells_of, grounds_m, shifted
from gridwar.engine.insight.stands.lines_to_squares import LinesToSquares
from gridwar.engine.insight.strikers_after_moves import striker
from gridwar.engine.kit.yardstick_and_distances import apart, spot_of, up_cells
from gridwar.grid.areas.distance_and_fire_fields import distance_field, straight_field
from gridwar.grid.cells.distance import HeightRule
from gridwar.grid.movement.threat import threat
from gridwar.model.geometry import ONE_CELL, Cell

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from gridwar.engine.kit.overlays_and_scenery import Ring
    from gridwar.engine.kit.yardstick_and_distances import Spot

    Mask = NDArray[np.bool_]
    Numbers = NDArray[np.int64]
    Lengths = NDArray[np.float64]

_UNKNOWN: Final = -1


class Distances(Struct, frozen=True, eq=False):
    """How far it is from squares to somebody, in cells, as rows of the map's cells.

    Attributes:
        counted: By the system's metric, with the height.
        straight: As the crow flies, unrounded.
    """

    counted: Numbers
    straight: Lengths


class StandKnowledge(StandFight):
    """A fight with what is asked of its squares; each thing is worked out once."""

    @cached_property
    def lines(self) -> LinesToSquares:
        """Who has a line to whom."""
        return LinesToSquares(self)

    @cached_property
    def covers(self) -> CoverAtSquares:
        """How well somebody is covered from others."""
        return CoverAtSquares(self, self.lines)

    @cached_property
    def rings(self) -> tuple[Ring, ...]:
        """The range bands of the weapon, from the inside out."""
        return self.system.board.rings(self.known, self.who, self.weapon)

    @cached_property
    def has_odds(self) -> bool:
        """Whether these rules offer anybody here an attack that the program has odds of."""
        return have_odds(self.system, self.known, self.who)

    @cached_property
    def threats(self) -> Mapping[str, Mask]:
        """By foe that can strike: the cells that it threatens from where it stands."""
        found = {}
        for foe in self.foes:
            shown = self.system.board.overlays(self.known, foe, "", None)
            if shown.threat and not shown.idle:
                found[foe] = self.mask_of(shown.threat)
        return found

    @cached_property
    def threats_after_moves(self) -> Mapping[str, Mask]:
        """By foe: the cells that it could threaten after a move of its own."""
        found = {}
        for foe in self.foes:
            mover = striker(self.system, self.known, foe)
            if mover is not None:
                found[foe] = threat((mover,), self.known.map.size).mask
        return found

    # --- distances ------------------------------------------------------------------------------

    def far(self, other: str, among: Mask) -> Distances:
        """Return how far it is to another from some squares; elsewhere the figures mean nothing."""
        kept = self._plain_distances
        if other not in kept:
            kept[other] = self._plain(other)
        plain = kept[other]
        return self._one_by_one(other, among) if plain is None else plain

    @cached_property
    def _plain_distances(self) -> dict[str, Distances | None]:
        return {}

    @cached_property
    def _asked(self) -> dict[str, dict[Cell, tuple[int, float]]]:
        return {}

    def _plain(self, other: str) -> Distances | None:
        """Return distances to all squares at once; None where bodies or floors are in the way."""
        state, page = self.known, self.known.map
        measure = self.system.yardstick(state)
        one = state[other]
        spot = spot_of(state, measure, one)
        is_plain = self.me.size == ONE_CELL and not page.floors
        if spot is None or one.pos is None or not is_plain:
            return None
        is_middle = measure.centres and one.size != ONE_CELL
        token = (spot.cells[0], ONE_CELL) if is_middle else (one.pos, one.size)
        up: Lengths = np.full((page.height, page.width), -spot.up_cells)
        if measure.ground:
            up += grounds_m(page) / page.scale.cell_m
        if self.me.altitude or measure.levels:
            up += up_cells(state, measure.levels, self.me.altitude)
        counted = distance_field(measure.metric, token, page.size, up, measure.height)
        crow = 0.0 if measure.height is HeightRule.IGNORE else up
        ((dx, dy),) = self.offsets
        straight = straight_field(token, page.size, crow)
        return Distances(shifted(counted, dx, dy, _UNKNOWN), shifted(straight, dx, dy, _UNKNOWN))

    def _one_by_one(self, other: str, among: Mask) -> Distances:
        state = self.known
        measure, kept = self.system.yardstick(state), self._asked.setdefault(other, {})
        there = spot_of(state, measure, state[other])
        counted = np.full(among.shape, _UNKNOWN, np.int64)
        straight = np.full(among.shape, float(_UNKNOWN))
        for cell in cells_of(among):
            if cell not in kept and there is not None:
                gap = apart(measure, self._spot(cell), there)
                kept[cell] = gap.total_cells, gap.straight_cells
            if cell in kept:
                counted[cell.y, cell.x], straight[cell.y, cell.x] = kept[cell]
        return Distances(counted, straight)

    def _spot(self, cell: Cell) -> Spot:
        measure = self.system.yardstick(self.known)
        found = spot_of(self.known, measure, self.me.replace(pos=self.own_cell(cell), trail=()))
        assert found is not None  # it was put on the map
        return found
