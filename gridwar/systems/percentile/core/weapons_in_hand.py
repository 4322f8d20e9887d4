"""The weapons that a combatant has: by id, in hand, and offered for an attack each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict

from gridwar.engine.kit import Combatant, Encounter, Variant
from gridwar.systems.percentile.core.fight_state import sheet_of
from gridwar.systems.percentile.core.weapons import BARE_HANDS, UNARMED, PercentileWeapon

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def weapon_of(one: Combatant, weapon_id: str) -> PercentileWeapon | None:
    """Return a weapon by id; bare hands are always there unless an entry takes their place.

    Rules: PC-UNA-01, PC-UNA-04
    """
    own = next((weapon for weapon in sheet_of(one).weapons if weapon.id == weapon_id), None)
    return BARE_HANDS if own is None and weapon_id == UNARMED else own


def weapons_in_hand(one: Combatant) -> tuple[PercentileWeapon, ...]:
    """Return what somebody can attack with, bare hands last.

    Rules: PC-UNA-01
    """
    own = tuple(weapon for weapon in sheet_of(one).weapons if weapon.equipped)
    return own if any(weapon.id == UNARMED for weapon in own) else (*own, BARE_HANDS)


def armed_with(one: Combatant) -> tuple[PercentileWeapon, ...]:
    """Return what a Multiple Attack of somebody may be made with: all in hand but bare hands.

    Rules: PC-ACT-07
    """
    return tuple(weapon for weapon in weapons_in_hand(one) if weapon.id != UNARMED)


def each_weapon(
    suits: Callable[[PercentileWeapon], bool],
) -> Callable[[Encounter, str], Iterator[Variant]]:
    """Return what offers an attack with each weapon in hand that suits it."""

    def variants(encounter: Encounter, who: str) -> Iterator[Variant]:
        found = (weapon for weapon in weapons_in_hand(encounter[who]) if suits(weapon))
        for weapon in found:
            yield Variant(
                weapon.id,
                frozendict(weapon=weapon.id),
                frozendict(weapon=weapon.title),
                icon="hand-fist" if weapon.unarmed else "sword" if weapon.is_melee else "crosshair",
                weapon=weapon.id,
            )

    return variants
