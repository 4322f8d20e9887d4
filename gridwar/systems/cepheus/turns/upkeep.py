"""What time does by itself: tasks go on, the unconscious come round, grapples come apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import emit
from gridwar.systems.cepheus.actions.action_costs import AimLost
from gridwar.systems.cepheus.actions.extended_actions import leave_off, work
from gridwar.systems.cepheus.core.state import holders, sheet_of
from gridwar.systems.cepheus.core.turn_order import bracket_rest, is_gone
from gridwar.systems.cepheus.grapples.grapple import keep_first, part, why_apart
from gridwar.systems.cepheus.harm.waking import lie_out, lies_unconscious
from gridwar.systems.cepheus.turns.turn_events import DelayEnded

if TYPE_CHECKING:
    from gridwar.engine.kit import Procedure, Table


def let_rounds_pass(table: Table, rounds: int) -> Procedure[None]:
    """Let rounds pass for those who work and those who lie unconscious.

    Rules: CE-RND-05, CE-OTH-02, CE-HLT-02
    """
    yield from work(table, rounds)
    lying = [
        who
        for who, one in table.now.combatants.items()
        if not one.aside and lies_unconscious(table.now, who)
    ]
    for who in lying:
        yield from lie_out(table, who, rounds)


def settle_bodies(table: Table) -> Procedure[None]:
    """End the grapples that came apart; who went down neither works, aims nor holds back.

    Those of a simultaneous turn do once it is over; whoever has the turn holds nothing back.

    Rules: CE-GRP-03, CE-OTH-02, CE-DMG-07, CE-MIN-02, CE-INI-08, CE-RND-03
    """
    for who in holders(table.now):
        if who in bracket_rest(table.now):
            continue
        why = why_apart(table.now, who)
        if why:
            yield from part(table, who, why)
        yield from keep_first(table, who)
        sheet, is_down = sheet_of(table.now.combatants[who]), is_gone(table.now, who)
        if is_down and sheet.task is not None:
            yield from leave_off(table, who)
        if is_down and sheet.aim is not None:
            yield from emit(AimLost(who=who))
        if sheet.delaying and (is_down or table.now.turn == who):
            yield from emit(DelayEnded(who=who))
