"""A maximised window on a large screen, in a process of its own: no click ends the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.paths import data_dir
from tests.support.big_window import run_big

if TYPE_CHECKING:
    from pathlib import Path


def test_other_rules_are_chosen_in_the_report_of_a_maximised_window(tmp_path: Path) -> None:
    """One window follows the other, with the report open and the panels in their places."""
    inn = data_dir("assets") / "maps" / "drowned-heron.dd2vtt"
    done = run_big("choose_rules", tmp_path, str(inn))
    assert (done.returncode, done.stdout.strip()) == (0, "all is well"), done.stderr
