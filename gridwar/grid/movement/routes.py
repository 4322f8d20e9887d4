"""The cheapest way to a cell, and what stands in one. Where a mover can get at all is in ``reach``.

Searches are networkx's own, on the lazy graph; results are frozen and carry their reasons.
Walking a route, with whatever happens on the way, is the engine's business.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING

import networkx as nx
from msgspec import Struct

from gridwar.grid.cells.obstacle_reasons import Obstacle, ObstacleKind
from gridwar.grid.cells.wall_crossings import walls_that
from gridwar.grid.movement.movement_graph import LazyGrid, OpenGround, Row, Rows
from gridwar.grid.movement.mover_ground import stops_movement
from gridwar.grid.movement.step_rules import Estimates, Explains
from gridwar.model.geometry import Cell

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridwar.grid.movement.entry_prices import Edge
    from gridwar.grid.movement.step_rules import State

_LEG = 1 << 40
"""Node numbers of the next leg of a route with waypoints are higher by this."""
_ARRIVED = -1
_DETOUR = 40
"""How much dearer than three times the bound a way may be before the whole map is searched."""
_COST = 1 << 24
"""How a cost outweighs a length: of equally cheap routes the shortest to the eye is taken."""
_ANY = 1 << 30
"""More than any way costs."""
STRAIGHT, DIAGONAL = 5, 7
"""Lengths of a step to the eye: without zigzags where diagonals are cheap, without stairs."""


class Route(Struct, frozen=True):
    """A way to walk: its cells from the start on, and what it has cost on reaching each.

    ``end_state`` is the path's state at its end, from which a later move may go on.
    """

    cells: tuple[Cell, ...]
    costs: tuple[int, ...]
    end_state: State

    @property
    def cost(self) -> int:
        """Return the cost of the whole way, in the step rule's unit."""
        return self.costs[-1]

    @property
    def goal(self) -> Cell:
        """Return the last cell."""
        return self.cells[-1]

    @property
    def steps(self) -> tuple[tuple[Cell, Cell], ...]:
        """Return the steps, as pairs of cells."""
        return tuple(pairwise(self.cells))


class NoRoute(Struct, frozen=True):
    """There is no way, and why; ``at_step`` counts from 1 where a given path is refused."""

    goal: Cell
    why: Obstacle
    at_step: int | None = None


MayEnd = Callable[[Cell, "State"], bool]
"""Whether a move may end on a cell in a state of its path."""


def may_end_in(graph: LazyGrid, node: int, may_end: MayEnd | None) -> bool:
    """Return whether a move may end in a node of the graph."""
    return may_end is None or may_end(graph.cell_of(node), graph.state_of(node))


def find_route(  # noqa: PLR0913 the last two are rarely given
    graph: LazyGrid,
    start: Cell,
    goal: Cell,
    waypoints: Sequence[Cell] = (),
    *,
    state: State | None = None,
    limit: int | None = None,
    may_end: MayEnd | None = None,
) -> Route | NoRoute:
    """Return the cheapest way to a cell past waypoints, among equals the shortest to the eye.

    Args:
        graph: The steps that are allowed, with their costs.
        start: The mover's top left cell.
        goal: Where that cell is to be at the end.
        waypoints: Cells to pass in this order.
        state: The path's state so far; by default that of a fresh path.
        limit: The most the way may cost, in the step rule's unit; keeps the search short.
        may_end: In which states the way may end there; None for any.

    Rules: CE-MIN-06, AR-TER-01
    """
    if not graph.has_cell(start):
        return NoRoute(goal, graph.ground.obstacle(ObstacleKind.MAP_EDGE, cell=start))
    targets = [*waypoints, goal]
    for target in targets:
        closed = graph.ground.why_closed(target)
        if closed and target != start:
            return NoRoute(goal, closed)
    while targets and targets[0] == start:
        targets.pop(0)
    source = graph.node(start, state)
    if not targets:
        if not may_end_in(graph, source, may_end):
            return NoRoute(goal, graph.ground.obstacle(ObstacleKind.RULE, cell=goal))
        return Route((start,), (0,), graph.state_of(source))
    legs = _Legs(graph, targets, may_end)
    nodes = legs.search(source, legs.generous(source) if limit is None else limit)
    if nodes is None and limit is None and _hang_together(graph, [start, *targets]):
        nodes = legs.search(source, None)
    if nodes is None:
        return NoRoute(goal, graph.ground.obstacle(ObstacleKind.NO_WAY, cell=goal))
    return price(graph, [*(graph.cell_of(node % _LEG) for node in nodes[:-1]), goal], state)


def _hang_together(graph: LazyGrid, cells: Sequence[Cell]) -> bool:
    """Return whether open ground joins all these cells: asked before the whole map is searched."""
    ground = OpenGround(graph)
    places = [cell[1] * graph.width + cell[0] for cell in cells]
    walls = walls_that(graph.ground.battle_map.walls, stops_movement)
    if walls.has_one_way or graph.has_links:
        # The way there is no way back: no search from both ends.
        return all(_leads_to(ground, here, there) for here, there in pairwise(places))
    return all(nx.has_path(ground, here, there) for here, there in pairwise(places))


def _leads_to(ground: OpenGround, start: int, goal: int) -> bool:
    """Return whether steps lead from one place to another, looking from the first alone."""
    found = {start}
    queue = deque(found)
    while queue and goal not in found:
        new = ground.adj[queue.popleft()].keys() - found
        found |= new
        queue.extend(new)
    return goal in found


