"""Moving: what a move action buys, what each step costs, and the walk itself.

The search for ways is ``gridwar.grid``'s. Costs count in tenths of a square.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.engine.kit import (
    Movement,
    Procedure,
    SheetEvent,
    Step,
    Walk,
    adds,
    emit,
    holes_for,
    require,
    require_path,
    say,
    walk,
)
from gridwar.grid.movement.movement_graph import LazyGrid
from gridwar.grid.movement.mover_ground import Ground
from gridwar.grid.movement.reach import reach
from gridwar.grid.movement.routes import NoRoute, find_route
from gridwar.grid.movement.step_rules import Steps, uniform
from gridwar.model.events_combatants import TrailCleared
from gridwar.model.geometry import is_diagonal
from gridwar.systems.cepheus.actions.action_costs import (
    FREE,
    MINOR,
    Price,
    may_act,
    may_pay,
    may_spend,
    take_action,
)
from gridwar.systems.cepheus.core.fight_state import sheet_of, switches_of
from gridwar.systems.cepheus.core.health import is_hobbling
from gridwar.systems.cepheus.core.machines_and_aboard import vehicle_of
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.engine.kit import Cell, Combatant, Encounter, Move, Table
    from gridwar.systems.cepheus.core.sheet import CepheusSheet

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


@adds("move_left", of="tenths", least=0)
class MovePaid(SheetEvent):
    """Move actions were taken: so many tenths of a square may be walked (negative: were walked)."""

    tenths: int


class Stepped(SheetEvent):
    """Somebody moved some metres in their own turn."""

    metres: float

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Add them to those of this turn."""
        before = sheet.moved_m if sheet.has_moved else 0.0
        return sheet.replace(moved_m=before + self.metres, has_moved=True, rest=False)


class MoveResult(Struct, frozen=True):
    """What came of a move."""

    steps: int
    metres: float
    minor_actions: int


def tenths_a_move(encounter: Encounter, who: str) -> int:
    """Return what one move action buys a standing mover; a robot less with a damaged drive.

    Rules: CE-MIN-06, CE-VDM-07
    """
    sheet = sheet_of(encounter[who])
    tenths = sheet.speed_m * SQUARE / encounter.map.scale.cell_m
    if sheet.machine is not None:
        cumulative = switches_of(encounter).drive_hits_cumulative
        tenths *= sheet.machine.movement_left(cumulative=cumulative)
    return int(tenths + 1e-9)


def squares_a_move(encounter: Encounter, who: str) -> int:
    """Return how many open squares one move action covers: one for who hobbles.

    Rules: CE-MIN-06, CE-HLT-03
    """
    hobbles = is_hobbling(sheet_of(encounter[who]), switches_of(encounter))
    return 1 if hobbles else tenths_a_move(encounter, who) // SQUARE


def ground_of(encounter: Encounter, who: str) -> Ground:
    """Return the map as somebody meets it; others stand in nobody's way.

    Rules: CE-RNG-02
    """
    return Ground(encounter.map, size=encounter[who].size, holes=holes_for(encounter, who))


def strides(encounter: Encounter, who: str) -> Strides | None:
    """Return what somebody's steps cost in the present stance; None where they cannot move.

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


def may_hobble(table: Table, who: str, squares: int) -> Procedure[None]:
    """Refuse where somebody who can only hobble cannot go that far.

    Rules: CE-HLT-03
    """
    sheet = sheet_of(table.now[who])
    if is_hobbling(sheet, switches_of(table.now)):
        text = _("{who} is seriously wounded and can only hobble one square in a round.")
        near = squares <= 1 and not sheet.has_moved
        yield from require(near, "hobbles", text, "CE-HLT-03", who=who)


def must_be_afoot(table: Table, who: str) -> Procedure[None]:
    """Refuse where somebody sits in a vehicle.

    Rules: CE-VEH-04
    """
    vehicle, text = vehicle_of(table.now, who), _("{who} sits in {other}: get out first.")
    yield from require(vehicle is None, "aboard", text, "CE-VEH-04", who=who, other=vehicle)


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

    Rules: CE-MIN-06, CE-MIN-07, CE-MIN-08, CE-MIN-09, CE-MIN-02, CE-HLT-03
    """
    who, path = command.actor, command.path
    yield from must_be_afoot(table, who)
    yield from may_act(table, who)
    yield from may_spend(table, who)
    yield from may_hobble(table, who, 1)
    yield from may_pay(table, who, move_price(table.now, who), held=False)
    yield from may_hobble(table, who, len(path))
    rule = strides(table.now, who)
    text = _("{who} cannot move lying down.")
    yield from require(rule is not None, "prone", text, "CE-MIN-09", who=who)
    ground = ground_of(table.now, who)
    movement = Movement(ground, rule or uniform(ground, unit=SQUARE), (), cost_text)
    costs = (yield from require_path(table, who, movement, path)).costs
    actions = minor_actions_for(table.now, who, costs[-1])
    text = _("{who} cannot move at all.")
    yield from require(actions is not None, "speed", text, "CE-MIN-06", who=who)
    actions = actions or 0
    hobbles = is_hobbling(sheet_of(table.now[who]), switches_of(table.now))
    paid = SQUARE if hobbles else actions * tenths_a_move(table.now, who)
    yield from take_action(table, who, Price(minor=actions))
    if not sheet_of(table.now[who]).has_moved:
        yield from emit(TrailCleared(who=who))
    if paid:
        yield from emit(MovePaid(who=who, tenths=paid))
    before = len(table.now[who].trail)
    walked = yield from walk(table, Walk(who, path, tag=command.mode))
    metres, spent = _metres(table.now, who, before), costs[walked.steps]
    if walked.steps:
        yield from emit(MovePaid(who=who, tenths=-spent), Stepped(who=who, metres=metres))
    steps = (
        Step(label=_("The way costs"), rule_id="CE-MIN-07", after=cost_text(spent)),
        Step(label=_("Minor actions"), rule_id="CE-MIN-06", after=actions),
    )[: 1 + bool(actions)]
    result = _("{m:g} m").format(m=metres)
    yield from say(table, _("{who} moves"), who=who, result=result, steps=steps)
    return MoveResult(walked.steps, metres, actions)


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
    route = find_route(LazyGrid(rule.ground, rule), start, goal, limit=most)
    return None if isinstance(route, NoRoute) else route.cells[1:]


def cells_to_move(encounter: Encounter, who: str) -> frozenset[Cell]:
    """Return the cells that one move action gets somebody to, the present one included.

    Rules: CE-MIN-06
    """
    rule, start = strides(encounter, who), encounter[who].pos
    if rule is None or start is None:
        return frozenset()
    if vehicle_of(encounter, who) is not None:
        return frozenset({start})
    is_slow = is_hobbling(sheet_of(encounter[who]), switches_of(encounter))
    limit = SQUARE if is_slow else tenths_a_move(encounter, who)
    return frozenset(reach(LazyGrid(rule.ground, rule), start, limit).costs)


def cost_text(cost: int) -> str:
    """Write a cost in squares."""
    squares = cost / SQUARE
    return ngettext("{n:g} square", "{n:g} squares", int(squares)).format(n=squares)
