"""Combatants to begin with, read from the rulebook's tables; people and weapons are our own."""

from __future__ import annotations

from functools import lru_cache

from gridwar.engine.kit import Combatant, PersonTable, SamplePerson, WeaponTable, read_people
from gridwar.systems.arrgs.core.sheet import ArrgsSheet
from gridwar.systems.arrgs.core.tables import SYSTEM_ID
from gridwar.systems.arrgs.core.weapon_and_item_records import Weapon


class Person(SamplePerson):
    """One combatant of ``combatants.toml``."""

    sheet: ArrgsSheet = ArrgsSheet()


@lru_cache(maxsize=1)
def samples() -> tuple[Combatant, ...]:
    """Return combatants to put on the board, rested and with full pools."""
    return read_people(SYSTEM_ID, PersonTable[Person], WeaponTable[Weapon], lambda _folder: _sheet)


def _sheet(one: Person, weapons: tuple[Weapon, ...]) -> ArrgsSheet:
    sheet = one.sheet
    return sheet.replace(
        weapons=weapons,
        current_vitality=sheet.total_vitality,
        ap=sheet.ap_max,
        aap=sheet.aap_max,
    )
