"""The file of a fight that is being played."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from frozendict import frozendict

import gridwar
from gridwar.engine.gm.gm_commands import WriteNote
from gridwar.engine.session.journal_rows import MemoryJournal
from gridwar.engine.session.session import Session
from gridwar.errors import UnwritableFile
from gridwar.model.command import Answer
from gridwar.storage import journal_file
from gridwar.storage.fight_json import export_json
from gridwar.storage.file_names import untitled_folder
from gridwar.storage.kept_snapshots import SNAPSHOT_EVERY
from gridwar.storage.new_open_and_sample_fights import create, new_fight, open_fight
from gridwar.storage.open_gridwar_file import read_file
from gridwar.storage.untitled_fights import recoverable
from tests.support.asking import ASKING, Strike, duel, find
from tests.support.files import begin, sha256, strike

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.storage.journal_file import JournalFile


def rows(path: Path, query: str) -> list[tuple[object, ...]]:
    """Look into a file that nobody has open."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


def fill_the_disk(journal: JournalFile) -> None:
    """Let the file grow no further."""
    connection = journal._connection
    assert connection is not None
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")


def test_every_reply_is_on_disk_when_it_has_been_taken(tmp_path: Path) -> None:
    """A file read between two replies holds what the session shows, the open question included."""
    path = tmp_path / "fight.gridwar"
    session, _journal = begin(path)
    strike(session)
    session.submit(Strike(actor="hero", target="foe"))
    session.answer("dodge", Answer(option="yes"))
    loaded = read_file(path, find).loaded
    again = Session(ASKING, loaded)
    assert again.encounter == session.encounter
    assert again.wanted == session.wanted
    assert again.history.rows == session.history.rows


def test_an_answer_goes_on_after_reopening(tmp_path: Path) -> None:
    """Closed at a question and opened again, the answer ends the command with the same dice."""
    path = tmp_path / "fight.gridwar"
    session, journal = begin(path)
    session.submit(Strike(actor="hero", target="foe"))
    session.answer("dodge", Answer(option="no"))
    journal.close()
    fight = open_fight(path, find)
    fight.session.answer("soak 1", Answer(numbers=frozendict(points=2)))
    session._journal = MemoryJournal()
    session.answer("soak 1", Answer(numbers=frozendict(points=2)))
    assert fight.session.encounter == session.encounter
    assert fight.session.position.open == ()


def test_a_withdrawn_command_leaves_the_file(tmp_path: Path) -> None:
    """An open command that is undone is no longer in the file; redo brings it back."""
    path = tmp_path / "fight.gridwar"
    session, journal = begin(path)
    session.submit(Strike(actor="hero", target="foe"))
    session.undo()
    assert read_file(path, find).loaded.rows == ()
    session.redo()
    journal.close()
    assert rows(path, "SELECT id, open FROM rows") == [(1, 1)]


def test_each_row_says_which_program_wrote_it(tmp_path: Path) -> None:
    """A row carries the version of the program and of the system's schema."""
    path = tmp_path / "fight.gridwar"
    session, journal = begin(path)
    strike(session)
    journal.close()
    assert rows(path, "SELECT program, version FROM rows") == [(gridwar.__version__, 1)]


def test_long_fights_have_snapshots(tmp_path: Path) -> None:
    """Every forty commands the state is kept; it is the one that the events lead to."""
    path = tmp_path / "fight.gridwar"
    session, journal = begin(path)
    for _number in range(2 * SNAPSHOT_EVERY + 1):
        strike(session)
    journal.close()
    loaded = read_file(path, find).loaded
    assert [row for row, _state in loaded.snapshots] == [40, 80, 81]
    assert all(state == session.history.state(row) for row, state in loaded.snapshots)


def test_a_snapshot_holds_up_no_command(tmp_path: Path) -> None:
    """Made later, it is the state of its row still; asked for after closing, it does no harm."""
    path, asked = tmp_path / "fight.gridwar", list[Callable[[], None]]()
    session, journal = begin(path)
    journal.later = asked.append
    for _number in range(2 * SNAPSHOT_EVERY + 1):
        strike(session)
    assert len(asked) == 2
    assert read_file(path, find).loaded.snapshots == ()
    asked[0]()
    loaded = read_file(path, find).loaded
    assert loaded.snapshots == ((SNAPSHOT_EVERY, session.history.state(SNAPSHOT_EVERY)),)
    journal.close()
    asked[1]()
    assert [row for row, _state in read_file(path, find).loaded.snapshots] == [40, 81]


