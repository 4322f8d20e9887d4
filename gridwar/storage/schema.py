"""The tables of a .gridwar file, the formats there have been, and the way from one to the next.

``application_id`` says that a file is ours, ``user_version`` which format it has. Every row of a
table carries a digest of its other columns (blobs their sha256), so that a flipped bit is found
where the database itself would not mind. A new format adds its statements to ``FORMATS`` and a
step to ``STEPS``; what it replaces stays, because older files are compared with it.
"""

from __future__ import annotations

import json
import secrets
from hashlib import blake2b
from typing import TYPE_CHECKING

from gridwar.errors import DamagedFile, NewerFile
from gridwar.text import _

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Mapping
    from pathlib import Path

APPLICATION_ID = 0x47524457
"""The letters GRDW."""
MAGIC = b"SQLite format 3\x00"
PAGE_BYTES = 4096
NUMBER_BITS = 48

Cells = tuple[str | int, ...]
"""The columns of a row."""

FIGHT = ("system", "cursor", "tip", "open", "seed", "counter", "program", "typed", "number")
"""The one row that says where the fight stands; ``number`` is the file's own, by chance."""
ROWS = ("id", "parent", "open", "command", "replies", "events", "passed", "version", "program")
"""The line of play; ``version`` is that of the rule system's schema, events are JSON lines."""
START = ("encounter", "version", "program")
"""The first encounter, in a table of its own: it never moves, so a cut file still has it."""
SNAPSHOTS = ("row", "encounter", "version", "program")
"""States after some rows."""

_FORMAT_1 = (
    """CREATE TABLE fight (
    id INTEGER PRIMARY KEY CHECK (id = 1), system TEXT NOT NULL, cursor INTEGER NOT NULL,
    tip INTEGER NOT NULL, open TEXT NOT NULL, seed INTEGER NOT NULL, counter INTEGER NOT NULL,
    program TEXT NOT NULL, digest TEXT NOT NULL) STRICT""",
    """CREATE TABLE start (
    id INTEGER PRIMARY KEY CHECK (id = 1), encounter TEXT NOT NULL, version INTEGER NOT NULL,
    program TEXT NOT NULL, digest TEXT NOT NULL) STRICT""",
    """CREATE TABLE rows (
    id INTEGER PRIMARY KEY, parent INTEGER NOT NULL, open INTEGER NOT NULL, command TEXT NOT NULL,
    replies TEXT NOT NULL, events TEXT NOT NULL, passed TEXT NOT NULL, version INTEGER NOT NULL,
    program TEXT NOT NULL, digest TEXT NOT NULL) STRICT""",
    """CREATE TABLE snapshots (
    row INTEGER PRIMARY KEY, encounter TEXT NOT NULL, version INTEGER NOT NULL,
    program TEXT NOT NULL, digest TEXT NOT NULL) STRICT""",
    """CREATE TABLE blobs (
    id INTEGER PRIMARY KEY, sha256 TEXT NOT NULL, data BLOB NOT NULL) STRICT""",
)

_TYPED = ", typed INTEGER NOT NULL DEFAULT 0"
_FORMAT_2 = (_FORMAT_1[0].replace(") STRICT", f"{_TYPED}) STRICT"), *_FORMAT_1[1:])
"""Whether the dice are typed in: to the letter what adding the column to the first format makes."""


_NUMBER = ", number INTEGER NOT NULL DEFAULT 0"
_FORMAT_3 = (_FORMAT_2[0].replace(") STRICT", f"{_NUMBER}) STRICT"), *_FORMAT_2[1:])
"""A number of the file's own. In this format rows may also lay a state, or stand for commands that
were read of a damaged file and not played again; whoever does not know them must not read on.
"""


_FORMAT_4 = _FORMAT_3
"""In this format fights have notes, which who does not know them would take for damage."""


_FORMAT_5 = _FORMAT_4
"""In this format maps have sources of light and walls that know more, and sides remember."""


_FORMAT_6 = _FORMAT_5
"""In this format maps have a sketch, pins, props and floors."""


