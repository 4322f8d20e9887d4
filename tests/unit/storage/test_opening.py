"""Files that nobody has to trust: foreign, newer, older, damaged, in use, read-only."""

from __future__ import annotations

import random
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import gridwar
from gridwar.engine.gm import ChangePool
from gridwar.engine.session import Session
from gridwar.errors import DamagedFile, FileError, ForeignFile, NewerFile
from gridwar.model.raw import RawSheet
from gridwar.storage import guard, schema
from gridwar.storage.codec import text_of
from gridwar.storage.opening import Opened, open_file, read_file
from gridwar.storage.untitled import untitled_folder
from tests.support.asking import ASKING, find, find_without
from tests.support.files import begin, meddle, played, sha256, strike

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(gridwar.__file__).parents[1]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Name a file for a fight."""
    return tmp_path / "fight.gridwar"


def opened(path: Path, *, changed: bool = False) -> Opened:
    """Open a file for playing and close it again; the original must stay as it was."""
    before = sha256(path)
    found = open_file(path, find)
    if found.journal is not None:
        assert (found.journal.path == path) is changed
        found.journal.close()
    assert sha256(path) == before or changed
    return found


def encounter_of(found: Opened) -> object:
    """Return the encounter that is shown."""
    return Session(found.system, found.loaded).encounter


# --- not ours, not yet ours ---------------------------------------------------------------------


def test_a_missing_file_is_said_to_be_missing(path: Path) -> None:
    """A file that is not there is named."""
    with pytest.raises(FileError, match=r"There is no file .*fight\.gridwar"):
        open_file(path, find)


@pytest.mark.parametrize("content", [b"hello", b"\x89PNG\r\n\x1a\n" + bytes(200), b"{}" * 100])
def test_something_else_is_foreign(path: Path, content: bytes) -> None:
    """A file that is no database is refused as none of ours, and not touched."""
    path.write_bytes(content)
    with pytest.raises(ForeignFile, match="not a Gridwar file"):
        open_file(path, find)
    assert path.read_bytes() == content


def test_another_programs_database_is_foreign(path: Path) -> None:
    """A database of somebody else's is refused, and not touched."""
    meddle(path, "CREATE TABLE contacts (name TEXT)")
    before = sha256(path)
    with pytest.raises(ForeignFile, match="another program"):
        open_file(path, find)
    assert sha256(path) == before


def test_a_folder_is_foreign(tmp_path: Path) -> None:
    """A folder is no fight."""
    with pytest.raises(ForeignFile, match="no file"):
        open_file(tmp_path, find)


def test_a_newer_format_is_refused(path: Path) -> None:
    """A file of a later format is left alone; the message says to update."""
    played(path)
    meddle(path, f"PRAGMA user_version = {schema.newest() + 1}")
    before = sha256(path)
    with pytest.raises(NewerFile, match="newer Gridwar"):
        open_file(path, find)
    assert sha256(path) == before


def test_a_newer_version_of_the_rules_is_refused(path: Path) -> None:
    """Rows that a later version of the rule system wrote are not guessed at."""
    played(path)
    with closing(sqlite3.connect(path)) as connection:
        (*cells, _digest) = connection.execute("SELECT * FROM rows WHERE id = 2").fetchone()
        cells[-2] = 9
        connection.execute(
            "UPDATE rows SET version = 9, digest = ? WHERE id = 2", (schema.digest(tuple(cells)),)
        )
        connection.commit()
    before = sha256(path)
    with pytest.raises(NewerFile, match="version 9 of Asking"):
        open_file(path, find)
    assert sha256(path) == before


def test_an_unknown_system_opens_as_freeform(path: Path) -> None:
    """Without its rules a fight opens as freeform, says so, and keeps the sheets on disk."""
    session = played(path)
    found = open_file(path, find_without)
    assert found.system.id == "freeform"
    assert found.journal is not None
    assert any("asking" in line for line in found.report)
    assert any("asking.strike (3)" in line for line in found.report)
    adopted = Session(found.system, found.loaded, found.journal)
    assert isinstance(adopted.encounter["foe"].sheet, RawSheet)
    adopted.submit(ChangePool(who=("foe",), add=-1))
    found.journal.close()
    again = opened(path, changed=True)
    assert again.system is ASKING
    ours = Session(ASKING, again.loaded)
    assert ours.encounter["foe"].sheet.model_dump()["hp"] == _hp(session) - 1


