"""Where the map finds its pictures: the blobs of the fight's file."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gridwar.storage.journal_file import JournalFile


class JournalPictures:
    """Pictures kept in a journal."""

    def __init__(self, journal: JournalFile | None) -> None:
        self._journal = journal

    def picture_bytes(self, digest: str) -> bytes | None:
        """Return the file of a picture, or None when it is not there."""
        return None if self._journal is None else self._journal.get_blob(digest)
