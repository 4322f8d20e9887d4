"""Where combatants are to each other: bands, distances, who is engaged, who is grouped up.

Everything measures by the one setting of the fight; engaged and grouped up mean the same for
areas, bubbles, ties and pseudogravity.
"""

from __future__ import annotations

from math import ceil, inf
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.kit import Metric, Yardstick, apart, of_places, place, spot_of
from gridwar.model.geometry import Cell, Size, footprint
from gridwar.systems.drive.core.house_rules_and_settings import settings_of
from gridwar.systems.drive.core.sheet import is_linked, sheet_of

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Spot

ENGAGEMENT: Final = "engagement"
_HALF: Final = 0.5


def yardstick(encounter: Encounter) -> Yardstick:
    """Return how the fight measures: the straight line unless its setting says otherwise.

    Rules: DR-SHD-02
    """
    metric = settings_of(encounter).distance_metric
    if metric == "straight":
        return Yardstick(Metric.EUCLID_NEAREST, area=None)
    return Yardstick(Metric(metric), area=Metric(metric))


def is_straight(encounter: Encounter) -> bool:
    """Return whether distances are straight lines, compared as they are, not in whole squares."""
    return yardstick(encounter).area is None


def distance(encounter: Encounter, a: Spot, b: Spot) -> float:
    """Return the squares between two spots, nearest to nearest, height as a third axis."""
    found = apart(yardstick(encounter), a, b)
    return found.straight_cells if is_straight(encounter) else found.total_cells


def between(encounter: Encounter, who: str, other: str) -> float | None:
    """Return the squares between two combatants; None where one of them is off the board."""
    by = yardstick(encounter)
    here, there = spot_of(encounter, by, encounter[who]), spot_of(encounter, by, encounter[other])
    return None if here is None or there is None else distance(encounter, here, there)


@of_places
def is_within(encounter: Encounter, who: str, other: str, squares: float) -> bool | None:
    """Return whether two are at most some squares apart; None where one is off the board."""
    found = between(encounter, who, other)
    return None if found is None else found <= squares


@of_places
def is_within_of_cell(encounter: Encounter, who: str, cell: Cell, squares: float) -> bool:
    """Return whether somebody is at most some squares from a square on the ground."""
    there = spot_of_one(encounter, who)
    return (
        there is not None and distance(encounter, spot_of_cell(encounter, cell), there) <= squares
    )


def near_reach(encounter: Encounter, squares: int) -> float:
    """Return how far off those are at most who are some squares apart, a diagonal being one.

    As the ruler counts them: a straight line to the nearest square.

    Rules: DR-SHD-02
    """
    return squares + _HALF if is_straight(encounter) else squares


def band_reach(encounter: Encounter, band: str) -> float | None:
    """Return how far a band goes, the diagonals within engagement included; None for any distance.

    Rules: DR-SHD-02, DR-SHD-03
    """
    squares = settings_of(encounter).reach(band)
    if squares is None or band != ENGAGEMENT:
        return squares
    return near_reach(encounter, squares)


def is_within_band(encounter: Encounter, who: str, other: str, band: str) -> bool | None:
    """Return whether two are as close as a band reaches; None where nothing can be measured."""
    reach = band_reach(encounter, band)
    return is_within(encounter, who, other, inf if reach is None else reach)


def spot_of_cell(encounter: Encounter, cell: Cell, altitude: float = 0.0) -> Spot:
    """Return the spot of a square, on the ground or some map units above it."""
    return place(encounter, yardstick(encounter), cell, altitude=altitude)


def spot_of_one(encounter: Encounter, who: str) -> Spot | None:
    """Return the spot of a combatant; None off the board."""
    return spot_of(encounter, yardstick(encounter), encounter[who])


