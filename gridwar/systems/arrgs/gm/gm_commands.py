"""What the GM can have played outside the manoeuvres: a price, a check, damage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.engine.kit import Procedure, call, emit
from gridwar.model.events import Explained
from gridwar.model.trace import Trace
from gridwar.systems.arrgs.action_points.costs import (
    Price,
    begin,
    finish,
    require_payable,
    require_there,
)
from gridwar.systems.arrgs.checks.assisted import use_up
from gridwar.systems.arrgs.checks.checks import REACTION_BASE, Exchange, add_lines, reaction
from gridwar.systems.arrgs.checks.rolling import rolled
from gridwar.systems.arrgs.conditions.damage import Blow, Harmed, suffer
from gridwar.systems.arrgs.core.increments import overuse_penalty
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.systems.arrgs.conditions.conditions import FortCheck
    from gridwar.systems.arrgs.core.commands import Harm, RollCheck, Spend


class Spent(Struct, frozen=True):
    """What an action came to of which only the price is known."""

    overuse: int
    fort_checks: tuple[FortCheck, ...] = ()


class Checked(Struct, frozen=True):
    """A check's result; ``success`` is None without a DC."""

    result: int
    success: bool | None = None


def spend(table: Table, command: Spend) -> Procedure[Spent]:
    """Pay for an action that Gridwar does not play itself.

    Rules: AR-ACT-01, AR-ACT-03, AR-ACT-05, AR-ACT-09, AR-CND-02, AR-CND-03
    """
    who = command.actor or ""
    price = Price(command.pool, command.points, command.vitality)
    yield from require_there(table, who)
    yield from require_payable(table, who, price)
    begun = yield from begin(table, who, price)
    checks = yield from finish(table, begun)
    return Spent(overuse_penalty(begun.used), checks)


def check(table: Table, command: RollCheck) -> Procedure[Checked]:
    """Make a check: rolled as an action, on 10 as a Reaction or a passive one.

    Rules: AR-CHK-01, AR-CHK-02, AR-CHK-06, AR-CHK-09
    """
    who = command.actor or ""
    yield from require_there(table, who)
    botched = False
    if command.mode == "reaction":
        result = reaction(table, "check", Exchange(who, command.check, reaction=True))
    elif command.mode == "action":
        done = yield from rolled(table, "check", Exchange(who, command.check), command.check)
        result, botched = done.result, done.botched
    else:
        tally = table.tally("check")
        add_lines(tally, table.now, Exchange(who, command.check))
        result = REACTION_BASE + tally.total
    lines = table.tallies[-1].lines
    yield from use_up(table, who, command.check)
    success = None if command.dc is None else result >= command.dc and not botched
    title = _("{name}: {check}").format(name=table.now[who].name, check=command.check)
    yield from emit(Explained(trace=Trace(title=title, lines=lines, total=result)))
    return Checked(result, success)


def harm(table: Table, command: Harm) -> Procedure[Harmed]:
    """Let somebody suffer a Success Value.

    Rules: AR-DMG-03, AR-DMG-04, AR-DMG-05, AR-DMG-06
    """
    yield from require_there(table, command.target)
    blow = Blow(command.target, command.success_value, command.types)
    harmed = yield from call(suffer, blow, key="harm")
    title = _("{name} suffers damage").format(name=table.now[command.target].name)
    trace = Trace(title=title, lines=harmed.lines, total=harmed.damage, tone="harm")
    yield from emit(Explained(trace=trace))
    return harmed
