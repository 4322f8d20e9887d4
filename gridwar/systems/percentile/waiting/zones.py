"""Kill zones: arcs, the squares that they cover, and who stands in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.engine.kit import Cell
from gridwar.grid.arcs import bearing_deg, is_in_arc, off_axis_deg
from gridwar.grid.metrics import Metric, footprint_distance_cells
from gridwar.model.geometry import SUBCELL, centre_of, footprint, footprint_centre
from gridwar.systems.percentile.core.scores import weapon_of
from gridwar.systems.percentile.core.state import sheet_of, switches_of
from gridwar.systems.percentile.positions.squares import sight_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter


_AHEAD_DEG: Final = 90


def _bearings(encounter: Encounter, who: str, cell: Cell) -> Iterator[float]:
    """Yield the bearings that decide whether a square lies in an arc of somebody's.

    Rules: PC-ACT-11
    """
    one = encounter[who]
    assert one.pos is not None
    start, there = footprint_centre(one.pos, one.size), centre_of(cell)
    yield bearing_deg(start, there)
    if switches_of(encounter).arc_rule == "any_part":
        half = SUBCELL // 2
        for dx in (-half, half):
            for dy in (-half, half):
                yield bearing_deg(start, there._replace(x=there.x + dx, y=there.y + dy))


def is_covered(encounter: Encounter, who: str, cell: Cell, arc: tuple[float, float]) -> bool:
    """Return whether a square lies in an arc of somebody's, both edges included.

    Args:
        encounter: The fight.
        who: Whose arc.
        cell: The square.
        arc: Its axis and its width, in degrees.

    Rules: PC-ACT-11
    """
    bearings = list(_bearings(encounter, who, cell))
    if any(is_in_arc(bearing, *arc) for bearing in bearings):
        return True
    # A square whose corners lie on both sides of a narrow arc has a part of it inside.
    signs = [(bearing - arc[0] + 180) % 360 - 180 for bearing in bearings]
    near = all(off_axis_deg(bearing, arc[0]) < _AHEAD_DEG for bearing in bearings)
    return near and min(signs) < 0 < max(signs)


def squares_within(
    encounter: Encounter, who: str, weapon: str, arc: tuple[float, float] | None = None
) -> frozenset[Cell]:
    """Return the squares within a weapon's Maximum Distance, of an arc where one is given.

    Rules: PC-ACT-10, PC-ACT-11, PC-ATK-02
    """
    one, own = encounter[who], weapon_of(encounter[who], weapon)
    if one.pos is None or own is None:
        return frozenset()
    far, page, metric = own.maximum_distance, encounter.map, _metric(encounter)
    mine = footprint(one.pos, one.size)
    columns = range(max(0, one.pos.x - far), min(page.width, one.pos.x + one.size.w + far))
    rows = range(max(0, one.pos.y - far), min(page.height, one.pos.y + one.size.h + far))
    return frozenset(
        cell
        for x in columns
        for y in rows
        if (cell := Cell(x, y)) not in mine
        and footprint_distance_cells(metric, mine, (cell,)) <= far
        and (arc is None or is_covered(encounter, who, cell, arc))
    )


def _metric(encounter: Encounter) -> Metric:
    return Metric(switches_of(encounter).grid_metric)


def in_arc(
    encounter: Encounter, who: str, weapon: str, arc: tuple[float, float]
) -> tuple[str, ...]:
    """Return who stands in an arc within Maximum Distance and in sight, friends too.

    Rules: PC-ACT-11, PC-TST-06, PC-ATK-02
    """
    one, own = encounter[who], weapon_of(encounter[who], weapon)
    if one.pos is None or own is None:
        return ()
    mine, metric = footprint(one.pos, one.size), _metric(encounter)
    found = []
    for other in encounter.everyone():
        if other.id == who or other.pos is None or sheet_of(other).dead:
            continue
        cells = footprint(other.pos, other.size)
        near = footprint_distance_cells(metric, mine, cells) <= own.maximum_distance
        inside = any(is_covered(encounter, who, cell, arc) for cell in cells)
        if near and inside and _seen(encounter, who, other.id):
            found.append(other.id)
    return tuple(found)


def _seen(encounter: Encounter, who: str, other: str) -> bool:
    if not switches_of(encounter).require_los:
        return True
    seen = sight_of(encounter, who, other)
    return seen is None or seen.clear
