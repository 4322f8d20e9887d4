"""What stands in the tables of a file, read and validated row by row.

Reading never stops at the first fault: each is noted with its table, row and field, and whoever
reads decides whether that is refused (``integrity``) or worked round (``recovered_rows``).
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, TypeVar

from gridwar.engine.session.journal import ROOT, DiceCounter, Position, Row
from gridwar.errors import InputError
from gridwar.model.clamping import noted_in
from gridwar.model.event import RawEvent
from gridwar.model.raw import RawCommand
from gridwar.storage import guard
from gridwar.storage.codec import Codec, Misfit, TooNew, plain
from gridwar.storage.damage_report import Fault
from gridwar.storage.schema import FIGHT, ROWS, SNAPSHOTS, START, Cells, digest
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from gridwar.engine.kit.system import System
    from gridwar.model.encounter import Encounter
    from gridwar.storage.pages import Carved

    Finder = Callable[[str], System]
    """Finds a rule system by id; an ``InputError`` says that there is none."""

STAND_IN = "freeform"
"""The system that plays a fight whose own is not here."""
MOST_ROWS = 200_000
"""A fight of a whole year has some ten thousand; what is beyond these is not read."""
_MOST_TOLD = 3
"""Of numbers beyond their bounds; one stands in every snapshot, so that they are many."""
HIGHEST_ROW = 1 << 48
"""A row number beyond these leaves too few for the rows to come."""

T = TypeVar("T")


@dataclass
class Contents:
    """Everything found in a file, and what is wrong with it."""

    codec: Codec
    system_id: str
    written_version: int = 0
    """The newest schema version of the rule system among the snapshots."""
    snapshots: dict[int, Encounter] = field(default_factory=dict)
    rows: dict[int, Row] = field(default_factory=dict)
    position: Position | None = None
    dice: DiceCounter | None = None
    unread: dict[int, Cells] = field(default_factory=dict)
    """Rows with a sound digest that are no longer understood."""
    loose: set[int] = field(default_factory=set)
    """Open rows of which older versions were found, and nobody knows which is the last."""
    faults: list[Fault | str] = field(default_factory=list)
    eased: list[str] = field(default_factory=list)
    """Numbers that were beyond their bounds, and where."""
    too_new: str = ""
    """Why this Gridwar's rule system is too old for the file; empty where it is not."""
    unknown: Counter[str] = field(default_factory=Counter)
    """Kinds of commands and events that nobody here knows, and how often they stand there."""

    @property
    def version(self) -> int:
        """The schema version of what was read: the present one, where the rules are here."""
        return self.written_version if self.codec.is_adopted else self.codec.system.data.version

    def remarks(self) -> tuple[str, ...]:
        """Say what is kept but not understood."""
        found: list[str] = []
        if self.codec.is_adopted:
            text = _(
                "The rules {id!r} are not installed: the fight opens as {title}, sheets are kept."
            )
            found.append(text.format(id=self.system_id, title=self.codec.system.title))
        if self.unknown:
            kinds = ", ".join(f"{kind} ({count})" for kind, count in sorted(self.unknown.items()))
            found.append(
                _("Unknown to this version, kept but without effect: {kinds}.").format(kinds=kinds)
            )
        if self.eased:
            text = ngettext(
                "{n} number was beyond its bounds and was brought to the nearest: {which}.",
                "{n} numbers were beyond their bounds and were brought to the nearest: {which}.",
                len(self.eased),
            )
            which = "; ".join(self.eased[:_MOST_TOLD])
            found.append(text.format(n=len(self.eased), which=which))
        return tuple(found)


def read_contents(connection: sqlite3.Connection, find: Finder) -> Contents:
    """Read all tables of an opened file."""
    return contents_of(read_tables(connection), find)


@dataclass
class Tables:
    """What was read of the tables, by number: the columns, or why they could not be read."""

    fight: dict[int, Cells | Misfit] = field(default_factory=dict)
    start: dict[int, Cells | Misfit] = field(default_factory=dict)
    snapshots: dict[int, Cells | Misfit] = field(default_factory=dict)
    rows: dict[int, Cells | Misfit] = field(default_factory=dict)
    loose: set[int] = field(default_factory=set)
    blobs: dict[int, bytes | None] = field(default_factory=dict)

    def fill_up(self, carved: Carved) -> None:
        """Take what single pages hold in the place of what could not be read, or was not found."""
        self.loose = {number for number in carved.doubtful if _gap(self.rows, number)}
        pairs = (
            (self.fight, carved.fight),
            (self.start, carved.start),
            (self.snapshots, carved.snapshots),
            (self.rows, carved.rows),
        )
        for table, found in pairs:
            table.update({one: cells for one, cells in found.items() if _gap(table, one)})


