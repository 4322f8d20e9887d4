"""The power is cut: of what was not synced some is on the disk, some in pieces, some not at all.

``python -m tests.slow.failing.power CUTS SEED FOLDER`` runs under the library of ``shim``, which
writes down every call while a fight is played. A cut is then played as often as wanted: what was
synced before it is on the disk; the rest is dropped, kept, or torn at 512 bytes. The file must open
with the state last told, or with the one that was about to be.
"""

from __future__ import annotations

import os
import random
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from gridwar.errors import GridwarError
from gridwar.storage.new_open_and_sample_fights import open_fight
from gridwar.systems import find_system
from tests.slow.campaign import Findings, emptied
from tests.slow.failing import shim
from tests.slow.failing.calls import report
from tests.slow.failing.played import act, begin, stamp

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tests.slow.failing.shim import Call

ACTS = 30
CUTS_A_FIGHT = 60
SECTOR = 512
REPEAT = "python -m tests.slow.faults --seed {seed} --only power --run {number}"


@dataclass
class Cut:
    """What the cuts came to."""

    fights: int = 0
    cuts: int = 0
    next_one: int = 0
    """After which the state that was about to be told was there."""
    findings: Findings = field(default_factory=Findings)


class Disk:
    """What is on the disk for certain, and what is on its way."""

    def __init__(self, start: Mapping[str, bytes], chance: random.Random) -> None:
        self._synced = {name: bytearray(data) for name, data in start.items()}
        self._durable = set(start)
        self._coming: dict[str, list[Call]] = {}
        self._unlinked: set[str] = set()
        self._chance = chance

    def take(self, call: Call) -> None:
        """Let one call have happened."""
        match call.what:
            case "W" | "T":
                self._coming.setdefault(call.path, []).append(call)
                self._unlinked.discard(call.path)
            case "S":
                content = self._synced.setdefault(call.path, bytearray())
                for one in self._coming.pop(call.path, ()):
                    _apply(content, one)
                self._durable.add(call.path)
            case "U":
                self._unlinked.add(call.path)
                if self._chance.random() < 0.5:  # the folder may be written before the cut, or not
                    self._forget(call.path)
            case "D":
                for gone in tuple(self._unlinked):
                    self._forget(gone)
                self._unlinked.clear()

    def _forget(self, path: str) -> None:
        self._synced.pop(path, None)
        self._coming.pop(path, None)
        self._durable.discard(path)

    def after_cut(self) -> dict[str, bytes]:
        """Return the files as they may be found when the power is back."""
        share = self._chance.choice((0.0, 1.0, 0.5, 0.5))
        found = {}
        for path in {*self._synced, *self._coming}:
            if path not in self._durable and self._chance.random() < 0.5:
                continue
            content = bytearray(self._synced.get(path, b""))
            for call in self._coming.get(path, ()):
                for piece in _pieces(call):
                    if self._chance.random() < share:
                        _apply(content, piece)
            found[path] = bytes(content)
        return found


def _pieces(call: Call) -> Sequence[Call]:
    if call.what == "T":
        return (call,)
    starts = range(0, len(call.data), SECTOR)
    return [call._replace(at=call.at + n, data=call.data[n : n + SECTOR]) for n in starts]


def _apply(content: bytearray, call: Call) -> None:
    if call.what == "T":
        del content[call.at :]
        return
    content.extend(bytes(max(0, call.at - len(content))))
    content[call.at : call.at + len(call.data)] = call.data


def cut(number: int, seed: int, folder: Path, into: Cut, cuts: int = CUTS_A_FIGHT) -> None:
    """Play one fight, and cut the power at several moments of it."""
    chance = random.Random(f"power {seed} {number}")
    path = begin(emptied(folder) / "fight.gridwar")
    original, record = path.read_bytes(), folder / "record"
    calls = _recorded(path, record, f"{seed} {number}")
    marks = [at for at, call in enumerate(calls) if call.what == "M"]
    repeat = REPEAT.format(seed=seed, number=number)
    into.fights += 1
    if len(marks) < ACTS // 2:
        into.findings.add("power: nothing was recorded", f"{len(calls)} calls", repeat)
        return
    for _cut in range(cuts):
        at = chance.randrange(marks[0] + 1, len(calls))
        into.cuts += 1
        disk = Disk({str(path): original}, chance)
        for call in calls[:at]:
            disk.take(call)
        place = emptied(folder / "after")
        place.mkdir(exist_ok=True)
        for name, data in disk.after_cut().items():
            (place / Path(name).name).write_bytes(data)
        told = [calls[one].path for one in marks if one < at]
        coming = [calls[one].path for one in marks if one >= at][:1]
        problem = _opened(place / path.name, told, coming, into)
        if problem:
            words = f"cut before call {at} of {len(calls)}, after {len(told)} acts"
            into.findings.add(f"power: {problem}", words, repeat)


def _opened(path: Path, told: list[str], coming: list[str], into: Cut) -> str:
    try:
        fight = open_fight(path, find_system)
    except GridwarError as error:
        return f"the file no longer opens: {type(error).__name__}"
    assert fight.journal is not None
    now, said = stamp(fight.session), (*fight.report, fight.reason)
    fight.journal.close()
    if any(said):
        return "the file was damaged"
    into.next_one += now in coming and now != told[-1]
    if now in (told[-1], *coming):
        return ""
    return "it is older than what was told" if now in told else "it is no state that ever was"


def _recorded(path: Path, record: Path, seed: str) -> list[Call]:
    """Play in a process of its own, with all calls recorded."""
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            shim.record_to(record)
            fight = open_fight(path, find_system)
            shim.mark(stamp(fight.session))
            chance = random.Random(seed)
            for _act in range(ACTS):
                act(fight.session, chance)
                shim.mark(stamp(fight.session))
            code = 0
        finally:
            os._exit(code)
    os.waitpid(pid, 0)
    return list(shim.read_record(record))


def main(cuts: int, seed: int, folder: Path, run: int | None = None) -> Cut:
    """Cut the power so many times, or in one fight of them."""
    into = Cut()
    for number in range(max(1, cuts // CUTS_A_FIGHT)) if run is None else (run,):
        cut(number, seed, folder, into, min(cuts, CUTS_A_FIGHT))
    return into


if __name__ == "__main__":
    wanted = [int(one) for one in sys.argv[4:]]
    found = main(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]), *wanted)
    sys.stdout.write(report(found) + "\n")
