"""What entering each place of a map costs a mover, worked out once for each class of ground.

Owns edges and their prices; which places can be stepped to from where is ``movement_graph``'s.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakMethod

from msgspec import Struct

from gridwar.caches import kept_of_fight
from gridwar.grid.movement.step_rules import Steps
from gridwar.model.geometry import ONE_CELL, Cell, footprint

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.grid.movement.mover_ground import Ground
    from gridwar.grid.movement.step_rules import StepRule
    from gridwar.model.painted_layers import Layer


class Edge(Struct, frozen=True, gc=False):
    """The attributes of an edge as networkx asks for them: its weight, and nothing else.

    No dictionary: a row of plain numbers and these holds nothing that the garbage collector would
    have to look at, and there are tens of thousands of rows.
    """

    weight: int

    def get(self, name: str, default: int | None = None) -> int | None:
        """Return an attribute."""
        return self.weight if name == "weight" else default


@kept_of_fight(4096)
def edge_of(cost: int) -> Edge:
    """Return the edge attributes of a cost; shared by all edges of that cost, never changed."""
    return Edge(cost)


@kept_of_fight(8)
def _flat(layer: Layer, width: int, height: int) -> bytes:
    """Return a layer as one row of bytes; kept, because many searches share a map."""
    return layer.view(width, height).tobytes()


class _Worst(dict[int, int]):
    """By place: the class of ground under a footprint of several cells; made when asked for.

    It holds weakly whose part it is, so that a graph is freed as soon as it is let go.
    """

    def __init__(self, ground: Ground, classify: Callable[[tuple[int, ...]], int]) -> None:
        super().__init__()
        page, size = ground.battle_map, ground.size
        self._flat = _flat(page.in_play.terrain, page.width, page.height)
        self._offsets = [cell.y * page.width + cell.x for cell in footprint(Cell(0, 0), size)]
        self._width, self._height, self._size = page.width, page.height, size
        self._classify = WeakMethod(classify)

    def __missing__(self, place: int) -> int:
        classify = self._classify()
        assert classify is not None
        y, x = divmod(place, self._width)
        if x + self._size.w > self._width or y + self._size.h > self._height:
            terrain: tuple[int, ...] = ()
        else:
            terrain = tuple(sorted({self._flat[place + offset] for offset in self._offsets}))
        found = self[place] = classify(terrain)
        return found


class Prices:
    """What entering each place costs.

    ``classes`` maps places to classes of ground. By class, ``is_open`` says whether it may be
    entered, and ``columns`` hold the edges: of straight steps, then of each diagonal of the cycle.
    """

    def __init__(self, ground: Ground, rule: StepRule) -> None:
        page = ground.battle_map
        self._kinds = page.in_play.terrain_kinds
        self._category, self._rule = ground.category, rule
        cycle = len(rule.diagonals) if isinstance(rule, Steps) else 0
        self.is_open: list[bool] = []
        self.columns: tuple[list[Edge], ...] = tuple([] for _number in range(1 + cycle))
        self.solid: set[int] = set()
        self.blocked = frozenset(
            (cell[1] - dy) * page.width + cell[0] - dx
            for cell in ground.blocked
            for dx, dy in footprint(Cell(0, 0), ground.size)
            if cell[0] >= dx and page.contains(cell)
        )
        if ground.holes:
            self.blocked |= {y * page.width + x for x, y in ground.holes}
        self._known: dict[tuple[int, ...], int] = {}
        self.classes: bytes | _Worst
        if ground.size == ONE_CELL:
            for number in range(len(self._kinds)):
                self._classify((number,))
            self.classes = _flat(page.in_play.terrain, page.width, page.height)
        else:
            self.classes = _Worst(ground, self._classify)

    def _classify(self, terrain: tuple[int, ...]) -> int:
        """Return the class of a footprint on some kinds of terrain; none means off the map."""
        if terrain in self._known:
            return self._known[terrain]
        found = self._known[terrain] = len(self.is_open)
        kinds = [self._kinds[value] for value in terrain]
        solid = any(kind.impassable and kind.hinders(self._category) for kind in kinds)
        if solid:
            self.solid.add(found)
        self.is_open.append(bool(kinds) and not solid)
        if isinstance(self._rule, Steps):
            for column, cost in zip(self.columns, self._rule.prices_on(kinds), strict=True):
                column.append(edge_of(cost))
        return found

    def is_solid(self, place: int) -> bool:
        """Return whether impassable ground lies under the mover at a place."""
        return self.classes[place] in self.solid
