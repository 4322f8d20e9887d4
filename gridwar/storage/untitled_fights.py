"""Untitled fights of earlier times, offered again at the next start."""

from __future__ import annotations

import contextlib
import json
import stat
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.errors import FileError, LockedFile
from gridwar.storage import sqlite_guard
from gridwar.storage.file_names import SUFFIX, untitled_folder
from gridwar.storage.journal_file import held
from gridwar.storage.sqlite_and_os_errors import speaking_of

if TYPE_CHECKING:
    from pathlib import Path

NEWEST_STATE = """
    SELECT encounter FROM (SELECT row, encounter FROM snapshots UNION ALL
                           SELECT -1, encounter FROM start) ORDER BY row DESC LIMIT 1"""
"""A fight that was killed early has no snapshot yet, only its start."""


_NEVER = datetime.min.replace(tzinfo=UTC)


class Unfinished(Struct, frozen=True):
    """An untitled fight that nobody has open."""

    path: Path
    title: str
    changed: datetime | None
    """None where its date is none that a calendar has."""
    commands: int


def recoverable() -> tuple[Unfinished, ...]:
    """List the untitled fights that nobody has open, the newest first.

    Damaged ones are listed too (with no commands): opening them saves what is sound.
    """
    found = [
        one
        for path in untitled_folder().glob(f"*{SUFFIX}")
        if held(path) is None and (one := _looked_at(path)) is not None
    ]
    return tuple(sorted(found, key=lambda one: one.changed or _NEVER, reverse=True))


def _looked_at(path: Path) -> Unfinished | None:
    """Look at a file; None where it is in use, gone meanwhile, or none that holds anything."""
    try:
        state = path.stat()  # of what a link leads to, which need not be there
    except OSError:
        return None
    if not stat.S_ISREG(state.st_mode) or not state.st_size:  # empty: killed while it was made
        return None
    changed = None
    with contextlib.suppress(ValueError, OverflowError, OSError):
        changed = datetime.fromtimestamp(state.st_mtime, UTC)
    try:
        sqlite_guard.look_at(path)
        title, commands = _title_and_count(path)
    except LockedFile:
        return None
    except FileError:
        title, commands = "", 0
    if not path.exists():  # another window has closed it just now
        return None
    return Unfinished(path, title or path.stem, changed, commands)


def _title_and_count(path: Path) -> tuple[str, int]:
    connection = sqlite_guard.connect(path)
    try:
        with speaking_of(path):
            (count,) = connection.execute("SELECT count(*) FROM rows").fetchone()
            newest = connection.execute(NEWEST_STATE).fetchone()
    finally:
        connection.close()
    try:
        return str(json.loads(newest[0])["title"]), int(count)
    except (LookupError, TypeError, ValueError):
        return "", int(count)
