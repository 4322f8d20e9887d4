"""What holds on any map: metrics, reach, sight and layers."""

from __future__ import annotations

import heapq
from itertools import accumulate, pairwise

import networkx as nx
from hypothesis import assume, given
from hypothesis import strategies as st

from gridwar.grid.areas.disc_ring_square_line import ring
from gridwar.grid.areas.viewshed import line_field
from gridwar.grid.cells.distance import Metric, distance_cells
from gridwar.grid.cells.wall_crossings import Meeting, cells_crossed, cells_touched, meet
from gridwar.grid.lines.cover_of_many_targets import best_covers
from gridwar.grid.lines.cover_on_line import cover_facts
from gridwar.grid.lines.sight_and_effect import LineMode, LineRule, Purpose, Stand, line_between
from gridwar.grid.movement.movement_graph import LazyGrid
from gridwar.grid.movement.mover_ground import Corners, Ground
from gridwar.grid.movement.reach import reach
from gridwar.grid.movement.routes import Route, find_route, price, why_blocked
from gridwar.grid.movement.step_rules import Steps
from gridwar.grid.movement.threat import Mover, threat
from gridwar.grid.movement.wall_blocked_steps import shut_steps
from gridwar.model.battlemap import BattleMap, LayerName
from gridwar.model.cover_kinds import Cover, CoverDegree, CoverForm, CoverKind, CoverObject
from gridwar.model.geometry import (
    ONE_CELL,
    SUBCELL,
    Cell,
    Point,
    Size,
    centre_of,
    footprint,
    neighbours,
)
from gridwar.model.painted_layers import Layer
from gridwar.model.terrain_kinds import TerrainKind
from gridwar.model.walls import Wall, WallSide, WallSight

SIDE = 5
KINDS = (
    TerrainKind(name="open"),
    TerrainKind(name="mud", difficulty=1, multiplier=2),
    TerrainKind(name="bog", difficulty=2),
    TerrainKind(name="rock", impassable=True, blocks_sight=True, blocks_effect=True),
)

