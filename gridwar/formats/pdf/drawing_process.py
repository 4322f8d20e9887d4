"""Starting the process that draws pages, hearing its answers, and ending it: the program's side.

Whatever comes of it is an answer for each job or an error that says what to do: cancelled, too
slow, too hungry, dead. The process is killed with the cancel, and its folder goes with it.
"""

from __future__ import annotations

import subprocess
import tempfile
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import IO, TYPE_CHECKING

import msgspec

from gridwar.errors import MapError
from gridwar.formats.import_report import stop_if
from gridwar.formats.pdf import SWITCH
from gridwar.formats.pdf import worker_messages as wm
from gridwar.formats.pdf.failure_words import broken_off, too_slow
from gridwar.own_process import NO_CONSOLE, environment, program
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.formats.import_report import Cancel

_LOOK_S = 0.03
"""How often it is asked whether to give up; half of a tenth of a second is left for the killing."""
_PATIENCE_S = 4 * wm.MOST_SECONDS
"""So long it may take beside other programs; its own work is bounded before that."""
_MOST_ANSWER_BYTES = 1 << 20
_SIGNAL_OF_TIME = -24
"""SIGXCPU, which Windows does not know by name."""
_KILLED = -9
_QUOTA_OF_TIME = 1816
"""ERROR_NOT_ENOUGH_QUOTA: so Windows ends what has worked longer than its job object lets it."""


class DrawingProcess:
    """One process for one request; used within ``asked``.

    ``folder`` is where it puts its drawings.
    """

    def __init__(self, path: Path, jobs: tuple[wm.Job, ...], folder: Path) -> None:
        """Start it.

        Args:
            path: The PDF.
            jobs: What it is to do.
            folder: Where it puts its drawings.

        Raises:
            MapError: It cannot be started.
        """
        self._path, self._jobs, self.folder = path, jobs, folder
        self._is_overdue = False
        request = wm.Request(str(path.absolute()), str(folder), jobs)
        try:
            command = [*program(), SWITCH, wm.words_of(request)]
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=environment(),
                creationflags=NO_CONSOLE,
            )
        except OSError as error:
            text = _(
                "{path}: what draws its pages does not start: {why}. Save the page as a picture "
                "elsewhere, and import that."
            )
            raise MapError(text.format(path=path, why=error.strerror or error)) from error
        self._lines: SimpleQueue[bytes] = SimpleQueue()
        assert self._process.stdout is not None
        out = self._process.stdout
        self._hearing = threading.Thread(target=_hand_on, args=(out, self._lines), daemon=True)
        self._hearing.start()

    def answers(self, cancelled: Cancel) -> Iterator[wm.Answer]:
        """Go through the answers to the jobs, in their order.

        Args:
            cancelled: Asked all the time.

        Raises:
            MapError: It ended before it had answered all, or takes too long.
            Cancelled: Somebody asked to give up.
        """
        until = time.monotonic() + _PATIENCE_S
        for job in self._jobs:
            line = self._next(cancelled, until)
            if not line:
                raise MapError(self._why_dead(job))
            try:
                yield _answer_in(line)
            except (msgspec.MsgspecError, KeyError) as error:
                raise MapError(self._why_dead(job)) from error

    def end(self) -> None:
        """End it, whatever it does."""
        self._process.kill()
        self._process.wait()
        self._hearing.join(_LOOK_S)

    def _next(self, cancelled: Cancel, until: float) -> bytes:
        while True:
            stop_if(cancelled)
            if time.monotonic() > until:
                self._is_overdue = True  # Windows gives what is killed no code of its own
                self.end()
            try:
                return self._lines.get(timeout=_LOOK_S)
            except Empty:
                continue

    def _why_dead(self, job: wm.Job) -> str:
        """Say what a process ended of that has not answered."""
        code = self._process.wait()
        page = None if isinstance(job, wm.ListPages) else job.page
        is_slow = self._is_overdue or code in {_SIGNAL_OF_TIME, _KILLED, _QUOTA_OF_TIME}
        tell = too_slow if is_slow else broken_off
        return tell(self._path, page)


@contextmanager
def asked(path: Path, *jobs: wm.Job) -> Iterator[DrawingProcess]:
    """Ask for something, and be rid of process and drawings afterwards.

    Args:
        path: The PDF.
        jobs: What is asked for.

    Raises:
        MapError: It cannot be begun.
    """
    try:
        folder = tempfile.TemporaryDirectory(prefix="gridwar-pdf-", ignore_cleanup_errors=True)
    except OSError as error:
        text = _("{path}: there is no room to draw in: {why}. Free some on the disk.")
        raise MapError(text.format(path=path, why=error.strerror or error)) from error
    with folder as place:
        process = DrawingProcess(path, jobs, Path(place))
        try:
            yield process
        finally:
            process.end()


def _answer_in(line: bytes) -> wm.Answer:
    """Return the answer that a line holds.

    Raises:
        msgspec.MsgspecError: It holds none, or KeyError: one of a kind that is not known.
    """
    kind, fields = msgspec.json.decode(line, type=tuple[str, msgspec.Raw])
    return msgspec.json.decode(fields, type=wm.ANSWERS[kind])


def _hand_on(out: IO[bytes], lines: SimpleQueue[bytes]) -> None:
    """Read answers as they come; nothing at the end."""
    with out:
        while line := out.readline(_MOST_ANSWER_BYTES):
            lines.put(line)
    lines.put(b"")
