"""Which points of the map a side has in sight, and which it knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.caches import Same, kept_of_fight
from gridwar.grid.lines.sight_and_effect import Stand
from gridwar.grid.outlines.sight_outline import seen_by_any, sight_outlines
from gridwar.model.geometry import footprint
from gridwar.model.memory import FogMode, points_per_cell

if TYPE_CHECKING:
    from collections.abc import Collection

    import numpy as np
    from numpy.typing import NDArray

    from gridwar.model.encounter import Encounter


def seen_points(encounter: Encounter, side: str) -> NDArray[np.bool_]:
    """Return rows of points of the map: whether a side has them in sight now."""
    return _seen(Same(encounter), side)


def known_points(encounter: Encounter, side: str) -> NDArray[np.bool_]:
    """Return rows of points of the map: whether a side sees or remembers them."""
    return _known(Same(encounter), side)


@kept_of_fight(4)
def _seen(encounter: Same[Encounter], side: str) -> NDArray[np.bool_]:
    here = encounter.it
    if here.vision.mode is FogMode.BY_HAND:
        return here.vision.memory(side).points.rows(here.map.size)
    stands = [
        Stand(footprint(one.pos, one.size), 1.6)
        for one in here.everyone()
        if one.side == side and one.pos is not None
    ]
    cells = seen_by_any(here.map, sight_outlines(here.map, stands))
    per_cell = points_per_cell(here.map.size)
    return cells.repeat(per_cell, axis=0).repeat(per_cell, axis=1)


@kept_of_fight(4)
def _known(encounter: Same[Encounter], side: str) -> NDArray[np.bool_]:
    here = encounter.it
    if here.vision.mode is FogMode.BY_SIGHT_WITHOUT_MEMORY:
        return seen_points(here, side)
    known: NDArray[np.bool_] = here.vision.memory(side).points.rows(here.map.size) | seen_points(
        here, side
    )
    return known


def points_seen_by(encounter: Encounter, who: Collection[str]) -> NDArray[np.bool_]:
    """Return rows of points of the map: what some combatants see together."""
    return _seen_by(Same(encounter), frozenset(who))


@kept_of_fight(4)
def _seen_by(encounter: Same[Encounter], who: frozenset[str]) -> NDArray[np.bool_]:
    here = encounter.it
    stands = [
        Stand(footprint(one.pos, one.size), 1.6)
        for one in here.everyone()
        if one.id in who and one.pos is not None
    ]
    cells = seen_by_any(here.map, sight_outlines(here.map, stands))
    per_cell = points_per_cell(here.map.size)
    return cells.repeat(per_cell, axis=0).repeat(per_cell, axis=1)
