"""What was found once stays found: every file of the corpus is read, or played, again.

The files bear the fact in their names. What a campaign finds is kept below ``found``; it gets a
name and moves here with the change that mends it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.slow import fuzz, walk
from tests.slow.campaign import CORPUS

if TYPE_CHECKING:
    from pathlib import Path

FILES = sorted(one for one in CORPUS.rglob("*") if one.is_file())
PLAYED = [one for one in FILES if one.parent.name == "play"]
READ = [one for one in FILES if one not in PLAYED and "meetings" not in one.parts]
"""Those of ``meetings`` are played by its own test."""
LARGEST = 200_000


def name_of(path: Path) -> str:
    """Return what a file says, for the list of tests."""
    return str(path.relative_to(CORPUS).with_suffix(""))


@pytest.mark.no_qt_log  # of a damaged picture Qt says that it is damaged
@pytest.mark.parametrize("path", READ, ids=name_of)
def test_a_file_that_was_bad_for_gridwar_is_read_well(path: Path, tmp_path: Path) -> None:
    """Only Gridwar's own errors come of it, naming the file, whatever else is done with it."""
    assert [one for one in fuzz.read_kept(path, tmp_path) if one] == []


@pytest.mark.long
@pytest.mark.parametrize("path", PLAYED, ids=name_of)
def test_a_fight_that_went_wrong_goes_well(path: Path, tmp_path: Path) -> None:
    """What must hold of every fight holds after each of its acts."""
    assert walk.read_kept(path, tmp_path) == []


def test_the_corpus_is_small() -> None:
    """What would be large is made by a program instead."""
    assert FILES
    assert [one.name for one in FILES if one.stat().st_size > LARGEST] == []
