"""Fights saved elsewhere."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import gridwar
from gridwar.engine.gm.gm_commands import WriteNote
from gridwar.errors import FileError, LockedFile, UnwritableFile
from gridwar.storage.new_open_and_sample_fights import new_fight, open_fight
from gridwar.storage.open_gridwar_file import read_file
from gridwar.storage.saving_and_copying import save_as, save_copy
from tests.support.asking import ASKING, find
from tests.support.files import begin, played, sha256, strike

ROOT = Path(gridwar.__file__).parents[1]


def commands(path: Path) -> int:
    """Count the commands in a file."""
    return len(read_file(path, find).loaded.rows)


def test_save_as_goes_on_in_the_new_file(tmp_path: Path) -> None:
    """What is played after Save as stands in the new file alone; pictures come along."""
    session, journal = begin(tmp_path / "old.gridwar")
    strike(session)
    name = journal.put_blob(b"picture")
    save_as(journal, tmp_path / "new.gridwar")
    strike(session)
    assert journal.path == tmp_path / "new.gridwar"
    assert journal.get_blob(name) == b"picture"
    journal.close()
    assert (commands(tmp_path / "old.gridwar"), commands(tmp_path / "new.gridwar")) == (1, 2)
    assert len(list(tmp_path.iterdir())) == 2


def test_save_as_takes_an_untitled_fight_out_of_its_folder(tmp_path: Path) -> None:
    """An untitled fight that gets a place is untitled no longer, and offered no more."""
    fight = new_fight(ASKING)
    assert fight.journal is not None
    untitled = fight.journal.path
    fight.session.submit(WriteNote(text="x"))
    save_as(fight.journal, tmp_path / "named.gridwar")
    assert not fight.journal.is_untitled
    assert not untitled.exists()
    fight.journal.close()
    assert commands(tmp_path / "named.gridwar") == 1


def test_save_a_copy_goes_on_in_the_old_file(tmp_path: Path) -> None:
    """What is played after Save a copy stands in the old file alone."""
    session, journal = begin(tmp_path / "old.gridwar")
    strike(session)
    save_copy(journal, tmp_path / "copy.gridwar")
    strike(session)
    journal.close()
    assert (commands(tmp_path / "old.gridwar"), commands(tmp_path / "copy.gridwar")) == (2, 1)
    assert open_fight(tmp_path / "copy.gridwar", find).report == ()


def test_a_file_that_is_there_is_replaced_with_what_lay_beside_it(tmp_path: Path) -> None:
    """Saving over an old fight leaves nothing of it, not even the journal of a crash."""
    target = tmp_path / "target.gridwar"
    played(target, 5)
    beside = tmp_path / "target.gridwar-journal"
    beside.write_bytes(b"stale")
    session, journal = begin(tmp_path / "old.gridwar")
    strike(session)
    save_copy(journal, target)
    journal.close()
    assert commands(target) == 1
    assert not beside.exists()


def test_a_fight_that_is_played_is_not_replaced(tmp_path: Path) -> None:
    """Saving over a file that is open here, or in another Gridwar, is refused."""
    session, journal = begin(tmp_path / "mine.gridwar")
    other_session, other = begin(tmp_path / "other.gridwar")
    strike(other_session)
    with pytest.raises(LockedFile, match="choose another name"):
        save_as(journal, tmp_path / "other.gridwar")
    other.close()
    script = (
        "import sys; from pathlib import Path\n"
        "from gridwar.storage.open_gridwar_file import open_file\n"
        "from tests.support.asking import find\n"
        "found = open_file(Path(sys.argv[1]), find); print('open', flush=True); input()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, str(tmp_path / "other.gridwar")],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as second:
        assert second.stdout is not None
        assert second.stdout.readline() == "open\n"
        with pytest.raises(LockedFile, match="another Gridwar"):
            save_as(journal, tmp_path / "other.gridwar")
        second.communicate("\n")
    strike(session)
    assert journal.path == tmp_path / "mine.gridwar"
    assert commands(tmp_path / "other.gridwar") == 1
    journal.close()


def test_a_read_only_fight_is_not_replaced(tmp_path: Path) -> None:
    """A fight that is marked read-only stays, though its folder would let us replace it."""
    target = tmp_path / "target.gridwar"
    played(target, 2)
    target.chmod(0o444)
    before = sha256(target)
    _session, journal = begin(tmp_path / "old.gridwar")
    with pytest.raises(UnwritableFile, match="read-only"):
        save_copy(journal, target)
    journal.close()
    assert sha256(target) == before
    assert len(list(tmp_path.iterdir())) == 2


def test_a_failed_save_leaves_everything_as_it_was(tmp_path: Path) -> None:
    """Where the copy cannot be written, the old file is played on and the target is untouched."""
    session, journal = begin(tmp_path / "old.gridwar")
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(FileError):
        save_as(journal, tmp_path / "file" / "new.gridwar")
    strike(session)
    journal.close()
    assert commands(tmp_path / "old.gridwar") == 1
    assert sorted(one.name for one in tmp_path.iterdir()) == ["file", "old.gridwar"]


def test_a_closed_fight_cannot_be_copied(tmp_path: Path) -> None:
    """A journal that is closed has nothing to copy."""
    _session, journal = begin(tmp_path / "old.gridwar")
    journal.close()
    with pytest.raises(UnwritableFile):
        save_copy(journal, tmp_path / "new.gridwar")
    assert sha256(tmp_path / "old.gridwar")
    assert not (tmp_path / "new.gridwar").exists()
