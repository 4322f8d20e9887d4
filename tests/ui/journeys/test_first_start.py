"""The first evening: Gridwar is started, the sample is opened, four deeds are done in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.state.tour_state import Deed

if TYPE_CHECKING:
    from tests.support.evening.evening import Evening


def test_first_start_with_the_tour(evening: Evening) -> None:
    """The four deeds are done while the sample is played; the next start is without them."""
    evening.start(knows_tour=False)
    evening.press("1", frees=True)
    assert evening.encounter.title == "Raid on the Drowned Heron"
    assert evening.controller.view.selected == ("maro",)
    assert _present(evening) is Deed.MOVE

    evening.drag(evening.stands("maro"), (11, 17))
    assert evening.stands("maro") == (11, 17)
    assert _present(evening) is Deed.ACT

    evening.press("1", "Tab", "Return")
    evening.press("Return")
    for _question in range(8):
        if not evening.is_asked:
            break
        if evening.dice_wanted:
            evening.press("Space")
        else:
            evening.press("1" if evening.question.options else "Return")
    assert _present(evening) is Deed.UNDO

    evening.press("Ctrl+Z")
    assert _present(evening) is Deed.NEXT
    evening.do("fight.next", frees=True)
    assert _present(evening) is None

    # One Escape ends it, also half way; Help brings it back.
    evening.press("Esc")
    assert evening.controller.view.tour is None
    evening.find("tour")
    assert _present(evening) is Deed.MOVE
    evening.button("Skip this one")
    assert _present(evening) is Deed.ACT
    evening.press("Esc")
    assert evening.controller.view.tour is None
    evening.close()

    # Whoever comes again finds the start page, and what was begun on its first door.
    evening.start()
    assert evening.controller.view.tour is None
    assert evening.find_button("Go on").isVisible()
    evening.close()


def _present(evening: Evening) -> Deed | None:
    """Return the deed that is to be done."""
    tour = evening.controller.view.tour
    assert tour is not None
    return tour.present
