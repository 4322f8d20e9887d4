"""The fog over the map as a record: of the players, for the game master, as those selected see it.

Owns whose fog it is: of all sides of the party together. What a side sees and knows is worked out
by ``engine.perception``; the same fog stays the same object, so that nothing is drawn again.
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

import numpy as np

from gridwar.control.memo import Memo
from gridwar.control.records.fog_records import FogStyle, FogView
from gridwar.control.state.map_layers import Layer
from gridwar.engine.perception.detection import seen_by
from gridwar.engine.perception.side_sight import known_points, seen_points
from gridwar.model.memory import FogMode, points_per_cell

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from gridwar.control.controller.controller import Controller
    from gridwar.model.encounter import Encounter

    Points = NDArray[np.bool_]
    Of = Callable[[Encounter, str], Points]

FOG_TOOL = "fog"
"""The id of the tool that uncovers and covers by hand: the hatch is there while it is active."""


def party_of(encounter: Encounter) -> tuple[str, ...]:
    """Return the sides whose people the players play."""
    return tuple(key for key, side in encounter.sides.items() if side.stance == "party")


def seen_by_players(encounter: Encounter) -> frozenset[str]:
    """Return the ids of those whom any side of the party sees."""
    return frozenset[str]().union(*(seen_by(encounter, one).seen for one in party_of(encounter)))


class PlayersFog:
    """Makes the fog of a controller's fight."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller
        self._known: Memo[Points] = Memo()
        self._seen: Memo[Points] = Memo()
        self._views = {style: Memo[FogView]() for style in FogStyle}

    def for_players(self) -> FogView | None:
        """Return the fog that players see; None where there is none."""
        return self._view(FogStyle.PLAYERS)

    def for_game_master(self) -> FogView | None:
        """Return the hatch over what players do not see; None where it is off."""
        view = self._controller.view
        is_shown = view.shows(Layer.FOG) or view.tool == FOG_TOOL
        return self._view(FogStyle.GAME_MASTER) if is_shown else None

    def _view(self, style: FogStyle) -> FogView | None:
        encounter = self._controller.encounter
        if encounter.vision.mode is FogMode.OFF:
            return None
        sides, points = party_of(encounter), points_per_cell(encounter.map.size)
        known = _together(encounter, sides, known_points, self._known)
        seen = _together(encounter, sides, seen_points, self._seen)
        return self._views[style].get((known, seen), lambda: FogView(known, seen, points, style))


def _together(encounter: Encounter, sides: tuple[str, ...], of: Of, kept: Memo[Points]) -> Points:
    """Return the points of several sides, the very same array while theirs are."""
    parts = tuple(of(encounter, side) for side in sides)
    if len(parts) == 1:
        return parts[0]
    return kept.get(parts or (encounter.map,), lambda: _united(encounter, parts))


def _united(encounter: Encounter, parts: tuple[Points, ...]) -> Points:
    points, (width, height) = points_per_cell(encounter.map.size), encounter.map.size
    none = np.zeros((height * points, width * points), np.bool_)
    return reduce(np.logical_or, parts, none)