def _hp(session: Session) -> int:
    return ASKING.main_pool(session.encounter, "foe")


# --- damaged ------------------------------------------------------------------------------------


def test_an_empty_file_is_damaged(path: Path) -> None:
    """A file of no length says so; nothing can be saved."""
    path.touch()
    with pytest.raises(DamagedFile, match="it is empty"):
        open_file(path, find)


def test_a_changed_row_is_found_by_its_digest(path: Path) -> None:
    """A value changed behind Gridwar's back is named by table and row, and what is before kept."""
    session = played(path, 3)
    meddle(path, "UPDATE rows SET events = replace(events, '\"by\":-', '\"by\":-1') WHERE id = 3")
    found = opened(path)
    assert "rows 3: the digest does not fit" in found.reason
    assert found.journal is not None
    assert found.journal.path.parent == untitled_folder()
    # the state after row 3 was kept when the file was closed, so nothing of it is lost
    assert encounter_of(found) == session.encounter


def test_a_broken_line_of_play_is_kept_up_to_the_break(path: Path) -> None:
    """Where a row is lost and no snapshot is beyond it, the fight stands before it."""
    session = played(path, 3)
    meddle(path, "DELETE FROM snapshots", "UPDATE rows SET replies = '[{' WHERE id = 2")
    found = opened(path)
    assert [row.id for row in found.loaded.rows] == [1]
    assert encounter_of(found) == session.history.state(1)
    assert any("stood at row 3" in line for line in found.report)


def test_without_its_first_encounter_a_fight_begins_at_a_snapshot(path: Path) -> None:
    """The newest sound snapshot stands in for a first encounter that is lost."""
    session = played(path, 3)
    meddle(path, "UPDATE start SET encounter = '{}'")
    found = opened(path)
    assert found.loaded.first == session.encounter
    assert encounter_of(found) == session.encounter


def test_an_open_question_survives_damage_elsewhere(path: Path) -> None:
    """A fight saved from a damaged file still asks what it asked."""
    session = played(path, 2, ask=True)
    meddle(path, "UPDATE rows SET passed = 'x' WHERE id = 1")
    found = opened(path)
    again = Session(ASKING, found.loaded)
    assert again.wanted == session.wanted
    assert again.encounter == session.encounter


def test_nothing_sound_is_said(path: Path) -> None:
    """Where nothing can be saved, the message says that too."""
    played(path)
    meddle(path, "DELETE FROM start", "DELETE FROM snapshots")
    before = sha256(path)
    with pytest.raises(DamagedFile, match="Nothing in it could be saved"):
        open_file(path, find)
    assert sha256(path) == before


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER evil AFTER INSERT ON rows BEGIN DELETE FROM rows; END",
        "CREATE VIEW evil AS SELECT * FROM rows",
        "CREATE TABLE extra (data BLOB)",
        "CREATE INDEX evil ON rows (parent)",
        "ALTER TABLE rows ADD COLUMN extra TEXT",
        "DROP TABLE blobs",
    ],
)
def test_what_gridwar_never_makes_is_refused(path: Path, statement: str) -> None:
    """Triggers, views and strange tables are left out: the fight is read out of a copy."""
    session = played(path, 2)
    meddle(path, statement)
    found = opened(path)
    assert "tables are not those of Gridwar" in found.reason
    assert encounter_of(found) == session.encounter


def test_a_view_in_a_tables_place_is_not_read(path: Path) -> None:
    """A view that calls itself ``rows`` is passed over; the real pages are read."""
    session = played(path, 2)
    view = "CREATE VIEW rows AS SELECT id, 0 AS parent, * FROM r2"
    meddle(path, "ALTER TABLE rows RENAME TO r2", view)
    found = opened(path)
    assert "tables are not those of Gridwar" in found.reason
    assert encounter_of(found) == session.encounter