def _gap(table: Mapping[int, Cells | Misfit], number: int) -> bool:
    return isinstance(table.get(number, Misfit()), Misfit)


def read_tables(connection: sqlite3.Connection) -> Tables:
    """Read the columns of all tables of an opened file, and see whether their digests fit."""
    return Tables(
        fight=dict(_records(connection, "fight", "id", FIGHT)),
        start=dict(_records(connection, "start", "id", START)),
        snapshots=dict(_records(connection, "snapshots", "row", SNAPSHOTS)),
        rows=dict(_records(connection, "rows", "id", ROWS)),
        blobs=dict(blobs_in(connection)),
    )


def contents_of(tables: Tables, find: Finder) -> Contents:
    """Understand what was read of the tables."""
    states = (*tables.start.values(), *tables.snapshots.values())
    system_id = _system_id(tables.fight.values(), states)
    contents = Contents(codec_for(system_id, find), system_id, loose=tables.loose)
    for number, cells in tables.start.items():
        _note(contents, "start", number, cells, _read_start)
    for number, cells in tables.snapshots.items():
        _note(contents, "snapshots", number, cells, _read_snapshot)
    for number, cells in tables.rows.items():
        _note(contents, "rows", number, cells, _read_row)
    for number, cells in tables.fight.items():
        _note(contents, "fight", number, cells, _read_fight)
    if len(tables.rows) > MOST_ROWS:
        text = _("rows: there are more than the {most} that a fight may have")
        contents.faults.append(text.format(most=MOST_ROWS))
    if not tables.fight:
        contents.faults.append(_("fight: the row is missing"))
    changed = _("they are not what they were")
    contents.faults += [
        Fault("blobs", number, changed) for number, data in tables.blobs.items() if data is None
    ]
    return contents


def blobs_in(connection: sqlite3.Connection) -> Iterator[tuple[int, bytes | None]]:
    """Yield the number of each blob with its bytes; None where they are not those of its hash."""
    for number in _numbers(connection, "blobs", "id"):
        query = "SELECT sha256, data FROM blobs WHERE id = ?"
        try:
            with guard.blobs_allowed(connection):
                cells = connection.execute(query, (number,)).fetchone()
        except (sqlite3.Error, UnicodeDecodeError):
            yield number, None
            continue
        if cells is not None:
            name, data = cells
            is_sound = isinstance(data, bytes) and sha256(data).hexdigest().encode() == name
            yield number, data if is_sound else None


def codec_for(system_id: str, find: Finder) -> Codec:
    """Return the codec of a rule system, or of the one that stands in for it."""
    try:
        return Codec(find(system_id), is_stored=True)
    except InputError:
        return Codec(find(STAND_IN), is_adopted=True, is_stored=True)


def _records(
    connection: sqlite3.Connection, table: str, key: str, columns: tuple[str, ...]
) -> Iterator[tuple[int, Cells | Misfit]]:
    names = ", ".join((*columns, "digest"))
    for number in _numbers(connection, table, key):
        query = f"SELECT {names} FROM {table} WHERE {key} = ?"
        try:
            cells = connection.execute(query, (number,)).fetchone()
            if cells is not None:
                yield number, _checked(cells)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            yield number, Misfit(str(error))
        except Misfit as misfit:
            yield number, misfit


def _numbers(connection: sqlite3.Connection, table: str, key: str) -> list[int]:
    """List the keys of a table; where a page is broken, also those that must lie on it."""
    found: set[int] = set()
    is_whole = True
    for order in ("ASC", "DESC"):
        query = f"SELECT {key} FROM {table} ORDER BY {key} {order} LIMIT {MOST_ROWS + 1}"
        try:
            for (number,) in connection.execute(query):
                found.add(number)
        except (sqlite3.Error, UnicodeDecodeError):
            is_whole = False
            continue
        if is_whole:
            return sorted(found)
    top = max(found, default=0)
    return list(range(min(found, default=0), min(top, MOST_ROWS) + 1)) if top else [0, 1]


