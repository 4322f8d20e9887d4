"""What holds on any floors: one alone is as a map without, and what is above lies where it does."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gridwar.engine.kit.distances_to_many import cells_around, distances_from
from gridwar.engine.kit.yardstick_and_distances import (
    Spot,
    Yardstick,
    apart,
    cells_apart,
    cells_towards,
    is_within,
    nearest_between,
    nearest_pairs,
    place,
    spot_at,
    squared_apart,
)
from gridwar.grid.areas.disc_ring_square_line import square
from gridwar.grid.areas.templates import Clip, Form, Shape, Template, tip_at
from gridwar.grid.cells.distance import HeightRule, Metric
from gridwar.grid.cells.obstacle_reasons import ObstacleKind
from gridwar.grid.movement.movement_graph import LazyGrid
from gridwar.grid.movement.mover_ground import Ground
from gridwar.grid.movement.reach import reach
from gridwar.grid.movement.routes import NoRoute, Route, find_route, price
from gridwar.grid.movement.step_rules import alternating, euclid, uniform
from gridwar.grid.movement.threat import Mover, threat
from gridwar.model.battlemap import BattleMap
from gridwar.model.floors import FloorWays, Link
from gridwar.model.geometry import SUBCELL, Cell, Point, Size, footprint
from gridwar.model.walls import Wall
from tests.support.every_system import every_id, find
from tests.support.fights import on_board
from tests.support.floors import (
    BELOW_HATCH,
    FOOT,
    HATCH,
    HEAD,
    HEIGHT,
    STOREY_M,
    WIDTH,
    house,
    stairs,
    storeys,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.grid.movement.step_rules import Steps

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
    assume(all(map(BUILDING.contains, footprint(*token))))
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


# --- ways -----------------------------------------------------------------------------------------

RULE_MAKERS = st.sampled_from((uniform, alternating, euclid))
WALLS = st.lists(
    st.tuples(st.integers(1, WIDTH - 1), st.integers(0, HEIGHT - 3), st.booleans()),
    max_size=6,
    unique=True,
)


def walled(walls: list[tuple[int, int, bool]], page: BattleMap, number: int) -> BattleMap:
    """Return a map with walls on one of its floors."""
    made = []
    for x, y, is_level in walls:
        at = above(Cell(x, y), number)
        a = Point(at.x * SUBCELL, at.y * SUBCELL)
        b = Point(a.x + 2 * SUBCELL * is_level, a.y + 2 * SUBCELL * (not is_level))
        made.append(Wall(id=f"{x}.{y}.{is_level}", a=a, b=b))
    return page.with_walls(made)


@given(
    at=PLACES,
    walls=WALLS,
    rule=RULE_MAKERS,
    size=SIZES,
    more=st.tuples(st.integers(0, 3), st.integers(0, 12)),
)
def test_without_links_each_floor_is_walked_as_if_it_were_alone(
    at: Cell,
    walls: list[tuple[int, int, bool]],
    rule: Callable[..., Steps],
    size: Size,
    more: tuple[int, int],
) -> None:
    """The same cells at the same cost, whichever page it is: no way leads off it."""
    number, budget = more
    assume(at.x + size.w <= WIDTH and at.y + size.h <= HEIGHT)
    alone = Ground(walled(walls, BattleMap(width=WIDTH, height=HEIGHT), 0), size)
    sheet = Ground(walled(walls, BUILDING.with_floors(storeys(4), FloorWays()), number), size)
    here = reach(LazyGrid(sheet, rule(sheet)), above(at, number), budget).costs
    there = reach(LazyGrid(alone, rule(alone)), at, budget).costs
    assert here == {above(cell, number): cost for cell, cost in there.items()}


@given(
    at=PLACES,
    rule=RULE_MAKERS,
    budget=st.integers(0, 200),
    cost=st.integers(1, 5),
    both=st.booleans(),
)
def test_boards_and_networkx_take_the_same_stairs(
    at: Cell, rule: Callable[..., Steps], budget: int, cost: int, both: bool
) -> None:
    """Both searches reach the same cells at the same cost; each is a route that can be walked."""
    link = stairs(cost, both_ways=both)
    ground = Ground(BUILDING.with_floors(storeys(4), FloorWays((link,))))
    fast, plain = (LazyGrid(ground, rule(ground), plain=one) for one in (False, True))
    found = reach(fast, at, budget)
    assert found.costs == reach(plain, at, budget).costs
    for cell in (HEAD, HEAD.shifted(3, 3)):
        route = find_route(fast, at, cell)
        assert isinstance(route, Route)
        walked = price(fast, route.cells)
        assert isinstance(walked, Route)
        assert walked.cost == route.cost
        if cell in found.costs:
            assert found.costs[cell] == route.cost


ENDS = st.lists(PLACES, min_size=1, max_size=3, unique=True)
LINKS = st.lists(
    st.tuples(ENDS, ENDS, st.integers(0, 3), st.integers(0, 3), st.integers(1, 5), st.booleans()),
    min_size=1,
    max_size=4,
)


@given(at=PLACES, rule=RULE_MAKERS, size=SIZES, budget=st.none() | st.integers(0, 60), drawn=LINKS)
def test_boards_and_networkx_take_the_same_links_of_any_number_and_width(
    at: Cell,
    rule: Callable[..., Steps],
    size: Size,
    budget: int | None,
    drawn: list[tuple[list[Cell], list[Cell], int, int, int, bool]],
) -> None:
    """Of several links to one cell both take the cheapest; nobody ends beyond a floor's edge."""
    assume(at.x + size.w <= WIDTH and at.y + size.h <= HEIGHT)
    links = tuple(
        Link(
            id=str(number),
            here=tuple(above(cell, low) for cell in here),
            there=tuple(above(cell, high) for cell in there),
            cost=cost,
            both_ways=both,
        )
        for number, (here, there, low, high, cost, both) in enumerate(drawn)
        if low != high
    )
    ground = Ground(BUILDING.with_floors(storeys(4), FloorWays(links)), size)
    fast, plain = (LazyGrid(ground, rule(ground), plain=one) for one in (False, True))
    most = 9_999 if budget is None else budget
    found = reach(fast, at, most).costs
    assert found == reach(plain, at, most).costs
    for cell in found:
        floor = ground.battle_map.floor_at(cell)
        assert floor is not None
        assert all(map(floor.holds, footprint(cell, size)))


