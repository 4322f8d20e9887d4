"""Watching a window while somebody plays with it: faults, warnings, stalls, memory, what stays."""

from __future__ import annotations

import gc
import os
import statistics
import sys
import threading
import time
import traceback
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from tests.slow.campaign import Findings, memory_mb, open_files, plain, say, signature

if TYPE_CHECKING:
    from types import FrameType, TracebackType

    from PySide6.QtCore import QMessageLogContext

STALL_S = 8.0
"""Of the processor, in one act: how busy the machine is does not count."""
DEAD_S = 90.0
"""After which nobody waits any longer."""
PASSED_OVER = ("This plugin does not support", "Detected locale")
MOST_WINDOWS = 2
"""The one that is shown, and one that is just being closed."""
MOST_FILES_MORE = 20


class Moment(NamedTuple):
    """What there is at one moment."""

    at_s: float
    mb: float
    widgets: int
    objects: int
    files: int
    windows: int

    def text(self) -> str:
        """Return it in words."""
        return (
            f"{self.at_s:5.0f} s {self.mb:6.0f} MB {self.widgets:6d} widgets "
            f"{self.objects:8d} objects {self.files:4d} files {self.windows} windows"
        )


@dataclass
class Watch:
    """Whatever goes wrong in this process is told to it, or seen by it."""

    findings: Findings
    repeat: str
    acts: deque[str] = field(default_factory=lambda: deque(maxlen=60))
    moments: list[Moment] = field(default_factory=list)
    began: float = field(default_factory=time.monotonic)
    stalls: list[str] = field(default_factory=list)
    _beat: float = field(default_factory=time.monotonic)
    _cpu: float = field(default_factory=time.process_time)
    _ended: threading.Event = field(default_factory=threading.Event)

    def begin(self) -> None:
        """Listen to whatever is raised and warned of, and begin to look at the clock."""
        sys.excepthook = self.raised
        threading.excepthook = lambda what: self.raised(
            what.exc_type, what.exc_value, what.exc_traceback
        )
        qInstallMessageHandler(self._warned)
        threading.Thread(target=self._look_at_clock, args=(sys._getframe(),), daemon=True).start()

    def end(self) -> None:
        """Listen no longer."""
        self._ended.set()
        sys.excepthook, threading.excepthook = sys.__excepthook__, threading.__excepthook__
        qInstallMessageHandler(None)

    def beat(self) -> None:
        """Say that the window is alive: an act begins or has ended."""
        self._beat, self._cpu = time.monotonic(), time.process_time()

    def raised(
        self, kind: type[BaseException], error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Note what was raised where nobody caught it."""
        if error is None or issubclass(kind, KeyboardInterrupt):
            return
        name = signature(error.with_traceback(trace))
        text = "".join(traceback.format_exception(kind, error, trace))
        self._note(f"raised: {name}", text[-1500:])

    def _warned(self, kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
        quiet = {QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg}
        if kind not in quiet and not any(one in text for one in PASSED_OVER):
            self._note(f"Qt warns: {plain(text)}", text)

    def _note(self, name: str, detail: str) -> None:
        self.findings.add(name, f"after {list(self.acts)[-4:]}: {detail}", self.repeat)

    def _look_at_clock(self, _frame: FrameType) -> None:
        main = threading.main_thread().ident
        is_told = False
        while not self._ended.wait(0.5):
            busy, waiting = time.process_time() - self._cpu, time.monotonic() - self._beat
            if waiting > DEAD_S:
                say(f"nothing moves any longer after {list(self.acts)[-3:]}")
                os._exit(3)
            if min(busy, waiting) < STALL_S:
                is_told = False
            elif not is_told:
                is_told = True
                frame = sys._current_frames().get(main or 0)
                self._stalled(frame)

    def _stalled(self, frame: FrameType | None) -> None:
        stack = [] if frame is None else traceback.extract_stack(frame)
        ours = [
            f"{one.filename.rsplit('/gridwar/', 1)[-1]} {one.name}"
            for one in stack
            if "/gridwar/" in one.filename and "/tests/" not in one.filename
        ]
        self._note(f"stall: {' < '.join(reversed(ours[-3:])) or 'in Qt'}", f"{STALL_S:g} s")

    # --- what stays ----------------------------------------------------------------------------

    def look(self) -> Moment:
        """See what there is now; too many windows or open files are a finding."""
        gc.collect()
        windows = [
            one for one in QApplication.topLevelWidgets() if type(one).__name__ == "MainWindow"
        ]
        moment = Moment(
            time.monotonic() - self.began,
            memory_mb(),
            len(QApplication.allWidgets()),
            len(gc.get_objects()),
            open_files(),
            len(windows),
        )
        self.moments.append(moment)
        if moment.windows > MOST_WINDOWS:
            self._note("old windows are alive", f"{moment.windows} of them")
        if moment.files > self.moments[0].files + MOST_FILES_MORE:
            self._note("files stay open", f"{moment.files}, at first {self.moments[0].files}")
        return moment

    def judge_memory(self, warm_s: float, most: float) -> float | None:
        """Compare the memory of the last minute with that of the first once it was warm.

        The middle of a minute's moments counts: a large fight that was just opened is not growth.

        Returns:
            How many times as much it is; None for a run too short to tell.
        """
        end_s = self.moments[-1].at_s
        warm = [one.mb for one in self.moments if warm_s <= one.at_s <= warm_s + 60]
        last = [one.mb for one in self.moments if one.at_s >= end_s - 60]
        if not warm or end_s < 2 * warm_s:
            return None
        growth = statistics.median(last) / statistics.median(warm)
        if growth > most:
            self._note("memory grows", f"{growth:.2f} times: {warm} … {last} MB")
        return growth

    def a_minute(self) -> list[Any]:
        """Return the last moment of each minute."""
        return list({int(one.at_s // 60): one for one in self.moments}.values())
