"""The card and the token of somebody whose points are the sum of several parts."""

from __future__ import annotations

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.card_actions_effects import present_card
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.text_format import fraction
from gridwar.control.tools.toolbox import Toolbox
from gridwar.dice.dice_sources import ScriptedDice
from gridwar.engine.session.session import Session
from gridwar.systems.cepheus import SYSTEM
from gridwar.systems.cepheus.core.person_records import Body, Task
from tests.systems.cepheus.firefight import fight, person

HURT = {"strength": 7, "dexterity": 4, "endurance": 0}
FULL = {"strength": 7, "dexterity": 8, "endurance": 8}


@pytest.fixture
def controller() -> Controller:
    """Somebody hurt, tired and busy is selected."""
    body, task = Body(fatigued=True, rest_left_min=120), Task(name="Repair", needed=4, done=1)
    hurt = person("a", 3, 3, chars=HURT, chars_max=FULL, body=body, task=task)
    made = Controller(Session(SYSTEM, fight(hurt, person("b", 9, 3)), dice=ScriptedDice(())))
    made.selection.select("a")
    return made


def test_the_three_characteristics_share_a_row(controller: Controller) -> None:
    """Each has its bar, what is left of what there was, and its DM."""
    view = present_card(controller)
    assert view is not None
    assert [(one.label, one.now, one.full) for one in view.card.parts] == [
        ("Str +0", 7, 7),
        ("Dex -1", 4, 8),
        ("End -2", 0, 8),
    ]
    assert [fraction(one) for one in view.card.parts] == [1.0, 0.5, 0.0]


def test_the_card_tells_the_state_of_a_body(controller: Controller) -> None:
    """Wounds, fatigue with its hours, and the long task are chips on it."""
    card = present_card(controller)
    assert card is not None
    words = [one.text for one in card.chips]
    assert "wounded" in words
    assert "fatigued: 2 hours of rest" in words
    assert "Repair: 1 of 4 rounds" in words


def test_the_token_has_three_bars_and_a_ring(controller: Controller) -> None:
    """The parts stand side by side on it; the task is a ring, a quarter done."""
    scene = ScenePresenter(controller, Toolbox(controller)).present()
    token = next(one for one in scene.tokens if one.id == "a")
    assert token.bars == (1.0, 0.5, 0.0)
    assert token.progress == 0.25


def test_actions_stand_under_headings(controller: Controller) -> None:
    """Each heading comes once, with everything under it in one piece."""
    found = controller.actions.in_order()
    titles = [title for group in found.groups for title in group.titles]
    assert len(titles) == len(set(titles))
    assert {"Attack", "Grapple", "Care"} & set(titles)
    for group in found.groups:
        assert {one.group for one in group.actions} == set(group.titles)
