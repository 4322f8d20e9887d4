"""From where foes might strike at somebody once they have moved: a few squares, one of a kind.

Of the squares where a foe could stop, those are of a kind that have the same lines to the one in
question, and lie in the same bands of the foe's weapons: the cheapest to reach stands for them.
That says where it is worth trying, never what comes of it.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.engine.insight.ways_of_moving import reach_of, way_to
from gridwar.engine.kit.sight_and_cover import stand_at
from gridwar.engine.kit.yardstick_and_distances import Spot, cells_apart, place
from gridwar.grid.areas.viewshed import line_field
from gridwar.grid.lines.sight_and_effect import LineMode, LineRule, Purpose
from gridwar.model.geometry import footprint

if TYPE_CHECKING:
    from collections.abc import Hashable

    from gridwar.engine.insight.chart import Charting
    from gridwar.grid.movement.reach import Reach
    from gridwar.model.geometry import Cell

MOST_STANDS: Final = 8
"""Squares that are tried for each foe, beside the one where it stands."""
_CLOSE_CELLS: Final = 2
"""So near every square counts, whatever the weapons: who is next to whom matters everywhere."""
_FAR_CELLS: Final = 6
"""From here on distances are alike to whom no weapon has bands."""

Stands = list[tuple["Cell", tuple["Cell", ...]]]
"""Squares, each with the way there."""


class _Ends(Struct, frozen=True):
    """Where a foe could stop, the cheapest first, and the edges of its weapons' bands."""

    stops: tuple[tuple[int, Cell, tuple[Cell, ...], Spot], ...] = ()
    """What a square costs, the square, the cells filled there, and that as a spot."""
    edges: tuple[tuple[float, ...], ...] = ()
    reach: Reach | None = None


class StandsToStrikeFrom:
    """Squares to try for the foes of a charting; what depends on a foe alone is worked out once."""

    def __init__(self, charting: Charting) -> None:
        """Ask of the same fight as a charting does."""
        self._charting = charting
        self._known, self._me = charting.known, charting.known.combatants[charting.who]
        self._of: dict[str, _Ends] = {}
        self._ways: dict[tuple[str, Cell], tuple[Cell, ...]] = {}
        self._fields: dict[Cell, tuple[frozenset[Cell], ...]] = {}

    def of(self, foe: str, cell: Cell) -> Stands:
        """Return other squares from which a foe might strike at a square, with the ways there.

        The cheapest to reach of each kind; of too many kinds those close by.
        """
        if foe not in self._of:
            self._of[foe] = self._ends(foe)
        ends = self._of[foe]
        kinds: dict[Hashable, tuple[int, Cell]] = {}
        lines, stick = self._lines(cell), self._charting.system.yardstick(self._known)
        up = self._me.altitude - self._known.combatants[foe].altitude
        there = place(self._known, stick, cell, self._me.size, up)
        for cost, stand, body, spot in ends.stops:
            seen = tuple([not field.isdisjoint(body) for field in lines])
            if stand == cell or True not in seen:
                continue
            away = cells_apart(stick, there, spot)
            bands = tuple(
                [
                    bisect_left(edges, away) if edges else min(away, _FAR_CELLS)
                    for edges in ends.edges
                ]
            )
            kinds.setdefault((seen, min(away, _CLOSE_CELLS), bands), (cost, stand))
        chosen = sorted(kinds.values(), key=lambda one: (_far(one[1], cell), one))[:MOST_STANDS]
        ways = ((stand, self._way(foe, stand)) for _cost, stand in chosen)
        return [(stand, way) for stand, way in ways if way]

    def _way(self, foe: str, stand: Cell) -> tuple[Cell, ...]:
        reach = self._of[foe].reach
        if (foe, stand) not in self._ways:
            self._ways[foe, stand] = () if reach is None else way_to(reach, stand)
        return self._ways[foe, stand]

    def _ends(self, foe: str) -> _Ends:
        """Return where a foe gets in its next turn with enough left to strike."""
        charting, known = self._charting, self._known
        reach = reach_of(charting.system, charting.begun(foe, None), foe, strikes=True)
        if reach is None:
            return _Ends()
        one, stick = known.combatants[foe], charting.system.yardstick(known)
        found = sorted(
            (cost, stand)
            for stand, cost in reach.ends.items()
            if stand != reach.start and reach.can_stop(stand)
        )
        board = charting.system.board
        rings = (board.rings(known, foe, arm) for arm in charting.weapons_of(foe))
        return _Ends(
            tuple(
                (
                    cost,
                    stand,
                    tuple(footprint(stand, one.size)),
                    place(known, stick, stand, one.size),
                )
                for cost, stand in found
            ),
            tuple(tuple(sorted(ring.radius for ring in some)) for some in rings),
            reach,
        )

    def _lines(self, cell: Cell) -> tuple[frozenset[Cell], ...]:
        """Return from where there is a line to the one in question at a square, by purpose."""
        if cell not in self._fields:
            levels, page = self._charting.system.board.levels, self._known.map
            put = self._known.with_combatant(self._me.replace(pos=cell, trail=()))
            here = stand_at(put, self._me.id, levels)
            assert here is not None  # it has just been put there
            # From middle to middle: of several cells each line to each would have to be tried.
            mode = LineMode.SQUARES if len(here.cells) == 1 else LineMode.CENTRE
            rules = (LineRule(purpose, mode) for purpose in Purpose)
            far = max(page.width, page.height)
            self._fields[cell] = tuple(line_field(page, here, far, one).cells for one in rules)
        return self._fields[cell]


def _far(cell: Cell, other: Cell) -> int:
    return max(abs(cell.x - other.x), abs(cell.y - other.y))
