"""Reach and routes: prices of steps, corners, footprints, occupied cells, waypoints, reasons."""

from __future__ import annotations

import weakref
from dataclasses import dataclass

import networkx as nx
import pytest

from gridwar.grid.cells.obstacle_reasons import ObstacleKind
from gridwar.grid.movement.movement_graph import LazyGrid
from gridwar.grid.movement.mover_ground import Corners, Ground
from gridwar.grid.movement.reach import reach
from gridwar.grid.movement.routes import NoRoute, Route, find_route, price, why_blocked
from gridwar.grid.movement.step_rules import State, Steps, alternating, euclid, uniform
from gridwar.model.battlemap import BattleMap
from gridwar.model.geometry import ONE_CELL, Cell, Size, footprint
from gridwar.model.terrain_kinds import TerrainKind
from gridwar.model.walls import DoorState, Wall, WallKind
from tests.unit.grid.drawn import drawn, point, walled

START = Cell(0, 0)


def _row(cells: str) -> Ground:
    return Ground(drawn(cells))


def _cost(graph: LazyGrid, *cells: tuple[int, int]) -> int:
    route = price(graph, [Cell(*cell) for cell in cells])
    assert isinstance(route, Route)
    return route.cost


@pytest.mark.rule("CE-MIN-06", "CE-MIN-07", "CE-MIN-08")
@pytest.mark.parametrize(
    ("terrain", "unit", "budget", "squares"),
    [
        ("." * 20, 1, 12, 12),
        ("." * 20, 2, 4, 2),
        ("~" * 20, 2, 4, 1),
        (".." + "~" + "." * 17, 1, 4, 3),
    ],
    ids=[
        "standing, three moves",
        "crouched, one",
        "crouched in mud, one",
        "second square difficult",
    ],
)
def test_a_straight_move_goes_as_far_as_the_rulebook_says(
    terrain: str, unit: int, budget: int, squares: int
) -> None:
    """Four squares a move action, half of that crouched, difficult squares at twice the price."""
    ground = _row(terrain)
    found = reach(LazyGrid(ground, alternating(ground, multiplies=True, unit=unit)), START, budget)
    assert max(cell.x for cell in found.costs) == squares


@pytest.mark.rule("CE-MIN-06")
def test_diagonals_cost_one_and_two_in_turn_and_the_turn_can_be_carried_on() -> None:
    """Four diagonal steps cost six; a path that goes on after an odd one begins with two."""
    ground = Ground(BattleMap(width=9, height=9))
    graph = LazyGrid(ground, alternating(ground))
    there = find_route(graph, START, Cell(4, 4))
    assert isinstance(there, Route)
    assert there.costs == (0, 1, 3, 4, 6)
    one = find_route(graph, START, Cell(1, 1))
    assert isinstance(one, Route)
    on = find_route(graph, Cell(1, 1), Cell(2, 2), state=one.end_state)
    assert isinstance(on, Route)
    assert on.cost == 2
    source = graph.node(Cell(1, 1), one.end_state)
    near = nx.single_source_dijkstra_path_length(graph, source, cutoff=1)
    assert Cell(2, 2) not in map(graph.cell_of, near)


@pytest.mark.rule("CE-MIN-06")
def test_zones_nest_by_the_limits_of_one_two_and_three_moves() -> None:
    """Every reachable cell lies in the first zone whose limit it keeps."""
    ground = _row("." * 20)
    zones = reach(LazyGrid(ground, alternating(ground)), START, 12).zones((4, 8, 12))
    assert [sorted(cell.x for cell in zone) for zone in zones] == [
        [0, 1, 2, 3, 4],
        [5, 6, 7, 8],
        [9, 10, 11, 12],
    ]


def _difficult(n: int, **more: object) -> BattleMap:
    kinds = (
        TerrainKind(name="open"),
        TerrainKind.model_validate({"name": "d", "difficulty": n} | more),
    )
    return drawn(".~~").with_terrain_kinds(kinds)


@pytest.mark.rule("AR-TER-01")
def test_a_difficult_cell_adds_its_number_to_the_cell_it_costs() -> None:
    """Three cells, one of them difficult by two, cost five."""
    battle_map = drawn("..~......").with_terrain_kinds(
        (TerrainKind(name="open"), TerrainKind(name="rubble", difficulty=2))
    )
    ground = Ground(battle_map)
    graph = LazyGrid(ground, uniform(ground, adds=True))
    assert _cost(graph, (0, 0), (1, 0), (2, 0), (3, 0)) == 5
    assert _cost(graph, *((x, 0) for x in range(3, 9))) == 5


