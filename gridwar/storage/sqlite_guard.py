"""Connections to files that are not trusted: looked at first, opened with little to abuse.

Owns how a database is opened, never what is in it. A file's first bytes are read before SQLite
sees it; then nothing can be attached, no trigger or view runs, sizes are bounded, and only the
program's own few statements pass the authorizer.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from typing import TYPE_CHECKING
from urllib.parse import quote

from gridwar.errors import DamagedFile, ForeignFile
from gridwar.storage.rollback_journal import refuse_foreign
from gridwar.storage.schema import APPLICATION_ID, MAGIC, refuse_newer
from gridwar.storage.sqlite_and_os_errors import refuse_read_only, speaking_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MOST_BYTES = 2 << 30
"""Larger files are refused unread."""
_HEADER_BYTES = 100
_JOURNAL_MODES_AT, _VERSION_AT, _APPLICATION_AT = 18, 60, 68
_ABSURD_FORMAT = 1000
_BUSY_S = 0.4
"""How long to wait for somebody else's commit."""
MOST_TEXT_BYTES = 32 << 20
"""Of one text; a state of the largest map has a tenth of it."""
MOST_BLOB_BYTES = 256 << 20
"""Of a picture."""
_LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: MOST_TEXT_BYTES,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 20_000,
    sqlite3.SQLITE_LIMIT_COLUMN: 40,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 20,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 3,
    sqlite3.SQLITE_LIMIT_VDBE_OP: 25_000,
    sqlite3.SQLITE_LIMIT_FUNCTION_ARG: 8,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 50,
    sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER: 40,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 1,
    sqlite3.SQLITE_LIMIT_WORKER_THREADS: 0,
}
_ALLOWED = {
    sqlite3.SQLITE_SELECT,
    sqlite3.SQLITE_READ,
    sqlite3.SQLITE_TRANSACTION,
    sqlite3.SQLITE_PRAGMA,
    sqlite3.SQLITE_INSERT,
    sqlite3.SQLITE_UPDATE,
    sqlite3.SQLITE_DELETE,
    sqlite3.SQLITE_FUNCTION,
    sqlite3.SQLITE_CREATE_TABLE,
    sqlite3.SQLITE_ALTER_TABLE,
    sqlite3.SQLITE_DROP_TABLE,
    sqlite3.SQLITE_REINDEX,
}
_FUNCTIONS = {
    "count",
    "max",
    "length",
    "sqlite_rename_table",
    "sqlite_rename_column",
    "sqlite_rename_test",
    "sqlite_drop_column",
    "sqlite_fail",
    "printf",
    "substr",
    "like",
    "coalesce",
    "glob",
}
"""Those that we use, and those that SQLite itself uses to alter a table."""


def look_at(path: Path) -> int:
    """Read a file's first bytes and return its format.

    Raises:
        ForeignFile: It is something else.
        NewerFile: A newer Gridwar wrote it.
        DamagedFile: It was ours, but even these bytes are not sound.
        FileError: It is not there, or cannot be read.
    """
    with speaking_of(path):
        if not path.exists():
            raise FileNotFoundError(2, "no such file", str(path))
        if not path.is_file():
            raise ForeignFile(_("{path} is not a regular file.").format(path=path))
        size = path.stat().st_size
        with path.open("rb") as file:
            header = file.read(_HEADER_BYTES)
    if size > MOST_BYTES:
        raise ForeignFile(_("{path} is too large for a fight.").format(path=path))
    return _format_in(header, path)


def _format_in(header: bytes, path: Path) -> int:
    if not header:
        raise DamagedFile(_("{path} is damaged: it is empty.").format(path=path))
    is_database = header.startswith(MAGIC)
    is_ours = int.from_bytes(header[_APPLICATION_AT : _APPLICATION_AT + 4]) == APPLICATION_ID
    if not is_database and not is_ours:
        is_cut = len(header) < len(MAGIC) and MAGIC.startswith(header)
        if not is_cut:
            raise ForeignFile(_("{path} is not a Gridwar file.").format(path=path))
    if len(header) < _HEADER_BYTES:
        raise DamagedFile(_("{path} is damaged: it is cut short.").format(path=path))
    if not is_ours:
        if is_nearly(header[_APPLICATION_AT : _APPLICATION_AT + 4], APPLICATION_ID):
            raise DamagedFile(_("{path} is damaged in its first bytes.").format(path=path))
        raise ForeignFile(_("{path} is another program's database.").format(path=path))
    if not is_database or header[_JOURNAL_MODES_AT : _JOURNAL_MODES_AT + 2] != b"\x01\x01":
        raise DamagedFile(_("{path} is damaged in its first bytes.").format(path=path))
    version = int.from_bytes(header[_VERSION_AT : _VERSION_AT + 4])
    if version > _ABSURD_FORMAT:
        raise DamagedFile(_("{path} is damaged in its first bytes.").format(path=path))
    refuse_newer(version, path)
    return version


