"""How the names of earlier copies are made and read.

A copy's name tells when it was made, of which path, of which file by its own number, and the
how-manieth it is, so that clocks may go wrong. After that comes a title, which may hold anything.
"""

from __future__ import annotations

import re
from datetime import datetime
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.storage.schema import NUMBER_BITS

if TYPE_CHECKING:
    from pathlib import Path

SUFFIX: Final = ".gridwar"
_LONGEST_TITLE: Final = 60
_DATE: Final = "%Y-%m-%d %H-%M-%S"
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


def made_at(copy: Path) -> datetime | None:
    """Return when a copy was made, by its name; None where that says nothing."""
    try:
        return datetime.strptime(copy.name[:_DATE_LENGTH], _DATE).astimezone()
    except ValueError:
        return None
