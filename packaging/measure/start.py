#!/usr/bin/env python3
"""How long until something is seen: the installed Gridwar beside an empty window frozen alike.

    python3 packaging/measure/start.py [--program /usr/bin/gridwar] [--runs 9]

Needs a display (Xvfb will do) and, for the empty window, the building venv of build.py. Asks
nothing of the programs: Qt itself tells of every flush to the screen. Each program has a first
run that does not count; then they take turns, and the best run of each counts, because whatever
else the machine does can only add to it. Beside the time stands what the processor worked for it.
Exit code 1 where Gridwar's first paint takes more than 1.5 times that of the empty window.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from packers import icu  # noqa: E402 the path comes first
from packers.freeze import build_venv, strip  # noqa: E402
from packers.project import BUILD, run, say, stop  # noqa: E402

MOST_TIMES = 1.5
_PATIENCE_S = 60
_FLUSHED = re.compile(r"Flushing QRegion\(.*\) of (\w+)\(")
_LOGGING = {"QT_LOGGING_RULES": "qt.widgets.painting.debug=true", "QT_LOGGING_TO_CONSOLE": "1"}


def bare_window() -> Path:
    """Freeze the empty window as Gridwar is frozen, and return it."""
    python = build_venv()
    out = BUILD / "bare"
    run(
        python,
        "-m",
        "PyInstaller",
        "--noconfirm",
        "--log-level",
        "ERROR",
        "--distpath",
        out,
        "--workpath",
        BUILD / "pyinstaller",
        HERE / "bare.spec",
        cwd=BUILD,
    )
    for library in out.rglob("libicudata.so.*"):
        icu.slim(library)
    strip(out)
    return out / "bare" / "bare"


class Seen(NamedTuple):
    """When a window was first seen, after the program's start."""

    wall_s: float
    work_s: float
    """Of the processor, for all threads of the program."""


def work_s(process: int) -> float:
    """Return what the processor has worked for a process, which Linux counts in nanoseconds."""
    found = 0
    for thread in Path(f"/proc/{process}/task").iterdir():
        found += int((thread / "schedstat").read_text("utf-8").split()[0])
    return found / 1e9


def paints(line: list[str], last: str) -> dict[str, Seen]:
    """Start a program and say when each of its windows was first seen, by the window's class.

    Args:
        line: The command.
        last: The window that is waited for; the program is ended after it.
    """
    with tempfile.TemporaryDirectory() as home:
        Path(home, "config").mkdir()
        Path(home, "config", "settings.json").write_text('{"tour_seen": true}', "utf-8")
        env = os.environ | _LOGGING | {"GRIDWAR_HOME": home}
        begin = time.monotonic()
        process = subprocess.Popen(line, env=env, stderr=subprocess.PIPE, text=True)
        assert process.stderr is not None
        seen: dict[str, Seen] = {}
        for text in process.stderr:
            found = _FLUSHED.search(text)
            if found and found[1] not in seen:
                seen[found[1]] = Seen(time.monotonic() - begin, work_s(process.pid))
            if last in seen or time.monotonic() - begin > _PATIENCE_S:
                break
        process.terminate()
        process.wait()
    return seen if last in seen else stop(f"{line[0]} shows no {last}")


def main() -> None:
    """Measure, print a table, and say whether the bound is kept."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="/usr/bin/gridwar")
    parser.add_argument("--runs", type=int, default=9)
    chosen = parser.parse_args()
    bare, gridwar = [str(bare_window())], [chosen.program, "--sample"]
    found: dict[str, list[Seen]] = {"empty window": [], "Gridwar, plate": [], "Gridwar, fight": []}
    for number in range(chosen.runs + 1):
        empty, ours = paints(bare, "QMainWindow"), paints(gridwar, "MainWindow")
        if number:
            shown = (empty["QMainWindow"], min(ours.values()), ours["MainWindow"])
            for kept, one in zip(found.values(), shown, strict=True):
                kept.append(one)
    best = {name: min(one.wall_s for one in seen) for name, seen in found.items()}
    for name, seen in found.items():
        work = min(one.work_s for one in seen)
        say(f"{name:16} {best[name] * 1000:6.0f} ms, of the processor {work * 1000:6.0f} ms")
    times = best["Gridwar, plate"] / best["empty window"]
    say(f"first paint: {times:.2f} times the empty window's (bound {MOST_TIMES})")
    if times > MOST_TIMES:
        stop("that is too slow")


if __name__ == "__main__":
    main()
