"""A monkey at the window for a few seconds, and whether its watch would see anything."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from PySide6.QtCore import qWarning

from tests.slow.campaign import CHECKOUT, Findings
from tests.slow.monkeying.watch import Moment, Watch

pytestmark = pytest.mark.long

ACTS = 40


def test_a_monkey_finds_nothing_wrong_in_a_moment() -> None:
    """Forty acts at the real window: nothing is raised, warned of or left open."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.slow.monkey", "--acts", str(ACTS), "--seed", "2"],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert [line for line in done.stderr.splitlines() if line.startswith("FOUND")] == []
    assert done.returncode == 0, done.stderr[-2000:]
    assert re.search(rf" {ACTS} acts", done.stdout)


def watching() -> Watch:
    """Return a watch over nothing yet."""
    return Watch(Findings(quiet=True), "again")


def moment(at_s: float, mb: float, files: int = 10, windows: int = 1) -> Moment:
    """Return what there might be at a moment."""
    return Moment(at_s, mb, 100, 1000, files, windows)


def test_what_is_raised_and_what_qt_warns_of_is_noted() -> None:
    """Both become findings, with what was done last."""
    watch = watching()
    watch.acts.append("click")
    watch.begin()
    try:
        qWarning("a strange thing")
        watch.raised(KeyError, KeyError("x"), None)
    finally:
        watch.end()
    first, second = watch.findings.first.values()
    assert first.signature == "Qt warns: a strange thing"
    assert second.signature.startswith("raised: KeyError")
    assert "click" in first.detail


def test_memory_that_grows_is_noted() -> None:
    """Once it is warm it may grow by three tenths; a run that is too short says nothing."""
    watch = watching()
    watch.moments = [moment(0, 100), moment(120, 400), moment(300, 500)]
    assert watch.judge_memory(120, 1.3) == 1.25
    assert watch.findings.total == 0
    watch.moments.append(moment(400, 600))
    watch.judge_memory(120, 1.3)
    assert list(watch.findings.first) == ["memory grows"]
    watch.moments = watch.moments[:2]
    assert watch.judge_memory(120, 1.3) is None


def test_the_last_moment_of_each_minute_is_shown() -> None:
    """A long run prints a line a minute."""
    watch = watching()
    watch.moments = [moment(at, at) for at in (0, 10, 59, 61, 100, 125)]
    assert [one.at_s for one in watch.a_minute()] == [59, 100, 125]