def price(graph: LazyGrid, cells: Sequence[Cell], state: State | None = None) -> Route | NoRoute:
    """Return a given path as a route with its costs, or the first step that is not allowed.

    Args:
        graph: The steps that are allowed, with their costs.
        cells: The path, the start included.
        state: The path's state so far; by default that of a fresh path.
    """
    if not graph.has_cell(cells[0]):
        return NoRoute(cells[-1], graph.ground.obstacle(ObstacleKind.MAP_EDGE, cell=cells[0]))
    node = graph.node(cells[0], state)
    costs = [0]
    for number, (here, there) in enumerate(pairwise(cells), start=1):
        ways = [
            (edge.weight, after)
            for after, edge in graph.row(node).items()
            if graph.cell_of(after) == there
        ]
        if not ways:
            why = why_blocked(graph, here, there) or graph.ground.obstacle(
                ObstacleKind.RULE, cell=there
            )
            return NoRoute(cells[-1], why, number)
        cost, node = min(ways)
        costs.append(costs[-1] + cost)
    return Route(tuple(Cell(*cell) for cell in cells), tuple(costs), graph.state_of(node))


def why_blocked(graph: LazyGrid, a: Cell, b: Cell, state: State | None = None) -> Obstacle | None:
    """Return what stops a step: the wall, the cell, the map's edge, the rule; None when allowed.

    Args:
        graph: The steps that are allowed.
        a: The mover's top left cell before the step.
        b: The same after it.
        state: The path's state before the step; by default that of a fresh path.
    """
    obstacle = graph.ground.why_blocked(a, b)
    if obstacle:
        return obstacle
    before = graph.rule.start() if state is None else state
    if graph.rule.step(a, b, before) is None:
        note = graph.rule.reason(a, b) if isinstance(graph.rule, Explains) else ""
        return graph.ground.obstacle(ObstacleKind.RULE, cell=b, note=note)
    return None


class _Legs(nx.DiGraph):  # type: ignore[misc]  # networkx ships no types
    """The movement graph once for each leg of a route; the last target is one single node."""

    def __init__(self, grid: LazyGrid, targets: Sequence[Cell], may_end: MayEnd | None) -> None:
        super().__init__()
        self._grid, self._targets, self._may_end = grid, targets, may_end
        self._places = [target[1] * grid.width + target[0] for target in targets]
        # Over stairs what lies far off on the sheet may be near.
        bound = grid.rule.estimate if isinstance(grid.rule, Estimates) else _no_estimate
        self._bound = _no_estimate if grid.has_links else bound
        self._rest = [0] * len(targets)
        for leg in range(len(targets) - 2, -1, -1):
            self._rest[leg] = self._rest[leg + 1] + self._bound(targets[leg], targets[leg + 1])
        self._straight = {1, -1, grid.width, -grid.width}
        self._around = {dy * grid.width + dx for dy in (-1, 0, 1) for dx in (-1, 0, 1)}
        self._adj = Rows(self._make_row)

    def __contains__(self, node: object) -> bool:
        return isinstance(node, int)

    def _make_row(self, node: int) -> Row:
        leg, inner = divmod(node, _LEG)
        count, target = self._grid.count, self._places[leg]
        steps, base = self._grid.row(inner), leg * _LEG
        place = inner % count
        if target - place not in self._around and target not in self._grid.linked_from(place):
            return {base + after: edge for after, edge in steps.items()} if leg else steps
        last = leg == len(self._targets) - 1
        row: Row = {}
        for after, edge in steps.items():
            if after % count != target:
                row[base + after] = edge
            elif not last:
                row[base + _LEG + after] = edge
            elif not may_end_in(self._grid, after, self._may_end):
                row[base + after] = edge
            elif _ARRIVED not in row or edge.weight < row[_ARRIVED].weight:
                row[_ARRIVED] = edge
        return row

    def generous(self, source: int) -> int:
        """Return a cost within which a way that is not a long detour should be found."""
        if self._grid.has_links:
            return _ANY
        return 3 * (self.estimate(source, _ARRIVED) // _COST) + _DETOUR

    def search(self, source: int, limit: int | None) -> list[int] | None:
        """Return the nodes of the cheapest way within a cost, None when there is none."""
        try:
            nodes: list[int] = nx.astar_path(
                self,
                source,
                _ARRIVED,
                heuristic=self.estimate,
                weight=self.weight,
                cutoff=None if limit is None else (limit + 1) * _COST - 1,
            )
        except nx.NetworkXNoPath:
            return None
        return nodes

    def estimate(self, node: int, _goal: int) -> int:
        """Return a bound that the rest of the way cannot cost less than."""
        if node == _ARRIVED:
            return 0
        leg, inner = divmod(node, _LEG)
        here = self._grid.cell_of(inner)
        return (self._bound(here, self._targets[leg]) + self._rest[leg]) * _COST

    def weight(self, node: int, after: int, edge: Edge) -> int:
        """Return the cost of a step, and by the way its length to the eye."""
        count = self._grid.count
        there = self._places[-1] if after == _ARRIVED else after % _LEG % count
        straight = there - node % _LEG % count in self._straight
        return edge.weight * _COST + (STRAIGHT if straight else DIAGONAL)


def _no_estimate(_a: Cell, _b: Cell) -> int:
    return 0
