"""The journal of a fight that is being played: one open, locked .gridwar file.

Writing is synchronous. A commit takes about a millisecond (0.7 ms measured), and the session
shows a reply only after ``write`` has returned: so whatever anybody has seen is on disk, and what
could not be written was never shown. A queue and a thread would save that millisecond and lose
this. Only snapshots may come later: the rows lead to them. The file can be used from any thread;
a lock keeps calls apart.

Owns writing. Opening and checking an existing file is ``open_gridwar_file``'s business.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
import threading
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import gridwar
from gridwar.engine.session.journal_rows import ROOT, DiceCounter, Loaded, Position, Row
from gridwar.errors import (
    FileError,
    LockedFile,
    LostFile,
    OverwrittenFile,
    UnsoundRow,
    UnwritableFile,
)
from gridwar.storage import schema, sqlite_guard
from gridwar.storage.file_fingerprint import FileFingerprint
from gridwar.storage.file_names import free_path, is_untitled
from gridwar.storage.kept_pictures import KeptBlobs
from gridwar.storage.kept_snapshots import KeptSnapshots
from gridwar.storage.new_file import build, forget
from gridwar.storage.rollback_journal import refuse_foreign
from gridwar.storage.row_cells_and_blobs import add_blob, fight_cells, put, read_blob, row_cells
from gridwar.storage.sqlite_and_os_errors import speaking_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from gridwar.storage.json_codec import Codec
    from gridwar.storage.schema import Cells

_HELD: dict[Path, JournalFile] = {}
"""The files that this process has open: opening one again would drop the system's lock on it."""


