"""Odds: a command's own procedure explored, a column for each answer to its first question.

Decisions are never averaged: the first question that is no window and has options becomes columns,
others take their defaults, windows are passed. Who could have used one is told beside the columns,
with what comes of it. A command that the rules refuse has no outcomes, but the refusal.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from frozendict import frozendict
from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.odds.odds_outcomes import (
    USUAL_LIMITS,
    Limits,
    OddsCancelled,
    OddsRefused,
    Outcomes,
    TooManyRuns,
)
from gridwar.engine.odds.request_branches import Explorer
from gridwar.engine.perception.detection import known_fight
from gridwar.model.command import Answer, Command

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from gridwar.engine.kit.rule_system import System
    from gridwar.model.encounter import Encounter
    from gridwar.model.question_and_refusal import Question, Refusal

MOST_USED: Final = 4
"""Whose use of windows is worked out; the others are named."""


class Used(Struct, frozen=True):
    """Somebody who could use windows that the odds take as passed.

    Attributes:
        window: Their kind.
        who: Who could use them; None for the GM.
        title: What they would do.
        outcomes: The odds then; None where they are not worked out.
        why_not: Why that is not possible.
        answers: How they would be answered, by full key.
    """

    window: str
    who: str | None
    title: str
    outcomes: Outcomes | None = None
    why_not: str = ""
    answers: Mapping[str, Answer] = frozendict()


class Column(Struct, frozen=True):
    """The odds for one answer to the first question."""

    option: str
    title: str
    outcomes: Outcomes | None
    """None where that answer is not possible."""
    why_not: str = ""
    could: tuple[Used, ...] = ()
    """All who could interfere, in the order met; what comes of it where it is worked out."""


class Odds(Struct, frozen=True):
    """The odds of a command, a column an answer (one column where nothing is asked)."""

    question: Question | None
    columns: tuple[Column, ...]
    milliseconds: float = 0.0
    cut: bool = False
    """Whether more time, or plays, could tell what comes of some of these."""
    refusal: Refusal | None = None
    """Why the command is refused, where it is."""

    def chance(self, answer: str = "") -> float | None:
        """Return the chance of success with an answer, else with the first one that has one."""
        tested = [(one.option, one.outcomes) for one in self.columns]
        known = {key: out.success for key, out in tested if out is not None and out.is_tested}
        return known.get(answer, next(iter(known.values()), None))


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
        TooManyRuns: More runs than allowed; ``sampled_odds`` can answer then.
        OddsCancelled: It was cancelled.
    """
    started = time.perf_counter()
    explorer = Explorer(system, known_fight(system, encounter, side), command, {}, limits)
    by_default = found_by(explorer.run)
    question = asked_first(explorer.asked.values())

    def worked_out(answers: Mapping[str, Answer]) -> Found:
        return found_by(explorer.answering(answers).run)

    columns = columns_of(system, question, by_default, worked_out)
    columns, cut = with_uses(columns, question, worked_out)
    spent = (time.perf_counter() - started) * 1000
    return Odds(question, columns, spent, cut, refusal_of(by_default, columns))


Found = Outcomes | OddsRefused
"""What a way of working odds out comes to."""


def found_by(work: Callable[[], Outcomes]) -> Found:
    """Return what is worked out, or the refusal that was met."""
    try:
        return work()
    except OddsRefused as refused:
        return refused


def asked_first(questions: Iterable[Question]) -> Question | None:
    """Return the question whose options become columns: the first that decides anything."""
    return next((one for one in questions if one.options and not one.follow_up), None)


def columns_of(
    system: System,
    question: Question | None,
    by_default: Found,
    worked_out: Callable[[Mapping[str, Answer]], Found],
) -> tuple[Column, ...]:
    """Return a column an answer, with those who could interfere, but not what comes of it.

    Args:
        system: The rules.
        question: What is asked first, if anything.
        by_default: What comes of it with the default answers.
        worked_out: Works out what comes of it with other answers.
    """
    if question is None:
        return (_column(system, Column("", "", None), by_default),)
    columns: list[Column] = []
    for one in question.options:
        blank, answer = Column(one.id, one.title, None, one.why_not), Answer(option=one.id)
        if one.enabled:
            is_default = answer == question.default
            came = by_default if is_default else worked_out({question.key: answer})
            blank = _column(system, blank, came)
        columns.append(blank)
    return tuple(columns)


def _column(system: System, blank: Column, came: Found) -> Column:
    if isinstance(came, OddsRefused):
        return replace(blank, why_not=came.refusal.text)
    return replace(blank, outcomes=came, why_not="", could=passed(system, came.passed))


def refusal_of(by_default: Found, columns: tuple[Column, ...]) -> Refusal | None:
    """Return why a command is refused however its question is answered."""
    is_possible = any(one.outcomes is not None for one in columns)
    return by_default.refusal if isinstance(by_default, OddsRefused) and not is_possible else None


def passed(system: System, windows: Iterable[Question]) -> tuple[Used, ...]:
    """Return who could use windows that were passed: one after the other, all of a kind.

    A window that proposes an answer takes nothing from anybody, and one where nothing can be chosen
    but to pass cannot be used.
    """
    uses: dict[tuple[str, str | None], Used] = {}
    for one in windows:
        window = system.play.windows.get(one.window)
        others = [option for option in one.options if option.id != one.default.option]
        use = next((option for option in others if option.enabled), None)
        is_proposal = window is not None and window.is_proposal
        if is_proposal or one.follow_up or not (use or one.accepts):
            continue
        kind = one.window, one.recipient
        before = uses.setdefault(kind, Used(*kind, use.title if use else one.title))
        if use is not None:
            answers = {**before.answers, one.key: Answer(option=use.id)}
            uses[kind] = replace(before, answers=frozendict(answers))
    return tuple(uses.values())


def with_uses(
    columns: tuple[Column, ...],
    question: Question | None,
    worked_out: Callable[[Mapping[str, Answer]], Found],
) -> tuple[tuple[Column, ...], bool]:
    """Return columns with what comes of it where somebody interferes, and whether some is unknown.

    Only that of the default answer has it, for the first ``MOST_USED``; what is known is kept.

    Args:
        columns: The columns.
        question: What they are answers to, if anything.
        worked_out: Works out what comes of the command with some answers.
    """
    default = "" if question is None else question.default.option
    told: dict[tuple[str, str | None], Used] = {}
    cut = False
    could = next((one.could for one in columns if one.option == default), ())
    for one in could[:MOST_USED]:
        if one.answers and one.outcomes is None and not one.why_not:
            try:
                told[one.window, one.who] = _used(one, worked_out(one.answers))
            except (OddsCancelled, TooManyRuns):  # the odds themselves are known
                cut = True
    uses = tuple(told.get((one.window, one.who), one) for one in could)
    filled = (replace(one, could=uses) if one.option == default else one for one in columns)
    return tuple(filled), cut


def _used(blank: Used, came: Found) -> Used:
    if isinstance(came, OddsRefused):
        return replace(blank, why_not=came.refusal.text)
    return replace(blank, outcomes=came)
