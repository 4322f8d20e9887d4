"""The plain cycle of turns: one after the other down the order, a new round after the last.

For systems in which nobody breaks into another's turn; others have procedures of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from frozendict import frozendict
from msgspec import Struct

from gridwar.engine.kit.commands import BeginFight, NextTurn, TakeTurn
from gridwar.engine.kit.procedure import Procedure
from gridwar.engine.kit.saying import require
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit.table import Table
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter

_Part = Callable[["Table"], Procedure[None]]


class TurnCycle(Struct, frozen=True):
    """What happens at the turning points of a fight, by one system's rules.

    Attributes:
        open: Settles the order and begins the first round.
        waiting: Who has still to act in this round, in order.
        renew: Ends the round and begins the next one; nothing where nobody is left to act.
        begin: Begins somebody's turn.
        end: Ends the present turn, if there is one.
    """

    open: _Part
    waiting: Callable[[Encounter], tuple[str, ...]]
    renew: _Part
    begin: Callable[[Table, str], Procedure[None]]
    end: _Part

    @property
    def handlers(self) -> Mapping[type[Command], Callable[[Table, Any], Procedure[Any]]]:
        """The procedures of the commands that run the cycle, by type of command."""
        return frozendict(
            {BeginFight: self._begin_fight, NextTurn: self._next_turn, TakeTurn: self._take_turn}
        )

    def go_on(self, table: Table) -> Procedure[None]:
        """Begin the turn of whoever is next, after the last in a new round."""
        next_up = self.waiting(table.now)
        if not next_up:
            yield from self.renew(table)
            next_up = self.waiting(table.now)
        if next_up:
            yield from self.begin(table, next_up[0])

    def _begin_fight(self, table: Table, command: BeginFight) -> Procedure[None]:
        del command
        text = _("The fight has begun already.")
        yield from require(table.now.round == 0, "begun", text, waivable=False)
        yield from self.open(table)
        yield from self.go_on(table)

    def _next_turn(self, table: Table, command: NextTurn) -> Procedure[None]:
        del command
        yield from require(table.now.round > 0, "not_begun", _("Begin the fight first."))
        yield from self.end(table)
        yield from self.go_on(table)

    def _take_turn(self, table: Table, command: TakeTurn) -> Procedure[None]:
        """Give somebody the turn at the GM's word."""
        yield from self.end(table)
        if command.actor is not None:
            yield from self.begin(table, command.actor)
