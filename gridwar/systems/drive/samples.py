"""Combatants to begin with, read from the rulebook's tables; people and weapons are our own."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from gridwar.content.folder import read_table, read_together, rules_folder
from gridwar.engine.kit import Combatant, Record
from gridwar.errors import ContentError
from gridwar.model.geometry import Size
from gridwar.systems.drive.core.gear import Weapon
from gridwar.systems.drive.core.sheet import DriveSheet
from gridwar.systems.drive.core.tables import SYSTEM_ID
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.content.folder import RulesFolder


class WeaponTable(Record):
    """``weapons.toml``: weapons, shots, grenades, zone weapons."""

    weapons: tuple[Weapon, ...]


class SamplePerson(Record):
    """One combatant of ``combatants.toml``; weapons by their ids, squares a side."""

    id: str
    name: str
    side: str = "1"
    squares: int = 1
    weapons: tuple[str, ...] = ()
    sheet: DriveSheet = DriveSheet()


class PersonTable(Record):
    """``combatants.toml``: people and things."""

    people: tuple[SamplePerson, ...]


@lru_cache(maxsize=1)
def samples() -> tuple[Combatant, ...]:
    """Return combatants to put on the board.

    Raises:
        ContentError: One of them carries what ``weapons.toml`` does not have.
    """
    return read_together(rules_folder(SYSTEM_ID), ("combatants.toml", "weapons.toml"), _people)


def _people(folder: RulesFolder) -> tuple[Combatant, ...]:
    weapons = {one.id: one for one in read_table(folder, "weapons.toml", WeaponTable).weapons}
    table = read_table(folder, "combatants.toml", PersonTable)
    return tuple(_person(one, weapons) for one in table.people)


def _person(sample: SamplePerson, weapons: Mapping[str, Weapon]) -> Combatant:
    missing = [one for one in sample.weapons if one not in weapons]
    if missing:
        text = _("combatants.toml: {id}: weapons.toml has no {what}")
        raise ContentError(text.format(id=sample.id, what=missing[0]))
    sheet = sample.sheet.replace(weapons=tuple(weapons[one] for one in sample.weapons))
    return Combatant(
        id=sample.id,
        name=_(sample.name),
        side=sample.side,
        size=Size(sample.squares, sample.squares),
        sheet=sheet,
    )
