"""Reach by bit boards: all cells of one cost at once, in an extent no larger than the budget.

Gives the same costs as networkx's own search on ``LazyGrid``, for rules that price their steps by
lists (``Steps``); networkx hands such searches over to it through ``backend``. What may be entered
at which price is in ``openings``.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from msgspec import Struct

from gridwar.grid.cells.bitboards import Extent, around, places
from gridwar.grid.movement.link_steps import link_steps, price_of_link
from gridwar.grid.movement.passability_boards import Openings, classes_for
from gridwar.grid.movement.step_rules import Steps

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gridwar.grid.movement.mover_ground import Ground
    from gridwar.grid.movement.step_rules import StepRule
    from gridwar.model.geometry import Cell, Size


class Level(NamedTuple):
    """The cells first reached at one cost, in one state of the path."""

    cost: int
    state: int
    board: int


class _Jump(NamedTuple):
    """A step along a link: from and to, as boards of one cell, and its price."""

    here: int
    there: int
    price: int


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
        size = (width * height + 7) // 8
        data = b"".join([level.board.to_bytes(size, "little") for level in self.levels])
        bits = np.unpackbits(np.frombuffer(data, np.uint8), bitorder="little")
        counts = [level.board.bit_count() for level in self.levels]
        at = np.flatnonzero(bits) % (size * 8)
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


def extent_for(ground: Ground, rule: Steps, begin: Begin) -> Extent:
    """Return the part of the map that a search cannot leave."""
    page = ground.battle_map.size
    steps = max(page)
    if begin.budget is not None:
        steps = min(steps, max(0, begin.budget) // classes_for(ground, rule).least)
    places = [cell for cell, _state in begin.places]
    found = around(places, steps, page, ground.size)
    if not ground.battle_map.links:
        return found
    least = classes_for(ground, rule).least
    for end, spent in _ends_of_links(ground, rule, begin, least).items():
        left = steps if begin.budget is None else (begin.budget - spent) // least
        found = _both(found, around((end,), min(steps, left), page, ground.size))
    return found


def _ends_of_links(ground: Ground, rule: Steps, begin: Begin, least: int) -> dict[Cell, int]:
    """Return the ends of links that may be got to, and what that costs at least."""
    known = {cell: 0 for cell, _state in begin.places}
    ends: dict[Cell, int] = {}
    steps, goes_on = tuple(link_steps(ground)), True
    while goes_on:
        goes_on = False
        for step in steps:
            paid, (x, y) = price_of_link(rule, step, 0), step.here
            near = min(
                spent + least * max(abs(cell[0] - x), abs(cell[1] - y))
                for cell, spent in known.items()
            )
            spent = near + (paid[0] if paid is not None else 0)
            is_within = begin.budget is None or spent <= begin.budget
            if paid is not None and is_within and spent < ends.get(step.there, spent + 1):
                known[step.there] = ends[step.there] = spent
                goes_on = True
    return ends


def _both(one: Extent, other: Extent) -> Extent:
    left, top = min(one.left, other.left), min(one.top, other.top)
    right = max(one.left + one.width, other.left + other.width)
    bottom = max(one.top + one.height, other.top + other.height)
    return Extent(left, top, right - left, bottom - top)


def flood(ground: Ground, rule: Steps, begin: Begin, extent: Extent | None = None) -> Flood:
    """Return where a mover gets to.

    Args:
        ground: The map as the mover meets it.
        rule: What steps cost; one that ``can_flood``.
        begin: The mover's top left cell, or all it may be, its budget, and how its path stands.
        extent: The extent of the answer, if it is to be larger than the search needs.
    """
    extent = extent or extent_for(ground, rule, begin)
    openings = Openings(ground, rule, classes_for(ground, rule), extent)
    start: dict[int, int] = {}
    for cell, state in begin.places:
        start[state] = start.get(state, 0) | 1 << extent.bit(cell)
    jumps = tuple(_jumps(ground, rule, extent))
    return Flood(extent, _levels(openings, start, begin.budget, jumps))


def _jumps(ground: Ground, rule: Steps, extent: Extent) -> Iterator[_Jump]:
    """Yield the steps along links in an extent."""
    for step in link_steps(ground):
        if extent.holds(step.here) and extent.holds(step.there):
            paid = price_of_link(rule, step, 0)
            if paid is not None:
                yield _Jump(1 << extent.bit(step.here), 1 << extent.bit(step.there), paid[0])


def _levels(
    openings: Openings,
    start: Mapping[int, int],
    budget: int | None,
    jumps: tuple[_Jump, ...] = (),
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
        for price, there in _jumped(jumps, new, left[state]):
            then = (cost + price) * states + state
            if then not in waiting:
                heappush(queue, then)
            waiting[then] = waiting.get(then, 0) | there
    return levels


def _jumped(jumps: tuple[_Jump, ...], new: int, left: int) -> tuple[tuple[int, int], ...]:
    """Return what jumps from new cells cost, and where they lead of what is left."""
    if not jumps:
        return ()
    return tuple(
        (jump.price, jump.there) for jump in jumps if new & jump.here and left & jump.there
    )
