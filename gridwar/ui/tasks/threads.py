"""Long work beside the window: one piece at a time, with progress, and given up when asked.

Owns the threads and the way back into the window's own, and how often threads give way to it. What
the work is, it does not know. The file thread is for what is written piece after piece: snapshots
of the fight, and the closing of a file whose fight has made way.
"""

from __future__ import annotations

import sys
import threading
import weakref
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeoutError
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from PySide6.QtCore import QCoreApplication, QEventLoop, QObject, Qt, Signal
from shiboken6 import isValid

from gridwar.errors import Cancelled, GridwarError

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

    from PySide6.QtWidgets import QWidget

    Progress = Callable[[float, str], None]
    IsStopped = Callable[[], bool]

T = TypeVar("T")

_GIVE_WAY_S = 0.001
_FRAME_S = 0.03
"""How often the screen is painted while there is no window yet."""
_TURN = threading.Lock()
"""Held by the work that runs: what was given up has let go of its files before another begins."""


class _Run(Generic[T]):
    """One job: whether it is to stop, and its result until it is delivered.

    It keeps no hold of whoever wants it: a window may close over it, and is not to end in the
    thread. What is under way goes on then, unless somebody gives it up: a file may be half written.
    """

    def __init__(
        self,
        owner: Background,
        work: Callable[[Progress, IsStopped], T],
        unwanted: Callable[[T], None],
    ) -> None:
        self._owner, self._work, self._unwanted = weakref.ref(owner), work, unwanted
        self._calls = _calls()
        self._stop = threading.Event()
        self._made: list[T] = []
        self._lock = threading.Lock()

    def play(self) -> None:
        """Do the work when it is its turn; runs in the thread."""
        with _TURN:
            if self._stop.is_set():
                return
            try:
                made = self._work(self._tell, self._stop.is_set)
            except Cancelled:
                return
            except BaseException as error:  # noqa: BLE001 told or raised in the window's thread
                problem = error
                self._in_window(lambda owner: owner.end_with(problem))
            else:
                self._lay_down(made)

    def give_up(self) -> None:
        """Cancel it and drop its result."""
        self._stop.set()
        self._drop()

    def _drop(self) -> None:
        """Hand back what was laid down and is wanted by nobody now."""
        with self._lock:
            made, self._made = self._made, []
        for one in made:
            self._unwanted(one)

    def _lay_down(self, made: T) -> None:
        with self._lock:
            is_wanted = self._there() is not None and not self._stop.is_set()
            if is_wanted:
                self._made.append(made)
        if is_wanted:
            self._in_window(lambda owner: owner.end(self._made.pop()))
        else:
            self._unwanted(made)

    def _there(self) -> Background | None:
        """Return whoever wants it, as long as that has not gone with its window."""
        owner = self._owner()
        return owner if owner is not None and isValid(owner) else None

    def _tell(self, share: float, words: str) -> None:
        self._in_window(lambda owner: owner.progressed.emit(share, words))

    def _in_window(self, act: Callable[[Background], None]) -> None:
        """Do something in the window's thread, unless the work is given up by then."""

        def go() -> None:
            owner = self._there()
            if owner is None:
                self._drop()  # the work itself goes on: a file may be half written
            elif not self._stop.is_set():
                act(owner)

        with suppress(RuntimeError):  # the program is at its end
            self._calls.called.emit(go)


class _Calls(QObject):
    """Carries calls into the window's thread; there is one, and it outlives every window.

    A thread never sends by what belongs to a window: that may be deleted in the very moment.
    """

    called = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.called.connect(lambda act: act(), Qt.ConnectionType.QueuedConnection)


_calls = cache(_Calls)
"""The one; made in the window's thread, by the first who runs work beside it."""


class Background(QObject):
    """Runs jobs in one worker thread, one after the other in the whole program.

    Signals: ``progressed(share, words)`` with 0 to 1, ``failed(error)``, ``ended()`` however it
    ended. All arrive in the window's thread.
    """

    progressed = Signal(float, str)
    failed = Signal(object)
    ended = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._run: _Run[Any] | None = None
        self._done: Callable[..., None] = lambda _made: None

    def run(
        self,
        work: Callable[[Progress, IsStopped], T],
        done: Callable[[T], None],
        unwanted: Callable[[T], None] = lambda _made: None,
    ) -> None:
        """Begin some work; what was under way is given up.

        Args:
            work: Gets a function to tell progress (share, words) and one that says whether it is
                to stop; runs in the thread.
            done: Gets the result, in the window's thread; not called when it was given up.
            unwanted: Gets the result instead where it was given up too late to stop the work.
        """
        self.give_up()
        self._run, self._done = _Run(self, work, unwanted), done
        threading.Thread(target=self._run.play, name="gridwar-background", daemon=True).start()

    @property
    def is_running(self) -> bool:
        """Whether a job is under way."""
        return self._run is not None

    def give_up(self) -> None:
        """Cancel the job under way; it stops at its next check, and its result is dropped."""
        run, self._run = self._run, None
        if run is not None:
            run.give_up()
            self.ended.emit()

    def end(self, made: object) -> None:
        """Say that the work has ended, and hand over what it came to."""
        self._run, done = None, self._done
        self.ended.emit()
        done(made)

    def end_with(self, error: BaseException) -> None:
        """Say that the work has ended, and why it came to nothing."""
        self._run = None
        self.ended.emit()
        if not isinstance(error, GridwarError):
            raise error  # goes on to the crash handler
        self.failed.emit(error)


def beside(work: Callable[[], T]) -> T:
    """Return what some work comes to, done in a thread; what is on the screen is painted meanwhile.

    For what nobody can go on without, such as the first fight or a picture just chosen: nothing
    that is clicked or typed meanwhile is heard.
    """
    threads = ThreadPoolExecutor(max_workers=1, thread_name_prefix="gridwar-beside")
    made = threads.submit(work)
    threads.shutdown(wait=False)
    while True:
        try:
            return made.result(timeout=_FRAME_S)
        except FutureTimeoutError:
            if made.done():
                raise
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)


def give_way_often() -> None:
    """Let threads give way to the window's after a millisecond; Python lets it wait for five.

    A paint asks for Python's lock dozens of times: beside a search it took up to two seconds.
    """
    sys.setswitchinterval(_GIVE_WAY_S)


def wait_for_background(patience_s: float) -> bool:
    """Wait until no work runs, as before the program ends; return whether that came about."""
    is_quiet = _TURN.acquire(timeout=patience_s)
    if is_quiet:
        _TURN.release()
    return is_quiet


class ToWindow(QObject):
    """Queues calls into the window's thread from any other; none reaches a window that is gone."""

    called = Signal(object)

    def __init__(self, window: QWidget) -> None:
        super().__init__()
        there = weakref.ref(window)

        def call(act: Callable[[], None]) -> None:
            found = there()
            if found is not None and isValid(found):
                act()

        self.called.connect(call, Qt.ConnectionType.QueuedConnection)


class FileThread:
    """A thread that begins with the first piece of work and ends when somebody waits for it.

    What a command has to wait for is never done here. An error is a crash of this thread, told as
    such.
    """

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
