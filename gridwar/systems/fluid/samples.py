"""Sample combatants and weapons: a party of four, and a dozen opponents in two check groups."""

from __future__ import annotations

from functools import lru_cache

from gridwar.content.folder import read_table, read_together, rules_folder
from gridwar.engine.kit import Combatant, Record
from gridwar.errors import ContentError
from gridwar.systems.fluid.sheet import FluidSheet, Weapon
from gridwar.systems.fluid.tables import SYSTEM_ID
from gridwar.text import _

NAMES = ("combatants.toml", "weapons.toml")


class WeaponTable(Record):
    """``weapons.toml``."""

    weapons: tuple[Weapon, ...]


class SamplePerson(Record):
    """One person of ``combatants.toml``; weapons by their ids."""

    id: str
    name: str
    side: str = "1"
    group: str = ""
    init_bonus: int = 0
    int_mod: int = 0
    speed_ft: int = 30
    visual_ft: int = 500
    hearing_ft: int = 100
    wounds: int = 10
    weapons: tuple[str, ...] = ()
    unproficient: tuple[str, ...] = ()
    """Of its weapons those for which it lacks the proficiency."""


class PersonTable(Record):
    """``combatants.toml``."""

    people: tuple[SamplePerson, ...]


@lru_cache(maxsize=1)
def sample_weapons() -> tuple[Weapon, ...]:
    """Return the sample weapons."""
    return read_table(rules_folder(SYSTEM_ID), "weapons.toml", WeaponTable).weapons


@lru_cache(maxsize=1)
def samples() -> tuple[Combatant, ...]:
    """Return the sample combatants."""
    return read_together(
        rules_folder(SYSTEM_ID),
        NAMES,
        lambda folder: tuple(
            _person(one, read_table(folder, "weapons.toml", WeaponTable).weapons)
            for one in read_table(folder, "combatants.toml", PersonTable).people
        ),
    )


def _person(one: SamplePerson, weapons: tuple[Weapon, ...]) -> Combatant:
    known = {weapon.id: weapon for weapon in weapons}
    missing = [weapon for weapon in one.weapons if weapon not in known]
    if missing:
        text = _("combatants.toml: {who}: there is no weapon {weapon} in weapons.toml")
        raise ContentError(text.format(who=one.id, weapon=missing[0]))
    sheet = FluidSheet(
        init_bonus=one.init_bonus,
        int_mod=one.int_mod,
        speed_ft=one.speed_ft,
        visual_ft=one.visual_ft,
        hearing_ft=one.hearing_ft,
        wounds=one.wounds,
        wounds_full=one.wounds,
        weapons=tuple(
            known[weapon].replace(proficient=weapon not in one.unproficient)
            for weapon in one.weapons
        ),
    )
    return Combatant(id=one.id, name=one.name, side=one.side, group=one.group, sheet=sheet)
