"""Walls that stop one side only, or are seen through once, against the plainest reference.

There is no index, no order and no table in the references: all walls are looked at one by one.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from gridwar.engine.gm.map_commands import PutWalls
from gridwar.grid.areas.templates import spread
from gridwar.grid.areas.viewshed import line_field
from gridwar.grid.cells.wall_crossings import crossing_at
from gridwar.grid.lines.sight_and_effect import (
    EFFECT,
    SIGHT,
    LineRule,
    Purpose,
    Stand,
    line_between,
    middle_of,
)
from gridwar.grid.movement.movement_graph import LazyGrid
from gridwar.grid.movement.mover_ground import DIRECTIONS, Corners, Ground
from gridwar.grid.movement.routes import Route, find_route
from gridwar.grid.movement.step_rules import uniform
from gridwar.model.geometry import Cell, Point, centre_of
from gridwar.model.walls import Wall, WallKind, WallSide, WallSight
from tests.support.fights import begun
from tests.support.walled_maps import SIDE, maps, on_map

if TYPE_CHECKING:
    from gridwar.model.battlemap import BattleMap


def _turn(a: Point, b: Point, c: Point) -> int:
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)


def _is_there(wall: Wall, place: Point) -> bool:
    """Return whether a wall is there for what comes from a place."""
    side = _turn(wall.a, wall.b, place)
    return {None: True, WallSide.RIGHT: side > 0, WallSide.LEFT: side < 0}[wall.one_way]


def _as_from(page: BattleMap, place: Point) -> BattleMap:
    """Return the map as whoever comes from a place finds it: with walls of both sides alone."""
    return page.with_walls(w.replace(one_way=None) for w in page.walls if _is_there(w, place))


def _stand(page: BattleMap, cell: Cell) -> Stand:
    return Stand((cell,), page.ground_m(cell))


@given(maps(), on_map, on_map, st.sampled_from(Purpose))
def test_a_line_meets_the_walls_that_are_there_for_its_beginning(
    page: BattleMap, a: Cell, b: Cell, purpose: Purpose
) -> None:
    """There and back, each by itself, as on a map without the walls that let it pass.

    Where all stop both sides there is no direction, however limited or high they are.
    """
    for here, there in ((a, b), (b, a)):
        plain = _as_from(page, centre_of(here))
        stands, rule = (_stand(page, here), _stand(page, there)), LineRule(purpose)
        assert line_between(page, *stands, rule).clear is line_between(plain, *stands, rule).clear
    both = page.with_walls(wall.replace(one_way=None) for wall in page.walls)
    one, other = _stand(both, a), _stand(both, b)
    back = line_between(both, other, one, rule).clear
    assert line_between(both, one, other, rule).clear is back


@given(maps(), on_map, st.sampled_from(Corners))
def test_a_step_meets_the_walls_that_are_there_for_its_beginning(
    page: BattleMap, here: Cell, corners: Corners
) -> None:
    """Whoever is put onto a one-way wall is on neither side of it and walks off."""
    plain = _as_from(page, centre_of(here))
    for dx, dy in DIRECTIONS:
        there = here.shifted(dx, dy)
        wall = Ground(page, corners=corners).wall_between(here, there)
        expected = Ground(plain, corners=corners).wall_between(here, there)
        assert (wall and wall.id) == (expected and expected.id)


@given(maps(), on_map, on_map)
def test_there_is_a_way_exactly_where_steps_lead(page: BattleMap, start: Cell, goal: Cell) -> None:
    """Also where nobody comes back from: no search begins at the goal."""
    ground = Ground(page)
    found, queue = {start}, [start]
    for cell in queue:
        for dx, dy in DIRECTIONS:
            there = cell.shifted(dx, dy)
            if there not in found and ground.why_blocked(cell, there) is None:
                found.add(there)
                queue.append(there)
    way = find_route(LazyGrid(ground, uniform(ground)), start, goal)
    assert isinstance(way, Route) is (goal in found)


def _parts(page: BattleMap, p: Point, q: Point, *, limited: bool) -> list[Fraction]:
    """Return where a line meets walls of a sort, joints of two sides once; none is of any height.

    Joints of walls of both sorts are among the limited ones.
    """
    crossed: list[Fraction] = []
    arms: dict[Point, list[tuple[int, bool]]] = {}
    for wall in page.walls:
        is_limited = wall.sight is WallSight.LIMITED
        if not wall.hampers_sight or not _is_there(wall, p):
            continue
        a, b = _turn(p, q, wall.a), _turn(p, q, wall.b)
        from_p, from_q = _turn(wall.a, wall.b, p), _turn(wall.a, wall.b, q)
        if a == b == 0:
            ends = sorted((_part(p, q, wall.a), _part(p, q, wall.b)))
            if ends[0] < 1 and ends[1] > 0 and is_limited is limited:
                crossed.append(max(Fraction(0), ends[0]))
        elif from_p * from_q < 0 and a * b < 0 and is_limited is limited:
            crossed.append(Fraction(from_p, from_p - from_q))
        elif from_p * from_q < 0 and a * b == 0:
            at, other = (wall.a, b) if a == 0 else (wall.b, a)
            arms.setdefault(at, []).append((other, is_limited))
    for at, sides in arms.items():
        full = {side > 0 for side, is_limited in sides if not is_limited}
        both = {side > 0 for side, _is_limited in sides}
        if len(both) == 2 and (len(full) < 2) is limited:
            crossed.append(_part(p, q, at))
    return sorted(crossed)


def _part(p: Point, q: Point, on_line: Point) -> Fraction:
    axis = 0 if q[0] != p[0] else 1
    return Fraction(on_line[axis] - p[axis], q[axis] - p[axis])


@given(maps(), st.lists(st.sampled_from(WallSight), min_size=12, max_size=12), on_map, on_map)
def test_the_second_limited_wall_on_a_line_stops_sight(
    page: BattleMap, sights: list[WallSight], a: Cell, b: Cell
) -> None:
    """One is seen through, as is the joint of two; of several the second is the reason."""
    flat = page.replace(terrain=type(page.terrain)(), ground=type(page.ground)()).with_walls(
        wall.replace(
            kind=WallKind.WALL,
            height_m=None,
            foot_m=0.0,
            sight=WallSight.LIMITED if sight is WallSight.NONE else sight,
        )
        for wall, sight in zip(page.walls, sights, strict=False)
    )
    for here, there in ((a, b), (b, a)):
        if here == there:
            continue
        p, q = centre_of(here), centre_of(there)
        full = _parts(flat, p, q, limited=False)
        limited = _parts(flat, p, q, limited=True)
        line = line_between(flat, Stand((here,)), Stand((there,)), SIGHT)
        assert line.clear is (not full and len(limited) < 2)
        if not line.clear:
            assert line.blocked_by is not None
            assert line.blocked_by.wall is not None
            assert crossing_at(p, q, line.blocked_by.wall) == min([*full[:1], *limited[1:2]])


@given(maps(), on_map)
def test_a_field_and_a_blast_begin_where_they_are_said_to(page: BattleMap, here: Cell) -> None:
    """The cells of a field are those of lines from its middle, never to it."""
    start = _stand(page, here)
    plain = _as_from(page, middle_of(start.cells))
    for rule in (SIGHT, EFFECT):
        fields = [line_field(one, start, SIDE, rule).cells for one in (page, plain)]
        assert fields[0] == fields[1]
    first = {cell: way for cell, way in spread(page, here, 1.0).items() if way <= 1}
    assert first.keys() == {cell for cell, way in spread(plain, here, 1.0).items() if way <= 1}


@given(st.sampled_from(WallSight), st.sampled_from((None, *WallSide)), st.sampled_from((0.0, 1.5)))
def test_walls_that_know_more_are_drawn_undone_and_drawn_again(
    sight: WallSight, one_way: WallSide | None, foot_m: float
) -> None:
    """Undo takes them away, redo brings the very same."""
    session = begun("freeform", hero=(3, 3))
    before = session.encounter
    wall = Wall(
        id="w", a=Point(0, 0), b=Point(0, 4096), sight=sight, one_way=one_way, foot_m=foot_m
    )
    session.submit(PutWalls(put=(wall,)))
    after = session.encounter
    assert after.map.walls == (wall,)
    session.undo()
    assert session.encounter == before
    session.redo()
    assert session.encounter == after
