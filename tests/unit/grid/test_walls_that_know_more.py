"""Walls of one side, seen through once, off the ground; curtains, bars and fences: drawn cases."""

from __future__ import annotations

import pytest

from gridwar.grid.areas.distance_and_fire_fields import field_of_fire
from gridwar.grid.cells.obstacle_reasons import ObstacleKind
from gridwar.grid.lines.cover_of_many_targets import best_covers
from gridwar.grid.lines.cover_on_line import cover_facts
from gridwar.grid.lines.sight_and_effect import EFFECT, SIGHT, Stand, line_between
from gridwar.grid.movement.movement_graph import LazyGrid
from gridwar.grid.movement.mover_ground import Ground
from gridwar.grid.movement.routes import NoRoute, Route, find_route
from gridwar.grid.movement.step_rules import Steps
from gridwar.model.battlemap import BattleMap
from gridwar.model.cover_kinds import CoverDegree
from gridwar.model.geometry import Cell, cell_name, centre_of
from gridwar.model.walls import Wall, WallKind, WallSide, WallSight
from tests.unit.grid.drawn import point, walled

LEFT, RIGHT = Cell(0, 1), Cell(4, 1)
"""West and east of a wall that is drawn downwards: on its right and on its left."""
DOWN = (point(2, 0), point(2, 3))


def page(*walls: Wall) -> BattleMap:
    """Return a strip of five by three cells with some walls."""
    return BattleMap(width=5, height=3).with_walls(walls)


def of(kind: WallKind = WallKind.WALL, **more: object) -> Wall:
    """Return a wall down the middle of the strip."""
    return Wall.of_kind(kind, "w", *DOWN).replace(**more)


def sees(battle_map: BattleMap, a: Cell, b: Cell, *heights_m: float) -> bool:
    """Return whether one cell sees another."""
    up, to = heights_m or (0.0, 0.0)
    return line_between(battle_map, Stand((a,), up), Stand((b,), to), SIGHT).clear


@pytest.mark.parametrize(
    ("kind", "steps", "sight", "shots", "cover"),
    [
        (WallKind.WALL, True, True, True, False),
        (WallKind.DOOR, True, True, True, False),
        (WallKind.WINDOW, True, False, True, False),
        (WallKind.CURTAIN, False, True, False, False),
        (WallKind.BARS, True, False, False, False),
        (WallKind.FENCE, False, False, False, True),
    ],
)
def test_each_kind_stops_its_own(
    kind: WallKind, *, steps: bool, sight: bool, shots: bool, cover: bool
) -> None:
    """A curtain stops looks alone, bars steps alone; a fence is a low wall: climbed, cover."""
    here = page(of(kind))
    stands = Stand((LEFT,)), Stand((RIGHT,))
    assert (Ground(here).wall_between(Cell(1, 1), Cell(2, 1)) is not None) is steps
    assert line_between(here, *stands, SIGHT).clear is not sight
    assert line_between(here, *stands, EFFECT).clear is not shots
    near = Stand((Cell(2, 1),))
    found = cover_facts(here, Stand((Cell(0, 1),)), near).best
    assert (found is not None) is cover
    if found is not None:
        assert (found.degree, found.hard) == (CoverDegree.QUARTER, False)


def test_a_one_way_wall_stops_whoever_comes_from_its_side() -> None:
    """Steps, looks and shots from the right of the way it was drawn; nothing from the left."""
    for side, stopped, free in ((WallSide.RIGHT, LEFT, RIGHT), (WallSide.LEFT, RIGHT, LEFT)):
        here = page(of(one_way=side))
        for rule in (SIGHT, EFFECT):
            assert not line_between(here, Stand((stopped,)), Stand((free,)), rule).clear
            assert line_between(here, Stand((free,)), Stand((stopped,)), rule).clear
        beside = {LEFT: Cell(1, 1), RIGHT: Cell(2, 1)}
        ground = Ground(here)
        assert ground.wall_between(beside[stopped], beside[free]) is not None
        assert ground.wall_between(beside[free], beside[stopped]) is None


