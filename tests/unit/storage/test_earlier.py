"""Earlier copies: one each time a fight is opened, the last ten of each."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from gridwar.engine.gm.commands import WriteNote
from gridwar.storage import backups
from gridwar.storage.backups import MOST_COPIES, copies_of, kept_at
from gridwar.storage.fights import open_fight
from gridwar.storage.opening import open_file, read_file
from tests.support.asking import find
from tests.support.files import played, sha256
from tests.unit.storage.looking import encounter_of

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def open_and_play(path: Path, words: str) -> None:
    """Open a fight, write a note and close it."""
    fight = open_fight(path, find)
    assert fight.journal is not None
    fight.session.submit(WriteNote(text=words))
    fight.journal.close()


def test_each_opening_keeps_the_fight_as_it_was(path: Path) -> None:
    """The newest copy holds what the file held before it was played on; opening says nothing."""
    session = played(path)
    assert copies_of(path) == ()
    before = session.encounter
    opened = open_file(path, find)
    assert opened.report == ()
    assert opened.journal is not None
    opened.journal.close()
    (copy,) = copies_of(path)
    assert encounter_of(read_file(copy, find)) == before
    made = kept_at(copy)
    assert made is not None
    assert abs(datetime.now().astimezone() - made) < timedelta(minutes=5)
    open_and_play(path, "on")
    assert len(copies_of(path)) == 1, "nothing had changed since the last copy"


def test_the_last_ten_are_kept(path: Path, tmp_path: Path) -> None:
    """Older ones go; those of another fight do not count."""
    other = tmp_path / "other" / "fight.gridwar"
    other.parent.mkdir()
    played(other)
    open_and_play(other, "alone")
    played(path)
    for number in range(MOST_COPIES + 3):
        open_and_play(path, f"note {number}")
    assert len(copies_of(path)) == MOST_COPIES
    assert len(copies_of(other)) == 1
    rows = [len(read_file(one, find).loaded.rows) for one in copies_of(path)]
    assert rows == sorted(rows, reverse=True)


def test_all_copies_together_have_a_bound(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond it the oldest go first, and the newest stays whatever its size."""
    monkeypatch.setattr(backups, "MOST_BYTES", 1)
    played(path)
    open_and_play(path, "one")
    open_and_play(path, "two")
    (copy,) = copies_of(path)
    assert len(read_file(copy, find).loaded.rows) == 4


def test_an_earlier_copy_is_never_played_in(path: Path) -> None:
    """Opened, it goes on as an untitled copy and stays as it is."""
    played(path)
    open_and_play(path, "on")
    (copy,) = copies_of(path)
    before = sha256(copy)
    fight = open_fight(copy, find)
    assert fight.journal is not None
    assert fight.journal.is_untitled
    assert "is a backup" in fight.reason
    fight.session.submit(WriteNote(text="x"))
    fight.journal.close()
    assert sha256(copy) == before


def test_no_copy_is_no_reason_not_to_open(path: Path) -> None:
    """Where none can be written the fight opens all the same, and the report says why."""
    played(path)
    backups.folder().parent.mkdir(parents=True, exist_ok=True)
    backups.folder().write_text("in the way")
    opened = open_file(path, find)
    assert opened.journal is not None
    assert opened.journal.path == path
    opened.journal.close()
    assert "could not be kept" in opened.report[0]
