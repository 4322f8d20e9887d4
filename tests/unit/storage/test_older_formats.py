"""Files of an older format: kept as they were, then brought up to date, whole or not at all."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from gridwar.storage import guard, schema
from gridwar.storage.exchange import export_json, import_json
from gridwar.storage.opening import open_file, read_file
from tests.support.asking import find
from tests.support.files import begin, meddle, played, sha256
from tests.unit.storage.looking import encounter_of, opened
from tests.unit.storage.test_codec import Later

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


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


def test_older_rules_are_read_as_what_they_have_become(path: Path) -> None:
    """A fight brought up to the present rules is passed on as theirs, not brought up twice."""
    _session, journal = begin(path)
    journal.close()
    found = read_file(path, lambda _id: Later())
    assert found.version == 3
    again = import_json(export_json(found.loaded, found.version), lambda _id: Later())
    assert again.loaded.first == found.loaded.first


def test_a_damaged_fight_of_older_rules_is_saved_as_what_it_has_become(path: Path) -> None:
    """The new file that holds what is sound names the version its sheets have now."""
    _session, journal = begin(path)
    journal.close()
    meddle(path, "CREATE TABLE extra (data BLOB)")
    found = open_file(path, lambda _id: Later())
    assert found.journal is not None
    found.journal.close()
    with closing(sqlite3.connect(found.journal.path)) as connection:
        assert connection.execute("SELECT version FROM start").fetchone() == (3,)
