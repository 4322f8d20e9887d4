"""Tests of d100 against a target number, and what is read off the roll."""

from __future__ import annotations

from msgspec import Struct


class Tested(Struct, frozen=True):
    """What a roll came to. ``dos`` is 0 on a failure."""

    success: bool
    dos: int = 0
    jam: bool = False


class ReadTest(Struct, frozen=True):
    """Reads a d100 against a target number.

    Rules: PC-TST-01, PC-TST-03, PC-ACT-02
    """

    target_number: int
    dos_mode: str = "one_plus_margin"
    """How degrees are counted; ``success_only`` where nobody asks for them."""
    auto_results: bool = False
    jam_from: int | None = None

    def __call__(self, faces: tuple[int, ...]) -> Tested:
        """Return success and degrees; a jam fails whatever the number."""
        roll = faces[0]
        if self.jam_from is not None and roll >= self.jam_from:
            return Tested(False, jam=True)
        success = roll <= self.target_number
        if self.auto_results and roll in (1, 100):
            success = roll == 1
        return Tested(True, self._degrees(roll)) if success else Tested(False)

    def _degrees(self, roll: int) -> int:
        margin = self.target_number - roll
        match self.dos_mode:
            case "one_plus_tens_digits":
                return max(1, 1 + self.target_number // 10 - roll // 10)
            case "margin_only":
                return max(0, margin // 10)
            case "success_only":
                return 1
            case _:
                return max(1, 1 + margin // 10)


class DamageRead(Struct, frozen=True):
    """What is read off damage dice: their sum, the lowest face, how many show their maximum."""

    total: int
    lowest: int
    maxima: int


class ReadDamage(Struct, frozen=True):
    """Reads damage dice of some sides."""

    sides: int

    def __call__(self, faces: tuple[int, ...]) -> DamageRead:
        """Return what matters of the faces."""
        return DamageRead(sum(faces), min(faces, default=0), faces.count(self.sides))
