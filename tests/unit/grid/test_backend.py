"""Searches that networkx hands to Gridwar's own backend, and all that stays with networkx."""

from __future__ import annotations

import networkx as nx
import pytest

from gridwar.grid.movement import movement_graph
from gridwar.grid.movement.movement_graph import LazyGrid
from gridwar.grid.movement.mover_ground import Ground
from gridwar.grid.movement.reach import reach
from gridwar.grid.movement.step_rules import State, uniform
from gridwar.model.battlemap import BattleMap
from gridwar.model.geometry import Cell
from tests.unit.grid.drawn import drawn, walled

START = Cell(0, 0)
BOARD = walled(drawn("..~..", ".##..", "....."), ((4, 0), (4, 2)))


def _grid(*, plain: bool = False) -> LazyGrid:
    ground = Ground(BOARD)
    return LazyGrid(ground, uniform(ground, multiplies=True), plain=plain)


def _lengths(grid: LazyGrid, **more: object) -> dict[int, int]:
    found: dict[int, int] = nx.single_source_dijkstra_path_length(
        grid, grid.node(START), cutoff=6, **more
    )
    return found


@pytest.mark.skipif("gridwar" not in nx.config.backends, reason="this checkout is not installed")
def test_networkx_finds_the_backend_and_can_be_told_to_leave_it_out() -> None:
    """The graph names the backend; plain graphs and ``backend="networkx"`` do without it."""
    assert _grid().__networkx_backend__ == "gridwar"
    assert _grid(plain=True).__networkx_backend__ == "networkx"
    expected = _lengths(_grid(plain=True))
    assert _lengths(_grid()) == expected
    assert _lengths(_grid(), backend="networkx") == expected


def test_a_checkout_that_was_never_installed_searches_by_networkx_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without the entry point graphs are networkx's own, and answers the same."""
    expected = _lengths(_grid())
    monkeypatch.setattr(movement_graph, "_HAS_BACKEND", False)
    assert _grid().__networkx_backend__ == "networkx"
    assert _lengths(_grid()) == expected


def test_what_the_backend_does_not_know_is_answered_by_networkx() -> None:
    """Other algorithms, and costs of one's own, run on the lazy graph as before."""
    grid, source, corner = _grid(), _grid().node(START), _grid().node(Cell(4, 2))
    before, costs = nx.dijkstra_predecessor_and_distance(grid, source, cutoff=6)
    assert costs == _lengths(grid)
    assert before[source] == []
    assert len(nx.astar_path(grid, source, corner)) == 6
    hops = nx.single_source_dijkstra_path_length(grid, source, weight=lambda _a, _b, _edge: 1)
    assert hops[corner] == 5


def test_a_start_off_the_map_is_refused_in_networkx_s_words() -> None:
    """The backend raises what networkx raises."""
    for grid in (_grid(), _grid(plain=True)):
        with pytest.raises(nx.NodeNotFound):
            nx.single_source_dijkstra_path_length(grid, 99)


class _OneWay:
    """A rule that is asked step by step: nobody steps to the right."""

    def start(self) -> State:
        return 0

    def step(self, a: Cell, b: Cell, state: State) -> tuple[int, State] | None:
        return None if b.x > a.x else (1, state)


def test_a_rule_that_answers_step_by_step_is_left_to_networkx() -> None:
    """Only the rules whose prices are lists are searched by bit boards."""
    grid = LazyGrid(Ground(BOARD), _OneWay())
    assert grid.__networkx_backend__ == "networkx"
    assert {grid.cell_of(node) for node in _lengths(grid)} == {Cell(0, y) for y in range(3)}


@pytest.mark.parametrize("plain", [False, True])
def test_whoever_stands_on_a_wall_may_step_off_it_but_nobody_onto_it(plain: bool) -> None:
    """From the end of a wall all steps are open but the one along it; the way back is not."""
    battle_map = walled(BattleMap(width=3, height=3), ((1.5, 1.5), (1.5, 1.2)))
    grid = LazyGrid(Ground(battle_map), uniform(Ground(battle_map)), plain=plain)
    middle, around = Cell(1, 1), {Cell(x, y) for x in range(3) for y in range(3)}
    assert set(reach(grid, middle, 1).costs) == around - {Cell(1, 0)}
    assert middle not in reach(grid, Cell(0, 1), 9).costs
