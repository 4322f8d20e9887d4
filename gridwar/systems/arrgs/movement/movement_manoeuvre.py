"""Movement: one manoeuvre of it, several in a row along a path, or its squares alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from frozendict import frozendict
from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.kit import (
    AtLeastOne,
    Cell,
    Move,
    Number,
    Procedure,
    Refusal,
    Role,
    Step,
    Variant,
    Walk,
    allows,
    call,
    emit,
    plays,
    require_none,
    say,
    walk,
)
from gridwar.systems.arrgs.actions.offers import AT_TRIGGER, MOVING, Manoeuvre, offer_manoeuvre
from gridwar.systems.arrgs.actions.paying_for_actions import (
    Lost,
    begin,
    finish,
    may_begin,
    may_pay,
    pool_for,
    wasted,
)
from gridwar.systems.arrgs.actions.prices import Price, price_for, price_of
from gridwar.systems.arrgs.core.movement_speed import (
    SquaresMoved,
    base_that_counts,
    increment_of,
    usual_category,
)
from gridwar.systems.arrgs.core.riders import mover_of, payer_of
from gridwar.systems.arrgs.core.sheet import CATEGORIES, WALKING, Category, Pool, sheet_of
from gridwar.systems.arrgs.core.tables import squares_words
from gridwar.systems.arrgs.movement import movement_budget, path_costs
from gridwar.systems.arrgs.movement.ground_and_step_costs import ground_for
from gridwar.systems.arrgs.movement.movement_budget import MOVEMENT, Moved, Stretch
from gridwar.systems.arrgs.movement.withdraw import WITHDRAW, WITHDRAW_GROUP
from gridwar.systems.arrgs.opportunities import opportunities
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from gridwar.engine.kit import Encounter, Table

CATEGORY_OFFERS: Final = {
    WALKING: (_("Walk"), "footprints"),
    "burrowing": (_("Burrow"), "chevrons-down"),
    "flying": (_("Fly"), "plane"),
    "swimming": (_("Swim"), "waves"),
    "climbing": (_("Climb"), "mountain"),
    "space": (_("Move in space"), "rocket"),
}
"""Movement categories in words, with the icon of each.

