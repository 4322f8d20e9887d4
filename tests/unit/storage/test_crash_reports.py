"""Reports of faults: what is in them, which are new, and what the interpreter died of."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gridwar import ISSUES, __version__
from gridwar.storage.crash_reports import (
    MOST_KEPT,
    Watch,
    deaths,
    reports,
    reports_folder,
    see,
    unseen,
    write_report,
)

FIGHT = Path("/home/gm/The inn.gridwar")
DYING = """
import ctypes, pathlib
from gridwar.storage.crash_reports import Watch
Watch().note_fight(pathlib.Path("/home/gm/The inn.gridwar"))
ctypes.string_at(0)
"""


def test_a_report_holds_what_is_needed_to_find_the_fault() -> None:
    """Version, the open fight, the last lines of its log, the fault, and how to send it."""
    path = write_report("ValueError: seven", FIGHT, ("Round 2", "Ash attacks Bel - miss"))
    assert path is not None
    assert path.parent == reports_folder()
    text = path.read_text("utf-8")
    for words in (
        __version__,
        str(FIGHT),
        "  Round 2\n  Ash attacks Bel - miss\n",
        "ValueError: seven",
        ISSUES,
    ):
        assert words in text


def test_a_report_is_new_until_it_was_shown() -> None:
    """Shown once, it stays in the folder under a name that says no more that it is new."""
    path = write_report("ValueError: seven", None, ())
    assert path is not None
    assert unseen() == (path,)
    seen = see(path)
    assert unseen() == ()
    assert reports() == (seen,)
    assert see(seen) == seen


def test_only_the_newest_reports_are_kept() -> None:
    """A fault that comes back for weeks does not fill the disk."""
    for number in range(MOST_KEPT + 3):
        write_report(f"fault {number}", None, ())
    kept = [path.read_text("utf-8") for path in reports()]
    assert len(kept) == MOST_KEPT
    assert f"fault {MOST_KEPT + 2}\n" in kept[0]


def test_where_nothing_can_be_written_there_is_no_second_fault(user_folder: Path) -> None:
    """Without a folder for reports the program goes on without."""
    (user_folder / "state").write_text("a file where the folder should be", "utf-8")
    assert write_report("ValueError: seven", None, ()) is None
    Watch().end()


@pytest.mark.skipif(sys.platform == "win32", reason="dies otherwise there")
def test_a_death_of_the_interpreter_is_taken_up_once() -> None:
    """After a crash below Python the next start finds its words and the fight that was open."""
    done = subprocess.run([sys.executable, "-c", DYING], check=False, env=dict(os.environ))
    assert done.returncode < 0
    ((words, fight),) = deaths()
    assert words.startswith("Fatal Python error: Segmentation fault")
    assert fight == str(FIGHT)
    assert deaths() == ()


def test_a_run_that_goes_on_is_no_death() -> None:
    """A second Gridwar leaves the watch of the first alone, and a proper end leaves nothing."""
    watch = Watch()
    try:
        watch.note_fight(FIGHT)
        assert deaths() == ()
        assert len(list(reports_folder().iterdir())) == 1
    finally:
        watch.end()
    assert list(reports_folder().iterdir()) == []
