"""Reach by bit boards: all cells of one cost at once, in an extent no larger than the budget.

Gives the same costs as networkx's own search on ``LazyGrid``, for rules that price their steps by
lists (``Steps``); networkx hands such searches over to it through ``backend``. What may be entered
at which price is in ``openings``.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from msgspec import Struct

from gridwar.caches import Same, kept_of_fight
from gridwar.grid.cells.bitboards import Extent, around, places
from gridwar.grid.movement.link_steps import link_ways, price_of_link
from gridwar.grid.movement.passability_boards import Openings, classes_for
from gridwar.grid.movement.step_rules import Steps
from gridwar.model.geometry import Cell

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from gridwar.grid.movement.mover_ground import Ground
    from gridwar.grid.movement.step_rules import StepRule
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.geometry import Size


class Level(NamedTuple):
    """The cells first reached at one cost, in one state of the path."""

    cost: int
    state: int
    board: int


class _Box(NamedTuple):
    """The first and last columns and rows of some cells."""

    left: int
    right: int
    top: int
    bottom: int


_NO_ROOM: Final = Extent(0, 0, 0, 0)


class _Way(NamedTuple):
    """A link in one direction: from any of its cells here to those there, by what that costs."""

    here: tuple[Cell, ...]
    box: _Box
    """Round its cells here."""
    floor: str
    """The one to which it leads."""
    there: tuple[tuple[int, tuple[Cell, ...]], ...]


class _Jump(NamedTuple):
    """Steps of one price along a link: from and to, as boards."""

    here: int
    there: int
    price: int


class _Jumps(NamedTuple):
    """Steps along links, and all cells in which one begins: few levels have any of those."""

    begins: int
    jumps: tuple[_Jump, ...]

    def taken(self, new: int, left: int) -> tuple[tuple[int, int], ...]:
        """Return what jumps from new cells cost, and where they lead of what is left."""
        if not new & self.begins:
            return ()
        return tuple(
            (jump.price, jump.there) for jump in self.jumps if new & jump.here and left & jump.there
        )


def can_flood(rule: StepRule) -> bool:
    """Return whether a rule's prices are lists, and none of them is free."""
    return isinstance(rule, Steps) and min(rule.orthogonal, rule.unit, *rule.diagonals) > 0


class Flood(Struct, frozen=True):
    """Where a mover gets to within a budget: the levels by rising cost, in an extent."""

    extent: Extent
    levels: list[Level]

    @property
    def board(self) -> int:
        """Return all cells reached."""
        union = 0
        for level in self.levels:
            union |= level.board
        return union

    def costs(self, page: Size) -> dict[int, int]:
        """Return the cost by node: place on the map plus state times the number of places.

        Args:
            page: Width and height of the map.
        """
        left, top, width, height = self.extent
        # Of each level the bytes from its first cell to its last: most are short beside the extent.
        firsts = [((board & -board).bit_length() - 1) >> 3 for _cost, _state, board in self.levels]
        parts = [
            (board >> 8 * first).to_bytes((board.bit_length() + 7 >> 3) - first, "little")
            for (_cost, _state, board), first in zip(self.levels, firsts, strict=True)
        ]
        ends = accumulate(map(len, parts), initial=0)
        offs = [8 * (first - begin) for first, begin in zip(firsts, ends, strict=False)]
        counts = [level.board.bit_count() for level in self.levels]
        bits = np.unpackbits(np.frombuffer(b"".join(parts), np.uint8), bitorder="little")
        at = np.flatnonzero(bits.view(np.bool_)) + np.repeat(offs, counts)
        nodes = places(width, height, page.w)[at] + (top * page.w + left)
        if max(level.state for level in self.levels):
            nodes += np.repeat([level.state * page.w * page.h for level in self.levels], counts)
        costs: list[int] = []
        for level, count in zip(self.levels, counts, strict=True):
            costs += [level.cost] * count
        return dict(zip(nodes.tolist(), costs, strict=True))


class Begin(NamedTuple):
    """Where a search begins and what it may cost.

    ``budget`` None is no limit; with each cell stands its place in the cycle of diagonals.
    """

    places: tuple[tuple[Cell, int], ...]
    budget: int | None


