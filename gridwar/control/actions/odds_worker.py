"""Computes odds: quick ones at once, slow ones in a worker thread that can be cancelled.

Owns the worker; what to do with the odds is the caller's business.
"""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooSlow
from functools import partial
from threading import Event as Flag
from time import thread_time
from typing import TYPE_CHECKING, Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.odds.odds_columns import (
    MOST_USED,
    Odds,
    asked_first,
    columns_of,
    found_by,
    odds,
    refusal_of,
    with_uses,
)
from gridwar.engine.odds.odds_outcomes import Limits, OddsCancelled, TooManyRuns
from gridwar.engine.odds.sampled_odds import sample
from gridwar.engine.perception.detection import known_fight
from gridwar.engine.play.preview_and_named_outcomes import preview

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridwar.engine.kit.rule_system import System
    from gridwar.engine.odds.odds_columns import Found
    from gridwar.model.command import Answer, Command
    from gridwar.model.encounter import Encounter

PATIENCE_S: Final = 0.05
"""How long the window waits for odds before it goes on with the old ones."""
Stage: TypeAlias = tuple[float, float | None]
STAGES_S: Final[tuple[Stage, ...]] = ((0.5, 0.3), (4.0, 3.0), (15.0, None))
"""Seconds of work on exact odds, and then on plays to show meanwhile; None: all plays, at last."""
MOST_RUNS: Final = 60_000
SAMPLES: Final = 4_000


class Inquiry(Struct, frozen=True):
    """What odds are wanted of; ``encounter`` is what the side knows, ``stop`` ends the work."""

    system: System
    encounter: Encounter
    command: Command
    stop: Flag


class OddsMaker:
    """One question at a time: a new one stops the one before."""

    def __init__(self, patience_s: float = PATIENCE_S) -> None:
        """Start the worker.

        Args:
            patience_s: How long ``ask`` waits before it leaves the odds to ``later``.
        """
        self._patience_s = patience_s
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="odds")
        self._stop = Flag()

    def ask(
        self,
        system: System,
        encounter: Encounter,
        command: Command,
        side: str | None,
        later: Callable[[Odds], None],
    ) -> Odds | None:
        """Return the odds if they are quick; else None, and ``later`` gets them from the worker.

        Those that take long come several times: soon from some plays, with their error.

        Args:
            system: The rules.
            encounter: The present state.
            command: The command with its adjustments.
            side: Whose knowledge counts; None for all.
            later: Called in the worker's thread.
        """
        self.cancel()
        stop, is_late = Flag(), Flag()
        self._stop = stop
        inquiry = Inquiry(system, known_fight(system, encounter, side), command, stop)

        def early(found: Odds) -> None:
            if is_late.is_set() and not stop.is_set():
                later(found)

        future = self._pool.submit(_work, inquiry, early)
        try:
            return future.result(timeout=self._patience_s)
        except TooSlow:
            is_late.set()
            future.add_done_callback(lambda done: _deliver(done, stop, later))
            return None

    def cancel(self) -> None:
        """Cancel the computation under way; its result is dropped."""
        self._stop.set()

    def close(self) -> None:
        """Stop for good."""
        self.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)


def _work(inquiry: Inquiry, early: Callable[[Odds], None]) -> Odds | None:
    """Return exact odds; where they take long, ``early`` gets approximate ones meanwhile."""
    try:
        for stage in STAGES_S:
            found, is_whole = at_stage(inquiry, stage)
            if is_whole:
                return found
            early(found)
    except OddsCancelled:
        return None
    return found


def at_stage(inquiry: Inquiry, stage: Stage) -> tuple[Odds, bool]:
    """Return the odds after some work, and whether more of it would tell nothing more.

    Args:
        inquiry: What odds are wanted of.
        stage: Seconds for exact odds, and for plays where those take longer.

    Raises:
        OddsCancelled: Nobody waits for them any more.
    """
    exact_s, plays_s = stage
    found = _explored(inquiry, exact_s)
    if found is not None and not found.cut:
        return found, True
    found = _sampled(inquiry, plays_s) if found is None else _filled(inquiry, found, plays_s)
    return found, plays_s is None


def _explored(inquiry: Inquiry, most_s: float) -> Odds | None:
    """Return exact odds; None where they take longer, or are too many to be explored.

    Raises:
        OddsCancelled: Nobody waits for them any more.
    """
    is_over = _after(most_s)
    limits = Limits(MOST_RUNS, lambda: inquiry.stop.is_set() or is_over())
    try:
        return odds(inquiry.system, inquiry.encounter, inquiry.command, None, limits)
    except TooManyRuns:
        return None
    except OddsCancelled:
        if inquiry.stop.is_set():
            raise
        return None


def _after(seconds: float) -> Callable[[], bool]:
    """Return a check whether some seconds or a number of runs have passed from now on."""
    end_s = thread_time() + seconds
    return lambda: thread_time() > end_s


def _sampled(inquiry: Inquiry, most_s: float | None) -> Odds:
    """Return odds of seeded plays, made for some seconds or until they are many.

    Raises:
        OddsCancelled: Nobody waits for them any more.
    """
    system, encounter, command = inquiry.system, inquiry.encounter, inquiry.command
    question = asked_first(preview(system, encounter, command).questions)
    shares = 1 if question is None else sum(one.enabled for one in question.options)
    sampled = partial(_from_plays, inquiry, None if most_s is None else most_s / shares)
    by_default = sampled({})
    columns = columns_of(system, question, by_default, sampled)
    refusal = refusal_of(by_default, columns)
    return _filled(inquiry, Odds(question, columns, refusal=refusal), most_s)


def _filled(inquiry: Inquiry, found: Odds, most_s: float | None) -> Odds:
    """Return odds with plays for what is not known of those who could interfere.

    Raises:
        OddsCancelled: Nobody waits for them any more.
    """
    share_s = None if most_s is None else most_s / MOST_USED
    played = partial(_from_plays, inquiry, share_s)
    columns, _cut = with_uses(found.columns, found.question, played)
    if inquiry.stop.is_set():
        raise OddsCancelled
    return replace(found, columns=columns, cut=False)


def _from_plays(inquiry: Inquiry, most_s: float | None, answers: Mapping[str, Answer]) -> Found:
    limits = Limits(SAMPLES, inquiry.stop.is_set)
    if most_s is not None:
        limits = replace(limits, enough=_after(most_s))
    system, encounter, command = inquiry.system, inquiry.encounter, inquiry.command
    return found_by(lambda: sample(system, encounter, command, answers, limits))


def _deliver(done: Future[Odds | None], stop: Flag, later: Callable[[Odds], None]) -> None:
    if stop.is_set() or done.cancelled():
        return
    found = done.result()
    if found is not None:
        later(found)
