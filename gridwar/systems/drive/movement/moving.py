"""Moving: as far as the GM lets anybody go, for the page has no rules for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import (
    Move,
    Movement,
    Procedure,
    Role,
    Walk,
    ngettext,
    offer,
    plays,
    require,
    require_path,
    say,
    walk,
)
from gridwar.grid.movement.ground import Ground
from gridwar.grid.movement.steps import uniform
from gridwar.systems.drive.core.headings import MOVING
from gridwar.systems.drive.core.sheet import sheet_of
from gridwar.systems.drive.movement.phase import movement_phase
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Table


def movement(encounter: Encounter, who: str, mode: str) -> Movement:
    """Return a map on which every square counts 1 and nothing runs out."""
    del mode
    ground = Ground(encounter.map, size=encounter[who].size)
    return Movement(
        ground,
        uniform(ground),
        (),
        lambda cost: ngettext("{n} square", "{n} squares", cost).format(n=cost),
    )


@offer(
    _("Move"),
    icon="footprints",
    group=MOVING,
    role=Role.MOVE,
    needs="path",
    shortcut="M",
    note=_("no limit: ours, not the book's"),
)
@plays(Move)
def move(table: Table, command: Move) -> Procedure[None]:
    """Walk anywhere; the first walk of the own turn begins its movement phase.

    Rules: DR-PSG-08
    """
    who = command.actor
    is_out = sheet_of(table.now[who]).is_out
    yield from require(not is_out, "out", _("{who} is out of the fight."), who=who)
    yield from require_path(table, who, movement(table.now, who, ""), command.path)
    yield from movement_phase(table, who)
    walked = yield from walk(table, Walk(who, command.path))
    n = walked.steps
    squares = ngettext("{n} square", "{n} squares", n).format(n=n)
    yield from say(table, _("{who} moves {far}"), who=who, far=squares)
