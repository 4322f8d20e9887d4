"""Hostile inputs that are quickly read, and whether what they do would be seen."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.slow.campaign import CHECKOUT
from tests.slow.hostile import KILLED, RAISED, Ended, judged
from tests.slow.hostility.cases import CASES

pytestmark = pytest.mark.long

SLOW = (
    "million",
    "gigabyte",
    "megabyte",
    "scans",
    "walls",
    "lines",
    "teeth",
    "doors",
    "huge",
    "pipe",
    "device",
    "world",
    "numbers",
    "points",
    "thousand",
    "nested",
    "300,000",
    "token",
    "squares",
    "combatants",
)
"""Words in the names of cases that take their time, or a whole patience where they go wrong."""


def test_hostile_inputs_are_refused_or_read() -> None:
    """No traceback, no endless work, no undocumented exit code; the message names the file."""
    quick = [name for name in CASES if not any(word in name for word in SLOW)]
    chosen = [word for name in quick for word in ("--case", name)]
    done = subprocess.run(
        [sys.executable, "-m", "tests.slow.hostile", *chosen],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    found = [line for line in done.stderr.splitlines() if line.startswith("FOUND")]
    assert found == []
    assert f"{len(quick)} of" in done.stdout
    assert len(quick) > 40


@pytest.mark.parametrize(
    ("ended", "wrong"),
    [
        (Ended(0, "", 0.1, 1.0), ""),
        (Ended(3, "gridwar: x.json is none.", 0.1, 1.0), ""),
        (Ended(3, "gridwar: it is none.", 0.1, 1.0), "names no file"),
        (Ended(RAISED, "RAISED KeyError in engine", 0.1, 1.0), "RAISED KeyError"),
        (Ended(1, "gridwar: x.json", 0.1, 1.0), "exit code 1"),
        (Ended(KILLED, "waits for more than 8 s", 0.1, 1.0), "waits"),
        (Ended(0, "", 7.0, 1.0), "of the processor"),
        (Ended(0, "", 0.1, 9999.0), "MB"),
    ],
)
def test_a_bad_end_is_seen(ended: Ended, wrong: str) -> None:
    """A child is judged by its exit code, its message, its time and its memory."""
    assert wrong in "; ".join(judged("check", ended, Path("/somewhere/x.json")))
    assert bool(judged("check", ended, Path("/somewhere/x.json"))) == bool(wrong)


def test_every_case_says_what_it_is() -> None:
    """Names are sentences of plain words, and there are more than a hundred."""
    assert len(CASES) > 100
    assert all(" " in name for name in CASES)
