"""Where faces come from: the program's seeded dice, a script, or the dice on the table."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Protocol

from gridwar.dice.dice_distribution import sample
from gridwar.errors import ScriptError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.dice.dice_notation import Dice


class DicePort(Protocol):
    """A source of faces."""

    def faces(self, dice: Dice, key: str) -> tuple[int, ...] | None:
        """Return the faces of one roll, or None where somebody has to type them in."""
        ...


class TypedDice:
    """Real dice: everything has to be typed in."""

    def faces(self, dice: Dice, key: str) -> tuple[int, ...] | None:
        """Return None: ask."""
        del dice, key
        return None


class SeededDice:
    """The program's dice: the n-th roll of a seed is always the same."""

    def __init__(self, seed: int, counter: int = 0) -> None:
        self.seed = seed
        self.counter = counter

    def faces(self, dice: Dice, key: str) -> tuple[int, ...] | None:
        """Roll, and count the roll."""
        del key
        source = random.Random(f"{self.seed}:{self.counter}")
        self.counter += 1
        return sample(dice, source)


class ScriptedDice:
    """Faces given beforehand, used one after another.

    Raises:
        ScriptError: More dice are rolled than the script has, or one that does not fit.
    """

    def __init__(self, faces: Iterable[int]) -> None:
        self._left = list(faces)

    @property
    def left(self) -> tuple[int, ...]:
        """The faces not used yet."""
        return tuple(self._left)

    def faces(self, dice: Dice, key: str) -> tuple[int, ...] | None:
        """Take the next faces."""
        taken, self._left = tuple(self._left[: dice.count]), self._left[dice.count :]
        problem = dice.problem_with(taken)
        if problem:
            raise ScriptError(f"Scripted dice for {key}: {problem}")
        return taken
