"""Damage of ground weapons to ships: divided by fifty."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.systems.cepheus.core.aboard import machine_of
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Tally
    from gridwar.model.encounter import Encounter

SHIP_SCALE: Final = 50


def is_starship(encounter: Encounter, who: str) -> bool:
    """Tell whether somebody is a ship.

    Rules: CE-STS-01
    """
    machine = machine_of(encounter, who)
    return machine is not None and machine.starship_scale


def scale_down(tally: Tally) -> int:
    """Divide a sum of damage by fifty, rounded down; return what it was.

    Rules: CE-STS-02
    """
    whole = max(0, tally.total)
    words = _("a fiftieth is {share:g}").format(share=whole / SHIP_SCALE)
    tally.line("CE-STS-02", _("Against a ship"), whole // SHIP_SCALE - whole, source=words)
    return whole
