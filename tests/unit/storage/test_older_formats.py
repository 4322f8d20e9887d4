"""Files of an older format: kept as they were, then brought up to date, whole or not at all."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from gridwar.storage import schema, sqlite_guard
from gridwar.storage.fight_json import export_json, import_json
from gridwar.storage.open_gridwar_file import open_file, read_file
from tests.support.asking import find
from tests.support.files import begin, meddle, played, sha256
from tests.unit.storage.looking import encounter_of, opened
from tests.unit.storage.test_json_codec import LATER

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def _older(path: Path) -> None:
    """Make a file one of the first format, which did not say whether dice are typed in."""
    with closing(sqlite3.connect(path)) as connection:
        *cells, _digest, _typed, _number = connection.execute("SELECT * FROM fight").fetchone()
        digest = schema.digest(tuple(cells[1:]))
        connection.execute("DROP TABLE fight")
        connection.execute(schema.FORMATS[1][0])
        marks = ", ".join("?" * (len(cells) + 1))
        connection.execute(f"INSERT INTO fight VALUES ({marks})", (*cells, digest))
        connection.execute("PRAGMA user_version = 1")
        connection.commit()


def test_an_older_format_is_copied_then_brought_up_to_date(path: Path) -> None:
    """Before its format changes a file is kept as it was, dated, and the report says so."""
    session = played(path)
    _older(path)
    found = open_file(path, find)
    assert found.journal is not None
    assert found.journal.path == path
    found.journal.put_blob(b"picture")
    found.journal.close()
    assert sqlite_guard.look_at(path) == schema.newest()
    (kept,) = (one for one in path.parent.iterdir() if one != path)
    assert kept.name.startswith("fight (format 1, ")
    assert sqlite_guard.look_at(kept) == 1
    assert str(kept) in found.report[0]
    assert encounter_of(found) == session.encounter
    assert opened(path, changed=True).report == ()


def test_reading_an_older_format_does_not_change_it(path: Path) -> None:
    """Checking an old file brings a copy up to date, not the file."""
    session = played(path)
    _older(path)
    before = sha256(path)
    assert encounter_of(read_file(path, find)) == session.encounter
    assert sha256(path) == before


def test_a_damaged_older_file_is_not_migrated(path: Path) -> None:
    """A file that is old and damaged is saved into a new one; it keeps its format."""
    played(path)
    meddle(path, "UPDATE rows SET passed = 'x' WHERE id = 2")
    _older(path)
    found = opened(path)
    assert found.report
    assert sqlite_guard.look_at(path) == 1


def test_a_changed_row_is_not_made_sound_by_a_new_format(path: Path) -> None:
    """What was changed behind Gridwar's back in an older file is damage before and after."""
    played(path)
    _older(path)
    meddle(path, "UPDATE fight SET seed = 12345")
    found = opened(path)
    assert "fight 1" in " ".join(found.report)
    assert sqlite_guard.look_at(path) == 1


def test_a_step_that_fails_changes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A migration is one transaction: it happens whole or not at all."""
    played(path)
    _older(path)

    def breaks(connection: sqlite3.Connection) -> None:
        connection.execute("DELETE FROM rows")
        connection.execute("INSERT INTO nowhere VALUES (1)")

    monkeypatch.setattr(schema, "STEPS", {**schema.STEPS, 1: breaks})
    found = opened(path)
    assert "nowhere" in found.reason
    assert sqlite_guard.look_at(path) == 1


def test_older_rules_are_read_as_what_they_have_become(path: Path) -> None:
    """A fight brought up to the present rules is passed on as theirs, not brought up twice."""
    _session, journal = begin(path)
    journal.close()
    found = read_file(path, lambda _id: LATER)
    assert found.version == 3
    again = import_json(export_json(found.loaded, found.version), lambda _id: LATER)
    assert again.loaded.first == found.loaded.first


def test_a_damaged_fight_of_older_rules_is_saved_as_what_it_has_become(path: Path) -> None:
    """The new file that holds what is sound names the version its sheets have now."""
    _session, journal = begin(path)
    journal.close()
    meddle(path, "CREATE TABLE extra (data BLOB)")
    found = open_file(path, lambda _id: LATER)
    assert found.journal is not None
    found.journal.close()
    with closing(sqlite3.connect(found.journal.path)) as connection:
        assert connection.execute("SELECT version FROM start").fetchone() == (3,)


def test_a_newer_sqlite_may_add_a_column() -> None:
    """Newer ones look with GLOB for what breaks a rule: that is not taken for damage."""
    asked = (sqlite3.SQLITE_FUNCTION, None, "glob", None, None)
    assert sqlite_guard._authorize(*asked) == sqlite3.SQLITE_OK