def test_a_branch_is_reached_again_after_reopening(tmp_path: Path) -> None:
    """Undo and another command make a branch; the file knows both, and where the fight stands."""
    path = tmp_path / "fight.gridwar"
    session, journal = begin(path)
    strike(session, 1)
    first = session.encounter
    session.undo()
    strike(session, 5)
    journal.close()
    again = open_fight(path, find).session
    assert again.encounter == session.encounter
    again.go_to(1)
    assert again.encounter == first
    assert again.encounter != session.encounter


def test_pictures_are_kept_by_their_hash(tmp_path: Path) -> None:
    """Bytes put into the file come out by their sha256, once however often they were put in."""
    path = tmp_path / "fight.gridwar"
    _session, journal = begin(path)
    name = journal.put_blob(b"picture")
    assert journal.put_blob(b"picture") == name == hashlib.sha256(b"picture").hexdigest()
    journal.close()
    again = open_fight(path, find).journal
    assert again is not None
    assert again.get_blob(name) == b"picture"
    assert again.get_blob("0" * 64) is None
    again.close()
    assert rows(path, "SELECT count(*) FROM blobs") == [(1,)]


def test_a_full_disk_sends_the_fight_elsewhere(tmp_path: Path) -> None:
    """When the file cannot grow, the fight goes on in an untitled copy and says why."""
    path = tmp_path / "fight.gridwar"
    session, journal = begin(path)
    strike(session)
    fill_the_disk(journal)
    moved: list[JournalFile] = []
    journal.on_moved = moved.append
    session.submit(WriteNote(text="x" * 100_000))
    assert moved == [journal]
    assert "disk is full" in journal.reason
    assert journal.path.parent == untitled_folder()
    assert len(read_file(path, find).loaded.rows) == 1
    strike(session)
    journal.close()
    again = open_fight(journal.path, find)
    assert again.session.encounter == session.encounter
    assert len(again.session.history.rows) == 3


def test_what_cannot_be_written_anywhere_is_not_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the disk full and no other place, the command fails and the fight stays as it was."""
    path = tmp_path / "fight.gridwar"
    session, journal = begin(path)
    strike(session)
    fill_the_disk(journal)
    before, position = session.encounter, session.position

    def nowhere(title: str) -> Path:
        raise UnwritableFile(title)

    monkeypatch.setattr(journal_file, "free_path", nowhere)
    with pytest.raises(UnwritableFile, match="disk is full"):
        session.submit(WriteNote(text="x" * 100_000))
    assert session.encounter is before
    assert session.position == position
    assert len(read_file(path, find).loaded.rows) == 1
    session.submit(WriteNote(text="short"))
    assert session.undo()


def test_an_untitled_fight_without_commands_leaves_no_file() -> None:
    """Looking at an empty fight and closing it leaves nothing behind."""
    fight = new_fight(ASKING, "Nothing")
    assert fight.journal is not None
    path = fight.journal.path
    assert path.exists()
    fight.journal.close()
    assert not path.exists()


def test_a_sample_that_is_only_looked_at_leaves_no_file(tmp_path: Path) -> None:
    """A template opened and closed again leaves nothing; one that was played in stays."""
    template = tmp_path / "sample.json"
    session, journal = begin(tmp_path / "fight.gridwar")
    strike(session)
    journal.close()
    loaded = read_file(journal.path, find).loaded
    template.write_text(export_json(loaded, 1), encoding="utf-8")
    for played in (False, True):
        fight = open_fight(template, find)
        assert fight.journal is not None
        if played:
            strike(fight.session)
        fight.journal.close()
        assert fight.journal.path.exists() is played
    (offered,) = recoverable()
    again = open_fight(offered.path, find)
    assert again.journal is not None
    again.journal.close()
    assert again.journal.path.exists()


def test_an_untitled_fight_with_commands_stays() -> None:
    """An untitled fight in which something was played is there at the next start."""
    fight = new_fight(ASKING, "Something")
    assert fight.journal is not None
    fight.session.submit(WriteNote(text="x"))
    fight.journal.close()
    assert open_fight(fight.journal.path, find).session.encounter.title == "Something"


def test_nothing_is_written_after_closing(tmp_path: Path) -> None:
    """A closed file refuses to be written."""
    session, journal = begin(tmp_path / "fight.gridwar")
    journal.close()
    before = sha256(journal.path)
    with pytest.raises(UnwritableFile, match="closed"):
        session.submit(WriteNote(text="x"))
    assert sha256(journal.path) == before


def test_an_existing_file_is_not_overwritten_by_a_new_one(tmp_path: Path) -> None:
    """Creating a fight where there is a file is refused, and the file stays."""
    path = tmp_path / "fight.gridwar"
    path.write_text("mine")
    with pytest.raises(UnwritableFile, match="already"):
        create(path, duel(), ASKING)
    assert path.read_text() == "mine"
