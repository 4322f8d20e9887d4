"""What the kit measures between spots is what the grid's metrics count between their cells."""

from __future__ import annotations

from itertools import product
from math import hypot

from hypothesis import given
from hypothesis import strategies as st

from gridwar.engine.kit import (
    HeightRule,
    Metric,
    Spot,
    Yardstick,
    apart,
    cells_apart,
    nearest_between,
    nearest_pairs,
    place,
    spot_at,
    squared_apart,
    squared_from,
    wall_apart,
)
from gridwar.engine.kit.distances_to_many import cells_around, distances_from
from gridwar.grid.cells.distance import (
    distance_cells,
    footprint_distance_cells,
    nearest_cells,
    squared_cells,
)
from gridwar.model.geometry import SUBCELL, Cell, Point, Size, cell_at, footprint, footprint_centre
from gridwar.model.walls import Wall
from tests.support.fights import on_board

NOW = on_board("freeform")
PAGE = Size(9, 7)
NUMBERS = st.integers(-3, 11)
CELLS = st.builds(Cell, NUMBERS, NUMBERS)
SIZES = st.builds(Size, st.integers(1, 3), st.integers(1, 3))
TOKENS = st.builds(footprint, CELLS, SIZES)
ANY_CELLS = TOKENS | st.lists(CELLS, min_size=1, max_size=5, unique=True).map(tuple)
HEIGHTS = st.sampled_from((0.0, 0.4, 1.0, 2.5, 4.0)) | st.floats(-9, 9)
SPOTS = st.tuples(ANY_CELLS, HEIGHTS).map(lambda at: Spot(*at))
YARDSTICKS = st.builds(Yardstick, st.sampled_from(Metric), st.sampled_from(HeightRule))


@given(by=YARDSTICKS, a=SPOTS, b=SPOTS)
def test_cells_apart_are_those_of_the_metric(by: Yardstick, a: Spot, b: Spot) -> None:
    """Spots are as many cells apart as their footprints, and as the ruler tells."""
    up = b.up_cells - a.up_cells
    pairs = product(a.cells, b.cells)
    found = cells_apart(by, a, b)
    assert found == min(distance_cells(by.metric, p, q, up, by.height) for p, q in pairs)
    assert found == footprint_distance_cells(by.metric, a.cells, b.cells, up, by.height)
    assert found == apart(by, a, b).total_cells == cells_apart(by, b, a)


@given(metric=st.sampled_from(Metric), a=CELLS, b=CELLS, height=st.sampled_from(HeightRule))
def test_without_a_height_its_rule_does_not_matter(
    metric: Metric, a: Cell, b: Cell, height: HeightRule
) -> None:
    """Two cells at one height are equally far apart however height would join in."""
    assert distance_cells(metric, a, b, 0.0, height) == distance_cells(metric, a, b)


@given(a=SPOTS, b=SPOTS)
def test_the_square_is_that_of_the_nearest_cells(a: Spot, b: Spot) -> None:
    """The straight line runs between the nearest cells, and the height is its third axis."""
    pair, up = nearest_between(a, b), b.up_cells - a.up_cells
    assert pair == nearest_cells(a.cells, b.cells)
    assert squared_apart(a, b) == squared_cells(*pair) + up * up


@given(start=CELLS, cells=st.lists(CELLS, min_size=1, unique=True))
def test_cells_are_put_in_order_by_the_straight_line(start: Cell, cells: list[Cell]) -> None:
    """The key of the kit sorts cells as the grid's square of the distance does."""
    wanted = sorted(cells, key=lambda cell: squared_cells(start, cell))
    assert sorted(cells, key=squared_from(NOW.map, start)) == wanted


@given(by=YARDSTICKS, a=SPOTS, b=SPOTS)
def test_nearest_pairs_are_all_that_are_as_near(by: Yardstick, a: Spot, b: Spot) -> None:
    """Each pair at the distance of the two spots is there, in the order of their cells."""
    up, far = b.up_cells - a.up_cells, cells_apart(by, a, b)
    pairs = product(a.cells, b.cells)
    wanted = [pair for pair in pairs if distance_cells(by.metric, *pair, up, by.height) == far]
    assert list(nearest_pairs(by, a, b)) == wanted


@given(
    by=YARDSTICKS,
    spot=SPOTS,
    between=st.tuples(st.integers(0, 4), st.integers(0, 5)),
    page=st.none() | st.just(PAGE),
)
def test_cells_around_are_those_at_the_distance(
    by: Yardstick, spot: Spot, between: tuple[int, int], page: Size | None
) -> None:
    """Round any spot the same cells are found as by asking of each how far it is."""
    low, high = between
    everywhere = (Cell(x, y) for x in range(-10, 20) for y in range(-10, 20))
    wanted = {
        cell
        for cell in everywhere
        if (page is None or (0 <= cell.x < page.w and 0 <= cell.y < page.h))
        and low <= footprint_distance_cells(by.metric, spot.cells, (cell,)) <= high
    }
    assert cells_around(by, spot, between, page) == wanted


@given(by=YARDSTICKS, anchor=CELLS, size=SIZES)
def test_a_field_of_distances_counts_as_cell_by_cell(
    by: Yardstick, anchor: Cell, size: Size
) -> None:
    """What is counted for all of a map at once is what a rule finds for one of its cells."""
    field = distances_from(by, (anchor, size), NOW.map)
    token = Spot(footprint(anchor, size))
    for x, y in product(range(PAGE.w), range(PAGE.h)):
        assert field[y, x] == cells_apart(by, token, Spot((Cell(x, y),)))


@given(spot=SPOTS, ends=st.lists(CELLS, min_size=2, max_size=2, unique=True))
def test_a_wall_is_as_far_as_its_middle(spot: Spot, ends: list[Cell]) -> None:
    """To a wall the straight line is measured, from the middle of the nearest cell."""
    a, b = (Point(cell.x * SUBCELL, cell.y * SUBCELL) for cell in ends)
    x, y = (ends[0].x + ends[1].x) / 2, (ends[0].y + ends[1].y) / 2
    wanted = min(hypot(x - cell.x - 0.5, y - cell.y - 0.5) for cell in spot.cells)
    assert wall_apart(spot, Wall(id="w", a=a, b=b)) == wanted


@given(anchor=CELLS, size=SIZES, altitude=HEIGHTS, centres=st.booleans())
def test_a_place_is_its_cells_at_their_height(
    anchor: Cell, size: Size, altitude: float, *, centres: bool
) -> None:
    """A token lies on its footprint, or on the cell of its middle where middles are measured."""
    by = Yardstick(ground=False, centres=centres)
    middle = (cell_at(footprint_centre(anchor, size)),)
    cells = middle if centres else footprint(anchor, size)
    spot = place(NOW, by, anchor, size, altitude)
    assert spot == Spot(cells, altitude / NOW.map.scale.cell_size)


@given(cells=ANY_CELLS, height_m=HEIGHTS)
def test_a_height_in_metres_is_counted_in_cells(cells: tuple[Cell, ...], height_m: float) -> None:
    """Any cells make a spot, at a height that the map's scale turns into cells."""
    assert spot_at(NOW.map, cells, height_m) == Spot(cells, height_m / NOW.map.scale.cell_m)
