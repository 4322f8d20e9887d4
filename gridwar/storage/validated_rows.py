"""What stands in the tables of a file, understood and validated row by row.

Reading never stops at the first fault: each is noted with its table, row and field, and whoever
reads decides whether that is refused (``soundness``) or worked round (``recovered_rows``).
"""

from __future__ import annotations

import contextlib
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Literal, TypeVar

from msgspec import Struct

from gridwar.engine.session.journal_rows import ROOT, DiceCounter, Position, Row
from gridwar.errors import InputError
from gridwar.model.clamped_numbers import noted_in
from gridwar.model.event_base import RawEvent
from gridwar.model.raw_parts import RawCommand
from gridwar.storage.json_codec import Codec, Misfit, TooNew, plain
from gridwar.storage.table_columns import MOST_ROWS, Tables
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from gridwar.engine.kit.rule_system import System
    from gridwar.model.encounter import Encounter
    from gridwar.storage.schema import Cells

    Finder = Callable[[str], System]
    """Finds a rule system by id; an ``InputError`` says that there is none."""

STAND_IN = "freeform"
"""The system that plays a fight whose own is not here."""
HIGHEST_ROW = 1 << 48
"""A row number beyond these leaves too few for the rows to come."""

T = TypeVar("T")


Kind = Literal["unread", "loose"]


class Fault(Struct, frozen=True):
    """Something wrong with a numbered row of a table."""

    table: str
    number: int
    why: str = ""
    kind: Kind = "unread"


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


def codec_for(system_id: str, find: Finder) -> Codec:
    """Return the codec of a rule system, or of the one that stands in for it."""
    try:
        return Codec(find(system_id), is_stored=True)
    except InputError:
        return Codec(find(STAND_IN), is_adopted=True, is_stored=True)


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
