"""Making a new .gridwar file that holds a fight, and removing one."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import gridwar
from gridwar.errors import FileError, UnwritableFile
from gridwar.storage import schema, sqlite_guard
from gridwar.storage.rollback_journal import journal_of
from gridwar.storage.row_cells_and_blobs import (
    add_blob,
    fight_cells,
    put,
    row_cells,
    snapshot_cells,
    start_cells,
)
from gridwar.storage.sqlite_and_os_errors import speaking_of
from gridwar.text import _

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable
    from pathlib import Path

    from gridwar.engine.session.journal_rows import Loaded


def build(
    path: Path, loaded: Loaded, version: int, blobs: Iterable[bytes] = (), number: int | None = None
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


def forget(path: Path) -> None:
    """Remove a file of ours with what SQLite left beside it."""
    for one in (path, journal_of(path)):
        with contextlib.suppress(OSError):
            one.unlink(missing_ok=True)
