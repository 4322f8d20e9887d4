"""Bodies of procedures that were solved: what came of each, and what it took."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable

    from gridwar.engine.odds.states_told_apart import Branches, StateKeys
    from gridwar.model.question_and_refusal import Question


class SolvedBody:
    """A body solved: its ends, and what it took.

    Attributes:
        ends: The ends.
        rolled: Whether there were dice on the way.
        passed: The windows passed there, by full key.
        runs: Runs of this body alone.
        inner: The bodies solved for it.
        counted_by: What the explorations share that have counted it last.
    """

    __slots__ = ("counted_by", "ends", "inner", "passed", "rolled", "runs")

    def __init__(self, counted_by: object) -> None:
        """Begin with one that is not solved yet."""
        self.ends: Branches = []
        self.rolled, self.runs = False, 0
        self.passed: dict[str, Question] = {}
        self.inner: list[SolvedBody] = []
        self.counted_by = counted_by


class Solutions:
    """What was solved of one fight: for one exploration, or for several that follow each other.

    An exploration counts what another has solved as if it had run it, so that how much may be
    explored does not depend on what was asked before.
    """

    def __init__(self, states: StateKeys) -> None:
        """Know of nothing solved.

        Args:
            states: What tells states apart.
        """
        self.states = states
        self.bodies: dict[Hashable, SolvedBody] = {}
