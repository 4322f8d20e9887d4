"""Repairing a fight: a new file that can be opened and shown, with all that can be kept.

The file itself is never changed. What is damaged is left out; a fight that stands where it cannot
be shown stands at its last command before that, with the later ones still there to go on to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.session.journal_rows import Position
from gridwar.engine.session.session import Session
from gridwar.engine.session.why_not_shown import MISPLAYED, last_shown, why_not_shown
from gridwar.errors import DamagedFile, FileError, ForeignFile, UnwritableFile
from gridwar.storage.open_gridwar_file import make_file, read_file, read_sound
from gridwar.storage.sqlite_guard import MOST_BYTES
from gridwar.text import _

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.storage.open_gridwar_file import Opened
    from gridwar.storage.validated_rows import Finder


class Repaired(Struct, frozen=True):
    """What came of a repair: what was wrong, and the new file where anything was."""

    wrong: tuple[str, ...]
    path: Path | None = None


def repair(path: Path, find: Finder, target: Path | None = None) -> Repaired:
    """Write a fight into a new file without what keeps it from being opened and shown.

    Args:
        path: The fight's file.
        find: Finds a rule system by id.
        target: The new file; None for one beside it.

    Raises:
        FileError: It is no fight, nothing in it is sound, or the new file cannot be written.
    """
    wrong: tuple[str, ...] = ()
    try:
        opened = read_file(path, find)
    except (DamagedFile, ForeignFile) as error:
        opened = _what_is_sound(path, find, error)
        wrong = opened.report
    opened, more = _can_be_shown(opened)
    wrong += more
    if not wrong:
        return Repaired(())
    place = target or _free_beside(path)
    make_file(place, opened).close()
    return Repaired(wrong, place)


def _what_is_sound(path: Path, find: Finder, error: FileError) -> Opened:
    """Read what is sound, whatever the first bytes say: they may be what is damaged.

    Raises:
        FileError: Nothing is.
    """
    if isinstance(error, DamagedFile):
        return read_sound(path, find, error)
    if not path.is_file() or path.stat().st_size > MOST_BYTES:
        raise error
    try:
        return read_sound(path, find, error)
    except DamagedFile:
        raise error from None


def why_not_open(opened: Opened) -> str:
    """Return why a sound fight cannot be played on or shown where it stands; empty where it can."""
    try:
        session = Session(opened.system, opened.loaded)
        return why_not_shown(opened.system, session.encounter)
    except MISPLAYED as error:
        return f"{type(error).__name__}: {error}"


def _can_be_shown(opened: Opened) -> tuple[Opened, tuple[str, ...]]:
    """Let a fight stand where it can be shown, its open commands closed if they are the reason."""
    loaded = opened.loaded
    wrong: tuple[str, ...] = ()
    why = why_not_open(opened)
    if not why:
        return opened, ()
    position, rows = loaded.position, loaded.rows
    if position.open:
        wrong = (_("A command that was still open was withdrawn."),)
        rows = tuple(row for row in rows if row.id not in position.open)
        position = Position(position.cursor, position.tip)
    session = Session(opened.system, replace(loaded, rows=rows, position=position))
    good = last_shown(session)
    if good is None:
        text = _("It cannot be shown at any of its commands ({why}): it is kept as it stands.")
        return opened, (*wrong, text.format(why=why))
    if good != position.cursor:
        text = _("At row {was} it cannot be shown ({why}): it stands at row {now}; redo goes on.")
        wrong = (*wrong, text.format(was=position.cursor, why=why, now=good))
        position = Position(good, position.tip)
    return replace(opened, loaded=replace(loaded, rows=rows, position=position)), wrong


def _free_beside(path: Path) -> Path:
    for number in range(1, 1000):
        tail = f" {number}" if number > 1 else ""
        place = path.with_name(f"{path.stem} ({_('repaired')}{tail}).gridwar")
        if not place.exists():
            return place
    raise UnwritableFile(_("There are too many repaired copies beside {path}.").format(path=path))
