"""Making a fight of what is sound in a damaged file, so that nothing that was read is lost.

A command is played again only on a state that is known: the beginning, a snapshot, or what such a
one leads to. Every other one stays in its place in the log without being played (``NotReplayed``).
Beyond a break the next snapshot is laid (``LayState``), so nothing is applied across it.
"""

from __future__ import annotations

import secrets
from bisect import bisect_left
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.engine.gm.recovered_rows_commands import LayState, NotReplayed
from gridwar.engine.play.replies_and_corrections import NO_REPLIES
from gridwar.engine.session.journal_rows import ROOT, DiceCounter, Loaded, Position, Row
from gridwar.model.event_base import NotApplied, StateLaid
from gridwar.model.events_combatants import Explained
from gridwar.model.trace import Trace
from gridwar.storage.json_codec import Misfit, encode
from gridwar.storage.soundness import after, children_of, is_before, ranges, told
from gridwar.storage.validated_rows import HIGHEST_ROW
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Set

    from gridwar.model.encounter import Encounter
    from gridwar.model.event_base import Event
    from gridwar.storage.json_codec import Codec
    from gridwar.storage.schema import Cells
    from gridwar.storage.validated_rows import Contents


def salvage(contents: Contents) -> tuple[Loaded | None, tuple[str, ...]]:
    """Return what is sound of a fight, and say what is lost; None where nothing is."""
    if not (contents.snapshots or contents.rows or contents.unread):
        return None, told(contents.faults)
    mending = _Recovery(contents)
    loaded = mending.loaded()
    return loaded, (*mending.losses(loaded), *told(contents.faults))


