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
import os, sys, time
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QMainWindow
app = QApplication(sys.argv[:1])
first = []
class Watch(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            if not first:
                first.append(time.time())
            if isinstance(watched, QMainWindow):
                QTimer.singleShot(0, done)
        return False
def done():
    print(first[0], time.time(), flush=True)
    os._exit(0)
watch = Watch()
app.installEventFilter(watch)
"""
_BARE = "window = QMainWindow()\nwindow.resize(1280, 800)\nwindow.show()\napp.exec()\n"
_OURS = "from gridwar.ui.start import run\nrun(sample=True)\n"


def _seen(program: str, home: Path) -> tuple[float, float]:
    """Return when something was painted and when the main window was, seconds after the start."""
    environment = {
        **os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPYCACHEPREFIX": str(home / "bytecode"),
        **{f"XDG_{kind}_HOME": str(home) for kind in ("STATE", "CONFIG", "DATA")},
    }  # fmt: skip
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    start = time.time()
    done = subprocess.run(
        [sys.executable, "-c", _WATCH + program], env=environment, check=True, capture_output=True
    )
    first, last = done.stdout.split()
    return float(first) - start, float(last) - start


@cache
def _measured() -> dict[str, float]:
    samples: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for round_number in range(-1, ROUNDS):
            for name, program in (("bare", _BARE), ("Gridwar", _OURS)):
                first, last = _seen(program, Path(folder))
                if round_number >= 0:  # the first one writes the bytecode
                    samples.setdefault(f"{name}, first paint", []).append(first)
                    samples.setdefault(f"{name}, window", []).append(last)
    return {name: statistics.median(found) for name, found in samples.items()}


def _row(what: str) -> Figures:
    seconds = _measured()
    ours, bare = f"Gridwar, {what}", f"bare, {what}"
    return against(ours, bare, {name: seconds[name] for name in (ours, bare)})


ROWS = (
    Row("start-paint", "the first thing seen", "a bare PySide6 window", 1.5,
        lambda: _row("first paint")),
    Row("start-all", "the sample fight in its window", "a bare PySide6 window", 4,
        lambda: _row("window")),
)  # fmt: skip
