"""``gridwar check``, ``export``, ``repair``: read a fight without touching its file.

Owns which target fits which kind of output, looked at before anything is read or drawn. That a file
is written whole, and never in the place of a fight, is ``storage.atomic_write``'s.
"""

from __future__ import annotations

import hashlib
import sys
from typing import TYPE_CHECKING, NamedTuple

from gridwar.errors import FileError, UnwritableFile
from gridwar.storage.atomic_write import is_stream, write_text
from gridwar.storage.fight_json import export_json
from gridwar.storage.new_open_and_sample_fights import read_json
from gridwar.storage.open_gridwar_file import Opened, read_file
from gridwar.storage.repairing import repair as repair_file
from gridwar.storage.repairing import why_not_open
from gridwar.storage.sqlite_and_os_errors import speaking_of
from gridwar.systems import find_system
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path


MAP_SUFFIXES = frozenset({".dd2vtt", ".uvtt", ".df2vtt", ".tmj"})
"""A target called so gets the map alone."""


class ReadPictures(NamedTuple):
    """The pictures of a fight that was only read."""

    blobs: tuple[bytes, ...]

    def picture_bytes(self, digest: str) -> bytes | None:
        """Return the file of a picture, or None when it is not there."""
        found = (one for one in self.blobs if hashlib.sha256(one).hexdigest() == digest)
        return next(found, None)


def read(path: Path) -> Opened:
    """Read a fight, from a ``.gridwar`` file or from JSON.

    Raises:
        FileError: It is no sound fight; the message says why.
    """
    try:
        if path.suffix.lower() == ".json":
            return read_json(path, find_system)
        return read_file(path, find_system)
    except UnwritableFile as error:
        # Nothing was to be written: what the system denies is the reading.
        raise FileError(str(error)) from error


def check(path: Path) -> int:
    """Return whether a file is sound, and what is in it."""
    found = read(path)
    loaded = found.loaded
    count = sum(not row.is_open for row in loaded.rows)
    text = ngettext("{n} command", "{n} commands", count).format(n=count)
    title = loaded.first.title or _("untitled")
    line = _("{path} is sound: {title}, {system}, {commands}.")
    system = found.system.title
    _say(line.format(path=path, title=title, system=system, commands=text))
    for number in loaded.position.open:
        _say(_("Row {id} is still open.").format(id=number))
    for remark in found.report:
        _say(remark)
    if why := why_not_open(found):
        text = _("It cannot be shown ({why}): gridwar repair FILE writes one that can be.")
        _say(text.format(why=why))
    return 0


def repair(path: Path, target: Path | None) -> int:
    """Write what can be kept of a fight into a new file, and say what was wrong.

    Raises:
        FileError: Nothing can be kept, or the new file cannot be written.
    """
    done = repair_file(path, find_system, target)
    for line in done.wrong:
        _say(line)
    if done.path is None:
        _say(_("{path} is sound and can be shown: there is nothing to repair.").format(path=path))
    else:
        _say(_("Repaired in {path}; {old} stays as it was.").format(path=done.path, old=path))
    return 0


def export(path: Path, target: Path | None) -> int:
    """Write a fight as JSON, to a file or to standard output.

    Raises:
        FileError: The fight cannot be read, or the JSON cannot be written.
    """
    if target is not None:
        refuse_target(target, path, {".json", *MAP_SUFFIXES})  # ``import_export_maps`` writes maps
    found = read(path)
    text = export_json(found.loaded, found.version, found.blobs)
    if target is None:
        sys.stdout.write(text)
    else:
        write_text(target, text)
    return 0


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def refuse_target(target: Path, source: Path, suffixes: Collection[str]) -> None:
    """Refuse to write where it would replace what is read, or under a name that says otherwise.

    Args:
        target: The file to write; a pipe or a terminal may be called anything.
        source: The file to read.
        suffixes: How the name of the target may end, in small letters.

    Raises:
        UnwritableFile: It may not be written there.
    """
    with speaking_of(target):
        if target.exists() and source.exists() and target.samefile(source):
            raise UnwritableFile(_("{path} would replace what is read.").format(path=target))
        if not is_stream(target) and target.suffix.lower() not in suffixes:
            text = _("{path}: the name of what is written ends in {suffixes}.")
            shown = ", ".join(sorted(suffixes))
            raise UnwritableFile(text.format(path=target, suffixes=shown))
