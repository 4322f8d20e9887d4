"""Figures that stand in the text of the rules: ``rules/cepheus/modifiers.toml`` and ``cover.toml``.

Tables of a chapter of its own (bands, bursts, conditions, hit locations) are read there.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from pydantic import Field

from gridwar.content.folder import read_table, rules_folder
from gridwar.content.house_versions import EveryRow
from gridwar.model.cover import CoverDegree
from gridwar.model.record import FrozenMap, Record
from gridwar.systems.cepheus.core.places import SYSTEM_ID
from gridwar.systems.cepheus.core.weapons import BlastZone


class Reaction(Record):
    """What a reaction costs, and what dodging is worth."""

    initiative: int
    checks: int
    dodge: int
    dodge_in_cover: int


class Haste(Record):
    """What haste gives and costs."""

    initiative: int
    checks: int


class Burden(Record):
    """What weighs on all checks."""

    fatigued: int
    rest_hours: int = Field(ge=0)
    suppressed: int


class AimFigures(Record):
    """What aiming for the kill, a laser sight and a program are worth."""

    kill_damage: int
    most_kill_damage: int
    laser_sight: int
    intelligent: int


class TargetFigures(Record):
    """What a target's movement and stance are worth."""

    metres_a_step: int = Field(gt=0)
    prone_personal: int
    prone_ranged: int


class Fire(Record):
    """Ways of firing and what they take."""

    panic: int
    suppression: int
    suppression_rounds: int = Field(ge=1)
    area_burst: int = Field(ge=1)
    extreme: int
    extreme_level: int
    recoil: int


class IntoCombat(Record):
    """Firing at somebody who has another at their side."""

    dm: int
    stray_from: int


class Ship(Record):
    """Weapons of the ground against ships."""

    to_hit: int
    divided_by: int = Field(ge=1)


class Treatment(Record):
    """First aid, surgery and care."""

    first_aid_twice_rounds: int
    first_aid_rounds: int
    first_aid_on_oneself: int
    surgery_on_oneself: int
    care: int


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

    dm: Annotated[FrozenMap[CoverDegree, int], EveryRow()]
    low: FrozenMap[CoverDegree, int]


@lru_cache(maxsize=1)
def modifiers() -> Modifiers:
    """Return the figures of the rules' text."""
    return read_table(rules_folder(SYSTEM_ID), "modifiers.toml", Modifiers)


@lru_cache(maxsize=1)
def cover_table() -> CoverTable:
    """Return the table of cover."""
    return read_table(rules_folder(SYSTEM_ID), "cover.toml", CoverTable)
