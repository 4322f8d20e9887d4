"""Who perceives no enemy, and is proposed as surprised: by walls, darkness and the GM's word."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.group_checks import present_checks
from gridwar.engine.perception.awareness import sides_that_perceive_no_enemy, who_perceives_no_enemy
from gridwar.engine.session.session import Session
from gridwar.model.geometry import SUBCELL, Point
from gridwar.model.memory import Vision
from gridwar.model.walls import Wall
from gridwar.model.zones import Light
from tests.support.crowds import SYSTEMS, crowd
from tests.support.every_system import find

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter

WALL = Wall(id="w", name="the gate", a=Point(5 * SUBCELL, 0), b=Point(5 * SUBCELL, 20 * SUBCELL))
"""Goblins 0 and 1 stand left of it, goblin 2 and the foe right of it."""


def _walled(system: str) -> Encounter:
    here = crowd(system, 3).encounter
    return here.replace(map=here.map.with_walls((WALL,)))


@pytest.mark.parametrize("system", SYSTEMS)
def test_whoever_stands_behind_a_wall_perceives_no_enemy(system: str) -> None:
    """It is told with what is in the way, whatever the mode of the fog; others are not named."""
    assert who_perceives_no_enemy(crowd(system, 3).encounter) == {}
    found = who_perceives_no_enemy(_walled(system))
    assert found == {f"goblin{n}": "Foe: the gate is in the way" for n in range(2)}


def test_hidden_enemies_are_perceived_by_those_who_were_told() -> None:
    """With all enemies hidden nobody perceives any, until the side is told."""
    here = crowd("percentile", 2).encounter
    foe = here["foe"].replace(hidden=True)
    found = who_perceives_no_enemy(here.with_combatant(foe))
    assert found == dict.fromkeys(("goblin0", "goblin1"), "all enemies are hidden")
    told = foe.replace(known_by=frozenset({here["goblin0"].side}))
    assert who_perceives_no_enemy(here.with_combatant(told)) == {}


def test_darkness_counts_where_sight_needs_light() -> None:
    """By night everybody perceives nobody where it is set that light counts."""
    here = crowd("arrgs", 2).encounter
    night = here.replace(map=here.map.replace(light=Light.DARK))
    assert who_perceives_no_enemy(night) == {}
    counted = night.replace(vision=Vision(counts_light=True))
    assert set(who_perceives_no_enemy(counted)) == {"goblin0", "goblin1", "foe"}


def test_a_side_is_unaware_only_when_all_of_it_is() -> None:
    """One who sees the enemy is enough for the side."""
    assert sides_that_perceive_no_enemy(_walled("fluid")) == {}
    here = _walled("fluid").without(["goblin2"])
    found = sides_that_perceive_no_enemy(here)
    assert found == {
        "1": "Goblin 0 perceives no enemy (Foe: the gate is in the way)",
        "2": "Foe perceives no enemy (Goblin 1: the gate is in the way)",
    }


@pytest.mark.parametrize("system", ["arrgs", "cepheus", "percentile"])
def test_it_is_proposed_when_the_fight_begins_and_set_by_a_choice_alone(system: str) -> None:
    """The table names those who see no enemy and why; nobody is surprised until it is said."""
    controller = Controller(Session(find(system), _walled(system)))
    controller.turns.go_on()
    view = present_checks(controller)
    assert view is not None
    words, who, why = view.proposal
    assert (words, who) == ("2 see no enemy", ("goblin0", "goblin1"))
    assert why == "\n".join(f"Goblin {n}: Foe: the gate is in the way" for n in range(2))
    assert view.surprised == ()
    told = {row.who: row.why for row in view.rows}
    assert told["goblin0"].endswith("sees no enemy")
    assert "sees no enemy" not in told["goblin2"]
    controller.checks.surprise(who)
    view = present_checks(controller)
    assert view is not None
    assert view.surprised == who
    assert {row.who: row.why for row in view.rows}["goblin0"].endswith("surprised")


def test_the_groups_of_fluid_are_asked_with_what_they_perceive() -> None:
    """FL-SUR-01: the question says what is proposed and why; its answer is as it was."""
    from gridwar.systems.fluid.turns.surprise import _proposed_awareness

    assert _proposed_awareness(crowd("fluid", 2).encounter) == ""
    some = _proposed_awareness(_walled("fluid"))
    assert some == ""
    both = _proposed_awareness(_walled("fluid").without(["goblin2"]))
    assert both.startswith("Proposed by what they perceive: Nobody knows. ")
    assert "the gate is in the way" in both
