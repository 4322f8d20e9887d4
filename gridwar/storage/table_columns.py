"""The columns of the tables of a file, and whether their digests fit; nothing is understood here.

A damaged file is read by SQLite as far as it can; what it does not find is looked for on every page
by itself (``damaged_pages``).
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING

from gridwar.errors import FileError
from gridwar.storage import schema, sqlite_guard
from gridwar.storage.damaged_pages import carve
from gridwar.storage.json_codec import Misfit
from gridwar.storage.schema import FIGHT, ROWS, SNAPSHOTS, START, digest
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from gridwar.storage.damaged_pages import Carved
    from gridwar.storage.schema import Cells

MOST_ROWS = 200_000
"""A fight of a whole year has some ten thousand; what is beyond these is not read."""


@dataclass
class Tables:
    """What was read of the tables, by number: the columns, or why they could not be read."""

    fight: dict[int, Cells | Misfit] = field(default_factory=dict)
    start: dict[int, Cells | Misfit] = field(default_factory=dict)
    snapshots: dict[int, Cells | Misfit] = field(default_factory=dict)
    rows: dict[int, Cells | Misfit] = field(default_factory=dict)
    loose: set[int] = field(default_factory=set)
    blobs: dict[int, bytes | None] = field(default_factory=dict)

    def fill_up(self, carved: Carved) -> None:
        """Take what single pages hold in the place of what could not be read, or was not found."""
        self.loose = {number for number in carved.doubtful if _gap(self.rows, number)}
        pairs = (
            (self.fight, carved.fight),
            (self.start, carved.start),
            (self.snapshots, carved.snapshots),
            (self.rows, carved.rows),
        )
        for table, found in pairs:
            table.update({one: cells for one, cells in found.items() if _gap(table, one)})


def _gap(table: Mapping[int, Cells | Misfit], number: int) -> bool:
    return isinstance(table.get(number, Misfit()), Misfit)


def read_tables(connection: sqlite3.Connection) -> Tables:
    """Read the columns of all tables of an opened file, and see whether their digests fit."""
    return Tables(
        fight=dict(_records(connection, "fight", "id", FIGHT)),
        start=dict(_records(connection, "start", "id", START)),
        snapshots=dict(_records(connection, "snapshots", "row", SNAPSHOTS)),
        rows=dict(_records(connection, "rows", "id", ROWS)),
        blobs=dict(blobs_in(connection)),
    )


def blobs_in(connection: sqlite3.Connection) -> Iterator[tuple[int, bytes | None]]:
    """Yield the number of each blob with its bytes; None where they are not those of its hash."""
    for number in _numbers(connection, "blobs", "id"):
        query = "SELECT sha256, data FROM blobs WHERE id = ?"
        try:
            with sqlite_guard.blobs_allowed(connection):
                cells = connection.execute(query, (number,)).fetchone()
        except (sqlite3.Error, UnicodeDecodeError):
            yield number, None
            continue
        if cells is not None:
            name, data = cells
            is_sound = isinstance(data, bytes) and sha256(data).hexdigest().encode() == name
            yield number, data if is_sound else None


def _records(
    connection: sqlite3.Connection, table: str, key: str, columns: tuple[str, ...]
) -> Iterator[tuple[int, Cells | Misfit]]:
    names = ", ".join((*columns, "digest"))
    for number in _numbers(connection, table, key):
        query = f"SELECT {names} FROM {table} WHERE {key} = ?"
        try:
            cells = connection.execute(query, (number,)).fetchone()
            if cells is not None:
                yield number, _checked(cells)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            yield number, Misfit(str(error))
        except Misfit as misfit:
            yield number, misfit


def _numbers(connection: sqlite3.Connection, table: str, key: str) -> list[int]:
    """List the keys of a table; where a page is broken, also those that must lie on it."""
    found: set[int] = set()
    is_whole = True
    for order in ("ASC", "DESC"):
        query = f"SELECT {key} FROM {table} ORDER BY {key} {order} LIMIT {MOST_ROWS + 1}"
        try:
            for (number,) in connection.execute(query):
                found.add(number)
        except (sqlite3.Error, UnicodeDecodeError):
            is_whole = False
            continue
        if is_whole:
            return sorted(found)
    top = max(found, default=0)
    return list(range(min(found, default=0), min(top, MOST_ROWS) + 1)) if top else [0, 1]


def _checked(raw: tuple[bytes | int, ...]) -> Cells:
    try:
        *cells, found = (one.decode() if isinstance(one, bytes) else one for one in raw)
    except UnicodeDecodeError as error:
        raise Misfit(_("text that is not UTF-8")) from error
    if found != digest(tuple(cells)):
        raise Misfit(_("the digest does not fit: something in it was changed"))
    return tuple(cells)


def tables_of_damaged(copy: Path) -> tuple[Tables, tuple[bytes, ...]]:
    """Read what is sound in a damaged file, and all its pictures.

    SQLite plays a journal that lies beside it.

    Args:
        copy: Of the file; it may be changed.
    """
    tables, carved = _through_sqlite(copy), carve(copy)
    tables.fill_up(carved)
    blobs = dict.fromkeys((*filter(None, tables.blobs.values()), *carved.blobs))
    return tables, tuple(blobs)


def _through_sqlite(copy: Path) -> Tables:
    """Read the tables as far as SQLite can; nothing where they are not ours."""
    try:
        connection = sqlite_guard.connect(copy)
    except FileError:
        return Tables()
    try:
        return read_tables(connection) if _has_our_tables(connection) else Tables()
    except (sqlite3.Error, UnicodeDecodeError):
        return Tables()
    finally:
        connection.close()


def _has_our_tables(connection: sqlite3.Connection) -> bool:
    """Return whether the tables are ours to the letter; what else is there is left alone."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version not in schema.FORMATS:
        return False
    schema.bring_up_to_date(connection, version)
    tables = connection.execute("SELECT sql FROM sqlite_master WHERE type = 'table'")
    found = {sql.decode(errors="replace") for (sql,) in tables if isinstance(sql, bytes)}
    return set(schema.FORMATS[schema.newest()]) <= found
