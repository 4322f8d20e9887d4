"""Flipping a table over to hide behind it: a minor action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import FlipProp, Procedure, Role, flip_prop, offer, plays, props_to_flip
from gridwar.systems.cepheus.actions.action_costs import MINOR, may_act, take_action
from gridwar.systems.cepheus.core.offers_and_headings import OTHER_THINGS, for_people
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table


@offer(
    _("Flip over"),
    icon="flip-over",
    group=OTHER_THINGS,
    role=Role.GUARD,
    price=MINOR,
    each=for_people(props_to_flip),
)
@plays(FlipProp)
def flip(table: Table, command: FlipProp) -> Procedure[None]:
    """Flip something over, or set it upright.

    Rules: CE-MIN-10
    """
    yield from may_act(table, command.actor)
    yield from flip_prop(table, command, lambda at, who: take_action(at, who, MINOR))