def _extent_for(ground: Ground, rule: Steps, begin: Begin, least: int) -> Extent:
    """Return the part of the map that a search cannot leave whose cheapest step costs ``least``."""
    page = ground.battle_map.size
    steps = max(page)
    if begin.budget is not None:
        steps = min(steps, max(0, begin.budget) // least)
    places = [cell for cell, _state in begin.places]
    if not ground.battle_map.links:
        return around(places, steps, page, ground.size)
    left, right, top, bottom = _box(places)
    left, right, top, bottom = left - steps, right + steps, top - steps, bottom + steps
    for (x, y), spent in _ends_of_links(ground, rule, begin, least).items():
        more = steps if begin.budget is None else (begin.budget - spent) // least
        left, right = min(left, x - more), max(right, x + more)
        top, bottom = min(top, y - more), max(bottom, y + more)
    return around((Cell(left, top), Cell(right, bottom)), 0, page, ground.size)


@kept_of_fight(4)
def _ways(ground: Same[Ground], rule: Same[Steps]) -> Mapping[str, tuple[_Way, ...]]:
    """Return the priced links by the floor they lead from: asked for several times by a search."""
    page = ground.it.battle_map
    found: dict[str, list[_Way]] = {floor.id: [] for floor in page.floors}
    for here, there, times in link_ways(ground.it):
        prices: dict[int, list[Cell]] = {}
        for cell in there:
            paid = price_of_link(rule.it, (here[0], cell), times, 0)
            if paid is not None:
                prices.setdefault(paid[0], []).append(cell)
        priced = tuple((price, tuple(cells)) for price, cells in prices.items())
        way = _Way(here, _box(here), _floor_id(page, there[0]), priced)
        found[_floor_id(page, here[0])].append(way)
    return {floor: tuple(ways) for floor, ways in found.items()}


def _floor_id(page: BattleMap, cell: Cell) -> str:
    floor = page.floor_at(cell)
    return "" if floor is None else floor.id


def _ends_of_links(ground: Ground, rule: Steps, begin: Begin, least: int) -> dict[Cell, int]:
    """Return the ends of links that may be got to, and what that costs at least."""
    ways = _ways(Same(ground), Same(rule))
    ends: dict[Cell, int] = {}
    by_floor: dict[str, list[Cell]] = {}
    for cell, _state in begin.places:
        by_floor.setdefault(_floor_id(ground.battle_map, cell), []).append(cell)
    waiting = [(0, floor, _box(cells)) for floor, cells in sorted(by_floor.items())]
    while waiting:
        spent, floor, (left, right, top, bottom) = heappop(waiting)
        for _here, box, beyond, there in ways.get(floor, ()):
            off = max(0, box.left - right, left - box.right, box.top - bottom, top - box.bottom)
            for price, cells in there:
                then = spent + least * off + price
                if begin.budget is not None and then > begin.budget:
                    continue
                for cell in cells:
                    if then < ends.get(cell, then + 1):
                        ends[cell] = then
                        x, y = cell
                        heappush(waiting, (then, beyond, _Box(x, x, y, y)))
    return ends


def _box(cells: Iterable[Cell]) -> _Box:
    columns, rows = zip(*cells, strict=True)
    return _Box(min(columns), max(columns), min(rows), max(rows))


def flood(ground: Ground, rule: Steps, begin: Begin, room: Extent = _NO_ROOM) -> Flood:
    """Return where a mover gets to.

    Args:
        ground: The map as the mover meets it.
        rule: What steps cost; one that ``can_flood``.
        begin: The mover's top left cell, or all it may be, its budget, and how its path stands.
        room: By how much the corner of the answer's extent is moved and the extent made larger
            than the search needs.
    """
    classes = classes_for(ground, rule)
    extent = _extent_for(ground, rule, begin, classes.least).widened(room)
    openings = Openings(ground, rule, classes, extent)
    start: dict[int, int] = {}
    for cell, state in begin.places:
        start[state] = start.get(state, 0) | 1 << extent.bit(cell)
    return Flood(extent, _levels(openings, start, begin.budget, _jumps(ground, rule, extent)))


def _jumps(ground: Ground, rule: Steps, extent: Extent) -> _Jumps:
    """Return the steps along links in an extent."""
    begins = 0
    jumps: list[_Jump] = []
    ways = _ways(Same(ground), Same(rule)) if ground.battle_map.links else {}
    for way in chain.from_iterable(ways.values()):
        here = _board(way.here, extent)
        begins |= here
        jumps += [_Jump(here, _board(cells, extent), price) for price, cells in way.there]
    return _Jumps(begins, tuple(jumps))


def _board(cells: tuple[Cell, ...], extent: Extent) -> int:
    """Return cells of an extent as a board; others are left out."""
    board = 0
    for cell in cells:
        if extent.holds(cell):
            board |= 1 << extent.bit(cell)
    return board


def _levels(
    openings: Openings,
    start: Mapping[int, int],
    budget: int | None,
    jumps: _Jumps,
) -> list[Level]:
    """Return the levels of a search, in rising order of cost.

    Args:
        openings: What may be entered at which price.
        start: Where it begins, by state of the path.
        budget: The most that may be spent; None for no limit.
        jumps: Steps that lead to another page.
    """
    states = max(1, openings.cycle)
    left = [openings.open] * states
    for state, board in start.items():
        left[state] |= board
    waiting = dict(start)  # by cost times the number of states, plus the state
    queue = sorted(waiting)
    last = None if budget is None else budget * states + states - 1
    levels: list[Level] = []
    while queue and (last is None or queue[0] <= last):
        key = heappop(queue)
        cost, state = divmod(key, states)
        new = waiting.pop(key) & left[state]
        if not new:
            continue
        left[state] ^= new
        levels.append(Level(cost, state, new))
        for after, there, prices in openings.ways(new, state):
            ways = there & left[after]
            for price, cells in prices:
                if entered := ways & cells:
                    then = (cost + price) * states + after
                    if then in waiting:
                        waiting[then] |= entered
                    else:
                        waiting[then] = entered
                        heappush(queue, then)
        for price, there in jumps.taken(new, left[state]):
            then = (cost + price) * states + state
            if then not in waiting:
                heappush(queue, then)
            waiting[then] = waiting.get(then, 0) | there
    return levels
