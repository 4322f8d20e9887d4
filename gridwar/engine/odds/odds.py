"""Odds: a command's own procedure explored, a column for each answer to its first question.

Decisions are never averaged: the first question that is no window and has options becomes columns,
others take their defaults, windows are passed. What comes of it where somebody uses a window stands
beside the columns.
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.engine.odds.distribution import (
    USUAL_LIMITS,
    Limits,
    OddsCancelled,
    Outcomes,
    TooManyRuns,
)
from gridwar.engine.odds.explorer import Explorer
from gridwar.model.command import Answer, Command

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit.system import System
    from gridwar.model.encounter import Encounter
    from gridwar.model.question import Option, Question


MOST_USED: Final = 4
MOST_RUNS_USED: Final = 10_000
"""Runs that are spent on somebody who uses windows: beyond them nothing is said of it."""


class Column(Struct, frozen=True):
    """The odds for one answer to the first question."""

    option: str
    title: str
    outcomes: Outcomes | None
    """None where that answer is not possible."""
    why_not: str = ""


class Used(Struct, frozen=True):
    """What comes of a command where somebody uses windows that the odds take as passed.

    Attributes:
        window: Their kind.
        who: Who uses them; None for the GM.
        title: What they do.
        outcomes: The odds then.
    """

    window: str
    who: str | None
    title: str
    outcomes: Outcomes


class Odds(Struct, frozen=True):
    """The odds of a command, a column an answer (one column where nothing is asked)."""

    question: Question | None
    columns: tuple[Column, ...]
    milliseconds: float = 0.0
    used: tuple[Used, ...] = ()
    """For the first ``MOST_USED`` who could interfere; their question takes its default."""
    cut: bool = False
    """Whether there was no time for some of these."""


def odds(
    system: System,
    encounter: Encounter,
    command: Command,
    side: str | None = None,
    limits: Limits = USUAL_LIMITS,
) -> Odds:
    """Work out the odds of a command.

    Args:
        system: The rules.
        encounter: The present state.
        command: The command, with the adjustments it will be played with.
        side: What this side knows decides; None for all that the GM knows.
        limits: Bounds of the exploration.

    Raises:
        TooManyRuns: More runs than allowed; ``engine.sampling`` can answer then.
        OddsCancelled: It was cancelled.
    """
    started = time.perf_counter()
    explorer = Explorer(system, system.seen_by(encounter, side), command, {}, limits)
    by_default = explorer.run()
    asked = (one for one in explorer.asked.values() if not one.follow_up)
    question = next((one for one in asked if one.options), None)
    columns: tuple[Column, ...]
    if question is None:
        columns = (Column("", "", by_default),)
    else:
        columns = tuple(
            _column(explorer, question, option, by_default) for option in question.options
        )
    used: list[Used] = []
    cut = False
    try:
        used.extend(_used(system, explorer))
    except OddsCancelled:  # the odds themselves are known
        cut = True
    return Odds(question, columns, (time.perf_counter() - started) * 1000, tuple(used), cut)


def _used(system: System, explorer: Explorer) -> Iterator[Used]:
    """Yield what comes of it where one after the other uses all windows of a kind."""
    answers: dict[tuple[str, str | None], dict[str, Answer]] = {}
    titles: dict[tuple[str, str | None], str] = {}
    for key, one in explorer.passed.items():
        window = system.play.windows.get(one.window)
        others = (option for option in one.options if option.id != one.default.option)
        use = next((option for option in others if option.enabled), None)
        if window is None or window.is_proposal or one.follow_up or use is None:
            continue
        kind = one.window, one.recipient
        answers.setdefault(kind, {})[key] = Answer(option=use.id)
        titles.setdefault(kind, use.title)
    for (window_id, who), used in tuple(answers.items())[:MOST_USED]:
        with suppress(TooManyRuns):
            outcomes = explorer.answering(used, MOST_RUNS_USED).run()
            yield Used(window_id, who, titles[window_id, who], outcomes)


def _column(explorer: Explorer, question: Question, option: Option, by_default: Outcomes) -> Column:
    if not option.enabled:
        return Column(option.id, option.title, None, option.why_not)
    answer = Answer(option=option.id)
    if answer == question.default:
        return Column(option.id, option.title, by_default)
    outcomes = explorer.answering({question.key: answer}).run()
    return Column(option.id, option.title, outcomes)
