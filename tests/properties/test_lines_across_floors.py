"""Lines on floors: on each as on it alone, between them through openings and nowhere else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridwar.engine.perception.exact_sight import has_in_sight, what_hides
from gridwar.grid.cells.obstacle_reasons import ObstacleKind
from gridwar.grid.lines.cover_on_line import best_cover
from gridwar.grid.lines.sight_and_effect import (
    EFFECT,
    SIGHT,
    LineMode,
    LineRule,
    Purpose,
    Stand,
    line_between,
)
from gridwar.model.battlemap import BattleMap
from gridwar.model.cover_kinds import Cover, CoverDegree
from gridwar.model.floors import FloorWays
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.walls import Wall
from tests.support.floors import BELOW_HATCH, HATCH, HEIGHT, WIDTH, house, storeys

PLACES = st.builds(Cell, st.integers(0, WIDTH - 1), st.integers(0, HEIGHT - 1))
RULES = st.builds(LineRule, st.sampled_from(Purpose), st.sampled_from(LineMode))
UPPER = WIDTH + 2
"""Columns between a cell of the ground floor and the one above it."""


def wall(at: Cell, steps: tuple[int, int] = (0, 1), name: str = "w") -> Wall:
    """Return a wall along a side of a cell, from its upper left corner."""
    a = Point(at.x * SUBCELL, at.y * SUBCELL)
    return Wall(id=name, a=a, b=Point(a.x + steps[0] * SUBCELL, a.y + steps[1] * SUBCELL))


WALLS = st.lists(
    st.tuples(PLACES, st.sampled_from(((0, 1), (1, 0), (0, 2)))), max_size=5, unique=True
)


@given(a=PLACES, b=PLACES, walls=WALLS, rule=RULES, number=st.integers(0, 3))
def test_on_each_floor_lines_are_those_of_it_alone(
    a: Cell,
    b: Cell,
    walls: list[tuple[Cell, tuple[int, int]]],
    rule: LineRule,
    number: int,
) -> None:
    """What lies on other pages is in nobody's way."""
    alone = BattleMap(width=WIDTH, height=HEIGHT).with_walls(
        wall(at, steps, f"{n}") for n, (at, steps) in enumerate(walls)
    )
    sheet = house(4).with_walls(
        wall(at.shifted(UPPER * page, 0), steps, f"{page}.{n}")
        for page in ((number,))
        for n, (at, steps) in enumerate(walls)
    )
    here, there = (Stand((cell.shifted(UPPER * number, 0),)) for cell in (a, b))
    wanted = line_between(alone, Stand((a,)), Stand((b,)), rule)
    found = line_between(sheet, here, there, rule)
    assert [line.clear for line in found.lines] == [line.clear for line in wanted.lines]


@given(a=PLACES, b=PLACES, rule=RULES)
def test_a_floor_without_openings_stops_every_line(a: Cell, b: Cell, rule: LineRule) -> None:
    """It is named as what is in the way."""
    found = line_between(house(), Stand((a,)), Stand((b.shifted(UPPER, 0),)), rule)
    assert not found.clear
    assert found.blocked_by is not None
    assert found.blocked_by.kind is ObstacleKind.FLOOR
    assert "Floor 1" in str(found.blocked_by)


@given(a=PLACES, b=PLACES)
def test_an_opening_is_looked_through_by_lines_that_pass_it(a: Cell, b: Cell) -> None:
    """On the plan a line through the open cell is clear, there and back; any other is not."""
    page = house(is_open=True)
    below, above = Stand((a,)), Stand((b.shifted(UPPER, 0),))
    found = line_between(page, below, above, SIGHT)
    passes = BELOW_HATCH in {a, b, *found.best.crossed}
    assert found.clear is passes
    assert line_between(page, above, below, SIGHT).clear is passes
    assert (what_hides(page, below, above, frozenset()) is None) is passes


@pytest.mark.parametrize("is_above", [False, True])
def test_a_wall_of_either_floor_stops_its_part_of_the_line(is_above: bool) -> None:
    """Before the opening counts what stands on the one page, behind it what stands on the other."""
    page = house(is_open=True)
    below, above = Stand((BELOW_HATCH.shifted(-4, 0),)), Stand((HATCH.shifted(2, 0),))
    assert line_between(page, below, above, EFFECT).clear
    in_the_way = wall(HATCH.shifted(2, 0) if is_above else BELOW_HATCH.shifted(-2, 0))
    found = line_between(page.with_walls([in_the_way]), below, above, EFFECT)
    assert found.blocked_by is not None
    assert found.blocked_by.wall == in_the_way
    beyond = wall(BELOW_HATCH.shifted(2, 0) if is_above else HATCH.shifted(-2, 0))
    assert line_between(page.with_walls([beyond]), below, above, EFFECT).clear


def test_two_floors_down_both_have_to_be_open() -> None:
    """A shaft of three floors is looked down where each floor above is open on the line."""
    floors = storeys(3)
    top = HATCH.shifted(UPPER, 0)
    page = house(3)
    for openings, clear in (((HATCH,), False), ((top,), False), ((HATCH, top), True)):
        opened = page.with_floors(floors, FloorWays((), openings))
        assert line_between(opened, Stand((BELOW_HATCH,)), Stand((top,))).clear is clear


def test_an_opening_made_is_seen_through_at_once() -> None:
    """What was kept of who sees whom does not outlast the floor that was closed."""
    shut, page = house(), house(is_open=True)
    below, above = Stand((BELOW_HATCH,)), Stand((HATCH,))
    for _time in range(2):
        assert not has_in_sight(shut, below, above, frozenset())
        opened = shut.with_floors(shut.floors, FloorWays(shut.links, page.openings))
        assert has_in_sight(opened, below, above, frozenset())


def test_who_looks_down_sees_over_what_hides_from_the_level() -> None:
    """Cover near the target counts by the slope of the line, with the height of the floor above."""
    low = Wall.low(
        "low",
        Point((BELOW_HATCH.x - 1) * SUBCELL, BELOW_HATCH.y * SUBCELL),
        Point((BELOW_HATCH.x - 1) * SUBCELL, (BELOW_HATCH.y + 1) * SUBCELL),
        Cover(degree=CoverDegree.HALF, height_m=0.8),
    )
    page = house(is_open=True).with_walls([low])
    target = Stand((BELOW_HATCH.shifted(-2, 0),), 0.5)
    level = Stand((BELOW_HATCH.shifted(2, 0),), 0.5)
    above = Stand((HATCH.shifted(2, 0),), 0.5)
    assert best_cover(page, level, target) is not None
    assert best_cover(page, above, target) is None