@pytest.mark.rule("AR-TER-03")
@pytest.mark.parametrize(("category", "cost"), [("walking", 8), ("flying", 2)])
def test_terrain_is_felt_only_by_the_categories_it_names(category: str, cost: int) -> None:
    """Two cells difficult by three for walkers cost eight on foot and two in the air."""
    ground = Ground(_difficult(3, affects=["walking"]), category=category)
    graph = LazyGrid(ground, uniform(ground, adds=True))
    assert _cost(graph, (0, 0), (1, 0), (2, 0)) == cost


@pytest.mark.rule("AR-MOV-06", "AR-TER-04")
@pytest.mark.parametrize(
    ("corners", "between_two", "past_one"),
    [(Corners.BOTH, False, True), (Corners.ANY, False, False), (Corners.FREE, True, True)],
)
def test_diagonals_past_impassable_cells_follow_the_corner_rule(
    corners: Corners, between_two: bool, past_one: bool
) -> None:
    """A diagonal squeezes between two impassable cells, or past one, only if the rule says so."""
    ground = Ground(drawn(".#..", "#..#", "...."), corners=corners)
    for steps in (uniform(ground), _Asked()):
        graph = LazyGrid(ground, steps)
        assert (why_blocked(graph, START, Cell(1, 1)) is None) is between_two
        assert (why_blocked(graph, Cell(2, 1), Cell(3, 2)) is None) is past_one
        assert (Cell(1, 1) in reach(graph, START, 1)) is between_two
        assert (Cell(3, 2) in reach(graph, Cell(2, 1), 1)) is past_one


@dataclass(frozen=True)
class _Asked:
    """A rule asked for every step: one cell each, no step downwards from a row of its own."""

    forbidden: Cell | None = None

    def start(self) -> State:
        return "fresh"

    def step(self, a: Cell, b: Cell, state: State) -> tuple[int, State] | None:
        return None if b == self.forbidden else (1, "under way")

    def reason(self, a: Cell, b: Cell) -> str:
        return "taboo" if b == self.forbidden else ""


def test_a_rule_of_ones_own_may_forbid_steps_and_says_why() -> None:
    """A step the rule forbids is not in reach, and the reason is the rule's own words."""
    ground = _row("....")
    graph = LazyGrid(ground, _Asked(forbidden=Cell(2, 0)))
    assert set(reach(graph, START, 9).costs) == {START, Cell(1, 0)}
    assert str(why_blocked(graph, Cell(1, 0), Cell(2, 0))) == "taboo"
    assert isinstance(find_route(graph, START, Cell(3, 0)), NoRoute)


def test_big_tokens_need_room_and_pay_for_the_worst_cell_under_them() -> None:
    """A token of two by two fits no gap of one, and wades when one of its cells does."""
    ground = Ground(drawn("......", "....~.", "..#...", "......"), size=Size(2, 2))
    graph = LazyGrid(ground, uniform(ground, multiplies=True))
    found = reach(graph, START, 9)
    assert Cell(1, 1) not in found
    assert Cell(2, 2) not in found
    assert found.costs[Cell(2, 0)] == 2
    assert found.costs[Cell(3, 0)] == 4
    assert Cell(5, 0) not in found
    blocked = why_blocked(graph, Cell(4, 0), Cell(5, 0))
    assert blocked is not None
    assert blocked.kind is ObstacleKind.MAP_EDGE


def test_a_wall_stops_a_big_token_at_any_of_its_cells() -> None:
    """A short wall below the anchor's row stops the token whose lower half runs into it."""
    battle_map = walled(BattleMap(width=6, height=2), ((2, 1.2), (2, 1.8)))
    small, big = Ground(battle_map), Ground(battle_map, size=Size(2, 2))
    assert small.why_blocked(Cell(1, 0), Cell(2, 0)) is None
    obstacle = big.why_blocked(START, Cell(1, 0))
    assert obstacle is not None
    assert obstacle.wall is not None
    assert obstacle.wall.id == "w0"
    assert set(reach(LazyGrid(big, uniform(big)), START, 5).costs) == {START}


def test_occupied_cells_block_and_passable_ones_may_not_be_the_end() -> None:
    """Nobody enters a blocked cell; a cell of a friend may be crossed, not stopped on."""
    ground = Ground(
        drawn("....."), blocked=frozenset({Cell(3, 0)}), no_stop=frozenset({Cell(1, 0)})
    )
    found = reach(LazyGrid(ground, uniform(ground)), START, 9)
    assert set(found.costs) == {Cell(0, 0), Cell(1, 0), Cell(2, 0)}
    assert not found.can_stop(Cell(1, 0))
    assert found.can_stop(Cell(2, 0))
    assert found.zones([9])[0] == {Cell(0, 0), Cell(2, 0)}
    why = found.route_to(Cell(3, 0))
    assert isinstance(why, NoRoute)
    assert why.why.kind is ObstacleKind.OCCUPIED


