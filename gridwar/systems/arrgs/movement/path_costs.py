"""Ways that somebody may go: what they cost, where they end, and the manoeuvres that they take."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.engine.kit import (
    Cell,
    Procedure,
    Refusal,
    allows,
    imagined,
    reason_against,
    require_none,
)
from gridwar.grid.cells.obstacle_reasons import ObstacleKind
from gridwar.model.events_combatants import CombatantMoved
from gridwar.model.floors import square_name
from gridwar.model.geometry import MOST_STEPS
from gridwar.systems.arrgs.actions.paying_for_actions import PointsSpent, may_pay
from gridwar.systems.arrgs.actions.prices import Price, price_of
from gridwar.systems.arrgs.checks.typed_modifiers import ModifierUsed, helps_once
from gridwar.systems.arrgs.core.movement_speed import SquaresMoved
from gridwar.systems.arrgs.core.riders import payer_of, riders_of
from gridwar.systems.arrgs.core.sheet import WALKING, Pool
from gridwar.systems.arrgs.movement.ground_and_step_costs import ground_for, rule_for
from gridwar.systems.arrgs.movement.movement_budget import (
    MOVEMENT,
    budget_with,
    is_passive,
    is_single,
    movement_check,
)
from gridwar.systems.arrgs.opportunities import opportunities
from gridwar.systems.arrgs.positions.turning_and_facing import EIGHTH_DEG, may_turn, turning_on
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Table, Walk
    from gridwar.grid.movement.mover_ground import Ground
    from gridwar.grid.movement.routes import Route

MOST_ZONES: Final = 6
"""Movement manoeuvres shown ahead, however many the points would pay."""


class Leg(Struct, frozen=True):
    """One Movement manoeuvre of a path: its cells, what they cost, and the budget."""

    cells: tuple[Cell, ...]
    cost: int
    budget: int
    category: str = WALKING


def path_costs(
    encounter: Encounter, who: str, path: tuple[Cell, ...], category: str
) -> tuple[int, ...] | Refusal:
    """Return the costs of a path up to each of its cells, or why it cannot be walked.

    Rules: AR-MOV-06, AR-TER-01, AR-TER-04
    """
    # Only here: networkx takes longer to load than a window to show.
    from gridwar.grid.movement.movement_graph import LazyGrid
    from gridwar.grid.movement.routes import NoRoute, price

    start = encounter[who].pos
    if start is None or not path:
        return Refusal("no_path", _("There is no path to walk."), (), waivable=False)
    ground = ground_for(encounter, who, category)
    route = price(LazyGrid(ground, rule_for(encounter, who, ground)), (start, *path))
    if isinstance(route, NoRoute):
        where = path[(route.at_step or 1) - 1]
        text = _("The step to {place} is blocked: {why}.").format(
            place=square_name(encounter.map.floors, where), why=route.why
        )
        passable = route.why.kind not in (ObstacleKind.MAP_EDGE, ObstacleKind.NO_STEP)
        return Refusal("blocked", text, ("AR-MOV-06", "AR-TER-04"), waivable=passable)
    return route.costs[1:]


def is_affordable(costs: tuple[int, ...], budget: int) -> bool:
    """Return whether a path can be walked within a budget; one square always can.

    Rules: AR-TER-02
    """
    return costs[-1] <= budget or (len(costs) == 1 and budget >= 1)


def is_one_square_dear(ground: Ground, limits: tuple[int, ...]) -> bool:
    """Return whether a square may cost more than one of several budgets, which is enough for it.

    Args:
        ground: The map as the mover meets it.
        limits: What the budgets come to, one after another.

    Rules: AR-TER-02
    """
    budgets = [after - before for before, after in pairwise((0, *limits))]
    return any(1 <= budget < dearest_square(ground) for budget in budgets)


def dearest_square(ground: Ground) -> int:
    """Return what a square may cost at most: a diagonal step onto the dearest ground."""
    return 1 + max(1, *(kind.difficulty for kind in ground.battle_map.in_play.terrain_kinds))


def reach(ground: Ground, path: tuple[Cell, ...], costs: tuple[int, ...], budget: int) -> int:
    """Return how many cells of a path a budget reaches, up to one to stop in; 0 for none.

    Rules: AR-MOV-02, AR-MOV-07
    """
    lengths = range(len(path), 0, -1)
    fit = (n for n in lengths if is_affordable(costs[:n], budget) and ground.may_stop(path[n - 1]))
    return next(fit, 0)


def one_leg(encounter: Encounter, who: str, path: tuple[Cell, ...], category: str) -> Leg | Refusal:
    """Return a path as one Movement manoeuvre, or why it cannot be one.

    Rules: AR-MNV-12, AR-MOV-02, AR-MOV-07
    """
    costs = path_costs(encounter, who, path, category)
    if isinstance(costs, Refusal):
        return costs
    if not ground_for(encounter, who, category).may_stop(path[-1]):
        return occupied()
    wheeling = reason_against(encounter, may_turn, who, path, category)
    if wheeling is not None:
        return wheeling
    budget = budget_with(encounter, who, category)
    if is_passive(encounter, who, category) and not is_affordable(costs, budget):
        return too_far(costs[-1], budget)
    return Leg(path, costs[-1], budget, category)


def costs_of(
    table: Table, way: tuple[str, tuple[Cell, ...], str]
) -> Procedure[tuple[int, ...] | Refusal]:
    """Return the costs of a path, as ``path_costs`` does; called as ``leg_of`` is."""
    yield from ()
    return path_costs(table.now, *way)


def leg_of(table: Table, way: tuple[str, tuple[Cell, ...], str]) -> Procedure[Leg | Refusal]:
    """Return a path of somebody in a category as one Movement manoeuvre, or why it cannot be one.

    It is called, not asked for in passing: so it is worked out once, whatever dice come after it.
    """
    yield from ()
    return one_leg(table.now, *way)


def occupied() -> Refusal:
    """Return the refusal of a way that ends among those of like size."""
    text = _("Somebody of like size stands where the move would end.")
    return Refusal("occupied", text, ("AR-MOV-07",))


def too_far(cost: int, budget: int) -> Refusal:
    """Return the refusal of a path that costs more than it may."""
    text = _("That is {cost} squares, and the budget is {budget}.").format(cost=cost, budget=budget)
    return Refusal("too_far", text, ("AR-MOV-02",))


def legs(
    encounter: Encounter, who: str, path: tuple[Cell, ...], category: str, cost: Price
) -> tuple[Leg, ...] | Refusal:
    """Return a path as Movement manoeuvres one after another, or why the points do not reach.

    Whose turn it is has been asked before.

    Rules: AR-MNV-12, AR-INC-04
    """
    found: list[Leg] = []
    encounter = in_turn(encounter, who)
    while path:
        unpayable = reason_against(encounter, may_pay, payer_of(encounter, who), cost)
        if unpayable is not None:
            text = _("{n} Movement manoeuvres are all the points pay for, and they end before.")
            rules, text = ("AR-MOV-02", "AR-ACT-03"), text.format(n=len(found))
            return Refusal("points_end_before", text, rules) if found else unpayable
        leg = _longest(encounter, who, path, category)
        if isinstance(leg, Refusal):
            return leg
        found.append(leg)
        path = path[len(leg.cells) :]
        encounter = after_leg(encounter, who, leg, cost)
    return tuple(found)


def legs_of(
    table: Table, way: tuple[str, tuple[Cell, ...], str, Price]
) -> Procedure[tuple[Leg, ...] | Refusal]:
    """Return a path as Movement manoeuvres, as ``legs`` does; called as ``leg_of`` is."""
    yield from ()
    return legs(table.now, *way)


def is_in_legs(encounter: Encounter, who: str, route: Route, category: str, cost: Price) -> bool:
    """Return whether a way can be walked in as many Movement manoeuvres as can be paid.

    What is left of one is lost before dear ground and among those of like size, so that squares
    which all budgets together would reach may be beyond them.

    Rules: AR-MNV-12, AR-MOV-02, AR-MOV-07
    """
    path = route.cells[1:]
    budget = budget_with(encounter, who, category)
    if not is_passive(encounter, who, category) or not path or route.cost <= budget:
        return True
    return isinstance(legs(encounter, who, path, category, cost), tuple)


def in_turn(encounter: Encounter, who: str) -> Encounter:
    """Return a fight as it were if somebody, or whoever steers it, had the turn."""
    if encounter.turn is None:
        return encounter
    return encounter.replace(turn=payer_of(encounter, who))


def _longest(
    encounter: Encounter, who: str, path: tuple[Cell, ...], category: str
) -> Leg | Refusal:
    costs = path_costs(encounter, who, path, category)
    if isinstance(costs, Refusal):
        return costs
    budget = budget_with(encounter, who, category)
    length = reach(ground_for(encounter, who, category), path, costs, budget)
    if length:
        return Leg(path[:length], costs[length - 1], budget, category)
    return occupied() if is_affordable(costs[:1], budget) else too_far(costs[0], budget)


def after_leg(encounter: Encounter, who: str, leg: Leg, cost: Price) -> Encounter:
    """Return the fight once a leg is gone and paid for, and what helped its check is used up.

    Rules: AR-MNV-01
    """
    paid = PointsSpent(who=payer_of(encounter, who), pool=cost.pool, points=cost.points)
    check = movement_check(encounter, who)
    helped = helps_once(encounter, check.who, check.check)
    used_up = (ModifierUsed(who=check.who, modifiers=helped),) if helped else ()
    encounter = imagined(encounter, *used_up, paid)
    return gone(encounter, who, leg.cells, leg.category)


def gone(encounter: Encounter, who: str, path: tuple[Cell, ...], category: str) -> Encounter:
    """Return the fight once a way is gone: everybody aboard is there too, and it faces that way.

    Rules: AR-INC-01, AR-MOV-08, AR-TRN-05
    """
    start, end = encounter[who].pos, path[-1] if path else None
    counted = SquaresMoved(who=who, squares=len(path), category=category)
    if start is None or end is None:
        return imagined(encounter, counted)
    turning = turning_on(encounter, who, path, category)
    for one in (who, *riders_of(encounter, who)):
        here = encounter[one].pos
        if here is not None:
            to = here.shifted(end.x - start.x, end.y - start.y)
            encounter = imagined(encounter, CombatantMoved(who=one, to=to))
    encounter = imagined(encounter, counted)
    if not turning.tracked or turning.facing is None:
        return encounter
    faces = encounter[who].replace(facing_deg=turning.facing * EIGHTH_DEG)
    return encounter.with_combatant(faces)


def zone_limits(
    encounter: Encounter, who: str, category: str, pool: Pool = "ap", square: int = 1
) -> tuple[int, ...]:
    """Return how many squares one, two and more Movement manoeuvres reach, as far as a pool pays.

    Out of its turn somebody is shown what it could do if the turn came now.

    Args:
        encounter: The fight.
        who: What moves.
        category: How.
        pool: What pays.
        square: What each square costs: the dearer, the fewer weigh on the next manoeuvre.

    Rules: AR-MOV-02, AR-INC-01, AR-INC-04, AR-ACT-03, AR-ACT-08
    """
    cost = price_of(MOVEMENT, pool)
    limits: list[int] = []
    pilot = payer_of(encounter, who)
    most = 1 if is_single(encounter, who, category) else MOST_ZONES
    encounter = in_turn(encounter, who)
    while allows(encounter, may_pay, pilot, cost) and len(limits) < most:
        budget = min(budget_with(encounter, who, category), MOST_STEPS)
        limits.append((limits[-1] if limits else 0) + budget)
        here = encounter[who].pos or Cell(0, 0)
        cells = (here,) * -(-budget // square)
        encounter = after_leg(encounter, who, Leg(cells, budget, budget, category), cost)
        if budget == 0:
            break
    return tuple(limits)


def may_go(table: Table, who: str, path: tuple[Cell, ...], category: str) -> Procedure[None]:
    """Refuse a path that is blocked, ends among others, or turns too often.

    Rules: AR-MOV-06, AR-MOV-07, AR-TRN-01
    """
    costs = path_costs(table.now, who, path, category)
    yield from require_none(costs if isinstance(costs, Refusal) else None)
    yield from may_turn(table, who, path, category)
    free = ground_for(table.now, who, category).may_stop(path[-1])
    yield from require_none(None if free else occupied())


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
        costs = path_costs(encounter, who, part, category) if ground.may_stop(part[-1]) else None
        if isinstance(costs, tuple):
            return part
    return ()
