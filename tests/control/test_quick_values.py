"""Quick numbers: what a GM types with tokens selected."""

from __future__ import annotations

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.controller.quick_values import enter_quick
from tests.support.fights import begun


def hp(controller: Controller, who: str) -> int:
    """Return the points left."""
    return controller.system.cards.vital(controller.encounter, who).points


@pytest.mark.parametrize(
    ("typed", "left"), [("-7", 13), ("\u22127", 13), ("+4", 24), ("=12", 12), ("/2", 10)]
)
def test_a_number_changes_the_main_pool(typed: str, left: int) -> None:
    """-7 takes seven, +4 gives four, =12 sets, /2 halves; one undo takes it back."""
    controller = Controller(begun("freeform", hero=(3, 3)))
    enter_quick(controller, typed)
    assert hp(controller, "hero") == left
    controller.timeline.undo()
    assert hp(controller, "hero") == 20


def test_a_number_counts_for_all_selected() -> None:
    """Everybody selected loses the points, as one command."""
    controller = Controller(begun("freeform", hero=(3, 3), foe=(5, 5)))
    controller.selection.select("hero", "foe")
    enter_quick(controller, "-3")
    assert (hp(controller, "hero"), hp(controller, "foe")) == (17, 7)
    controller.timeline.undo()
    assert (hp(controller, "hero"), hp(controller, "foe")) == (20, 10)


def test_a_name_begins_a_condition_and_ends_it() -> None:
    """A condition typed once begins; typed again, it ends."""
    controller = Controller(begun("freeform", hero=(3, 3)))
    enter_quick(controller, "Burning")
    assert [effect.name for effect in controller.encounter["hero"].effects] == ["Burning"]
    enter_quick(controller, "burning")
    assert controller.encounter["hero"].effects == ()


@pytest.mark.parametrize("typed", ["", "-", "7", "/0", "+x"])
def test_what_means_nothing_says_so(typed: str) -> None:
    """Nonsense is answered in words and changes nothing."""
    controller = Controller(begun("freeform", hero=(3, 3)))
    before = controller.encounter
    enter_quick(controller, typed)
    assert controller.view.quick_error
    assert controller.encounter is before
