"""Where combatants are to each other: bands, distances, who is close, who is inside a bubble.

Everything measures by the one setting of the fight; engaged and grouped up mean the same for
areas, bubbles, ties and pseudogravity.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Final

from gridwar.engine.kit import Metric, Yardstick, apart, place, spot_of, squared_from
from gridwar.grid.areas.disc_ring_square_line import line
from gridwar.model.geometry import Cell, Size, footprint
from gridwar.systems.drive.core.sheet import is_linked, sheet_of
from gridwar.systems.drive.core.state import Bubble, settings_of, state_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Combatant, Encounter, Spot
    from gridwar.systems.drive.core.point_sources import Shield

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
    reach, squares = band_reach(encounter, band), between(encounter, who, other)
    if squares is None:
        return None
    return reach is None or squares <= reach


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
        if distance(encounter, spot, spot_of_cell(encounter, cell, altitude)) <= reach
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
    return is_engaged(encounter, who, other) or other in group_of(encounter, who)


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
    left = {one.id: one for one in encounter.everyone()}
    waiting = [left.pop(who, encounter[who])]
    members: set[str] = set()
    while waiting:
        one = waiting.pop()
        members.add(one.id)
        near = [
            other
            for other in left.values()
            if _is_named_with(one, other) or (proposed and _has_small_gap(encounter, one, other))
        ]
        waiting += [left.pop(other.id) for other in near]
    return frozenset(members)


def groups(encounter: Encounter) -> tuple[frozenset[str], ...]:
    """Return all groups of a fight, each once, in the order in which their first ones joined.

    Rules: DR-AOE-01
    """
    return tuple(dict.fromkeys(group_of(encounter, one.id) for one in encounter.everyone()))


def _is_named_with(one: Combatant, other: Combatant) -> bool:
    same_name = bool(one.group) and one.group == other.group
    return same_name or is_linked(one, other, GROUPED)


def _has_small_gap(encounter: Encounter, one: Combatant, other: Combatant) -> bool:
    if one.group or other.group:
        return False
    here, there = spot_of_one(encounter, one.id), spot_of_one(encounter, other.id)
    if here is None or there is None:
        return False
    gap = settings_of(encounter).group_gap_squares
    return distance(encounter, here, there) <= near_reach(encounter, gap)


# --- who is inside a bubble -----------------------------------------------------------------------


def bubbles(encounter: Encounter) -> Iterator[tuple[Shield, str | None]]:
    """Yield all active low-precision shields with their bearers: those of fixed points first.

    Rules: DR-SHD-02
    """
    for bubble in state_of(encounter).bubbles:
        if bubble.active:
            yield bubble, None
    for one in encounter.everyone():
        for shield in sheet_of(one).shields:
            if shield.active and shield.precision == "low":
                yield shield, one.id


def bubble_area(owner: str | None, bubble: str) -> str:
    """Return the key of the area that a bubble covers."""
    return f"bubble {owner or ''} {bubble}"


def is_inside(encounter: Encounter, bubble: Shield, owner: str | None, who: str) -> bool:
    """Return whether somebody is inside a bubble: with any of its squares, height as a third axis.

    Rules: DR-SHD-02, DR-SHD-03
    """
    if who not in encounter:
        return False
    if isinstance(bubble, Bubble) and bubble.inside is not None:
        return who in bubble.inside
    if bubble.protects and bubble.protects == encounter[who].group:
        return True
    middle, there = middle_of(encounter, bubble, owner), spot_of_one(encounter, who)
    if middle is None or there is None or (bubble.protects and owner != who):
        return False
    return distance(encounter, middle, there) <= reach_of(encounter, bubble)


def reach_of(encounter: Encounter, bubble: Shield) -> float:
    """Return how many squares a bubble goes: its own number, or its band.

    Rules: DR-SHD-02, DR-SHD-03
    """
    if bubble.radius_squares is not None:
        return bubble.radius_squares
    return band_reach(encounter, bubble.radius_band) or 0


def middle_of(encounter: Encounter, bubble: Shield, owner: str | None) -> Spot | None:
    """Return where a bubble stands: its bearer, or a fixed point; None where it stands nowhere."""
    if owner is not None:
        return spot_of_one(encounter, owner)
    centre = bubble.centre if isinstance(bubble, Bubble) else None
    return None if centre is None else spot_of_cell(encounter, centre)


def rim_cell(encounter: Encounter, attacker: str, target: str) -> Cell | None:
    """Return the last square outside all bubbles round a target that a shot comes to.

    Rules: DR-AOE-03
    """
    start, end = encounter[attacker].pos, encounter[target].pos
    if start is None or end is None or start == end:
        return None
    rounds = [
        (middle, reach_of(encounter, one))
        for one, owner in bubbles(encounter)
        if is_inside(encounter, one, owner, target)
        and (middle := middle_of(encounter, one, owner)) is not None
    ]
    way = sorted(line(start, end), key=squared_from(encounter.map, start))
    outside = [
        cell
        for cell in way
        if all(
            distance(encounter, middle, spot_of_cell(encounter, cell)) > reach
            for middle, reach in rounds
        )
    ]
    return outside[-1] if rounds and outside else None
