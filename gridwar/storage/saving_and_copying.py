"""Copies of a fight's file: saved elsewhere, dated before a change of format, raw for reading."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import sqlite3
import tempfile
import time
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from gridwar.errors import FileError, LockedFile, UnwritableFile
from gridwar.storage import schema, sqlite_guard
from gridwar.storage.file_names import SUFFIX
from gridwar.storage.journal_file import held, take
from gridwar.storage.new_file import forget
from gridwar.storage.rollback_journal import journal_of, refuse_foreign, why_foreign
from gridwar.storage.sqlite_and_os_errors import refuse_read_only, speaking_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.storage.journal_file import JournalFile

_TRIES = 50
_PAUSE_S = 0.02
_CHANGE_COUNTER = slice(24, 28)


def save_copy(journal: JournalFile, path: Path, number: int | None = None) -> None:
    """Write the fight to another file, whole or not at all, and go on in the present one.

    A file that is there is replaced.

    Args:
        journal: The fight.
        path: The other file.
        number: Its own; None for a new one.

    Raises:
        LockedFile: The file there is in use.
        UnwritableFile: It cannot be written; what was there is untouched.
    """
    path = Path(os.path.realpath(path))
    if held(path) is not None:
        raise LockedFile(_("{path} is open: choose another name.").format(path=path))
    _refuse_used(path)
    with speaking_of(path):
        refuse_read_only(path)
    fresh = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    journal.copy_to(fresh, schema.new_number() if number is None else number)
    with speaking_of(path):
        try:
            journal_of(path).unlink(missing_ok=True)  # it would be played into the new file
            fresh.replace(path)
        except OSError:
            forget(fresh)
            raise
        _sync_folder(path.parent)


def save_as(journal: JournalFile, path: Path) -> None:
    """Write the fight to another file and go on there; an untitled one is then removed.

    Raises:
        FileError: It cannot be written or locked there; the fight goes on where it was.
    """
    with journal.lock:
        old = journal.path if journal.is_untitled else None
        if journal.path == Path(os.path.realpath(path)):
            return
        save_copy(journal, path, None if old is None else journal.number)
        journal.continue_in(path)
    if old is not None:
        forget(old)


def dated_copy(connection: sqlite3.Connection, path: Path, version: int) -> Path:
    """Keep a file as it is before its format changes, beside it, and return where."""
    today = datetime.now().astimezone().strftime("%Y-%m-%d")
    for number in range(1, 1000):
        tail = f" {number}" if number > 1 else ""
        target = path.with_name(f"{path.stem} (format {version}, {today}{tail}){path.suffix}")
        if not target.exists():
            break
    refuse_foreign(target)
    with speaking_of(target), contextlib.closing(sqlite3.connect(target)) as copy:
        connection.backup(copy)
    return target


def copy_raw(path: Path, target: Path) -> None:
    """Copy a file that may be in use, with the journal SQLite keeps beside it.

    Raises:
        FileError: It cannot be read, or written there, or never stood still.
    """
    mine = held(path)
    if mine is not None:
        mine.copy_to(target)
        return
    with speaking_of(path):
        for _try in range(_TRIES):
            before = _moment(path)
            if not _in_a_commit(path) or _try == _TRIES - 1:
                shutil.copyfile(path, target)
                if not why_foreign(path):
                    with contextlib.suppress(FileNotFoundError):
                        shutil.copyfile(journal_of(path), journal_of(target))
                if _moment(path) == before:
                    return
            time.sleep(_PAUSE_S)
    forget(target)
    raise UnwritableFile(
        _("{path} is being written all the time and cannot be copied. Try again.").format(path=path)
    )


@contextlib.contextmanager
def passing_copy(path: Path) -> Iterator[Path]:
    """Copy a file as ``copy_raw`` does, to read it, and remove the copy afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / f"copy{SUFFIX}"
        copy_raw(path, copy)
        yield copy


def _refuse_used(path: Path) -> None:
    """Refuse to replace a file that another Gridwar plays in."""
    try:
        sqlite_guard.look_at(path)
        take(path).close()
    except LockedFile:
        raise
    except FileError:
        return  # not there, not ours, or not sound: nobody plays in it


def _moment(path: Path) -> tuple[int, int, bytes]:
    found = path.stat()
    with path.open("rb") as file:
        return found.st_size, found.st_mtime_ns, file.read(28)[_CHANGE_COUNTER]


def _in_a_commit(path: Path) -> bool:
    """Return whether a journal with a valid head is there: somebody writes, or was killed."""
    if why_foreign(path):
        return False
    try:
        with journal_of(path).open("rb") as file:
            return any(file.read(8))
    except FileNotFoundError:
        return False


def _sync_folder(folder: Path) -> None:
    """See that a new name is on disk, where folders can be synced (not on Windows)."""
    with contextlib.suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
