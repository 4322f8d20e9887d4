"""Charts worked out in a process of their own, which takes nothing from the window's frames.

Owns the process: it is the program itself, started by a switch. Where it cannot be started, or
ends of itself, a thread of this process goes on with the same chart, and with those that come.
"""

from __future__ import annotations

import subprocess
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import IO, TYPE_CHECKING

from gridwar.control.insight import SWITCH
from gridwar.control.insight.chart_job import Told
from gridwar.control.insight.chart_messages import Begin, Cancel, Point, Some, messages, write
from gridwar.control.insight.chart_thread import ChartThread
from gridwar.own_process import AFTER_OTHERS, NO_CONSOLE, environment, program

if TYPE_CHECKING:
    from gridwar.control.insight.chart_job import Asked, Tell
    from gridwar.control.insight.chart_messages import Order
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell


class ChartProcess:
    """Works charts out in another process, one at a time; started with the first that is wanted."""

    def __init__(self) -> None:
        """Start nothing yet."""
        self._orders: SimpleQueue[Order | None] = SimpleQueue()
        self._process: subprocess.Popen[bytes] | None = None
        self._is_started = False
        self._is_closed = False
        self._is_lost = False
        self._number = 0
        self._sent: Encounter | None = None
        self._wanted: tuple[System, Encounter, Asked, Tell] | None = None
        """The chart under way; None once it is whole or nobody wants it."""
        self._pointed: Cell | None = None
        self._instead = ChartThread()

    @property
    def is_lost(self) -> bool:
        """Whether there is no process any more, and a thread does its work."""
        return self._is_lost

    def prepare(self) -> None:
        """Start the process, so that it is there when it is wanted; returns at once."""
        if not self._is_started:
            self._is_started = True
            Thread(target=self._run, name="charts", daemon=True).start()

    def begin(self, system: System, encounter: Encounter, asked: Asked, tell: Tell) -> None:
        """Begin with a chart, and return at once."""
        self._wanted, self._pointed = (system, encounter, asked, tell), None
        self._number += 1
        if self._is_lost:
            self._instead.begin(system, encounter, asked, tell)
            return
        self.prepare()
        is_new = encounter is not self._sent
        self._sent = encounter
        sent = encounter if is_new else None
        self._orders.put(Begin(self._number, system.id, sent, asked))

    def point_at(self, cell: Cell | None) -> None:
        """Go on with the squares nearest to one."""
        self._pointed = cell
        self._instead.point_at(cell)
        if not self._is_lost:
            self._orders.put(Point(self._number, cell))

    def cancel(self) -> None:
        """Stop; what is found from now on is not told."""
        self._wanted = None
        self._instead.cancel()
        if self._is_started and not self._is_lost:
            self._orders.put(Cancel())

    def close(self) -> None:
        """Stop for good; the process ends at once, whatever it does."""
        self._is_closed = True
        self.cancel()
        self._instead.close()
        self._orders.put(None)
        if self._process is not None:
            self._process.kill()

    # --- in threads of their own ------------------------------------------------------------------

    def _run(self) -> None:
        """Start the process, and hand orders on as they come."""
        try:
            process = subprocess.Popen(
                [*program(), SWITCH],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=environment(),
                creationflags=NO_CONSOLE | AFTER_OTHERS,
            )
        except OSError:
            self._lose()
            return
        self._process = process
        if self._is_closed:
            process.kill()
        assert process.stdin is not None
        assert process.stdout is not None
        out = process.stdout
        hearing = Thread(target=self._hear, args=(out,), name="charts told", daemon=True)
        hearing.start()
        self._hand_on(process.stdin)
        process.kill()
        with suppress(OSError):  # of what nobody reads any more
            process.stdin.close()
        process.wait()
        hearing.join()

    def _hand_on(self, given: IO[bytes]) -> None:
        while (order := self._orders.get()) is not None:
            try:
                write(given, order)
            except OSError:  # it has ended; whoever hears it knows
                return

    def _hear(self, out: IO[bytes]) -> None:
        with out:
            for message in messages(out):
                wanted = self._wanted
                if isinstance(message, Some) and message.number == self._number and wanted:
                    wanted[3](Told(message.squares, message.is_whole))
        if not self._is_closed:
            self._lose()

    def _lose(self) -> None:
        """Go on in a thread."""
        self._is_lost = True
        self._orders.put(None)
        wanted, pointed = self._wanted, self._pointed
        if wanted is not None and not self._is_closed:
            self._instead.begin(*wanted)
            self._instead.point_at(pointed)
