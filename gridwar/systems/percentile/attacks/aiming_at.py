"""Whom an attack could be made on now, with what it would need written at the tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict
from msgspec.structs import replace

from gridwar.engine.kit import Candidates, Variant, reason_against
from gridwar.systems.percentile.attacks.legality import may_attack
from gridwar.systems.percentile.attacks.sums import target_number
from gridwar.systems.percentile.core.scores import weapons_in_hand
from gridwar.systems.percentile.core.state import sheet_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridwar.engine.kit import Encounter
    from gridwar.systems.percentile.attacks.attack_records import AttackOrder
    from gridwar.systems.percentile.core.weapons import PercentileWeapon


def candidates_of(encounter: Encounter, order: AttackOrder) -> Candidates:
    """Return the foes that an order could be aimed at, each with its target number.

    Rules: PC-ACT-01, PC-ATK-01, PC-ATK-02
    """
    words = {}
    for foe in foes_of(encounter, order.attacker):
        aimed = replace(order, target=foe)
        if could_attack(encounter, aimed):
            words[foe] = str(target_number(encounter, aimed))
    return Candidates(frozenset(words), words=frozendict(words))


def could_attack(encounter: Encounter, order: AttackOrder) -> bool:
    """Tell whether nothing stands against an attack but its price."""
    return reason_against(encounter, lambda table: may_attack(table, order)) is None


def foes_of(encounter: Encounter, who: str) -> tuple[str, ...]:
    """Return somebody's foes on the map who are not dead, in the order they joined."""
    side = encounter[who].side
    return tuple(
        one.id
        for one in encounter.everyone()
        if one.id != who
        and one.pos is not None
        and not sheet_of(one).dead
        and encounter.are_foes(one.side, side)
    )


def each_weapon(
    suits: Callable[[PercentileWeapon], bool], shortcut: str = ""
) -> Callable[[Encounter, str], Iterator[Variant]]:
    """Return what offers an attack with each weapon in hand that suits it.

    Args:
        suits: Tells whether the action can be made with a weapon.
        shortcut: The letter of the first.
    """

    def variants(encounter: Encounter, who: str) -> Iterator[Variant]:
        found = (weapon for weapon in weapons_in_hand(encounter[who]) if suits(weapon))
        for number, weapon in enumerate(found):
            yield Variant(
                weapon.id,
                frozendict(weapon=weapon.id),
                frozendict(weapon=weapon.title),
                icon="hand-fist" if weapon.unarmed else "sword" if weapon.is_melee else "crosshair",
                shortcut=shortcut if shortcut and not number else None,
                weapon=weapon.id,
            )

    return variants
