"""Sample weapons, armour and people: data to put on the board and change."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from frozendict import frozendict
from pydantic import Field

from gridwar.content.folder import read_table, read_together, rules_folder
from gridwar.errors import ContentError
from gridwar.model.combatant import Combatant
from gridwar.model.record import FrozenMap, Record
from gridwar.systems.cepheus.core.equipment import Fearless, Sensor, Signs, Team
from gridwar.systems.cepheus.core.places import SYSTEM_ID
from gridwar.systems.cepheus.core.sheet import CepheusSheet, Scores
from gridwar.systems.cepheus.core.weapons import Weapon
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.content.folder import RulesFolder


class WeaponTable(Record):
    """``weapons.toml``."""

    weapons: tuple[Weapon, ...]


class ArmorTable(Record):
    """``armor.toml``: points by name."""

    armor: FrozenMap[str, int]


class SamplePerson(Record):
    """One person of ``combatants.toml``; weapons and armour by their ids."""

    id: str
    name: str
    side: str = "1"
    chars: Scores = Scores.constant()
    skills: FrozenMap[str, int] = frozendict()
    armor: str = ""
    weapons: tuple[str, ...] = ()
    in_hand: tuple[str, ...] = Field(default=(), description="Weapons that need no drawing.")
    team: Team = Team.constant()
    sensors: tuple[Sensor, ...] = ()
    signs: Signs = Signs.constant()
    fearless: Fearless = ""


class PersonTable(Record):
    """``combatants.toml``."""

    people: tuple[SamplePerson, ...]


@lru_cache(maxsize=1)
def sample_weapons() -> Mapping[str, Weapon]:
    """Return the sample weapons by id, loaded and not in hand."""
    return _weapons(rules_folder(SYSTEM_ID))


def _weapons(folder: RulesFolder) -> Mapping[str, Weapon]:
    table = read_table(folder, "weapons.toml", WeaponTable)
    return frozendict({one.id: one for one in table.weapons})


@lru_cache(maxsize=1)
def weapons_at_hand() -> tuple[Weapon, ...]:
    """Return the sample weapons in hand: what the GM gives to somebody is there to be used."""
    return tuple(_carried(one, in_hand=True) for one in sample_weapons().values())


@lru_cache(maxsize=1)
def sample_armor() -> Mapping[str, int]:
    """Return the points of the sample armour by id."""
    return read_table(rules_folder(SYSTEM_ID), "armor.toml", ArmorTable).armor


@lru_cache(maxsize=1)
def sample_people() -> tuple[Combatant, ...]:
    """Return the sample people.

    Raises:
        ContentError: One of them carries what the other tables do not have.
    """
    names = ("combatants.toml", "weapons.toml", "armor.toml")
    return read_together(rules_folder(SYSTEM_ID), names, _people)


def _people(folder: RulesFolder) -> tuple[Combatant, ...]:
    table = read_table(folder, "combatants.toml", PersonTable)
    weapons, armor = _weapons(folder), read_table(folder, "armor.toml", ArmorTable).armor
    return tuple(_person(one, weapons, armor) for one in table.people)


def _person(
    sample: SamplePerson, weapons: Mapping[str, Weapon], armor: Mapping[str, int]
) -> Combatant:
    missing = [one for one in sample.weapons if one not in weapons]
    missing += [sample.armor] if sample.armor and sample.armor not in armor else []
    if missing:
        text = _("combatants.toml: {id}: weapons.toml and armor.toml have no {what}")
        raise ContentError(text.format(id=sample.id, what=missing[0]))
    carried = tuple(_carried(weapons[one], in_hand=one in sample.in_hand) for one in sample.weapons)
    sheet = CepheusSheet(
        chars=sample.chars,
        chars_max=sample.chars,
        skills=sample.skills,
        armor=armor.get(sample.armor, 0),
        weapons=carried,
        team=sample.team,
        sensors=sample.sensors,
        signs=sample.signs,
        fearless=sample.fearless,
    )
    return Combatant(id=sample.id, name=sample.name, side=sample.side, sheet=sheet)


def _carried(weapon: Weapon, *, in_hand: bool) -> Weapon:
    ready = in_hand or weapon.draw_minor == 0
    return Weapon.model_validate({**dict(weapon), "ready": ready})
