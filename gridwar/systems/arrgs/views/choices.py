"""What a manoeuvre takes in on the map before it is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Aimed
from gridwar.systems.arrgs.attacks.charging import Charge, path_of
from gridwar.systems.arrgs.attacks.replacing import (
    MOST_SHOWN,
    Reposition,
)
from gridwar.systems.arrgs.core.sheet import sheet_of
from gridwar.systems.arrgs.manoeuvres.helping import ChangeReach
from gridwar.systems.arrgs.movement.pushing import STEPS, line_of
from gridwar.systems.arrgs.positions.distances import threatened_cells
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter


def aimed_by(encounter: Encounter, command: Command) -> Aimed | None:
    """Return what a manoeuvre takes in: the run of a Charge, the way of a push, a ring.

    Rules: AR-MNV-03, AR-MNV-04, AR-MNV-16
    """
    who = command.actor
    if who is None or who not in encounter:
        return None
    if isinstance(command, Charge) and command.target in encounter:
        cells = frozenset(path_of(encounter, command))
        return Aimed(_("the run"), cells=cells, rule_id="AR-MNV-04") if cells else None
    if isinstance(command, Reposition) and command.target in encounter:
        wanted = (command.direction,) if command.direction else tuple(STEPS)
        lines = (line_of(encounter, command.target, one, MOST_SHOWN) for one in wanted)
        cells = frozenset(cell for line in lines for cell in line.cells)
        return Aimed(_("where to"), cells=cells, rule_id="AR-MNV-16") if cells else None
    if isinstance(command, ChangeReach):
        return _ring(encounter, who, command.shift_by or 0)
    return None


def _ring(encounter: Encounter, who: str, by: int) -> Aimed:
    one = encounter[who]
    sheet = sheet_of(one)
    shifted = one.replace(sheet=sheet.replace(reach_shift=sheet.reach_shift + by))
    cells = threatened_cells(encounter.with_combatant(shifted), who)
    return Aimed(_("threat range"), cells=cells, rule_id="AR-MNV-03")
