"""Which floor of a map the window shows: the one looked at, and it goes along with who is selected.

What the floor looks like is the presenter's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.encounter import Encounter
    from gridwar.model.floors import Floor


def floor_in_view(page: BattleMap, wanted: str) -> Floor | None:
    """Return the floor to be shown: the one wanted, else the first; None without floors."""
    first = page.floors[0] if page.floors else None
    return next((one for one in page.floors if one.id == wanted), first)


def by_height(page: BattleMap) -> tuple[Floor, ...]:
    """Return the floors of a map, the lowest first."""
    return tuple(sorted(page.floors, key=lambda one: one.elevation_m))


def next_floor(page: BattleMap, floor: Floor, by: int) -> Floor | None:
    """Return the floor so many above another, negative below; None where there is none."""
    floors = by_height(page)
    at = floors.index(floor) + by
    return floors[at] if 0 <= at < len(floors) else None


def floor_of(encounter: Encounter, who: tuple[str, ...], otherwise: str = "") -> str:
    """Return the id of the floor of the first of some who stands on one, else another id."""
    for one in who:
        pos = encounter.combatants[one].pos if one in encounter else None
        floor = None if pos is None else encounter.map.floor_at(pos)
        if floor is not None:
            return floor.id
    return otherwise
