"""Reading what is left of a damaged file. Works on a copy, which it may change."""

from __future__ import annotations

import hashlib
import sqlite3
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.errors import FileError, NewerFile
from gridwar.storage import guard, schema
from gridwar.storage.contents import Tables, contents_of, read_tables
from gridwar.storage.pages import carve
from gridwar.storage.recovered_rows import salvage
from gridwar.text import _

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.engine.kit.system import System
    from gridwar.engine.session.journal import Loaded
    from gridwar.storage.contents import Finder


class Salvaged(Struct, frozen=True):
    """What was sound, and what to say about it."""

    loaded: Loaded
    system: System
    version: int
    blobs: tuple[bytes, ...]
    report: tuple[str, ...]


def read_damaged(copy: Path, find: Finder, path: Path) -> Salvaged | None:
    """Return what is sound in a damaged file; None where nothing is.

    SQLite reads it as far as it can, and plays a journal that lies beside it; what it does not
    find is looked for on every page by itself.

    Args:
        copy: Of the file.
        find: Finds a rule system by id.
        path: The file that the user knows.

    Raises:
        NewerFile: What is sound was written by a newer Gridwar.
    """
    tables = _through_sqlite(copy)
    carved = carve(copy)
    tables.fill_up(carved)
    contents = contents_of(tables, find)
    if contents.too_new:
        text = _("{path} needs a newer Gridwar: {why}.")
        raise NewerFile(text.format(path=path, why=contents.too_new))
    loaded, report = salvage(contents)
    if loaded is None:
        return None
    blobs = tuple(dict.fromkeys((*filter(None, tables.blobs.values()), *carved.blobs)))
    report = (*report, *contents.remarks(), *_missing_picture(loaded, blobs))
    return Salvaged(loaded, contents.codec.system, contents.version, blobs, report)


def _through_sqlite(copy: Path) -> Tables:
    """Read the tables as far as SQLite can; nothing where they are not ours."""
    try:
        connection = guard.connect(copy)
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
    if version < schema.newest():
        connection.execute("PRAGMA query_only = OFF")
        schema.migrate(connection, version)
        connection.execute("PRAGMA query_only = ON")
    tables = connection.execute("SELECT sql FROM sqlite_master WHERE type = 'table'")
    found = {sql.decode(errors="replace") for (sql,) in tables if isinstance(sql, bytes)}
    return set(schema.FORMATS[schema.newest()]) <= found


def _missing_picture(loaded: Loaded, blobs: tuple[bytes, ...]) -> tuple[str, ...]:
    picture = loaded.first.map.picture
    there = {hashlib.sha256(data).hexdigest() for data in blobs}
    if picture is None or picture.sha256 in there:
        return ()
    return (_("The map's picture is lost."),)
