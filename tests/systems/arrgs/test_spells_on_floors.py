"""Lasting spells in a building: they keep to the floor on which they lie."""

from __future__ import annotations

import pytest

from gridwar.model.geometry import Cell
from gridwar.systems.arrgs.core.sheet import state_of
from gridwar.systems.arrgs.spells.control_and_dismiss_spell import steerable
from gridwar.systems.arrgs.views.map_overlays import spell_marks
from tests.support.floors import WIDTH, house
from tests.systems.arrgs.test_spells import WEB, mage, with_web


@pytest.mark.rule("AR-MNV-05", "AR-SPL-03")
def test_a_spell_is_steered_on_its_own_floor_and_lies_on_no_other() -> None:
    """At the rim of its page the squares beyond it, and those of the next page, are none of it."""
    edge = Cell(WIDTH - 1, 5)
    cells = frozenset({edge, edge.shifted(-1, 0), edge.shifted(1, 0), edge.shifted(3, 0)})
    fight = with_web(mage(at=(8, 5)), web=WEB.replace(square=edge, cells=cells))
    fight = fight.replace(map=house())
    assert fight.map.floor_at(edge.shifted(3, 0)) is fight.map.floors[1]
    web = state_of(fight).spells["web"]
    page = fight.map
    offered = steerable(fight, web)
    assert offered
    assert {page.floor_at(cell) for cell in offered} == {page.floors[0]}
    (mark,) = spell_marks(fight)
    assert mark.cells == {edge, edge.shifted(-1, 0)}
