"""What an attack is called: at whom or what it goes, with what, and what its dice have to show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.model.geometry import cell_name
from gridwar.systems.cepheus.attacks.firing import SUPPRESSION
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter
    from gridwar.systems.cepheus.attacks.attack_values import Shot


def attack_words(encounter: Encounter, shot: Shot, weapon: str) -> str:
    """Return in words what an attack is: at whom or at which square, with what."""
    aim = encounter.combatants.get(shot.target or "")
    words = _("Suppressing fire with {weapon}") if shot.mode == SUPPRESSION else ""
    if aim is None:
        return (words or _("Attack with {weapon}")).format(weapon=weapon)
    words = _("Suppressing fire at {target} with {weapon}") if words else ""
    words = words or _("Attack on {target} with {weapon}")
    return words.format(target=aim.name, weapon=weapon)


def needed_words(least: int) -> str:
    """Return in words what 2D6 have to show."""
    if least <= 2:  # noqa: PLR2004 the least that two dice show
        return _("Hits with any 2D6")
    if least > 12:  # noqa: PLR2004 the most that two dice show
        return _("No 2D6 can hit")
    return _("Hits on {n} or more with 2D6").format(n=least)


def aim_words(shot: Shot) -> str:
    """Return the target's id, or the square in words."""
    if shot.target is not None:
        return shot.target
    return _("the square {place}").format(place=cell_name(*shot.square)) if shot.square else ""
