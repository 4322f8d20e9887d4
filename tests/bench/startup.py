"""How soon something is seen, and how soon the fight is there: fresh processes each time.

The peer is a bare PySide6 window. Bytecode is kept, as it is where a program is installed. Figures
are medians of the ratios of neighbours: a slow spell of the machine lasts longer than one process.
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

from tests.bench.frame import Figures, Row

ROUNDS = 15
_WATCH = """
import builtins, os, sys, time
plain = builtins.__import__
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget
builtins.__import__ = plain  # PySide6's own is there only when the program itself has begun
app = QApplication(sys.argv[:1])
seen, turns, last = [], [0], [0.0]
class Watch(QObject):  # of what is shown alone: one that sees all events slows everything down
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            if not seen:
                seen.append(time.time())
            if isinstance(watched, QMainWindow):
                QTimer.singleShot(0, window_is_seen)
        return False
def window_is_seen():
    seen[1:] = [time.time()]
    last[0] = time.perf_counter()
    idle.start(0)
def turn():
    now = time.perf_counter()
    turns[0] = turns[0] + 1 if now - last[0] < 0.001 else 0
    if turns[0] <= 1:
        seen[2:] = [time.time()]
    last[0] = now
    if turns[0] == 20:  # nothing is left that anybody wished to do
        told()
        os._exit(0)
def told():
    print(*seen, flush=True)
plain_show = QWidget.show
def watched_show(self):
    self.installEventFilter(watch)
    plain_show(self)
QWidget.show = watched_show
idle = QTimer()
idle.timeout.connect(turn)
watch = Watch()
"""
_BARE = "window = QMainWindow()\nwindow.resize(1280, 800)\nwindow.show()\napp.exec()\n"
_OURS = "from gridwar.cli import main\nmain(['--sample'])\n"
_LISTED = """
def told():
    print(*(name for name in sys.modules if name.split('.')[0] == 'gridwar'), flush=True)
"""
_LOADED = """
import gc, importlib, time
os.environ["PYDANTIC_DISABLE_PLUGINS"] = "__all__"  # as ``main`` does
from gridwar import cli
cli.load_late()
gc.disable()  # as ``gridwar.ui.app.splash`` does
START = ('gridwar.ui.app.splash', 'gridwar.ui.app.application', 'gridwar.systems.cepheus')
for name in (*START, *{names}):
    importlib.import_module(name)
import networkx, numpy
networkx.DiGraph, numpy.array
loaded = time.time()
print(loaded, loaded, loaded, flush=True)
os._exit(0)
"""
_MARKS = ("first paint", "window", "all")


def _told(program: str, home: Path) -> str:
    """Run a program with the watch before it; return what it printed."""
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "PYTHONPYCACHEPREFIX": str(home / "bytecode"),
        **{f"XDG_{kind}_HOME": str(home) for kind in ("STATE", "CONFIG", "DATA")},
    }
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, "-c", _WATCH + program]
    done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE)
    return done.stdout.decode()


def _seen(program: str, home: Path) -> list[float]:
    """Return when something was painted, the main window was, and all was done, in seconds."""
    start = time.time()
    return [float(mark) - start for mark in _told(program, home).split()]


@cache
def _measured() -> dict[str, list[float]]:
    samples: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        _told(_OURS, Path(folder))  # the first one begins the tour
        names = _told(_LISTED + _OURS, Path(folder)).split()
        programs = {"bare": _BARE, "Gridwar": _OURS, "loaded": _LOADED.format(names=names)}
        for round_number in range(-1, ROUNDS):
            for name, program in programs.items():
                marks = _seen(program, Path(folder))
                if round_number >= 0:  # the first one writes the bytecode
                    for mark, seconds in zip(_MARKS, marks, strict=True):
                        samples.setdefault(f"{name}, {mark}", []).append(seconds)
    return samples


def _row(ours: str, peer: str) -> Figures:
    samples, bare = _measured(), f"bare, {peer}"
    ratios = [one / other for one, other in zip(samples[ours], samples[bare], strict=True)]
    seconds = {name: statistics.median(samples[name]) for name in (ours, bare)}
    return Figures(statistics.median(ratios), seconds)


ROWS = (
    Row(
        "start-paint",
        "the first thing seen",
        "a bare PySide6 window",
        1.5,
        lambda: _row("Gridwar, first paint", "first paint"),
    ),
    Row(
        "start-loaded",
        "all imports of the sample fight done",
        "a bare PySide6 window",
        4.5,  # 4 and a little: four tricks at the start that saved under 10 ms each are gone
        lambda: _row("loaded, all", "window"),
    ),
    Row(
        "start-fight",
        "the sample fight seen in its window",
        "a bare PySide6 window",
        None,
        lambda: _row("Gridwar, window", "window"),
    ),
    Row(
        "start-all",
        "the same, with all ways and threats, idle",
        "a bare PySide6 window",
        None,
        lambda: _row("Gridwar, all", "window"),
    ),
)
