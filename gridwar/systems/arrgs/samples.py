"""Combatants to begin with, read from the rulebook's tables; people and weapons are our own."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from frozendict import frozendict

from gridwar.content.folder import read_table, read_together, rules_folder
from gridwar.errors import ContentError
from gridwar.model.combatant import Combatant
from gridwar.model.geometry import Size
from gridwar.model.record import Record
from gridwar.systems.arrgs.core.sheet import ArrgsSheet, Weapon
from gridwar.systems.arrgs.core.tables import SYSTEM_ID
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.content.folder import RulesFolder


class WeaponTable(Record):
    """``weapons.toml``: weapons and spells."""

    weapons: tuple[Weapon, ...]


class SamplePerson(Record):
    """One combatant of ``combatants.toml``; weapons by their ids, squares a side."""

    id: str
    name: str
    side: str = "1"
    squares: int = 1
    facing_deg: int | None = None
    weapons: tuple[str, ...] = ()
    sheet: ArrgsSheet = ArrgsSheet()


class PersonTable(Record):
    """``combatants.toml``."""

    people: tuple[SamplePerson, ...]


@lru_cache(maxsize=1)
def sample_weapons() -> Mapping[str, Weapon]:
    """Return the sample weapons and spells by id."""
    return _weapons(rules_folder(SYSTEM_ID))


def _weapons(folder: RulesFolder) -> Mapping[str, Weapon]:
    table = read_table(folder, "weapons.toml", WeaponTable)
    return frozendict({one.id: one for one in table.weapons})


@lru_cache(maxsize=1)
def samples() -> tuple[Combatant, ...]:
    """Return combatants to put on the board, rested and with full pools.

    Raises:
        ContentError: One of them carries what ``weapons.toml`` does not have.
    """
    return read_together(rules_folder(SYSTEM_ID), ("combatants.toml", "weapons.toml"), _people)


def _people(folder: RulesFolder) -> tuple[Combatant, ...]:
    table, weapons = read_table(folder, "combatants.toml", PersonTable), _weapons(folder)
    return tuple(_person(one, weapons) for one in table.people)


def _person(sample: SamplePerson, weapons: Mapping[str, Weapon]) -> Combatant:
    missing = [one for one in sample.weapons if one not in weapons]
    if missing:
        text = _("combatants.toml: {id}: weapons.toml has no {what}")
        raise ContentError(text.format(id=sample.id, what=missing[0]))
    sheet = sample.sheet.replace(
        weapons=tuple(weapons[one] for one in sample.weapons),
        current_vitality=sample.sheet.total_vitality,
        ap=sample.sheet.ap_max,
        aap=sample.sheet.aap_max,
    )
    return Combatant(
        id=sample.id,
        name=_(sample.name),
        side=sample.side,
        size=Size(sample.squares, sample.squares),
        facing_deg=sample.facing_deg,
        sheet=sheet,
    )
