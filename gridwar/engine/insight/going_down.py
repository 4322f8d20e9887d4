"""The estimate of going down to several attacks, made of the odds of each."""

from __future__ import annotations

from collections import defaultdict
from math import inf
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.engine.insight.strikes import Strike


MOST_KEPT: Final = 4096
"""So many distributions are kept for attacks that begin alike; then all are forgotten."""


def goes_down(strikes: Iterable[Strike], points: int) -> float:
    """Return about how likely somebody goes down to several attacks, see ``GoingDown``.

    Args:
        strikes: The attacks, in turn.
        points: Points left in the main pool; without any each attack counts alone.
    """
    return GoingDown(points).chance(strikes)


class GoingDown:
    """Tells about how likely somebody goes down to several attacks, one after the other.

    The first that hurts takes somebody down by its own odds; later ones do so too, or where the
    points left are gone. A single attack is exact.
    """

    def __init__(self, points: int) -> None:
        """Take the points left in the main pool, see ``goes_down``."""
        self._points = points
        self._unhurt, self._kept = _Standing({0: 1.0}), 0

    def chance(self, strikes: Iterable[Strike]) -> float:
        """Return the chance, from 0 to 1; attacks that began alike are gone through once."""
        if self._kept > MOST_KEPT:
            self._unhurt, self._kept = _Standing({0: 1.0}), 0
        standing = self._unhurt
        for one in strikes:
            key = id(one.losses), one.down
            known = standing.after.get(key)
            if known is None:
                known = standing.after[key] = _Standing(self._survivors(standing, one)), one
                self._kept += 1
            standing = known[0]
        return min(1.0, max(0.0, 1.0 - standing.sum))

    def _survivors(self, before: _Standing, strike: Strike) -> dict[int, float]:
        """Return the points lost by those who still stand after one attack more."""
        after: defaultdict[int, float] = defaultdict(float)
        outcomes, points = _survived(strike), self._points
        for lost, p in before.lost.items():
            left = points - lost if lost and points > 0 else inf
            for more, q in outcomes:
                if more < left:
                    after[lost + more] += p * q
        return after


class _Standing:
    """Somebody who still stands after some attacks.

    Attributes:
        lost: Points lost so far, with probabilities.
        sum: The chance of standing.
        after: The same after one attack more, by its chance of going down and the identity of its
            losses; with the attack, so that the identity stays its own.
    """

    __slots__ = ("after", "lost", "sum")

    def __init__(self, lost: dict[int, float]) -> None:
        self.lost, self.sum = lost, sum(lost.values())
        self.after: dict[tuple[int, float], tuple[_Standing, Strike]] = {}


def _survived(strike: Strike) -> list[tuple[int, float]]:
    """Return how much is lost by those who stand after an attack alone, with probabilities."""
    taken, found = strike.down, list[tuple[int, float]]()
    for points, p in reversed(strike.losses):  # the greatest losses are those that take down
        stands = max(0.0, p - taken)
        taken = max(0.0, taken - p)
        if stands:
            found.append((points, stands))
    return found