def cells_within(
    encounter: Encounter, spot: Spot, reach: float, altitude: float = 0.0
) -> frozenset[Cell]:
    """Return the squares of the map, at some altitude, that lie within some squares of a spot."""
    squares = ceil(reach)
    xs, ys = [cell[0] for cell in spot.cells], [cell[1] for cell in spot.cells]
    page = encounter.map
    near = (
        cell
        for cell in footprint_between(
            (max(0, min(xs) - squares), max(0, min(ys) - squares)),
            (min(page.width - 1, max(xs) + squares), min(page.height - 1, max(ys) + squares)),
        )
        if (spot.floor is None or spot.floor.holds(cell))
        and distance(encounter, spot, spot_of_cell(encounter, cell, altitude)) <= reach
    )
    return frozenset(near)


def footprint_between(first: tuple[int, int], last: tuple[int, int]) -> tuple[Cell, ...]:
    """Return the squares of a rectangle, both corners included; none where it is empty."""
    wide, high = last[0] - first[0] + 1, last[1] - first[1] + 1
    return footprint(Cell(*first), Size(wide, high)) if wide > 0 and high > 0 else ()


# --- who is close ---------------------------------------------------------------------------------


GROUPED: Final = "grouped"
ENGAGING: Final = ("engaged", "grapple")
"""Ties by which two are engaged wherever they stand."""


def is_engaged(encounter: Encounter, who: str, other: str) -> bool:
    """Return whether two are engaged: tied so, or within engagement range, diagonals included.

    Rules: DR-SHD-02
    """
    if is_linked(encounter[who], encounter[other], *ENGAGING):
        return True
    return bool(is_within_band(encounter, who, other, ENGAGEMENT))


def is_close(encounter: Encounter, who: str, other: str) -> bool:
    """Return whether two are engaged or grouped up, so that no bubble comes between them.

    Rules: DR-SHD-02
    """
    if is_engaged(encounter, who, other):
        return True
    return _are_grouped(encounter, who, other, _ties(encounter))


def group_of(encounter: Encounter, who: str, *, proposed: bool = True) -> frozenset[str]:
    """Return the group somebody belongs to, they included.

    Two are together by the name of their group, by a tie, or where neither has a name and the gap
    between them is small; and whoever is with one of a group is with all of it.

    Args:
        encounter: The fight.
        who: Whose group.
        proposed: Whether a small gap makes a group; else the GM's word alone does.

    Rules: DR-AOE-01, DR-SHD-02
    """
    ties = _ties(encounter)
    return _group(encounter, who, ties if proposed else replace(ties, gap=None))


class _Ties(Struct, frozen=True):
    """What makes groups of people, wherever they stand.

    Attributes:
        together: Those of one named group, and every two who are tied.
        nameless: Whose group has no name.
        gap: How far off two of those are at most who are together; None: that makes no group.
    """

    together: frozenset[frozenset[str]]
    nameless: frozenset[str]
    gap: float | None


def _ties(encounter: Encounter) -> _Ties:
    people = encounter.everyone()
    named: dict[str, set[str]] = {}
    for one in people:
        named.setdefault(one.group, set()).add(one.id)
    nameless = frozenset(named.pop("", ()))
    tied = {
        frozenset((one.id, link.other_id))
        for one in people
        for link in sheet_of(one).links
        if link.kind == GROUPED
    }
    gap = near_reach(encounter, settings_of(encounter).group_gap_squares)
    return _Ties(frozenset(map(frozenset, named.values())) | tied, nameless, gap)


@of_places
def _are_grouped(encounter: Encounter, who: str, other: str, ties: _Ties) -> bool:
    return other in _group(encounter, who, ties)


@of_places
def _group(encounter: Encounter, who: str, ties: _Ties) -> frozenset[str]:
    spots = {one: spot_of_one(encounter, one) for one in ties.nameless}
    left = {one.id for one in encounter.everyone()} - {who}
    waiting, members = [who], {who}
    while waiting:
        one = waiting.pop()
        tied = frozenset[str]().union(*(some for some in ties.together if one in some))
        near = {
            other
            for other in left
            if other in tied
            or _has_small_gap(encounter, ties.gap, spots.get(one), spots.get(other))
        }
        left -= near
        members |= near
        waiting += near
    return frozenset(members)


def _has_small_gap(
    encounter: Encounter, gap: float | None, here: Spot | None, there: Spot | None
) -> bool:
    if gap is None or here is None or there is None:
        return False
    return distance(encounter, here, there) <= gap