class _Recovery:
    """One fight being put together again."""

    def __init__(self, contents: Contents) -> None:
        self._contents = contents
        self._snapshots = {
            number: state
            for number, state in contents.snapshots.items()
            if ROOT <= number <= HIGHEST_ROW
        }
        self._finished = {row.id: row for row in contents.rows.values() if not row.is_open}
        self._played = _played(contents, self._snapshots, self._finished)
        self._laid = {one for one in self._snapshots if one != ROOT} - self._played
        there = {*self._finished, *contents.unread, *self._laid}
        parents = {row.id: row.parent for row in self._finished.values()}
        unread = {number: int(cells[1]) for number, cells in contents.unread.items()}
        self._places = Places(parents | unread, there)
        self._withdrawn = 0

    def loaded(self) -> Loaded:
        """Put the fight together."""
        rows = {number: self._row(number) for number in self._places.there}
        position = self._position(rows)
        return Loaded(
            first=self._first,
            rows=tuple(rows[number] for number in sorted(rows)),
            position=position,
            dice=self._contents.dice or DiceCounter(secrets.randbits(48)),
            snapshots=tuple(
                (number, state)
                for number, state in sorted(self._snapshots.items())
                if number in self._played and not state.strangers
            ),
        )

    @cached_property
    def _first(self) -> Encounter:
        """The first encounter; without it the earliest state that is known, else an empty one."""
        if self._snapshots:
            return self._snapshots[min(self._snapshots)]
        codec = self._contents.codec
        empty = codec.system.new_encounter(_("Recovered")).replace(system=self._contents.system_id)
        return codec.encounter(encode(empty))  # as it will be read again, also by another's rules

    def _row(self, number: int) -> Row:
        if number in self._played:
            return self._finished[number]
        row = self._finished.get(number)
        if row is not None:
            quiet = _not_replayed(row)
        elif number in self._contents.unread:
            quiet = _not_read(number, self._contents.unread[number], self._contents.codec)
        else:
            quiet = Row(number, ROOT, LayState(row=number))
        laid = self._lay(number) if number in self._laid else ()
        return replace(quiet, parent=self._places.parent(number), events=(*quiet.events, *laid))

    def _lay(self, number: int) -> tuple[Event, ...]:
        title = _("A break in the file: the fight as it stood after row {id} is laid")
        trace = Trace(title=title.format(id=number), tone="quiet")
        return Explained(trace=trace), StateLaid(encounter=self._snapshots[number])

    # --- where it stands --------------------------------------------------------------------------

    def _is_known(self, number: int) -> bool:
        """Return whether the state after a row is known, and not only what is shown there."""
        return number in self._played or number in self._laid or number in self._snapshots

    def _position(self, rows: dict[int, Row]) -> Position:
        stood = self._contents.position
        opened = [row for row in self._contents.rows.values() if row.is_open]
        if stood is None:
            cursor = self._places.newest()
            return self._with_withdrawn(rows, Position(cursor, cursor), opened)
        cursor = self._places.under(stood.cursor)
        tip = self._places.under(stood.tip)
        if not is_before(cursor, tip, rows):
            tip = cursor
        kept = self._still_open(stood) if self._is_known(stood.cursor) else ()
        rows.update({row.id: row for row in kept})
        ids = tuple(row.id for row in kept)
        lost = [row for row in opened if row.id in set(stood.open) - set(ids)]
        return self._with_withdrawn(rows, Position(cursor, tip, ids), lost)

    def _still_open(self, stood: Position) -> tuple[Row, ...]:
        """Return the open commands that can go on: all up to the first that is lost."""
        found = []
        for number in stood.open:
            row = self._contents.rows.get(number)
            if row is None or not row.is_open or number in self._contents.loose:
                break
            found.append(row)
        return tuple(found)

    def _with_withdrawn(
        self, rows: dict[int, Row], position: Position, withdrawn: Iterable[Row]
    ) -> Position:
        """Put open commands that cannot go on into the log, after where the fight stands."""
        cursor = position.cursor
        for row in sorted(withdrawn, key=lambda one: one.id):
            if row.id not in rows:
                rows[row.id] = replace(_not_replayed(row), parent=cursor)
                cursor = row.id
                self._withdrawn += 1
        return Position(
            cursor, position.tip if cursor == position.cursor else cursor, position.open
        )

    # --- words ------------------------------------------------------------------------------------

    def losses(self, loaded: Loaded) -> tuple[str, ...]:
        """Say what was kept, and in which way."""
        kept, stood = len(self._played), self._contents.position
        text = ngettext("{n} sound command was kept.", "{n} sound commands were kept.", kept)
        found = [text.format(n=kept)]
        if quiet := sum(isinstance(row.command, NotReplayed) for row in loaded.rows):
            text = ngettext(
                "{n} more stands in the log, read and not replayed: what it was done to is lost.",
                "{n} more stand in the log, read and not replayed: what they were done to is lost.",
                quiet,
            )
            found.append(text.format(n=quiet))
        if self._laid:
            text = _("The timeline is broken; the fight was laid as it stood after row {rows}.")
            found.append(text.format(rows=ranges(self._laid)))
        if ROOT not in self._snapshots:
            found.append(_("How the fight began is lost."))
        if not self._snapshots:
            found.append(_("No state of it is left: it stands empty, with its log."))
        found += self._moved(loaded, stood)
        if stood is not None and len(stood.open) > len(loaded.position.open):
            found.append(_("A command that was still open is lost or only in the log."))
        return tuple(found)

    def _moved(self, loaded: Loaded, stood: Position | None) -> list[str]:
        """Say where the fight stands, if that is not where it stood."""
        if stood is None:
            return [_("Where the fight stood is lost; it stands at its newest sound command.")]
        shown = self._shown_at(loaded)
        if shown == stood.cursor:
            return []
        text = _("It stood at row {was}; what it shows is how it was after row {now}.")
        return [text.format(was=stood.cursor, now=shown)]

    def _shown_at(self, loaded: Loaded) -> int:
        """Return the last row before where it stands whose state is known."""
        parents = {row.id: row.parent for row in loaded.rows}
        number = loaded.position.cursor
        while number != ROOT and not self._is_known(number):
            number = parents[number]
        return number


