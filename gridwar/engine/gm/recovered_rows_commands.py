"""Rows of a fight that was read of a damaged file; only reading one writes them.

A command whose state is lost stays in its place in the log, and nothing is applied across a break:
beyond it the fight as it stood at the next moment that is known is laid.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import SerializeAsAny

from gridwar.engine.kit.say_and_refuse import refuse
from gridwar.model.bounds import RowId
from gridwar.model.command import Command, GmCommand
from gridwar.model.record import opaque
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit.procedure_requests import Procedure
    from gridwar.engine.kit.procedure_table import Table


class NotReplayed(GmCommand):
    """A command that was read and not played again: what it was done to is not known.

    Its replies stand in the row; its events too, those that explain as they were, the others as
    ``NotApplied``. ``data`` is what the command was written as, where it is no longer understood.
    """

    command: Annotated[SerializeAsAny[Command] | None, opaque("command")] = None
    data: str = ""


class LayState(GmCommand):
    """Lay the fight as it stood after a row that is lost."""

    row: RowId


def refuse_recovered(table: Table, command: NotReplayed | LayState) -> Procedure[None]:
    """Refuse to play what only stands for something that was read."""
    del table, command
    text = _("This was read of a damaged file: it cannot be played again.")
    yield from refuse("not_replayed", text, waivable=False)
