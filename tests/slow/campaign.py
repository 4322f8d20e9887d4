"""What all campaigns share: folders of their own, limits, findings by signature, the last line.

A campaign tries very many things that each begin from a seed and a number, so that any of them can
be tried again alone. What goes wrong is counted by its signature (kind of error and the places in
Gridwar it came from); the first of each is kept as a file and told with the command that repeats
it. Every campaign ends in one line, and in exit code 1 where it found something.
"""

from __future__ import annotations

import contextlib
import gc
import hashlib
import os
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import gridwar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

T = TypeVar("T")
CHECKOUT = Path(gridwar.__file__).resolve().parents[1]
PACKAGE = CHECKOUT / "gridwar"
CORPUS = Path(__file__).with_name("corpus")
"""What was found once, under names that say the fact; the suite replays all of it."""
FOUND = Path(__file__).with_name("found")
"""What campaigns find now; not part of the project until it gets a name and moves to the corpus."""
MIB = 1 << 20
MOST_CASE_S = 5.0
"""Of the processor: what reading one small file, or one act in a fight, may take."""
WAITING = 6
"""How many times as long something may take that does not work, but waits."""
_FRAMES = 3


class Wrong(AssertionError):
    """Nothing was raised, but something that Gridwar promises does not hold."""


class Stuck(BaseException):
    """Something takes longer than it may; no handler of ``Exception`` shall swallow it."""


@dataclass(frozen=True)
class Finding:
    """One kind of thing that went wrong: the first time of it."""

    signature: str
    detail: str
    repeat: str
    """The command that shows it again."""


@dataclass
class Findings:
    """What went wrong, counted by signature; each kind is told at once when it is new."""

    first: dict[str, Finding] = field(default_factory=dict)
    times: dict[str, int] = field(default_factory=dict)
    quiet: bool = False

    def add(self, signature: str, detail: str = "", repeat: str = "") -> bool:
        """Count something that went wrong; return whether it is a new kind."""
        self.times[signature] = self.times.get(signature, 0) + 1
        if signature in self.first:
            return False
        self.first[signature] = Finding(signature, detail, repeat)
        if not self.quiet:
            say(f"FOUND {signature}\n      {detail[:500]}\n      again: {repeat}")
        return True

    @property
    def total(self) -> int:
        """How often anything went wrong."""
        return sum(self.times.values())

    def text(self) -> str:
        """Return all kinds with their numbers, the most frequent first."""
        ranked = sorted(self.times.items(), key=lambda one: -one[1])
        return "\n".join(
            f"{times:6d} x {name}\n         {self.first[name].repeat}" for name, times in ranked
        )


def say(line: str) -> None:
    """Write a line of progress, beside the one line that is the result."""
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


def finish(line: str, findings: Findings, began: float) -> int:
    """Print what was found and the last line; return the exit code."""
    if findings.total:
        say(findings.text())
    took = time.perf_counter() - began
    kinds = len(findings.first)
    verdict = f"{kinds} kinds of fault, {findings.total} times" if kinds else "sound"
    sys.stdout.write(f"{line}; {took:.0f} s; {verdict}\n")
    sys.stdout.flush()
    return 1 if kinds else 0


# --- a place of its own ------------------------------------------------------------------------


@contextlib.contextmanager
def own_home(*, on_disk: bool = False) -> Iterator[Path]:
    """Give the campaign empty user folders and a place for its files, and take both away after it.

    Args:
        on_disk: Where syncing is measured; else in memory, where there is such a place.
    """
    memory = Path("/dev/shm")
    root = None if on_disk or not memory.is_dir() else str(memory)
    was = {name: os.environ.get(name) for name in ("GRIDWAR_HOME", "TMPDIR")}
    place = Path(tempfile.mkdtemp(prefix="gridwar-campaign-", dir=root))
    (place / "tmp").mkdir()
    (place / "work").mkdir()
    os.environ["GRIDWAR_HOME"] = str(place / "home")
    os.environ["TMPDIR"] = tempfile.tempdir = str(place / "tmp")
    try:
        yield place
    finally:
        for name, value in was.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
        tempfile.tempdir = None
        shutil.rmtree(place, ignore_errors=True)