def _played(
    contents: Contents, snapshots: Mapping[int, Encounter], finished: Mapping[int, Row]
) -> Set[int]:
    """Return the rows that can be played again on a state that is known."""
    children = children_of(finished.values())
    played: set[int] = set()
    waiting = list(snapshots.items())  # no other states: those of a long fight are many
    while waiting:
        parent, before = waiting.pop()
        for row in children.get(parent, ()):
            state = after(contents, before, row)
            if state is None or row.id in played:
                continue
            played.add(row.id)
            if row.id not in snapshots:
                waiting.append((row.id, state))
    return played


def _not_replayed(row: Row) -> Row:
    """Return a row that says what another one was, and does nothing."""
    events = tuple(
        one if isinstance(one, Explained | NotApplied) else NotApplied(data=encode(one))
        for one in row.events
    )
    command = (
        row.command if isinstance(row.command, NotReplayed) else NotReplayed(command=row.command)
    )
    return replace(row, command=command, events=events, is_open=False)


def _not_read(number: int, cells: Cells, codec: Codec) -> Row:
    """Return a row that keeps one as it was written, where it is no longer understood."""
    _id, _parent, _open, command, replies, events, _passed, _version, _program = map(str, cells)
    kept = [_event(line, codec) for line in events.split("\n") if line]
    try:
        filed = codec.replies(replies)
    except Misfit:
        filed, kept = NO_REPLIES, [NotApplied(data=replies), *kept]
    return Row(number, ROOT, NotReplayed(data=command), filed, tuple(kept))


def _event(line: str, codec: Codec) -> Event:
    try:
        found = codec.event(line)
    except Misfit:
        return NotApplied(data=line)
    return found if isinstance(found, Explained) else NotApplied(data=line)


class Places:
    """A place for every row that is there; all of them lead back to the beginning."""

    def __init__(self, parents: Mapping[int, int], there: Set[int]) -> None:
        """Begin with what is known.

        Args:
            parents: The row that each followed, where that was read.
            there: The numbers of all rows that need a place.
        """
        self.there = there
        self._ids = sorted(there)
        self._parents = _without_circles(parents)
        self._is_in_order = all(above < row for row, above in self._parents.items())

    def parent(self, number: int) -> int:
        """Return the row that one stands under."""
        return self.under(self._above(number))

    def under(self, number: int) -> int:
        """Return a row itself where it is there, else the one that stands in for it."""
        while number != ROOT and number not in self.there:
            number = self._above(number)
        return number

    def newest(self) -> int:
        """Return the end of the line on which the newest row is."""
        newest = max(self.there, default=ROOT)
        if self._is_in_order:
            return newest
        children: dict[int, int] = {}
        for row in self._ids:
            children[self.parent(row)] = row
        while newest in children:
            newest = children[newest]
        return newest

    def _above(self, number: int) -> int:
        """Return what a row followed; of one that is lost, the row before it by number."""
        if number not in self._parents:
            self._parents[number] = next(self._before(number), ROOT)
        return self._parents[number]

    def _before(self, number: int) -> Iterator[int]:
        for at in range(bisect_left(self._ids, number) - 1, -1, -1):
            if self._is_in_order or not self._leads(self._ids[at], number):
                yield self._ids[at]

    def _leads(self, late: int, early: int) -> bool:
        """Return whether a row follows from another one, as far as that is known."""
        while late != early and late in self._parents:
            late = self._parents[late]
        return late == early


def _without_circles(parents: Mapping[int, int]) -> dict[int, int]:
    """Return what rows followed, but for rows that follow from themselves: these begin anew."""
    found, seen = dict(parents), set[int]()
    for start in parents:
        line: set[int] = set()
        at = start
        while at in found and at not in seen:
            seen.add(at)
            line.add(at)
            if found[at] in line:
                found[at] = ROOT
            at = found[at]
    return found
