"""A call to the system fails: what had been told must be in a file, and every file must open.

``python -m tests.slow.failing.calls COUNT SEED FOLDER`` runs under the library of ``shim`` and
prints what it found as JSON; ``faults`` starts it. Each run is a child of its own, in which one
call fails: EIO, ENOSPC or EDQUOT, once or for good, of those that write or of those that read.
"""

from __future__ import annotations

import errno
import json
import os
import random
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gridwar.errors import GridwarError
from gridwar.storage.new_open_and_sample_fights import open_fight
from gridwar.systems import find_system
from tests.slow.campaign import Findings, emptied, signature
from tests.slow.failing import shim
from tests.slow.failing.played import act, begin, stamp, stamp_of

ACTS = 25
ERRORS = (errno.EIO, errno.ENOSPC, errno.EIO, errno.EDQUOT)
REPEAT = "python -m tests.slow.faults --seed {seed} --only calls --run {number}"


@dataclass
class Failed:
    """What the runs came to."""

    runs: int = 0
    reached: int = 0
    """In which the call that was to fail came at all."""
    moved: int = 0
    """In which the fight went on in another file."""
    in_doubt: int = 0
    """A commit was refused in its last sync, and is on disk nevertheless."""
    findings: Findings = field(default_factory=Findings)


def failing(number: int, seed: int, folder: Path, into: Failed) -> None:
    """Let one call fail while a fight is played, and look at what is left."""
    chance = random.Random(f"call {seed} {number}")
    path = begin(emptied(folder) / "fight.gridwar")
    how = {
        "at": int(chance.triangular(1, 160, 20)),
        "number": chance.choice(ERRORS),
        "for_good": chance.random() < 0.5,
        "reads": chance.random() < 0.2,
    }
    told = _child(path, f"{seed} {number}", how)
    into.runs += 1
    words = f"{errno.errorcode[how['number']]} at call {how['at']}, {how}"
    repeat = REPEAT.format(seed=seed, number=number)
    into.reached += any(one.get("calls", 0) >= how["at"] for one in told)
    for one in told:
        if "raised" in one:
            into.findings.add(f"a call fails: {one['raised']}", f"{words}: {one['why']}", repeat)
            return
        if one.get("changed"):
            into.findings.add("a call fails: refused, yet the state changed", words, repeat)
    problem = _what_is_left(path, told, into)
    if problem:
        into.findings.add(f"a call fails: {problem}", words, repeat)


def _what_is_left(path: Path, told: list[dict[str, Any]], into: Failed) -> str:
    stamps = [one for one in told if "stamp" in one]
    if not stamps:
        return ""
    places = {one["path"] for one in stamps}
    into.moved += len(places) > 1
    last = stamps[-1]
    place = Path(last["path"]) if last["path"] else path
    try:
        stamp_of(path)
    except GridwarError as error:
        return f"the file no longer opens: {type(error).__name__}"
    try:
        now = stamp_of(place if place.exists() else path)
    except GridwarError as error:
        return f"the file it went on in does not open: {type(error).__name__}"
    if now == last["stamp"]:
        return ""
    was_refused = any("refused" in one for one in told)
    if was_refused and now not in {one["stamp"] for one in stamps}:
        into.in_doubt += 1
        return ""
    return "what was told is not in the file"


def _child(path: Path, seed: str, how: dict[str, Any]) -> list[dict[str, Any]]:
    """Play in a process of its own; return what it told."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        try:
            shim.let_fail(**how)
            _play(path, random.Random(seed), writing)
        except BaseException as error:  # noqa: BLE001 - the parent shall hear of anything
            _tell(writing, raised=signature(error), why=str(error)[:300])
        finally:
            _tell(writing, calls=shim.calls())
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        told = [json.loads(line) for line in pipe]
    os.waitpid(pid, 0)
    return told


def _play(path: Path, chance: random.Random, writing: int) -> None:
    try:
        fight = open_fight(path, find_system)
    except GridwarError as error:
        _tell(writing, unopened=str(error))
        return
    session, journal = fight.session, fight.journal

    def place() -> str:
        return "" if journal is None else str(journal.path)

    _tell(writing, stamp=stamp(session), path=place())
    for _act in range(ACTS):
        before = stamp(session)
        try:
            act(session, chance)
        except GridwarError as error:
            _tell(writing, refused=str(error), changed=stamp(session) != before)
            continue
        _tell(writing, stamp=stamp(session), path=place())
    if journal is not None:
        try:
            journal.close()
        except GridwarError as error:
            _tell(writing, unclosed=str(error))


def _tell(writing: int, **what: Any) -> None:
    os.write(writing, (json.dumps(what) + "\n").encode())


def main(count: int, seed: int, folder: Path, run: int | None = None) -> Failed:
    """Let calls fail in so many runs, or in one of them."""
    into = Failed()
    for number in range(count) if run is None else (run,):
        failing(number, seed, folder, into)
    return into


def report(result: Any) -> str:
    """Write what was found as JSON, for the process that began this one."""
    findings: Findings = result.findings
    shown = {name: value for name, value in vars(result).items() if name != "findings"}
    first = [vars(one) for one in findings.first.values()]
    return json.dumps({"figures": shown, "first": first, "times": findings.times})


if __name__ == "__main__":
    wanted = [int(one) for one in sys.argv[4:]]
    found = main(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]), *wanted)
    sys.stdout.write(report(found) + "\n")
