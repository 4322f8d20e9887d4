"""The file thread: what is written beside the window, one piece after the other.

Snapshots of the fight, and the closing of a file whose fight has made way. What a command has to
wait for is never done here. An error is a crash of its thread, told as such.
"""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future


class FileThread:
    """A thread that begins with the first piece of work and ends when somebody waits for it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pool = _one_thread()

    def do(self, work: Callable[[], None]) -> None:
        """Do something after all that was asked for before."""
        with self._lock:
            self._pool.submit(work).add_done_callback(_tell)

    def wait(self) -> None:
        """Wait until all that was asked for is done; from any thread but this one."""
        with self._lock:
            pool, self._pool = self._pool, _one_thread()
        pool.shutdown()


def _one_thread() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="gridwar-files")


def _tell(done: Future[None]) -> None:
    error = done.exception()
    if error is not None:
        args = (type(error), error, error.__traceback__, threading.current_thread())
        threading.excepthook(threading.ExceptHookArgs(args))
