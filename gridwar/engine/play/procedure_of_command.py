"""Which procedure plays a command, and what events a system knows: its own and the shared ones."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from gridwar.engine.gm.gm_commands import GM_COMMANDS
from gridwar.engine.kit.chapter_procedures_and_events import events_in, handlers_in
from gridwar.engine.kit.rule_system import System, system_at
from gridwar.engine.kit.say_and_refuse import must_exist, refuse
from gridwar.engine.kit.turn_and_move_commands import Move
from gridwar.errors import ProcedureError
from gridwar.model.command import Act
from gridwar.model.events_combatants import CORE_EVENTS
from gridwar.model.raw_parts import RawCommand
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit.procedure_requests import Procedure
    from gridwar.engine.kit.procedure_table import Table
    from gridwar.engine.kit.rule_system_parts import Handler
    from gridwar.model.command import Command
    from gridwar.model.event_base import Event


def procedure_of(table: Table, command: Command) -> Procedure[object]:
    """Return the procedure that plays a command at a table, ready to run."""
    if isinstance(command, RawCommand):
        return refuse(
            "unknown_kind",
            _("{kind} belongs to rules that are not installed."),
            waivable=False,
            kind=command.raw_kind,
        )
    if command.actor is not None and command.actor not in table.now:
        return must_exist(table, command.actor)
    if isinstance(command, Act) and table.now[command.actor].aside:
        text = _("{who} is set aside: bring them back first.")
        return refuse("set_aside", text, waivable=False, who=command.actor)
    system = system_at(table)
    if isinstance(command, Move) and any(command.climbs) and not system.board.levels:
        return refuse("no_levels", _("Height is not counted in levels here."), waivable=False)
    handler = handlers_of(system).get(type(command))
    if handler is None:
        raise ProcedureError(f"{system.id} does not know the command {command.kind!r}")
    return handler(table, command)


@lru_cache(maxsize=32)
def handlers_of(system: System) -> Mapping[type[Command], Handler]:
    """Return the procedures of the GM's commands and the system's own, by type of command."""
    return {**GM_COMMANDS, **system.play.handlers, **handlers_in(system.play.chapters)}


@lru_cache(maxsize=32)
def events_of(system: System) -> tuple[type[Event], ...]:
    """Return the shared events and the system's own."""
    return (*CORE_EVENTS, *events_in(system.play.chapters))
