"""Typical obstacles: the kinds of terrain that the rulebook names, to paint a map with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from frozendict import frozendict

from gridwar.model.battlemap import LayerName
from gridwar.model.geometry import Cell
from gridwar.model.question_and_refusal import Refusal
from gridwar.model.terrain_kinds import TerrainKind
from gridwar.systems.arrgs import SYSTEM
from gridwar.systems.arrgs.core.movement_speed import usual_category
from gridwar.systems.arrgs.core.sheet import sheet_of
from gridwar.systems.arrgs.movement import path_costs
from tests.systems.arrgs.skirmish import board, fighter

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter

SPEEDS = frozendict({"walking": 5, "flying": 5, "swimming": 5, "climbing": 5})


def beside(name: str) -> Encounter:
    """Return somebody at (2, 2) who moves in every category, with a kind of terrain at (3, 2)."""
    encounter = board(fighter("A", (2, 2), speeds=SPEEDS, natural=frozenset(SPEEDS)))
    kind = next(one for one in SYSTEM.data.terrain() if one.name == name)
    page = encounter.map.with_terrain_kinds((TerrainKind(name="open"), kind))
    return encounter.replace(map=page.with_painted(LayerName.TERRAIN, {Cell(3, 2): 1}))


def cost(name: str, category: str) -> int | None:
    """Return what a step onto a kind of terrain costs in a category; None where it is refused."""
    costs = path_costs.path_costs(beside(name), "A", (Cell(3, 2),), category)
    return None if isinstance(costs, Refusal) else costs[-1]


@pytest.mark.rule("AR-TER-05", "AR-TER-01", "AR-TER-03")
@pytest.mark.parametrize(
    ("name", "squares"),
    [
        ("broken ground", 2),
        ("heavy undergrowth", 3),
        ("steep slope", 3),
        ("furniture", 2),
        ("somebody lying there", 2),
        ("strong current", 1),
    ],
)
def test_obstacles_slow_those_on_foot_and_nobody_in_the_air(name: str, squares: int) -> None:
    """A typical obstacle adds its n to a step on foot; whoever flies does not feel it."""
    assert cost(name, "walking") == squares
    assert cost(name, "flying") == 1


@pytest.mark.rule("AR-TER-05", "AR-TER-04")
def test_water_and_rock_are_for_those_who_swim_and_climb() -> None:
    """Deep water is impassable on foot and not for swimmers; a rock face not for climbers."""
    assert (cost("deep water", "walking"), cost("deep water", "swimming")) == (None, 1)
    assert (cost("rock face", "walking"), cost("rock face", "climbing")) == (None, 1)
    assert cost("strong current", "swimming") == 3


@pytest.mark.rule("AR-MOV-01", "AR-TER-04")
@pytest.mark.parametrize(
    ("name", "category"),
    [("deep water", "swimming"), ("rock face", "climbing"), ("furniture", "walking")],
)
def test_where_nobody_walks_one_goes_as_one_can(name: str, category: str) -> None:
    """In deep water a swimmer swims unasked, on a rock face a climber climbs."""
    encounter = beside(name)
    there = encounter["A"].replace(pos=Cell(3, 2))
    speeds = frozendict({"walking": 5, category: 4})
    there = there.replace(sheet=sheet_of(there).replace(speeds=speeds))
    assert usual_category(encounter.with_combatant(there), "A") == category


@pytest.mark.rule("AR-TER-05")
def test_obstacles_look_like_what_they_are() -> None:
    """Undergrowth, water, rubble and rock can be told apart on the map; the rest is plain."""
    looks = {one.name: one.look for one in SYSTEM.data.terrain() if one.look != "plain"}
    assert looks == {
        "broken ground": "rubble",
        "heavy undergrowth": "growth",
        "strong current": "water",
        "deep water": "water",
        "rock face": "rock",
    }
