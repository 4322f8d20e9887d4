"""``python -m tests.slow.faults [COUNT]``: faults of the disk and of the world.

So many runs in which a call to the system fails, five times as many cuts of the power, and each of
the world's scenarios once (see ``failing``). The first two need a compiler of C; where there is
none they are left out, and the last line says so.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

from tests.slow.campaign import CHECKOUT, Findings, finish, own_home, signature
from tests.slow.failing import shim
from tests.slow.failing.scenarios import SCENARIOS, LeftOut, attempted

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

CUTS_A_CALL = 5
PARTS = ("calls", "power", "world")
for _room in ("disks", "world", "journals"):
    importlib.import_module(f"tests.slow.failing.{_room}")


def under_shim(
    part: str, count: int, seed: int, place: Path, run: int | None, findings: Findings
) -> str:
    """Run a part in a process that the library stands before; return its figures in words."""
    work = place / part
    work.mkdir()
    library = shim.compiled(work)
    arguments = [str(count), str(seed), str(work / "files"), *([] if run is None else [str(run)])]
    (work / "files").mkdir()
    done = subprocess.run(
        [sys.executable, "-m", f"tests.slow.failing.{part}", *arguments],
        cwd=CHECKOUT,
        env={**os.environ, "LD_PRELOAD": str(library)},
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if done.returncode:
        findings.add(f"{part}: the part itself fails", f"exit code {done.returncode}")
        return f"{part} failed"
    told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    for one in told["first"]:
        for _time in range(told["times"][one["signature"]]):
            findings.add(**one)
    return ", ".join(f"{value} {name.replace('_', ' ')}" for name, value in told["figures"].items())


def in_the_world(place: Path, findings: Findings, only: Sequence[str] = ()) -> str:
    """Make each scenario once; return in words how many there were and what was left out."""
    left_out = []
    names = [one for one in SCENARIOS if not only or one in only]
    for name in names:
        repeat = f"python -m tests.slow.faults --only world --scenario '{name}'"
        try:
            attempted(name, place)
        except LeftOut as why:
            left_out.append(f"{name} ({why})")
        except Exception as error:  # noqa: BLE001 - whatever comes out is a finding
            findings.add(f"{name}: {signature(error)}", str(error)[:400], repeat)
    words = f"{len(names) - len(left_out)} scenarios"
    return f"{words}, left out: {'; '.join(left_out)}" if left_out else words


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.slow.faults", description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=PARTS)
    parser.add_argument("--run", type=int, help="one run of failing calls, or of power cuts")
    parser.add_argument("--scenario", action="append", default=[])
    chosen = parser.parse_args(arguments)
    began, findings, said = time.perf_counter(), Findings(), []
    with own_home() as place:
        for part, count in (("calls", chosen.count), ("power", CUTS_A_CALL * chosen.count)):
            if chosen.only not in {None, part}:
                continue
            if shim.compiler() is None:
                said.append(f"{part} left out: there is no compiler of C")
            else:
                said.append(under_shim(part, count, chosen.seed, place, chosen.run, findings))
        if chosen.only in {None, "world"}:
            said.append(in_the_world(place, findings, chosen.scenario))
        return finish(f"faults seed {chosen.seed}: {'; '.join(said)}", findings, began)


if __name__ == "__main__":
    sys.exit(main())
