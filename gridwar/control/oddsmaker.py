"""Works odds out beside the window: quick ones at once, slow ones in a thread that can be stopped.

Owns the worker; what to do with the odds is the caller's business.
"""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooSlow
from threading import Event as Flag
from typing import TYPE_CHECKING, Final

from gridwar.engine.odds import Column, Odds, odds
from gridwar.engine.outcomes import Limits, OddsCancelled, TooManyRuns
from gridwar.engine.preview import preview
from gridwar.engine.sampling import sample
from gridwar.model.command import Answer

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.engine.system import System
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter

PATIENCE_S: Final = 0.05
"""How long the window waits for odds before it goes on with the old ones."""
MOST_RUNS: Final = 60_000
SAMPLES: Final = 4_000


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

        Args:
            system: The rules.
            encounter: The present state.
            command: The command with its adjustments.
            side: Whose knowledge counts; None for all.
            later: Called in the worker's thread.
        """
        self.cancel()
        stop = self._stop = Flag()
        future = self._pool.submit(_work, system, encounter, command, side, stop)
        try:
            return future.result(timeout=self._patience_s)
        except TooSlow:
            future.add_done_callback(lambda done: _deliver(done, stop, later))
            return None

    def cancel(self) -> None:
        """Stop what is being worked out; nobody is told."""
        self._stop.set()

    def close(self) -> None:
        """Stop for good."""
        self.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)


def _work(
    system: System, encounter: Encounter, command: Command, side: str | None, stop: Flag
) -> Odds | None:
    limits = Limits(MOST_RUNS, stop.is_set)
    try:
        return odds(system, encounter, command, side, limits)
    except TooManyRuns:
        return _sampled(system, encounter.known_to(side), command, Limits(SAMPLES, stop.is_set))
    except OddsCancelled:
        return None


def _sampled(
    system: System, encounter: Encounter, command: Command, limits: Limits
) -> Odds | None:
    asked = preview(system, encounter, command).questions
    question = asked[0] if asked and asked[0].options else None
    try:
        columns: tuple[Column, ...]
        if question is None:
            columns = (Column("", "", sample(system, encounter, command, {}, limits)),)
        else:
            columns = tuple(
                Column(one.id, one.title, sample(
                    system, encounter, command, {question.key: Answer(option=one.id)}, limits
                ))
                if one.enabled
                else Column(one.id, one.title, None, one.why_not)
                for one in question.options
            )  # fmt: skip
    except OddsCancelled:
        return None
    return Odds(question, columns)


def _deliver(done: Future[Odds | None], stop: Flag, later: Callable[[Odds], None]) -> None:
    if stop.is_set() or done.cancelled():
        return
    found = done.result()
    if found is not None:
        later(found)
