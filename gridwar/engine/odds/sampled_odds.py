"""Sampled odds: for what is too large to explore, and as the referee of the exact ones."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from gridwar.dice.dice_sources import SeededDice
from gridwar.engine.odds.odds_outcomes import Limits, OddsCancelled, OddsRefused, Outcomes, tested
from gridwar.engine.play.ahead_of_command import attended
from gridwar.engine.play.rehearsal import Rehearsal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridwar.dice.dice_sources import DicePort
    from gridwar.engine.kit.card_order_and_flow import Facts
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.command import Answer, Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.question_and_refusal import Question

USUAL_SAMPLES = Limits(runs=10_000)


def sample(
    system: System,
    encounter: Encounter,
    command: Command,
    answers: Mapping[str, Answer],
    limits: Limits = USUAL_SAMPLES,
) -> Outcomes:
    """Play a command many times with seeded dice.

    Args:
        system: The rules.
        encounter: The state before.
        command: The command.
        answers: Answers by key; other questions take their defaults.
        limits: How many plays at most, with which dice, and who may stop them.

    Raises:
        OddsCancelled: It was cancelled.
        OddsRefused: The rules refuse the command, or one inside it, in one of the plays.
    """
    return sampled_plays(
        system,
        encounter,
        lambda dice: Rehearsal(system, encounter, command, answers, dice),
        limits,
    )


def sampled_plays(
    system: System,
    encounter: Encounter,
    play: Callable[[DicePort], Rehearsal],
    limits: Limits,
) -> Outcomes:
    """Play something many times with seeded dice.

    Args:
        system: The rules.
        encounter: The state before.
        play: Sets one play up with some dice.
        limits: How many plays at most, with which dice, and who may stop them.

    Raises:
        OddsCancelled: It was cancelled.
        OddsRefused: The rules refuse what is played in one of the plays.
    """
    dice = SeededDice(limits.seed)
    counts: Counter[Facts] = Counter()
    windows: dict[str, Question] = {}
    for number in range(limits.runs):
        if number % 16 == 0 and limits.cancelled():
            raise OddsCancelled
        if number % 16 == 0 and number and limits.enough():
            break
        run = play(dice)
        after, result = run.play(attended)
        if run.refusal is not None:
            raise OddsRefused(run.refusal)
        windows.update((one.key, one) for one in run.windows)
        facts = system.facts(encounter, after, result)
        counts[tested(facts, rolled=run.has_rolled)] += 1
    plays = counts.total()
    items = tuple((facts, count / plays) for facts, count in counts.items())
    return Outcomes(items, plays, 0.5 / plays**0.5, tuple(windows.values()))
