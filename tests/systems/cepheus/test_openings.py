"""Openings of floors in Cepheus: who is thrown may be thrown into one, and shots pass through."""

from __future__ import annotations

import pytest

from gridwar.systems.cepheus.grapples.where_pushed import pushed_to, squares_around
from tests.support.fights import on_board
from tests.support.floors import HATCH, house


@pytest.mark.rule("CE-GRP-02")
def test_an_opening_is_a_place_to_be_thrown_to_and_not_across() -> None:
    """The square of the opening is offered; the way to one beyond it leads round."""
    beside = HATCH.shifted(-1, 0)
    now = on_board("cepheus", brawler=beside).replace(map=house(is_open=True))
    cells = squares_around(now, "brawler", 2)
    assert HATCH in cells
    assert pushed_to(now, "brawler", HATCH) == (HATCH,)
    beyond = HATCH.shifted(1, 0)
    assert HATCH not in pushed_to(now, "brawler", beyond)
