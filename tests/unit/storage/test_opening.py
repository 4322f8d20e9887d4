"""Files that nobody has to trust: foreign, newer, of missing rules, in use, read-only."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

import gridwar
from gridwar.engine.gm.effect_and_pool_commands import ChangePool
from gridwar.engine.session.session import Session
from gridwar.errors import FileError, ForeignFile, NewerFile
from gridwar.model.raw_parts import RawSheet
from gridwar.storage import schema
from gridwar.storage.file_names import untitled_folder
from gridwar.storage.open_gridwar_file import open_file, read_file
from tests.support.asking import ASKING, find, find_without
from tests.support.files import begin, meddle, played, sha256, strike
from tests.unit.storage.looking import encounter_of, opened

ROOT = Path(gridwar.__file__).parents[1]


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
    with pytest.raises(ForeignFile, match="not a regular file"):
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
            "UPDATE rows SET version = 9, digest = ? WHERE id = 2",
            (schema.digest(tuple(cells)),),
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
    return ASKING.cards.vital(session.encounter, "foe").points


# --- in use, read-only --------------------------------------------------------------------------


def test_a_file_that_another_gridwar_plays_in_opens_as_a_copy(path: Path) -> None:
    """A second process gets an untitled copy with the last committed reply, and is told why."""
    session, journal = begin(path)
    strike(session)
    script = (
        "import sys; from pathlib import Path\n"
        "from gridwar.storage.open_gridwar_file import open_file\n"
        "from tests.support.asking import find\n"
        "found = open_file(Path(sys.argv[1]), find)\n"
        "print(found.reason); print(found.journal.path); print(len(found.loaded.rows))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
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


def test_with_nowhere_to_write_a_fight_is_played_in_memory(path: Path, user_folder: Path) -> None:
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
