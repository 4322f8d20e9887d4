"""Where a mover can get within a budget, or with several moves one after another.

The cheapest way to one cell is found in ``routes``; both search the same graph.
"""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import networkx as nx
import numpy as np
from frozendict import frozendict
from msgspec import Struct

from gridwar.grid.cells.obstacle_reasons import ObstacleKind
from gridwar.grid.movement.routes import DIAGONAL, STRAIGHT, NoRoute, Route, may_end_in
from gridwar.model.geometry import Cell

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gridwar.grid.movement.movement_graph import LazyGrid
    from gridwar.grid.movement.routes import MayEnd


class Leg(Struct, frozen=True, eq=False):
    """One move of several: what every node costs from where the leg may begin, in rising order."""

    begins_at: int
    """What the moves before it cost together, whether they were used up or not."""
    costs: Mapping[int, int]
    single_steps: Mapping[int, int] = frozendict()
    """Nodes that a step alone reaches although it costs more than the leg has, by that before."""


class Reach(Struct, frozen=True, eq=False, dict=True):
    """The cells a mover can get to within a budget, and the cheapest way to each.

    ``costs`` holds every cell passed, the start at 0; ``ends`` those where the rule of the move
    lets it end. Whether the ground lets it stop there says ``can_stop``. Of several moves, legs,
    what is left of one is lost in the next.
    """

    graph: LazyGrid
    start: Cell
    budget: int
    costs: Mapping[Cell, int]
    distances: Mapping[int, int]
    """By node of the graph, in rising order."""
    ends: Mapping[Cell, int]
    legs: tuple[Leg, ...]
    may_end: MayEnd | None = None

    def __contains__(self, cell: object) -> bool:
        return cell in self.ends

    def can_stop(self, cell: Cell) -> bool:
        """Return whether the mover can get to a cell and may end there."""
        return cell in self.ends and self.graph.ground.may_stop(cell)

    def zones(self, limits: Sequence[int]) -> tuple[frozenset[Cell], ...]:
        """Return where it may end between one limit and the next, each cell in the first zone.

        Args:
            limits: Rising costs, such as those of one, two and three move actions.

        Rules: CE-MIN-06
        """
        zones: list[set[Cell]] = [set() for _limit in limits]
        closed = self.graph.ground.no_ends - {self.start}
        for cell, cost in self.ends.items():
            if cell in closed:
                continue
            for limit, zone in zip(limits, zones, strict=True):
                if cost <= limit:
                    zone.add(cell)
                    break
        return tuple(map(frozenset, zones))

    def route_to(self, cell: Cell) -> Route | NoRoute:
        """Return the cheapest way to a cell, of several the shortest to the eye."""
        if cell not in self.ends:
            kind = ObstacleKind.RULE if cell in self.costs else ObstacleKind.NO_WAY
            why = self.graph.ground.why_closed(cell) or self.graph.ground.obstacle(kind, cell=cell)
            return NoRoute(cell, why)
        nodes, costs = self._way_to(self._arrivals[cell])
        return Route(tuple(map(self.graph.cell_of, nodes)), costs, self.graph.state_of(nodes[-1]))

    def _way_to(self, node: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the nodes of the way to a node, and what it has cost on reaching each."""
        nodes, costs = [node], [self.distances[node]]
        for number in reversed(range(self._leg_of(node) + 1)):
            if number > self._leg_of(node):
                continue  # it stood there already
            leg, before = self.legs[number], self._straightest[number]
            while (previous := before[node][1]) is not None:
                node = previous
                nodes.append(node)
                is_first = leg.costs[node] == 0 and number > 0
                costs.append(self.distances[node] if is_first else leg.begins_at + leg.costs[node])
        return tuple(nodes[::-1]), tuple(costs[::-1])

    def _leg_of(self, node: int) -> int:
        """Return the number of the first leg that reaches a node."""
        return next(number for number, leg in enumerate(self.legs) if node in leg.costs)

    @cached_property
    def _straightest(self) -> tuple[dict[int, tuple[int, int | None]], ...]:
        """Of each leg, by node: how long its shortest cheapest way looks, and the node before it.

        Worked out when the first route is wanted: zones alone need no ways.
        """
        return tuple(_straightest(self.graph, leg) for leg in self.legs)

    @cached_property
    def _arrivals(self) -> dict[Cell, int]:
        """By cell: the node in which a cheapest and straightest way arrives."""
        best: dict[Cell, tuple[int, int]] = {}
        for node, cost in self.distances.items():
            cell = self.graph.cell_of(node)
            if may_end_in(self.graph, node, self.may_end) and cost == self.ends[cell]:
                length = self._straightest[self._leg_of(node)][node][0]
                if cell not in best or length < best[cell][0]:
                    best[cell] = (length, node)
        return {cell: node for cell, (_length, node) in best.items()}


def _straightest(graph: LazyGrid, leg: Leg) -> dict[int, tuple[int, int | None]]:
    """Return how long the shortest cheapest way to each node looks, and the node before it."""
    width, count, distances = graph.width, graph.count, leg.costs
    found: dict[int, tuple[int, int | None]] = {
        node: (STRAIGHT, before) for node, before in leg.single_steps.items()
    }
    for node, cost in distances.items():  # in rising order of cost: a way's nodes come first
        length = found.setdefault(node, (0, None))[0]
        row, column = divmod(node % count, width)
        for after, edge in graph.row(node).items():
            if distances.get(after) == cost + edge.weight:
                place = after % count
                is_straight = place % width == column or place // width == row
                way = (length + (STRAIGHT if is_straight else DIAGONAL), node)
                if after not in found or way < found[after]:
                    found[after] = way
    return found


def reach(
    graph: LazyGrid,
    start: Cell,
    budget: int | tuple[int, ...],
    may_end: MayEnd | None = None,
    *,
    one_step: bool = False,
) -> Reach:
    """Return where a mover can get.

    Args:
        graph: The steps that are allowed, with their costs.
        start: The mover's top left cell.
        budget: The most that may be spent, in the step rule's unit; of several moves one after
            another what they come to, rising: what a step leaves of one is lost in the next.
        may_end: Where, and in which states, the move may end; None for anywhere.
        one_step: Whether a move may be one step, whatever that costs: it takes all of the move.

    Returns:
        The cells; none at all for a mover who stands off the map.

    Rules: CE-MIN-06, AR-TER-01, AR-TER-02, AR-MNV-12
    """
    limits = budget if isinstance(budget, tuple) else (budget,)
    if not graph.has_cell(start):
        return Reach(graph, start, limits[-1], frozendict(), {}, frozendict(), (), may_end)
    legs = _legs(graph, graph.node(start), limits, may_end, one_step=one_step)
    distances = dict(legs[0].costs)
    for leg in legs[1:]:
        new = leg.costs.keys() - distances.keys()
        distances |= {node: leg.begins_at + n for node, n in leg.costs.items() if node in new}
    costs = ends = frozendict(_by_cell(graph, distances))
    if may_end is not None:
        allowed = {node: n for node, n in distances.items() if may_end_in(graph, node, may_end)}
        ends = frozendict(_by_cell(graph, allowed))
    return Reach(graph, start, limits[-1], costs, distances, ends, legs, may_end)


def _legs(
    graph: LazyGrid, source: int, limits: Sequence[int], may_end: MayEnd | None, *, one_step: bool
) -> tuple[Leg, ...]:
    """Search leg by leg, each from wherever those before it may end."""
    legs: list[Leg] = []
    sources: set[int] = {source}
    for begins_at, ends_at in pairwise((0, *limits)):
        sources.update(
            node
            for node in (legs[-1].costs if legs else ())
            if graph.ground.may_stop(graph.cell_of(node)) and may_end_in(graph, node, may_end)
        )
        length = ends_at - begins_at
        costs = nx.multi_source_dijkstra_path_length(graph, sources, cutoff=length)
        single = _single_steps(graph, sources, costs) if one_step and length > 0 else {}
        legs.append(Leg(begins_at, costs | dict.fromkeys(single, length), single))
    return tuple(legs)


def _single_steps(graph: LazyGrid, sources: set[int], reached: Mapping[int, int]) -> dict[int, int]:
    """Return the nodes beside sources that a leg does not reach, by the source before each."""
    return {
        after: node for node in sorted(sources) for after in graph.row(node) if after not in reached
    }


def _by_cell(graph: LazyGrid, distances: Mapping[int, int]) -> dict[Cell, int]:
    """Return the cheapest cost by cell, of costs by node in rising order."""
    places = np.fromiter(distances, np.int64, len(distances)) % graph.count
    costs = np.fromiter(distances.values(), np.int64, len(distances))
    if len(distances) > 1 and max(distances) >= graph.count:
        _places, firsts = np.unique(places, return_index=True)
        firsts.sort()
        places, costs = places[firsts], costs[firsts]
    y, x = np.divmod(places, graph.width)
    return dict(zip(map(Cell, x.tolist(), y.tolist()), costs.tolist(), strict=True))