class JournalFile:
    """A fight's file, written as it is played. ``path`` changes when the fight moves elsewhere."""

    def __init__(
        self, path: Path, connection: sqlite3.Connection, loaded: Loaded, codec: Codec, version: int
    ) -> None:
        """Go on with a checked, locked and writable file.

        Args:
            path: Where it is.
            connection: Open on it.
            loaded: What it holds.
            codec: Of the fight's rule system.
            version: The schema version of the fight's own system.
        """
        self.path = _real(path)
        self.codec = codec
        self.reason = ""
        """Why the fight goes on in another file than the one asked for; empty where it does not."""
        self.is_disposable = False
        """Nothing in it is missing elsewhere: an untitled one is removed when it is closed."""
        self.on_moved: Callable[[JournalFile], None] | None = None
        """Called when a failed write made the fight go on elsewhere."""
        self.spare: Path | None = None
        """A copy of the file as it was when it was opened, for pictures that are lost."""
        self._version = version
        self._connection: sqlite3.Connection | None = connection
        self.lock = threading.RLock()
        """Held during each call; whoever needs several in one piece holds it too."""
        self._system_id = loaded.first.system
        self._rows = {row.id: row for row in loaded.rows}
        self._open_ids = {row.id for row in loaded.rows if row.is_open}
        states = {ROOT: loaded.first, **dict(loaded.snapshots)}
        self._snapshots = KeptSnapshots(codec, version, states, self._rows)
        self.later: Callable[[Callable[[], None]], object] = lambda work: work()
        """How a snapshot is made: at once; a window does that in another thread."""
        self._position = loaded.position
        self._dice = loaded.dice
        self._has_written = False
        with speaking_of(self.path):
            self.number = _number_in(connection)
            """The file's own, by which it is known again under another name."""
            self._blobs = KeptBlobs(connection)
            self._fingerprint = FileFingerprint(self.path)
        _HELD[self.path] = self

    @property
    def is_untitled(self) -> bool:
        """Return whether the user has not given it a place yet."""
        return is_untitled(self.path)

    # --- writing ----------------------------------------------------------------------------------

    def write(self, rows: Iterable[Row], position: Position, dice: DiceCounter) -> None:
        """Add rows or replace them by id, and note the position and the dice.

        Where the file can no longer be written, the fight goes on in an untitled one.

        Raises:
            UnwritableFile: That failed too; nothing was written.
        """
        rows = tuple(rows)
        with self.lock:
            cells = [self._readable_cells(row) for row in rows]
            self._here_or_elsewhere(lambda: self._commit(rows, cells, position, dice))
            for number in self._snapshots.due(rows):
                self.later(partial(self._keep_snapshot, number))

    def _here_or_elsewhere(self, write: Callable[[], None]) -> None:
        """Write something; where the file can no longer be written, in an untitled copy of it."""
        try:
            write()
        except (UnwritableFile, LockedFile) as error:
            is_last_place = self.is_untitled and not isinstance(error, LostFile)
            if self._connection is None or is_last_place:
                raise
            self._go_elsewhere(error)
            write()
            if self.on_moved is not None:
                self.on_moved(self)

    def _readable_cells(self, row: Row) -> Cells:
        """Return the columns of a row, after reading back what is about to be written.

        Raises:
            UnsoundRow: It would come out otherwise, or not at all.
        """
        cells = row_cells(row, self._version, gridwar.__version__)
        command, replies, events = map(str, cells[3:6])
        lines = events.split("\n") if events else []
        try:
            is_same = (
                self.codec.command(command) == row.command
                and self.codec.replies(replies) == row.replies
                and tuple(map(self.codec.event, lines)) == row.events
            )
            why = "" if is_same else _("it would come out otherwise")
        except ValueError as error:
            why = str(error)
        if why:
            text = _("What this does could not be read again, so it was not done: {why}.")
            raise UnsoundRow(text.format(why=why))
        return cells

    def _commit(
        self, rows: tuple[Row, ...], cells: list[Cells], position: Position, dice: DiceCounter
    ) -> None:
        fresh = {row.id: row for row in rows}
        self._refuse_orphans(fresh, position)
        gone = self._open_ids - set(position.open) - {row.id for row in rows if not row.is_open}
        with self._transaction() as connection:
            for one in cells:
                put(connection, "rows", schema.ROWS, one)
            connection.executemany("DELETE FROM rows WHERE id = ?", [(one,) for one in gone])
            self._put_fight(connection, position, dice, self.number)
        self.is_disposable, self._has_written = False, True
        self._rows.update(fresh)
        for number in gone:
            self._rows.pop(number, None)
        self._open_ids = set(position.open)
        self._position, self._dice = position, dice

    def _put_fight(
        self, connection: sqlite3.Connection, position: Position, dice: DiceCounter, number: int
    ) -> None:
        program = gridwar.__version__
        cells = fight_cells(self._system_id, position, dice, program, number)
        put(connection, "fight", ("id", *schema.FIGHT), (1, *cells))

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        connection = self._connection
        if connection is None:
            raise UnwritableFile(_("{path} is closed.").format(path=self.path))
        with speaking_of(self.path):
            self._see_that_it_is_ours(connection)
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
            finally:
                self._fingerprint.note()

    def _see_that_it_is_ours(self, connection: sqlite3.Connection) -> None:
        """Refuse to write into a file that is not as it was left.

        Raises:
            LostFile: It was removed, replaced or overwritten.
        """
        try:
            self._fingerprint.see(connection)
        except LostFile:
            _HELD.pop(self.path, None)  # what bears the name now, if anything, is not ours
            raise

    def _refuse_orphans(self, fresh: Mapping[int, Row], position: Position) -> None:
        """Refuse what follows from a row that is not in the file: it could not be opened again.

        Raises:
            UnsoundRow: There is such a thing.
        """
        wanted = {row.parent for row in fresh.values()} | {position.cursor, position.tip}
        there = (fresh, self._rows, (ROOT,))
        if missing := {one for one in wanted if not any(one in some for some in there)}:
            text = _("{path} has no row {rows}, which this follows from: it was not done.")
            shown = ", ".join(map(str, sorted(missing)))
            raise UnsoundRow(text.format(path=self.path, rows=shown))

    def _keep_snapshot(self, number: int) -> None:
        """Keep the state of a row; where that cannot be written, the next command meets it."""
        with self.lock:
            way = self._snapshots.way_to(number)
        made = None if way is None else self._snapshots.made(way)
        if made is None:
            return
        state, cells = made
        with self.lock, contextlib.suppress(FileError):
            if self._connection is not None and number in self._rows:
                with self._transaction() as connection:
                    put(connection, "snapshots", schema.SNAPSHOTS, cells)
                self._snapshots.states[number] = state

    def _go_elsewhere(self, error: FileError) -> None:
        try:
            place = free_path(self.path.stem)
            if isinstance(error, OverwrittenFile):
                self._write_anew(place)
            else:
                self.copy_to(place)
            self.continue_in(place)
        except FileError as second:
            raise error from second
        self.reason = str(error)

    def _write_anew(self, place: Path) -> None:
        """Write all that was ever told as saved into a new file, out of memory."""
        assert self._connection is not None
        states = self._snapshots.states
        later = {number: one for number, one in states.items() if number != ROOT}
        loaded = Loaded(
            states[ROOT],
            tuple(self._rows.values()),
            self._position,
            self._dice,
            tuple(later.items()),
        )
        blobs = self._blobs.rescued(self._connection, self.spare)
        build(place, loaded, self._version, blobs, self.number)

    # --- blobs ------------------------------------------------------------------------------------

    def put_blob(self, data: bytes) -> str:
        """Keep bytes, such as a picture, and return their sha256, by which they are found again.

        Raises:
            UnwritableFile: They cannot be written.
        """
        sha256 = hashlib.sha256(data).hexdigest()
        with self.lock:
            if self.get_blob(sha256) is None:
                self.is_disposable = False
                self._here_or_elsewhere(lambda: self._add_blob(data))
        return sha256

    def _add_blob(self, data: bytes) -> None:
        with self._transaction() as connection:
            add_blob(connection, data)
        self._blobs.keep(data)
        self._has_written = True

    def get_blob(self, sha256: str) -> bytes | None:
        """Return bytes by their hash; None where they are not here, or no longer the same."""
        with self.lock, speaking_of(self.path):
            if self._connection is None:
                return None
            found = read_blob(self._connection, sha256)
            if found is not None and sha256 not in self._blobs:
                self._blobs.keep(found)
            return found

    # --- the file itself --------------------------------------------------------------------------

    def copy_to(self, target: Path, number: int | None = None) -> None:
        """Write the whole file once more, to a place where there is none yet.

        Args:
            target: The place.
            number: The copy's own, where it becomes a file for itself.

        Raises:
            FileError: It cannot be written there; nothing is left behind.
        """
        with self.lock, speaking_of(target):
            if self._connection is None:
                raise UnwritableFile(_("{path} is closed.").format(path=self.path))
            try:
                target.parent.mkdir(parents=True, exist_ok=True)
                refuse_foreign(target)
                with contextlib.closing(sqlite3.connect(target)) as copy:
                    self._connection.backup(copy)
                    if number is not None:
                        self._put_fight(copy, self._position, self._dice, number)
                        copy.commit()
            except (sqlite3.Error, OSError):
                forget(target)
                raise

    def continue_in(self, path: Path) -> None:
        """Go on in a copy of the file: all that is written from now on is written there.

        Raises:
            FileError: It cannot be used; the fight stays where it is.
        """
        path = _real(path)
        with self.lock:
            connection = take(path)
            try:
                sqlite_guard.allow_writing(connection, path)
                with speaking_of(path):
                    number, fingerprint = _number_in(connection), FileFingerprint(path)
            except FileError:
                connection.close()
                raise
            self._let_go()
            self.path, self._connection, self.reason = path, connection, ""
            self.number, self._fingerprint, self._has_written = number, fingerprint, False
            _HELD[path] = self

    def renumber(self) -> None:
        """Become a file of its own, where it is a copy of another one.

        Raises:
            FileError: That cannot be written.
        """
        with self.lock:
            self.number = schema.new_number()
            with self._transaction() as connection:
                self._put_fight(connection, self._position, self._dice, self.number)

    def close(self) -> None:
        """Close the file; an untitled one is removed if nothing was played since it was made."""
        with self.lock:
            if self._connection is None:
                return
            try:
                self._note_last_state()
            except OverwrittenFile as error:
                if self._has_written:
                    with contextlib.suppress(FileError):
                        self._go_elsewhere(error)
            except FileError:
                pass  # the next start plays it again
            is_ours = self._fingerprint.is_ours()
            self._let_go()
            if self.is_untitled and self.is_disposable and is_ours:
                forget(self.path)

    def _note_last_state(self) -> None:
        """Keep the present state, so that the next start has nothing to play again."""
        assert self._connection is not None
        with speaking_of(self.path):
            self._see_that_it_is_ours(self._connection)
        if self._snapshots.is_missing(self._position.cursor):
            self._keep_snapshot(self._position.cursor)

    def _let_go(self) -> None:
        connection, self._connection = self._connection, None
        if _HELD.get(self.path) is self:
            del _HELD[self.path]
        if connection is not None:
            connection.close()
            self._fingerprint.close()


