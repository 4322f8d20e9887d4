"""Classes of squares by what the grid knows of them: they order the work and are never trusted.

Two squares are alike for an attack between two, as far as the grid can tell, where band, lines,
cover both ways, height, terrain, zones and neighbours are. A rule may ask for more than that:
what is told of one by another is provisional until it has been rehearsed itself.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.caches import Same
from gridwar.engine.kit.sight_and_cover import stand_at
from gridwar.engine.kit.yardstick_and_distances import cells_apart, place, up_cells
from gridwar.grid.areas.viewshed import line_field
from gridwar.grid.lines.cover_of_many_targets import kept_cover
from gridwar.grid.lines.sight_and_effect import LineMode, LineRule, Purpose, Stand
from gridwar.model.geometry import footprint

if TYPE_CHECKING:
    from collections.abc import Container, Hashable, Iterable

    from gridwar.engine.kit.rule_system import System
    from gridwar.engine.kit.yardstick_and_distances import Spot
    from gridwar.grid.areas.viewshed import LineField
    from gridwar.grid.lines.cover_on_line import CoverFound
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell

_CLOSE_CELLS: Final = 2
"""So near every square counts, whatever the weapons: who is next to whom matters everywhere."""
_BEYOND: Final = -1
"""The band of what is farther than a weapon reaches: there neither cover nor square matters."""
_FAR_CELLS: Final = 6
"""From here on distances are alike to whom no weapon has bands."""


class _Square(Struct, frozen=True):
    """What there is to know of a square, whoever looks at it.

    Attributes:
        stand: Somebody who stands there.
        spot: The same, to be measured from.
        ground: Height, terrain and zones.
        near: Who else is next to it.
    """

    stand: Stand
    spot: Spot
    ground: Hashable
    near: frozenset[str]


class ClassesByGrid:
    """Tells the classes of squares for attacks between one whose place varies and others."""

    def __init__(self, system: System, encounter: Encounter, who: str) -> None:
        """Take a fight, and whose place varies in it."""
        self._system, self._now, self._who = system, encounter, who
        self._me, self._stick = encounter.combatants[who], system.yardstick(encounter)
        self._spots: dict[str, Spot] = {}
        self._others = [
            one
            for one in encounter.everyone()
            if one.id != who and one.pos is not None and not one.aside
        ]
        self._taken = frozenset(
            cell for one in self._others if one.pos for cell in footprint(one.pos, one.size)
        )
        self._squares: dict[Cell, _Square] = {}
        self._page = Same(encounter.map)
        self._seen: dict[str, tuple[Stand, tuple[LineField, ...]]] = {}
        self._edges: dict[tuple[str, str], tuple[float, ...]] = {}

    def is_open(self, cell: Cell) -> bool:
        """Return whether nothing is seen to be in the way of standing there."""
        page = self._now.map
        body = footprint(cell, self._me.size)
        return all(
            page.contains(one) and one not in self._taken and not page.terrain_at(one).impassable
            for one in body
        )

    def key(
        self, other: str, representative: str, cell: Cell, weapons: Iterable[str], *, mine: bool
    ) -> Hashable:
        """Return what squares share that look alike for attacks between the one and another.

        Args:
            other: The other.
            representative: Who stands for all that are equal to it: one of them, or itself.
            cell: Where the one would stand.
            weapons: Those of the attacker, by id.
            mine: Whether the one attacks; else the other does.
        """
        here, fields = self._fields(other)
        square = self._square(cell)
        there = square.stand
        away = cells_apart(self._stick, self._spot(other), square.spot)
        lines = tuple([_has_any(field, there.cells) for field in fields])
        close = min(away, _CLOSE_CELLS)
        if True not in lines:
            return representative, lines, close
        owner = self._who if mine else representative
        bands = tuple([self._band(owner, one, away) for one in weapons])
        if all(band == _BEYOND for band in bands):
            return representative, lines, close, bands
        from_, to = (there, here) if mine else (here, there)
        cover = kept_cover(self._page, from_, to)
        near = square.near
        if not near.isdisjoint((other, representative)):
            swapped = {other: representative, representative: other}
            near = frozenset(swapped.get(one, one) for one in near)
        return representative, lines, close, bands, _told(cover), square.ground, near

    def _fields(self, other: str) -> tuple[Stand, tuple[LineField, ...]]:
        """Return where somebody stands, and what it has lines to."""
        if other not in self._seen:
            here = stand_at(self._now, other, self._system.board.levels)
            assert here is not None  # foes are on the map
            far = max(self._now.map.width, self._now.map.height)
            # From middle to middle: of several cells each line to each would have to be tried.
            mode = LineMode.SQUARES if len(here.cells) == 1 else LineMode.CENTRE
            rules = (LineRule(purpose, mode) for purpose in Purpose)
            fields = (line_field(self._now.map, here, far, rule) for rule in rules)
            self._seen[other] = here, tuple(fields)
        return self._seen[other]

    def _spot(self, other: str) -> Spot:
        if other not in self._spots:
            one = self._now.combatants[other]
            assert one.pos is not None  # the same
            up = one.altitude - self._me.altitude
            self._spots[other] = place(self._now, self._stick, one.pos, one.size, up)
        return self._spots[other]

    def _band(self, owner: str, weapon: str, away: int) -> int:
        """Return in which band of a weapon a distance lies."""
        owned = owner, weapon
        if owned not in self._edges:
            rings = self._system.board.rings(self._now, owner, weapon)
            self._edges[owned] = tuple(sorted(ring.radius for ring in rings))
        edges = self._edges[owned]
        if edges and away > edges[-1]:
            return _BEYOND
        return bisect_left(edges, away) if edges else min(away, _FAR_CELLS)

    def _square(self, cell: Cell) -> _Square:
        if cell not in self._squares:
            page, body = self._now.map, footprint(cell, self._me.size)
            ground_m = page.ground_m(cell)
            near = frozenset(
                one.id
                for one in self._others
                if one.pos and max(abs(one.pos.x - cell.x), abs(one.pos.y - cell.y)) < _CLOSE_CELLS
            )
            zones = tuple(zone.id for zone in page.zones if _has_any(zone.cells, body))
            terrain = tuple(page.terrain_at(one).name for one in body if page.contains(one))
            self._squares[cell] = _Square(
                Stand(body, ground_m + self._up_m),
                place(self._now, self._stick, cell, self._me.size),
                (ground_m, terrain, zones),
                near,
            )
        return self._squares[cell]

    @cached_property
    def _up_m(self) -> float:
        """How high above the ground the one is, in metres."""
        up = up_cells(self._now, self._system.board.levels, self._me.altitude)
        return up * self._now.map.scale.cell_m


def _has_any(cells: Container[Cell], body: Iterable[Cell]) -> bool:
    return any(one in cells for one in body)


def _told(cover: CoverFound | None) -> Hashable:
    return None if cover is None else (cover.degree, cover.hard, cover.form, cover.unused)
