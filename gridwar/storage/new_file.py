"""Making a new .gridwar file that holds a fight, and the small steps of writing into one.

Owns what is written into the columns of each table; ``table_columns`` reads them, and
``validated_rows`` understands what was read.
"""

from __future__ import annotations

import contextlib
import hashlib
from typing import TYPE_CHECKING

import gridwar
from gridwar.errors import FileError, UnwritableFile
from gridwar.storage import schema, sqlite_guard
from gridwar.storage.json_codec import encode, encode_replies, text_of
from gridwar.storage.rollback_journal import journal_of
from gridwar.storage.sqlite_and_os_errors import speaking_of
from gridwar.text import _

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable
    from pathlib import Path

    from gridwar.engine.session.journal_rows import DiceCounter, Loaded, Position, Row
    from gridwar.model.encounter import Encounter
    from gridwar.storage.schema import Cells


def build(
    path: Path,
    loaded: Loaded,
    version: int,
    blobs: Iterable[bytes] = (),
    number: int | None = None,
) -> None:
    """Write a new file that holds a fight.

    Args:
        path: Where there is no file yet.
        loaded: The fight.
        version: The schema version of its rule system.
        blobs: Pictures and the like.
        number: The file's own; None for a new one.

    Raises:
        FileError: It cannot be written; nothing is left behind.
    """
    if path.exists():
        raise UnwritableFile(_("{path} exists already.").format(path=path))
    with speaking_of(path):
        path.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite_guard.connect(path, create=True)
    try:
        with speaking_of(path):
            number = schema.new_number() if number is None else number
            _fill(connection, loaded, version, blobs, number)
    except FileError:
        connection.close()
        forget(path)
        raise
    connection.close()


def _fill(
    connection: sqlite3.Connection,
    loaded: Loaded,
    version: int,
    blobs: Iterable[bytes],
    number: int,
) -> None:
    program = gridwar.__version__
    connection.execute("PRAGMA query_only = OFF")
    connection.execute(f"PRAGMA page_size = {schema.PAGE_BYTES}")
    connection.execute("BEGIN IMMEDIATE")
    schema.lay_out(connection)
    start = start_cells(loaded.first, version, program)
    put(connection, "start", ("id", *schema.START), (1, *start))
    for row_id, state in loaded.snapshots:
        cells = snapshot_cells(row_id, state, version, program)
        put(connection, "snapshots", schema.SNAPSHOTS, cells)
    for row in loaded.rows:
        put(connection, "rows", schema.ROWS, row_cells(row, version, program))
    fight = fight_cells(loaded.first.system, loaded.position, loaded.dice, program, number)
    put(connection, "fight", ("id", *schema.FIGHT), (1, *fight))
    for data in blobs:
        add_blob(connection, data)
    connection.execute("COMMIT")


def add_blob(connection: sqlite3.Connection, data: bytes) -> None:
    """Put bytes into a file, under their hash."""
    pair = (hashlib.sha256(data).hexdigest(), data)
    with sqlite_guard.blobs_allowed(connection):
        connection.execute("INSERT INTO blobs (sha256, data) VALUES (?, ?)", pair)


def read_blob(connection: sqlite3.Connection, sha256: str) -> bytes | None:
    """Return bytes of a file by their hash; None where they are not there or were changed."""
    with sqlite_guard.blobs_allowed(connection):
        found = connection.execute("SELECT data FROM blobs WHERE sha256 = ?", (sha256,)).fetchone()
    if found is None or hashlib.sha256(found[0]).hexdigest() != sha256:
        return None
    return bytes(found[0])


def forget(path: Path) -> None:
    """Remove a file of ours with what SQLite left beside it."""
    for one in (path, journal_of(path)):
        with contextlib.suppress(OSError):
            one.unlink(missing_ok=True)


def put(connection: sqlite3.Connection, table: str, columns: tuple[str, ...], cells: Cells) -> None:
    """Add a row or replace it by its number; the cells end with their digest."""
    marks = ", ".join("?" * len(cells))
    names = ", ".join((*columns, "digest"))
    connection.execute(f"INSERT OR REPLACE INTO {table} ({names}) VALUES ({marks})", cells)


def fight_cells(
    system_id: str, position: Position, dice: DiceCounter, program: str, number: int
) -> Cells:
    """Return the columns of the row that says where the fight stands, with their digest."""
    opened = text_of(list(position.open))
    cells = (
        system_id,
        position.cursor,
        position.tip,
        opened,
        dice.seed,
        dice.counter,
        program,
        int(dice.typed),
        number,
    )
    return (*cells, schema.digest(cells))


def row_cells(row: Row, version: int, program: str) -> Cells:
    """Return the columns of a command's row, with their digest."""
    cells = (
        row.id,
        row.parent,
        int(row.is_open),
        encode(row.command),
        encode_replies(row.replies),
        "\n".join(encode(event) for event in row.events),
        text_of(list(row.passed)),
        version,
        program,
    )
    return (*cells, schema.digest(cells))


def start_cells(encounter: Encounter, version: int, program: str) -> Cells:
    """Return the columns of the first encounter, with their digest."""
    cells = (encode(encounter), version, program)
    return (*cells, schema.digest(cells))


def snapshot_cells(row_id: int, encounter: Encounter, version: int, program: str) -> Cells:
    """Return the columns of a snapshot, with their digest."""
    cells = (row_id, encode(encounter), version, program)
    return (*cells, schema.digest(cells))
