"""The stairs between the levels of a scene, made of the regions that take tokens along."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from gridwar.model.floors import MOST_LINK_CELLS, MOST_LINKS, USUAL_COST, Link

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from gridwar.formats.foundry.scene_contents import SceneLevel
    from gridwar.formats.foundry.scene_page import ScenePage
    from gridwar.formats.foundry.scene_regions import Outline, SceneRegion
    from gridwar.model.floors import Floor
    from gridwar.model.geometry import Cell

_REACH_CELLS = 12
"""Stairs are looked for so far round the middle of a region: a larger one is no stairs."""


class Stairs(NamedTuple):
    """Links that regions became, and what became of the others."""

    links: tuple[Link, ...]
    regions: int
    """So many regions are part of them."""
    cut: int
    """So many ends are larger than one of a link may be."""
    beyond: int
    """So many links are more than a map may have."""


def stairs_of(
    regions: Sequence[SceneRegion],
    levels: Sequence[SceneLevel],
    floors: Sequence[Floor],
    page: ScenePage,
) -> Stairs:
    """Return the links between the floors of a scene's levels.

    Args:
        regions: Those that lead somewhere, and those they may lead to.
        levels: The levels, the lowest first.
        floors: The floor of each.
        page: How each lies on its page.
    """
    made = _Made(levels, floors, page)
    by_id = {one.id: one for one in regions if one.id}
    for one in regions:
        if one.changes_level:
            here = made.floors_of(one)
            for low, high in pairwise(here):
                made.add(one, low, one, high, both_ways=True)
        for target in (by_id[to] for to in sorted(one.to) if to in by_id):
            for low, high in made.ends(one, target):
                made.add(one, low, target, high, both_ways=one.id in target.to)
    return made.stairs()


class _Made:
    """Links while they are made."""

    def __init__(
        self, levels: Sequence[SceneLevel], floors: Sequence[Floor], page: ScenePage
    ) -> None:
        self._pairs = tuple(zip(levels, floors, strict=True))
        self._page = page
        self._links: dict[tuple[frozenset[Cell], frozenset[Cell]], Link] = {}
        self._regions: set[int] = set()
        self._cut: set[int] = set()
        self._beyond = 0

    def floors_of(self, region: SceneRegion) -> list[Floor]:
        return [floor for level, floor in self._pairs if level.holds(region.levels)]

    def ends(self, one: SceneRegion, target: SceneRegion) -> Iterator[tuple[Floor, Floor]]:
        """Yield the floors between which a region leads into another, if they are two."""
        there = self.floors_of(target)
        for low in self.floors_of(one):
            high = next((floor for floor in there if floor is not low), None)
            if high is not None:
                yield low, high

    def add(
        self, one: SceneRegion, low: Floor, other: SceneRegion, high: Floor, *, both_ways: bool
    ) -> None:
        here, there = self._cells(one, low), self._cells(other, high)
        if not here or not there:
            return
        self._regions |= {id(one), id(other)}
        key = frozenset(here), frozenset(there)
        if key in self._links or (both_ways and key[::-1] in self._links):
            return
        if len(self._links) == MOST_LINKS:
            self._beyond += 1
            return
        kind = one.kind
        self._links[key] = Link(
            id=f"link-{len(self._links) + 1}",
            here=here,
            there=there,
            kind=kind,
            cost=USUAL_COST[kind],
            both_ways=both_ways,
        )

    def _cells(self, region: SceneRegion, floor: Floor) -> tuple[Cell, ...]:
        cells = _cells_of(region.outlines, self._page)
        if len(cells) > MOST_LINK_CELLS:
            self._cut.add(id(region))
            cells = cells[:MOST_LINK_CELLS]
        return tuple(sorted(cell.shifted(floor.at.x, floor.at.y) for cell in cells))

    def stairs(self) -> Stairs:
        links = tuple(self._links.values())
        return Stairs(links, len(self._regions), len(self._cut), self._beyond)


def _cells_of(outlines: Iterable[Outline], page: ScenePage) -> list[Cell]:
    """Return the cells whose middle lies in a shape, those nearest to its middle first."""
    found: dict[Cell, float] = {}
    for outline in outlines:
        across, down = zip(*outline, strict=True)
        mid_x, mid_y = (min(across) + max(across)) / 2, (min(down) + max(down)) / 2
        px = page.cell_px
        wide, high = (max(across) - min(across)) / 2, (max(down) - min(down)) / 2
        columns = range(-_reach(wide, px), _reach(wide, px) + 1)
        rows = range(-_reach(high, px), _reach(high, px) + 1)
        for x, y in ((mid_x + c * px, mid_y + r * px) for r in rows for c in columns):
            cell = page.cell(x, y)
            if cell is None:
                continue
            at_x = page.corner[0] + (cell.x + 0.5) * px
            at_y = page.corner[1] + (cell.y + 0.5) * px
            if _is_within(at_x, at_y, outline):
                far = math.hypot(at_x - mid_x, at_y - mid_y)
                found[cell] = min(far, found.get(cell, far))
        own = page.cell(mid_x, mid_y)
        if own is not None and not found and _is_within(mid_x, mid_y, outline):
            found[own] = 0.0  # one that is smaller than a cell
    return sorted(found, key=lambda cell: (found[cell], cell))


def _reach(half_px: float, cell_px: float) -> int:
    return min(_REACH_CELLS, math.ceil(half_px / cell_px))


def _is_within(x: float, y: float, outline: Outline) -> bool:
    """Return whether a place lies within a closed line: a ray to the right crosses it oddly."""
    is_in = False
    for (x0, y0), (x1, y1) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0):
            is_in = not is_in
    return is_in
