"""The process that works charts out for a window: it reads what is wanted and writes what it finds.

It ends with the window's process, whatever that ends of. An error of the rules ends it too: the
window then works the chart out itself, and meets that error where it can be told.
"""

from __future__ import annotations

import os
import sys
import traceback
from queue import SimpleQueue
from threading import Thread
from typing import IO, TYPE_CHECKING, Final

from gridwar.control.insight.chart_messages import Begin, Cancel, Point, Some, messages, write
from gridwar.control.insight.squares_worked_out import Workbench
from gridwar.lazy_imports import load_now
from gridwar.systems import find_system

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell

_NICE: Final = 5
"""The window comes first."""


class _Wanted:
    """Which chart is wanted now, and which of its squares first; written by whoever listens."""

    def __init__(self) -> None:
        self.number = 0
        self.pointed: Cell | None = None
        self.waiting: SimpleQueue[Begin] = SimpleQueue()

    def take(self, message: object) -> None:
        """Take note of what came."""
        match message:
            case Begin():
                self.number, self.pointed = message.number, None
                self.waiting.put(message)
            case Point():
                if message.number == self.number:
                    self.pointed = message.cell
            case Cancel():
                self.number = 0


def main() -> int:
    """Work charts out until nobody asks for any."""
    out, sys.stdout = sys.stdout.buffer, sys.stderr  # what rules might print is no answer
    if hasattr(os, "nice"):  # on Windows whoever starts it says so
        os.nice(_NICE)
    load_now("numpy")  # on Windows it would hang at its loading while standard input is read
    wanted = _Wanted()
    Thread(target=_listen, args=(sys.stdin.buffer, wanted), daemon=True).start()
    bench = Workbench()
    encounter: Encounter | None = None
    while True:
        begun = wanted.waiting.get()
        if begun.encounter is not None:
            encounter = begun.encounter
        if encounter is not None:
            _work(begun, encounter, (wanted, bench), out)


def _work(
    begun: Begin, encounter: Encounter, at: tuple[_Wanted, Workbench], out: IO[bytes]
) -> None:
    wanted, bench = at
    number, system = begun.number, find_system(begun.system)

    def is_over() -> bool:
        return wanted.number != number

    def pointed() -> Cell | None:
        return wanted.pointed

    squares = bench.work_out(system, encounter, begun.asked, pointed, is_over)
    for some in bench.batches.of(squares, pointed):
        write(out, Some(number, some))
    if not is_over():
        write(out, Some(number, is_whole=True))


def _listen(given: IO[bytes], wanted: _Wanted) -> None:
    code = 1  # of what it cannot read; if it went on, the window would wait for ever
    try:
        for message in messages(given):
            wanted.take(message)
        code = 0
    finally:
        if code:
            traceback.print_exc()
        os._exit(code)  # in the middle of whatever is being worked out
