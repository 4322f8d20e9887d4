"""The movement phase: begun by walking or by hand, and what may be chosen anew with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Act, Procedure, Role, Step, emit, offer, only_if, plays, require, say
from gridwar.systems.drive.core.events import MovementPhase, ResistanceChosen
from gridwar.systems.drive.core.headings import MOVING
from gridwar.systems.drive.core.sheet import sheet_of
from gridwar.systems.drive.core.state import state_of
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table


@offer(
    _("Movement phase begins"),
    icon="footprints",
    group=MOVING,
    role=Role.OTHER,
    each=only_if(lambda now, who: now.turn == who and not state_of(now).has_moved),
)
class BeginMovement(Act):
    """Begin the movement phase: whoever has declined to resist pseudogravity may choose again."""


@plays(BeginMovement)
def begin_movement(table: Table, command: BeginMovement) -> Procedure[None]:
    """Begin somebody's movement phase.

    Rules: DR-PSG-08
    """
    who, now = command.actor, table.now
    text = _("A movement phase begins in the own turn.")
    yield from require(now.turn == who, "no_turn_to_move", text, "DR-PSG-08")
    text = _("{who}'s movement phase has begun.")
    yield from require(not state_of(now).has_moved, "phase_begun", text, "DR-PSG-08", who=who)
    yield from movement_phase(table, who)


def movement_phase(table: Table, who: str) -> Procedure[None]:
    """Mark that a movement phase begins: the choice to resist may be made again (T2).

    Rules: DR-PSG-08
    """
    yield from free_to_resist(table, who)
    if table.now.turn == who and not state_of(table.now).has_moved:
        yield from emit(MovementPhase())
        yield from say(table, _("{who}'s movement phase"), who=who)


def free_to_resist(table: Table, who: str) -> Procedure[None]:
    """Let somebody who has declined to resist with flight choose anew.

    Rules: DR-PSG-08
    """
    sheet = sheet_of(table.now[who])
    if not sheet.resist_locked:
        return
    yield from emit(ResistanceChosen(who=who, resists=sheet.resists, locked=False))
    step = Step(label=_("Flying resistance"), rule_id="DR-PSG-08")
    text = _("{who} may resist pseudogravity again")
    yield from say(table, text, who=who, steps=(step,))
