"""Earlier copies: a fight's file as it was each time it was opened, dated, the last ten of each.

They lie in the user's state folder and are never played in: opened, one goes on as an untitled
copy. Owns their names and how many there are.
"""

from __future__ import annotations

import contextlib
import filecmp
from datetime import datetime
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from gridwar.errors import FileError
from gridwar.paths import user_state_dir
from gridwar.storage.create import forget
from gridwar.text import _

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.storage.journal_file import JournalFile

MOST_COPIES: Final = 10
"""Of one fight."""
MOST_BYTES: Final = 500 << 20
"""Of all fights together; the oldest go first, but never the newest of all."""
SUFFIX: Final = ".gridwar"
_LONGEST_NAME: Final = 60
_DATE: Final = "%Y-%m-%d %H-%M-%S"
_DATE_LENGTH: Final = len("2000-01-01 00-00-00")


def folder() -> Path:
    """Name the folder of earlier copies; it may not be there yet."""
    return user_state_dir() / "earlier"


def is_kept(path: Path) -> bool:
    """Return whether a file is one of the earlier copies."""
    return path.resolve().parent == folder().resolve()


def copies_of(path: Path) -> tuple[Path, ...]:
    """List the earlier copies of a file, the newest first; none is opened."""
    return tuple(sorted(folder().glob(f"*{_mark(path)}*{SUFFIX}"), reverse=True))


def kept_at(copy: Path) -> datetime | None:
    """Return when a copy was made, by its name; None where that says nothing."""
    try:
        return datetime.strptime(copy.name[:_DATE_LENGTH], _DATE).astimezone()
    except ValueError:
        return None


def keep(journal: JournalFile) -> tuple[str, ...]:
    """Keep a copy of a fight that was just opened; return what to tell where that fails.

    Where nothing has changed since the last copy there is no other one.
    """
    mark, now = _mark(journal.path), datetime.now().astimezone()
    title = journal.path.stem[:_LONGEST_NAME].encode(errors="replace").decode()
    target = folder() / f"{now:{_DATE}}-{now:%f} {mark} {title}{SUFFIX}"
    try:
        last = next(iter(copies_of(journal.path)), None)
        journal.copy_to(target)
        if last is not None and filecmp.cmp(last, target, shallow=False):
            forget(target)
        _clear(mark)
    except (FileError, OSError) as error:
        return (_("A copy of the fight as it was could not be kept: {why}").format(why=error),)
    return ()


def _mark(path: Path) -> str:
    """Return what names a file in the names of its copies."""
    return blake2b(str(path).encode(errors="replace"), digest_size=4).hexdigest()


def _clear(mark: str) -> None:
    """Remove what is more than may be kept."""
    everything = sorted(folder().glob(f"*{SUFFIX}"), reverse=True)
    of_this = [one for one in everything if mark in one.name]
    total, too_many = 0, set(of_this[MOST_COPIES:])
    for number, one in enumerate(everything):
        with contextlib.suppress(OSError):
            total += one.stat().st_size
        if one in too_many or (number and total > MOST_BYTES):
            forget(one)
