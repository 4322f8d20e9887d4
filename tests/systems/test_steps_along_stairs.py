"""A step along stairs has no direction on the sheet: what search draws of it, play accepts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from frozendict import frozendict

from gridwar.grid.movement.link_steps import price_of_link
from gridwar.grid.movement.movement_graph import LazyGrid
from gridwar.grid.movement.mover_ground import Ground
from gridwar.grid.movement.reach import reach
from gridwar.grid.movement.step_rules import uniform
from gridwar.model.geometry import SUBCELL, Point
from gridwar.model.walls import Wall
from gridwar.systems.arrgs.movement.withdraw import Away
from gridwar.systems.arrgs.positions.turning_and_facing import is_tracked, turning_on
from gridwar.systems.cepheus.vehicles.driving_along_path import headings
from gridwar.systems.cepheus.vehicles.steering_and_course import SQUARE, Steering, cost_of
from gridwar.systems.percentile.charges.line_of_run_up import is_run_up, ways_of
from gridwar.systems.percentile.charges.run_up import RunUp
from tests.support.every_system import find
from tests.support.floors import FOOT, HEAD, house

if TYPE_CHECKING:
    from gridwar.grid.movement.step_rules import State

STEEP = 3
EAST = 2


@pytest.mark.parametrize("geometry", ["eight_directions", "any_angle"])
def test_no_run_up_goes_on_over_stairs(geometry: str) -> None:
    """Neither the search nor a given way counts the squares before them."""
    rule = RunUp(uniform(Ground(house())), geometry)
    state: State = rule.start()
    for step in range(STEEP):
        before = FOOT.shifted(0, STEEP - step)
        taken = rule.step(before, before.shifted(0, -1), state)
        assert taken is not None
        state = taken[1]
    up = price_of_link(rule, (FOOT, HEAD), 2, state)
    assert up == (2, (0, ()))
    way = (*(FOOT.shifted(0, STEEP - step) for step in range(STEEP)), FOOT, HEAD)
    assert not is_run_up(ways_of(way), geometry)


def test_stairs_turn_no_mover_whose_turns_are_counted() -> None:
    """It faces as it did, and the way is one that it may go."""
    system = find("arrgs")
    fight = system.new_encounter("Stairs").replace(map=house())
    tried = 0
    for one in system.data.samples():
        fight = fight.with_combatant(one.replace(pos=FOOT, facing_deg=90))
        category = next(
            (name for name in ("wheel", "fly", "walk") if is_tracked(fight, one.id, name)), None
        )
        if category is not None:
            tried += 1
            found = turning_on(fight, one.id, (HEAD,), category)
            assert found.legal
            assert (found.used, found.facing) == (0, EAST)
    assert tried


def test_withdrawing_over_stairs_is_judged_by_where_they_begin() -> None:
    """What lies beside their end on the sheet says nothing."""
    ground = Ground(house())
    nearer = Away(uniform(ground), frozendict({FOOT: 5, HEAD: 3}))
    farther = Away(uniform(ground), frozendict({FOOT: 3, HEAD: 5}))
    assert price_of_link(nearer, (FOOT, HEAD), 2, 0) is None
    assert price_of_link(farther, (FOOT, HEAD), 2, 0) == (2, 0)


def test_a_ramp_turns_no_vehicle_and_is_as_long_as_the_game_master_says() -> None:
    """It comes off as it went on, whatever lies beside its end."""
    corner = [
        (HEAD.x, HEAD.y),
        (HEAD.x + 1, HEAD.y),
        (HEAD.x + 1, HEAD.y + 1),
        (HEAD.x, HEAD.y + 1),
    ]
    ends = [Point(x * SUBCELL, y * SUBCELL) for x, y in corner]
    page = house().with_walls(
        Wall(id=str(number), a=ends[number], b=ends[(number + 1) % 4]) for number in range(4)
    )
    grid = LazyGrid(Ground(page), Steering(Ground(page), EAST, 0))
    found = reach(grid, FOOT, 2 * SQUARE)
    assert found.costs[HEAD] == cost_of(page, (FOOT, HEAD)) == 2 * SQUARE
    assert tuple(headings(page, 90, (FOOT, HEAD))) == (EAST, EAST)
