"""Guard Mode: enemies find it harder to hit, at the price of the turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Act, Procedure, Role, _, offer, plays
from gridwar.systems.percentile.actions.actions import may_act, priced
from gridwar.systems.percentile.actions.paying import pay
from gridwar.systems.percentile.core.conditions import begin
from gridwar.systems.percentile.core.headings import FULL

if TYPE_CHECKING:
    from gridwar.engine.kit import Table


@offer(
    _("Guard Mode"),
    icon="shield",
    group=FULL,
    role=Role.GUARD,
    price=priced("guard_mode"),
    note=_("attacks on you -20"),
)
class GuardMode(Act):
    """Defend until the own next turn."""


@plays(GuardMode)
def guard_mode(table: Table, command: GuardMode) -> Procedure[None]:
    """Put -20 on attacks and on confirmation until the own next turn; it is the turn's Attack.

    Rules: PC-ACT-13
    """
    who = command.actor
    yield from may_act(table, who, "guard_mode")
    yield from pay(table, who, "guard_mode")
    yield from begin(table, who, "guard_mode", "turn_start", who)