def test_a_wall_that_lets_pass_from_one_side_says_so() -> None:
    """The reason names the side, so that nobody wonders why the other one may."""
    line = line_between(page(of(one_way=WallSide.RIGHT)), Stand((LEFT,)), Stand((RIGHT,)))
    assert str(line.blocked_by) == f"a wall at {cell_name(2, 1)} is in the way from this side"


def test_one_limited_wall_is_seen_through_and_the_second_is_not() -> None:
    """Somebody between the two is seen from both ends; shots mind them one by one."""
    one = of(sight=WallSight.LIMITED, blocks_effect=False)
    two = one.replace(id="v", a=point(3, 0), b=point(3, 3))
    assert sees(page(one), LEFT, RIGHT)
    here = page(one, two)
    assert not sees(here, LEFT, RIGHT)
    assert not sees(here, RIGHT, LEFT)
    assert sees(here, LEFT, Cell(2, 1))
    assert sees(here, RIGHT, Cell(2, 1))
    assert line_between(here, Stand((LEFT,)), Stand((RIGHT,)), EFFECT).clear
    line = line_between(here, Stand((LEFT,)), Stand((RIGHT,)))
    assert str(line.blocked_by) == (
        f"a wall at {cell_name(3, 1)}, the second that is seen through only once, is in the way"
    )


def test_a_line_below_the_foot_of_a_wall_is_not_stopped() -> None:
    """A gallery's rail from two to three metres: under it, into it, over it."""
    here = page(of(foot_m=2.0, height_m=3.0))
    assert sees(here, LEFT, RIGHT, 1.5, 1.5)
    assert not sees(here, LEFT, RIGHT, 2.5, 2.5)
    assert sees(here, LEFT, RIGHT, 3.5, 3.5)
    assert not sees(here, LEFT, RIGHT, 1.0, 5.0)


def test_a_one_way_edge_hides_from_those_it_stops() -> None:
    """An arrow slit: who shoots in finds cover before the target, who shoots out finds none."""
    slit = of(WallKind.FENCE, one_way=WallSide.RIGHT)
    here = page(slit)
    inside, outside = Stand((Cell(2, 1),)), Stand((Cell(0, 1),))
    assert cover_facts(here, outside, inside).best is not None
    assert cover_facts(here, Stand((Cell(4, 1),)), Stand((Cell(1, 1),))).best is None
    assert best_covers(here, Stand((Cell(4, 1),)), [Stand((Cell(1, 1),))]) == (None,)


def test_a_field_of_fire_goes_through_a_wall_from_its_open_side() -> None:
    """To the east it is cut where the wall stops it, and reaches on where it does not."""
    for side, far in ((WallSide.RIGHT, 2.0), (WallSide.LEFT, 4.5)):
        outline = field_of_fire(page(of(one_way=side)), centre_of(LEFT), 90, 2, 4)
        assert max(x for x, _y in outline) == pytest.approx(far, abs=0.01)


def test_a_way_leads_where_nobody_comes_back_from() -> None:
    """A long serpentine ends in a room that can only be entered; out of it there is no way."""
    width = 60
    rows = (((0, y), (width - 1, y)) if y % 4 else ((1, y), (width, y)) for y in (2, 4, 6, 8))
    serpentine = walled(BattleMap(width=width, height=10), *rows)
    valve = Wall(id="v", a=point(width - 1, 8), b=point(width - 1, 10), one_way=WallSide.LEFT)
    ground = Ground(serpentine.with_walls((*serpentine.walls, valve)))
    graph = LazyGrid(ground, Steps(ground, diagonals=()))
    start, goal = Cell(0, 0), Cell(width - 1, 9)
    assert isinstance(find_route(graph, start, goal), Route)
    back = find_route(graph, goal, start)
    assert isinstance(back, NoRoute)
    assert back.why.kind is ObstacleKind.NO_WAY
