"""Attacks told without playing them on each square: all that turns on places is a question.

What has to be rehearsed, explored or sampled for a square by itself is not told, but refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from typing_extensions import override

from gridwar.engine.insight.explored_anywhere import PlaceRead
from gridwar.engine.insight.late_readers import how_large
from gridwar.engine.insight.rehearsed_by_answers import RehearsedByAnswers
from gridwar.engine.insight.strikes import Duels
from gridwar.engine.odds.odds_outcomes import TooManyRuns

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.odds.odds_outcomes import Outcomes
    from gridwar.model.command import Answer, Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.question_and_refusal import Refusal


class DuelsAnywhere(Duels):
    """Attacks in which nothing turns on places but by questions, and that can be explored.

    Every other attack raises ``PlaceRead``.
    """

    @override
    def _rehearsing(self, base: Encounter) -> RehearsedByAnswers:
        return RehearsedByAnswers(
            self._system, base, self.movers, self._situations, may_be_alone=False
        )

    @override
    def _explored(
        self, placed: Encounter, command: Command, answers: Mapping[str, Answer]
    ) -> tuple[Outcomes | Refusal, bool]:
        large = how_large(placed, command, answers)
        if large in self._late.too_large:
            raise PlaceRead
        self.explored += 1
        try:
            found, is_here_only = self._as_explored(placed, command, answers)
        except TooManyRuns as many:
            self._late.too_large.add(large)
            raise PlaceRead from many
        if is_here_only:
            raise PlaceRead
        return found, False