def is_nearly(found: bytes, wanted: int) -> bool:
    """Return whether four bytes are a number but for one of them."""
    pairs = zip(found, wanted.to_bytes(4), strict=True)
    return sum(one != other for one, other in pairs) <= 1


def connect(path: Path, *, create: bool = False, copy_of: Path | None = None) -> sqlite3.Connection:
    """Open a database query-only and guarded.

    Args:
        path: Where it is.
        create: Whether to make a new one.
        copy_of: The file that the user knows, where ``path`` is a passing copy of it.

    Raises:
        ForeignFile: A journal of somebody else's lies beside it, which SQLite would play.
        FileError: It cannot be opened.
    """
    refuse_foreign(path)
    mode = "rwc" if create else "rw"
    with speaking_of(copy_of or path):
        connection = sqlite3.connect(
            f"file:{quote(os.fsencode(path))}?mode={mode}",
            uri=True,
            isolation_level=None,
            check_same_thread=False,
            timeout=_BUSY_S,
        )
        try:
            _restrict(connection)
        except sqlite3.Error:
            connection.close()
            raise
    return connection


@contextlib.contextmanager
def blobs_allowed(connection: sqlite3.Connection) -> Iterator[None]:
    """Let values be as large as pictures may be, for a statement that reads or writes them."""
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_BLOB_BYTES)
    try:
        yield
    finally:
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_TEXT_BYTES)


def _restrict(connection: sqlite3.Connection) -> None:
    connection.text_factory = bytes  # text that is not UTF-8 is then ours to report
    for limit, most in _LIMITS.items():
        connection.setlimit(limit, most)
    for pragma in (
        "trusted_schema = OFF",
        "query_only = ON",
        "cell_size_check = ON",
        "mmap_size = 0",
        "temp_store = MEMORY",
        "locking_mode = EXCLUSIVE",
        "synchronous = FULL",
    ):
        connection.execute(f"PRAGMA {pragma}").fetchall()
    connection.set_authorizer(_authorize)


def _authorize(
    action: int, first: str | None, second: str | None, base: str | None, trigger: str | None
) -> int:
    del first, base
    if action not in _ALLOWED or trigger is not None:
        return sqlite3.SQLITE_DENY
    if action == sqlite3.SQLITE_FUNCTION and second not in _FUNCTIONS:
        return sqlite3.SQLITE_DENY
    return sqlite3.SQLITE_OK


def lock(connection: sqlite3.Connection, path: Path) -> None:
    """Take the file for this Gridwar alone, until the connection is closed.

    Raises:
        LockedFile: Another one has it.
        UnwritableFile: It cannot be locked where it is.
    """
    with speaking_of(path):
        connection.execute("PRAGMA query_only = OFF")  # a lock counts as writing
        connection.execute("BEGIN EXCLUSIVE")
        connection.execute("COMMIT")
        connection.execute("PRAGMA query_only = ON")


def allow_writing(connection: sqlite3.Connection, path: Path) -> None:
    """Let a checked and locked file be written, after trying whether it can.

    Raises:
        UnwritableFile: It cannot; nothing was written.
    """
    with speaking_of(path):
        refuse_read_only(path)
        refuse_read_only(path.parent)
        connection.execute("PRAGMA query_only = OFF")
        connection.execute("PRAGMA journal_mode = DELETE").fetchall()
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(f"PRAGMA user_version = {version}")
        connection.execute("ROLLBACK")


def check_quickly(connection: sqlite3.Connection, path: Path) -> None:
    """Let SQLite look through its pages.

    Raises:
        DamagedFile: They are not sound.
    """
    with speaking_of(path):
        found = connection.execute("PRAGMA quick_check(3)").fetchall()
    if found != [(b"ok",)]:
        why = "; ".join(one.decode(errors="replace") for (one,) in found)
        raise DamagedFile(_("{path} is damaged: {why}.").format(path=path, why=why))
