"""What dice as they are typed may come to: range, average, and the chance of what is asked."""

from __future__ import annotations

from functools import lru_cache, reduce
from math import comb
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.dice.dice_expression import MOST_AGAIN

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.dice.dice_expression import Rolls, Term

MOST_WORK: Final = 600_000
"""Steps for which odds are still worked out; beyond them only range and average are told."""

Chances = tuple[tuple[int, float], ...]
"""Totals with their probabilities, the lowest first."""


class Odds(Struct, frozen=True):
    """What a sum may come to."""

    least: int
    most: int | None
    """None where dice explode: there is hardly an end."""
    average: float | None
    chance: float | None = None
    """Of what was asked; None where nothing was, or it takes too long to tell."""


@lru_cache(maxsize=256)
def odds_of(rolls: Rolls) -> Odds:
    """Return range, average, and the chance of what is asked, of one of the rolls."""
    bounds = [_bounds(one) for one in rolls.terms]
    least = sum(low for low, _high in bounds)
    has_end = not any(one.explodes and one.keep for one in rolls.terms)
    most = sum(high for _low, high in bounds) if has_end else None
    found = chances_of(rolls)
    if found is None:
        is_plain = all(one.dice is None or one.keep == one.dice.count for one in rolls.terms)
        return Odds(least, most, sum(map(_mean, rolls.terms)) if is_plain else None)
    average = sum(total * share for total, share in found)
    if not rolls.compare:
        return Odds(least, most, average)
    return Odds(least, most, average, sum(share for total, share in found if rolls.reaches(total)))


@lru_cache(maxsize=256)
def chances_of(rolls: Rolls) -> Chances | None:
    """Return the totals with their chances; None where that takes too long."""
    if sum(_work(one) for one in rolls.terms) > MOST_WORK:
        return None
    whole = reduce(_added, (_term_chances(one) for one in rolls.terms), {0: 1.0})
    return tuple(sorted(whole.items()))


def _work(term: Term) -> int:
    if term.dice is None:
        return 0
    values = term.dice.sides * (1 + MOST_AGAIN) if term.explodes else term.dice.sides
    work = (term.dice.count * values) ** 2
    return work // 2 if term.keep == term.dice.count else work * term.keep**2 // 4


def _term_chances(term: Term) -> dict[int, float]:
    if term.dice is None:
        return {term.sign * term.number: 1.0}
    one = _die(term)
    if term.keep == term.dice.count:
        whole = reduce(_added, [one] * term.dice.count, {0: 1.0})
    else:
        whole = _kept(one, term.dice.count, term.keep, low=term.keeps_low)
    return {term.sign * total: share for total, share in whole.items()}


def _die(term: Term) -> dict[int, float]:
    """Return what a die comes to, with what it explodes to."""
    assert term.dice is not None
    sides = term.dice.sides
    if not term.explodes:
        return dict.fromkeys(range(1, sides + 1), 1 / sides)
    found: dict[int, float] = {}
    for again in range(MOST_AGAIN + 1):
        share = (1 / sides) ** (again + 1)
        last = sides + 1 if again == MOST_AGAIN else sides
        found.update({again * sides + face: share for face in range(1, last)})
    return found


def _kept(one: Mapping[int, float], count: int, keep: int, *, low: bool) -> dict[int, float]:
    """Return the sum of the highest or lowest of several dice.

    Values are gone through from the one that is kept first; so many dice show each, and those
    within the number kept are added.
    """
    states = {(count, keep, 0): 1.0}
    for value in sorted(one, reverse=not low):
        share, after = one[value], dict[tuple[int, int, int], float]()
        for (left, room, total), weight in states.items():
            for here in range(left + 1):
                taken = min(here, room)
                key = (left - here, room - taken, total + taken * value)
                ways = weight * comb(left, here) * share**here
                after[key] = after.get(key, 0.0) + ways
        states = after
    found: dict[int, float] = {}
    for (left, _room, total), weight in states.items():
        if not left:
            found[total] = found.get(total, 0.0) + weight
    return found


def _added(one: Mapping[int, float], other: Mapping[int, float]) -> dict[int, float]:
    found: dict[int, float] = {}
    for a, first in one.items():
        for b, second in other.items():
            found[a + b] = found.get(a + b, 0.0) + first * second
    return found


def _bounds(term: Term) -> tuple[int, int]:
    if term.dice is None:
        return term.sign * term.number, term.sign * term.number
    highest = term.dice.sides * (1 + MOST_AGAIN if term.explodes else 1)
    low, high = term.keep * term.sign, term.keep * highest * term.sign
    return min(low, high), max(low, high)


def _mean(term: Term) -> float:
    """Return the average of a term whose dice all count."""
    if term.dice is None:
        return term.sign * term.number
    one = sum(value * share for value, share in _die(term).items())
    return term.sign * term.dice.count * one
