"""The manoeuvres that move: Movement, several of them in a row, Sidestep; and Standup."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace as structs_replace

from gridwar.engine.kit import Procedure, Walk, call, emit, require, require_none, walk
from gridwar.model.events import Explained
from gridwar.model.geometry import Cell
from gridwar.model.question import Refusal
from gridwar.model.trace import Step, Trace
from gridwar.systems.arrgs.action_points.costs import (
    begin,
    finish,
    overused,
    price_for,
    price_of,
    require_payable,
    require_there,
    why_unpayable,
)
from gridwar.systems.arrgs.checks.checks import REACTION_BASE, Exchange, add_lines
from gridwar.systems.arrgs.checks.rolling import Attempt, chained
from gridwar.systems.arrgs.core.aboard import (
    mover_of,
    payer_of,
    present_category,
    usual_category,
    why_carried,
)
from gridwar.systems.arrgs.core.commands import Sidestep
from gridwar.systems.arrgs.core.events import ConditionChanged, SquaresMoved
from gridwar.systems.arrgs.core.increments import base_that_counts, increment_of
from gridwar.systems.arrgs.core.sheet import (
    WALKING,
    Pool,
    has,
    level,
    sheet_of,
    state_of,
    switches_of,
)
from gridwar.systems.arrgs.positioning import budgets, opportunities, ways
from gridwar.systems.arrgs.positioning.turning import why_not_turn
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.engine.kit import Move, Table, Tally
    from gridwar.systems.arrgs.conditions.conditions import FortCheck
    from gridwar.systems.arrgs.core.close_commands import Withdraw
    from gridwar.systems.arrgs.core.commands import Dash, Movement, MovementCheck, Standup


class Moved(Struct, frozen=True):
    """What a manoeuvre that moves came to; distances in squares."""

    squares: int = 0
    cost: int = 0
    budget: int = 0
    increment: int = 0
    wasted: bool = False
    fort_checks: tuple[FortCheck, ...] = ()


class Stretch(Struct, frozen=True):
    """One Movement manoeuvre to play; ``later``: not the first of its command."""

    who: str
    cells: tuple[Cell, ...]
    category: str
    pool: Pool = "ap"
    later: bool = False
    readied: bool = False


def move(table: Table, command: Move) -> Procedure[Moved]:
    """Walk a path with as many Movement manoeuvres as it takes.

    Rules: AR-MNV-12
    """
    if command.mode == ways.SIDESTEP:
        return (yield from sidestep(table, Sidestep(actor=command.actor, path=command.path)))
    who, path = yield from on_the_way(table, command)
    category = command.mode or usual_category(table.now, who)
    yield from require_none(budgets.why_immovable(table.now[who]))
    if budgets.is_single(table.now, who, category):
        stretch = Stretch(who, path, category)
        return (yield from call(movement, stretch, key="movement 1"))
    planned = ways.legs(table.now, who, path, category)
    if isinstance(planned, Refusal):
        yield from require_none(planned)
        planned = (ways.Leg(path, 0, len(path)),)  # the GM lets it pass
    total = Moved()
    for number, leg in enumerate(planned, start=1):
        stretch = Stretch(who, leg.cells, category, later=number > 1)
        done = yield from call(movement, stretch, key=f"movement {number}")
        total = _sum(total, done)
        if done.wasted or done.squares < len(leg.cells):
            break
    return total


def one_movement(table: Table, command: Movement) -> Procedure[Moved]:
    """Walk a path with one Movement manoeuvre.

    Rules: AR-MNV-12
    """
    who, path = yield from on_the_way(table, command)
    mode = command.mode or usual_category(table.now, who)
    stretch = Stretch(who, path, mode, command.pool, readied=command.readied)
    return (yield from call(movement, stretch, key="movement 1"))


def on_the_way(
    table: Table, command: Move | Sidestep | Withdraw
) -> Procedure[tuple[str, tuple[Cell, ...]]]:
    """Return what moves, a rider's mount for the rider, and the way of its own corner.

    Rules: AR-MOV-08
    """
    actor = command.actor or ""
    yield from _require_on_board(table, actor)
    who, path = mover_of(table.now, actor), _cells(command.path)
    yield from require_none(why_carried(table.now, who))
    yield from _require_on_board(table, who)
    here, its = table.now[actor].pos, table.now[who].pos
    if here is not None and its is not None and here != its:
        path = tuple(cell.shifted(its[0] - here[0], its[1] - here[1]) for cell in path)
    return who, path


def _sum(total: Moved, done: Moved) -> Moved:
    return Moved(
        total.squares + done.squares,
        total.cost + done.cost,
        total.budget + done.budget,
        done.increment,
        done.wasted,
        (*total.fort_checks, *done.fort_checks),
    )


def _cells(path: tuple[tuple[int, int], ...]) -> tuple[Cell, ...]:
    return tuple(Cell(*cell) for cell in path)


def _require_on_board(table: Table, who: str) -> Procedure[None]:
    text = _("There is nobody like that on the board.")
    there = who in table.now and table.now[who].pos is not None
    yield from require(there, "not_on_board", text, waivable=False)


def movement(table: Table, stretch: Stretch) -> Procedure[Moved]:
    """Play one Movement manoeuvre: pay, check, walk step by step.

    Rules: AR-MNV-12, AR-MOV-02, AR-MOV-03, AR-OPP-06, AR-INC-04
    """
    who = stretch.who
    payer = payer_of(table.now, who)
    price = price_of(budgets.MOVEMENT, stretch.pool, immediate=stretch.readied)
    price = structs_replace(price, readied=stretch.readied)
    leg = ways.one_leg(table.now, who, stretch.cells, stretch.category)
    if stretch.later:
        unpayable = why_unpayable(table.now, payer, price)
        if unpayable is not None or isinstance(leg, Refusal):
            return Moved(increment=increment_of(table.now[who]))
    yield from require_none(budgets.why_immovable(table.now[who]))
    yield from require_payable(table, payer, price)
    yield from require_none(leg if isinstance(leg, Refusal) else None)
    tally = table.tally("movement")
    used = overused(table.now, payer, price.points)
    add_lines(tally, table.now, budgets.movement_check(table.now, who, used))
    begun = yield from begin(table, payer, price)
    budget = yield from budget_of(table, stretch, tally)
    waived = isinstance(leg, Refusal)
    cells = stretch.cells if waived else within(table, stretch, budget)
    walked = yield from walk(table, Walk(who, cells, tag=stretch.category))
    if walked.stopped:
        yield from opportunities.wasted(table, who)
    checks = yield from finish(table, begun)
    if not table.rehearsal:
        yield from _tell(table, who, walked.steps)
    cost = leg.cost if isinstance(leg, ways.Leg) else walked.steps
    increment = increment_of(table.now[who]) if who in table.now else 0
    return Moved(walked.steps, cost, budget, increment, walked.stopped, checks)


def within(table: Table, stretch: Stretch, budget: int) -> tuple[Cell, ...]:
    """Return the part of the path that a rolled budget reaches; all of it where it is passive."""
    if budgets.is_passive(table.now, stretch.who, stretch.category):
        return stretch.cells
    costs = ways.path_costs(table.now, stretch.who, stretch.cells, stretch.category)
    if isinstance(costs, Refusal):
        return stretch.cells
    ground = ways.ground_for(table.now, stretch.who, stretch.category)
    return stretch.cells[: ways.reach(ground, stretch.cells, costs, budget)]


def budget_of(table: Table, stretch: Stretch, tally: Tally) -> Procedure[int]:
    """Make the Movement check, passive or rolled, and return the squares it gives."""
    who, category = stretch.who, stretch.category
    base = budgets.base_sv(table.now, who, category)
    if budgets.is_passive(table.now, who, category):
        result = REACTION_BASE + tally.total
        budget = budgets.squares_for(table.now, who, category, result)
        steps: tuple[Step, ...] = (
            Step(label=_("Check result"), rule_id="AR-CHK-01", after=result),
        )
    else:
        label = _("Movement")
        dc = state_of(table.now).movement_dc
        attempt = Attempt(payer_of(table.now, who), label, tally.total, dc, base)
        chain = yield from chained(table, attempt, "movement check")
        value = chain.success_value if chain.met else 0
        budget = budgets.at_least_one(value, switches_of(table.now))
        steps = chain.steps
    if not table.rehearsal:
        trace = Trace(
            title=_("{name}: Movement").format(name=table.now[who].name),
            lines=tally.lines,
            total=tally.total,
            steps=(*steps, Step(label=_("Budget"), rule_id="AR-MOV-02", before=base, after=budget)),
            tone="quiet",
        )
        yield from emit(Explained(trace=trace))
    return budget


def _tell(table: Table, who: str, squares: int) -> Procedure[None]:
    name = table.now[who].name if who in table.now else who
    title = _("{name} moves").format(name=name)
    result = ngettext("{n} square", "{n} squares", squares).format(n=squares)
    yield from emit(Explained(trace=Trace(title=title, result=result, tone="quiet")))


def budget_only(table: Table, command: MovementCheck) -> Procedure[int]:
    """Make the Movement check alone: nothing is paid.

    Rules: AR-MOV-02, AR-CRT-01
    """
    tally = table.tally("movement")
    stretch = Stretch(command.actor or "", (), command.category or WALKING)
    yield from require_there(table, stretch.who)
    used = overused(table.now, stretch.who, price_of(budgets.MOVEMENT).points)
    add_lines(tally, table.now, Exchange(stretch.who, "movement", used=used))
    return (yield from budget_of(table, stretch, tally))


def dash(table: Table, command: Dash) -> Procedure[Moved]:
    """Play a Movement manoeuvre of which only the squares count.

    Rules: AR-MOV-02, AR-INC-04
    """
    who, category = command.actor or "", command.category or WALKING
    price = price_for(budgets.MOVEMENT, command)
    yield from require_there(table, who)
    yield from require_none(budgets.why_immovable(table.now[who]))
    yield from require_payable(table, who, price)
    stretch = Stretch(who, (), category, command.pool)
    tally = table.tally("movement")
    add_lines(
        tally, table.now, Exchange(who, "movement", used=overused(table.now, who, price.points))
    )
    if command.squares is not None and category in sheet_of(table.now[who]).natural:
        most = budgets.passive_budget(table.now, who, category)
        enough = command.squares <= most
        yield from require_none(None if enough else ways.too_far(command.squares, most))
    begun = yield from begin(table, who, price)
    budget = yield from budget_of(table, stretch, tally)
    squares = budget if command.squares is None else min(command.squares, budget)
    base = base_that_counts(table.now, who, category)
    yield from emit(SquaresMoved(who=who, squares=squares, category=category, base=base))
    checks = yield from finish(table, begun)
    return Moved(squares, squares, budget, increment_of(table.now[who]), fort_checks=checks)


def sidestep(table: Table, command: Sidestep) -> Procedure[Moved]:
    """Step aside by one square, a mount for whoever steers it.

    Rules: AR-MNV-17, AR-MOV-08
    """
    who, path = yield from on_the_way(table, command)
    payer, price = payer_of(table.now, who), price_for(ways.SIDESTEP, command)
    yield from require_none(budgets.why_immovable(table.now[who]))
    text = _("A Sidestep is exactly one square.")
    yield from require(len(path) == 1, "not_one_square", text, "AR-MNV-17", waivable=False)
    yield from require_payable(table, payer, price)
    category = present_category(table.now, who)
    costs = ways.path_costs(table.now, who, path, category)
    yield from require_none(costs if isinstance(costs, Refusal) else None)
    yield from require_none(why_not_turn(table.now, who, path, category))
    free = ways.ground_for(table.now, who, category).may_stop(path[0])
    yield from require_none(None if free else ways.occupied())
    begun = yield from begin(table, payer, price)
    walked = yield from walk(table, Walk(who, path, tag=opportunities.quietly(category)))
    checks = yield from finish(table, begun)
    if not table.rehearsal:
        title = _("{name} steps aside").format(name=table.now[who].name)
        yield from emit(Explained(trace=Trace(title=title, tone="quiet")))
    return Moved(walked.steps, 1, 1, increment_of(table.now[who]), fort_checks=checks)


def standup(table: Table, command: Standup) -> Procedure[Moved]:
    """Stand up, once those who threaten have had their opportunity.

    Rules: AR-MNV-18, AR-CND-08
    """
    who = command.actor or ""
    price = price_for(ways.STANDUP, command)
    yield from require_there(table, who)
    text = _("{name} is not prone.").format(name=table.now[who].name)
    yield from require(has(table.now[who], "prone"), "not_prone", text, "AR-MNV-18")
    yield from require_payable(table, who, price)
    may_go_on = yield from opportunities.provoke(table, who)
    begun = yield from begin(table, who, price)
    number = level(table.now[who], "prone")
    if not may_go_on:
        yield from opportunities.wasted(table, who)
    elif number:
        yield from emit(ConditionChanged(who=who, condition="prone", by=-number))
        title = _("{name} stands up").format(name=table.now[who].name)
        yield from emit(Explained(trace=Trace(title=title, tone="quiet")))
    checks = yield from finish(table, begun)
    return Moved(wasted=not may_go_on, fort_checks=checks)
