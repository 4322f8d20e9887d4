"""Walking: the one procedure that moves tokens, step by step, with a system's say at each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.kit.falls_through_openings import fall, fall_from, height_words, holes_for
from gridwar.engine.kit.movement_records import StepTaken
from gridwar.engine.kit.procedure_requests import Procedure, call, emit
from gridwar.engine.kit.rule_system import system_at
from gridwar.engine.kit.say_and_refuse import refuse, require, required
from gridwar.engine.kit.yardstick_and_distances import level_number
from gridwar.grid.cells.obstacle_reasons import ObstacleKind
from gridwar.model.events_combatants import Climbed, CombatantMoved
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit.movement_records import Movement, Walk
    from gridwar.engine.kit.procedure_table import Table
    from gridwar.grid.movement.routes import NoRoute, Route
    from gridwar.model.geometry import Cell


class Walked(Struct, frozen=True):
    """How far a walk came. ``stopped`` tells that it ended early, at ``end``."""

    steps: int
    end: Cell | None
    stopped: bool = False


def require_path(
    table: Table,
    who: str,
    movement: Movement,
    path: tuple[Cell, ...],
    climbs: tuple[int, ...] = (),
) -> Procedure[Route]:
    """Refuse a path that nobody could walk step by step, and return its price.

    A step is asked about at the level to which it leads.

    Args:
        table: The table.
        who: Who moves.
        movement: How it could move now.
        path: Neighbouring cells, the start not included.
        climbs: By how many levels each step rises, see ``Move``.
    """
    # Only here: networkx takes longer to load than a window to show.
    from gridwar.engine.kit.routes_across_levels import route_along
    from gridwar.grid.movement.routes import NoRoute, Route

    start = yield from required(
        table.now[who].pos, "not_on_board", _("{who} is not on the board."), who=who
    )
    yield from require(bool(path), "no_path", _("Choose where to go."), waivable=False)
    if any(climbs):
        yield from _may_climb(table, who, movement, climbs)
    found = route_along(movement, (start, *path), climbs)
    if isinstance(found, NoRoute):
        yield from _refuse_step(table, who, path, found)
        fallen = route_along(over_openings(movement, path), (start, *path), climbs)
        if isinstance(fallen, Route):
            return fallen
        return Route((start, *path), tuple(range(len(path) + 1)), movement.rule.start())
    ends = movement.may_end is None or movement.may_end(found.goal, found.end_state)
    yield from require(ends, "no_end", _("{who} may not end the move there."), who=who)
    return found


def over_openings(movement: Movement, path: tuple[Cell, ...]) -> Movement:
    """Return a movement whose way may lead over openings on its path: the mover falls there."""
    ground = movement.ground
    left = ground.holes.difference(path)
    return replace(movement, ground=replace(ground, holes=left))


def _refuse_step(table: Table, who: str, path: tuple[Cell, ...], found: NoRoute) -> Procedure[None]:
    """Refuse a path for the step that cannot be taken; over an opening with the fall it means."""
    step = found.at_step
    over = None
    if step is not None and 0 < step <= len(path):
        over = fall_from(table.now, who, path[step - 1])
    if over is None or found.why.kind is not ObstacleKind.OPENING:
        yield from refuse("blocked", _("Step {n}: {why}."), n=step, why=found.why)
        return
    text = _("Step {n}: the floor is open, {who} falls {height} to {floor}.")
    height = height_words(table.now, over.height_m)
    yield from refuse("opening", text, n=step, who=who, height=height, floor=over.floor)


def _may_climb(
    table: Table, who: str, movement: Movement, climbs: tuple[int, ...]
) -> Procedure[None]:
    text = _("{who} cannot leave its level.")
    yield from require(movement.climbed is not None, "no_climb", text, who=who)
    levels = system_at(table).board.levels
    at = level_number(levels, table.now[who].altitude)
    for climb in climbs:
        at += climb
        text = _("There is no level above {name}.") if at else _("There is no level below {name}.")
        is_there = 0 <= at < len(levels)
        name = levels[max(0, min(at, len(levels) - 1))].name if levels else ""
        yield from require(is_there, "no_level", text, name=name, waivable=False)


def walk(table: Table, order: Walk) -> Procedure[Walked]:
    """Move a combatant along a path; before and after each step the system may interfere.

    Where the floor is open it falls, and the walk ends. Whoever is no longer there, or no longer
    where the last step ended, stops too. Where somebody else has moved meanwhile, the system is
    asked how much of the path is still open: a square that was free may be so no longer. Not where
    the path was never open, as the game master had it.
    """
    end, up = _place(table, order.mover)
    still, path = system_at(table).play.still_open, order.path
    is_open = still is not None and still(table.now, order) == path
    for number, cell in enumerate(order.path, start=1):
        if end is None or number > len(path):
            return Walked(number - 1, end, stopped=True)
        climb = order.climbs[number - 1] if number <= len(order.climbs) else 0
        step = StepTaken(order.mover, end, cell, number, order.forced, order.tag, climb)
        places = _places(table) if is_open else None
        may_go = yield from call(system_at(table).play.before_step, step, key=f"step {number}")
        if not may_go or _place(table, order.mover) != (end, up):
            return Walked(number - 1, _place(table, order.mover)[0], stopped=True)
        if still is not None and places is not None and places != _places(table):
            path = path[: number - 1] + still(table.now, replace(order, path=path[number - 1 :]))
            if number > len(path):
                return Walked(number - 1, end, stopped=True)
        if cell != end:
            yield from emit(CombatantMoved(who=order.mover, to=cell, walked=not order.forced))
        if climb:
            yield from emit(Climbed(who=order.mover, by=climb))
        may_go = yield from call(system_at(table).play.after_step, step, key=f"after step {number}")
        if (yield from _falls(table, step)):
            return Walked(number, _place(table, order.mover)[0], stopped=True)
        aim = cell, up + climb
        end, up = _place(table, order.mover)
        if not may_go or (end, up) != aim:
            return Walked(number, end, stopped=True)
    return Walked(len(order.path), end)


def _falls(table: Table, step: StepTaken) -> Procedure[bool]:
    """Let the mover fall where it has come to, if the floor is open there."""
    who = step.mover
    if _place(table, who)[0] != step.end or step.end not in holes_for(table.now, who):
        return False
    return (yield from call(fall, who, key=f"fall {step.number}"))


def _places(table: Table) -> tuple[tuple[str, Cell | None, float], ...]:
    return tuple((one.id, one.pos, one.altitude) for one in table.now.everyone())


def _place(table: Table, who: str) -> tuple[Cell | None, float]:
    if who not in table.now:
        return None, 0.0
    return table.now[who].pos, table.now[who].altitude
