"""How a database is made unsound from within: values of its rows, with digests that fit.

Whoever sends a file can work the digests out, so what they guard against is damage alone; what is
in a row has to be looked at by whoever reads it.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from typing import TYPE_CHECKING, Any

from gridwar.storage import schema
from tests.slow.fuzzing.mutations import TEXTS, WHOLE, change_value, written

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

COLUMNS = {
    "fight": schema.FIGHT,
    "start": schema.START,
    "rows": schema.ROWS,
    "snapshots": schema.SNAPSHOTS,
}
KEYS = {"fight": "id", "start": "id", "rows": "id", "snapshots": "row", "blobs": "id"}
_WEIGHTS = {"fight": 2, "start": 3, "rows": 7, "snapshots": 1, "blobs": 1}
MEDDLING = (
    "PRAGMA user_version = 2",
    "PRAGMA user_version = 0",
    "PRAGMA application_id = 7",
    "PRAGMA journal_mode = WAL",
    "DROP TABLE blobs",
    "DELETE FROM start",
    "DELETE FROM fight",
    "CREATE TABLE more (x)",
    "CREATE INDEX i ON rows (parent)",
    "UPDATE rows SET parent = id",
    "CREATE VIEW v AS SELECT 1",
    "UPDATE rows SET id = 9223372036854775807 WHERE id = 2",
    "CREATE TRIGGER t AFTER INSERT ON rows BEGIN DELETE FROM rows; END",
    "INSERT INTO blobs (sha256, data) VALUES ('x', zeroblob(100))",
    "DELETE FROM rows WHERE id = 3",
    "UPDATE blobs SET data = zeroblob(9)",
    "PRAGMA encoding = 'UTF-16le'",
    "VACUUM",
)
"""What one could do to a file with the shell of SQLite."""


def change_database(path: Path, chance: Random) -> None:
    """Change one thing in a file; where that cannot be done, it stays as it is."""
    with contextlib.suppress(sqlite3.Error, OverflowError, ValueError, RecursionError):
        connection = sqlite3.connect(path, isolation_level=None)
        try:
            connection.execute("PRAGMA synchronous = OFF")
            connection.execute("PRAGMA journal_mode = MEMORY")
            if chance.random() < 0.1:
                connection.execute(chance.choice(MEDDLING))
            else:
                _change_row(connection, chance)
        finally:
            connection.close()
    for tail in ("-wal", "-shm", "-journal"):
        path.with_name(path.name + tail).unlink(missing_ok=True)


def _change_row(connection: sqlite3.Connection, chance: Random) -> None:
    table = chance.choices([*_WEIGHTS], [*_WEIGHTS.values()])[0]
    key = KEYS[table]
    ids = [one for (one,) in connection.execute(f"SELECT {key} FROM {table}")]
    if not ids:
        return
    number = chance.choice(ids)
    if table == "blobs" or chance.random() < 0.06:
        connection.execute(f"DELETE FROM {table} WHERE {key} = ?", (number,))
        return
    names = COLUMNS[table]
    found = connection.execute(f"SELECT {', '.join(names)} FROM {table} WHERE {key} = ?", (number,))
    cells = list(found.fetchone())
    at = chance.randrange(len(cells))
    cells[at] = _changed(cells[at], chance)
    fits = schema.digest(tuple(cells)) if chance.random() < 0.92 else "0" * 16
    sets = ", ".join(f"{name} = ?" for name in names)
    connection.execute(
        f"UPDATE {table} SET {sets}, digest = ? WHERE {key} = ?", (*cells, fits, number)
    )


def _changed(old: Any, chance: Random) -> Any:
    if isinstance(old, str) and old[:1] in {"{", "["} and chance.random() < 0.9:
        lines = old.split("\n")
        at = chance.randrange(len(lines))
        data: Any = json.loads(lines[at])
        for _time in range(chance.choice((1, 1, 2, 4))):
            data = change_value(data, chance)
        lines[at] = written(data, chance).decode("utf-8", "replace")
        return "\n".join(lines)
    if isinstance(old, int):
        return chance.choice((old + 1, old - 1, *WHOLE[:18]))
    return chance.choice(TEXTS).encode("utf-8", "replace").decode()
