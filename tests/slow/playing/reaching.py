"""Whether what is shown as within reach is what commands accept, to its edge and one step beyond.

Shown is what the system hands to the map: the zones of every way to move. Accepted is what is
played without a waiver; what is shown as possible in somebody's own turn alone waits for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.moves.route_and_reach import RoutePlanner
from gridwar.control.state.plan_and_draft import MovePlan
from gridwar.engine.kit import turn_and_move_commands as core
from gridwar.engine.kit.offers_and_actions import NOT_YOUR_TURN
from gridwar.engine.play.play_outcome import Accepted
from gridwar.grid.movement.routes import NoRoute
from gridwar.model.geometry import Cell
from tests.slow.playing.fault import Fault
from tests.slow.playing.scripted import Deed, perform

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from random import Random

    from gridwar.engine.kit.offers_and_actions import Action
    from gridwar.engine.play.play_outcome import Refused
    from gridwar.model.command import Command
    from tests.slow.playing.moments import Moment

_TRIED = 3
"""Squares of each zone, and squares beyond the last."""
_AROUND = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0))


def zones_reached(
    moment: Moment, who: str, action: Action | None, chance: Random
) -> Iterator[Fault]:
    """Go to the edge of every zone that is shown for a way to move, and one square beyond.

    Args:
        moment: The fight.
        who: The mover.
        action: Its way to move; None for what a drag means.
        chance: What is chosen by chance.
    """
    planner = RoutePlanner(moment.system, moment.now, who, action)
    start, shown, name = planner.start, set[Cell](), "drag" if action is None else action.id
    if start is None or moment.system.board.body(moment.now, who).mover != who:
        return  # off the board, or moved by what carries it
    for label, cells in planner.zones():
        shown |= cells
        for cell in _some(cells - {start}, start, chance):
            command = planner.command(planner.plan((start,), cell))
            outcome = (
                _in_turn(moment, command) if planner.waits_for_turn else _outcome(moment, command)
            )
            if not isinstance(outcome, Accepted):
                deed = Deed(command, is_refused=True)
                detail = f"{label}, {cell}: {outcome.text}"
                yield Fault("shown, yet refused", f"{name} {outcome.code}", detail, deed)
    if not planner.movement.is_bound or not shown or planner.waits_for_turn:
        return
    for path in _ways_beyond(planner, shown, start, chance):
        command = planner.command(MovePlan(who, (start, *path), (start,)))
        if isinstance(_outcome(moment, command), Accepted):
            yield Fault("played, yet not shown", name, str(path[-1]), Deed(command))


def _in_turn(moment: Moment, command: Command) -> Accepted | Refused:
    """Play a command as in its actor's turn: with what is left now, or with what a turn brings."""
    outcome = _outcome(moment, command.waiving(NOT_YOUR_TURN))
    if isinstance(outcome, Accepted):
        return outcome
    given = _outcome(moment, core.TakeTurn(actor=command.actor))
    if not isinstance(given, Accepted):
        return outcome
    return perform(moment.system, given.encounter, command).outcome


def _some(cells: Iterable[Cell], start: Cell, chance: Random) -> list[Cell]:
    """Return the farthest of some squares, and others by chance."""
    found = sorted(cells, key=lambda one: (-max(abs(one.x - start.x), abs(one.y - start.y)), one))
    return [*found[:1], *chance.sample(found[1:], min(len(found[1:]), _TRIED - 1))]


def _ways_beyond(
    planner: RoutePlanner, shown: set[Cell], start: Cell, chance: Random
) -> Iterator[tuple[Cell, ...]]:
    """Yield ways that lead one step out of all zones."""
    reach = planner.reach()
    inside = (
        [start] if reach is None else [one for one in reach.ends if one in shown or one == start]
    )
    page = planner.encounter.map
    for cell in _some(inside, start, chance):
        route = None if reach is None or cell == start else reach.route_to(cell)
        if isinstance(route, NoRoute):
            continue
        way = () if route is None else route.cells[1:]
        around = (cell.shifted(*step) for step in _AROUND)
        beyond = [one for one in around if page.contains(one) and one not in shown and one != start]
        if beyond:
            yield (*way, chance.choice(beyond))


def _outcome(moment: Moment, command: Command) -> Accepted | Refused:
    return perform(moment.system, moment.now, command).outcome
