"""Fields of distance and of fire: the same answers as cell by cell, and drawn cases."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridwar.grid.areas.distance_and_fire_fields import distance_field, field_of_fire
from gridwar.grid.cells.distance import HeightRule, Metric, footprint_distance_cells
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


def _wall(ends: tuple[int, int, int, int], name: str) -> Wall:
    ax, ay, bx, by = (one * SUBCELL for one in ends)
    return Wall(id=name, a=Point(ax, ay), b=Point(bx, by))


def test_walls_out_of_reach_or_out_of_sight_leave_no_points() -> None:
    """A drawn outline costs by its points: a room, and more walls behind its own and far away."""
    room = [
        _wall((2, 2, 9, 2), "n"),
        _wall((9, 2, 9, 9), "e"),
        _wall((2, 9, 9, 9), "s"),
        _wall((2, 2, 2, 9), "w"),
    ]
    behind = [_wall((10, 2 + n, 11, 3 + n), f"b{n}") for n in range(6)]
    far = [_wall((20 + n % 9, n, 21 + n % 9, n + 1), f"f{n}") for n in range(18)]
    page = BattleMap(width=30, height=20)
    apex = centre_of(Cell(5, 5))
    alone = field_of_fire(page.with_walls(room), apex, 0, 360, 12)
    among = field_of_fire(page.with_walls([*room, *behind, *far]), apex, 0, 360, 12)
    assert len(alone) <= 16
    assert len(among) <= 16
    assert _area(alone) == pytest.approx(49, rel=1e-4)
    assert _area(among) == pytest.approx(49, rel=1e-4)


def _area(outline: tuple[tuple[float, float], ...]) -> float:
    """Return the area inside an outline around its apex, in square cells."""
    rim = outline[1:]
    pairs = zip(rim, (*rim[1:], rim[0]), strict=True)
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs)) / 2
