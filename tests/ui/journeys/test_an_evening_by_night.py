"""An evening with fog, light and the players' window, by mouse and keys.

After each step what players are shown is looked at: their record, and every pixel of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.control.records import ground_records as gr
from gridwar.engine.perception.side_sight import known_points
from gridwar.model.walls import DoorState
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
    eye = night.eye
    assert eye.sees((2, 8))
    assert eye.share_drawn((2, 7)) > 0.9
    assert not eye.knows((20, 10))
    assert eye.share_drawn((20, 10)) == 0

    # The two together, out of turns: each by its own way.
    night.click(night.stands("bob"), selects="bob")
    night.shift_click(night.stands("ann"))
    night.drag(night.stands("ann"), (5, 9), (6, 9))
    assert (night.stands("ann"), night.stands("bob")) == ((6, 9), (6, 10))
    night.players_see("ann", "bob", named="a2 both have walked")
    night.press("Esc", frees=True)
    assert not eye.knows(ALCOVE)

    # Alone along the passage: nothing in the drag, all of the way when it is let go.
    night.click(night.stands("ann"), selects="ann")
    before = known_points(night.encounter, "1").copy()
    picture = eye.picture()
    night.hold_drag(night.stands("ann"), (9, 9), (12, 9))
    assert eye.picture() == picture
    assert (known_points(night.encounter, "1") == before).all()
    night.players_see("ann", "bob", named="a3 while she is dragged")
    night.let_go((12, 9))
    assert night.stands("ann") == (12, 9)
    night.players_see("ann", "bob", named="a4 she has walked")
    assert eye.knows(ALCOVE), "what is seen from the middle of the way is known"
    assert not eye.sees(ALCOVE)
    assert (known_points(night.encounter, "1") >= before).all()

    open_two_doors(night)


def open_two_doors(night: Night) -> None:
    """Open the door to the hall, go in, find the secret one; take that back again."""
    eye = night.eye
    assert not eye.knows((16, 10))
    night.click((13.5, 9.5))
    night.players_see("ann", "bob", "ogre", named="a5 the door is open")
    assert eye.sees((16, 10))
    night.drag(night.stands("ann"), (15, 9), (18, 7), selects="ann")
    night.players_see("ann", "bob", "ogre", named="a6 in the hall")
    assert gr.WallLook.DOOR not in looks_near(night, (18.5, 5.0))
    night.click((18.0, 4.5))
    assert night.encounter.map.walls[-1].door is DoorState.OPEN
    night.players_see("ann", "bob", "ogre", "ghoul", named="e1 the secret door is found")
    assert eye.sees((18, 3))

    # What is taken back stays before their eyes until the game master lets go.
    night.do("edit.undo")
    players = night.application.players
    assert players.why_held
    assert eye.tokens() == {"ann", "bob", "ogre", "ghoul"}
    night.do("players.hold")
    night.players_see("ann", "bob", "ogre", named="e2 it is taken back")
    assert not eye.knows((18, 3))


def looks_near(night: Night, at: tuple[float, float]) -> set[gr.WallLook]:
    """Return how the walls look that players see at a place."""
    return {
        one.look
        for one in night.eye.record.scene.ground.walls
        if min(one.a[0], one.b[0]) <= at[0] <= max(one.a[0], one.b[0])
        and min(one.a[1], one.b[1]) <= at[1] <= max(one.a[1], one.b[1])
    }
