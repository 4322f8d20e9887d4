"""Several commands as one: one line of the log, one undo; a check of many, a group that moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import SerializeAsAny

from gridwar.engine.kit.procedure_requests import play
from gridwar.model.command import Command
from gridwar.model.record import opaque

if TYPE_CHECKING:
    from gridwar.engine.kit.procedure_requests import Procedure
    from gridwar.engine.kit.procedure_table import Table


class Together(Command):
    """Let commands be played one after the other, and be undone as one."""

    title: str = ""
    """What they are together, for the log."""
    alike: bool = False
    """Whether what the GM is asked for the first of them holds for all."""
    commands: tuple[Annotated[SerializeAsAny[Command], opaque("command")], ...]


def key_of_first(command: Command, key: str) -> str:
    """Return the key under which the first of several was asked the same; empty for none."""
    first, slash, rest = key.partition("/")
    if not (isinstance(command, Together) and command.alike and slash) or first == scope_of(0):
        return ""
    return f"{scope_of(0)}/{rest}"


def scope_of(place: int) -> str:
    """Return the scope in which the command at a place is played; dice are filed under it."""
    return str(place + 1)


def play_together(table: Table, command: Together) -> Procedure[None]:
    """Play them one after the other."""
    del table
    for place, one in enumerate(command.commands):
        yield from play(one, key=scope_of(place))
