"""Reading what is left of a damaged file. Works on a copy, which it may change."""

from __future__ import annotations

import hashlib
import sqlite3
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.errors import FileError
from gridwar.storage import guard, schema
from gridwar.storage.contents import blobs_in, read_contents
from gridwar.storage.integrity import salvage
from gridwar.storage.rollback_journal import journal_of
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


def read_damaged(copy: Path, find: Finder) -> Salvaged | None:
    """Return what is sound in a damaged file; None where nothing is.

    Where its first page is of no use, that of a new file takes its place: the tables of one
    format always lie at the same pages.
    """
    found = _attempt(copy, find)
    if found is None or not found.loaded.rows:
        journal_of(copy).unlink(missing_ok=True)
        _mend_first_page(copy)
        return _attempt(copy, find) or found
    return found


def _attempt(copy: Path, find: Finder) -> Salvaged | None:
    try:
        connection = guard.connect(copy)
    except FileError:
        return None
    try:
        if not _has_our_tables(connection):
            return None
        contents = read_contents(connection, find)
        loaded, report = salvage(contents)
        if loaded is None:
            return None
        blobs = tuple(data for _number, data in blobs_in(connection) if data is not None)
        report = (*report, *contents.remarks(), *_missing_picture(loaded, blobs))
        return Salvaged(loaded, contents.codec.system, contents.version, blobs, report)
    except (sqlite3.Error, UnicodeDecodeError):
        return None
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


def _mend_first_page(copy: Path) -> None:
    fresh = copy.with_name("fresh.gridwar")
    connection = guard.connect(fresh, create=True)
    connection.execute("PRAGMA query_only = OFF")
    connection.execute(f"PRAGMA page_size = {schema.PAGE_BYTES}")
    connection.execute("BEGIN IMMEDIATE")
    schema.lay_out(connection)
    connection.execute("COMMIT")
    connection.close()
    page = bytearray(fresh.read_bytes()[: schema.PAGE_BYTES])
    page[92:96] = bytes(4)  # the number of pages counts as unknown: the size of the file tells
    with copy.open("r+b") as file:
        file.write(page)
        file.seek(0, 2)
        missing = -file.tell() % schema.PAGE_BYTES
        file.write(bytes(missing))
