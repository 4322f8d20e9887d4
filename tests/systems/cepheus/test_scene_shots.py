"""Shots and steps on a map that was read from a scene of Foundry."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from gridwar.engine.gm.map_commands import SetDoor
from gridwar.engine.play.play_outcome import Accepted
from gridwar.model.geometry import Cell
from gridwar.model.walls import DoorState
from gridwar.systems.cepheus.attacks.attack_offers import Attack
from tests.support.scenes import reading, scene, wall
from tests.systems.cepheus.firefight import fight, person, tried

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.model.encounter import Encounter

HEDGE = {"sight": 10, "light": 10}
PLACES = {"mara": Cell(2, 3), "kell": Cell(6, 3)}


def on_scene(folder: Path, shooter: str, *walls: dict[str, Any]) -> Encounter:
    """Return a fight on a scene: Mara in the west of what stands in it, Kell in the east."""
    ground = reading(folder, scene(walls=list(walls))).map
    who = sorted(PLACES, key=lambda one: one != shooter)
    here = fight(*(person(one) for one in who), ground=ground)
    for one, at in PLACES.items():
        here = here.with_combatant(here[one].replace(pos=at))
    return here


def is_hidden(here: Encounter, shooter: str, *, hidden: bool) -> bool:
    """Return whether a shot is refused because nobody sees the target.

    Args:
        here: The fight.
        shooter: Whose turn it is.
        hidden: Whether it is expected to be: no dice are thrown then.
    """
    (target,) = PLACES.keys() - {shooter}
    shot = Attack(actor=shooter, target=target, weapon="rifle")
    outcome = tried(here, shot, () if hidden else (1, 1), **{target: "none"})
    return getattr(outcome, "code", "") == "out_of_sight"


@pytest.mark.rule("CE-COV-05")
@pytest.mark.parametrize(
    ("walls", "from_west", "from_east"),
    [
        ([wall(4, 0, 4, 6, **HEDGE)], False, False),
        ([wall(4, 0, 4, 6, **HEDGE), wall(5, 0, 5, 6, **HEDGE)], True, True),
        ([wall(4, 0, 4, 6, dir=1)], False, True),
        ([wall(4, 0, 4, 6, dir=2)], True, False),
        ([wall(4, 0, 4, 6, sight=0, light=0)], False, False),
    ],
)
def test_shots_go_as_far_as_the_scene_lets_one_see(
    tmp_path: Path, walls: list[dict[str, Any]], *, from_west: bool, from_east: bool
) -> None:
    """Through one hedge and not through two; through a one-way wall from its open side."""
    for shooter, hidden in (("mara", from_west), ("kell", from_east)):
        here = on_scene(tmp_path, shooter, *walls)
        assert is_hidden(here, shooter, hidden=hidden) is hidden


@pytest.mark.rule("CE-COV-05")
def test_a_locked_door_of_the_scene_is_opened_and_shot_through(tmp_path: Path) -> None:
    """It is a door like any other."""
    here = on_scene(tmp_path, "mara", wall(4, 0, 4, 6, door=1, ds=2))
    assert is_hidden(here, "mara", hidden=True)
    (door,) = here.map.walls
    opened = tried(here, SetDoor(wall=door.id, state=DoorState.OPEN))
    assert isinstance(opened, Accepted)
    assert not is_hidden(opened.encounter, "mara", hidden=False)
