"""The movement graph: a networkx DiGraph whose rows appear when they are visited.

Its cost therefore does not grow with the map. A node is a whole number that stands for a cell and
a state of the path (``LazyGrid.node``, ``cell_of``, ``state_of``); an edge's ``weight`` is the cost
of the step. Searches on it are in ``routes`` and ``reach`` beside it. The graph is thrown away with
its map.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, assert_never
from weakref import WeakMethod

import networkx as nx

from gridwar.errors import Cancelled
from gridwar.grid.movement.bitboard_search import Begin, can_flood, flood
from gridwar.grid.movement.entry_prices import Edge, Prices, edge_of
from gridwar.grid.movement.link_steps import link_ways, price_of_link
from gridwar.grid.movement.mover_ground import DIRECTIONS, FIRST_DIAGONAL, Corners
from gridwar.grid.movement.step_rules import Steers, Steps
from gridwar.grid.movement.wall_blocked_steps import shut_steps
from gridwar.model.geometry import Cell, footprint

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

    from gridwar.grid.movement.link_steps import LinkWay
    from gridwar.grid.movement.mover_ground import Ground
    from gridwar.grid.movement.step_rules import State, StepRule


Row = dict[int, Edge]
Ways = tuple[int, ...]
"""Places that may be entered."""

_BACKEND = "gridwar"
_HAS_BACKEND = _BACKEND in nx.config.backends
"""Not so in a checkout that was never installed; networkx's own code then does all the work."""
nx.config.fallback_to_nx = True
"""What the backend does not answer is answered by networkx, on the very graph."""


def is_backend_found() -> bool:
    """Return whether networkx found our backend by the entry point of the installed program."""
    return _HAS_BACKEND


class Rows(dict[int, Row]):
    """Adjacency of a graph whose rows are made when networkx asks for them.

    It holds its graph weakly, so that a graph is freed, with its thousands of rows, as soon as it
    is let go: nothing is left to the garbage collector.
    """

    __slots__ = ("_make",)

    def __init__(self, make: Callable[[int], Row]) -> None:
        """Begin without rows.

        Args:
            make: The method of the graph that makes the row of a node.
        """
        super().__init__()
        self._make = WeakMethod(make)

    def __missing__(self, node: int) -> Row:
        make = self._make()
        assert make is not None  # rows are asked for through their graph
        row = self[node] = make(node)
        return row


def _goes_on() -> bool:
    return False


