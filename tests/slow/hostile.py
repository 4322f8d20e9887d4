"""``python -m tests.slow.hostile [COUNT]``: what somebody might send, each in a process of its own.

A child reads the file through the command line, with a bound on its memory; it is killed when it
takes too long. It has to end with an exit code that is documented and a message that names the
file, within its seconds and megabytes, without changing the file or taking away another.
"""

from __future__ import annotations

import argparse
import importlib
import os
import random
import re
import resource
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tests.slow.campaign import (
    MIB,
    Findings,
    emptied,
    finish,
    memory_mb,
    own_home,
    plain,
    signature,
)
from tests.slow.hostility.cases import CASES, Case

if TYPE_CHECKING:
    from collections.abc import Sequence

for _room in ("pictures", "maps", "scenes", "fights", "files"):
    importlib.import_module(f"tests.slow.hostility.{_room}")
LOADED = (
    "PySide6.QtGui",
    "gridwar.headless.check_export_repair",
    "gridwar.headless.import_export_maps",
    "gridwar.headless.run_script",
    "gridwar.formats.reading_any_map",
    "gridwar.systems.cepheus",
    "gridwar.systems.freeform",
)
"""What every child needs is loaded before it is forked."""

WAITS_S = 8.0
WORKS_S = 15
KILLED = -9
MOST_S = 5.0
"""Of the processor: how busy the machine is does not count."""
MOST_MB = 1024
ADDRESSES_MB = 6144
RAISED = 70
"""The exit code of a child out of which something came that is no error of Gridwar's."""
LARGEST_OUTPUT_MB = 500


class Ended(NamedTuple):
    """How a child ended."""

    code: int
    said: str
    took_s: float
    most_mb: float


def run(arguments: Sequence[str], folder: Path) -> Ended:
    """Run the command line in a child with limits; it is killed where it goes beyond them."""
    out, err = folder / "output", folder / "complaints"
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        _child(arguments, out, err)
    why, moved, worked = "", time.monotonic(), 0
    while True:
        ended, status, used = os.wait4(pid, os.WNOHANG)
        if ended:
            break
        now = _ticks(pid)
        if now != worked or not _sleeps(pid):
            moved, worked = time.monotonic(), now
        if not why and time.monotonic() > moved + WAITS_S:
            why = f"waits for more than {WAITS_S:g} s"
        elif not why and out.exists() and out.stat().st_size > LARGEST_OUTPUT_MB * MIB:
            why = f"writes more than {LARGEST_OUTPUT_MB} MB"
        if why:
            os.kill(pid, signal.SIGKILL)
        time.sleep(0.005)
    code = os.waitstatus_to_exitcode(status)
    if code == -signal.SIGXCPU:
        why = f"works for more than {WORKS_S} s"
    said = why or (err.read_text(errors="replace") if err.exists() else "")
    code = KILLED if why else code
    return Ended(code, said, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def _stat(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def _ticks(pid: int) -> int:
    """Return how much of the processor a child has had."""
    stat = _stat(pid)
    return int(stat[11]) + int(stat[12])


def _sleeps(pid: int) -> bool:
    """Return whether a child waits for something: a busy machine is not it."""
    return _stat(pid)[0] == "S"


def _child(arguments: Sequence[str], out: Path, err: Path) -> None:
    """Read the file (the child); never returns."""
    code = RAISED
    try:
        for target, number in ((out, 1), (err, 2)):
            os.dup2(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
        resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES_MB * MIB, ADDRESSES_MB * MIB))
        resource.setrlimit(resource.RLIMIT_CPU, (WORKS_S, WORKS_S + 5))
        resource.setrlimit(resource.RLIMIT_FSIZE, (3072 * MIB, 3072 * MIB))
        from gridwar.cli import main as command_line

        code = command_line(arguments)
    except BaseException as error:  # noqa: BLE001 - whatever comes out is told
        os.write(2, f"RAISED {signature(error)}: {str(error)[:200]}".encode(errors="replace"))
    finally:
        sys.stdout.flush()
        os._exit(code)


def tried(case: Case, folder: Path) -> tuple[str, Ended]:
    """Let Gridwar read a case's file; return what is wrong with that, and how the worst ended."""
    path = emptied(folder) / case.file
    os.mkfifo(folder / "pipe")
    case.make(path)
    is_file = path.is_file() and not path.is_symlink() and path.stat().st_size < 300 * MIB
    before = path.read_bytes() if is_file else b""
    had_victim = (folder / "victim").exists()
    words = {"FILE": path, "NEW": folder / "new.gridwar", "PICTURE": folder / "picture.out.png"}
    wrong, worst = [], Ended(0, "", 0.0, 0.0)
    for command in case.commands:
        ended = run([str(words.get(one, one)) for one in command], folder)
        worst = max(worst, ended, key=lambda one: one.took_s)
        wrong += [f"{command[0]}: {one}" for one in judged(command[0], ended, path)]
        if ended.code:
            break
    if is_file and path.read_bytes() != before:
        wrong.append("the file was changed")
    if (folder / "victim").exists() < had_victim:
        wrong.append("another file is gone")
    return "; ".join(wrong), worst


def judged(command: str, ended: Ended, path: Path) -> list[str]:
    """Return what is wrong with the way a child ended."""
    if ended.code == KILLED:
        return [ended.said]
    wrong = []
    if ended.code == RAISED:
        wrong.append(ended.said[ended.said.find("RAISED") :][:160])
    elif ended.code not in ({0, 1, 3} if command == "run" else {0, 3}):
        wrong.append(f"exit code {ended.code}: {plain(ended.said)}")
    elif ended.code and path.name not in ended.said and not names_picture(command, ended.said):
        wrong.append(f"names no file: {plain(ended.said)}")
    if ended.took_s > MOST_S:
        wrong.append(f"more than {MOST_S:g} s of the processor")
    if ended.most_mb > memory_mb() + MOST_MB:
        wrong.append(f"more than {MOST_MB} MB")
    return wrong


def names_picture(command: str, said: str) -> bool:
    """Return whether a script's complaint names the picture that the script wants."""
    return command == "run" and re.match(r"gridwar: \S*/\S", said) is not None


def campaign(names: Sequence[str], seed: int) -> int:
    """Try cases; return the exit code."""
    began, findings = time.perf_counter(), Findings()
    slowest, largest = ("", 0.0), ("", 0.0)
    for name in LOADED:
        importlib.import_module(name)
    with own_home() as place:
        for name in names:
            wrong, ended = tried(CASES[name], place / "work")
            slowest = max(slowest, (name, ended.took_s), key=lambda one: one[1])
            largest = max(largest, (name, ended.most_mb), key=lambda one: one[1])
            if wrong:
                repeat = f"python -m tests.slow.hostile --case {name!r}"
                findings.add(f"{name}: {plain(wrong)}", wrong, repeat)
    line = (
        f"hostile seed {seed}: {len(names)} of {len(CASES)} cases, slowest {slowest[1]:.1f} s "
        f"({slowest[0]}), {largest[1]:.0f} MB at most ({largest[0]})"
    )
    return finish(line, findings, began)


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.slow.hostile", description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=len(CASES))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--case", action="append", choices=sorted(CASES), metavar="NAME")
    chosen = parser.parse_args(arguments)
    names = chosen.case or sorted(CASES)
    random.Random(chosen.seed).shuffle(names)
    return campaign(names[: chosen.count], chosen.seed)


if __name__ == "__main__":
    sys.exit(main())