def _note_typed(connection: sqlite3.Connection) -> None:
    """Say of a fight that the program rolls its dice."""
    _note_of_fight(connection, "typed", lambda: 0)


def _give_number(connection: sqlite3.Connection) -> None:
    _note_of_fight(connection, "number", new_number)


def _note_of_fight(connection: sqlite3.Connection, name: str, value: Callable[[], int]) -> None:
    """Add a column to the row that says where the fight stands, and digest it with that.

    A row that was changed behind Gridwar's back keeps a digest that does not fit.
    """
    connection.execute(f"ALTER TABLE fight ADD COLUMN {name} INTEGER NOT NULL DEFAULT 0")
    columns = ", ".join(FIGHT[: FIGHT.index(name)])
    for row in connection.execute(f"SELECT id, digest, {columns} FROM fight").fetchall():
        number, found, *cells = (one.decode() if isinstance(one, bytes) else one for one in row)
        if found == digest(tuple(cells)):
            added = value()
            values = (added, digest((*cells, added)), number)
            connection.execute(f"UPDATE fight SET {name} = ?, digest = ? WHERE id = ?", values)


def _leave_as_it_is(connection: sqlite3.Connection) -> None:
    """Change no table: what is new stands in the rows."""


def new_number() -> int:
    """Return a number for a file, by which it is known again under another name."""
    return secrets.randbits(NUMBER_BITS)


FORMATS: Mapping[int, tuple[str, ...]] = {
    1: _FORMAT_1,
    2: _FORMAT_2,
    3: _FORMAT_3,
    4: _FORMAT_4,
    5: _FORMAT_5,
    6: _FORMAT_6,
}
"""The statements that make the tables, by format."""
STEPS: Mapping[int, Callable[[sqlite3.Connection], None]] = {
    1: _note_typed,
    2: _give_number,
    3: _leave_as_it_is,
    4: _leave_as_it_is,
    5: _leave_as_it_is,
}
"""How a file of a format becomes one of the next."""


def newest() -> int:
    """Return the format that this Gridwar writes."""
    return max(FORMATS)


def lay_out(connection: sqlite3.Connection) -> None:
    """Make the tables of the newest format in an empty database, within a transaction."""
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {newest()}")
    for statement in FORMATS[newest()]:
        connection.execute(statement)


def compare(connection: sqlite3.Connection, path: Path) -> int:
    """Check that a file holds exactly the tables of its format, and return the format.

    Raises:
        NewerFile: The format is newer than this Gridwar.
        DamagedFile: Something is missing, or something is there that Gridwar never makes.
    """
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    refuse_newer(version, path)
    found = {_text(sql) for (sql,) in connection.execute("SELECT sql FROM sqlite_master")}
    wanted = set(FORMATS.get(version, ()))
    if found != wanted:
        strange = sorted(str(one)[:60] for one in found - wanted) or [_("a table is missing")]
        text = _("{path} is damaged: its tables are not those of Gridwar ({what}).")
        raise DamagedFile(text.format(path=path, what="; ".join(strange)))
    return int(version)


def refuse_newer(version: int, path: Path) -> None:
    """Refuse a format that this Gridwar does not know yet."""
    if version > newest():
        text = _("{path} was written by a newer Gridwar (format {there}, here {here}): update.")
        raise NewerFile(text.format(path=path, there=version, here=newest()))


def migrate(connection: sqlite3.Connection, version: int) -> None:
    """Bring a file from its format to the newest one, in one transaction."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        for step in range(version, newest()):
            STEPS[step](connection)
        connection.execute(f"PRAGMA user_version = {newest()}")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def bring_up_to_date(connection: sqlite3.Connection, version: int) -> None:
    """Bring a passing copy, opened query-only, from its format to the newest one."""
    if version < newest():
        connection.execute("PRAGMA query_only = OFF")
        migrate(connection, version)
        connection.execute("PRAGMA query_only = ON")


def digest(values: Cells) -> str:
    """Return the digest of a row's other columns, in their order."""
    return blake2b(json.dumps(values).encode(), digest_size=8).hexdigest()


def _text(value: object) -> str | None:
    return value.decode(errors="replace") if isinstance(value, bytes) else None
