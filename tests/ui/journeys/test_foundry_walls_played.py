"""A scene made for Foundry is dropped, asked about, and fought on: its walls are what they were.

The scene is made by hand from the documentation. A limited wall is seen through once, a one-way
wall from one side.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from gridwar.model.walls import WallSight
from tests.support.scenes import picture, scene, wall
from tests.ui.journeys.test_picture_finds_its_grid import drop

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.evening.night import Night

LIMITED = (wall(3, 0, 3, 3, sight=10, light=10), wall(5, 0, 5, 3, sight=10, light=10))
ONE_WAY = wall(0, 3, 8, 3, dir=1)
"""From left to right; its left is above it."""
WATCHER, NEAR, FAR, BELOW = (1, 1), (4, 1), (6, 1), (1, 4)


def clear(night: Night, one: str, other: str) -> bool:
    """Return whether somebody has a clear line to another by the rules of the fight."""
    line = night.controller.system.sight(night.encounter, one, other)
    assert line is not None
    return line.clear


@pytest.mark.long
def test_limited_and_one_way_walls(night: Night, tmp_path: Path) -> None:
    """Through one limited wall, not through two; up through the one-way wall, not down."""
    picture(tmp_path)
    file = tmp_path / "mill.json"
    file.write_text(json.dumps(scene(walls=[*LIMITED, ONE_WAY])), encoding="utf-8")
    night.start()
    night.begin_with("Cepheus")
    drop(night, file)
    night.button("Use this map", frees=True)
    page = night.encounter.map
    assert [one.sight for one in page.walls].count(WallSight.LIMITED) == 2
    assert [one.one_way is None for one in page.walls].count(False) == 1
    night.leave_tool()
    night.do("view.panel_library")
    for name, at in (("Marine", WATCHER), ("Brawler", NEAR), ("Gunman", FAR), ("Zealot", BELOW)):
        night.drag_from_library(name, at)
    night.do("view.panel_library")
    watcher, near, far, below = night.encounter.combatants
    assert clear(night, watcher, near)
    assert not clear(night, watcher, far)
    assert not clear(night, watcher, below)
    assert clear(night, below, watcher)
    night.is_saved()
    night.open_players()
    night.menu("Map", "Players\u2019 fog", "Fog by sight", frees=True)
    night.players_see(watcher, near)
    assert night.eye.sees(NEAR)
    assert not night.eye.sees(FAR)
    assert not night.eye.sees(BELOW)

    # Nobody steps down through it; from below it is no wall.
    night.do("edit.undo", frees=True)
    night.do("players.hold")
    night.click(WATCHER, frees=True)
    night.drag(WATCHER, (2, 4), frees=True)
    assert night.stands(watcher) == WATCHER
    night.press("Esc", frees=True)
    night.click(BELOW, frees=True)
    night.drag(BELOW, (2, 2), frees=True)
    assert night.stands(below) == (2, 2)
    night.close()
