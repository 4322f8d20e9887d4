"""Opening a .gridwar file that nobody has to trust.

It is opened query-only and locked, compared, looked through and read row by row before anything
is written. What cannot be played where it is goes on in an untitled copy: a file in use or
read-only as it is, a damaged one as far as it is sound. The original stays as it was.
"""

from __future__ import annotations

import contextlib
import gc
import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from gridwar.errors import DamagedFile, FileError, LockedFile, NewerFile, UnwritableFile
from gridwar.storage import schema, sqlite_guard
from gridwar.storage.earlier_copies import is_kept, keep
from gridwar.storage.file_names import free_path
from gridwar.storage.journal_file import JournalFile, held, take
from gridwar.storage.json_codec import Codec
from gridwar.storage.new_file import build, forget
from gridwar.storage.recovered_rows import salvage
from gridwar.storage.rollback_journal import journal_of, put_aside, why_foreign
from gridwar.storage.saving_and_copying import copy_raw, dated_copy, passing_copy
from gridwar.storage.soundness import missing_picture, remarks, whole
from gridwar.storage.sqlite_and_os_errors import speaking_of
from gridwar.storage.table_columns import read_tables, tables_of_damaged
from gridwar.storage.validated_rows import contents_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit.rule_system import System
    from gridwar.engine.session.journal_rows import Loaded
    from gridwar.storage.validated_rows import Contents, Finder


class Opened(Struct, frozen=True):
    """An opened fight. ``journal`` is None where nothing can be written anywhere."""

    loaded: Loaded
    system: System
    journal: JournalFile | None = None
    report: tuple[str, ...] = ()
    """What the user should know: what was lost, what nobody here understands."""
    reason: str = ""
    """Why the fight goes on in another file than the one asked for; empty where it does not."""
    version: int = 0
    """The schema version of the fight's rule system, as it was read."""
    blobs: tuple[bytes, ...] = ()
    """Pictures and the like, where the file was only read."""

    @classmethod
    def of(
        cls,
        contents: Contents,
        loaded: Loaded,
        told: tuple[str, ...] = (),
        blobs: tuple[bytes, ...] = (),
    ) -> Opened:
        """Return a fight that was read, with what is to be told of it."""
        system, report = contents.codec.system, (*told, *remarks(contents))
        return cls(loaded, system, report=report, version=contents.version, blobs=blobs)


def open_file(path: Path, find: Finder) -> Opened:
    """Open a file to play in it.

    Args:
        path: The file.
        find: Finds a rule system by id.

    Raises:
        ForeignFile: It is not ours.
        NewerFile: A newer Gridwar wrote it.
        DamagedFile: Nothing in it is sound.
        FileError: It is not there, or cannot be read.
    """
    path = Path(os.path.realpath(path))
    if held(path) is not None:
        return _open_elsewhere(path, find, _("{path} is open already.").format(path=path))
    if is_kept(path):
        text = _("{path} is a backup: it stays as it is.")
        return _open_elsewhere(path, find, text.format(path=path))
    told: tuple[str, ...] = ()
    try:
        sqlite_guard.look_at(path)
        told = tuple(filter(None, (put_aside(path),)))
        connection = take(path)
    except (LockedFile, UnwritableFile) as error:
        return _open_elsewhere(path, find, str(error))
    except DamagedFile as error:
        return in_new_file(read_sound(path, find, error), path.stem)
    try:
        opened = _open_here(path, connection, find)
        assert opened.journal is not None
        told += keep(opened.journal)
    except DamagedFile as error:
        connection.close()
        opened = in_new_file(read_sound(path, find, error), path.stem)
    except (LockedFile, UnwritableFile) as error:
        connection.close()
        opened = _open_elsewhere(path, find, str(error))
    except BaseException:
        connection.close()
        raise
    return replace(opened, report=(*told, *opened.report)) if told else opened


def read_file(path: Path, find: Finder) -> Opened:
    """Read a file without touching it, also while it is played.

    Raises:
        FileError: It cannot be read, or is not sound; the message names every fault.
    """
    aside: tuple[str, ...] = ()
    if held(path) is None:
        sqlite_guard.look_at(path)
        if why := why_foreign(path):
            text = _("{name} beside it is not Gridwar's ({why}), and was not read.")
            aside = (text.format(name=journal_of(path).name, why=why),)
    with (
        passing_copy(path) as copy,
        _reading(copy, path, find) as (connection, contents, loaded),
        speaking_of(path),
        sqlite_guard.blobs_allowed(connection),
    ):
        blobs = tuple(data for (data,) in connection.execute("SELECT data FROM blobs"))
    return Opened.of(contents, loaded, aside, blobs)


def _open_here(path: Path, connection: sqlite3.Connection, find: Finder) -> Opened:
    report: tuple[str, ...] = ()
    with speaking_of(path):
        version = schema.compare(connection, path)
        if version < schema.newest():
            _try_on_copy(connection, path, find)
            sqlite_guard.allow_writing(connection, path)
            text = _("The file has a new format now; as it was it is kept in {path}.")
            report = (text.format(path=dated_copy(connection, path, version)),)
            schema.migrate(connection, version)
        contents, loaded = _read_whole(connection, path, find)
        sqlite_guard.allow_writing(connection, path)
    journal = JournalFile(path, connection, loaded, contents.codec, contents.version)
    return replace(Opened.of(contents, loaded, report), journal=journal)


