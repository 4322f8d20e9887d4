"""Samples to put on the board and change: people, weapons, armour, vehicles, robots, drones."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING

from frozendict import frozendict
from pydantic import Field

from gridwar.content.rules_folder import read_table, read_together, rules_folder
from gridwar.engine.kit import PersonTable, SamplePerson, WeaponTable, read_people, read_weapons
from gridwar.errors import ContentError
from gridwar.model.bounds import Amount, Metres, Number
from gridwar.model.combatant import Combatant, TokenSize
from gridwar.model.geometry import Size
from gridwar.model.record import FrozenMap, Record
from gridwar.model.silhouettes import drawn
from gridwar.systems.cepheus.core.machine_records import Machine
from gridwar.systems.cepheus.core.modifier_tables import ARMOR, SYSTEM_ID, ArmorTable
from gridwar.systems.cepheus.core.person_records import Fearless, Sensor, Signs, Team
from gridwar.systems.cepheus.core.sheet import CepheusSheet, Scores
from gridwar.systems.cepheus.core.weapon_records import Weapon
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.content.rules_folder import RulesFolder
    from gridwar.engine.kit import MakeSheet


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


# --- machines -------------------------------------------------------------------------------------


class SampleMachine(Record):
    """One machine of ``machines.toml``."""

    id: str
    name: str
    side: str = "1"
    silhouette: str = ""
    size: TokenSize = Size(1, 1)
    armor: Amount = 0
    speed_m: Metres = 6.0
    chars: Scores = Scores.constant()
    skills: FrozenMap[str, Number] = frozendict()
    machine: Machine
    weapons: tuple[Weapon, ...] = ()


class MachineTable(Record):
    """``machines.toml``."""

    machines: tuple[SampleMachine, ...]


@lru_cache(maxsize=1)
def sample_machines() -> tuple[Combatant, ...]:
    """Return the sample machines."""
    return read_together(rules_folder(SYSTEM_ID), ("machines.toml",), _machines)


def _machines(folder: RulesFolder) -> tuple[Combatant, ...]:
    table = read_table(folder, "machines.toml", MachineTable)
    return tuple(_machine(one) for one in table.machines)


@lru_cache(maxsize=1)
def mounted_samples() -> tuple[Weapon, ...]:
    """Return the weapons mounted on the samples, to be mounted on others."""
    found = {one.id: one for machine in sample_machines() for one in _weapons(machine.sheet)}
    return tuple(found.values())


def _weapons(sheet: object) -> tuple[Weapon, ...]:
    return sheet.weapons if isinstance(sheet, CepheusSheet) else ()


def _machine(sample: SampleMachine) -> Combatant:
    sheet = CepheusSheet(
        chars=sample.chars,
        chars_max=sample.chars,
        skills=sample.skills,
        armor=sample.armor,
        speed_m=sample.speed_m,
        weapons=sample.weapons,
        machine=sample.machine.replace(armor_max=sample.armor),
    )
    return Combatant(
        id=sample.id,
        name=sample.name,
        side=sample.side,
        size=sample.size,
        facing_deg=0,
        picture=drawn(sample.silhouette) if sample.silhouette else None,
        sheet=sheet,
    )
