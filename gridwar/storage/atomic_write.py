"""A file that is no fight, written whole or not at all; never in the place of a fight."""

from __future__ import annotations

import os
import secrets
import shutil
from pathlib import Path

from gridwar.errors import UnwritableFile
from gridwar.storage.file_names import SUFFIX
from gridwar.storage.schema import APPLICATION_ID, MAGIC
from gridwar.storage.sqlite_and_os_errors import refuse_read_only, speaking_of
from gridwar.text import _

_MOST_NUMBERED = 100
_APPLICATION_AT = 68
"""Where a database says whose it is."""


def write_text(path: Path, text: str) -> None:
    """Write a text file as ``write_bytes`` does, as UTF-8."""
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file; one that is there is replaced only once the new one is complete.

    Raises:
        UnwritableFile: It cannot be written, or would replace a fight; what was there is untouched.
    """
    with speaking_of(path):
        if is_stream(path):
            path.write_bytes(data)
            return
        place = Path(os.path.realpath(path))  # resolve() fails on links that lead in a circle
        refuse_read_only(place)
        if not place.parent.is_dir():
            raise UnwritableFile(_("There is no folder {path}.").format(path=place.parent))
        if any(one.suffix.lower() == SUFFIX for one in (path, place)) or _is_fight(place):
            text = _("{path} would replace a fight: choose another name.")
            raise UnwritableFile(text.format(path=path))
        fresh = place.with_name(f".{place.name}.{secrets.token_hex(4)}")
        try:
            with fresh.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())  # else a power cut may leave the name without the data
            if place.exists():
                shutil.copymode(place, fresh)
            fresh.replace(place)
        finally:
            fresh.unlink(missing_ok=True)


def free_name(folder: Path, name: str, data: bytes) -> str:
    """Return a name for a file in a folder that replaces nothing: numbered until it is free.

    Args:
        folder: The folder.
        name: What it might be called.
        data: What it will hold; a file that holds just that is no hindrance.
    """
    wanted, number = Path(name), 1
    while number < _MOST_NUMBERED:
        shown = name if number == 1 else f"{wanted.stem}-{number}{wanted.suffix}"
        place = folder / shown
        if not place.exists() or _holds(place, data):
            return shown
        number += 1
    return f"{wanted.stem}-{secrets.token_hex(4)}{wanted.suffix}"


def _holds(place: Path, data: bytes) -> bool:
    try:
        is_plain = place.is_file() and place.stat().st_size == len(data)
        return is_plain and place.read_bytes() == data
    except OSError:
        return False


def is_stream(path: Path) -> bool:
    """Return whether what is there is written into and not replaced: a pipe, a terminal."""
    return path.exists() and not path.is_file()


def _is_fight(place: Path) -> bool:
    """Return whether a file is a fight, whatever it is called."""
    if not place.exists():
        return False
    with place.open("rb") as file:
        head = file.read(_APPLICATION_AT + 4)
    return head.startswith(MAGIC) and head[_APPLICATION_AT:] == APPLICATION_ID.to_bytes(4)
