"""What lies beside a fight's file under the name that SQLite gives its rollback journal.

SQLite plays such a journal into the file as soon as the file is opened, and then deletes whatever
other file the journal names. Whoever sends a fight can send a journal with it, so it is looked at
before SQLite is: only one that Gridwar itself could have left behind stays where it is.
"""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING, Final

from gridwar.errors import ForeignFile
from gridwar.storage.sqlite_and_os_errors import speaking_of
from gridwar.text import _

if TYPE_CHECKING:
    from pathlib import Path

MOST_BYTES: Final = 2 << 30
"""A journal holds old pages of its file, so it is no larger than a file may be."""
_MAGIC: Final = bytes.fromhex("d9d505f920a163d7")
"""The first bytes of a journal; as its last ones they close the name of a super-journal.

Databases that are attached to each other are committed through one; Gridwar attaches nothing.
"""
_HEAD_BYTES: Final = 12
"""A journal that is only just being begun may end with its first bytes."""
_NO_FOLLOW: Final = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_BINARY: Final = getattr(os, "O_BINARY", 0)


def journal_of(path: Path) -> Path:
    """Name the rollback journal of a file."""
    return path.with_name(path.name + "-journal")


def why_foreign(path: Path) -> str:
    """Say why the journal beside a file is none that Gridwar left; empty where it may be, or none.

    Args:
        path: The fight's file.

    Raises:
        FileError: It cannot be looked at.
    """
    hot = journal_of(path)
    with speaking_of(hot):
        try:
            found = hot.lstat()
        except FileNotFoundError:
            return ""
        if not stat.S_ISREG(found.st_mode):
            return _("it is not a regular file")
        if found.st_size > MOST_BYTES:
            return _("it is too large")
        number = os.open(hot, os.O_RDONLY | _NO_FOLLOW | _BINARY)
        with os.fdopen(number, "rb") as file:
            file.seek(max(0, found.st_size - len(_MAGIC)))
            last = file.read(len(_MAGIC))
    names_another = last == _MAGIC and found.st_size > _HEAD_BYTES
    return _("it names another file to be deleted") if names_another else ""


def refuse_foreign(path: Path) -> None:
    """Refuse a file beside which lies a journal of somebody else's.

    Raises:
        ForeignFile: There is one; ``put_aside`` takes it out of the way.
    """
    if why := why_foreign(path):
        text = _("Beside {path} lies {name}, which is not Gridwar's: {why}.")
        raise ForeignFile(text.format(path=path, name=journal_of(path).name, why=why))


def put_aside(path: Path) -> str:
    """Rename a journal of somebody else's that lies beside a file, unopened; return what to tell.

    Returns:
        What was done; empty where there was none.

    Raises:
        FileError: It cannot be renamed.
    """
    why = why_foreign(path)
    if not why:
        return ""
    hot = journal_of(path)
    for number in range(1, 1000):
        aside = path.with_name(f"{path.name} ({_('not used')} {number})")
        if not os.path.lexists(aside):
            break
    with speaking_of(hot):
        hot.rename(aside)
    text = _("{name} is not Gridwar's ({why}): it was not used, and is called {aside} now.")
    return text.format(name=hot.name, why=why, aside=aside.name)
