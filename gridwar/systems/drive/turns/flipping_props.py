"""Flipping a table over: the rules give it no price, so the game master says what it takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import FlipProp, Procedure, Role, flip_prop, offer, plays, props_to_flip
from gridwar.systems.drive.core.action_headings import MOVING
from gridwar.systems.drive.core.conditions import may_act
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table


@offer(_("Flip over"), icon="flip-over", group=MOVING, role=Role.GUARD, each=props_to_flip)
@plays(FlipProp)
def flip(table: Table, command: FlipProp) -> Procedure[None]:
    """Flip something over, or set it upright, on one's own turn."""
    yield from may_act(table, command.actor)
    yield from flip_prop(table, command)
