"""The figures of an attack as a sheet shows them: what it is built of, and what armour takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import StageFigure
from gridwar.systems.cepheus.attacks.firing_modes import extra_of
from gridwar.systems.cepheus.attacks.weapon_damage import hit_with
from gridwar.systems.cepheus.core.fight_state import sheet_of, switches_of
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter
    from gridwar.systems.cepheus.attacks.attack_records import Shot
    from gridwar.systems.cepheus.core.weapon_records import Weapon


def built_figures(encounter: Encounter, shot: Shot, weapon: Weapon) -> tuple[StageFigure, ...]:
    """Return the dice of a shot with all that is fixed about them; none where it does no damage.

    Rules: CE-DMG-01, CE-FIR-02
    """
    hit = hit_with(weapon, shot.target or "", shot.actor, 0)
    extra = extra_of(weapon, shot, switches_of(encounter))
    if not hit.does_damage:
        return ()
    flat = hit.bonus + extra.points
    dice = hit.dice + extra.dice
    value = "".join(filter(None, (f"{dice}D6" if dice else "", f"{flat:+d}" if flat else "")))
    words = _("{weapon}, Effect added") if hit.adds_effect else _("{weapon}")
    return (StageFigure(value, words.format(weapon=hit.weapon), "CE-DMG-01"),)


def arriving_figures(encounter: Encounter, shot: Shot, weapon: Weapon) -> tuple[StageFigure, ...]:
    """Return what is built, and what the armour of the target takes off it.

    Rules: CE-DMG-01, CE-DMG-03
    """
    built = built_figures(encounter, shot, weapon)
    if not built or shot.target is None or shot.target not in encounter:
        return ()
    armor = sheet_of(encounter[shot.target]).armor
    taken = f"\u2212{armor}" if armor else "0"
    return (
        StageFigure(built[0].value, _("built"), "CE-DMG-01"),
        StageFigure(taken, _("armour"), "CE-DMG-03"),
    )