def _damages(raw: bytes) -> Iterator[bytes]:
    chance = random.Random(4)
    for _time in range(25):
        flipped = bytearray(raw)
        flipped[chance.randrange(len(raw))] ^= 1 << chance.randrange(8)
        yield bytes(flipped)
        yield raw[: chance.randrange(len(raw))]
        torn = bytearray(raw)
        at = chance.randrange(len(raw) - 600)
        torn[at : at + 600] = chance.randbytes(600)
        yield bytes(torn)


def test_random_damage_is_survived(tmp_path: Path) -> None:
    """Flipped, cut and overwritten files open whole, in part, or not at all, never wrongly."""
    whole = tmp_path / "whole.gridwar"
    session = played(whole, 12, ask=True)
    states = {session.history.state(row.id) for row in session.history.rows.values()
              if not row.is_open} | {session.history.state(0), session.encounter}  # fmt: skip
    kept = 0
    for number, damaged in enumerate(_damages(whole.read_bytes())):
        path = tmp_path / f"{number}.gridwar"
        path.write_bytes(damaged)
        before = sha256(path)
        try:
            found = open_file(path, find)
        except FileError:
            assert sha256(path) == before
            continue
        assert encounter_of(found) in states
        kept += 1
        assert found.journal is not None
        if found.report:
            assert sha256(path) == before
        found.journal.close()
    assert kept >= 50


# --- in use, read-only --------------------------------------------------------------------------