near = st.integers(-20, 20)
anywhere = st.builds(Cell, near, near)
on_map = st.builds(Cell, st.integers(0, SIDE - 1), st.integers(0, SIDE - 1))
# Mostly on halves and quarters of a cell, so that ends, corners and centres are hit often.
coordinate = st.one_of(
    st.integers(0, SIDE * 2).map(lambda half: half * SUBCELL // 2),
    st.integers(0, SIDE * 4).map(lambda quarter: quarter * SUBCELL // 4),
    st.integers(0, SIDE * SUBCELL),
)
points = st.builds(Point, coordinate, coordinate)

strokes_on_layer = st.dictionaries(
    st.builds(Cell, st.integers(0, 70), st.integers(0, 40)), st.integers(0, 255), max_size=6
)


@st.composite
def maps(draw: st.DrawFn) -> BattleMap:
    """Draw a small map with terrain and walls of any angle."""
    painted = draw(st.dictionaries(on_map, st.integers(0, 3), max_size=10))
    ends = draw(st.lists(st.tuples(points, points), max_size=3))
    ends += pairwise(draw(st.lists(points, max_size=4)))  # a chain, whose joints let nothing by
    walls = [Wall(id=str(n), a=a, b=b) for n, (a, b) in enumerate(ends) if a != b]
    blank = BattleMap(width=SIDE, height=SIDE, terrain_kinds=KINDS)
    return blank.with_painted(LayerName.TERRAIN, painted).with_walls(walls)


@st.composite
def mixed_maps(draw: st.DrawFn) -> BattleMap:
    """Draw the same with walls that stop one side, are seen through once, or hang above ground."""
    page = draw(maps())
    return page.with_walls(
        wall.replace(
            sight=draw(st.sampled_from((WallSight.FULL, WallSight.LIMITED, WallSight.LIMITED))),
            one_way=draw(st.sampled_from((None, *WallSide))),
            foot_m=draw(st.sampled_from((0.0, 0.0, 0.5))),
        )
        for wall in page.walls
    )


every_map = st.one_of(maps(), mixed_maps())


@given(anywhere, anywhere, anywhere, st.sampled_from(Metric))
def test_distance_is_the_same_both_ways_and_moving_along_changes_nothing(
    a: Cell, b: Cell, shift: Cell, metric: Metric
) -> None:
    """Every metric is symmetric and independent of the place."""
    there = distance_cells(metric, a, b)
    assert there == distance_cells(metric, b, a)
    assert there == distance_cells(metric, a.shifted(*shift), b.shifted(*shift))
    assert (there == 0) is (a == b)


@given(anywhere, anywhere, anywhere, st.sampled_from([Metric.CHEBYSHEV, Metric.MANHATTAN]))
def test_a_detour_is_never_shorter(a: Cell, b: Cell, c: Cell, metric: Metric) -> None:
    """The triangle inequality holds where nothing is rounded."""
    assert distance_cells(metric, a, c) <= distance_cells(metric, a, b) + distance_cells(
        metric, b, c
    )


@st.composite
def rules(draw: st.DrawFn) -> Steps:
    """Draw a mover and his step rule on a small map."""
    ground = Ground(
        draw(every_map),
        size=draw(st.sampled_from([ONE_CELL, Size(2, 1), Size(2, 2)])),
        blocked=draw(st.frozensets(on_map, max_size=3)),
        corners=draw(st.sampled_from(Corners)),
    )
    prices = [(1, (1,)), (1, (1, 2)), (10, (14,)), (1, ()), (2, (3, 1, 1))]
    orthogonal, diagonals = draw(st.sampled_from(prices))
    return Steps(ground, orthogonal, diagonals, draw(st.booleans()), draw(st.booleans()))


def _brute_force(rule: Steps, start: Cell, budget: int) -> dict[Cell, int]:
    """Return the cheapest cost of every cell by a plain search that asks for every step."""
    best: dict[tuple[Cell, object], int] = {}
    queue: list[tuple[int, Cell, int]] = [(0, start, 0)]
    while queue:
        cost, cell, state = heapq.heappop(queue)
        if (cell, state) in best or cost > budget:
            continue
        best[cell, state] = cost
        for there in neighbours(cell):
            if rule.ground.why_blocked(cell, there) is None:
                step = rule.step(cell, there, state)
                if step is not None and isinstance(step[1], int):
                    heapq.heappush(queue, (cost + step[0], there, step[1]))
    costs: dict[Cell, int] = {}
    for (cell, _state), cost in best.items():
        costs[cell] = min(cost, costs.get(cell, cost))
    return costs


class _Plain:
    """The same rule without its price lists: asked step by step."""

    def __init__(self, rule: Steps) -> None:
        self.start, self.step = rule.start, rule.step


@given(rules(), on_map, st.integers(0, 40))
def test_reach_is_what_a_plain_search_finds(rule: Steps, start: Cell, budget: int) -> None:
    """The graph with price lists, the graph asked step by step and brute force agree."""
    expected = _brute_force(rule, start, budget)
    assert dict(reach(LazyGrid(rule.ground, rule), start, budget).costs) == expected
    assert dict(reach(LazyGrid(rule.ground, _Plain(rule)), start, budget).costs) == expected


@given(rules(), on_map, st.one_of(st.none(), st.integers(0, 40)), st.integers(0, 2))
def test_bit_boards_find_what_networkx_finds(
    rule: Steps, start: Cell, budget: int | None, diagonals: int
) -> None:
    """One call of networkx, answered by the backend and by its own code: equal, in rising order."""
    state = diagonals % max(1, len(rule.diagonals))
    quick, plain = LazyGrid(rule.ground, rule), LazyGrid(rule.ground, rule, plain=True)
    expected = nx.single_source_dijkstra_path_length(plain, plain.node(start, state), cutoff=budget)
    by_call = nx.single_source_dijkstra_path_length(quick, quick.node(start, state), cutoff=budget)
    assert by_call == quick.flood((quick.node(start, state),), budget) == expected
    assert list(by_call.values()) == sorted(by_call.values())


@given(rules(), st.sets(on_map, min_size=1, max_size=4), st.integers(0, 20))
def test_bit_boards_begin_at_several_cells_too(rule: Steps, starts: set[Cell], budget: int) -> None:
    """What each node costs from the nearest of several is what networkx's own code finds."""
    quick, plain = LazyGrid(rule.ground, rule), LazyGrid(rule.ground, rule, plain=True)
    states = max(1, len(rule.diagonals))
    at = [(start, number % states) for number, start in enumerate(sorted(starts))]
    expected = nx.multi_source_dijkstra_path_length(
        plain, {plain.node(*one) for one in at}, cutoff=budget
    )
    by_call = nx.multi_source_dijkstra_path_length(
        quick, {quick.node(*one) for one in at}, cutoff=budget
    )
    assert by_call == expected
    assert list(by_call.values()) == sorted(by_call.values())


@given(rules(), on_map, st.lists(st.integers(0, 5), min_size=1, max_size=3), st.booleans())
def test_reach_in_legs_is_what_every_way_of_stopping_finds(
    rule: Steps, start: Cell, lengths: list[int], one_step: bool
) -> None:
    """Ways that end a leg wherever they may, tried one by one, get as far at the same cost.

    Where one step is always possible, a leg may be one that costs more than the leg has.
    """
    limits = tuple(accumulate(lengths))
    graph, ground = LazyGrid(rule.ground, rule), rule.ground
    waiting: list[tuple[Cell, object, int, int]] = [(start, rule.start(), 0, 0)]
    tried, best = set(waiting), dict[Cell, int]()
    while waiting:
        cell, state, leg, used = waiting.pop()
        total = limits[leg] - lengths[leg] + used
        best[cell] = min(total, best.get(cell, total)) if used else best.get(cell, total)
        may_go_on = leg + 1 < len(lengths) and (cell == start or ground.may_stop(cell))
        after = [(cell, state, leg + 1, 0)] if may_go_on else []
        for there in neighbours(cell):
            step = rule.step(cell, there, state) if not ground.why_blocked(cell, there) else None
            if step is None:
                continue
            if used + step[0] <= lengths[leg]:
                after.append((there, step[1], leg, used + step[0]))
            elif one_step and used == 0 < lengths[leg]:
                after.append((there, step[1], leg, lengths[leg]))
        waiting += [one for one in after if one not in tried]
        tried.update(after)
    found = reach(graph, start, limits, one_step=one_step)
    assert dict(found.costs) == best
    for cell in found.ends:
        way = found.route_to(cell)
        assert isinstance(way, Route)
        assert (way.cells[0], way.goal, way.cost) == (start, cell, found.ends[cell])


@given(every_map, st.sampled_from(Corners), on_map, st.integers(-40, 70), st.integers(-40, 70))
def test_what_walls_close_is_the_same_wherever_they_stand(
    battle_map: BattleMap, corners: Corners, cell: Cell, dx: int, dy: int
) -> None:
    """The borders of the tiles in which walls are worked out leave no trace."""
    assume(battle_map.walls)
    moved = battle_map.with_walls(
        wall.replace(a=_moved(wall.a, dx, dy), b=_moved(wall.b, dx, dy))
        for wall in battle_map.walls
    )
    here = shut_steps(Ground(battle_map, corners=corners))
    there = shut_steps(Ground(moved, corners=corners))
    assert here is not None
    assert there is not None
    assert here.at(*cell) == there.at(*cell.shifted(dx, dy))


def _moved(point: Point, dx: int, dy: int) -> Point:
    return Point(point.x + dx * SUBCELL, point.y + dy * SUBCELL)


@given(rules(), on_map, on_map)
def test_every_route_can_be_walked_and_is_the_cheapest(
    rule: Steps, start: Cell, goal: Cell
) -> None:
    """The way found to a cell costs what reach says, and each of its steps is allowed."""
    graph = LazyGrid(rule.ground, rule)
    found = reach(graph, start, 1000)
    routes = (found.route_to(goal), find_route(graph, start, goal))
    for route in routes:
        assert isinstance(route, Route) is (goal in found.costs)
        if isinstance(route, Route):
            assert route.cost == found.costs[goal]
            assert (route.cells[0], route.goal) == (start, goal)
            again = price(graph, route.cells)
            assert isinstance(again, Route)
            assert again.cost == route.cost
            assert all(rule.ground.why_blocked(a, b) is None for a, b in route.steps)


@given(st.lists(st.tuples(rules(), on_map, st.integers(0, 9)), min_size=1, max_size=3))
def test_many_strike_where_each_of_them_can(movers: list[tuple[Steps, Cell, int]]) -> None:
    """The threat of many is the union of what each reaches and strikes at from there."""
    page = Size(SIDE, SIDE)
    arms = [
        ring(Metric.CHEBYSHEV, footprint(Cell(0, 0), rule.ground.size), (number, 2))
        for number, (rule, _start, _budget) in enumerate(movers)
    ]
    many = [
        Mover(rule.ground, rule, start, budget, arm)
        for (rule, start, budget), arm in zip(movers, arms, strict=True)
    ]
    found = threat(many, page)
    expected: dict[Cell, list[Mover]] = {}
    for mover in many:
        ends = reach(LazyGrid(mover.ground, mover.rule), mover.start, mover.budget).costs
        struck = {end.shifted(*step) for end in ends for step in mover.arm}
        for cell in struck:
            if 0 <= cell.x < SIDE and 0 <= cell.y < SIDE:
                expected.setdefault(cell, []).append(mover)
    assert found.cells == expected.keys()
    assert all(found.strikers(cell) == tuple(those) for cell, those in expected.items())


@given(rules(), on_map)
def test_a_step_is_in_the_graph_exactly_when_nothing_is_in_its_way(rule: Steps, cell: Cell) -> None:
    """What the reasons say and where the mover can go never disagree."""
    graph = LazyGrid(rule.ground, rule)
    open_cells = {graph.cell_of(node) for node in graph.adj[graph.node(cell)]}
    free = {there for there in neighbours(cell) if why_blocked(graph, cell, there) is None}
    assert free == open_cells


@given(maps(), on_map, on_map, st.sampled_from(LineMode), st.sampled_from(Purpose))
def test_a_sees_b_exactly_when_b_sees_a(
    battle_map: BattleMap, a: Cell, b: Cell, mode: LineMode, purpose: Purpose
) -> None:
    """Lines of sight and effect are symmetric, for small and big tokens."""
    rule = LineRule(purpose, mode, frozenset({Cell(2, 2)}))
    small, big = Stand((a,), 1.0), Stand(footprint(b, Size(2, 2)), 2.5)
    there = line_between(battle_map, small, big, rule)
    back = line_between(battle_map, big, small, rule)
    assert there.clear == back.clear
    assert there.clear is (there.blocked_by is None)


@given(
    every_map,
    st.dictionaries(on_map, st.integers(-3, 6), max_size=6),
    st.lists(st.sampled_from([None, None, 0.5, 2.0]), min_size=6, max_size=6),
    st.sampled_from([ONE_CELL, Size(2, 1), Size(2, 2)]),
    st.builds(Cell, st.integers(-2, SIDE), st.integers(-2, SIDE)),
    st.integers(0, SIDE + 2),
)
def test_a_field_of_lines_is_every_line_by_itself(
    battle_map: BattleMap,
    ground: dict[Cell, int],
    heights: list[float | None],
    size: Size,
    origin: Cell,
    radius: int,
) -> None:
    """All cells at once get the answers of ``line_between``, over low walls and raised ground.

    The place may lie over the map's border, as the corner does that a template begins at.
    """
    raised = battle_map.with_painted(LayerName.GROUND, ground).with_walls(
        wall.replace(height_m=height)
        for wall, height in zip(battle_map.walls, heights, strict=False)
    )
    source = Stand(footprint(origin, size), 1.0)
    for purpose in Purpose:
        rule = LineRule(purpose, LineMode.CENTRE, frozenset({Cell(1, 3)}))
        field = line_field(raised, source, radius, rule)
        for there in (Cell(x, y) for y in range(SIDE) for x in range(SIDE)):
            is_near = any(
                max(map(abs, (there.x - x, there.y - y))) <= radius for x, y in source.cells
            )
            line = line_between(raised, source, Stand((there,), raised.ground_m(there)), rule)
            assert (there in field) is (is_near and line.clear)
            assert field.why_not(there) == line.blocked_by


@st.composite
def hideouts(draw: st.DrawFn) -> BattleMap:
    """Draw a small map with things to hide behind: painted, single, and low walls."""
    degrees, heights = st.sampled_from(CoverDegree), st.sampled_from([None, 1.0])
    forms = st.sampled_from(CoverForm)
    kinds = [CoverKind(name="", degree=CoverDegree.NONE, hard=False)]
    kinds += [
        CoverKind(name="c", degree=draw(degrees), form=draw(forms), height_m=draw(heights))
        for _kind in range(2)
    ]
    filled = st.lists(on_map, min_size=1, max_size=3)
    things = [
        CoverObject(id=str(n), name="o", degree=draw(degrees), form=draw(forms), cells=tuple(cells))
        for n, cells in enumerate(draw(st.lists(filled, max_size=2)))
    ]
    edges = draw(st.lists(st.tuples(points, points), max_size=3))
    low = Cover(degree=draw(degrees), height_m=draw(heights))
    walls = [Wall.low(f"w{n}", a, b, low) for n, (a, b) in enumerate(edges) if a != b]
    painted = draw(st.dictionaries(on_map, st.integers(0, 2), max_size=9))
    blank = BattleMap(width=SIDE, height=SIDE, cover_kinds=tuple(kinds))
    page = blank.with_painted(LayerName.COVER, painted)
    return page.with_cover_objects(things).with_walls(walls)


stands = st.builds(
    Stand,
    st.builds(footprint, on_map, st.sampled_from([ONE_CELL, ONE_CELL, Size(2, 2)])),
    st.sampled_from([0.0, 1.5]),
)


@given(hideouts(), stands, st.lists(stands, max_size=4))
def test_the_best_cover_at_a_glance_is_the_best_of_all_there_is(
    battle_map: BattleMap, attacker: Stand, targets: list[Stand]
) -> None:
    """Looking only near the target finds what looking along the whole line finds."""
    expected = tuple(cover_facts(battle_map, attacker, target).best for target in targets)
    assert best_covers(battle_map, attacker, targets) == expected


@given(maps(), on_map, on_map)
def test_no_wall_is_overlooked(battle_map: BattleMap, a: Cell, b: Cell) -> None:
    """The index by cell finds every wall that a line crosses or a step touches."""
    p, q = centre_of(a), centre_of(b)
    meetings = {meet(p, q, wall) for wall in battle_map.walls}
    plain = battle_map.with_terrain_kinds([KINDS[0]] * 4)
    if meetings & {Meeting.CROSSES, Meeting.ALONG}:
        assert not line_between(plain, Stand((a,)), Stand((b,))).clear
    if Meeting.GRAZES not in meetings:
        clear = not meetings & {Meeting.CROSSES, Meeting.ALONG}
        assert line_between(plain, Stand((a,)), Stand((b,))).clear is clear
    for there in neighbours(a):
        step = {meet(p, centre_of(there), wall) for wall in battle_map.walls}
        wall = Ground(battle_map).wall_between(a, there)
        if step & {Meeting.CROSSES, Meeting.ALONG, Meeting.GRAZES}:
            assert wall is not None
        if step <= {Meeting.APART}:
            assert wall is None


@given(
    st.sampled_from([(1, (1,)), (1, (1, 2)), (10, (14,)), (1, ()), (2, (1, 5)), (1, (2, 1, 1))]),
    on_map,
    on_map,
    st.integers(1, 3),
)
def test_no_way_is_cheaper_than_the_estimate(
    prices: tuple[int, tuple[int, ...]], a: Cell, b: Cell, unit: int
) -> None:
    """The lower bound of a route holds from every state of the path."""
    ground = Ground(BattleMap(width=SIDE, height=SIDE))
    rule = Steps(ground, *prices, unit=unit)
    graph = LazyGrid(ground, rule)
    for state in range(max(1, len(rule.diagonals))):
        costs = nx.single_source_dijkstra_path_length(graph, graph.node(a, state), cutoff=1000)
        cheapest = min(cost for node, cost in costs.items() if graph.cell_of(node) == b)
        assert rule.estimate(a, b) <= cheapest


@given(points, points)
def test_a_line_crosses_exactly_the_cells_whose_inside_it_meets(p: Point, q: Point) -> None:
    """Against clipping the line at each cell of the map; touched cells hold the crossed ones."""
    assume(p != q)
    crossed = cells_crossed(p, q)
    assert len(set(crossed)) == len(crossed)
    expected = {Cell(x, y) for x in range(-1, 6) for y in range(-1, 6) if _meets_inside(p, q, x, y)}
    assert set(crossed) == expected
    assert set(crossed) <= cells_touched(p, q)


def _meets_inside(p: Point, q: Point, x: int, y: int) -> bool:
    """Return whether a line meets the inside of a cell: corners on both sides, boxes overlap."""
    left, top = x * SUBCELL, y * SUBCELL
    right, bottom = left + SUBCELL, top + SUBCELL
    if max(p.x, q.x) <= left or min(p.x, q.x) >= right:
        return False
    if max(p.y, q.y) <= top or min(p.y, q.y) >= bottom:
        return False
    sides = [
        (q.x - p.x) * (cy - p.y) - (q.y - p.y) * (cx - p.x)
        for cx in (left, right)
        for cy in (top, bottom)
    ]
    return min(sides) < 0 < max(sides)


@given(st.lists(strokes_on_layer, max_size=6))
def test_painting_stroke_by_stroke_is_painting_at_once(strokes: list[dict[Cell, int]]) -> None:
    """A layer after many strokes equals one painted afresh with the last value of each cell."""
    layer, last = Layer(), dict[Cell, int]()
    for stroke in strokes:
        layer = layer.with_cells(stroke)
        last |= stroke
    assert layer == Layer().with_cells(last)
    assert hash(layer) == hash(Layer().with_cells(last))
    assert all(layer.get(cell) == value for cell, value in last.items())
    assert Layer.model_validate_json(layer.model_dump_json()) == layer


@given(on_map, on_map)
def test_open_ground_is_clear_in_every_direction(a: Cell, b: Cell) -> None:
    """Without walls everybody sees everybody, through the cells the line crosses."""
    result = line_between(BattleMap(width=SIDE, height=SIDE), Stand((a,)), Stand((b,)))
    assert result.clear
    assert result.crossed == cells_crossed(centre_of(a), centre_of(b))
