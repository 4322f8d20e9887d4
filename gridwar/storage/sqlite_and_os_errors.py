"""What SQLite and the operating system complain about, said as one of our own errors."""

from __future__ import annotations

import errno
import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING

from gridwar.bounded_read import NoPlainFile, TooLarge
from gridwar.errors import (
    DamagedFile,
    FileError,
    ForeignFile,
    LockedFile,
    UnsoundRow,
    UnwritableFile,
)
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_PRIMARY = 0xFF
"""SQLite's extended error codes keep the plain one in their lowest byte."""
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_UNWRITABLE = {
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_NOLFS,
}
_FULL = {errno.ENOSPC, errno.EDQUOT}


@contextmanager
def speaking_of(path: Path) -> Iterator[None]:
    """Turn errors of SQLite and the operating system into ours; they name the file."""
    try:
        yield
    except sqlite3.Error as error:
        raise from_sqlite(error, path) from error
    except OSError as error:
        raise from_system(error, path) from error
    except UnicodeDecodeError as error:  # even SQLite's own words were garbage
        raise DamagedFile(_("{path} is damaged: {why}.").format(path=path, why=error)) from error


def refuse_read_only(path: Path) -> None:
    """Respect that a file or folder is marked read-only, also where the system would not.

    Raises:
        UnwritableFile: It is.
    """
    if path.exists() and not path.stat().st_mode & 0o222:
        raise UnwritableFile(_("{path} is read-only.").format(path=path))


def from_sqlite(error: sqlite3.Error, path: Path) -> FileError:
    """Say an error of SQLite as one of ours."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & _PRIMARY
    if code in _BUSY:
        return LockedFile(_("{path} is in use by another Gridwar.").format(path=path))
    if code == sqlite3.SQLITE_FULL:
        return _full(path)
    if code == sqlite3.SQLITE_TOOBIG:
        return UnsoundRow(_("That is too large for {path}.").format(path=path))
    if code in _UNWRITABLE:
        return UnwritableFile(_("{path} cannot be written: {why}.").format(path=path, why=error))
    return DamagedFile(_("{path} is damaged: {why}.").format(path=path, why=error))


def from_system(error: OSError, path: Path) -> FileError:
    """Say an error of the operating system as one of ours."""
    if error.errno in _FULL:
        return _full(path)
    why = error.strerror or str(error)
    if isinstance(error, FileNotFoundError):
        return FileError(_("There is no file {path}.").format(path=path))
    if isinstance(error, NoPlainFile | TooLarge):
        return ForeignFile(_("{path} cannot be read: {why}.").format(path=path, why=why))
    return UnwritableFile(_("{path} cannot be read or written: {why}.").format(path=path, why=why))


def _full(path: Path) -> UnwritableFile:
    text = _("{path} cannot be written: the disk is full. Make room, or save elsewhere.")
    return UnwritableFile(text.format(path=path))