def test_a_file_that_another_gridwar_plays_in_opens_as_a_copy(path: Path) -> None:
    """A second process gets an untitled copy with the last committed reply, and is told why."""
    session, journal = begin(path)
    strike(session)
    script = (
        "import sys; from pathlib import Path\n"
        "from gridwar.storage.opening import open_file\n"
        "from tests.support.asking import find\n"
        "found = open_file(Path(sys.argv[1]), find)\n"
        "print(found.reason); print(found.journal.path); print(len(found.loaded.rows))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(path)],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    reason, place, rows = done.stdout.splitlines()
    assert "in use by another Gridwar" in reason
    assert Path(place).parent == untitled_folder()
    assert rows == "1"
    strike(session)
    journal.close()
    assert len(read_file(path, find).loaded.rows) == 2


def test_a_file_open_here_opens_as_a_copy(path: Path) -> None:
    """Opened twice in one process, the second is a copy, and the first keeps its lock."""
    session, journal = begin(path)
    strike(session)
    second = open_file(path, find)
    assert "open already" in second.reason
    assert second.journal is not None
    second.journal.close()
    probe = sqlite3.connect(path, timeout=0)
    with closing(probe), pytest.raises(sqlite3.OperationalError, match="locked"):
        probe.execute("SELECT count(*) FROM rows")
    journal.close()


def test_a_read_only_file_opens_as_a_copy(path: Path) -> None:
    """A file that is marked read-only goes on as an untitled copy and stays as it is."""
    session = played(path)
    path.chmod(0o444)
    found = opened(path)
    assert "read-only" in found.reason
    assert encounter_of(found) == session.encounter


def test_a_read_only_folder_opens_as_a_copy(path: Path) -> None:
    """So does a file in a folder in which nothing can be written."""
    played(path)
    path.parent.chmod(0o555)
    try:
        found = opened(path)
    finally:
        path.parent.chmod(0o755)
    assert "read-only" in found.reason


def test_with_nowhere_to_write_a_fight_is_played_in_memory(
    path: Path, user_folder: Path
) -> None:
    """Where no copy can be made either, the fight opens without a file."""
    session = played(path)
    path.chmod(0o444)
    user_folder.rmdir()
    user_folder.write_text("no folder")
    found = opened(path)
    assert found.journal is None
    assert "read-only" in found.reason
    assert encounter_of(found) == session.encounter


def test_reading_leaves_a_file_alone(path: Path) -> None:
    """Checking and exporting work on a copy."""
    played(path, ask=True)
    before = sha256(path)
    read_file(path, find)
    assert sha256(path) == before
    assert [one.name for one in path.parent.iterdir()] == ["fight.gridwar"]


def test_a_write_ahead_file_is_not_switched(path: Path) -> None:
    """A file in another of SQLite's modes is not ours as it stands; a copy is read."""
    session = played(path)
    meddle(path, "PRAGMA journal_mode = WAL")
    found = opened(path)
    assert encounter_of(found) == session.encounter
    assert [one.name for one in path.parent.iterdir()] == ["fight.gridwar"]


# --- older formats ------------------------------------------------------------------------------


def _older(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make today's format the second one: the first lacked the table of blobs."""
    today = schema.FORMATS[1]

    def add_blobs(connection: sqlite3.Connection) -> None:
        connection.execute(today[-1])

    meddle(path, "DROP TABLE blobs")
    monkeypatch.setattr(schema, "FORMATS", {1: today[:-1], 2: today})
    monkeypatch.setattr(schema, "STEPS", {1: add_blobs})


def test_an_older_format_is_copied_then_brought_up_to_date(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before its format changes a file is kept as it was, dated, and the report says so."""
    session = played(path)
    _older(path, monkeypatch)
    found = open_file(path, find)
    assert found.journal is not None
    assert found.journal.path == path
    found.journal.put_blob(b"picture")
    found.journal.close()
    assert guard.look_at(path) == 2
    (kept,) = (one for one in path.parent.iterdir() if one != path)
    assert kept.name.startswith("fight (format 1, ")
    assert guard.look_at(kept) == 1
    assert str(kept) in found.report[0]
    assert encounter_of(found) == session.encounter
    assert opened(path, changed=True).report == ()


def test_reading_an_older_format_does_not_change_it(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Checking an old file brings a copy up to date, not the file."""
    session = played(path)
    _older(path, monkeypatch)
    before = sha256(path)
    assert encounter_of(read_file(path, find)) == session.encounter
    assert sha256(path) == before


def test_a_damaged_older_file_is_not_migrated(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is old and damaged is saved into a new one; it keeps its format."""
    played(path)
    meddle(path, "UPDATE rows SET passed = 'x' WHERE id = 2")
    _older(path, monkeypatch)
    found = opened(path)
    assert found.report
    assert guard.look_at(path) == 1


def test_a_step_that_fails_changes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A migration is one transaction: it happens whole or not at all."""
    played(path)
    _older(path, monkeypatch)

    def breaks(connection: sqlite3.Connection) -> None:
        connection.execute("DELETE FROM rows")
        connection.execute("INSERT INTO nowhere VALUES (1)")

    monkeypatch.setattr(schema, "STEPS", {1: breaks})
    found = opened(path)
    assert "nowhere" in found.reason
    assert guard.look_at(path) == 1


def test_the_list_of_open_rows_is_checked(path: Path) -> None:
    """A fight that claims to stand at a row it does not have is damaged."""
    played(path)
    with closing(sqlite3.connect(path)) as connection:
        cells = list(connection.execute("SELECT * FROM fight").fetchone())[1:-1]
        cells[1:4] = [77, 77, text_of([78])]
        connection.execute(
            "UPDATE fight SET cursor = 77, tip = 77, open = '[78]', digest = ?",
            (schema.digest(tuple(cells)),),
        )
        connection.commit()
    found = opened(path)
    assert "there is no row 77" in found.reason
    assert "row 78 is not open" in found.reason


def test_a_hot_journal_is_played_back(path: Path, tmp_path: Path) -> None:
    """A commit that was cut off is rolled back at the next opening."""
    session, journal = begin(path)
    strike(session)
    connection = journal._connection
    assert connection is not None
    connection.execute("PRAGMA cache_size = 1")
    connection.execute("PRAGMA cache_spill = 1")
    connection.execute("BEGIN IMMEDIATE")
    connection.executemany(
        "INSERT INTO blobs (sha256, data) VALUES (?, ?)", [("x", b"y" * 5000)] * 20
    )
    copy = tmp_path / "killed.gridwar"
    shutil.copyfile(path, copy)
    shutil.copyfile(f"{path}-journal", f"{copy}-journal")
    connection.execute("ROLLBACK")
    journal.close()
    assert copy.stat().st_size > path.stat().st_size
    found = opened(copy, changed=True)
    assert found.report == ()
    assert encounter_of(found) == session.encounter
