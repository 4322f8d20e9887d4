"""Magnitude: how far two combatants lie apart, and what that makes of a sum."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.systems.arrgs.core.sheet import sheet_of, state_of
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter


def divided(value: int, by: int, rounding: str) -> int:
    """Return a quotient, rounded down, up or to the nearest (a half goes up).

    Rules: AR-CHK-08
    """
    if rounding == "up":
        return -(-value // by)
    if rounding == "nearest":
        return (2 * value + by) // (2 * by)
    return value // by


class Scaling(Struct, frozen=True):
    """What magnitude does to a sum: times or divided by ``number``."""

    number: int = 1
    divides: bool = False

    @property
    def words(self) -> str:
        """What it does, in words.

        Rules: AR-MOD-09
        """
        words = _("Magnitude ÷{n}") if self.divides else _("Magnitude ×{n}")
        return words.format(n=self.number)

    def after(self, label: str) -> str:
        """Return the words of a die with what magnitude makes of its sum.

        Rules: AR-MOD-09
        """
        return label if self.number == 1 else f"{label}; {self.words}"

    def of(self, value: int, rounding: str) -> int:
        """Return the sum after magnitude.

        Rules: AR-CHK-08, AR-MOD-09
        """
        if self.number == 1:
            return value
        return divided(value, self.number, rounding) if self.divides else value * self.number


def magnitude(encounter: Encounter, who: str, opponent: str | None) -> tuple[int, bool]:
    """Return the multiplier between two combatants, and whether ``who`` is the greater one.

    Rules: AR-MOD-09
    """
    if opponent is None or opponent not in encounter:
        return 1, False
    mine, other = sheet_of(encounter[who]).magnitude, sheet_of(encounter[opponent]).magnitude
    state = state_of(encounter)
    pair = magnitude_pair(who, opponent)
    number = state.magnitude_pairs.get(pair, state.magnitude_multiplier)
    return (1 if mine == other else number), mine > other


def magnitude_pair(who: str, opponent: str) -> str:
    """Return under what the multiplier of two is kept."""
    return ":".join(sorted((who, opponent)))
