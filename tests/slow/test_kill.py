"""Gridwar killed outright, in the middle of everything."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import gridwar

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="kill -9 is a matter of POSIX"),
]
ROOT = Path(gridwar.__file__).parents[1]


def killed(times: int) -> dict[str, int]:
    """Run the kill test in a process of its own and return its figures."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.slow.kill", str(times)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    return {name: int(value) for name, value in re.findall(r"(\w+)=(\d+)", done.stdout)}


def test_a_killed_fight_opens_with_its_last_reply() -> None:
    """Killed ten times while it plays, Gridwar finds every reply that it had taken."""
    figures = killed(10)
    assert figures["kills"] == 10
    assert figures["replies"] > 0


@pytest.mark.slow
def test_several_hundred_kills_lose_nothing() -> None:
    """Killed three hundred times, mostly with a question open, Gridwar loses no reply."""
    figures = killed(300)
    assert figures["asking"] >= 200
