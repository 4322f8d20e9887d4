"""A chase: cars with crews, driven, shot from, and taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.storage.new_open_and_sample_fights import sample_fights
from tests.ui.journeys.answering import answer_all

if TYPE_CHECKING:
    from tests.support.evening.evening import Evening

SALOON = ("saloon", "lena", "ruy", "hale")


@pytest.mark.long
def test_a_chase_along_the_quay(evening: Evening) -> None:
    """One shoots from the window, one drives on, and the crew goes where the car goes."""
    evening.start(sample_fights()[4])
    assert evening.encounter.turn == "ruy"
    loaded = evening.encounter["ruy"]
    evening.act("Shoot: Auto pistol")
    evening.click(evening.stands("raider"))
    if not evening.popovers:  # those in the car lie above it
        evening.click(evening.stands("kett"))
    evening.press("Return", frees=True)
    answer_all(evening)
    assert evening.encounter["ruy"] != loaded
    evening.is_saved()

    # On to the driver of the saloon, who goes straight on: all seats go along.
    for _turn in range(8):
        if evening.encounter.turn == "lena":
            break
        evening.do("fight.next", frees=True)
        answer_all(evening)
    assert evening.controller.view.selected == ("lena",)
    before = {who: evening.stands(who) for who in SALOON}
    evening.act("Straight on", frees=True)
    if evening.popovers:
        evening.press("Return", frees=True)
    answer_all(evening)
    moved = {
        (evening.stands(who)[0] - x, evening.stands(who)[1] - y) for who, (x, y) in before.items()
    }
    assert len(moved) == 1, f"the crew is not where the car is: {moved}"
    assert moved != {(0, 0)}
    evening.do("edit.undo", frees=True)
    assert {who: evening.stands(who) for who in SALOON} == before
    evening.do("edit.redo", frees=True)

    # Whoever sits in the car is not dragged out of it; whoever acts together is in a bracket.
    evening.do("fight.next", frees=True)
    answer_all(evening)
    for _turn in range(12):
        if evening.encounter.round > 1:
            break
        evening.do("fight.next", frees=True)
        answer_all(evening)
    assert evening.encounter.round == 2
    evening.is_saved()
    evening.close()
