"""Flipping a table over to hide behind it: a Half Action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.engine.kit import FlipProp, Procedure, Role, _, flip_prop, offer, plays, props_to_flip
from gridwar.systems.percentile.actions.action_prices import pay, priced
from gridwar.systems.percentile.actions.legality_and_prerequisites import may_act
from gridwar.systems.percentile.core.action_headings import HALF

if TYPE_CHECKING:
    from gridwar.engine.kit import Table

HANDLE: Final = "handle"


@offer(
    _("Flip over"),
    icon="flip-over",
    group=HALF,
    role=Role.GUARD,
    price=priced(HANDLE),
    each=props_to_flip,
)
@plays(FlipProp)
def flip(table: Table, command: FlipProp) -> Procedure[None]:
    """Flip something over, or set it upright.

    Rules: PC-ECO-03
    """
    yield from may_act(table, command.actor, HANDLE)
    yield from flip_prop(table, command, lambda at, who: pay(at, who, HANDLE))
