"""Earlier copies: one each time a fight is opened, the last ten of each."""

from __future__ import annotations

import os
import shutil
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Self

import pytest

from gridwar.engine.gm.gm_commands import WriteNote
from gridwar.errors import FileError
from gridwar.storage import earlier_copies, sqlite_guard
from gridwar.storage.earlier_copies import MOST_COPIES, copies_of
from gridwar.storage.file_names import kept_at, mark_of, untitled_folder
from gridwar.storage.journal_file import number_of
from gridwar.storage.new_open_and_sample_fights import new_fight, open_fight
from gridwar.storage.open_gridwar_file import open_file, read_file
from gridwar.storage.saving_and_copying import save_as, save_copy
from gridwar.storage.untitled_fights import recoverable
from tests.support.asking import ASKING, duel, find
from tests.support.files import played, sha256
from tests.unit.storage.looking import encounter_of

if TYPE_CHECKING:
    from datetime import tzinfo
    from pathlib import Path


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


@pytest.mark.long
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
    monkeypatch.setattr(earlier_copies, "MOST_BYTES", 1)
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
    earlier_copies.folder().parent.mkdir(parents=True, exist_ok=True)
    earlier_copies.folder().write_text("in the way")
    opened = open_file(path, find)
    assert opened.journal is not None
    assert opened.journal.path == path
    opened.journal.close()
    assert "could not be kept" in opened.report[0]


@pytest.mark.long
def test_copies_of_a_copy_push_out_no_others(path: Path) -> None:
    """Whoever goes on in an earlier copy has a fight of its own: each keeps its ten copies."""
    played(path, 1)
    for number in range(MOST_COPIES + 1):
        open_and_play(path, f"evening {number}")
    mine = copies_of(path)
    fight = open_fight(mine[3], find)
    assert fight.journal is not None
    fight.session.submit(WriteNote(text="on"))
    other = fight.journal.path
    fight.journal.close()
    assert other.name.startswith("fight 2"), "its title begins with neither date nor mark"
    for number in range(3):
        open_and_play(other, f"other evening {number}")
    assert copies_of(path) == mine
    assert len(copies_of(other)) == 3
    assert not set(copies_of(other)) & set(mine)


def test_a_mark_in_a_title_is_no_mark(path: Path) -> None:
    """A fight that is called like another one's copies removes none of them."""
    played(path, 1)
    open_and_play(path, "one")
    mine = copies_of(path)
    other = path.with_name(f"{mine[0].stem}.gridwar")
    played(other, 1)
    for number in range(MOST_COPIES + 1):
        open_and_play(other, f"{number}")
    assert copies_of(path) == mine
    assert len(copies_of(other)) == MOST_COPIES


def test_a_renamed_fight_keeps_its_copies(path: Path) -> None:
    """They are known by the number in the file, and those of its old name push out none."""
    played(path, 1)
    open_and_play(path, "one")
    open_and_play(path, "two")
    mine = copies_of(path)
    moved = path.rename(path.with_name("renamed.gridwar"))
    assert copies_of(moved) == mine
    open_and_play(moved, "three")
    assert copies_of(moved)[1:] == mine


def test_a_saved_copy_is_a_fight_of_its_own(path: Path) -> None:
    """Saved once more it begins without earlier copies; named for the first time it keeps them."""
    fight = new_fight(ASKING, "Duel", duel())
    assert fight.journal is not None
    untitled, number = fight.journal.path, fight.journal.number
    save_copy(fight.journal, path)
    save_as(fight.journal, path.with_name("named.gridwar"))
    assert fight.journal.number == number
    assert not untitled.exists()
    save_as(fight.journal, path.with_name("again.gridwar"))
    assert fight.journal.number not in {number, number_of(path)}
    fight.journal.close()


def test_copies_stand_in_the_order_they_were_made(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clock that is set back makes no copy older than those before it."""

    class SetBack(datetime):
        hours = 0

        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Self:
            cls.hours += 1
            return cls(2026, 1, 9, 23 - cls.hours, tzinfo=tz)

    monkeypatch.setattr(earlier_copies, "datetime", SetBack)
    played(path, 1)
    for number in range(MOST_COPIES + 2):
        open_and_play(path, f"{number}")
        newest = copies_of(path)[0]
        os.utime(newest, (1e9 - number, 1e9 - number))
    rows = [len(read_file(one, find).loaded.rows) for one in copies_of(path)]
    assert rows == sorted(rows, reverse=True)
    assert rows[0] == MOST_COPIES + 2


def test_copies_of_an_earlier_gridwar_are_found(path: Path) -> None:
    """Their names tell of the path alone."""
    played(path, 1)
    earlier_copies.folder().mkdir(parents=True)
    mark = mark_of(path.resolve(), None).path
    old = earlier_copies.folder() / f"2026-01-01 10-00-00-000000 {mark} fight.gridwar"
    shutil.copy(path, old)
    assert copies_of(path) == (old,)


@pytest.mark.parametrize("where", ["copies", "untitled"])
def test_links_that_lead_nowhere_are_no_reason_to_stop(path: Path, where: str) -> None:
    """A folder that is a link to itself, or holds dangling links, is passed over."""
    played(path, 1)
    folder = earlier_copies.folder() if where == "copies" else untitled_folder()
    folder.parent.mkdir(parents=True, exist_ok=True)
    try:
        folder.symlink_to(folder)
    except OSError:
        pytest.skip("this system makes no links here")
    opened = open_file(path, find)
    assert opened.journal is not None
    opened.journal.close()
    assert bool(opened.report) is (where == "copies")
    assert recoverable() == ()
    folder.unlink()
    folder.mkdir()
    (folder / "gone.gridwar").symlink_to(path.with_name("nowhere.gridwar"))
    (folder / "loop.gridwar").symlink_to(folder / "loop.gridwar")
    (folder / "folder.gridwar").mkdir()
    assert recoverable() == ()
    assert len(copies_of(path)) == (where == "untitled")
    with pytest.raises(FileError):
        open_file(folder / "loop.gridwar", find)


def test_an_untitled_fight_that_another_window_closes_is_not_listed(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that is removed while it is looked at is left out."""
    played(path, 1)
    untitled_folder().mkdir(parents=True)
    there = untitled_folder() / "fight.gridwar"
    shutil.copy(path, there)
    assert [one.path for one in recoverable()] == [there]
    plain = sqlite_guard.look_at

    def removed(path: Path) -> int:
        found = plain(path)
        path.unlink()
        return found

    monkeypatch.setattr(sqlite_guard, "look_at", removed)
    assert recoverable() == ()
