"""What an attack meets where it is made: range, cover, light, a charge, a weapon that trips."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import cover_sight, of_places, stand_at
from gridwar.engine.perception.light_of_fight import brightest_on, level_word
from gridwar.model.cover_kinds import CoverDegree
from gridwar.model.zones import Light
from gridwar.systems.arrgs.attacks.area_attack_hits import CHARGE_BONUS
from gridwar.systems.arrgs.attacks.legality import weapon_band
from gridwar.systems.arrgs.core.sheet import switches_of
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Tally
    from gridwar.engine.perception.light_of_fight import LightOn
    from gridwar.systems.arrgs.attacks.attack_kinds_and_records import Strike


def add_situation(tally: Tally, now: Encounter, strike: Strike) -> None:
    """Add what only this attack meets: range, cover, light, a charge, a weapon that trips.

    What light counts is the game master's word on the line; the book has no figure.

    Rules: AR-RNG-01, AR-MOD-10, AR-MOD-12, AR-ATK-02, AR-MNV-04, AR-MNV-20
    """
    light = _light_on(now, strike.target)
    if light is not None and light.level is not Light.BRIGHT:
        label = _("Light on the target: {level}").format(level=level_word(light.level))
        tally.line("AR-MOD-10", label, 0, source=light.reason, source_id="light")
    if strike.weapon.category != "melee":
        band = weapon_band(now, strike.who, strike.target, strike.weapon)
        tally.line("AR-RNG-01", _("Range"), band.modifier if band is not None else 0)
        worth = int(switches_of(now).cover_modifier)
        seen = cover_sight(now, strike.who, strike.target) if worth else None
        if seen is not None and seen.degree is not CoverDegree.NONE:
            tally.line("AR-ATK-02", _("Cover"), worth)
    if strike.charging:
        tally.line("AR-MNV-04", _("Charge"), CHARGE_BONUS)
    if strike.kind.key == "trip" and strike.weapon.trip_bonus:
        tally.line("AR-MNV-20", strike.weapon.title, strike.weapon.trip_bonus)


@of_places
def _light_on(encounter: Encounter, who: str) -> LightOn | None:
    """Return the best light that somebody stands in; these rules derive none from what one does."""
    there = stand_at(encounter, who)
    return None if there is None else brightest_on(encounter, there.cells)
