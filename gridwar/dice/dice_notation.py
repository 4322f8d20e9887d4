"""Dice as written: ``2d6``, ``d100``, ``1d20``. Owns parsing, nothing else."""

from __future__ import annotations

import re
from functools import lru_cache

from msgspec import Struct

from gridwar.errors import ScriptError

_FORM = re.compile(r"(\d*)[dD](\d+)")
MOST_DICE = 200
MOST_SIDES = 1000


class Dice(Struct, frozen=True):
    """Some equal dice."""

    count: int
    sides: int

    def __str__(self) -> str:
        return f"{self.count}d{self.sides}"

    def problem_with(self, faces: tuple[int, ...]) -> str:
        """Say why these faces cannot have been rolled; empty where they can."""
        if len(faces) != self.count:
            return f"{self} needs {self.count} faces, not {len(faces)}."
        wrong = [face for face in faces if not 1 <= face <= self.sides]
        return f"A d{self.sides} has no face {wrong[0]}." if wrong else ""


@lru_cache(maxsize=512)
def parse(text: str) -> Dice:
    """Read dice notation.

    Raises:
        ScriptError: It is no notation, or names more dice than anybody rolls.
    """
    form = _FORM.fullmatch(text.strip())
    if form is None:
        raise ScriptError(f"{text!r} is no dice notation; write it like 2d6 or d100.")
    dice = Dice(int(form[1] or 1), int(form[2]))
    if not 1 <= dice.count <= MOST_DICE or not 1 <= dice.sides <= MOST_SIDES:
        raise ScriptError(f"{text!r}: from 1 to {MOST_DICE} dice of 1 to {MOST_SIDES} sides.")
    return dice
