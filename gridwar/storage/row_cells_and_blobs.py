"""The small steps of writing into a file: rows as the columns of each table, and blobs.

``table_columns`` reads the columns, and ``validated_rows`` understands what was read.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from gridwar.storage import schema, sqlite_guard
from gridwar.storage.json_codec import encode, encode_replies, text_of

if TYPE_CHECKING:
    import sqlite3

    from gridwar.engine.session.journal_rows import DiceCounter, Position, Row
    from gridwar.model.encounter import Encounter
    from gridwar.storage.schema import Cells


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
