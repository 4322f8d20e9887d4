"""The estimate of going down to several attacks, made of the odds of each."""

from __future__ import annotations

from collections import defaultdict
from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.engine.insight.strikes import Strike


def goes_down(strikes: Iterable[Strike], points: int) -> float:
    """Return about how likely somebody goes down to several attacks, one after the other.

    The first that hurts takes somebody down by its own odds; later ones do so too, or where the
    points left are gone. A single attack is exact.

    Args:
        strikes: The attacks.
        points: Points left in the main pool; without any only each alone counts.
    """
    standing = {0: 1.0}
    for one in strikes:
        after: defaultdict[int, float] = defaultdict(float)
        outcomes = _survived(one)
        for lost, p in standing.items():
            left = points - lost if lost and points > 0 else inf
            for more, q in outcomes:
                if more < left:
                    after[lost + more] += p * q
        standing = dict(after)
    return min(1.0, max(0.0, 1.0 - sum(standing.values())))


def _survived(strike: Strike) -> list[tuple[int, float]]:
    """Return how much is lost by those who stand after an attack alone, with probabilities."""
    taken, found = strike.down, list[tuple[int, float]]()
    for points, p in reversed(strike.losses):  # the greatest losses are those that take down
        stands = max(0.0, p - taken)
        taken = max(0.0, taken - p)
        if stands:
            found.append((points, stands))
    return found
