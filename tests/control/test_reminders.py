"""Timed effects remind of themselves at their moment."""

from __future__ import annotations

from typing import get_args

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.card_actions_effects import present_card
from gridwar.engine.gm.effect_and_pool_commands import AddEffect
from gridwar.engine.kit.turn_and_move_commands import EndFight
from gridwar.model.combatant import EffectEnd, TimedEffect
from gridwar.model.command import Answer
from tests.support.fights import begun


def burning(controller: Controller, **more: object) -> None:
    """Let the hero burn until the end of its turns."""
    effect = TimedEffect(id="burning", name="Burning", ends="turn_end", whose="hero")
    effect = effect.replace(**{"note": "2 points", **more})
    controller.submit(AddEffect(who=("hero",), effect=effect))


def said(controller: Controller) -> str:
    """Return what the notice says."""
    notice = controller.view.notice
    return "" if notice is None else notice.text


def test_an_effect_counts_down_and_says_so_each_time() -> None:
    """Two moments: reminded at the first, gone at the second."""
    controller = Controller(begun("freeform", hero=(3, 3), foe=(9, 5)))
    burning(controller, rounds_left=2)
    controller.turns.go_on()
    assert said(controller) == "Hero: Burning, 1 more turn of Hero. 2 points"
    controller.turns.go_on()
    assert said(controller) == ""
    controller.turns.go_on()
    assert said(controller) == "Hero: Burning ends. 2 points"
    assert controller.encounter["hero"].effects == ()


@pytest.mark.parametrize(("option", "left"), [("ends", 0), ("go_on", 1)])
def test_an_effect_may_ask_instead(option: str, left: int) -> None:
    """The GM is asked at the moment, and either answer counts."""
    controller = Controller(begun("freeform", hero=(3, 3), foe=(9, 5)))
    burning(controller, ask=True)
    controller.turns.go_on()
    wanted = controller.session.wanted
    assert len(wanted) == 1
    controller.answers.give(wanted[0].key, Answer(option=option))
    assert len(controller.encounter["hero"].effects) == left
    assert controller.encounter.turn == "foe"


@pytest.mark.parametrize("ends", get_args(EffectEnd))
def test_every_end_of_an_effect_has_words_on_the_card(ends: EffectEnd) -> None:
    """Hovering the chip says how long it lasts, unless it never ends by itself."""
    controller = Controller(begun("freeform", hero=(3, 3), foe=(9, 5)))
    burning(controller, ends=ends)
    controller.selection.select("hero")
    card = present_card(controller)
    assert card is not None
    assert ("until" in card.chips[-1].tooltip) == (ends != "never")


def test_what_ends_with_the_fight_says_so() -> None:
    """The fight is ended, and with it what was to last as long."""
    controller = Controller(begun("freeform", hero=(3, 3), foe=(9, 5)))
    burning(controller, ends="fight_end")
    controller.submit(EndFight())
    assert said(controller) == "Hero: Burning ends. 2 points"
