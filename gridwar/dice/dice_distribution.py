"""Exact distributions of what is read off some dice. Owns the arithmetic, no game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from itertools import product
from typing import TYPE_CHECKING, TypeVar

from gridwar.caches import kept_of_fight

if TYPE_CHECKING:
    import random

    from gridwar.dice.dice_notation import Dice

T = TypeVar("T", bound=Hashable)
Reading = Callable[[tuple[int, ...]], T]

MOST_FACES = 60_000
"""Combinations of faces that are still enumerated; beyond them odds are sampled."""


class TooManyFaces(ValueError):
    """A reading that is no plain sum would have to look at too many combinations."""


@kept_of_fight(1024)
def distribution(dice: Dice, read: Reading[T]) -> tuple[tuple[T, float], ...]:
    """Return the values of a reading with their probabilities.

    Plain sums are convolved; other readings see every combination of faces.

    Args:
        dice: The dice.
        read: Makes a small hashable value of the faces; ``sum`` for a plain sum.

    Raises:
        TooManyFaces: More than ``MOST_FACES`` combinations, and no plain sum.
    """
    if read is sum:
        return _sums(dice)  # type: ignore[return-value]
    if dice.sides**dice.count > MOST_FACES:
        raise TooManyFaces(f"{dice} has {dice.sides**dice.count} combinations")
    counts = Counter(read(faces) for faces in product(range(1, dice.sides + 1), repeat=dice.count))
    whole = dice.sides**dice.count
    return tuple((value, count / whole) for value, count in counts.items())


def _sums(dice: Dice) -> tuple[tuple[int, float], ...]:
    counts = [1]
    for _ in range(dice.count):
        longer = [0] * (len(counts) + dice.sides - 1)
        for at, count in enumerate(counts):
            for face in range(dice.sides):
                longer[at + face] += count
        counts = longer
    whole = dice.sides**dice.count
    return tuple((dice.count + at, count / whole) for at, count in enumerate(counts))


def sample(dice: Dice, source: random.Random) -> tuple[int, ...]:
    """Roll once with a given source."""
    return tuple(source.randint(1, dice.sides) for _ in range(dice.count))
