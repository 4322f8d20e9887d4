"""Rounding, as the house rule has it."""

from __future__ import annotations


def divided(value: int, by: int, rounding: str) -> int:
    """Return a quotient, rounded down, up or to the nearest (a half goes up).

    Rules: AR-CHK-08
    """
    if rounding == "up":
        return -(-value // by)
    if rounding == "nearest":
        return (2 * value + by) // (2 * by)
    return value // by


def times_one_and_a_half(value: int, rounding: str) -> int:
    """Return one and a half times a value.

    Rules: AR-DMG-04
    """
    return divided(value * 3, 2, rounding)


def steps_of(value: int, size: int) -> int:
    """Return how many steps of a size a value reaches into: the last one counts whole."""
    return -(-value // size)
