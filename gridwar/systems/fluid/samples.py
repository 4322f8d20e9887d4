"""Sample combatants and weapons: a party of four, and a dozen opponents in two check groups."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from gridwar.content.rules_folder import rules_folder
from gridwar.engine.kit import (
    Amount,
    AtLeastOne,
    Number,
    PersonTable,
    SamplePerson,
    WeaponTable,
    read_people,
    read_weapons,
)
from gridwar.systems.fluid.core.sheet import FluidSheet, Weapon
from gridwar.systems.fluid.core.tables import SYSTEM_ID

if TYPE_CHECKING:
    from gridwar.engine.kit import Combatant


class Person(SamplePerson):
    """One person of ``combatants.toml``."""

    init_bonus: Number = 0
    int_mod: Number = 0
    speed_ft: Amount = 30
    visual_ft: Amount = 500
    hearing_ft: Amount = 100
    wounds: AtLeastOne = 10
    unproficient: tuple[str, ...] = ()
    """Of its weapons those for which it lacks the proficiency."""


@lru_cache(maxsize=1)
def sample_weapons() -> tuple[Weapon, ...]:
    """Return the sample weapons."""
    return tuple(read_weapons(rules_folder(SYSTEM_ID), WeaponTable[Weapon]).values())


@lru_cache(maxsize=1)
def samples() -> tuple[Combatant, ...]:
    """Return the sample combatants."""
    return read_people(SYSTEM_ID, PersonTable[Person], WeaponTable[Weapon], lambda _folder: _sheet)


def _sheet(one: Person, weapons: tuple[Weapon, ...]) -> FluidSheet:
    return FluidSheet(
        init_bonus=one.init_bonus,
        int_mod=one.int_mod,
        speed_ft=one.speed_ft,
        visual_ft=one.visual_ft,
        hearing_ft=one.hearing_ft,
        wounds=one.wounds,
        wounds_full=one.wounds,
        weapons=tuple(
            weapon.replace(proficient=weapon.id not in one.unproficient) for weapon in weapons
        ),
    )
