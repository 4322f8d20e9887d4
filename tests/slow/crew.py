"""Worker processes that go through numbered cases, and are replaced when they die or get stuck.

Each worker is forked from a parent that has everything loaded, takes every so-manieth number and
tells the parent before each case which one it begins. One that says nothing for too long is killed;
that, and one that dies, is a finding with the number of its case. Workers are replaced after some
thousand cases, so that what one keeps in memory does not count for the next. POSIX only.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import signal
import sys
import time
import traceback
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.slow.campaign import Findings

SILENT_S = 60.0
"""After which a worker is taken for stuck where a case is one file: twice what it may wait."""
CASES_A_LIFE = 2500


@dataclass(frozen=True)
class Told:
    """What a case came to: a line from a worker to its parent."""

    kind: str
    signature: str = ""
    detail: str = ""
    repeat: str = ""


@dataclass
class Life:
    """One worker: its process, its pipe, and where it stands."""

    pid: int
    pipe: int
    share: int
    at: int
    heard: float = field(default_factory=time.monotonic)
    unread: bytes = b""
    ended: int | None = None
    """The number to go on with, once it has come to its end."""


@dataclass
class Crew:
    """So many workers for so many cases.

    ``work`` is called once in each worker and returns what tries a case by its number.
    """

    work: Callable[[], Callable[[int], Told]]
    count: int
    findings: Findings
    workers: int = 2
    silent_s: float = SILENT_S
    until: float = float("inf")
    """When to stop, by ``time.monotonic``."""
    repeat: str = "case {number}"
    done: dict[str, int] = field(default_factory=dict)
    most_mb: float = 0.0
    slowest: tuple[float, int] = (0.0, -1)

    def run(self) -> None:
        """Go through all cases, or as many as there is time for."""
        with selectors.DefaultSelector() as waiting:
            for share in range(min(self.workers, self.count)):
                self._begin(waiting, share, share)
            while waiting.get_map():
                for key, _events in waiting.select(1.0):
                    self._hear(waiting, key.data)
                self._miss(waiting)

    def _begin(self, waiting: selectors.BaseSelector, share: int, number: int) -> None:
        if number >= self.count or time.monotonic() >= self.until:
            return
        reading, writing = os.pipe()
        sys.stderr.flush()
        pid = os.fork()
        if pid == 0:
            os.close(reading)
            self._live(writing, number)
        os.close(writing)
        waiting.register(reading, selectors.EVENT_READ, Life(pid, reading, share, number))

    def _live(self, writing: int, number: int) -> None:
        """Try cases until the end of this life (the worker); never returns."""
        tell = _teller(writing)
        code = 1
        try:
            attempt = self.work()
            end = min(self.count, number + CASES_A_LIFE * self.workers)
            for at in range(number, end, self.workers):
                if time.monotonic() >= self.until:
                    break
                tell(at=at)
                began = time.monotonic()
                told = attempt(at)
                tell(done=at, took=time.monotonic() - began, **vars(told))
            tell(end=end if time.monotonic() < self.until else self.count)
            code = 0
        except BaseException:  # noqa: BLE001 - the parent shall hear of anything
            tell(died=traceback.format_exc()[-2000:])
        finally:
            os._exit(code)

    def _hear(self, waiting: selectors.BaseSelector, life: Life) -> None:
        found = os.read(life.pipe, 1 << 16)
        life.heard = time.monotonic()
        if not found:
            self._bury(waiting, life, "the worker died")
            return
        *lines, life.unread = (life.unread + found).split(b"\n")
        for line in lines:
            self._take(life, json.loads(line))

    def _take(self, life: Life, said: dict[str, Any]) -> None:
        if "at" in said:
            life.at = said["at"]
        elif "done" in said:
            self._count(said)
        elif "died" in said:
            self.findings.add("a worker failed", said["died"], self.repeat.format(number=life.at))
        else:
            life.ended = said["end"]

    def _next(self, number: int, share: int) -> int:
        return number + (share - number) % self.workers

    def _count(self, said: dict[str, Any]) -> None:
        kind = said["kind"]
        self.done[kind] = self.done.get(kind, 0) + 1
        self.slowest = max(self.slowest, (said["took"], said["done"]))
        self.most_mb = max(self.most_mb, said["mb"])
        if said["signature"]:
            self.findings.add(f"{kind}: {said['signature']}", said["detail"], said["repeat"])

    def _miss(self, waiting: selectors.BaseSelector) -> None:
        for key in list(waiting.get_map().values()):
            life: Life = key.data
            if time.monotonic() - life.heard > self.silent_s:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(life.pid, signal.SIGKILL)
                self._bury(waiting, life, f"no word for {self.silent_s:g} s, the worker was killed")

    def _bury(self, waiting: selectors.BaseSelector, life: Life, why: str) -> None:
        waiting.unregister(life.pipe)
        os.close(life.pipe)
        _pid, status = os.waitpid(life.pid, 0)
        if life.ended is not None:
            self._begin(waiting, life.share, self._next(life.ended, life.share))
            return
        detail = f"case {life.at}, exit {os.waitstatus_to_exitcode(status)}"
        self.findings.add(why, detail, self.repeat.format(number=life.at))
        self._begin(waiting, life.share, life.at + self.workers)


def _teller(writing: int) -> Callable[..., None]:
    from tests.slow.campaign import memory_mb

    pipe = os.fdopen(writing, "w")

    def tell(**what: Any) -> None:
        pipe.write(json.dumps({**what, "mb": memory_mb() if "done" in what else 0.0}) + "\n")
        pipe.flush()

    return tell


@contextlib.contextmanager
def silenced() -> Iterator[None]:
    """Let standard output and error go nowhere meanwhile."""
    with (
        Path(os.devnull).open("w", encoding="utf-8", errors="replace") as nowhere,
        contextlib.redirect_stdout(nowhere),
        contextlib.redirect_stderr(nowhere),
    ):
        yield
