"""Earlier copies: a fight's file as it was each time it was opened, dated, the last ten of each.

They lie in the user's state folder and are never played in: opened, one goes on as an untitled
copy. Owns which there are and how many; ``file_names`` owns how they are called.
"""

from __future__ import annotations

import contextlib
import filecmp
import os
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.errors import FileError
from gridwar.paths import user_state_dir
from gridwar.storage.file_names import Mark, copy_name, mark_in, mark_of
from gridwar.storage.journal_file import number_of
from gridwar.storage.new_file import forget
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.storage.journal_file import JournalFile

MOST_COPIES: Final = 10
"""Of one fight."""
MOST_BYTES: Final = 500 << 20
"""Of all fights together; the oldest go first, but never the newest of the fight just opened."""


class _Copy(Struct, frozen=True):
    """One of the copies, with what its name and its file tell."""

    path: Path
    mark: Mark
    changed_ns: int
    size: int

    @property
    def age(self) -> tuple[int, int]:
        """Higher is newer, within one fight."""
        return self.mark.turn, self.changed_ns


def folder() -> Path:
    """Name the folder of earlier copies; it may not be there yet."""
    return user_state_dir() / "earlier"


def is_kept(path: Path) -> bool:
    """Return whether a file is one of the earlier copies."""
    return Path(os.path.realpath(path)).parent == Path(os.path.realpath(folder()))


def copies_of(path: Path) -> tuple[Path, ...]:
    """List the earlier copies of a file, the newest first, those of its earlier names included."""
    return tuple(one.path for one in _copies_of(mark_of(path, number_of(path))))


def keep(journal: JournalFile) -> tuple[str, ...]:
    """Keep a copy of a fight that was just opened; return what to tell where that fails.

    Where nothing has changed since the last copy there is no other one.
    """
    mark, now = mark_of(journal.path, journal.number), datetime.now().astimezone()
    try:
        last = next(iter(_copies_of(mark)), None)
        mark = Mark(mark.path, mark.number, 1 if last is None else last.mark.turn + 1)
        target = folder() / copy_name(now, mark, journal.path.stem)
        journal.copy_to(target)
        if last is not None and filecmp.cmp(last.path, target, shallow=False):
            forget(target)
            target = last.path
        journal.spare = target
        _clear(target, mark)
    except (FileError, OSError) as error:
        return (_("A copy of the fight as it was could not be kept: {why}").format(why=error),)
    return ()


def _copies_of(mark: Mark) -> list[_Copy]:
    """Return the copies of a path, or of a file under any name, the newest first."""
    found = [
        one
        for one in _everything()
        if one.mark.path == mark.path or (mark.number and one.mark.number == mark.number)
    ]
    return sorted(found, key=lambda one: one.age, reverse=True)


def _everything() -> list[_Copy]:
    found = []
    with contextlib.suppress(OSError):
        for path in folder().iterdir():
            mark = mark_in(path.name)
            if mark is not None:
                with contextlib.suppress(OSError):
                    state = path.stat()
                    found.append(_Copy(path, mark, state.st_mtime_ns, state.st_size))
    return found


def _clear(newest: Path, mark: Mark) -> None:
    """Remove what is more than may be kept.

    Files that were copied by hand share a number, and other fights have been at the same path:
    only copies that have both in common push out each other.

    Args:
        newest: The newest copy of the fight that was just opened; it stays.
        mark: Of that fight.
    """
    everything = sorted(_everything(), key=lambda one: one.changed_ns, reverse=True)
    of_this = [one for one in everything if one.mark.fight == mark.fight]
    of_this.sort(key=lambda one: one.age, reverse=True)
    too_many = {one.path for one in of_this[MOST_COPIES:]}
    total = 0
    for one in sorted(everything, key=lambda one: one.path != newest):
        total += one.size
        if one.path != newest and (one.path in too_many or total > MOST_BYTES):
            forget(one.path)
