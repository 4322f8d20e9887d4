"""Combatants to begin with, read from the rulebook's tables; people and weapons are our own."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from gridwar.engine.kit import PersonTable, SamplePerson, WeaponTable, read_people
from gridwar.systems.drive.core.sheet import DriveSheet
from gridwar.systems.drive.core.tables import SYSTEM_ID
from gridwar.systems.drive.core.weapons_armour_resistances import Weapon

if TYPE_CHECKING:
    from gridwar.engine.kit import Combatant


class Person(SamplePerson):
    """One combatant of ``combatants.toml``."""

    sheet: DriveSheet = DriveSheet()


@lru_cache(maxsize=1)
def samples() -> tuple[Combatant, ...]:
    """Return combatants to put on the board."""
    return read_people(SYSTEM_ID, PersonTable[Person], WeaponTable[Weapon], lambda _folder: _sheet)


def _sheet(one: Person, weapons: tuple[Weapon, ...]) -> DriveSheet:
    return one.sheet.replace(weapons=weapons)
