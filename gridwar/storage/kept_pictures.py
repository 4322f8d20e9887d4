"""The pictures of an open fight, so that they can be written once more where its file is lost.

Most are in memory already, since they are drawn; of the others it is known which there are.
"""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
from typing import TYPE_CHECKING, Final

from gridwar.errors import FileError
from gridwar.storage import sqlite_guard
from gridwar.storage.row_cells_and_blobs import read_blob

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MOST_BYTES: Final = 96 << 20
"""Of all that is kept in memory."""


class KeptBlobs:
    """Bytes by their sha256, None where they are in the file alone."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        names = connection.execute("SELECT sha256 FROM blobs")
        self._found: dict[str, bytes | None] = {name.decode(): None for (name,) in names}

    def keep(self, data: bytes) -> None:
        """Keep bytes that were written or read."""
        there = sum(len(one) for one in self._found.values() if one is not None)
        self._found[hashlib.sha256(data).hexdigest()] = data if there < MOST_BYTES else None

    def __contains__(self, sha256: str) -> bool:
        """Return whether the bytes are in memory."""
        return self._found.get(sha256) is not None

    def rescued(self, connection: sqlite3.Connection, spare: Path | None) -> Iterator[bytes]:
        """Yield all that are in memory, or still in the file, or in a copy of it.

        Args:
            connection: To the file.
            spare: A copy of the file as it was when it was opened.
        """
        for name, data in self._found.items():
            found = _sound(connection, name) if data is None else data
            if found is None and spare is not None:
                found = _in_copy(spare, name)
            if found is not None:
                yield found


def _sound(connection: sqlite3.Connection, sha256: str) -> bytes | None:
    try:
        return read_blob(connection, sha256)
    except (sqlite3.Error, UnicodeDecodeError):
        return None


def _in_copy(spare: Path, sha256: str) -> bytes | None:
    with contextlib.suppress(FileError, OSError):
        sqlite_guard.look_at(spare)
        with contextlib.closing(sqlite_guard.connect(spare)) as connection:
            return _sound(connection, sha256)
    return None