def emptied(folder: Path) -> Path:
    """Take away all that is in a folder, and return it."""
    for one in folder.iterdir() if folder.is_dir() else ():
        if one.is_dir() and not one.is_symlink():
            shutil.rmtree(one, ignore_errors=True)
        else:
            one.unlink(missing_ok=True)
    return folder


# --- limits ------------------------------------------------------------------------------------


@contextlib.contextmanager
def within(seconds: float = MOST_CASE_S) -> Iterator[None]:
    """Raise ``Stuck`` in the main thread when what is inside works, or waits, for too long.

    Work is counted in seconds of the processor, so that it does not matter how busy the machine is.
    A call into C that does not come back is not stopped by it: see ``crew`` for that.

    Args:
        seconds: Of work; waiting may take ``WAITING`` times as long.
    """

    def ring(number: int, _frame: FrameType | None) -> None:
        if number == signal.SIGPROF:
            raise Stuck(f"more than {seconds:g} s of work")
        raise Stuck(f"more than {seconds * WAITING:g} s")

    before = {one: signal.signal(one, ring) for one in (signal.SIGPROF, signal.SIGALRM)}
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, seconds * WAITING)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        for one, handler in before.items():
            signal.signal(one, handler)


def memory_mb(process: str = "self") -> float:
    """Return what a process holds in memory."""
    pages = Path(f"/proc/{process}/statm").read_text().split()[1]
    return int(pages) * resource.getpagesize() / MIB


@contextlib.contextmanager
def memory_bounded(more_mb: int) -> Iterator[None]:
    """Let this process take only so much more address space: a bomb becomes a MemoryError."""
    now = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (now + more_mb * MIB, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def open_files() -> int:
    """Return how many files this process has open."""
    return len(list(Path("/proc/self/fd").iterdir()))


def settled_memory_mb() -> float:
    """Return what this process holds once nothing is waiting to be collected."""
    gc.collect()
    return memory_mb()


def attempted(do: Callable[[], T]) -> T | BaseException:
    """Return what a call returns, or whatever comes out of it: that is what campaigns look for."""
    try:
        return do()
    except (Exception, Stuck) as error:  # noqa: BLE001 - whatever comes out is a finding
        return error


# --- signatures --------------------------------------------------------------------------------


def signature(error: BaseException) -> str:
    """Return the kind of an error and the last places in Gridwar that it passed.

    Lines are left out: a fault stays the same when something above it changes.
    """
    if isinstance(error, Wrong):
        return f"wrong: {plain(str(error))}"
    frames = [
        f"{Path(frame.filename).relative_to(PACKAGE)} {frame.name}"
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename.startswith(str(PACKAGE))
    ]
    if len(frames) > 60:  # a recursion: where it was entered is the same each time
        frames = frames[:2]
    places = " < ".join(reversed(frames[-_FRAMES:])) or "outside of Gridwar"
    return f"{type(error).__name__} in {places}"


def plain(text: str) -> str:
    """Return a message without what differs from case to case: paths, quoted values, numbers."""
    text = re.sub(r"/\S*", "PATH", text)
    text = re.sub(r"'[^']{0,200}'", "'…'", text)
    return re.sub(r"-?\d[\d.,e+-]*", "N", text)[:140]


def short_hash(text: str | bytes) -> str:
    """Return ten letters that stand for a text."""
    raw = text if isinstance(text, bytes) else text.encode(errors="replace")
    return hashlib.sha256(raw).hexdigest()[:10]


def keep(name: str, data: bytes, root: Path | None = None) -> Path:
    """Keep a file that shows a fault, below the folder of what was found."""
    path = (root or FOUND) / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path
