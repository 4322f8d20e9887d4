"""The movement graph: a networkx DiGraph whose rows appear when they are visited.

Its cost therefore does not grow with the map. A node is a whole number that stands for a cell and
a state of the path (``LazyGrid.node``, ``cell_of``, ``state_of``); an edge's ``weight`` is the cost
of the step. Searches on it are in ``gridwar.grid.movement``. The graph is thrown away with its map.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, assert_never

import networkx as nx

from gridwar.grid.ground import DIRECTIONS, FIRST_DIAGONAL, Corners
from gridwar.grid.steps import Steps
from gridwar.model.geometry import Cell, footprint

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.grid.ground import Ground
    from gridwar.grid.steps import State, StepRule

Edge = dict[str, int]
Row = dict[int, Edge]


@lru_cache(maxsize=4096)
def _edge(cost: int) -> Edge:
    """Return the edge attributes of a cost; shared by all edges of that cost, never changed."""
    return {"weight": cost}


class Rows(dict[int, Row]):
    """Adjacency whose rows are made when networkx asks for them."""

    __slots__ = ("_make",)

    def __init__(self, make: Callable[[int], Row]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, node: int) -> Row:
        row = self[node] = self._make(node)
        return row


class _Prices(dict[int, tuple[Edge, ...] | None]):
    """What entering each place costs, made when asked for; None is closed to the mover."""

    def __init__(self, graph: LazyGrid) -> None:
        super().__init__()
        ground = graph.ground
        self._ground, self._rule, self._width = ground, graph.rule, graph.width
        self._terrain = ground.battle_map.terrain
        self._offsets = footprint(Cell(0, 0), ground.size)
        self._last = Cell(graph.width - ground.size.w, graph.height - ground.size.h)
        self._by_terrain: dict[tuple[int, ...], tuple[Edge, ...] | None] = {}
        self.solid: set[int] = set()
        """Places closed by impassable ground."""

    def __missing__(self, place: int) -> tuple[Edge, ...] | None:
        x, y = place % self._width, place // self._width
        cells = [(x + dx, y + dy) for dx, dy in self._offsets]
        prices = None
        if x <= self._last.x and y <= self._last.y:
            get = self._terrain.get
            prices = self._on(tuple([get(cell) for cell in cells]))  # type: ignore[arg-type]
            if prices is None:
                self.solid.add(place)
            elif self._ground.blocked and not self._ground.blocked.isdisjoint(cells):
                prices = None
        self[place] = prices
        return prices

    def _on(self, terrain: tuple[int, ...]) -> tuple[Edge, ...] | None:
        """Return the prices on some terrain, None when any of it is impassable."""
        if terrain in self._by_terrain:
            return self._by_terrain[terrain]
        kinds = [self._ground.battle_map.terrain_kinds[value] for value in terrain]
        prices: tuple[Edge, ...] | None = ()
        if any(kind.impassable and kind.hinders(self._ground.category) for kind in kinds):
            prices = None
        elif isinstance(self._rule, Steps):
            prices = tuple(map(_edge, self._rule.prices_on(kinds)))
        self._by_terrain[terrain] = prices
        return prices


class LazyGrid(nx.DiGraph):  # type: ignore[misc]  # networkx ships no types
    """The steps that a ground and a step rule allow, as a directed graph."""

    def __init__(self, ground: Ground, rule: StepRule) -> None:
        super().__init__()
        self.ground = ground
        self.rule = rule
        self.width = ground.battle_map.width
        self.height = ground.battle_map.height
        self.count = self.width * self.height
        """Places on the map; node numbers are place plus state number times this."""
        self._states: list[State] = []
        self._numbers: dict[State, int] = {}
        self._prices = _Prices(self)
        self._masks = ground.wall_masks()
        self._covered = footprint(Cell(0, 0), ground.size)
        self._opened: dict[int, tuple[tuple[int, bool], ...]] = {}
        if isinstance(rule, Steps):
            for state in range(max(1, len(rule.diagonals))):
                self._number(state)
            self._adj = Rows(self._priced_row)
        else:
            self._adj = Rows(self._ruled_row)

    def __contains__(self, node: object) -> bool:
        return isinstance(node, int) and 0 <= node < self.count * len(self._states)

    def has_node(self, n: object) -> bool:
        """Say whether a number stands for a cell of the map and a known state."""
        return n in self

    def node(self, cell: Cell, state: State | None = None) -> int:
        """Return the node of a cell and a path's state (by default that of a fresh path)."""
        number = self._number(self.rule.start() if state is None else state)
        return number * self.count + cell[1] * self.width + cell[0]

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
        straight = number * self.count
        across = (number + 1) % len(self._states) * self.count
        prices = self._prices
        row: Row = {}
        for there, diagonal in self._open_from(place):
            listed = prices[there]
            if not listed:
                continue
            if not diagonal:
                row[straight + there] = listed[0]
            elif len(listed) > 1:
                row[across + there] = listed[1 + number]
        return row

    def _ruled_row(self, node: int) -> Row:
        """Make a row by asking the rule for each step."""
        here, state = self.cell_of(node), self.state_of(node)
        row: Row = {}
        for place, _diagonal in self._open_from(node % self.count):
            step = self.rule.step(here, self.cell_of(place), state)
            if step is not None:
                row[self._number(step[1]) * self.count + place] = _edge(step[0])
        return row

    def _open_from(self, place: int) -> tuple[tuple[int, bool], ...]:
        """Return the places next to one to which the ground lets the mover step."""
        found = self._opened.get(place)
        if found is None:
            found = self._opened[place] = self._look_round(place)
        return found

    def _look_round(self, place: int) -> tuple[tuple[int, bool], ...]:
        x, y, width = place % self.width, place // self.width, self.width
        inside = 0 < x < width - 1 and 0 < y < self.height - 1
        shut = self._walled(x, y)
        prices, solid = self._prices, self._prices.solid
        result: list[tuple[int, bool]] = []
        corner = False
        for number, (dx, dy) in enumerate(DIRECTIONS):
            if not inside and not (0 <= x + dx < width and 0 <= y + dy < self.height):
                continue
            there = place + dy * width + dx
            if prices[there] is None:
                corner = corner or there in solid
                continue
            diagonal = number >= FIRST_DIAGONAL
            if shut and shut >> number & 1:
                continue
            if diagonal and corner and self._is_corner(place, dx, dy):
                continue
            result.append((there, diagonal))
        return tuple(result)

    def _is_corner(self, place: int, dx: int, dy: int) -> bool:
        """Say whether impassable ground beside a diagonal step forbids it."""
        beside = (place + dx in self._prices.solid) + (
            place + dy * self.width in self._prices.solid
        )
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
        masks = self._masks
        if masks is None:
            return 0
        shut = 0
        for dx, dy in self._covered:
            shut |= masks[x + dx, y + dy]
        return shut
