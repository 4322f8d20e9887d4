"""Odds of a command explored with given answers, as the program explores each of its columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.odds.odds_outcomes import USUAL_LIMITS, Limits, Outcomes
from gridwar.engine.odds.request_branches import Explorer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit.rule_system import System
    from gridwar.model.command import Answer, Command
    from gridwar.model.encounter import Encounter


def explore(
    system: System,
    encounter: Encounter,
    command: Command,
    answers: Mapping[str, Answer],
    limits: Limits = USUAL_LIMITS,
) -> Outcomes:
    """Explore a command with given answers (by key); all other questions take their defaults.

    Raises:
        OddsRefused: The rules refuse the command, or one inside it, on one of its ways.
        TooManyRuns: More runs than allowed.
        OddsCancelled: It was cancelled.
    """
    return Explorer(system, encounter, command, answers, limits).run()