Rules: AR-MOV-01
"""

# --- what is offered ------------------------------------------------------------------------------


def _usual(encounter: Encounter, who: str) -> Iterator[Variant]:
    mover = mover_of(encounter, who)
    note = _reach(encounter, mover, usual_category(encounter, mover))
    yield Variant(note=note, fields=frozendict(most=None))


def _by(category: str) -> Callable[[Encounter, str], Iterator[Variant]]:
    def variants(encounter: Encounter, who: str) -> Iterator[Variant]:
        mover = mover_of(encounter, who)
        sheet = sheet_of(encounter[mover])
        walks = category == WALKING and WALKING in sheet.natural
        known = walks or category in sheet.speeds
        if known and category != usual_category(encounter, mover):
            note = _reach(encounter, mover, category)
            if not movement_budget.is_passive(encounter, mover, category):
                note = _("{squares} with a 10").format(squares=note)
            yield Variant(note=note, fields=frozendict(mode=category, most=None))

    return variants


def _reach(encounter: Encounter, who: str, category: str) -> str:
    """Return how far one Movement goes, in words."""
    return squares_words(movement_budget.budget_with(encounter, who, category))


def _offered(command: type[MovementManoeuvre]) -> type[MovementManoeuvre]:
    """Offer movement in the usual category, and in each other one that somebody has."""
    usual = (MOVEMENT, _("Movement"), "footprints", _usual)
    others = [(key, *shown, _by(key)) for key, shown in CATEGORY_OFFERS.items()]
    for key, title, icon, each in reversed([usual, *others]):
        declare = offer_manoeuvre(
            MOVEMENT,
            title,
            id=key,
            icon=icon,
            group=MOVING,
            role=Role.MOVE,
            needs="path",
            each=each,
            swift=True,
        )
        command = declare(command)
    return command


@_offered
class MovementManoeuvre(Move):
    """Movement manoeuvres along a path, in ``mode`` as their category: one, or several."""

    kind: ClassVar[str] = "arrgs.movement"
    pool: Pool = "ap"
    readied: bool = False
    most: AtLeastOne | None = 1
    """Manoeuvres at most; None for as many as it takes. What is readied is one."""


class Way(Struct, frozen=True):
    """A way of moving, as it is drawn: the action without what pays for it, and the category."""

    action: str
    category: str
    price: Price


def way_of(encounter: Encounter, who: str, mode: str) -> Way:
    """Return what the id of an action that moves stands for, of what moves.

    Args:
        encounter: The fight.
        who: What moves.
        mode: The action's id, with ``now:`` before or ``:aap`` behind; empty for the usual one.

    Rules: AR-ACT-08, AR-MNV-13, AR-MOV-01
    """
    name = mode.removeprefix(AT_TRIGGER)
    action, _colon, pool = name.partition(":")
    action = action or MOVEMENT
    category = action if action in CATEGORIES else usual_category(encounter, who)
    price = price_of(WITHDRAW if action in (WITHDRAW, WITHDRAW_GROUP) else MOVEMENT)
    pools: Mapping[str, Pool] = {"ap": "ap", "aap": "aap"}
    paying = "aap" if name != mode else pools.get(pool)
    paying = paying or pool_for(encounter, payer_of(encounter, who), price)
    return Way(action, category, replace(price, pool=paying))


# --- what is done ---------------------------------------------------------------------------------


@plays(MovementManoeuvre)
@plays(Move)
def move(table: Table, command: Move) -> Procedure[Moved]:
    """Walk a path with as many Movement manoeuvres as it takes.

    A plain move is paid in AP, or in AAP where only they are enough.

    Rules: AR-MNV-12, AR-ACT-04, AR-ACT-08
    """
    who, most = (yield from movement_budget.mover(table, command.actor)), None
    price = price_of(MOVEMENT)
    if isinstance(command, MovementManoeuvre):
        price, most = price_for(MOVEMENT, command), 1 if command.readied else command.most
    else:
        price = replace(price, pool=pool_for(table.now, payer_of(table.now, who), price))
    yield from movement_budget.may_set_out(table, command.actor, price)
    path = movement_budget.path_of(table.now, command.actor, who, command.path)
    category = command.mode or usual_category(table.now, who)
    stretch = Stretch(who, path, category, price)
    if most == 1 or movement_budget.is_single(table.now, who, category):
        return (yield from call(movement, stretch, key="movement 1"))
    planned = yield from call(path_costs.legs_of, (who, path, category, price), key="legs")
    if isinstance(planned, Refusal):
        yield from require_none(planned)
        planned = (path_costs.Leg(path, 0, len(path)),)  # the GM lets it pass
    total = Moved()
    for number, leg in enumerate(planned[:most], start=1):
        stretch = replace(stretch, cells=leg.cells, later=number > 1)
        done = yield from call(movement, stretch, key=f"movement {number}")
        total = _sum(total, done)
        if done.wasted or done.squares < len(leg.cells):
            break
    return total


def _sum(total: Moved, done: Moved) -> Moved:
    return Moved(
        total.squares + done.squares,
        total.cost + done.cost,
        total.budget + done.budget,
        done.increment,
        done.wasted,
        (*total.fort_checks, *done.fort_checks),
    )


def movement(table: Table, stretch: Stretch) -> Procedure[Moved]:
    """Play one Movement manoeuvre: pay, check, walk step by step.

    Rules: AR-MNV-12, AR-MOV-02, AR-MOV-03, AR-OPP-06, AR-INC-04
    """
    who, price = stretch.who, stretch.price
    payer = payer_of(table.now, who)
    way = who, stretch.cells, stretch.category
    leg = yield from call(path_costs.leg_of, way, key="leg")
    can_pay = allows(path_costs.in_turn(table.now, who), may_pay, payer, price)
    is_over = isinstance(leg, Refusal) or not can_pay
    if stretch.later and is_over:
        return Moved(increment=increment_of(table.now[who]))
    yield from movement_budget.may_move(table, who)
    yield from may_begin(table, payer, price)
    yield from require_none(leg if isinstance(leg, Refusal) else None)
    begun = yield from begin(table, payer, price)
    if isinstance(begun, Lost):
        return Moved(wasted=True, fort_checks=begun.checks)
    budget = yield from movement_budget.budget_of(table, stretch, begun.used)
    waived = isinstance(leg, Refusal)
    cells = stretch.cells
    if not waived:
        cells = yield from call(within, (stretch, budget), key="within")
    tag = opportunities.step_tag(MOVEMENT, stretch.category)
    walked = yield from walk(table, Walk(who, cells, tag=tag))
    if walked.stopped:
        yield from wasted(table, who)
    checks = yield from finish(table, begun)
    gone = Step(label=_("Squares"), rule_id="AR-MNV-12", after=walked.steps)
    yield from say(
        table, _("{who} moves"), who=who, result=squares_words(walked.steps), steps=(gone,)
    )
    cost = leg.cost if isinstance(leg, path_costs.Leg) else walked.steps
    increment = increment_of(table.now[who]) if who in table.now else 0
    return Moved(walked.steps, cost, budget, increment, walked.stopped, checks)


def within(table: Table, gone: tuple[Stretch, int]) -> Procedure[tuple[Cell, ...]]:
    """Return the part of the path that a budget reaches, rolled or corrected by the GM."""
    stretch, budget = gone
    way = stretch.who, stretch.cells, stretch.category
    costs = yield from call(path_costs.costs_of, way, key="costs")
    if isinstance(costs, Refusal):
        return stretch.cells
    ground = ground_for(table.now, stretch.who, stretch.category)
    return stretch.cells[: path_costs.reach(ground, stretch.cells, costs, budget)]


class Dash(Manoeuvre):
    """A Movement manoeuvre of which only the squares count: play without a map."""

    squares: Number | None = None
    """None: as far as the budget goes."""
    category: Category = ""


@plays(Dash)
def dash(table: Table, command: Dash) -> Procedure[Moved]:
    """Play a Movement manoeuvre of which only the squares count.

    Rules: AR-MOV-02, AR-INC-04
    """
    who, category = command.actor, command.category or WALKING
    price = price_for(MOVEMENT, command)
    yield from movement_budget.may_move(table, who)
    yield from may_begin(table, who, price)
    stretch = Stretch(who, (), category, price)
    if command.squares is not None and category in sheet_of(table.now[who]).natural:
        most = movement_budget.budget_with(table.now, who, category)
        enough = command.squares <= most
        yield from require_none(None if enough else path_costs.too_far(command.squares, most))
    begun = yield from begin(table, who, price)
    if isinstance(begun, Lost):
        return Moved(wasted=True, fort_checks=begun.checks)
    budget = yield from movement_budget.budget_of(table, stretch, begun.used)
    squares = budget if command.squares is None else min(command.squares, budget)
    base = base_that_counts(table.now, who, category)
    yield from emit(SquaresMoved(who=who, squares=squares, category=category, base=base))
    checks = yield from finish(table, begun)
    return Moved(squares, squares, budget, increment_of(table.now[who]), fort_checks=checks)
