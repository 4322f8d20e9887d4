"""Which walls players know: those that touch what they know, not those that end behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gridwar.control.presenters.players_known_map import KnownWalls
from gridwar.control.records.fog_records import FogView
from gridwar.model.battlemap import BattleMap
from tests.support.fog_house import FREEFORM, wall

if TYPE_CHECKING:
    from numpy.typing import NDArray

POINTS = 8


def test_a_wall_that_ends_behind_one_in_sight_is_not_known() -> None:
    """Its end lies within the thickness of the other; from the other side all of it is seen."""
    along, behind = wall("along", (0, 5, 10, 5)), wall("behind", (4, 1, 4, 5))
    page = BattleMap(width=10, height=10).with_walls((along, behind))
    fight = FREEFORM.new_encounter().replace(map=page)
    below = np.zeros((10 * POINTS, 10 * POINTS), np.bool_)
    below[5 * POINTS - 2 :] = True  # so far a face in sight is stroked beyond its wall

    def known(points: NDArray[np.bool_]) -> set[str]:
        fog = FogView(points, points, POINTS)
        return {one.id for one in KnownWalls().of(fight, fog)}

    assert known(below) == {"along"}
    assert known(np.ones_like(below)) == {"along", "behind"}
    below[3 * POINTS :] = True
    assert known(below) == {"along", "behind"}
