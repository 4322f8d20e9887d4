"""Figures of squares and the steps they fall into: whole numbers with round limits."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final

from gridwar.control.insight.chart_job import Seen
from gridwar.control.state.chart_choice import ChartKind
from gridwar.engine.insight.danger_and_chance import Chance, Danger
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.insight.chart_job import Found
    from gridwar.engine.insight.strikes import Strike

_EIGHTHS: Final = 8
_FIVES_FROM, _TENS_FROM = 10, 50
_PERCENT_LIMITS: Final = (1, 25, 50, 75)
_COUNT_LIMITS: Final = (1, 2, 3, 4)
ALL: Final = _("all")
"""What is lost where it is no less than what is left: never more than there is."""


def strikes_that_count(found: Danger | Chance, left_out: frozenset[str]) -> tuple[Strike, ...]:
    """Return the strikes of a square, without those of or on foes that do not count."""
    if not left_out:
        return found.strikes
    return tuple(one for one in found.strikes if left_out.isdisjoint((one.by, one.whom)))


def chance_of(strike: Strike) -> float:
    """Return how likely a strike succeeds; where nothing is tested, how likely it hurts."""
    if strike.chance is not None:
        return strike.chance
    return sum(p for points, p in strike.losses if points > 0)


def figure_of(found: Found, left_out: frozenset[str]) -> float | None:
    """Return what a square comes to; None where nobody can stand there.

    Returns:
        Points expected to be lost, the chance of the best strike in per cent, or how many see it.
    """
    match found:
        case Danger() if not left_out:
            return found.loss
        case Danger():
            return sum(one.loss for one in strikes_that_count(found, left_out))
        case Chance():
            best = next(iter(strikes_that_count(found, left_out)), None)
            return 0.0 if best is None else 100 * chance_of(best)
        case Seen():
            return float(sum(one not in left_out for one in found.by))
        case _:
            return None


def limits(kind: ChartKind, full: int) -> tuple[int, ...]:
    """Return the least figure of each step but the first.

    Args:
        kind: Of the chart.
        full: Points of the main pool of whoever would stand there, when whole.
    """
    if kind is ChartKind.CHANCE:
        return _PERCENT_LIMITS
    if kind is ChartKind.SEEN_BY:
        return _COUNT_LIMITS
    found = [1]
    for eighths in (1, 2, 3):
        found.append(max(found[-1] + 1, _round(full * eighths / _EIGHTHS)))
    return tuple(found)


def _round(points: float) -> int:
    """Return points to the nearest whole, from ten on to the nearest five, from fifty on ten."""
    unit = 1 if points < _FIVES_FROM else 5 if points < _TENS_FROM else 10
    return int(points / unit + 0.5) * unit


def step_of(figure: float, least: tuple[int, ...]) -> int:
    """Return the step of a figure, by the whole number that is shown of it."""
    return sum(whole(figure) >= one for one in least)


def whole(figure: float) -> int:
    """Return a figure as a whole number, halves up."""
    return int(figure + 0.5)


def in_cell(figure: float) -> str:
    """Return a figure as it stands in a cell; what is there but rounds to nothing says so."""
    return "<1" if figure > 0 and not whole(figure) else str(whole(figure))


def step_words(least: tuple[int, ...]) -> tuple[str, ...]:
    """Return the figures of each step, such as ``3–5``."""
    between = [
        str(low) if low == high - 1 else f"{low}\u2013{high - 1}"
        for low, high in itertools.pairwise(least)
    ]
    return ("0", *between, f"{least[-1]}+")


def is_all(loss: float, left: int) -> bool:
    """Return whether somebody is expected to lose no less than the points that are left."""
    return 0 < left <= loss