class LazyGrid(nx.DiGraph):  # type: ignore[misc]  # networkx ships no types
    """The steps that a ground and a step rule allow, as a directed graph."""

    def __init__(
        self,
        ground: Ground,
        rule: StepRule,
        *,
        plain: bool = False,
        is_stopped: Callable[[], bool] | None = None,
    ) -> None:
        """Lay the graph over a ground.

        Args:
            ground: The map as the mover meets it.
            rule: What steps cost.
            plain: Whether networkx's own code answers every search, never the bit boards.
            is_stopped: Asked while a long search goes on; where it says so, that is given up.
        """
        super().__init__()
        self.__networkx_cache__ = None  # it is its own conversion: there is nothing to keep
        self.ground = ground
        self.rule = rule
        self._is_stopped = is_stopped or _goes_on
        self.width = ground.battle_map.width
        self.height = ground.battle_map.height
        self.count = self.width * self.height
        """Places on the map; node numbers are place plus state number times this."""
        self._states: list[State] = []
        self._numbers: dict[State, int] = {}
        self._walls = shut_steps(ground)
        self._covered = footprint(Cell(0, 0), ground.size)
        self._opened: dict[int, tuple[Ways, Ways]] = {}
        self._directions = tuple(
            (dx, dy, dy * self.width + dx, 1 << number, number >= FIRST_DIAGONAL)
            for number, (dx, dy) in enumerate(DIRECTIONS)
        )
        self._cycle = len(rule.diagonals) if isinstance(rule, Steps) else 0
        if isinstance(rule, Steps):
            for state in range(max(1, self._cycle)):
                self._number(state)
            self._adj = Rows(self._priced_row)
        elif isinstance(rule, Steers):
            self._adj = Rows(self._steered_row)
        else:
            self._adj = Rows(self._ruled_row)
        self._steered: dict[Hashable, dict[int, Hashable]] = {}
        self._paced: dict[tuple[int, int, State], tuple[int, State] | None] = {}
        self._links: dict[int, list[LinkWay]] = {}
        """By place: the stairs and the like that begin there."""
        for way in link_ways(ground):
            for here in way.here:
                self._links.setdefault(here.y * self.width + here.x, []).append(way)
        if _HAS_BACKEND and not plain and can_flood(rule):
            self.__networkx_backend__ = _BACKEND

    @cached_property
    def _prices(self) -> Prices:
        return Prices(self.ground, self.rule)

    def __contains__(self, node: object) -> bool:
        return isinstance(node, int) and 0 <= node < self.count * len(self._states)

    def has_node(self, n: object) -> bool:
        """Return whether a number stands for a cell of the map and a known state."""
        return n in self

    def has_cell(self, cell: Cell) -> bool:
        """Return whether a cell is on the map, and so has a node."""
        return self.ground.battle_map.contains(cell)

    def node(self, cell: Cell, state: State | None = None) -> int:
        """Return the node of a cell and a path's state (by default that of a fresh path).

        Raises:
            networkx.NodeNotFound: The cell is off the map: its number would be another one's.
        """
        if not self.has_cell(cell):
            raise nx.NodeNotFound(f"{cell} is off the map")
        number = self._number(self.rule.start() if state is None else state)
        return number * self.count + cell[1] * self.width + cell[0]

    def flood(self, nodes: Iterable[int], budget: int | None) -> dict[int, int]:
        """Return the cost of every node within a budget, by bit boards.

        Args:
            nodes: The nodes in one of which the path begins.
            budget: The most that may be spent; None for no limit.
        """
        if not isinstance(self.rule, Steps):
            raise NotImplementedError("only prices by list can be searched by bit boards")
        places = tuple((self.cell_of(node), node // self.count) for node in nodes)
        begin = Begin(places, None if budget is None else int(budget))
        return flood(self.ground, self.rule, begin).costs(self.ground.battle_map.size)

    def row(self, node: int) -> Row:
        """Return the steps from a node, without the view that ``adj`` puts round them."""
        found: Row = self._adj[node]
        return found

    def cell_of(self, node: int) -> Cell:
        """Return the cell that a node stands for."""
        place = node % self.count
        return Cell(place % self.width, place // self.width)

    def state_of(self, node: int) -> State:
        """Return the path's state that a node stands for."""
        return self._states[node // self.count]

    def _number(self, state: State) -> int:
        number = self._numbers.get(state)
        if number is None:
            number = self._numbers[state] = len(self._states)
            self._states.append(state)
        return number

    def _priced_row(self, node: int) -> Row:
        """Make a row from the price lists of ``Steps``, without a call for each step."""
        number, place = divmod(node, self.count)
        straight, diagonal = self.open_from(place)
        classes, columns = self._prices.classes, self._prices.columns
        base, column = number * self.count, columns[0]
        row = {base + there: column[classes[there]] for there in straight}
        if self._cycle:
            base, column = (number + 1) % self._cycle * self.count, columns[1 + number]
            for there in diagonal:
                row[base + there] = column[classes[there]]
        return self._with_links(node, row) if self._links else row

    def _ruled_row(self, node: int) -> Row:
        """Make a row by asking the rule for each step."""
        if self._is_stopped():
            raise Cancelled
        here, state = self.cell_of(node), self.state_of(node)
        row: Row = {}
        straight, diagonal = self.open_from(node % self.count)
        for place in (*straight, *diagonal):
            step = self.rule.step(here, self.cell_of(place), state)
            if step is not None:
                row[self._number(step[1]) * self.count + place] = edge_of(step[0])
        return self._with_links(node, row) if self._links else row

    def _steered_row(self, node: int) -> Row:
        """Make a row by asking how the mover steers once, and what a step costs once."""
        if self._is_stopped():
            raise Cancelled
        rule = self.rule
        assert isinstance(rule, Steers)
        number, here = divmod(node, self.count)
        state = self._states[number]
        assert isinstance(state, tuple)
        before, inner = state
        ways = self._steered.get(before)
        if ways is None:
            ways = self._steered[before] = self._ways_to_steer(rule, before)
        straight, diagonal = self.open_from(here)
        row: Row = {}
        for place in (*straight, *diagonal):
            after = ways.get(place - here)
            if after is None:
                continue
            asked = (here, place, inner)
            if asked not in self._paced:
                cells = self.cell_of(here), self.cell_of(place)
                self._paced[asked] = rule.paces.step(*cells, inner)
            step = self._paced[asked]
            if step is not None:
                row[self._number((after, step[1])) * self.count + place] = edge_of(step[0])
        return self._with_links(node, row) if self._links else row

    def _with_links(self, node: int, row: Row) -> Row:
        """Return a row with the steps along stairs and the like."""
        number, place = divmod(node, self.count)
        here, state = self.cell_of(node), self._states[number]
        for way in self._links.get(place, ()):
            for there in way.there:
                paid = price_of_link(self.rule, (here, there), way.times, state)
                if paid is not None:
                    after = self._number(paid[1]) * self.count + there.y * self.width + there.x
                    # Of several links to the same cell the cheapest is taken.
                    if after not in row or paid[0] < row[after].weight:
                        row[after] = edge_of(paid[0])
        return row

    @property
    def has_links(self) -> bool:
        """Return whether stairs and the like lead from place to place, which lie far apart."""
        return bool(self._links)

    def linked_from(self, place: int) -> tuple[int, ...]:
        """Return the places to which stairs and the like lead from a place."""
        ways = self._links.get(place, ())
        return tuple(there.y * self.width + there.x for way in ways for there in way.there)

    def _ways_to_steer(self, rule: Steers, before: Hashable) -> dict[int, Hashable]:
        """Return how a mover is steered after each step it may take, by the step's offset."""
        found = ((way[2], rule.steer((way[0], way[1]), before)) for way in self._directions)
        return {offset: after for offset, after in found if after is not None}

    def open_from(self, place: int) -> tuple[Ways, Ways]:
        """Return where the ground lets the mover step from a place, straight and diagonally."""
        found = self._opened.get(place)
        if found is None:
            found = self._opened[place] = self._look_round(place)
        return found

    def _look_round(self, place: int) -> tuple[Ways, Ways]:
        y, x = divmod(place, self.width)
        inside = 0 < x < self.width - 1 and 0 < y < self.height - 1
        shut = self._walled(x, y)
        classes, is_open = self._prices.classes, self._prices.is_open
        blocked = self._prices.blocked
        ways: tuple[list[int], list[int]] = ([], [])
        corner = False
        for dx, dy, offset, bit, diagonal in self._directions:
            if not inside and not (0 <= x + dx < self.width and 0 <= y + dy < self.height):
                continue
            there = place + offset
            if not is_open[classes[there]]:
                corner = True
            elif not (
                shut & bit
                or there in blocked
                or (corner and diagonal and self._is_corner(place, dx, dy))
            ):
                ways[diagonal].append(there)
        # Tuples of numbers, which the garbage collector need not look through.
        return tuple(ways[0]), tuple(ways[1])

    def _is_corner(self, place: int, dx: int, dy: int) -> bool:
        """Return whether impassable ground beside a diagonal step forbids it."""
        is_solid = self._prices.is_solid
        beside = is_solid(place + dx) + is_solid(place + dy * self.width)
        match self.ground.corners:
            case Corners.FREE:
                return False
            case Corners.ANY:
                return beside > 0
            case Corners.BOTH:
                return beside > 1
            case _:
                assert_never(self.ground.corners)

    def _walled(self, x: int, y: int) -> int:
        """Return the directions in which a wall stops the mover, as bits."""
        shut = 0
        if self._walls is not None:
            for dx, dy in self._covered:
                shut |= self._walls.at(x + dx, y + dy)
        return shut


class OpenGround(nx.Graph):  # type: ignore[misc]  # networkx ships no types
    """The same steps without costs and states: only whether one place hangs together with another.

    Nodes are places (``LazyGrid.node`` of a cell modulo ``LazyGrid.count``).
    """

    def __init__(self, grid: LazyGrid) -> None:
        super().__init__()
        self._grid = grid
        self._adj = Rows(self._make_row)

    def __contains__(self, node: object) -> bool:
        return isinstance(node, int) and 0 <= node < self._grid.count

    def _make_row(self, place: int) -> Row:
        straight, diagonal = self._grid.open_from(place)
        linked = self._grid.linked_from(place)
        return {there: edge_of(1) for there in (*straight, *diagonal, *linked)}
