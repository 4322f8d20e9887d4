"""What holds on any floors: one alone is as a map without, and what is above lies where it does."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridwar.engine.kit.yardstick_and_distances import (
    Spot,
    Yardstick,
    apart,
    cells_apart,
    cells_around,
    distances_from,
    is_within,
    nearest_between,
    nearest_pairs,
    place,
    spot_at,
    squared_apart,
)
from gridwar.grid.cells.distance import HeightRule, Metric
from gridwar.model.geometry import Cell, Size, footprint
from tests.support.every_system import every_id, find
from tests.support.fights import on_board
from tests.support.floors import BELOW_HATCH, HATCH, HEIGHT, STOREY_M, WIDTH, house, storeys

PLACES = st.builds(Cell, st.integers(0, WIDTH - 1), st.integers(0, HEIGHT - 1))
SIZES = st.builds(Size, st.integers(1, 2), st.integers(1, 2))
METRICS = st.sampled_from(Metric)
RULES = st.sampled_from(HeightRule)
BUILDING = house(4)


def above(cell: Cell, number: int) -> Cell:
    """Return the cell over one of the ground floor."""
    return Cell(cell.x + number * (WIDTH + 2), cell.y)


@given(a=PLACES, b=PLACES, sizes=st.tuples(SIZES, SIZES), by=st.builds(Yardstick, METRICS, RULES))
def test_on_each_floor_distances_are_those_of_it_alone(
    a: Cell, b: Cell, sizes: tuple[Size, Size], by: Yardstick
) -> None:
    """Two spots of one floor are as far apart as on a map of that floor."""
    alone = apart(by, Spot(footprint(a, sizes[0])), Spot(footprint(b, sizes[1])))
    for number in range(4):
        here, there = (
            spot_at(BUILDING, footprint(above(at, number), size))
            for at, size in zip((a, b), sizes, strict=True)
        )
        assert apart(by, here, there) == alone


@given(a=PLACES, b=PLACES, by=st.builds(Yardstick, METRICS, RULES))
def test_between_floors_the_height_joins_in(a: Cell, b: Cell, by: Yardstick) -> None:
    """What lies a floor higher is as far as somebody who hovers at that height."""
    storey = STOREY_M / BUILDING.scale.cell_m
    here, there = spot_at(BUILDING, (a,)), spot_at(BUILDING, (above(b, 1),))
    hovering = Spot((b,), storey)
    assert apart(by, here, there) == apart(by, Spot((a,)), hovering)
    assert cells_apart(by, here, there) == cells_apart(by, Spot((a,)), hovering)
    assert squared_apart(here, there) == squared_apart(Spot((a,)), hovering)
    assert nearest_between(here, there) == (a, above(b, 1))
    assert nearest_pairs(by, here, there) == ((a, above(b, 1)),)


@pytest.mark.parametrize("system_id", [one for one in every_id() if find(one).playable])
def test_a_hatch_is_no_farther_than_a_storey(system_id: str) -> None:
    """By every system's own yardstick who stands below an open hatch is near, not a page away."""
    now = on_board(system_id).replace(map=house(is_open=True))
    by = find(system_id).yardstick(now)
    far = cells_apart(by, place(now, by, BELOW_HATCH), place(now, by, HATCH))
    assert far <= STOREY_M / now.map.scale.cell_m


@given(by=st.builds(Yardstick, METRICS), at=PLACES, size=SIZES, number=st.integers(0, 3))
def test_a_field_is_measured_on_the_plan(by: Yardstick, at: Cell, size: Size, number: int) -> None:
    """To each cell of any floor it counts what the plan says, without the height."""
    token = above(at, number), size
    if not all(map(BUILDING.contains, footprint(*token))):
        return
    field = distances_from(by, token, BUILDING)
    flat = Yardstick(by.metric, HeightRule.IGNORE)
    mine = spot_at(BUILDING, footprint(*token))
    for floor, x, y in product(storeys(4), range(0, WIDTH, 5), range(0, HEIGHT, 4)):
        cell = Cell(floor.at.x + x, y)
        assert field[cell.y, cell.x] == cells_apart(flat, mine, spot_at(BUILDING, (cell,)))


@given(at=PLACES, number=st.integers(0, 3), far=st.integers(0, 9))
def test_what_lies_around_stays_on_the_page(at: Cell, number: int, far: int) -> None:
    """Cells around a spot are those of its own floor."""
    spot = spot_at(BUILDING, (above(at, number),))
    found = cells_around(Yardstick(), spot, (0, far), BUILDING.size)
    alone = cells_around(Yardstick(), Spot((at,)), (0, far), Size(WIDTH, HEIGHT))
    assert found == {above(cell, number) for cell in alone}


def test_an_arm_does_not_reach_through_the_floor() -> None:
    """What lies on the floor above is not next to somebody, however near on the plan."""
    now = on_board("freeform")
    one = next(iter(find("freeform").data.samples())).replace(pos=BELOW_HATCH, size=Size(1, 1))
    page = house(is_open=True)
    assert is_within(page, one, BELOW_HATCH.shifted(1, 0), 1)
    assert not is_within(page, one, HATCH, 1)
    assert now.map.floor_at(BELOW_HATCH) is None