def test_blocked_cells_count_for_every_cell_of_a_big_token() -> None:
    """A token of two by two keeps clear of an occupied cell with all its cells."""
    ground = Ground(BattleMap(width=6, height=2), Size(2, 2), blocked=frozenset({Cell(3, 1)}))
    assert set(reach(LazyGrid(ground, uniform(ground)), START, 9).costs) == {START, Cell(1, 0)}


def test_of_equally_cheap_ways_the_shortest_to_the_eye_is_shown() -> None:
    """A straight move is drawn straight, though zigzags cost the same."""
    ground = Ground(BattleMap(width=9, height=9))
    graph = LazyGrid(ground, uniform(ground))
    start, goal = Cell(1, 4), Cell(7, 4)
    straight = tuple(Cell(x, 4) for x in range(1, 8))
    for route in (reach(graph, start, 6).route_to(goal), find_route(graph, start, goal)):
        assert isinstance(route, Route)
        assert route.cells == straight


def test_a_route_goes_round_a_wall_and_past_its_waypoints() -> None:
    """The cheapest way leads round the wall's end; a waypoint makes it longer."""
    battle_map = walled(BattleMap(width=5, height=4), ((2, 0), (2, 3)))
    ground = Ground(battle_map)
    graph = LazyGrid(ground, Steps(ground, diagonals=()))
    route = find_route(graph, START, Cell(3, 0))
    assert isinstance(route, Route)
    assert route.cost == 9
    detour = find_route(graph, START, Cell(3, 0), [Cell(0, 3), Cell(4, 3)])
    assert isinstance(detour, Route)
    assert detour.cost == 11
    assert detour.cells.index(Cell(0, 3)) < detour.cells.index(Cell(4, 3))


def test_a_waypoint_and_the_way_back_may_use_the_same_cells() -> None:
    """A way to the start itself past a waypoint goes there and back."""
    ground = _row(".....")
    graph = LazyGrid(ground, uniform(ground))
    route = find_route(graph, START, START, [Cell(3, 0)])
    assert isinstance(route, Route)
    assert [cell.x for cell in route.cells] == [0, 1, 2, 3, 2, 1, 0]
    still = find_route(graph, START, START)
    assert isinstance(still, Route)
    assert still.cost == 0


def test_a_limit_ends_the_search() -> None:
    """A way dearer than the limit is not found; one that costs just as much is."""
    ground = _row("." * 9)
    graph = LazyGrid(ground, uniform(ground))
    assert isinstance(find_route(graph, START, Cell(8, 0), limit=8), Route)
    assert isinstance(find_route(graph, START, Cell(8, 0), limit=7), NoRoute)


def test_a_long_detour_is_found_and_a_sealed_room_is_not_searched_for_on_the_whole_map() -> None:
    """Far beyond the straight distance the way is still found; a closed room ends the search."""
    width = 60
    serpentine = walled(
        BattleMap(width=width, height=5),
        *(((0, y), (width - 1, y)) if y % 2 else ((1, y), (width, y)) for y in range(1, 5)),
    )
    ground = Ground(serpentine)
    route = find_route(LazyGrid(ground, Steps(ground, diagonals=())), START, Cell(width - 1, 4))
    assert isinstance(route, Route)
    assert route.cost == 5 * (width - 1) + 4

    sealed = walled(
        BattleMap(width=500, height=500),
        ((400, 400), (402, 400)),
        ((402, 400), (402, 402)),
        ((402, 402), (400, 402)),
        ((400, 402), (400, 400)),
    )
    ground = Ground(sealed)
    graph = LazyGrid(ground, uniform(ground))
    none = find_route(graph, Cell(390, 390), Cell(401, 401))
    assert isinstance(none, NoRoute)
    assert none.why.kind is ObstacleKind.NO_WAY
    assert len(graph.adj) < 20_000


def test_a_given_path_is_priced_or_refused_at_its_first_wrong_step() -> None:
    """A drawn path names the step that is not allowed, and the wall at fault."""
    ground = Ground(walled(BattleMap(width=5, height=1), ((2, 0), (2, 1))))
    refused = price(LazyGrid(ground, uniform(ground)), [Cell(x, 0) for x in range(4)])
    assert isinstance(refused, NoRoute)
    assert refused.at_step == 2
    assert refused.why.wall is not None
    jump = price(LazyGrid(ground, uniform(ground)), [Cell(0, 0), Cell(2, 0)])
    assert isinstance(jump, NoRoute)
    assert jump.why.kind is ObstacleKind.NO_STEP


def test_tenths_of_a_cell_price_diagonals_at_fourteen() -> None:
    """Three diagonals and a straight step cost 52 tenths."""
    ground = Ground(BattleMap(width=9, height=9))
    route = find_route(LazyGrid(ground, euclid(ground)), START, Cell(4, 3))
    assert isinstance(route, Route)
    assert route.cost == 52


