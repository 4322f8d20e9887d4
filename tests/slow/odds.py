"""``python -m tests.slow.odds [PLAYS]``: the odds of every system against seeded plays.

Plays each system's contract scenario a hundred thousand times (or as often as told) and prints, for
every amount anybody can lose, how far the explored chance lies from the played one in standard
errors. Exit 1 where one lies further off than five.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

from gridwar.engine.odds.odds_outcomes import Limits, Outcomes
from gridwar.engine.odds.sampled_odds import sample
from gridwar.systems import systems
from tests.contract.scenario import SEED, Scenario, scenario
from tests.support.exploring import explore

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit.card_order_and_flow import Facts

PLAYS = 100_000
MOST_ERRORS = 5.0
"""In standard errors; with some two hundred chances compared, four happens by luck."""


@dataclass(frozen=True)
class Compared:
    """One system: the seconds of its plays, and how far off the worst chance lies."""

    system: str
    seconds: float
    explored: float
    played: float
    chances: int
    worst: float
    """In standard errors."""
    where: str


def compare(of: Scenario, plays: int) -> Compared:
    """Explore and play a scenario's chances, and compare them all."""
    assert of.chances is not None
    exact = explore(of.system, of.start, of.chances, of.given)
    started = time.perf_counter()
    played = sample(of.system, of.start, of.chances, of.given, Limits(runs=plays, seed=SEED))
    seconds = time.perf_counter() - started
    off = [(_errors(p, q, plays), name) for name, p, q in _pairs(of, exact, played)]
    worst, where = max(off)
    return Compared(of.start.system, seconds, exact.success, played.success, len(off), worst, where)


def _pairs(of: Scenario, exact: Outcomes, played: Outcomes) -> Iterator[tuple[str, float, float]]:
    def succeeded(facts: Facts) -> bool:
        return facts.success is True

    yield "success", exact.chance(succeeded), played.chance(succeeded)
    for who in of.start.combatants:
        yield f"{who} goes down", exact.down(who), played.down(who)
        one, other = dict(exact.distribution(who)), dict(played.distribution(who))
        for amount in sorted(one.keys() | other.keys()):
            yield f"{who} loses {amount}", one.get(amount, 0.0), other.get(amount, 0.0)


def _errors(explored: float, played: float, plays: int) -> float:
    """Return how far a played share lies off, in standard errors.

    A chance so rare that it should not come up ten times is judged as if it should.
    """
    variance = max(explored * (1 - explored), 10 / plays)
    off = abs(explored - played)
    return off / sqrt(variance / plays) if off > 1e-9 else 0.0


def main(arguments: list[str]) -> int:
    """Compare all systems and print a line for each."""
    plays = int(arguments[0]) if arguments else PLAYS
    wrong = 0
    for system_id in sorted(systems()):
        found = compare(scenario(system_id), plays)
        wrong += found.worst > MOST_ERRORS
        sys.stdout.write(
            f"{found.system:<11} {plays} plays in {found.seconds:5.1f} s: success "
            f"{found.explored:.5f} explored, {found.played:.5f} played; the worst of "
            f"{found.chances} chances is {found.worst:.2f} standard errors off ({found.where})\n"
        )
        sys.stdout.flush()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
