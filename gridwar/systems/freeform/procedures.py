"""Freeform's procedures: the order by hand, and moving. Each reads like what it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit.procedure import Procedure, emit, require
from gridwar.engine.kit.timed_effects import pass_moment
from gridwar.engine.kit.turn_cycle import TurnCycle
from gridwar.engine.kit.walk import Walk, walk
from gridwar.model.events import Explained, RoundBegan, TrailCleared, TurnBegan, TurnEnded
from gridwar.model.trace import Trace
from gridwar.systems.freeform.state import (
    Acted,
    EverybodyFresh,
    InitiativeChanged,
    sheet_of,
    state_of,
)
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit.commands import Move
    from gridwar.engine.kit.table import Table
    from gridwar.model.encounter import Encounter
    from gridwar.systems.freeform.state import Reorder


def order_ids(encounter: Encounter) -> tuple[str, ...]:
    """Return who is in the order, the highest initiative first, ties in the order they joined."""
    inside = (one for one in encounter.everyone() if sheet_of(one).hp > 0)
    return tuple(one.id for one in sorted(inside, key=lambda one: -sheet_of(one).initiative))


def move(table: Table, command: Move) -> Procedure[None]:
    """Move along a path, whatever the speed says."""
    who = command.actor or ""
    text = _("There is no such combatant on the board.")
    on_board = who in table.now and table.now[who].pos is not None
    yield from require(on_board, "not_on_board", text, waivable=False)
    walked = yield from walk(table, Walk(who, command.path))
    name = table.now[who].name
    title = _("{name} moves").format(name=name)
    result = _("{n} cells").format(n=walked.steps)
    yield from emit(Explained(trace=Trace(title=title, result=result, tone="quiet")))


def reorder(table: Table, command: Reorder) -> Procedure[None]:
    """Change initiatives so that the order is as the GM dragged it."""
    ids = [who for who in order_ids(table.now) if who != command.who]
    at = ids.index(command.before) if command.before in ids else len(ids)
    below = ids[at:]
    above = sheet_of(table.now[ids[at - 1]]).initiative if at else None
    own = sheet_of(table.now[command.who]).initiative
    top_below = sheet_of(table.now[below[0]]).initiative if below else None
    wanted = top_below + 1 if top_below is not None else (above or 0) - 1
    yield from emit(InitiativeChanged(who=command.who, by=wanted - own))
    # Whoever stands above must stay above.
    for step, who in enumerate(reversed(ids[:at]), start=1):
        lack = wanted + step - sheet_of(table.now[who]).initiative
        if lack > 0:
            yield from emit(InitiativeChanged(who=who, by=lack))
    title = _("{name} goes elsewhere in the order").format(name=table.now[command.who].name)
    yield from emit(Explained(trace=Trace(title=title, result=str(wanted), tone="quiet")))


def _begin_round(table: Table) -> Procedure[None]:
    yield from emit(RoundBegan(), EverybodyFresh())
    title = _("Round {n}").format(n=table.now.round)
    yield from emit(Explained(trace=Trace(title=title, tone="quiet")))


def _renew(table: Table) -> Procedure[None]:
    if order_ids(table.now):
        yield from pass_moment(table, "round_end")
        yield from _begin_round(table)


def _end_turn(table: Table) -> Procedure[None]:
    who = table.now.turn
    if who is not None:
        yield from pass_moment(table, "turn_end", who)
        yield from emit(TurnEnded(who=who), Acted(who=who))


def _waiting(encounter: Encounter) -> tuple[str, ...]:
    acted = state_of(encounter).acted
    return tuple(who for who in order_ids(encounter) if who not in acted)


def _begin_turn(table: Table, who: str) -> Procedure[None]:
    yield from emit(TurnBegan(who=who), TrailCleared(who=who))
    title = _("{name}'s turn").format(name=table.now[who].name)
    yield from emit(Explained(trace=Trace(title=title, tone="quiet")))
    yield from pass_moment(table, "turn_start", who)


CYCLE = TurnCycle(_begin_round, _waiting, _renew, _begin_turn, _end_turn)