@contextlib.contextmanager
def _without_collecting() -> Iterator[None]:
    """Keep the garbage collector from walking, again and again, what is only just being read.

    It is old at once: freezing and thawing moves it to the last generation without a walk, where
    that would not thaw what the program itself has frozen.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if not gc.get_freeze_count():
            gc.freeze()
            gc.unfreeze()
        if was_on:
            gc.enable()


@_without_collecting()
def _read_whole(
    connection: sqlite3.Connection, path: Path, find: Finder
) -> tuple[Contents, Loaded]:
    with speaking_of(path):
        schema.compare(connection, path)
        sqlite_guard.check_quickly(connection, path)
        contents = contents_of(read_tables(connection), find)
    _refuse_too_new(contents, path)
    loaded, problems = whole(contents)
    if loaded is None:
        text = _("{path} is damaged: {what}.")
        raise DamagedFile(text.format(path=path, what="; ".join(problems)))
    return contents, loaded


def _try_on_copy(connection: sqlite3.Connection, path: Path, find: Finder) -> None:
    """See whether a file of an older format is sound, before anything of it changes.

    The copy goes through the connection: opening the file once more would drop our lock on it.
    """
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "copy.gridwar"
        with closing(sqlite3.connect(place)) as target:
            connection.backup(target)
        with _reading(place, path, find):
            pass


@contextlib.contextmanager
def _reading(
    copy: Path, path: Path, find: Finder
) -> Iterator[tuple[sqlite3.Connection, Contents, Loaded]]:
    """Read a passing copy of a file, brought up to date, and keep it open meanwhile."""
    with closing(sqlite_guard.connect(copy, copy_of=path)) as connection:
        with speaking_of(path):
            schema.bring_up_to_date(connection, schema.compare(connection, path))
        yield connection, *_read_whole(connection, path, find)


def _open_elsewhere(path: Path, find: Finder, reason: str) -> Opened:
    """Go on in an untitled copy, or in memory alone where none can be made."""
    try:
        place = free_path(path.stem)
        copy_raw(path, place)
        connection = take(place)
    except FileError:
        return replace(read_file(path, find), reason=reason)
    try:
        opened = _marked(_open_here(place, connection, find), reason)
    except DamagedFile as error:
        connection.close()
        forget(place)
        return in_new_file(read_sound(path, find, error), path.stem)
    except BaseException:
        connection.close()
        raise
    if opened.journal is not None:
        with contextlib.suppress(FileError):
            opened.journal.renumber()
        opened.journal.is_disposable = True
    return opened


def read_sound(path: Path, find: Finder, error: FileError) -> Opened:
    """Read what is sound in a damaged file, without touching it.

    Args:
        path: The file.
        find: Finds a rule system by id.
        error: What is wrong with it.

    Raises:
        DamagedFile: Nothing is sound.
        NewerFile: What is sound was written by a newer Gridwar.
    """
    with passing_copy(path) as copy:
        tables, blobs = tables_of_damaged(copy)
    contents = contents_of(tables, find)
    _refuse_too_new(contents, path)
    loaded, lost = salvage(contents)
    if loaded is None:
        text = _("{error} Nothing in it could be saved.")
        raise DamagedFile(text.format(error=error)) from error
    why, found = str(error), Opened.of(contents, loaded, lost, blobs)
    told = (*found.report, *missing_picture(loaded, blobs))
    return replace(found, report=(why, *(one for one in told if one not in why)), reason=why)


def _refuse_too_new(contents: Contents, path: Path) -> None:
    if contents.too_new:
        text = _("{path} needs a newer Gridwar: {why}.")
        raise NewerFile(text.format(path=path, why=contents.too_new))


def in_new_file(opened: Opened, title: str) -> Opened:
    """Let a fight go on in a new untitled file, or in memory where none can be made."""
    try:
        journal = make_file(free_path(title), opened)
    except FileError as error:
        return replace(opened, report=(*opened.report, str(error)))
    return _marked(replace(opened, journal=journal), opened.reason)


def make_file(path: Path, opened: Opened) -> JournalFile:
    """Write a fight into a new file, to go on in it.

    Raises:
        FileError: It cannot be written there.
    """
    loaded, version = opened.loaded, opened.version
    build(path, loaded, version, opened.blobs)
    connection = take(path)
    try:
        sqlite_guard.allow_writing(connection, path)
    except FileError:
        connection.close()
        raise
    codec = Codec(opened.system, loaded.first.system != opened.system.id)
    return JournalFile(path, connection, loaded, codec, version)


def _marked(opened: Opened, reason: str) -> Opened:
    if opened.journal is not None:
        opened.journal.reason = reason
    return replace(opened, reason=reason)
