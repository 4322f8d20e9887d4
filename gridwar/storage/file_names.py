"""The names that Gridwar itself gives to files: those of untitled fights and of earlier copies.

An untitled fight has no place of the user's yet and lies in a folder of its own. An earlier copy's
name tells when it was made, of which path, of which file by its own number, and the how-manieth it
is, so that clocks may go wrong. After that comes a title, which may hold anything.
"""

from __future__ import annotations

import contextlib
import os
import re
from datetime import datetime
from hashlib import blake2b
from pathlib import Path
from typing import Final

from msgspec import Struct

from gridwar.errors import FileError
from gridwar.paths import user_state_dir
from gridwar.storage.schema import NUMBER_BITS
from gridwar.storage.sqlite_and_os_errors import speaking_of
from gridwar.text import _

SUFFIX: Final = ".gridwar"
_LONGEST_TITLE: Final = 60
_DATE: Final = "%Y-%m-%d %H-%M-%S"


def untitled_folder() -> Path:
    """Name the folder of untitled fights; it may not be there yet."""
    return user_state_dir() / "untitled"


def is_untitled(path: Path) -> bool:
    """Return whether a file is one of the untitled fights."""
    folder = Path(os.path.realpath(untitled_folder()))
    return Path(os.path.realpath(path)).parent == folder


def free_path(title: str) -> Path:
    """Name a file for a new untitled fight and make the folder for it.

    Raises:
        UnwritableFile: The folder cannot be made.
    """
    folder = untitled_folder()
    with speaking_of(folder):
        folder.mkdir(parents=True, exist_ok=True)
    words = " ".join(re.sub(r"[^\w ()-]+", " ", without_mark(title)).split())
    words = re.sub(r" \d{4}-\d\d-\d\d \d\d-\d\d-\d\d( \d+)?$", "", words)[:_LONGEST_TITLE]
    words = words.strip() or _("Untitled")
    now = f"{datetime.now().astimezone():{_DATE}}"
    for number in range(1, 1000):
        tail = f" {number}" if number > 1 else ""
        path = folder / f"{words} {now}{tail}{SUFFIX}"
        with contextlib.suppress(OSError):
            if not path.exists():
                return path
    raise FileError(_("There are too many untitled fights in {folder}.").format(folder=folder))


def free_path_in(folder: Path, name: str, suffix: str, fallback: str) -> Path:
    """Name a file that is not there yet, for something of some name.

    Args:
        folder: Where it is to be.
        name: What it is called; may hold anything.
        suffix: With the dot.
        fallback: The name of what has no letter in its own.
    """
    stem = re.sub(r"[^\w-]+", "-", name.casefold()).strip("-")[:_LONGEST_TITLE] or fallback
    number, path = 1, folder / f"{stem}{suffix}"
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}{suffix}"
    return path


_DATE_LENGTH: Final = len("2000-01-01 00-00-00")
_NUMBER_LENGTH: Final = NUMBER_BITS // 4
_NAME: Final = re.compile(
    r"\d{4}-\d\d-\d\d \d\d-\d\d-\d\d-\d{6} "
    rf"(?P<path>[0-9a-f]{{8}})(?:-(?P<number>[0-9a-f]{{{_NUMBER_LENGTH}}})-(?P<turn>\d{{1,9}}))? "
)
"""Older names tell of the path alone."""


class Mark(Struct, frozen=True):
    """Of what a copy is one: a path, a file by its number (empty if it had none), which one."""

    path: str
    number: str = ""
    turn: int = 0

    @property
    def fight(self) -> tuple[str, str]:
        """What the copies of one fight have in common that push out each other."""
        return self.path, self.number


def mark_of(path: Path, number: int | None, turn: int = 0) -> Mark:
    """Return the mark of a copy.

    Args:
        path: Of the fight.
        number: Of its file; None where it is not known.
        turn: The how-manieth copy it is.
    """
    place = blake2b(str(path).encode(errors="replace"), digest_size=4).hexdigest()
    return Mark(place, "" if number is None else f"{number:0{_NUMBER_LENGTH}x}", turn)


def mark_in(name: str) -> Mark | None:
    """Return the mark in the name of a copy; None where it is no such name."""
    found = _NAME.match(name) if name.endswith(SUFFIX) else None
    if found is None:
        return None
    return Mark(found["path"], found["number"] or "", int(found["turn"] or 0))


def copy_name(now: datetime, mark: Mark, title: str) -> str:
    """Return the name for a copy made now."""
    shown = title[:_LONGEST_TITLE].encode(errors="replace").decode()
    return f"{now:{_DATE}}-{now:%f} {mark.path}-{mark.number}-{mark.turn} {shown}{SUFFIX}"


def without_mark(title: str) -> str:
    """Return a title without what the name of a copy begins with."""
    return _NAME.sub("", title, count=1)


def kept_at(copy: Path) -> datetime | None:
    """Return when a copy was made, by its name; None where that says nothing."""
    try:
        return datetime.strptime(copy.name[:_DATE_LENGTH], _DATE).astimezone()
    except ValueError:
        return None
