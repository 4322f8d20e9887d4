"""Timed effects remind of themselves at their moment."""

from __future__ import annotations

import pytest

from gridwar.control.controller import Controller
from gridwar.engine.gm.commands import AddEffect
from gridwar.model.combatant import TimedEffect
from gridwar.model.command import Answer
from tests.support.fights import begun


def burning(controller: Controller, **more: object) -> None:
    """Let the hero burn until the end of its turns."""
    effect = TimedEffect(id="burning", name="Burning", ends="turn_end", whose="hero")
    effect = effect.replace(note="2 points", **more)
    controller.submit(AddEffect(who=("hero",), effect=effect))


def said(controller: Controller) -> str:
    """Return what the notice says."""
    notice = controller.view.notice
    return "" if notice is None else notice.text


def test_an_effect_counts_down_and_says_so_each_time() -> None:
    """Two moments: reminded at the first, gone at the second."""
    controller = Controller(begun("freeform", hero=(3, 3), foe=(9, 5)))
    burning(controller, rounds_left=2)
    controller.next_turn()
    assert said(controller) == "Hero: Burning, 1 more time. 2 points"
    controller.next_turn()
    assert said(controller) == ""
    controller.next_turn()
    assert said(controller) == "Hero: Burning ends. 2 points"
    assert controller.encounter["hero"].effects == ()


@pytest.mark.parametrize(("option", "left"), [("ends", 0), ("go_on", 1)])
def test_an_effect_may_ask_instead(option: str, left: int) -> None:
    """The GM is asked at the moment, and either answer counts."""
    controller = Controller(begun("freeform", hero=(3, 3), foe=(9, 5)))
    burning(controller, ask=True)
    controller.next_turn()
    wanted = controller.session.wanted
    assert len(wanted) == 1
    controller.answer(wanted[0].key, Answer(option=option))
    assert len(controller.encounter["hero"].effects) == left
    assert controller.encounter.turn == "foe"
