"""Sample combatants and weapons, read from the rulebook's tables; people and ships are our own."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from frozendict import frozendict

from gridwar.content.rules_folder import rules_folder
from gridwar.engine.kit import PersonTable, SamplePerson, WeaponTable, read_people, read_weapons
from gridwar.systems.percentile.core.action_and_evasion_tables import SYSTEM_ID
from gridwar.systems.percentile.core.sheet import PercentileSheet
from gridwar.systems.percentile.core.weapons import BARE_HANDS, PercentileWeapon

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit import Combatant, Record


class Person(SamplePerson):
    """One combatant of ``combatants.toml``."""

    sheet: PercentileSheet = PercentileSheet.constant()


def templates() -> Mapping[str, tuple[Record, ...]]:
    """Return what the list of weapons can be filled from; bare hands to be changed by a trait.

    Rules: PC-UNA-04
    """
    weapons = read_weapons(rules_folder(SYSTEM_ID), WeaponTable[PercentileWeapon])
    return frozendict(weapons=(*weapons.values(), BARE_HANDS))


@lru_cache(maxsize=1)
def samples() -> tuple[Combatant, ...]:
    """Return combatants to put on the board, unhurt."""
    return read_people(
        SYSTEM_ID, PersonTable[Person], WeaponTable[PercentileWeapon], lambda _folder: _sheet
    )


def _sheet(one: Person, weapons: tuple[PercentileWeapon, ...]) -> PercentileSheet:
    return one.sheet.replace(weapons=weapons)
