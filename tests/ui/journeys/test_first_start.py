"""The first evening: Gridwar is started, a fight lies on the table, and the tour shows round."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.support.evening.evening import Evening


def test_first_start_with_the_tour(evening: Evening) -> None:
    """The tour is gone through while the sample is played; the next start is without it."""
    evening.start(knows_tour=False)
    tour = evening.window.guides._tour
    assert tour is not None
    assert tour.isVisible()
    assert evening.encounter.title == "Raid on the Drowned Heron"
    assert evening.controller.view.selected == ("maro",)

    # The first card is read, and its advice taken: a token is dragged, and taken back.
    begin = evening.stands("maro")
    evening.drag(begin, (11, 17))
    assert evening.stands("maro") == (11, 17)
    evening.press("Ctrl+Z")
    assert evening.stands("maro") == begin
    assert tour.step == 0

    # To the end by key, once back on the way; the map keeps the keyboard.
    steps = len(tour._stops)
    evening.press("Alt+Right", "Alt+Right", "Alt+Left")
    assert tour.step == 1
    for _step in range(2, steps):
        evening.press("Alt+Right")
        assert tour.isVisible()
    evening.do("fight.next", frees=True)
    evening.button("Done", tour)
    assert not tour.isVisible()
    evening.press("Ctrl+Z", frees=True)
    assert evening.controller.encounter.turn == "maro"
    del tour

    # Help brings it back, Skip closes it.
    evening.find("tour")
    evening.button("Skip", evening.window.guides._tour)
    evening.close()

    # Whoever comes again finds an empty page, and what was begun among the unfinished.
    evening.start()
    assert evening.window.guides._tour is None
    assert not evening.encounter.combatants
    evening.close()
