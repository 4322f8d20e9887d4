"""Freeform's house rules: how far somebody gets and how distances are counted."""

from __future__ import annotations

import pytest

from gridwar.control.moves.route_and_reach import RoutePlanner
from gridwar.engine.gm.side_and_setting_commands import ChooseSwitch
from gridwar.grid.cells.distance import Metric
from gridwar.model.battlemap import LayerName
from gridwar.model.geometry import Cell
from tests.support.fights import begun


@pytest.mark.rule("FR-MOV-01")
@pytest.mark.parametrize(
    ("metric", "cells"), [("chebyshev", 6), ("alternating", 4), ("euclid_floor", 4)]
)
def test_a_speed_of_six_goes_as_far_aslant_as_diagonals_allow(metric: str, cells: int) -> None:
    """Six diagonals at 1 each; four at 1 and 2 in turn (1+2+1+2) or at 1.4 each (5.6)."""
    session = begun("freeform", hero=(3, 3))
    session.submit(ChooseSwitch(name="distance_metric", value=f'"{metric}"'))
    found = RoutePlanner(session.system, session.encounter, "hero").reach()
    assert found is not None
    assert Cell(3 + cells, 3 + cells) in found
    assert Cell(4 + cells, 4 + cells) not in found
    assert session.system.yardstick(session.encounter).metric is Metric(metric)


@pytest.mark.rule("FR-MOV-02")
def test_painted_ground_slows_where_the_table_wants_it() -> None:
    """A field of difficult ground, twice the cost, takes a speed of six three cells far."""
    session = begun("freeform", hero=(3, 3))
    field = {Cell(x, y): 1 for x in range(12) for y in range(12)}
    page = session.encounter.map.with_painted(LayerName.TERRAIN, field)
    plain = session.encounter.replace(map=page)
    slow = plain.replace(switches=plain.switches.replace(terrain_slows=True))
    for encounter, far in ((plain, 6), (slow, 3)):
        found = RoutePlanner(session.system, encounter, "hero").reach()
        assert found is not None
        assert Cell(3 + far, 3) in found
        assert Cell(4 + far, 3) not in found
