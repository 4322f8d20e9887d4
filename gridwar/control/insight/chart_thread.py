"""Charts worked out in a thread of the window's process: it takes time from the window's frames."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import partial
from threading import Event
from typing import TYPE_CHECKING

from gridwar.control.insight.chart_job import Told
from gridwar.control.insight.squares_worked_out import Workbench

if TYPE_CHECKING:
    from gridwar.control.insight.chart_job import Asked, Tell
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell


class _Run:
    """A chart under way: ``pointed`` may change meanwhile, ``stop`` ends it."""

    def __init__(self) -> None:
        self.pointed: Cell | None = None
        self.stop = Event()


class ChartThread:
    """Works charts out in a thread, one at a time."""

    def __init__(self) -> None:
        """Start no thread before one is asked for."""
        self._pool: ThreadPoolExecutor | None = None
        self._bench = Workbench()
        self._run = _Run()
        self._last: Future[None] | None = None

    def begin(self, system: System, encounter: Encounter, asked: Asked, tell: Tell) -> None:
        """Begin with a chart, and return at once."""
        self.cancel()
        if self._pool is None:
            self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="charts")
        run = self._run = _Run()
        work = self._pool.submit(self._work, run, (system, encounter, asked), tell)
        work.add_done_callback(partial(_end, run, tell))
        self._last = work

    def _work(self, run: _Run, given: tuple[System, Encounter, Asked], tell: Tell) -> None:
        stop = run.stop.is_set

        def pointed() -> Cell | None:
            return run.pointed

        squares = self._bench.work_out(*given, pointed, stop)
        for some in self._bench.batches.of(squares, pointed):
            if not stop():
                tell(Told(some))

    def point_at(self, cell: Cell | None) -> None:
        """Go on with the squares nearest to one."""
        self._run.pointed = cell

    def settle(self) -> None:
        """Wait until the chart under way is whole."""
        if self._last is not None:
            wait((self._last,))

    def cancel(self) -> None:
        """Stop; what is found from now on is not told."""
        self._run.stop.set()

    def close(self) -> None:
        """Stop for good."""
        self.cancel()
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _end(run: _Run, tell: Tell, done: Future[None]) -> None:
    """Tell that a chart is whole, or what it broke off with."""
    if not run.stop.is_set() and not done.cancelled():
        fault = done.exception()
        tell(Told(is_whole=True) if fault is None else Told(fault=fault))
