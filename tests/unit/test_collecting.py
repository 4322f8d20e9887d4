"""Two workers read the tests from both ends, and list them alike."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.collecting import reads_backwards

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("worker", "expected"),
    [("", False), ("master", False), ("gw0", False), ("gw1", True), ("gw2", False), ("gw13", True)],
)
def test_every_second_worker_reads_backwards(worker: str, expected: bool) -> None:
    """Two of them then compile half of the files each."""
    assert reads_backwards(worker) is expected


@pytest.mark.long
def test_workers_list_the_same_tests_in_the_same_order() -> None:
    """Whichever end a worker begins at, and in whichever order folders are named."""
    folders = ["tests/unit/grid", "tests/contract", "tests/unit/content"]
    lists = [
        subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "--collect-only", *folders],
            cwd=ROOT,
            env={**os.environ, "PYTEST_XDIST_WORKER": worker, "PYTEST_ADDOPTS": ""},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for worker in ("gw0", "gw1")
    ]
    forwards, backwards = ([line for line in one.splitlines() if "::" in line] for one in lists)
    assert len(forwards) > 50
    assert forwards == backwards
