"""An evening with fog, light and the players' window, by mouse and keys.

After each step what players are shown is looked at: their record, and every pixel of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from gridwar.engine.perception.side_sight import known_points
from gridwar.model.walls import DoorState
from tests.support.evening.hands import until
from tests.support.evening.night import Night
from tests.support.night_maps import ALCOVE, SECRETS, write_cave
from tests.ui.journeys.conftest import SIZES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.logging import _QtMessageCapture
    from pytestqt.qtbot import QtBot


@pytest.fixture(params=SIZES, ids=["maximised", "1280x720"])
def night(
    request: pytest.FixtureRequest,
    qtbot: QtBot,
    qtlog: _QtMessageCapture,
    user_folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Night]:
    """Return a table at which nothing has begun, with players who have a window."""
    del qtbot
    made = Night(user_folder, request.param, qtlog, monkeypatch)
    yield made
    made.end()


def test_a_cave_is_walked_before_any_fight(night: Night, tmp_path: Path) -> None:
    """By sight: memory grows along the way and never in the drag; a door, a secret one, undo."""
    walk_a_cave(night, tmp_path)
    night.close()


def walk_a_cave(night: Night, folder: Path) -> None:
    """Walk it: alone, as a group, through a door, and find the secret one."""
    night.secrets = (*SECRETS.values(), "Canary door", "Canary title", "Canary notes")
    night.start(write_cave(folder / "cave.gridwar"))
    night.open_players()
    night.menu("Map", "Players' fog", "Fog by sight")
    night.players_see("ann", "bob", named="a1 fog by sight")
    assert night.eye.sees((2, 8))
    assert not night.eye.knows((20, 10))
    assert not night.eye.knows(ALCOVE)

    # Alone along the passage: nothing in the drag, all of the way when it is let go.
    before = known_points(night.encounter, "1").copy()
    picture = night.eye.picture()
    night.hold_drag(night.stands("ann"), (6, 9), (9, 9), (12, 9))
    assert night.eye.picture() == picture
    assert (known_points(night.encounter, "1") == before).all()
    night.players_see("ann", "bob", named="a2 while she is dragged")
    night.let_go((12, 9))
    assert night.stands("ann") == (12, 9)
    night.players_see("ann", "bob", named="a3 she has walked")
    assert night.eye.knows(ALCOVE), "what is seen from the middle of the way is known"
    assert (known_points(night.encounter, "1") >= before).all()


def no_points() -> object:
    return np.zeros(1), until, DoorState
