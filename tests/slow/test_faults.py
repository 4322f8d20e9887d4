"""A short turn of the disk's and the world's faults, and whether they would be seen."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

import pytest

from tests.slow.campaign import Findings
from tests.slow.failing import shim
from tests.slow.failing.power import Disk
from tests.slow.failing.scenarios import SCENARIOS, LeftOut, attempted
from tests.slow.failing.shim import Call
from tests.slow.faults import under_shim  # it lists the scenarios

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.long

SEED = 1
RUNS = 8
CUTS = 40
compiles = pytest.mark.skipif(shim.compiler() is None, reason="there is no compiler of C")


@compiles
def test_failing_calls_lose_nothing_that_was_told(tmp_path: Path) -> None:
    """A read or a write fails: what had been told is in a file, and every file opens."""
    findings = Findings()
    words = under_shim("calls", RUNS, SEED, tmp_path, None, findings)
    assert findings.text() == ""
    reached = re.search(r"(\d+) reached", words)
    assert reached is not None
    assert int(reached[1]) >= RUNS // 2


@compiles
def test_power_cuts_lose_nothing_that_was_told(tmp_path: Path) -> None:
    """The power is cut: the file opens with the state last told, or with the next."""
    findings = Findings()
    words = under_shim("power", CUTS, SEED, tmp_path, None, findings)
    assert findings.text() == ""
    assert f"{CUTS} cuts" in words


@pytest.mark.parametrize("name", sorted(SCENARIOS))
def test_nothing_in_the_world_takes_a_fight_away(name: str, tmp_path: Path) -> None:
    """Full disks, other programs, names, clocks and journals sent along do no harm."""
    try:
        attempted(name, tmp_path)
    except LeftOut as why:
        pytest.skip(str(why))


def _write(at: int, data: bytes) -> Call:
    return Call("W", "/fight.gridwar", at, data)


def test_what_was_synced_is_on_the_disk_after_a_cut() -> None:
    """A write and its sync are kept; what came after may be there, in pieces, or not."""
    found = set()
    for seed in range(60):
        disk = Disk({}, random.Random(seed))
        disk.take(_write(0, b"a" * 1024))
        disk.take(Call("S", "/fight.gridwar", 0, b""))
        disk.take(_write(0, b"b" * 1024))
        found.add(disk.after_cut()["/fight.gridwar"])
    a, b = b"a" * 512, b"b" * 512
    assert found == {a + a, b + b, a + b, b + a}


def test_a_file_never_synced_may_be_gone_after_a_cut() -> None:
    """Its entry in the folder may not be there; a deletion that was not synced may not hold."""
    kept = []
    for seed in range(40):
        disk = Disk({"/old": b"old"}, random.Random(seed))
        disk.take(_write(0, b"new"))
        disk.take(Call("U", "/old", 0, b""))
        kept.append(set(disk.after_cut()))
    assert {"/fight.gridwar", "/old"} in kept
    assert set() in kept


@compiles
def test_a_record_tells_every_call(tmp_path: Path) -> None:
    """What the library writes down is read as it was."""
    import os
    import subprocess
    import sys

    script = (
        "import os, sys; from pathlib import Path; from tests.slow.failing import shim\n"
        "folder = Path(sys.argv[1]); shim.record_to(folder / 'record')\n"
        "file = os.open(folder / 'x.gridwar', os.O_RDWR | os.O_CREAT); os.write(file, b'words')\n"
        "os.fsync(file); shim.mark('here'); os.ftruncate(file, 2); os.close(file)\n"
        "shim.let_fail(1, 5, for_good=False, reads=False)\n"
        "try: os.unlink(folder / 'x.gridwar')\n"
        "except OSError as error: sys.exit(error.errno)\n"
    )
    library = shim.compiled(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)],
        env={**os.environ, "LD_PRELOAD": str(library), "PYTHONPATH": "."},
        check=False,
    )
    assert done.returncode == 5
    calls = list(shim.read_record(tmp_path / "record"))
    assert [(one.what, one.at, one.data) for one in calls] == [
        ("W", 0, b"words"),
        ("S", 0, b""),
        ("M", 0, b""),
        ("T", 2, b""),
    ]
