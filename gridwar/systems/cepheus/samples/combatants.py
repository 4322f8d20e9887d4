"""Sample weapons, armour and people: data to put on the board and change."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING

from frozendict import frozendict
from pydantic import Field

from gridwar.content.folder import read_table, rules_folder
from gridwar.engine.kit import PersonTable, SamplePerson, WeaponTable, read_people, read_weapons
from gridwar.errors import ContentError
from gridwar.model.numbers import Amount, Number
from gridwar.model.record import FrozenMap, Record
from gridwar.systems.cepheus.core.equipment import Fearless, Sensor, Signs, Team
from gridwar.systems.cepheus.core.places import SYSTEM_ID
from gridwar.systems.cepheus.core.sheet import CepheusSheet, Scores
from gridwar.systems.cepheus.core.weapons import Weapon
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.content.folder import RulesFolder
    from gridwar.engine.kit import Combatant, MakeSheet


ARMOR = "armor.toml"


class ArmorTable(Record):
    """``armor.toml``: points by name."""

    armor: FrozenMap[str, Amount]


class Person(SamplePerson):
    """One person of ``combatants.toml``; armour by its id as weapons are."""

    chars: Scores = Scores.constant()
    skills: FrozenMap[str, Number] = frozendict()
    armor: str = ""
    in_hand: tuple[str, ...] = Field(default=(), description="Weapons that need no drawing.")
    team: Team = Team.constant()
    sensors: tuple[Sensor, ...] = ()
    signs: Signs = Signs.constant()
    fearless: Fearless = ""


@lru_cache(maxsize=1)
def sample_weapons() -> Mapping[str, Weapon]:
    """Return the sample weapons by id, loaded and not in hand."""
    return read_weapons(rules_folder(SYSTEM_ID), WeaponTable[Weapon])


@lru_cache(maxsize=1)
def weapons_at_hand() -> tuple[Weapon, ...]:
    """Return the sample weapons in hand: what the GM gives to somebody is there to be used."""
    return tuple(_carried(one, in_hand=True) for one in sample_weapons().values())


@lru_cache(maxsize=1)
def sample_people() -> tuple[Combatant, ...]:
    """Return the sample people.

    Raises:
        ContentError: One of them carries what the other tables do not have.
    """
    return read_people(SYSTEM_ID, PersonTable[Person], WeaponTable[Weapon], _with_armor, (ARMOR,))


def _with_armor(folder: RulesFolder) -> MakeSheet[Person, Weapon]:
    return partial(_sheet, read_table(folder, ARMOR, ArmorTable).armor)


def _sheet(armor: Mapping[str, int], sample: Person, weapons: tuple[Weapon, ...]) -> CepheusSheet:
    if sample.armor and sample.armor not in armor:
        text = _("combatants.toml: {id}: armor.toml has no {what}")
        raise ContentError(text.format(id=sample.id, what=sample.armor))
    return CepheusSheet(
        chars=sample.chars,
        chars_max=sample.chars,
        skills=sample.skills,
        armor=armor.get(sample.armor, 0),
        weapons=tuple(_carried(one, in_hand=one.id in sample.in_hand) for one in weapons),
        team=sample.team,
        sensors=sample.sensors,
        signs=sample.signs,
        fearless=sample.fearless,
    )


def _carried(weapon: Weapon, *, in_hand: bool) -> Weapon:
    ready = in_hand or weapon.draw_minor == 0
    return Weapon.model_validate({**dict(weapon), "ready": ready})
