"""A maximised window on a large screen, in a process of its own: no click ends the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.paths import data_dir
from tests.support.big_window import run_big

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.long
INN = str(data_dir("assets") / "maps" / "drowned-heron.dd2vtt")


def is_well(program: str, folder: Path, *words: str) -> None:
    """Run a program with a large screen; nothing may be raised or warned of."""
    done = run_big(program, folder, *words)
    last = "\n".join(done.stderr.splitlines()[-40:])
    assert (done.returncode, done.stdout.strip()) == (0, "all is well"), last


def test_other_rules_are_chosen_in_the_report_of_a_maximised_window(tmp_path: Path) -> None:
    """One window follows the other, with the report open and the panels in their places."""
    is_well("choose_rules", tmp_path, INN)


def test_everything_at_the_start_can_be_clicked(tmp_path: Path) -> None:
    """The page of an empty table, the tour, an import report: each control, once."""
    is_well("click_the_start", tmp_path, INN)


@pytest.mark.parametrize(
    "sample",
    [
        "m-smithy",
        pytest.param("a-drowned-heron", marks=pytest.mark.slow),
        pytest.param("b-toll-vault", marks=pytest.mark.slow),
    ],
)
def test_everything_in_a_fight_can_be_clicked(tmp_path: Path, sample: str) -> None:
    """Every control of every panel, tool panel, popover and dock, with what comes of it."""
    is_well("click_everything", tmp_path, sample)


def test_every_action_can_be_done(tmp_path: Path) -> None:
    """Whatever stands in a menu or has a key, in the middle of a fight."""
    is_well("do_every_action", tmp_path, "a-drowned-heron")
