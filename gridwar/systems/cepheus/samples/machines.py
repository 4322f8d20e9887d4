"""Sample vehicles, robots and drones to put on the board: ``rules/cepheus/machines.toml``."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from frozendict import frozendict

from gridwar.content.folder import read_table, read_together, rules_folder
from gridwar.model.combatant import Combatant, TokenSize
from gridwar.model.geometry import Size
from gridwar.model.numbers import Amount, Metres, Number
from gridwar.model.record import FrozenMap, Record
from gridwar.systems.cepheus.core.machine import Machine
from gridwar.systems.cepheus.core.sheet import CepheusSheet, Scores
from gridwar.systems.cepheus.core.weapons import Weapon

if TYPE_CHECKING:
    from gridwar.content.folder import RulesFolder


class SampleMachine(Record):
    """One machine of ``machines.toml``."""

    id: str
    name: str
    side: str = "1"
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
    return read_together(rules_folder("cepheus"), ("machines.toml",), _machines)


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
        sheet=sheet,
    )
