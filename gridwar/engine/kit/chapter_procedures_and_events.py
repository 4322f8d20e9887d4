"""What stands in the chapters of a rule system: which procedure plays a command, which events."""

from __future__ import annotations

from functools import lru_cache
from inspect import isclass, isfunction
from typing import TYPE_CHECKING, TypeVar

from gridwar.engine.kit.rule_system_parts import Handler
from gridwar.errors import ProcedureError
from gridwar.model.event_base import Event

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import ModuleType

    from gridwar.model.command import Command

H = TypeVar("H", bound=Handler)
_PLAYS = "__plays__"


def plays(command: type[Command]) -> Callable[[H], H]:
    """Mark a procedure as the one that plays a command."""

    def mark(procedure: H) -> H:
        setattr(procedure, _PLAYS, (*getattr(procedure, _PLAYS, ()), command))
        return procedure

    return mark


@lru_cache(maxsize=32)
def handlers_in(chapters: tuple[ModuleType, ...]) -> Mapping[type[Command], Handler]:
    """Return the procedures of some modules by the type of command that they play.

    Raises:
        ProcedureError: Two of them play the same command.
    """
    found: dict[type[Command], Handler] = {}
    for module in chapters:
        for procedure in vars(module).values():
            if not isfunction(procedure) or procedure.__module__ != module.__name__:
                continue
            for command in getattr(procedure, _PLAYS, ()):
                if command in found:
                    raise ProcedureError(f"{command.kind} is played by two procedures")
                found[command] = procedure
    return found


def events_in(chapters: tuple[ModuleType, ...]) -> tuple[type[Event], ...]:
    """Return the events that stand in some modules: those that have a kind of their own."""
    return tuple(
        one
        for module in chapters
        for one in vars(module).values()
        if isclass(one)
        and issubclass(one, Event)
        and one.__module__ == module.__name__
        and one.kind
    )
