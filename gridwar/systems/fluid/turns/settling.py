"""What is settled after every command: lines of conditions, and places of those who come back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.systems.fluid.core.state import placed, state_of
from gridwar.systems.fluid.harm.conditions import settle_conditions
from gridwar.systems.fluid.turns.initiative import take_places

if TYPE_CHECKING:
    from gridwar.engine.kit import Procedure, Table


def settle(table: Table) -> Procedure[None]:
    """Write what lasts into the ledgers, and give those their places who stand again.

    Rules: FL-EVT-20, FL-INI-03, FL-RND-02
    """
    yield from settle_conditions(table)
    yield from _return_to_order(table)


def _return_to_order(table: Table) -> Procedure[None]:
    """Give whoever was out when the order was made, and stands now, a place in it.

    Rules: FL-INI-03, FL-RND-02
    """
    state = state_of(table.now)
    if table.now.round and state.order and state.phase in ("round", "end_of_round"):
        missing = tuple(who for who in placed(table.now) if who not in state.order)
        if missing:
            yield from take_places(table, missing)