def test_of_two_links_to_one_cell_the_cheaper_is_taken() -> None:
    """A ladder beside the stairs makes nothing dearer, whichever stands first."""
    ladder = stairs(5).replace(id="ladder")
    for links in ((stairs(2), ladder), (ladder, stairs(2))):
        ground = Ground(BUILDING.with_floors(storeys(4), FloorWays(links)))
        found = find_route(LazyGrid(ground, uniform(ground)), FOOT, HEAD)
        assert isinstance(found, Route)
        assert found.cost == 2


@given(cost=st.integers(1, 9), rule=RULE_MAKERS)
def test_stairs_cost_what_the_game_master_says(cost: int, rule: Callable[..., Steps]) -> None:
    """One step along them costs so many straight steps onto the floor where they end."""
    ground = Ground(BUILDING.with_floors(storeys(4), FloorWays((stairs(cost),))))
    grid = LazyGrid(ground, rule(ground))
    found = find_route(grid, FOOT, HEAD)
    assert isinstance(found, Route)
    assert found.cells == (FOOT, HEAD)
    assert found.cost == cost * rule(ground).prices(HEAD)[0]


def test_stairs_that_lead_one_way_are_no_way_back() -> None:
    """A chute is gone down and not up."""
    link = stairs(both_ways=False)
    ground = Ground(BUILDING.with_floors(storeys(4), FloorWays((link,))))
    grid = LazyGrid(ground, uniform(ground))
    assert isinstance(find_route(grid, FOOT, HEAD), Route)
    assert isinstance(find_route(grid, HEAD, FOOT), NoRoute)


def test_stairs_that_somebody_blocks_are_shut() -> None:
    """Where the cell at their end may not be entered, nobody steps onto it."""
    ground = Ground(BUILDING, blocked=frozenset({HEAD}))
    grid = LazyGrid(ground, uniform(ground))
    assert HEAD not in reach(grid, FOOT, 9).costs
    closed = ground.why_blocked(FOOT, HEAD)
    assert closed is not None
    assert closed.kind is ObstacleKind.OCCUPIED


@given(at=PLACES, number=st.integers(0, 3), budget=st.integers(0, 8))
def test_nobody_strikes_through_a_floor(at: Cell, number: int, budget: int) -> None:
    """What is threatened from a page lies on it, however long the arm."""
    ground = Ground(BUILDING.with_floors(storeys(4), FloorWays()))
    arm = square((Cell(0, 0),), 4)
    mover = Mover(ground, uniform(ground), above(at, number), budget, arm)
    floor = BUILDING.floors[number]
    assert all(map(floor.holds, threat((mover,), BUILDING.size).cells))


# --- areas and directions -------------------------------------------------------------------------


@given(
    at=PLACES,
    number=st.integers(0, 3),
    clip=st.sampled_from(Clip),
    form=st.sampled_from((Form.BURST, Form.SQUARE, Form.CONE)),
)
def test_an_area_keeps_to_its_page(at: Cell, number: int, clip: Clip, form: Form) -> None:
    """It takes in the cells it would on a map of that floor alone."""
    shape = Shape(form, 6.0, 90.0, clip)
    alone = BattleMap(width=WIDTH, height=HEIGHT)
    tip = tip_at(at.x, at.y, corner=False)
    there = above(at, number)
    found = Template(BUILDING, shape, tip_at(there.x, there.y, corner=False)).cells()
    assert found == {above(cell, number) for cell in Template(alone, shape, tip).cells()}


@given(a=PLACES, b=PLACES)
def test_a_direction_to_another_floor_is_that_on_the_plan(a: Cell, b: Cell) -> None:
    """Somebody above is seen where the plan says, not where the page lies."""
    assert cells_towards(BUILDING, (a,), (above(b, 2),)) == (b,)
    assert cells_towards(BUILDING, (above(a, 1),), (b,)) == (above(b, 1),)
