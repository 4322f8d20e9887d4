"""What odds come to: outcomes with probabilities, and how much may be explored for them."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from msgspec import Struct, field
from msgspec.structs import replace

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.engine.kit.card_order_and_flow import Facts
    from gridwar.model.question_and_refusal import Question, Refusal

TINY: Final = 1e-12
"""Chains end where what is left of the probability is smaller."""


class OddsRefused(Exception):
    """The rules refuse the command, or one inside it, so that there is no outcome to count."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.text)
        self.refusal = refusal


class OddsCancelled(Exception):
    """Somebody no longer wants to know."""


class TooManyRuns(Exception):
    """The exploration would need more runs of procedures than allowed."""


class Limits(Struct, frozen=True):
    """How much may be explored or played, and who may stop it.

    ``enough`` ends a sampling before all its plays are made: what was played until then counts.
    ``seed`` is that of the dice of plays.
    """

    runs: int = 200_000
    cancelled: Callable[[], bool] = field(default=lambda: False)
    enough: Callable[[], bool] = field(default=lambda: False)
    seed: int = 1


def tested(facts: Facts, *, rolled: bool) -> Facts:
    """Return what an outcome amounts to: where nothing is rolled, nothing succeeds or fails."""
    return facts if rolled or facts.success is None else replace(facts, success=None)


class Outcomes(Struct, frozen=True):
    """The outcomes of one column: what they amount to, with probabilities that add up to 1.

    ``error`` is 0 where they are exact, else the standard error of a sampled probability of a half.
    ``passed`` are the windows that nobody used on the way, their keys in full.
    """

    items: tuple[tuple[Facts, float], ...]
    runs: int = 0
    error: float = 0.0
    passed: tuple[Question, ...] = ()

    def chance(self, of: Callable[[Facts], bool]) -> float:
        """Return the probability that something holds."""
        return sum(p for facts, p in self.items if of(facts))

    @property
    def is_tested(self) -> bool:
        """Whether anything may succeed or fail; else there is no chance of success to be told."""
        return any(facts.success is not None for facts, _p in self.items)

    @property
    def success(self) -> float:
        """The chance of success; 0 where nothing is tested."""
        return self.chance(lambda facts: facts.success is True)

    def distribution(self, who: str) -> tuple[tuple[int, float], ...]:
        """Return how much one combatant loses, with probabilities, from least to most."""
        sums: defaultdict[int, float] = defaultdict(float)
        for facts, p in self.items:
            sums[facts.amounts.get(who, 0)] += p
        return tuple(sorted(sums.items()))

    def down(self, who: str) -> float:
        """Return the chance that a combatant goes down."""
        return self.chance(lambda facts: who in facts.down)


USUAL_LIMITS: Final = Limits()
