"""Rounding, as the house rule has it."""

from __future__ import annotations

from math import ceil, floor


def divided(value: int, by: int, rounding: str) -> int:
    """Return a quotient, rounded down, up or to the nearest (a half goes up).

    Rules: AR-CHK-08
    """
    return rounded(value, by, rounding)


def times_one_and_a_half(value: int, rounding: str) -> int:
    """Return one and a half times a value.

    Rules: AR-DMG-04
    """
    return rounded(value * 3, 2, rounding)


def rounded(above: int, below: int, rounding: str) -> int:
    """Return a fraction as a whole number."""
    if rounding == "up":
        return ceil(above / below)
    if rounding == "nearest":
        return floor(above / below + 0.5)
    return above // below


def steps_of(value: int, size: int) -> int:
    """Return how many steps of a size a value reaches into: the last one counts whole."""
    return -(-value // size)
