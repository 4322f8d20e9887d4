"""Walls that stop one side alone, in every system: whoever looks is asked, never the other way."""

from __future__ import annotations

import pytest

from gridwar.engine.perception.detection import seen_by
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.memory import FogMode, Vision
from gridwar.model.walls import Wall, WallSide
from tests.support.crowds import crowd
from tests.support.every_system import every_id, find


@pytest.mark.parametrize("system_id", every_id())
@pytest.mark.parametrize(
    ("side", "sees_east", "sees_west"),
    [(None, False, False), (WallSide.LEFT, True, False), (WallSide.RIGHT, False, True)],
)
def test_one_sees_and_is_not_seen(
    system_id: str, side: WallSide | None, *, sees_east: bool, sees_west: bool
) -> None:
    """The wall runs down between a goblin in the west and its foe: right of it is west."""
    system, here = find(system_id), crowd(system_id, 1).encounter
    for who, at in (("goblin0", Cell(4, 4)), ("foe", Cell(6, 4))):
        here = here.with_combatant(here[who].replace(pos=at))
    ends = Point(5 * SUBCELL, 0), Point(5 * SUBCELL, 10 * SUBCELL)
    wall = Wall(id="w", a=ends[0], b=ends[1], one_way=side)
    here = here.replace(map=here.map.with_walls((wall,)), vision=Vision(mode=FogMode.BY_SIGHT))
    east, west = system.sight(here, "goblin0", "foe"), system.sight(here, "foe", "goblin0")
    assert east is not None
    assert west is not None
    assert (east.clear, west.clear) == (sees_east, sees_west)
    assert ("foe" in seen_by(here, here["goblin0"].side).seen) is sees_east
    assert ("goblin0" in seen_by(here, here["foe"].side).seen) is sees_west
