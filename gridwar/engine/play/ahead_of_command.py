"""Ahead of a command: those who wait for it act before its procedure begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.gm.commands_together import Together, scope_of
from gridwar.engine.kit.procedure_requests import call, require_none
from gridwar.engine.kit.rule_system import system_at
from gridwar.engine.kit.say_and_refuse import say
from gridwar.engine.play.procedure_of_command import procedure_of
from gridwar.engine.play.rehearsal import why_not
from gridwar.model.raw_parts import RawCommand
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit.procedure_requests import Procedure
    from gridwar.engine.kit.procedure_table import Table
    from gridwar.model.command import Command


def attended(table: Table, command: Command) -> Procedure[object]:
    """Play what comes ahead of a command, then the command itself by its procedure.

    Where something has happened ahead of it that makes it impossible, it is given up: what has
    happened stays. Nobody waits for the game master's corrections, nor for commands inside others.

    Returns:
        What the procedure returns; None where the command was given up.
    """
    if isinstance(command, Together):
        yield from _one_by_one(table, command)
        return None
    gone = command.actor is not None and command.actor not in table.now
    if (
        system_at(table).play.before_command is None
        or command.correction
        or isinstance(command, RawCommand)
        or gone
    ):
        return (yield from procedure_of(table, command))
    before = table.state
    goes_on = yield from call(_ahead, command, key="before command")
    if not goes_on:
        return None
    if table.state is not before:
        refusal = why_not(system_at(table), table.state, command)
        if refusal is not None:
            text = _("No longer possible, and withdrawn: {why}")
            yield from say(table, text, why=refusal.text, tone="quiet")
            return None
    return (yield from procedure_of(table, command))


def _one_by_one(table: Table, together: Together) -> Procedure[None]:
    """Play commands one after the other, each with what comes ahead of it.

    What one of them has made impossible by the time it comes is told and left out.
    """
    for place, one in enumerate(together.commands):
        refusal = why_not(system_at(table), table.state, one)
        if refusal is None:
            yield from call(_one, one, key=scope_of(place))
            continue
        words = _("Not done: {why}")
        who = table.state.combatants.get(one.actor or "")
        if who is not None:
            words = _("{name}: not done, {why}")
        name = "" if who is None else who.name
        yield from say(table, words, name=name, why=refusal.text, tone="quiet")


def _one(table: Table, command: Command) -> Procedure[object]:
    with table.playing(command.adjustments, table.scope):
        return (yield from attended(table, command))


def _ahead(table: Table, command: Command) -> Procedure[bool]:
    """Play the system's hook; what would be refused anyway is refused before anybody is asked."""
    hook = system_at(table).play.before_command
    assert hook is not None
    ahead = hook(table, command)
    try:
        request = next(ahead)
        yield from require_none(why_not(system_at(table), table.state, command))
        while True:
            request = ahead.send((yield request))
    except StopIteration as stop:
        return bool(stop.value)
