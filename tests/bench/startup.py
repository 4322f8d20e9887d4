"""How soon something is seen, and how soon the fight is there: fresh processes each time.

The peer is a bare PySide6 window. Bytecode is kept, as it is where a program is installed.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from functools import cache
from pathlib import Path

from tests.bench.frame import Figures, Row, against

ROUNDS = 9
_WATCH = """
import builtins, os, sys, time
plain = builtins.__import__
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QMainWindow
builtins.__import__ = plain  # PySide6's own is there only when the program itself has begun
app = QApplication(sys.argv[:1])
seen, turns = [], [0]
class Watch(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            turns[0] = 0
            if not seen:
                seen.append(time.time())
            if isinstance(watched, QMainWindow) and len(seen) == 1:
                QTimer.singleShot(0, window_is_seen)
        elif event.type() == QEvent.Type.MetaCall:
            turns[0] = 0
        return False
def window_is_seen():
    if len(seen) == 1:
        seen.append(time.time())
        idle.start(0)
def turn():
    turns[0] += 1
    if turns[0] == 1:
        seen[2:] = [time.time()]
    if turns[0] == 20:  # nothing is left that anybody wished to do
        print(*seen, flush=True)
        os._exit(0)
idle = QTimer()
idle.timeout.connect(turn)
watch = Watch()
app.installEventFilter(watch)
"""
_BARE = "window = QMainWindow()\nwindow.resize(1280, 800)\nwindow.show()\napp.exec()\n"
_OURS = "from gridwar.cli import main\nmain(['--sample'])\n"
_MARKS = ("first paint", "window", "all")


def _seen(program: str, home: Path) -> list[float]:
    """Return when something was painted, the main window was, and all was done, in seconds."""
    environment = {
        **os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPYCACHEPREFIX": str(home / "bytecode"),
        **{f"XDG_{kind}_HOME": str(home) for kind in ("STATE", "CONFIG", "DATA")},
    }  # fmt: skip
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    start = time.time()
    done = subprocess.run(
        [sys.executable, "-c", _WATCH + program], env=environment, check=True, capture_output=True
    )
    return [float(mark) - start for mark in done.stdout.split()]


@cache
def _measured() -> dict[str, float]:
    samples: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for round_number in range(-1, ROUNDS):
            for name, program in (("bare", _BARE), ("Gridwar", _OURS)):
                marks = _seen(program, Path(folder))
                if round_number >= 0:  # the first one writes the bytecode
                    for mark, seconds in zip(_MARKS, marks, strict=True):
                        samples.setdefault(f"{name}, {mark}", []).append(seconds)
    return {name: statistics.median(found) for name, found in samples.items()}


def _row(what: str, peer: str) -> Figures:
    seconds = _measured()
    ours, bare = f"Gridwar, {what}", f"bare, {peer}"
    return against(ours, bare, {name: seconds[name] for name in (ours, bare)})


ROWS = (
    Row("start-paint", "the first thing seen", "a bare PySide6 window", 1.5,
        lambda: _row("first paint", "first paint")),
    Row("start-fight", "the sample fight seen in its window", "a bare PySide6 window", 4,
        lambda: _row("window", "window")),
    Row("start-all", "the same, with all ways and threats, idle", "a bare PySide6 window", 4,
        lambda: _row("all", "window")),
)  # fmt: skip
