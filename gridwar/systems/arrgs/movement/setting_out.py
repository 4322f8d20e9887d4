"""Before a way is gone: what moves, whether it can, and the way of its own corner."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from gridwar.engine.kit import Cell, Procedure, Refusal, require, require_none
from gridwar.systems.arrgs.actions.costs import may_begin
from gridwar.systems.arrgs.core.aboard import carrier_of, mover_of, payer_of
from gridwar.systems.arrgs.movement import ways
from gridwar.systems.arrgs.movement.budgets import may_move
from gridwar.systems.arrgs.movement.ground import ground_for
from gridwar.systems.arrgs.opportunities import opportunities
from gridwar.systems.arrgs.positions.distances import must_be_on_board
from gridwar.systems.arrgs.positions.turning import may_turn
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Table, Walk
    from gridwar.systems.arrgs.actions.costs import Price
    from gridwar.systems.arrgs.conditions.conditions import FortCheck


class OnTheWay(Protocol):
    """A command that goes along a path."""

    @property
    def actor(self) -> str:
        """Who goes."""

    @property
    def path(self) -> tuple[tuple[int, int], ...]:
        """The way of its corner."""


class Moved(Struct, frozen=True):
    """What a manoeuvre that moves came to; distances in squares."""

    squares: int = 0
    cost: int = 0
    budget: int = 0
    increment: int = 0
    wasted: bool = False
    fort_checks: tuple[FortCheck, ...] = ()


def may_set_out(table: Table, actor: str, price: Price) -> Procedure[str]:
    """Return what moves, a rider's mount for the rider; refuse where it cannot, or cannot pay.

    Rules: AR-MOV-08
    """
    who = yield from mover(table, actor)
    yield from may_move(table, who)
    yield from may_begin(table, payer_of(table.now, who), price)
    return who


def mover(table: Table, actor: str) -> Procedure[str]:
    """Return what moves when somebody does; refuse where it is carried or not on the board.

    Rules: AR-MOV-08
    """
    yield from must_be_on_board(table, actor)
    who = mover_of(table.now, actor)
    carrier = carrier_of(table.now, who)
    text = _("{who} rides {other}: dismount first.")
    yield from require(
        carrier is None, "carried", text, "AR-MOV-08", "AR-MNV-11", who=who, other=carrier or ""
    )
    yield from must_be_on_board(table, who)
    return who


def path_of(
    encounter: Encounter, actor: str, who: str, path: tuple[tuple[int, int], ...]
) -> tuple[Cell, ...]:
    """Return the way of the mover's own corner, from that of who is aboard."""
    cells = tuple(Cell(*cell) for cell in path)
    here, its = encounter[actor].pos, encounter[who].pos
    if here is None or its is None or here == its:
        return cells
    return tuple(cell.shifted(its.x - here.x, its.y - here.y) for cell in cells)


def on_the_way(table: Table, command: OnTheWay) -> Procedure[tuple[str, tuple[Cell, ...]]]:
    """Return what moves, and the way of its own corner.

    Rules: AR-MOV-08
    """
    who = yield from mover(table, command.actor)
    return who, path_of(table.now, command.actor, who, command.path)


def may_go(table: Table, who: str, path: tuple[Cell, ...], category: str) -> Procedure[None]:
    """Refuse a path that is blocked, ends among others, or turns too often.

    Rules: AR-MOV-06, AR-MOV-07, AR-TRN-01
    """
    costs = ways.path_costs(table.now, who, path, category)
    yield from require_none(costs if isinstance(costs, Refusal) else None)
    yield from may_turn(table, who, path, category)
    free = ground_for(table.now, who, category).may_stop(path[-1])
    yield from require_none(None if free else ways.occupied())


def still_open(encounter: Encounter, order: Walk) -> tuple[Cell, ...]:
    """Return how much of a path can be walked now, up to a square to stop in; none of it: ().

    Whoever is moved by others goes where they are pushed.

    Rules: AR-MOV-06, AR-MOV-07
    """
    if order.forced:
        return order.path
    who, category = order.mover, order.tag.removeprefix(opportunities.QUIET)
    ground = ground_for(encounter, who, category)
    for length in range(len(order.path), 0, -1):
        part = order.path[:length]
        costs = (
            ways.path_costs(encounter, who, part, category) if ground.may_stop(part[-1]) else None
        )
        if isinstance(costs, tuple):
            return part
    return ()
