"""Small pictures of maps as the shelf shows them, kept on disk: reading a fight takes far longer.

Owns the files below the user's cache folder: each is called by a hash of where the map's file is
and when it was written last, and begins with a hash of what follows, so that a damaged one is as
good as none. So many bytes are kept; the rest goes, those first that were wanted longest ago.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec.structs import replace

from gridwar.bounded_read import read_bounded
from gridwar.errors import UnwritableFile
from gridwar.paths import user_cache_dir
from gridwar.storage.atomic_write import write_bytes
from gridwar.storage.fight_summary import FightSummary

if TYPE_CHECKING:
    from pathlib import Path

MOST_BYTES: Final = 48 << 20
"""All of them together: some four hundred."""
_MOST_OF_ONE: Final = 4 << 20
_LOOK: Final = "1"
"""How they are drawn; another number makes all anew."""
_SUFFIX: Final = ".thumbnail"
_LINE: Final = b"\n"


class MapThumbnails:
    """The small pictures that are kept."""

    def __init__(self, folder: Path | None = None, most_bytes: int = MOST_BYTES) -> None:
        """Look into the user's cache folder.

        Args:
            folder: Another folder.
            most_bytes: How much may be kept in all.
        """
        self.folder = folder or user_cache_dir() / "maps"
        self._most_bytes = most_bytes

    def kept(self, path: Path) -> tuple[FightSummary, bytes] | None:
        """Return what was kept of a map: what is told of it, and its picture as PNG.

        Args:
            path: The file of the map.

        Returns:
            None where there is nothing, or it is damaged, or the file has been written since.
        """
        place = self._place(path)
        if place is None:
            return None
        try:
            digest, _line, rest = read_bounded(place, _MOST_OF_ONE).partition(_LINE)
            if digest != _digest(rest):
                return None
            said, _line, image = rest.partition(_LINE)
            found = msgspec.json.decode(said, type=FightSummary)
            os.utime(place)
        except (OSError, msgspec.MsgspecError):
            return None
        return found, image

    def keep(self, path: Path, found: FightSummary, image: bytes) -> None:
        """Keep a small picture; where that is not possible it is made anew the next time.

        Args:
            path: The file of the map.
            found: What is told of it.
            image: Its picture as PNG.
        """
        place = self._place(path)
        told = replace(found, picture=b"", walls=(), sketch=b"")
        rest = msgspec.json.encode(told) + _LINE + image
        if place is None or len(rest) > _MOST_OF_ONE:
            return
        with suppress(OSError, UnwritableFile):  # a full disk is told where something is lost
            self.folder.mkdir(parents=True, exist_ok=True)
            write_bytes(place, _digest(rest) + _LINE + rest)
            self._drop_oldest()

    def _place(self, path: Path) -> Path | None:
        """Return where the picture of a map is kept; None where there is no such file."""
        try:
            found, there = path.stat(), path.resolve()
        except (OSError, ValueError):
            return None
        key = f"{_LOOK}\0{there}\0{found.st_size}\0{found.st_mtime_ns}"
        name = hashlib.sha256(key.encode("utf-8", "surrogateescape")).hexdigest()
        return self.folder / f"{name}{_SUFFIX}"

    def _drop_oldest(self) -> None:
        """Keep no more than there is room for."""
        there = []
        for one in self.folder.glob(f"*{_SUFFIX}"):
            with suppress(OSError):  # another window may have dropped it
                found = one.stat()
                there.append((found.st_mtime_ns, found.st_size, one))
        room = self._most_bytes
        for _when, size, one in sorted(there, reverse=True):
            room -= size
            if room < 0:
                one.unlink(missing_ok=True)


def _digest(rest: bytes) -> bytes:
    return hashlib.sha256(rest).hexdigest().encode()
