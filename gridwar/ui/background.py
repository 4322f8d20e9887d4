"""Long work beside the window: one piece at a time, with progress, and given up when asked.

Owns the thread and the way back into the window's own. What the work is, it does not know.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Qt, Signal

from gridwar.errors import Cancelled, GridwarError

if TYPE_CHECKING:
    from collections.abc import Callable

    Progress = Callable[[float, str], None]
    IsStopped = Callable[[], bool]

T = TypeVar("T")


class Background(QObject):
    """Runs work in a thread of its own.

    Signals: ``progressed(share, words)`` with 0 to 1, ``failed(error)``, ``ended()`` however it
    ended. All arrive in the window's thread.
    """

    progressed = Signal(float, str)
    failed = Signal(object)
    ended = Signal()
    _ready = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._stop = threading.Event()
        self._stop.set()  # nothing is under way
        self._ready.connect(lambda act: act(), Qt.ConnectionType.QueuedConnection)

    def run(self, work: Callable[[Progress, IsStopped], T], done: Callable[[T], None]) -> None:
        """Begin some work; what was under way is given up.

        Args:
            work: Gets a function to tell progress (share, words) and one that says whether it is
                to stop; runs in the thread.
            done: Gets the result, in the window's thread; not called when it was given up.
        """
        self.give_up()
        stop = self._stop = threading.Event()

        def in_window(act: Callable[[], None]) -> None:
            self._ready.emit(lambda: None if stop.is_set() else act())

        def tell(share: float, words: str) -> None:
            in_window(lambda: self.progressed.emit(share, words))

        def run() -> None:
            try:
                found = work(tell, stop.is_set)
            except Cancelled:
                return
            except GridwarError as error:
                problem = error
                in_window(lambda: self._end(lambda: self.failed.emit(problem)))
            except BaseException as error:  # noqa: BLE001 goes on to the crash handler
                raised = error
                in_window(lambda: self._end(lambda: _raise(raised)))
            else:
                in_window(lambda: self._end(lambda: done(found)))

        threading.Thread(target=run, name="gridwar-background", daemon=True).start()

    def give_up(self) -> None:
        """Have the work under way stop at its next breath; nothing more is heard of it."""
        if not self._stop.is_set():
            self._stop.set()
            self.ended.emit()

    def _end(self, act: Callable[[], None]) -> None:
        self._stop.set()
        self.ended.emit()
        act()


def _raise(error: BaseException) -> None:
    raise error