def _real(path: Path) -> Path:
    """Return a path without links; ``resolve`` fails on links in a circle."""
    return Path(os.path.realpath(path))


def held(path: Path) -> JournalFile | None:
    """Return the journal that this process has open on a file."""
    return _HELD.get(_real(path))


def number_of(path: Path) -> int | None:
    """Return a file's own number; None where it has none, or is in use by another program."""
    mine = held(path)
    if mine is not None:
        return mine.number
    try:
        if sqlite_guard.look_at(path) < schema.newest():
            return None
        with speaking_of(path), contextlib.closing(sqlite_guard.connect(path)) as connection:
            return _number_in(connection)
    except FileError:
        return None


def _number_in(connection: sqlite3.Connection) -> int:
    found = connection.execute("SELECT number FROM fight").fetchone()
    return 0 if found is None else int(found[0])


def take(path: Path) -> sqlite3.Connection:
    """Open a file query-only, locked for this Gridwar alone.

    Raises:
        LockedFile: Somebody has it open.
        UnwritableFile: It cannot be locked.
    """
    if held(path) is not None:
        raise LockedFile(_("{path} is open already.").format(path=path))
    connection = sqlite_guard.connect(path)
    try:
        sqlite_guard.lock(connection, path)
    except FileError:
        connection.close()
        raise
    return connection
