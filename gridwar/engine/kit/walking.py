"""Walking: the one procedure that moves tokens, step by step, with a system's say at each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.engine.kit.procedure import Procedure, call, emit
from gridwar.engine.kit.saying import refuse, require, required
from gridwar.model.events import CombatantMoved
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit.movement import Movement
    from gridwar.engine.kit.table import Table
    from gridwar.grid.movement import Route
    from gridwar.model.geometry import Cell


class StepTaken(Struct, frozen=True):
    """One step of a walk: ``number`` counts from 1."""

    mover: str
    start: Cell
    end: Cell
    number: int
    forced: bool = False
    tag: str = ""
    """What kind of movement the command said it is."""


class Walk(Struct, frozen=True):
    """A walk to make. ``forced`` is being moved by somebody else: no movement of one's own."""

    mover: str
    path: tuple[Cell, ...]
    forced: bool = False
    tag: str = ""


class Walked(Struct, frozen=True):
    """How far a walk came. ``stopped`` tells that it ended early, at ``end``."""

    steps: int
    end: Cell | None
    stopped: bool = False


def require_path(
    table: Table, who: str, movement: Movement, path: tuple[Cell, ...]
) -> Procedure[Route]:
    """Refuse a path that nobody could walk step by step, and return its price.

    Args:
        table: The table.
        who: Who moves.
        movement: How it could move now.
        path: Neighbouring cells, the start not included.
    """
    # Only here: networkx takes longer to load than a window to show.
    from gridwar.grid.movement import NoRoute, Route, price
    from gridwar.grid.movement_graph import LazyGrid

    start = yield from required(
        table.now[who].pos, "not_on_board", _("{who} is not on the board."), who=who
    )
    yield from require(bool(path), "no_path", _("Choose where to go."), waivable=False)
    found = price(LazyGrid(movement.ground, movement.rule), (start, *path))
    if isinstance(found, NoRoute):
        yield from refuse("blocked", _("Step {n}: {why}."), n=found.at_step, why=found.why)
        return Route((start, *path), tuple(range(len(path) + 1)), movement.rule.start())
    ends = movement.may_end is None or movement.may_end(found.goal, found.end_state)
    yield from require(ends, "no_end", _("{who} may not end the move there."), who=who)
    return found


def walk(table: Table, order: Walk) -> Procedure[Walked]:
    """Move a combatant along a path; before and after each step the system may interfere.

    Whoever is no longer there, or no longer where the last step ended, stops too.
    """
    end = table.now[order.mover].pos
    for number, cell in enumerate(order.path, start=1):
        if end is None:
            return Walked(number - 1, end, stopped=True)
        step = StepTaken(order.mover, end, cell, number, order.forced, order.tag)
        may_go = yield from call(table.system.play.before_step, step, key=f"step {number}")
        if order.mover not in table.now or not may_go or table.now[order.mover].pos != end:
            return Walked(number - 1, _place(table, order.mover), stopped=True)
        yield from emit(CombatantMoved(who=order.mover, to=cell, walked=not order.forced))
        may_go = yield from call(table.system.play.after_step, step, key=f"after step {number}")
        end = _place(table, order.mover)
        if not may_go or end != cell:
            return Walked(number, end, stopped=True)
    return Walked(len(order.path), end)


def _place(table: Table, who: str) -> Cell | None:
    return table.now[who].pos if who in table.now else None