def test_a_graph_grows_only_where_it_is_visited() -> None:
    """A search on the largest map makes rows for the cells in reach and no others."""
    ground = Ground(BattleMap(width=500, height=500))
    graph = LazyGrid(ground, uniform(ground))
    assert len(reach(graph, Cell(250, 250), 6).costs) == 13 * 13
    assert len(graph.adj) <= 13 * 13


def test_an_open_door_lets_movers_through() -> None:
    """The graph of the map with the door opened leads through it."""
    door = Wall(id="d", a=point(1, 0), b=point(1, 1), kind=WallKind.DOOR)
    shut = BattleMap(width=2, height=1).with_walls([door])
    opened = shut.with_walls([door.with_door(DoorState.OPEN)])
    for battle_map, cells in ((shut, 1), (opened, 2)):
        ground = Ground(battle_map)
        assert len(reach(LazyGrid(ground, uniform(ground)), START, 3).costs) == cells


def test_the_footprint_of_a_big_token_is_listed_row_by_row() -> None:
    """A token of two by one covers its anchor and the cell right of it."""
    assert footprint(Cell(3, 4), Size(2, 1)) == (Cell(3, 4), Cell(4, 4))


def test_steps_without_diagonals_price_none() -> None:
    """A rule without diagonals forbids them."""
    ground = Ground(BattleMap(width=3, height=3))
    assert Steps(ground, diagonals=()).step(START, Cell(1, 1), 0) is None
    assert reach(LazyGrid(ground, Steps(ground, diagonals=())), START, 9).costs[Cell(1, 1)] == 2


class _Hops:
    """Every step costs 1; the state counts them, even or odd."""

    def start(self) -> int:
        """Begin evenly."""
        return 0

    def step(self, a: Cell, b: Cell, state: State) -> tuple[int, State] | None:
        """Count a step."""
        del a, b
        return 1, 1 - state  # type: ignore[operator]


def _evenly(cell: Cell, state: State) -> bool:
    del cell
    return state == 0


def test_a_move_may_end_only_where_its_rule_lets_it() -> None:
    """In two hops the next square is reached by way of another; in a corridor never."""
    graph = LazyGrid(Ground(BattleMap(width=5, height=5)), _Hops())
    found = reach(graph, START, 2, may_end=_evenly)
    assert found.costs[Cell(1, 0)] == 1
    assert found.ends[Cell(1, 0)] == 2
    assert found.zones([1, 2])[0] == {START}
    assert Cell(1, 0) not in reach(graph, START, 1, may_end=_evenly)
    for way in (found.route_to(Cell(1, 0)), find_route(graph, START, Cell(1, 0), may_end=_evenly)):
        assert isinstance(way, Route)
        assert (way.cost, way.end_state, len(way.cells)) == (2, 0, 3)
    corridor = LazyGrid(_row(".."), _Hops())
    assert Cell(1, 0) not in reach(corridor, START, 6, may_end=_evenly)
    shut = reach(corridor, START, 6, may_end=_evenly).route_to(Cell(1, 0))
    assert isinstance(shut, NoRoute)
    assert shut.why.kind is ObstacleKind.RULE
    assert isinstance(find_route(corridor, START, Cell(1, 0), may_end=_evenly), NoRoute)


def test_nobody_asks_where_one_may_stop_after_the_last_move() -> None:
    """Of a lone move nothing is asked, of two only where the second may begin."""
    asked: list[Cell] = []

    class Asking(Ground, frozen=True):
        def may_stop(self, anchor: Cell) -> bool:
            asked.append(anchor)
            return super().may_stop(anchor)

    ground = Asking(BattleMap(width=9, height=9))
    graph = LazyGrid(ground, uniform(ground))
    assert len(reach(graph, START, 4).costs) == 25
    assert asked == []
    assert len(reach(graph, START, (2, 4)).costs) == 25
    assert set(asked) == {Cell(x, y) for x in range(3) for y in range(3)}


@pytest.mark.usefixtures("no_collector")
@pytest.mark.parametrize("size", [ONE_CELL, Size(2, 2)])
def test_a_graph_is_freed_as_soon_as_it_is_let_go(size: Size) -> None:
    """A search leaves nothing to the garbage collector, which would halt the window for it."""
    ground = Ground(BattleMap(width=9, height=9), size=size)
    graph = LazyGrid(ground, uniform(ground), plain=True)
    assert isinstance(find_route(graph, START, Cell(6, 6)), Route)
    assert Cell(3, 3) in reach(graph, START, 4)
    gone = weakref.ref(graph)
    del graph
    assert gone() is None
