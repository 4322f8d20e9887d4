"""A scene of Foundry played on, in every system: its walls stop whom they stopped there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from gridwar.model.geometry import Cell
from tests.support.crowds import crowd
from tests.support.every_system import every_id, find
from tests.support.scenes import reading, scene, wall

if TYPE_CHECKING:
    from pathlib import Path

HEDGE = {"sight": 10, "light": 10}
CASES: dict[str, tuple[list[dict[str, Any]], bool, bool]] = {
    "nothing": ([], True, True),
    "a wall": ([wall(4, 0, 4, 6)], False, False),
    "one hedge": ([wall(4, 0, 4, 6, **HEDGE)], True, True),
    "two hedges": ([wall(4, 0, 4, 6, **HEDGE), wall(5, 0, 5, 6, **HEDGE)], False, False),
    "a railing": ([wall(4, 0, 4, 6, sight=0, light=0)], True, True),
    "a curtain": ([wall(4, 0, 4, 6, move=0)], False, False),
    # It runs down: right of whoever goes along it is the west.
    "one way, left": ([wall(4, 0, 4, 6, dir=1)], True, False),
    "one way, right": ([wall(4, 0, 4, 6, dir=2)], False, True),
    "one way, drawn upwards": ([wall(4, 6, 4, 0, dir=1)], False, True),
    "an open door": ([wall(4, 0, 4, 6, door=1, ds=1)], True, True),
    "a secret door": ([wall(4, 0, 4, 6, door=2)], False, False),
}


@pytest.mark.parametrize("system_id", every_id())
@pytest.mark.parametrize("case", CASES)
def test_one_sees_as_in_foundry(tmp_path: Path, system_id: str, case: str) -> None:
    """A goblin in the west of what stands between, its foe in the east."""
    walls, sees_east, sees_west = CASES[case]
    system, here = find(system_id), crowd(system_id, 1).encounter
    for who, at in (("goblin0", Cell(2, 3)), ("foe", Cell(6, 3))):
        here = here.with_combatant(here[who].replace(pos=at))
    here = here.replace(map=reading(tmp_path, scene(walls=walls)).map)
    east, west = system.sight(here, "goblin0", "foe"), system.sight(here, "foe", "goblin0")
    assert east is not None
    assert west is not None
    assert (east.clear, west.clear) == (sees_east, sees_west)
