"""Whom a side sees, and of whom it only senses the place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict
from msgspec import Struct

from gridwar.caches import Same, kept_of_fight
from gridwar.engine.perception.side_sight import seen_points
from gridwar.model.geometry import Cell, footprint
from gridwar.model.memory import FogMode, points_per_cell

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter


class SeenBy(Struct, frozen=True):
    """Whom a side perceives, by the ids of combatants."""

    seen: frozenset[str]
    sensed: Mapping[str, tuple[Cell, ...]] = frozendict()
    unknown: frozenset[str] = frozenset()


def seen_by(encounter: Encounter, side: str) -> SeenBy:
    """Return whom a side sees, senses and does not know of."""
    return _seen_by(Same(encounter), side)


@kept_of_fight(8)
def _seen_by(encounter: Same[Encounter], side: str) -> SeenBy:
    here = encounter.it
    seen = frozenset(one.id for one in here.everyone() if _is_seen(here, side, one))
    return SeenBy(seen, unknown=frozenset(here.combatants) - seen)


def _is_seen(encounter: Encounter, side: str, one: Combatant) -> bool:
    if one.side == side or side in one.known_by:
        return True
    if one.hidden or one.pos is None:
        return False
    if encounter.vision.mode is FogMode.OFF:
        return True
    points, middle = seen_points(encounter, side), points_per_cell(encounter.map.size)
    return any(
        bool(points[y * middle + middle // 2, x * middle + middle // 2])
        for x, y in footprint(one.pos, one.size)
        if encounter.map.contains(Cell(x, y))
    )
