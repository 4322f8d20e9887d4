"""How many keys and clicks the most frequent deeds of an evening take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.storage.new_open_and_sample_fights import sample_fights
from gridwar.ui.panels.action_chips import ChipButton
from tests.ui.journeys.answering import answer_all

if TYPE_CHECKING:
    from tests.support.evening.evening import Evening


def _is_rolled(evening: Evening, row: int) -> bool:
    """Return whether an attack was rolled since a row of the journal; what follows from it may ask.

    Where the points of a wound go is a question of its own (CE-DMG-06).
    """
    asked = [getattr(one, "window", "dice") for one in evening.controller.session.wanted]
    return asked == ["wound"] or (evening.last_row > row and not asked)


def test_a_shot_is_rolled_in_four_inputs(evening: Evening) -> None:
    """By keys: the action, the target, at once, the answer; with the mouse as many."""
    evening.start(sample_fights()[0])
    before = evening.last_row
    acts = evening.hands.acts
    evening.press("1")
    evening.press("Tab")
    evening.press("Shift+Return", frees=True)
    evening.answer("No reaction")
    assert evening.hands.acts - acts == 4
    assert _is_rolled(evening, before)
    answer_all(evening)
    evening.do("edit.undo", frees=True)

    before, acts = evening.last_row, evening.hands.acts
    evening.press("1")
    evening.click(evening.stands("reck"), frees=True)
    evening.press("Return", frees=True)
    evening.answer("No reaction")
    assert evening.hands.acts - acts == 4
    assert _is_rolled(evening, before)
    answer_all(evening)
    evening.is_saved()
    evening.close()


def test_a_weapon_is_drawn_and_used_in_four_inputs_and_an_answer(evening: Evening) -> None:
    """A click on its chip; then the action, whom, at once."""
    evening.start(sample_fights()[0])
    acts = evening.hands.acts
    chips = evening.window.actions_panel.findChildren(ChipButton)
    (dagger,) = [one for one in chips if one.isVisible() and "Dagger" in one.accessibleName()]
    with evening.step("the chip of the dagger clicked", frees=True):
        evening._click_in_scroll(dagger)
    actions = evening.controller.actions
    digits = actions.in_order().digits.items()
    digit = next(digit for digit, key in digits if key == "attack:dagger")
    before = evening.last_row
    evening.press(digit)
    evening.press("Tab")
    evening.press("Shift+Return", frees=True)
    assert evening.hands.acts - acts == 4
    if evening.is_asked:
        evening.answer("No reaction")
    assert _is_rolled(evening, before)
    answer_all(evening)
    evening.is_saved()
    evening.close()
