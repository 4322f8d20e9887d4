"""The rows of a fight and the state after each: memory first, else replayed from stored events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.evolve import evolve
from gridwar.engine.journal import ROOT, Row

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.model.encounter import Encounter


class History:
    """All rows by id, finished and under way, and the states they lead to."""

    def __init__(
        self,
        first: Encounter,
        rows: Iterable[Row] = (),
        snapshots: Iterable[tuple[int, Encounter]] = (),
    ) -> None:
        """Start from the first encounter and stored rows."""
        self.rows: dict[int, Row] = {row.id: row for row in rows}
        self._states: dict[int, Encounter] = {ROOT: first, **dict(snapshots)}
        self._latest_child: dict[int, int] = {}
        self._note_children()

    @property
    def next_id(self) -> int:
        """The id for a new row."""
        return max(self.rows, default=ROOT) + 1

    def put(self, row: Row, state: Encounter | None = None) -> None:
        """Add a row or replace it by id; with the state it leads to, where it is finished."""
        self.rows[row.id] = row
        if state is not None:
            self._states[row.id] = state
            self._latest_child[row.parent] = row.id

    def forget_from(self, row_id: int) -> None:
        """Forget all rows from an id on: they were never written."""
        for number in [one for one in self.rows if one >= row_id]:
            del self.rows[number]
            self._states.pop(number, None)
        self._note_children()

    def _note_children(self) -> None:
        self._latest_child = {
            row.parent: row.id
            for row in sorted(self.rows.values(), key=lambda one: one.id)
            if not row.is_open
        }

    def state(self, row_id: int) -> Encounter:
        """Return the encounter after a row."""
        missing: list[Row] = []
        while row_id not in self._states:
            row = self.rows[row_id]
            missing.append(row)
            row_id = row.parent
        state = self._states[row_id]
        for row in reversed(missing):
            for event in row.events:
                state = evolve(state, event)
            self._states[row.id] = state
        return state

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
