"""A map and its picture in two files beside each other; no picture of somebody else is replaced."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from gridwar.bounded_read import read_bounded
from gridwar.storage.atomic_write import write_bytes, write_text

if TYPE_CHECKING:
    from pathlib import Path

_MOST_TRIED = 1000


def free_name_beside(map_path: Path, picture: bytes, suffix: str) -> str:
    """Return the name of a file beside a map that is not there, or holds that very picture.

    Args:
        map_path: The file of the map.
        picture: What is to be written.
        suffix: How the name ends.
    """
    stem = map_path.stem
    names = (f"{stem}{suffix}" if at == 1 else f"{stem}-{at}{suffix}" for at in count(1))
    for name, _try in zip(names, range(_MOST_TRIED), strict=False):
        path = map_path.with_name(name)
        if not path.exists() or _holds(path, picture):
            return name
    return f"{stem}-{_MOST_TRIED + 1}{suffix}"


def write_map_and_picture(map_path: Path, text: str, picture_name: str, picture: bytes) -> None:
    """Write the picture first, then the map that names it.

    Raises:
        UnwritableFile: One of them cannot be written.
    """
    path = map_path.with_name(picture_name)
    if not _holds(path, picture):
        write_bytes(path, picture)
    write_text(map_path, text)


def _holds(path: Path, data: bytes) -> bool:
    try:
        return path.stat().st_size == len(data) and read_bounded(path, len(data)) == data
    except OSError:
        return False
