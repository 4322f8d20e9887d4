"""Figures that stand in the text of the rules: ``rules/cepheus/modifiers.toml``, cover, armour.

Tables of a chapter of its own (bands, bursts, conditions, hit locations) are read there.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Final

from pydantic import Field

from gridwar.content.house_versions import EveryRow
from gridwar.content.rules_folder import read_table, rules_folder
from gridwar.model.bounds import Amount, AtLeastOne, Number
from gridwar.model.cover_kinds import CoverDegree
from gridwar.model.record import FrozenMap, Record
from gridwar.systems.cepheus.core.weapon_records import BlastZone

if TYPE_CHECKING:
    from collections.abc import Mapping

SYSTEM_ID: Final = "cepheus"
ARMOR: Final = "armor.toml"


class Reaction(Record):
    """What a reaction costs, and what dodging is worth."""

    initiative: Number
    checks: Number
    dodge: Number
    dodge_in_cover: Number


class Haste(Record):
    """What haste gives and costs."""

    initiative: Number
    checks: Number


class Burden(Record):
    """What weighs on all checks."""

    fatigued: Number
    rest_hours: Amount
    suppressed: Number


class AimFigures(Record):
    """What aiming for the kill, a laser sight and a program are worth."""

    kill_damage: Number
    most_kill_damage: Number
    laser_sight: Number
    intelligent: Number


class TargetFigures(Record):
    """What a target's movement and stance are worth."""

    metres_a_step: AtLeastOne
    prone_personal: Number
    prone_ranged: Number


class Fire(Record):
    """Ways of firing and what they take."""

    panic: Number
    suppression: Number
    suppression_rounds: AtLeastOne
    area_burst: AtLeastOne
    extreme: Number
    extreme_level: Amount
    recoil: Number


class IntoCombat(Record):
    """Firing at somebody who has another at their side."""

    dm: Number
    stray_from: Amount


class Ship(Record):
    """Weapons of the ground against ships."""

    to_hit: Number
    divided_by: AtLeastOne


class Treatment(Record):
    """First aid, surgery and care."""

    first_aid_twice_rounds: Amount
    first_aid_rounds: Amount
    first_aid_on_oneself: Number
    surgery_on_oneself: Number
    care: Number


class Modifiers(Record):
    """``modifiers.toml``."""

    reaction: Reaction
    haste: Haste
    burden: Burden
    aim: AimFigures
    target: TargetFigures
    fire: Fire
    into_combat: IntoCombat
    ship: Ship
    treatment: Treatment
    explosion: tuple[BlastZone, ...] = Field(min_length=1)


class CoverTable(Record):
    """``cover.toml``."""

    dm: Annotated[FrozenMap[CoverDegree, Number], EveryRow()]
    low: FrozenMap[CoverDegree, Number]


class ArmorTable(Record):
    """``armor.toml``: points by name."""

    armor: FrozenMap[str, Amount]


@lru_cache(maxsize=1)
def armour_points() -> Mapping[str, int]:
    """Return the points that some kinds of armour take off."""
    return read_table(rules_folder(SYSTEM_ID), ARMOR, ArmorTable).armor


@lru_cache(maxsize=1)
def modifiers() -> Modifiers:
    """Return the figures of the rules' text."""
    return read_table(rules_folder(SYSTEM_ID), "modifiers.toml", Modifiers)


@lru_cache(maxsize=1)
def cover_table() -> CoverTable:
    """Return the table of cover."""
    return read_table(rules_folder(SYSTEM_ID), "cover.toml", CoverTable)
