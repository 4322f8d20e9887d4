"""Arcs and areas: the rulebooks' worked examples, rims, edges, walls in a blast."""

from __future__ import annotations

from math import sqrt

import pytest

from gridwar.grid.areas.arcs import Arc, arcs_of, bearing_deg, bearings_to, is_in_arc
from gridwar.grid.areas.disc_ring_square_line import disc, line, on_map, ring, square
from gridwar.grid.areas.templates import spread
from gridwar.grid.areas.viewshed import line_field
from gridwar.grid.cells.distance import Metric
from gridwar.grid.lines.sight_and_effect import Stand
from gridwar.model.battlemap import BattleMap
from gridwar.model.geometry import Cell, Size, centre_of, footprint
from tests.unit.grid.drawn import walled

VEHICLE = (Cell(10, 10),)


@pytest.mark.parametrize(
    ("target", "arcs"),
    [
        ((16, 12), (Arc.FRONT,)),
        ((10, 4), (Arc.LEFT,)),
        ((14, 14), (Arc.FRONT, Arc.RIGHT)),
        ((4, 10), (Arc.REAR,)),
    ],
)
def test_targets_lie_in_the_arcs_of_a_vehicle_that_faces_right(
    target: tuple[int, int], arcs: tuple[Arc, ...]
) -> None:
    """The four targets of the worked example; on a dividing line it is both arcs."""
    assert arcs_of(VEHICLE, 90, (Cell(*target),)) == arcs


def test_bearings_count_clockwise_from_up() -> None:
    """Up is 0, right 90, down 180, left 270; six right and two down is 108.4 degrees."""
    around = [(0, -1), (1, 0), (0, 1), (-1, 0)]
    middle = Cell(0, 0)
    assert [bearing_deg(centre_of(middle), centre_of(Cell(*at))) for at in around] == [
        0,
        90,
        180,
        270,
    ]
    assert bearings_to(VEHICLE, (Cell(16, 12),)) == pytest.approx((108.4,), abs=0.05)


def test_a_big_target_is_seen_at_its_nearest_square_or_at_both() -> None:
    """The nearest square decides; two equally near ones on both sides of a line give both arcs."""
    assert arcs_of((Cell(0, 0),), 0, footprint(Cell(4, 3), Size(1, 3))) == (Arc.RIGHT,)
    both = footprint(Cell(3, 3), Size(2, 2))
    assert arcs_of(footprint(Cell(0, 0), Size(2, 2)), 0, both) == (Arc.RIGHT, Arc.REAR)


@pytest.mark.parametrize(
    ("origin", "facing", "width", "tokens", "inside"),
    [
        (
            (4, 4),
            0,
            60,
            [(4, 0), (6, 1), (3, 2), (4, 9), (7, -3)],
            [True, False, True, False, True],
        ),
        ((0, 0), 135, 30, [(5, 5), (5, 4), (5, 2), (8, 8)], [True, True, False, True]),
    ],
)
def test_narrow_arcs_take_in_the_tokens_of_the_worked_examples(
    origin: tuple[int, int],
    facing: float,
    width: float,
    tokens: list[tuple[int, int]],
    inside: list[bool],
) -> None:
    """Arcs of 60 and 30 degrees hold the tokens that the rulebook lists."""
    bearings = [bearing_deg(centre_of(Cell(*origin)), centre_of(Cell(*at))) for at in tokens]
    assert [is_in_arc(bearing, facing, width) for bearing in bearings] == inside


@pytest.mark.rule("AR-THR-03", "AR-THR-05")
@pytest.mark.parametrize(
    ("size", "between", "cells"),
    [
        (1, (1, 1), 8),
        (2, (1, 1), 12),
        (1, (2, 4), 72),
        (3, (2, 2), 24),
        (1, (2, 2), 16),
        (1, (3, 3), 24),
    ],
)
def test_threat_rings_have_as_many_cells_as_the_rulebook_counts(
    size: int, between: tuple[int, int], cells: int
) -> None:
    """A ring from a to b has (2b+1) squared less (2a-1) squared cells, more round big tokens."""
    own = footprint(Cell(10, 10), Size(size, size))
    assert len(ring(Metric.CHEBYSHEV, own, between)) == cells


