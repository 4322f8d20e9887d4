"""Works out ways and reaches beside the window, so that whoever draws never waits long for them.

Owns the thread. What is worked out there is the planner's business; the planners in use belong to
this thread as long as one of their questions is open.
"""

from __future__ import annotations

from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooSlow
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

from gridwar.errors import Cancelled

if TYPE_CHECKING:
    from collections.abc import Callable

    RunInWindow = Callable[[Callable[[], None]], None]

T = TypeVar("T")

PATIENCE_S: Final = 0.05
"""How long the window waits for a way before it goes on without."""


class WayWorker:
    """Answers questions one after the other: quick ones at once, the others later.

    Without a window nothing has to be kept alive: then all is worked out at once, in its place.
    """

    def __init__(self) -> None:
        self.patience_s = PATIENCE_S
        self._run_in_window: RunInWindow | None = None
        self._is_closed = False
        self._pool: ThreadPoolExecutor | None = None
        self._open: dict[int, tuple[Callable[[], object], Callable[[], None]]] = {}
        """Under way: what cancels it and what hands it over; for the window's thread only.

        Nothing else holds both, so that a result is freed as soon as it has been taken.
        """
        self._number = 0

    def begin(self, run_in_window: RunInWindow) -> None:
        """Work in a thread from now on.

        Args:
            run_in_window: Calls something in the window's thread, from any thread.
        """
        self.settle()  # what is under way would be told to the window before
        self._run_in_window, self._is_closed = run_in_window, False

    @property
    def is_busy(self) -> bool:
        """Whether anything asked has not been handed over yet."""
        return bool(self._open)

    def ask(
        self, work: Callable[[], T], take: Callable[[T], None], patience_s: float | None = None
    ) -> None:
        """Have something worked out, and handed over before this returns if it is quick.

        Nothing is where all has been closed: a window on its way out asks for what nobody sees.

        Args:
            work: Runs in the thread; raises ``Cancelled`` where nobody wants it any more.
            take: Gets the result, in the window's thread.
            patience_s: How long to wait for it before going on; None for what is usual.
        """
        if self._is_closed:
            return
        if self._run_in_window is None:
            take(work())
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="ways")
        usual_s = self.patience_s if patience_s is None else patience_s
        patience_s = 0.0 if self._open else usual_s
        future = self._pool.submit(work)
        try:
            take(future.result(timeout=patience_s))
        except TooSlow:
            self._number += 1
            self._open[self._number] = (future.cancel, partial(_hand_over, future, take))
            future.add_done_callback(partial(self._tell, self._number))
        except Cancelled:
            return

    def settle(self) -> None:
        """Wait until all that was asked is handed over: somebody acts upon it now."""
        while self._open:
            self._finish(next(iter(self._open)))

    def drop(self) -> None:
        """Drop all that is under way; nobody wants it any more."""
        open_questions, self._open = self._open, {}
        for cancel, _hand_over in open_questions.values():
            cancel()

    def close(self) -> None:
        """Stop for good."""
        self.drop()
        self._run_in_window, self._is_closed = None, True
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _tell(self, number: int, _done: Future[T]) -> None:
        """Have a result handed over in the window's thread; runs in the worker's."""
        run = self._run_in_window
        if run is not None:
            run(partial(self._finish, number))

    def _finish(self, number: int) -> None:
        """Hand a result over, once."""
        if number in self._open:
            _cancel, hand_over = self._open.pop(number)
            hand_over()


def _hand_over(future: Future[T], take: Callable[[T], None]) -> None:
    """Hand a result over; wait for it where it is not there yet."""
    try:
        found = future.result()
    except (Cancelled, CancelledError):
        return
    take(found)
