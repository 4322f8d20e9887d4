"""Snapshots of a fight that is played: which are due, and what of them can be read again.

A snapshot saves the next opening from playing everything again; the rows lead to every state by
themselves. So it never holds up a command: it is worked out from values that nobody changes, in
whatever thread. Owns no connection; writing is ``journal_file``'s.
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

import gridwar
from gridwar.engine.kit.evolve import evolve
from gridwar.storage.row_cells_and_blobs import snapshot_cells

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from gridwar.engine.session.journal_rows import Row
    from gridwar.model.encounter import Encounter
    from gridwar.storage.json_codec import Codec
    from gridwar.storage.schema import Cells

SNAPSHOT_EVERY = 40
"""Finished commands between two snapshots; as many as there are combatants where those are more."""


class KeptSnapshots:
    """The snapshots of one file, by the row whose state they are."""

    def __init__(
        self, codec: Codec, version: int, states: dict[int, Encounter], rows: Mapping[int, Row]
    ) -> None:
        """Begin with those of the file.

        Args:
            codec: Of the fight's rule system.
            version: The schema version of that system.
            states: The snapshots; the one of the root is the first encounter.
            rows: All rows of the file; whoever writes adds to them.
        """
        self.states = states
        self._codec, self._version, self._rows = codec, version, rows
        self._due: set[int] = set()
        """Rows whose snapshot has been asked for; it may still be in the making."""

    def due(self, fresh: Iterable[Row]) -> list[int]:
        """Return which of the rows just written are finished and far enough from the last one."""
        if self._codec.is_adopted:
            return []  # what freeform makes of the fight stays in its own events
        due = [row.id for row in fresh if not row.is_open and self._is_far(row)]
        self._due.update(due)
        return due

    def _is_far(self, row: Row) -> bool:
        if row.id in self.states or row.id in self._due:
            return False
        start, line = self._since(row)
        since_due = next((n for n, one in enumerate(line[::-1]) if one.id in self._due), len(line))
        # In a large fight states are long and rows as short as ever.
        return since_due >= max(SNAPSHOT_EVERY, len(start.combatants))

    def is_missing(self, number: int) -> bool:
        """Tell whether the state of a row has to be played again when the file is opened."""
        return number in self._rows and number not in self.states and not self._codec.is_adopted

    def way_to(self, number: int) -> tuple[Encounter, list[Row]] | None:
        """Return a row's latest snapshot before it and the rows from there, the row itself last.

        None where the row is gone, as one that was withdrawn, or has a snapshot already.
        """
        if number not in self._rows or number in self.states:
            return None
        return self._since(self._rows[number])

    def made(self, way: tuple[Encounter, list[Row]]) -> tuple[Encounter, Cells] | None:
        """Play to a row; return the state and its columns, after reading back what they are.

        None where it would not come out again: the rows lead to that state too.
        """
        start, line = way
        state = reduce(evolve, (event for row in line for event in row.events), start)
        cells = snapshot_cells(line[-1].id, state, self._version, gridwar.__version__)
        try:
            comes_out = self._codec.encounter(str(cells[1])) == state
        except ValueError:
            return None
        return (state, cells) if comes_out else None

    def _since(self, row: Row) -> tuple[Encounter, list[Row]]:
        """Return the latest snapshot before a row and the rows from there up to that row."""
        line = [row]
        while (parent := line[-1].parent) not in self.states:
            line.append(self._rows[parent])
        return self.states[parent], line[::-1]
