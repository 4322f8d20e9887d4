"""Lines between somebody and many squares: as if the one in question were put on each and asked.

What ``System.sight`` says of a pair counts. Where it tries plain lines (``plain_lines``), most
squares are told at once by whole numbers (``shadow_casting``). What these leave open, and whatever
else is special, is asked pair by pair: ground under props, other floors, the square where somebody
stands now, for which the game master may have given his word.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from gridwar.caches import Same, kept_of_fight
from gridwar.engine.insight.stands.fight_for_stands import SomeSquares, grounds_m, shifted
from gridwar.engine.kit.sight_and_cover import stand_at
from gridwar.grid.areas.shadow_casting import Shadows
from gridwar.grid.cells.bitboards import Extent
from gridwar.grid.cells.wall_crossings import walls_that
from gridwar.grid.lines.certain_obstacles import opaque_squares
from gridwar.grid.lines.sight_and_effect import (
    LineMode,
    LineRule,
    Purpose,
    Stand,
    opaque_kinds,
    stopper,
)
from gridwar.model.geometry import ONE_CELL, Cell, centre_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridwar.engine.insight.stands.fight_for_stands import StandFight
    from gridwar.model.terrain_kinds import TerrainKind
    from gridwar.model.walls import Wall

    Mask = NDArray[np.bool_]


class _Certain(Struct, frozen=True, eq=False):
    """Of which squares it is known at once that lines there are clear, or that none is."""

    clear: Mask
    hidden: Mask


class LinesToSquares:
    """Answers who has a line to whom, once somebody stands in any of many squares."""

    def __init__(self, fight: StandFight) -> None:
        """Ask of a fight."""
        self._fight = fight
        self._seen: dict[tuple[str, bool], SomeSquares] = {}
        self._certain: dict[str, _Certain | None] = {}
        self.asked = 0
        """How many pairs were asked one by one."""

    def seen_by(self, other: str, among: Mask) -> Mask:
        """Return from which of some squares somebody would be in a line of another."""
        return self._found(other, among, looks=False)

    def sees(self, other: str, among: Mask) -> Mask:
        """Return from which of some squares somebody would have a line to another."""
        return self._found(other, among, looks=True)

    def _found(self, other: str, among: Mask, *, looks: bool) -> Mask:
        if looks and not self._differs_back:
            looks = False  # the way back is as clear
        kept = self._seen.setdefault((other, looks), SomeSquares(self._fight.nothing()))
        return kept.get(among, lambda some: self._work_out(other, some, looks=looks))

    @property
    def _differs_back(self) -> bool:
        """Whether a line may be clear in one direction alone."""
        if self._fight.system.plain_lines(self._fight.known) is None:
            return True
        walls = self._fight.known.map.walls
        return any(walls_that(walls, stopper(purpose)).has_one_way for purpose in Purpose)

    def _work_out(self, other: str, some: Mask, *, looks: bool) -> Mask:
        certain = None if looks else self._certain_of(other)
        if certain is None:
            return self._one_by_one(other, some, looks=looks)
        found = some & certain.clear
        left = some & ~certain.clear & ~certain.hidden
        return found | self._one_by_one(other, left, looks=looks)

    def _one_by_one(self, other: str, some: Mask, *, looks: bool) -> Mask:
        fight = self._fight
        pair = (fight.who, other) if looks else (other, fight.who)

        def is_clear(cell: Cell) -> bool:
            self.asked += 1
            sight = fight.system.sight(fight.at(cell), *pair)
            return sight is not None and sight.clear

        return fight.where(is_clear, some)

    # --- many at once ---------------------------------------------------------------------------

    def _certain_of(self, other: str) -> _Certain | None:
        if other not in self._certain:
            stand = self._plain_stand(other)
            self._certain[other] = None if stand is None else self._shadows(stand)
        return self._certain[other]

    def _plain_stand(self, other: str) -> Stand | None:
        """Return where another stands, if all lines from it are plain ones; else None."""
        fight = self._fight
        levels = fight.system.board.levels
        lines, page = fight.system.plain_lines(fight.known), fight.known.map
        stand = stand_at(fight.known, other, levels)
        if lines is None or stand is None or lines.mode is LineMode.CORNERS:
            return None
        is_small = fight.me.size == ONE_CELL
        if lines.mode is LineMode.CENTRE and not (is_small and len(stand.cells) == 1):
            return None
        if not is_small and any(opaque_squares(page, purpose).any() for purpose in Purpose):
            return None  # its own squares are in nobody's way
        return stand

    def _shadows(self, stand: Stand) -> _Certain:
        """Return what is certain of the squares on the floor of a place."""
        fight, page = self._fight, self._fight.known.map
        clear, hidden = ~fight.nothing(), fight.nothing()
        for purpose in _purposes(Same(page.walls), Same(page.terrain_kinds)):
            is_clear, is_hidden = self._for(purpose, stand)
            clear &= is_clear
            hidden |= is_hidden
        special = self._special(stand)
        return _Certain(clear & ~special, hidden & ~special)

    def _for(self, purpose: Purpose, stand: Stand) -> tuple[Mask, Mask]:
        """Return where a line of one purpose is certainly clear, and where all are blocked."""
        fight = self._fight
        extent, rule = self._extent(), LineRule(purpose, LineMode.CENTRE)
        clear, hidden = fight.nothing(), ~fight.nothing()
        origin = Stand(stand.cells, max(stand.height_m, self._highest_m))
        for own in stand.cells:
            shadows = Shadows(fight.known.map, (centre_of(own), origin), extent, rule)
            sure, none = fight.nothing(), ~fight.nothing()
            part = np.s_[
                extent.top : extent.top + extent.height, extent.left : extent.left + extent.width
            ]
            sure[part] = ~shadows.hidden & ~shadows.doubtful
            none[part] = shadows.hidden
            for dx, dy in fight.offsets:
                clear |= shifted(sure, dx, dy, 0)
                hidden &= shifted(none, dx, dy, 1)
        return clear, hidden

    @cached_property
    def _highest_m(self) -> float:
        """How high the one in question may be in any square: lower walls are looked over, maybe."""
        return float(grounds_m(self._fight.known.map).max()) + self._fight.up_m

    def _extent(self) -> Extent:
        """Return the part of the map in which somebody's body may lie, or the other stands."""
        page, (left, top, width, height) = self._fight.known.map, self._fight.window
        return Extent(left, top, min(width, page.width - left), min(height, page.height - top))

    def _special(self, stand: Stand) -> Mask:
        """Return the squares that are asked one by one: the present one, and unusual ground."""
        fight, page = self._fight, self._fight.known.map
        found = fight.mask_of((fight.home,))
        for cells in (stand.cells, page.tops_m):
            found |= fight.mask_of(
                Cell(x - dx, y - dy) for x, y in cells for dx, dy in fight.offsets
            )
        if page.floors:
            floor = page.floor_at(stand.cells[0])
            same = fight.nothing()
            if floor is not None:
                same[floor.at.y : floor.end.y, floor.at.x : floor.end.x] = True
            found |= ~same
        return found


@kept_of_fight(4)
def _purposes(
    walls: Same[tuple[Wall, ...]], kinds: Same[tuple[TerrainKind, ...]]
) -> tuple[Purpose, ...]:
    """Return the purposes that have to be tried: one is enough where all stops both."""
    sight, effect = (stopper(purpose) for purpose in Purpose)
    are_alike = all(sight(wall) == effect(wall) for wall in walls.it) and (
        opaque_kinds(kinds.it, Purpose.SIGHT) == opaque_kinds(kinds.it, Purpose.EFFECT)
    )
    is_plain = walls_that(walls.it, sight).is_plain
    return (Purpose.SIGHT,) if are_alike and is_plain else tuple(Purpose)
