"""The numbers of the rulebook as data."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Final

from gridwar.content.rules_folder import read_table, rules_folder
from gridwar.engine.kit import Amount, AtLeastOne, Number, Record
from gridwar.systems.drive.core.shield_aura_gravity import Shield

SYSTEM_ID: Final = "drive"


class ArmourNumbers(Record):
    """What passes inside the armour range."""

    inside_percent: Amount


class ReductionNumbers(Record):
    """What holding back takes off, and the Hindrance it costs."""

    melee_percents: tuple[Amount, ...]
    melee_hindrance: Number
    ranged_percent: Amount
    ranged_hindrance: Number


class CriticalNumbers(Record):
    """By how much a defence fails for a critical hit, and the drive this buys."""

    margin: Amount
    drive: Amount
    precise_drive: Amount


class AreaNumbers(Record):
    """Thresholds and shares of deliberate areas and of overeffect."""

    deliberate_from: Amount
    overeffect_from: Amount
    impact_percent: Amount
    area_percent: Amount


class ZoneNumbers(Record):
    """What a bubble pays for a zone attack, as a multiple of its damage."""

    cluster_times: AtLeastOne
    point_times: AtLeastOne


class GravityNumbers(Record):
    """Flying resistance, and how silencings add up."""

    percent_a_flying_spd: Number
    silencing_share: str

    @property
    def rest_share(self) -> Fraction:
        """The share of all silencings but the greatest that is added to it."""
        return Fraction(self.silencing_share)


class AuraNumbers(Record):
    """In what steps an aura is spent."""

    step: AtLeastOne


class AfterNumbers(Record):
    """What degrees of energy do besides."""

    fatigue_a_degree: Amount
    deaf_turns: Amount
    stun_degrees: Amount
    degrees_a_fever_hindrance: AtLeastOne


class Constants(Record):
    """``constants.toml``."""

    armour: ArmourNumbers
    reduction: ReductionNumbers
    critical: CriticalNumbers
    area: AreaNumbers
    zone: ZoneNumbers
    gravity: GravityNumbers
    aura: AuraNumbers
    after: AfterNumbers


class ShieldTable(Record):
    """``shields.toml``: shields that can be given to somebody in play."""

    shields: tuple[Shield, ...]


@lru_cache(maxsize=1)
def shields_to_give() -> tuple[Shield, ...]:
    """Return the shields that can be given to somebody."""
    return read_table(rules_folder(SYSTEM_ID), "shields.toml", ShieldTable).shields


@lru_cache(maxsize=1)
def constants() -> Constants:
    """Return the numbers of the rulebook."""
    return read_table(rules_folder(SYSTEM_ID), "constants.toml", Constants)
