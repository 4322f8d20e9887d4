"""Ways that lead from level to level: what blocks a step, and its cost, is asked level by level."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.grid.movement.movement_graph import LazyGrid
from gridwar.grid.movement.routes import NoRoute, Route, price

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit.movement_records import Movement
    from gridwar.model.geometry import Cell


class _Leg(Struct, frozen=True):
    """The part of a way that stays on one level; its first step may be the one that leads there."""

    cells: tuple[Cell, ...]
    movement: Movement
    before: int
    """Steps before it."""
    climb_cost: int
    lifts: bool
    """Whether its first step stays in its square."""


def route_along(
    movement: Movement, cells: tuple[Cell, ...], climbs: tuple[int, ...] = ()
) -> Route | NoRoute:
    """Return a given path as a route with its costs, or the first step that is not allowed.

    A step that leads to another level is asked about there.

    Args:
        movement: How the mover could move from its present level; it has to be able to climb
            where there are climbs.
        cells: The path, the start included.
        climbs: By how many levels each step rises; those left out keep their level.
    """
    costs, state = [0], None
    for leg in _legs(movement, cells, climbs):
        part, ground = leg.cells, leg.movement.ground
        closed = ground.why_closed(part[0]) if leg.lifts else None
        if closed is not None:
            return NoRoute(cells[-1], closed, leg.before)
        found = price(LazyGrid(ground, leg.movement.rule), part, state)
        if isinstance(found, NoRoute):
            return NoRoute(cells[-1], found.why, leg.before + (found.at_step or 0))
        if leg.lifts:
            costs.append(costs[-1] + leg.climb_cost)
        base = costs[-1] + (0 if leg.lifts else leg.climb_cost)
        costs += [base + cost for cost in found.costs[1:]]
        state = found.end_state
    return Route(cells, tuple(costs), state)


def _legs(movement: Movement, cells: tuple[Cell, ...], climbs: tuple[int, ...]) -> Iterator[_Leg]:
    begins = [n for n, climb in enumerate(climbs[: len(cells) - 1]) if climb]
    yield _Leg(cells[: begins[0] + 1] if begins else cells, movement, 0, 0, lifts=False)
    up = 0
    for first, last in pairwise([*begins, len(cells) - 1]):
        up += climbs[first]
        part, lifts = cells[first : last + 1], cells[first] == cells[first + 1]
        there = movement if movement.climbed is None else movement.climbed(up)
        before = first + lifts
        yield _Leg(part[lifts:], there, before, movement.climb_cost, lifts=lifts)
