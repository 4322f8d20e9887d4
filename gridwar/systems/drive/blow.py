"""One attack on its way through the stages: its elements and what has become of them so far.

Owns values only. A blow is what the stages hand on to one another, small and hashable, so that
equal blows merge in the odds.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import Literal, TypeAlias

from msgspec import Struct

from gridwar.systems.drive.sheet import ENERGY

Amount: TypeAlias = int | Fraction
"""Damage or drive: whole, or exact fractions where house rules round once at the end."""

Outcome = Literal["open", "stopped", "evaded", "hit", "critical"]
Critical = Literal["ask", "drive", "injury_type"]


class Manner(Struct, frozen=True):
    """How an attack was declared."""

    mode: Literal["melee", "ranged", "aura"]
    competent: bool = False
    str_used: int | None = None
    weapon_percent: int = 100
    half_power: bool = False
    defence_tn: int | None = None
    critical: Critical = "ask"
    injury_type: str = "core"


class Element(Struct, frozen=True):
    """One slice of a weapon's damage, with its value after each stage."""

    weapon: str
    number: int
    """Its place in the whole attack, from 1."""
    kind: str
    built: Amount
    built_drive: Amount
    after_low: Amount = 0
    after_medium: Amount = 0
    delivered: Amount = 0
    drive: Amount = 0
    after_armour: Amount = 0
    after_high: Amount = 0
    damage: Amount = 0

    @property
    def is_energy(self) -> bool:
        """Return whether it is one of the five kinds of energy."""
        return self.kind in ENERGY


class Totals(Struct, frozen=True):
    """What one victim takes in all: counted, not yet suffered."""

    damage: int
    degrees: int
    degrees_by_kind: tuple[tuple[str, int], ...]
    injury_type: str

    def degrees_of(self, kind: str) -> int:
        """Return the degrees that one kind of energy caused."""
        return dict(self.degrees_by_kind).get(kind, 0)


class Blow(Struct, frozen=True):
    """An attack, or an aura's answer to one, on its way through the stages."""

    attacker: str
    target: str
    weapons: tuple[str, ...]
    manner: Manner
    elements: tuple[Element, ...] = ()
    hindrance: int = 0
    overeffect: bool = False
    outcome: Outcome = "open"
    drive_bonus: bool = False
    injury_type: str = ""
    totals: Totals | None = None
    answer: Blow | None = None
    """What the target's aura does to the attacker."""

    @property
    def is_over(self) -> bool:
        """Return whether nothing is left that could hit."""
        return self.outcome in ("stopped", "evaded")

    @property
    def timer(self) -> str:
        """Name whose next turn ends a stun: the one who struck first.

        Rules: DR-NRG-15, DR-AUR-14
        """
        return self.target if self.manner.mode == "aura" else self.attacker


def share(value: Amount, percent: int, rounding: str) -> Amount:
    """Return a percentage of a value, rounded down unless house rules round at the end.

    Rules: DR-ARM-03
    """
    exact = Fraction(value) * percent / 100
    return floor(exact) if rounding == "floor_each_step" or exact.denominator == 1 else exact
