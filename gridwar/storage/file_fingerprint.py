"""Whether a fight's file is still as it was left after the last commit.

SQLite trusts the lock it holds and looks at nothing again, but programs that copy or synchronise
know of no locks. What would be written over a file that somebody overwrote is lost with it. So its
size, its time and the first bytes, which change at each commit, are compared before the next one.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.errors import LostFile, OverwrittenFile
from gridwar.text import _

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path

_HEADER_BYTES: Final = 100
"""The count of changes stands in them, the count of pages, and the format."""
_FLAGS: Final = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


class _Look(Struct, frozen=True):
    """What a file looks like from outside, and its first bytes."""

    identity: tuple[int, int]
    size: int
    changed_ns: int
    header: bytes


class FileFingerprint:
    """Looks at one open file; what it reads with stays open, since closing it would unlock it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = os.open(path, _FLAGS)
        self._left = self._look()

    def note(self) -> None:
        """Take the file as it is now for what we left."""
        found = self._look()
        self._left = self._left if found is None else found

    def is_ours(self) -> bool:
        """Return whether the file of that name is still the one that was opened."""
        found = self._look()
        return (
            found is not None and self._left is not None and found.identity == self._left.identity
        )

    def see(self, connection: sqlite3.Connection) -> None:
        """Refuse a file that is no longer as it was left.

        Args:
            connection: Ours; it still holds the pages that were written.

        Raises:
            LostFile: It was removed, renamed, or another one was put in its place.
            OverwrittenFile: Something else was written into it.
        """
        found, left = self._look(), self._left
        if found == left:
            return
        if found is None or left is None:
            raise LostFile(_("{path} is no longer there.").format(path=self._path))
        if found.identity != left.identity:
            text = _("Another file was put in the place of {path}.")
            raise LostFile(text.format(path=self._path))
        is_same = (found.size, found.header) == (left.size, left.header)
        if not is_same or connection.serialize() != self._read(0, found.size):
            text = _("Another program has overwritten {path}.")
            raise OverwrittenFile(text.format(path=self._path))
        self._left = found  # only its time is another: somebody touched it

    def close(self) -> None:
        """Look no longer; whatever locks the file must be closed before."""
        os.close(self._file)

    def _look(self) -> _Look | None:
        try:
            found = self._path.stat()
            header = self._read(0, _HEADER_BYTES)
        except OSError:
            return None
        identity = (found.st_dev, found.st_ino)
        return _Look(identity, found.st_size, found.st_mtime_ns, header)

    def _read(self, at: int, size: int) -> bytes:
        """Read so many bytes, or all there are."""
        os.lseek(self._file, at, os.SEEK_SET)
        found = []
        while size > 0 and (part := os.read(self._file, size)):
            found.append(part)
            size -= len(part)
        return b"".join(found)
