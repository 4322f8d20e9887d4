"""Distances: the worked examples of the rulebooks, and big tokens and heights."""

from __future__ import annotations

import pytest

from gridwar.grid.cells.distance import (
    HeightRule,
    Metric,
    distance_cells,
    footprint_distance_cells,
    nearest_cells,
)
from gridwar.model.geometry import Cell, Size, footprint

ORIGIN = Cell(0, 0)


@pytest.mark.rule("CE-RNG-02")
@pytest.mark.parametrize(
    ("to", "metric", "expected"),
    [
        ((0, 0), Metric.EUCLID_NEAREST, 0),
        ((1, 1), Metric.EUCLID_NEAREST, 1),
        ((2, 2), Metric.EUCLID_NEAREST, 3),
        ((6, 6), Metric.EUCLID_NEAREST, 8),
        ((6, 6), Metric.CHEBYSHEV, 6),
        ((6, 6), Metric.ALTERNATING, 9),
        ((6, 6), Metric.EUCLID_FLOOR, 8),
        ((2, 2), Metric.EUCLID_FLOOR, 2),
        ((6, 6), Metric.MANHATTAN, 12),
        ((-5, 3), Metric.ALTERNATING, 6),
        ((3, -4), Metric.EUCLID_FLOOR, 5),
    ],
)
def test_a_metric_counts_diagonals_its_own_way(
    to: tuple[int, int], metric: Metric, expected: int
) -> None:
    """Each metric gives the distance of the rulebooks' worked examples."""
    assert distance_cells(metric, ORIGIN, Cell(*to)) == expected


@pytest.mark.rule("CE-RNG-02")
@pytest.mark.parametrize("metric", Metric)
@pytest.mark.parametrize("cells", [0, 1, 2, 3, 8, 9, 34, 35, 166, 167, 334, 335])
def test_rows_and_columns_are_equally_long_under_every_metric(metric: Metric, cells: int) -> None:
    """Orthogonal distances do not depend on the metric."""
    assert distance_cells(metric, ORIGIN, Cell(cells, 0)) == cells
    assert distance_cells(metric, ORIGIN, Cell(0, -cells)) == cells


@pytest.mark.rule("CE-RNG-02")
@pytest.mark.parametrize(("height_m", "expected"), [(0, 0), (1.4, 0), (1.5, 1), (3.0, 2)])
def test_in_one_column_only_whole_cells_of_height_count(height_m: float, expected: int) -> None:
    """Two tokens in a column are at distance 0 while their heights differ by less than a cell."""
    assert distance_cells(Metric.EUCLID_NEAREST, ORIGIN, ORIGIN, height_m / 1.5) == expected


@pytest.mark.rule("CE-RNG-02")
def test_height_is_the_third_axis_of_the_straight_line() -> None:
    """Three cells along and four up are five cells away."""
    assert distance_cells(Metric.EUCLID_NEAREST, ORIGIN, Cell(3, 0), 4) == 5
    assert distance_cells(Metric.EUCLID_NEAREST, ORIGIN, Cell(3, 0), -4) == 5


@pytest.mark.rule("AR-MOV-05")
@pytest.mark.parametrize(
    ("height", "expected"),
    [(HeightRule.AXIS, 10), (HeightRule.ADD, 12), (HeightRule.IGNORE, 2)],
)
def test_a_flyer_ten_up_is_measured_by_the_height_rule(height: HeightRule, expected: int) -> None:
    """A flyer two cells off and ten up is at 10, 12 or 2, as the switch says."""
    assert distance_cells(Metric.CHEBYSHEV, ORIGIN, Cell(2, 2), 10, height) == expected


@pytest.mark.rule("AR-MOV-05")
def test_a_big_token_is_measured_from_its_nearest_cell() -> None:
    """A token of two by two at (7, 3) is seven cells from (0, 0), whichever way it is asked."""
    big = footprint(Cell(7, 3), Size(2, 2))
    assert footprint_distance_cells(Metric.CHEBYSHEV, (ORIGIN,), big) == 7
    assert footprint_distance_cells(Metric.CHEBYSHEV, big, (Cell(9, 5),)) == 1
    assert footprint_distance_cells(Metric.CHEBYSHEV, big, big) == 0


def test_the_nearest_cells_are_the_first_pair_in_reading_order() -> None:
    """Of equally near pairs of cells the topmost, then leftmost is taken."""
    left, right = footprint(ORIGIN, Size(2, 2)), footprint(Cell(4, 0), Size(1, 2))
    assert nearest_cells(left, right) == (Cell(1, 0), Cell(4, 0))


def test_an_alternating_way_upwards_counts_steps_that_change_two_axes() -> None:
    """Four along, two aside and two up take four steps, two of them diagonal: five."""
    assert distance_cells(Metric.ALTERNATING, ORIGIN, Cell(4, 2), 2) == 5
