"""Moving: what a move action buys, what each step costs, and the walk itself.

The search for ways is ``gridwar.grid``'s. Costs count in tenths of a square.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.engine.kit import Procedure, Walk, emit, require, require_none, walk
from gridwar.grid.ground import Ground
from gridwar.grid.metrics import Metric, footprint_distance_cells
from gridwar.grid.steps import Steps, uniform
from gridwar.model.events import Explained, TrailCleared
from gridwar.model.geometry import is_diagonal
from gridwar.model.question import Refusal
from gridwar.model.trace import Trace
from gridwar.systems.cepheus.actions.action_costs import (
    FREE,
    MINOR,
    Price,
    pay,
    spoil_aim,
    why_not_act,
    why_not_free,
)
from gridwar.systems.cepheus.core.events import MovePaid, Stepped
from gridwar.systems.cepheus.core.state import is_hobbling, sheet_of, switches_of
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.engine.kit import Move, Table
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell

SQUARE = 10
"""Tenths of a square: the unit of all costs."""
_DIAGONALS = {"alternating": (10, 20), "one": (10,), "euclid": (14,)}
HALF = 2
"""How much dearer a step is for those who crouch, and how difficult ground is."""


class Strides(Steps, frozen=True):
    """Steps of one mover; the cycle of diagonals goes on where this turn's path left it.

    Rules: CE-MIN-06
    """

    begun: int = 0

    def start(self) -> int:
        """Return the place in the cycle of diagonals."""
        return self.begun


class MoveResult(Struct, frozen=True):
    """What came of a move."""

    steps: int
    metres: float
    minor_actions: int


def tenths_a_move(encounter: Encounter, who: str) -> int:
    """Return what one move action buys a standing mover.

    Rules: CE-MIN-06
    """
    return int(sheet_of(encounter[who]).speed_m * SQUARE / encounter.map.scale.cell_m + 1e-9)


def ground_of(encounter: Encounter, who: str) -> Ground:
    """Return the map as somebody meets it; others stand in nobody's way.

    Rules: CE-RNG-02
    """
    return Ground(encounter.map, size=encounter[who].size)


def strides(encounter: Encounter, who: str) -> Strides | None:
    """Return what somebody's steps cost in the present stance; None where he cannot move.

    Rules: CE-MIN-06, CE-MIN-07, CE-MIN-08, CE-MIN-09, CE-HLT-03
    """
    sheet, switches = sheet_of(encounter[who]), switches_of(encounter)
    ground, diagonals = ground_of(encounter, who), _DIAGONALS[switches.move_diagonal]
    if is_hobbling(sheet, switches):
        return Strides(ground, SQUARE, (SQUARE,))
    begun = _diagonals_walked(encounter[who], has_moved=sheet.has_moved) % len(diagonals)
    if sheet.stance == "prone" and switches.prone_move == "none":
        return None
    if sheet.stance == "prone" and switches.prone_move == "crawl_one_square":
        whole = tenths_a_move(encounter, who)
        return Strides(ground, whole, (whole,)) if whole else None
    unit = 1 if sheet.stance == "standing" else HALF
    return Strides(ground, SQUARE, diagonals, multiplies=True, unit=unit, begun=begun)


def minor_actions_for(encounter: Encounter, who: str, cost: int) -> int | None:
    """Return the move actions that a cost still takes; None where none would ever do.

    Args:
        encounter: The fight.
        who: The mover.
        cost: In tenths of a square.

    Rules: CE-MIN-06, CE-HLT-03
    """
    sheet, switches = sheet_of(encounter[who]), switches_of(encounter)
    if is_hobbling(sheet, switches):
        return 0 if switches.serious_hobble_free else MINOR.minor
    missing, each = cost - sheet_of(encounter[who]).move_left, tenths_a_move(encounter, who)
    if missing <= 0:
        return 0
    return -(-missing // each) if each else None


def why_not_hobble(encounter: Encounter, who: str, squares: int) -> Refusal | None:
    """Return why somebody who can only hobble cannot go that far; None where he can.

    Rules: CE-HLT-03
    """
    sheet = sheet_of(encounter[who])
    if not is_hobbling(sheet, switches_of(encounter)):
        return None
    if squares > 1 or sheet.has_moved:
        text = _("{name} is seriously wounded and can only hobble one square in a round.")
        return Refusal("hobbles", text.format(name=encounter[who].name), ("CE-HLT-03",))
    return None


def move_price(encounter: Encounter, who: str) -> Price:
    """Return what the next step costs at least.

    Rules: CE-MIN-06, CE-HLT-03
    """
    sheet, switches = sheet_of(encounter[who]), switches_of(encounter)
    if is_hobbling(sheet, switches):
        return FREE if switches.serious_hobble_free else MINOR
    return FREE if sheet.move_left else MINOR


def move(table: Table, command: Move) -> Procedure[MoveResult]:
    """Walk along a path, paid by as many minor actions as it takes.

    Rules: CE-MIN-06, CE-MIN-07, CE-MIN-08, CE-MIN-09, CE-MIN-02
    """
    who, path = command.actor or "", command.path
    yield from require_none(why_not_act(table.now, who) or why_not_free(table.now, who))
    yield from require_none(why_not_hobble(table.now, who, len(path)))
    on_board = table.now[who].pos is not None and bool(path)
    text = _("{name} has no way to go.").format(name=table.now[who].name)
    yield from require(on_board, "no_way", text, "CE-MIN-06", waivable=False)
    costs = yield from _priced(table, who, path)
    actions = minor_actions_for(table.now, who, costs[-1])
    text = _("{name} cannot move at all.").format(name=table.now[who].name)
    yield from require(actions is not None, "speed", text, "CE-MIN-06")
    actions = actions or 0
    hobbles = is_hobbling(sheet_of(table.now[who]), switches_of(table.now))
    paid = SQUARE if hobbles else actions * tenths_a_move(table.now, who)
    yield from pay(table, who, Price(minor=actions))
    yield from spoil_aim(table, who, "acted")
    if not sheet_of(table.now[who]).has_moved:
        yield from emit(TrailCleared(who=who))
    if paid:
        yield from emit(MovePaid(who=who, tenths=paid))
    before = len(table.now[who].trail)
    walked = yield from walk(table, Walk(who, path, tag=command.mode))
    metres = _metres(table.now, who, before)
    if walked.steps:
        yield from emit(
            MovePaid(who=who, tenths=-costs[walked.steps]), Stepped(who=who, metres=metres)
        )
    title = _("{name} moves").format(name=table.now[who].name)
    result = _("{m:g} m").format(m=metres)
    yield from emit(Explained(trace=Trace(title=title, result=result, tone="quiet")))
    return MoveResult(walked.steps, metres, actions)


def _priced(table: Table, who: str, path: tuple[Cell, ...]) -> Procedure[tuple[int, ...]]:
    """Return what the path has cost on reaching each of its cells, the start included."""
    now = table.now
    rule, start = strides(now, who), now[who].pos
    text = _("{name} cannot move lying down.").format(name=now[who].name)
    yield from require(rule is not None, "prone", text, "CE-MIN-09")
    if rule is None or start is None:
        return (0,) * (len(path) + 1)
    # Only here: networkx takes longer to load than a window to show.
    from gridwar.grid.movement import NoRoute, price
    from gridwar.grid.movement_graph import LazyGrid

    route = price(LazyGrid(rule.ground, rule), (start, *path))
    if isinstance(route, NoRoute):
        yield from require(False, "no_way", f"{route.why}", "CE-MIN-06")
        return (0,) * (len(path) + 1)
    return route.costs


def _diagonals_walked(one: Combatant, *, has_moved: bool) -> int:
    if not has_moved:
        return 0
    return sum(is_diagonal(a, b) for a, b in pairwise(one.trail))


def _metres(encounter: Encounter, who: str, trail_before: int) -> float:
    """Return the metres of the latest part of the trail, the cost of ground left out.

    Rules: CE-SIG-10
    """
    cycle = _DIAGONALS[switches_of(encounter).move_diagonal]
    trail, tenths, at = encounter[who].trail, 0, 0
    for number, (a, b) in enumerate(pairwise(trail), start=1):
        counted = number >= max(trail_before, 1)
        if is_diagonal(a, b):
            tenths += counted * cycle[at % len(cycle)]
            at += 1
        else:
            tenths += counted * SQUARE
    return tenths * encounter.map.scale.cell_m / SQUARE


# --- places somebody can get to -------------------------------------------------------------------


def way_to(
    encounter: Encounter, who: str, goal: Cell, most: int | None = None
) -> tuple[Cell, ...] | None:
    """Return the cheapest way to a cell, the start left out; None where there is none.

    Args:
        encounter: The fight.
        who: The mover, in the present stance.
        goal: Where to.
        most: The most it may cost, in tenths of a square.

    Rules: CE-MIN-06
    """
    rule, start = strides(encounter, who), encounter[who].pos
    if rule is None or start is None:
        return None
    from gridwar.grid.movement import NoRoute, find_route
    from gridwar.grid.movement_graph import LazyGrid

    route = find_route(LazyGrid(rule.ground, rule), start, goal, limit=most)
    return None if isinstance(route, NoRoute) else route.cells[1:]


def cells_to_move(encounter: Encounter, who: str) -> frozenset[Cell]:
    """Return the cells that one move action gets somebody to, the present one included.

    Rules: CE-MIN-06
    """
    rule, start = strides(encounter, who), encounter[who].pos
    if rule is None or start is None:
        return frozenset()
    from gridwar.grid.movement import reach
    from gridwar.grid.movement_graph import LazyGrid

    is_slow = is_hobbling(sheet_of(encounter[who]), switches_of(encounter))
    limit = SQUARE if is_slow else tenths_a_move(encounter, who)
    return frozenset(reach(LazyGrid(rule.ground, rule), start, limit).costs)


def squares_around(
    encounter: Encounter, who: str, squares: int, *, stay: bool = False
) -> frozenset[Cell]:
    """Return the cells somebody can be pushed to: no wall on the way, so many squares off.

    Args:
        encounter: The fight.
        who: Who is pushed.
        squares: How far at most, as ranges are counted.
        stay: Whether the present cell is one of them.

    Rules: CE-GRP-02, CE-RNG-02
    """
    start = encounter[who].pos
    if start is None:
        return frozenset()
    from gridwar.grid.movement import reach
    from gridwar.grid.movement_graph import LazyGrid

    ground, metric = ground_of(encounter, who), Metric(switches_of(encounter).grid_distance)
    found = reach(LazyGrid(ground, uniform(ground)), start, squares)
    return frozenset(
        cell
        for cell in found.costs
        if found.can_stop(cell)
        and (stay or cell != start)
        and footprint_distance_cells(metric, (start,), (cell,)) <= squares
    )


def pushed_to(encounter: Encounter, who: str, goal: Cell) -> tuple[Cell, ...]:
    """Return the way on which somebody is pushed to a cell, the start left out.

    Rules: CE-GRP-02
    """
    start = encounter[who].pos
    if start is None:
        return ()
    from gridwar.grid.movement import NoRoute, find_route
    from gridwar.grid.movement_graph import LazyGrid

    ground = ground_of(encounter, who)
    route = find_route(LazyGrid(ground, uniform(ground)), start, goal)
    return () if isinstance(route, NoRoute) else route.cells[1:]


def cost_text(cost: int) -> str:
    """Write a cost in squares."""
    squares = cost / SQUARE
    return ngettext("{n:g} square", "{n:g} squares", int(squares)).format(n=squares)
