"""Who is engaged and who is grouped up: one meaning for areas, bubbles, ties and pseudogravity."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.systems.drive.core.sheet import is_linked
from gridwar.systems.drive.core.state import settings_of
from gridwar.systems.drive.positions.measure import (
    ENGAGEMENT,
    distance,
    is_within_band,
    near_reach,
    spot_of_one,
)

if TYPE_CHECKING:
    from gridwar.engine.kit import Combatant, Encounter

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
