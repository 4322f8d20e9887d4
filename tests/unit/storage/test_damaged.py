"""Damaged files: what is sound in them goes on in a new one, and they stay as they are."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from gridwar.engine.gm.map_commands import LayMap
from gridwar.engine.gm.recovered_rows_commands import NotReplayed
from gridwar.engine.session.session import Session
from gridwar.errors import DamagedFile, FileError
from gridwar.model.battlemap import Picture
from gridwar.storage import schema
from gridwar.storage.file_names import untitled_folder
from gridwar.storage.json_codec import text_of
from gridwar.storage.open_gridwar_file import open_file, read_file
from tests.support.asking import ASKING, find
from tests.support.files import begin, meddle, played, sha256
from tests.unit.storage.looking import encounter_of, opened

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


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
    """Where a row is lost and no snapshot is beyond it, the fight is shown as it was before it.

    What is beyond it stands in the log, but nothing of it is played.
    """
    session = played(path, 3)
    meddle(path, "DELETE FROM snapshots", "UPDATE rows SET replies = '[{' WHERE id = 2")
    found = opened(path)
    assert [row.id for row in found.loaded.rows if not isinstance(row.command, NotReplayed)] == [1]
    assert [row.id for row in found.loaded.rows] == [1, 3]
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


def test_a_picture_that_was_changed_is_damage(path: Path) -> None:
    """A flipped bit in a picture is told by check, and the fight goes on without the picture."""
    session, journal = begin(path)
    name = journal.put_blob(b"picture")
    page = session.encounter.map
    picture = Picture(sha256=name, pixels_per_cell=70)
    session.submit(LayMap(map=page.with_picture(picture)))
    journal.close()
    meddle(path, "UPDATE blobs SET data = x'00'")
    with pytest.raises(DamagedFile, match="blobs 1"):
        read_file(path, find)
    found = opened(path)
    assert encounter_of(found) == session.encounter
    assert any("blobs 1" in line for line in found.report)


@pytest.mark.parametrize("length", [1, 50, 100, 512, 4095, 4096, 5000, 20_000])
def test_a_file_that_is_cut_is_named(path: Path, length: int) -> None:
    """The message names the file that was asked for, not the copy that is looked at."""
    played(path)
    path.write_bytes(path.read_bytes()[:length])
    with pytest.raises(FileError, match=r"fight\.gridwar"):
        read_file(path, find)


def test_nothing_sound_is_said(path: Path) -> None:
    """Where nothing can be saved, the message says that too."""
    played(path)
    meddle(path, "DELETE FROM start", "DELETE FROM snapshots", "DELETE FROM rows", "VACUUM")
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


@pytest.mark.long
def test_random_damage_is_survived(tmp_path: Path) -> None:
    """Flipped, cut and overwritten files open whole, in part, or not at all, never wrongly."""
    whole = tmp_path / "whole.gridwar"
    session = played(whole, 12, ask=True)
    states = {
        session.history.state(row.id) for row in session.history.rows.values() if not row.is_open
    } | {session.history.state(0), session.encounter}
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


def test_the_list_of_open_rows_is_checked(path: Path) -> None:
    """A fight that claims to stand at a row it does not have is damaged."""
    played(path)
    with closing(sqlite3.connect(path)) as connection:
        columns = ", ".join(schema.FIGHT)
        cells = list(connection.execute(f"SELECT {columns} FROM fight").fetchone())
        cells[1:4] = [77, 77, text_of([78])]
        connection.execute(
            "UPDATE fight SET cursor = 77, tip = 77, open = '[78]', digest = ?",
            (schema.digest(tuple(cells)),),
        )
        connection.commit()
    found = opened(path)
    assert "there is no row 77" in found.reason
    assert "row 78 is not open" in found.reason
