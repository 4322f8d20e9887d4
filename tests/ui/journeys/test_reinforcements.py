"""Who comes, who hides, who falls and who is taken out: the fight goes on with the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.storage.new_open_and_sample_fights import sample_fights
from tests.ui.journeys.answering import answer_all

if TYPE_CHECKING:
    from tests.support.evening.evening import Evening


def test_reinforcements_and_the_dead(evening: Evening) -> None:
    """Three marines come numbered, hide from the players, fall, and are cleared away."""
    evening.start(sample_fights()[3])
    here = set(evening.encounter.combatants)
    evening.do("view.panel_library")
    evening.drag_from_library("Marine", (5, 4), count=3)
    came = [who for who in evening.encounter.combatants if who not in here]
    names = [evening.encounter[who].name for who in came]
    assert names == ["Marine 1", "Marine 2", "Marine 3"]
    evening.do("view.panel_library")

    # Hidden, they are not in the players' view; F11 and back changes nothing else.
    evening.click_order(came[0])
    evening.shift_click(evening.stands(came[1]))
    evening.shift_click(evening.stands(came[2]))
    evening.do("edit.hide")
    assert all(evening.encounter[who].hidden for who in came)
    evening.do("view.present")
    evening.press("Esc")
    assert not evening.controller.view.presenting
    evening.do("edit.hide")

    # They fall, and the field is cleared: set aside, not lost.
    evening.quick("-99")
    evening.menu("Fight", "Clear the field of the dead")
    assert all(evening.encounter[who].aside for who in came)
    evening.do("edit.undo")
    assert not any(evening.encounter[who].aside for who in came)
    evening.do("edit.remove", frees=True)
    assert set(evening.encounter.combatants) == here
    evening.is_saved()
    evening.close()


def test_whoever_acts_or_waits_is_removed(evening: Evening) -> None:
    """Somebody who delays, and somebody whose turn it is, are removed; the round goes on."""
    evening.start(sample_fights()[3])
    waits = evening.encounter.turn
    assert waits is not None
    evening.act("Delay", frees=True)
    evening.click_order(waits)
    evening.press("Delete", frees=True)
    assert waits not in evening.encounter
    acts = evening.encounter.turn
    assert acts is not None
    evening.click_order(acts)
    evening.press("Delete", frees=True)
    assert acts not in evening.encounter
    began = evening.encounter.round
    for _turn in range(12):
        if evening.encounter.round > began:
            break
        evening.do("fight.next", frees=True)
        answer_all(evening)
    assert evening.encounter.round == began + 1
    for _step in range(40):
        if {waits, acts} <= set(evening.encounter.combatants):
            break
        evening.do("edit.undo", frees=True)
    assert {waits, acts} <= set(evening.encounter.combatants)
    evening.is_saved()
    evening.close()


def test_one_of_those_who_act_together_is_removed(evening: Evening) -> None:
    """Of a bracket of simultaneous turns one is removed before it closes; the others go on."""
    evening.start(sample_fights()[4])
    for _turn in range(12):
        if evening.encounter.bracket is not None:
            break
        evening.do("fight.next", frees=True)
        answer_all(evening)
    bracket = evening.encounter.bracket
    assert bracket is not None
    who = next(one for one in bracket.members if one != evening.encounter.turn)
    evening.click_order(who)
    evening.press("Delete", frees=True)
    assert who not in evening.encounter
    began = evening.encounter.round
    for _turn in range(14):
        if evening.encounter.round > began:
            break
        evening.do("fight.next", frees=True)
        answer_all(evening)
    assert evening.encounter.round == began + 1
    evening.is_saved()
    evening.close()
