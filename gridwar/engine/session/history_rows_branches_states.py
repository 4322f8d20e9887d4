"""The rows of a fight and the state after each: memory first, else played again from stored events.

A long fight has thousands of states. Kept are those asked for last and, for good, one every so many
rows of a line, so that none is ever far from where playing again begins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit.evolve import evolve
from gridwar.engine.session.journal_rows import ROOT, Row

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.model.encounter import Encounter


MOST_STATES = 256
"""Kept of those asked for last: undo and the log ask for neighbours."""
KEPT_EVERY = 64
"""Rows on a line from one state that is kept for good to the next."""


class History:
    """All rows by id, finished and under way, and the states they lead to."""

    def __init__(
        self,
        first: Encounter,
        rows: Iterable[Row] = (),
        snapshots: Iterable[tuple[int, Encounter]] = (),
    ) -> None:
        self.rows: dict[int, Row] = {row.id: row for row in rows}
        self._anchors: dict[int, Encounter] = {ROOT: first, **dict(snapshots)}
        """Kept for good, by row."""
        self._recent: dict[int, Encounter] = {}
        """By row, the one asked for last at the end."""
        self._latest_kept = ROOT
        self._put: list[tuple[int, Row | None]] = []
        """Rows put since ``begin``, each with what stood in its place."""
        self._latest_child: dict[int, int] = {}
        self._note_children()

    @property
    def next_id(self) -> int:
        """The id for a new row."""
        return max(self.rows, default=ROOT) + 1

    def put(self, row: Row, state: Encounter | None = None) -> None:
        """Add a row or replace it by id; with the state it leads to, where it is finished."""
        self._put.append((row.id, self.rows.get(row.id)))
        self.rows[row.id] = row
        if state is not None:
            self._anchors.pop(row.id, None)
            self._keep(row.id, state)
            self._latest_child[row.parent] = row.id

    def begin(self) -> None:
        """Note from now on what is put, to be able to take it back."""
        self._put = []

    def take_back(self) -> None:
        """Take back all that was put since ``begin``: it was never written."""
        for number, before in reversed(self._put):
            self._anchors.pop(number, None)
            self._recent.pop(number, None)
            if before is None:
                del self.rows[number]
            else:
                self.rows[number] = before
        if self._put:
            self._note_children()
        self._put = []

    def _note_children(self) -> None:
        self._latest_child = {
            row.parent: row.id
            for row in sorted(self.rows.values(), key=lambda one: one.id)
            if not row.is_open
        }

    def state(self, row_id: int) -> Encounter:
        """Return the encounter after a row; the same one again is asked for all the time."""
        if row_id == self._latest_kept and (latest := self._recent.get(row_id)) is not None:
            return latest
        missing: list[Row] = []
        at = row_id
        while (state := self._known(at)) is None:
            missing.append(self.rows[at])
            at = missing[-1].parent
        for number, row in enumerate(reversed(missing), start=1):
            for event in row.events:
                state = evolve(state, event)
            if not number % KEPT_EVERY:
                self._anchors[row.id] = state
        self._keep(row_id, state)
        return state

    def _known(self, row_id: int) -> Encounter | None:
        found = self._anchors.get(row_id)
        return self._recent.get(row_id) if found is None else found

    def _keep(self, row_id: int, state: Encounter) -> None:
        """Keep a state for now; for good where all before it that are lie far back."""
        recent, self._latest_kept = self._recent, row_id
        recent.pop(row_id, None)
        recent[row_id] = state
        if len(recent) > MOST_STATES:
            oldest = next(iter(recent))
            gone = recent.pop(oldest)
            if self._is_far(oldest):
                self._anchors[oldest] = gone

    def _is_far(self, row_id: int) -> bool:
        """Return whether no state is kept for good within some rows before one."""
        for _step in range(KEPT_EVERY):
            if row_id in self._anchors:
                return False
            row_id = self.rows[row_id].parent
        return row_id not in self._anchors

    def line(self, row_id: int) -> tuple[Row, ...]:
        """Return the rows from the first to one, that one included."""
        found: list[Row] = []
        while row_id != ROOT:
            row = self.rows[row_id]
            found.append(row)
            row_id = row.parent
        return tuple(reversed(found))

    def towards(self, tip: int, cursor: int) -> int | None:
        """Return the next row on the way from a row to the tip; None where there is none."""
        row_id, step = tip, None
        while row_id not in (cursor, ROOT):
            step, row_id = row_id, self.rows[row_id].parent
        return step if row_id == cursor else None

    def newest_tip(self, row_id: int) -> int:
        """Return the end of the newest branch that passes through a row."""
        while row_id in self._latest_child:
            row_id = self._latest_child[row_id]
        return row_id
