"""Fields of distance and of fire: the same answers as cell by cell, and drawn cases."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gridwar.grid.fields import distance_field, field_of_fire
from gridwar.grid.metrics import HeightRule, Metric, footprint_distance_cells
from gridwar.model.battlemap import BattleMap
from gridwar.model.geometry import SUBCELL, Cell, Point, Size, centre_of, footprint
from gridwar.model.walls import Wall


@given(
    metric=st.sampled_from(Metric),
    height=st.sampled_from(HeightRule),
    corner=st.builds(Cell, st.integers(0, 8), st.integers(0, 8)),
    size=st.builds(Size, st.integers(1, 3), st.integers(1, 3)),
    up=st.sampled_from((0.0, 0.4, 1.0, 2.5, -3.0)),
)
def test_a_field_is_the_metric_at_every_cell(
    metric: Metric, height: HeightRule, corner: Cell, size: Size, up: float
) -> None:
    """For every metric, footprint and height a field holds what the metric says of each cell."""
    field = distance_field(metric, (corner, size), Size(10, 9), up, height)
    own = footprint(corner, size)
    for y in range(9):
        for x in range(10):
            assert field[y, x] == footprint_distance_cells(metric, own, (Cell(x, y),), up, height)


def test_an_arc_ends_at_the_wall_and_else_at_its_radius() -> None:
    """Looking right at a wall three cells off, the middle line ends there; above it at ten."""
    wall = Wall(id="w", a=Point(8 * SUBCELL, 4 * SUBCELL), b=Point(8 * SUBCELL, 7 * SUBCELL))
    battle_map = BattleMap(width=30, height=20).with_walls([wall])
    apex = centre_of(Cell(5, 5))
    straight = field_of_fire(battle_map, apex, 90, 0, 10)
    assert straight[0] == (5.5, 5.5)
    assert np.allclose(straight[1], (8.0, 5.5))
    up = field_of_fire(battle_map, apex, 0, 0, 10)
    assert np.allclose(up[1], (5.5, -4.5))


def test_an_arc_never_reaches_behind_a_wall() -> None:
    """No point of the outline lies behind the wall in its shadow."""
    wall = Wall(id="w", a=Point(8 * SUBCELL, 0), b=Point(8 * SUBCELL, 20 * SUBCELL))
    battle_map = BattleMap(width=30, height=20).with_walls([wall])
    outline = field_of_fire(battle_map, centre_of(Cell(5, 10)), 90, 120, 15)
    assert max(x for x, _y in outline) <= 8.0 + 1e-6