@pytest.mark.rule("AR-THR-03")
def test_a_reach_ring_has_a_hole_in_it() -> None:
    """With a ring of exactly two the squares next to its holder are not threatened."""
    threatened = ring(Metric.CHEBYSHEV, (Cell(5, 5),), (2, 2))
    path = [Cell(x, 4) for x in range(3, 8)]
    assert [cell in threatened for cell in path] == [True, False, False, False, True]


@pytest.mark.rule("AR-THR-05")
def test_a_flyer_three_up_is_outside_a_ring_of_one() -> None:
    """Height counts as distance, so the ring three cells up is empty."""
    assert not ring(Metric.CHEBYSHEV, (Cell(5, 5),), (1, 1), dz_cells=3)


@pytest.mark.rule("CE-EXP-01")
def test_a_disc_takes_whole_cells_by_the_unrounded_distance_of_their_centres() -> None:
    """A radius of two holds thirteen cells; the corner two and two away is 2.83 off, outside."""
    assert len(disc(Cell(5, 5), 2)) == 13
    assert Cell(7, 7) not in disc(Cell(5, 5), 2.82)
    assert Cell(7, 7) in disc(Cell(5, 5), sqrt(8))
    assert disc(Cell(5, 5), 0) == {Cell(5, 5)}


@pytest.mark.rule("CE-EXP-01")
def test_a_disc_shrinks_with_height() -> None:
    """Two cells above the burst a radius of two touches one cell, three above none."""
    assert disc(Cell(5, 5), 2, dz_cells=2) == {Cell(5, 5)}
    assert not disc(Cell(5, 5), 2, dz_cells=3)


@pytest.mark.rule("CE-EXP-01")
def test_walls_keep_a_blast_out_and_are_named() -> None:
    """Cells behind a wall are left out, with that wall as the reason; off the map there is none."""
    battle_map = walled(BattleMap(width=7, height=3), ((4, 0), (4, 3)))
    field = line_field(battle_map, Stand((Cell(3, 1),)), 2)
    inside = on_map(battle_map, disc(Cell(3, 1), 2)) - {Cell(3, 1)}
    assert inside & field.cells == {
        Cell(x, y) for x, y in [(1, 1), (2, 0), (2, 1), (2, 2), (3, 0), (3, 2)]
    }
    hidden = inside - field.cells
    assert hidden == {Cell(4, 0), Cell(4, 1), Cell(4, 2), Cell(5, 1)}
    found = [field.why_not(cell) for cell in hidden]
    assert {one.wall for one in found if one is not None} == set(battle_map.walls)


def test_lines_begin_outside_their_origin() -> None:
    """A line takes the cells it passes through, but for the one it begins in."""
    assert line(Cell(0, 0), Cell(2, 2)) == {Cell(1, 1), Cell(2, 2)}
    assert line(Cell(0, 0), Cell(1, 0), 4) == {Cell(x, 0) for x in range(1, 5)}
    assert line(Cell(3, 3), Cell(3, 3)) == frozenset()


def test_a_square_area_counts_diagonals_as_one() -> None:
    """Radius one round a cell is nine cells."""
    assert len(square((Cell(4, 4),), 1)) == 9


def test_a_blast_creeps_round_the_end_of_a_wall() -> None:
    """Behind a wall the way of the blast leads round its end; on open ground it is straight."""
    battle_map = walled(BattleMap(width=9, height=9), ((5, 0), (5, 5)))
    found = spread(battle_map, Cell(4, 4), 4)
    assert found[Cell(2, 3)] == pytest.approx(sqrt(5))
    assert found[Cell(5, 5)] == pytest.approx(sqrt(2))
    assert found[Cell(5, 4)] == pytest.approx(sqrt(2) + 1)
    assert Cell(5, 0) not in found