def _checked(raw: tuple[bytes | int, ...]) -> Cells:
    try:
        *cells, found = (one.decode() if isinstance(one, bytes) else one for one in raw)
    except UnicodeDecodeError as error:
        raise Misfit(_("text that is not UTF-8")) from error
    if found != digest(tuple(cells)):
        raise Misfit(_("the digest does not fit: something in it was changed"))
    return tuple(cells)


def _note(
    contents: Contents,
    table: str,
    number: int,
    cells: Cells | Misfit,
    read: Callable[[Contents, Cells], None],
) -> None:
    eased: list[str] = []
    try:
        if isinstance(cells, Misfit):
            raise cells
        with noted_in(eased):
            read(contents, cells)
        contents.eased += [f"{table} {number}: {one}" for one in eased]
    except TooNew as misfit:
        contents.too_new = str(misfit)
    except Misfit as misfit:
        contents.faults.append(Fault(table, number, str(misfit)))
        if table == "rows" and not isinstance(cells, Misfit) and ROOT < number <= HIGHEST_ROW:
            contents.unread[number] = cells


def _system_id(fights: Iterable[Cells | Misfit], states: Iterable[Cells | Misfit]) -> str:
    for cells in fights:
        if not isinstance(cells, Misfit):
            return str(cells[0])
    for cells in states:
        if not isinstance(cells, Misfit):
            with contextlib.suppress(Misfit):
                data = plain(str(cells[-3]))
                if isinstance(data, dict):
                    return str(data.get("system"))
    return STAND_IN


def _read_fight(contents: Contents, cells: Cells) -> None:
    _system, cursor, tip, opened, seed, counter, _program, typed, _own = cells
    ids = _all_of(int, _field("open", lambda: plain(str(opened))))
    if ids is None:
        raise Misfit(_("{field}: not a list of row numbers").format(field="open"))
    contents.position = Position(int(cursor), int(tip), ids)
    contents.dice = DiceCounter(int(seed), int(counter), bool(typed))


def _read_start(contents: Contents, cells: Cells) -> None:
    _read_snapshot(contents, (ROOT, *cells))


def _read_snapshot(contents: Contents, cells: Cells) -> None:
    number, text, version, _program = cells
    codec = contents.codec.of_version(int(version))
    state = _field("encounter", lambda: codec.encounter(str(text)))
    if state.system != contents.system_id:
        text = _("it goes by the rules {there!r}, the fight by {here!r}")
        raise Misfit(text.format(there=state.system, here=contents.system_id))
    contents.snapshots[int(number)] = state
    contents.written_version = max(contents.written_version, int(version))


def _read_row(contents: Contents, cells: Cells) -> None:
    number, parent, is_open, command, replies, events, passed, version, _program = cells
    codec = contents.codec = contents.codec.of_version(int(version))
    lines = str(events).split("\n") if events else []
    names = () if passed == "[]" else _all_of(str, _field("passed", lambda: plain(str(passed))))
    if names is None:
        raise Misfit(_("{field}: not a list of keys").format(field="passed"))
    if not ROOT < int(number) <= HIGHEST_ROW or int(parent) < ROOT:
        text = _("row numbers go from 1 to {most}")
        raise Misfit(text.format(most=HIGHEST_ROW))
    row = Row(
        id=int(number),
        parent=int(parent),
        command=_field("command", lambda: codec.command(str(command))),
        replies=_field("replies", lambda: codec.replies(str(replies))),
        events=tuple(
            _field(f"events.{at}", partial(codec.event, line)) for at, line in enumerate(lines)
        ),
        passed=names,
        is_open=bool(is_open),
    )
    contents.rows[row.id] = row
    count_unknown(contents.unknown, row)


def count_unknown(unknown: Counter[str], row: Row) -> None:
    """Count the kinds in a row that nobody here knows."""
    if isinstance(row.command, RawCommand):
        unknown[row.command.raw_kind] += 1
    unknown.update(one.raw_kind for one in row.events if isinstance(one, RawEvent))


def _all_of(kind: type[T], data: object) -> tuple[T, ...] | None:
    """Return what is in a list; None where it is none, or something in it is of another kind."""
    if not isinstance(data, list):
        return None
    found = tuple(one for one in data if isinstance(one, kind))
    return found if len(found) == len(data) else None


def _field(name: str, read: Callable[[], T]) -> T:
    try:
        return read()
    except Misfit as misfit:
        raise Misfit(f"{name}: {misfit}") from misfit
