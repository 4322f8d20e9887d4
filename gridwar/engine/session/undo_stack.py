"""What undo and redo go back to, beyond what the rows themselves tell. Kept in memory only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from gridwar.engine.session.journal import Position
    from gridwar.engine.session.session_values import Open
    from gridwar.model.command import Command


class Standing(Struct, frozen=True):
    """Where a fight stood: a position with its open commands."""

    position: Position
    open: tuple[Open, ...]


MOST_REDO = 2000
"""So many steps back or jumps in a row can be taken back again."""


class UndoMemory:
    """What was undone, and where the fight stood before what ran under open commands.

    Attributes:
        redo: What redo brings back, the latest last.
    """

    def __init__(self) -> None:
        """Remember nothing yet."""
        self.redo: list[Standing] = []
        self._before: dict[int, Standing] = {}

    def copy(self) -> UndoMemory:
        """Return a memory of the same things, to come back to."""
        other = UndoMemory()
        other.redo, other._before = list(self.redo), dict(self._before)
        return other

    def remember(self, standing: Standing) -> None:
        """Remember where the fight stood, for redo; the longest ago is forgotten."""
        self.redo.append(standing)
        del self.redo[:-MOST_REDO]

    def note(self, row_id: int, before: Standing) -> None:
        """Note where undo leads from a row, where that is not simply its parent.

        So it is after an amendment, and where the row was finished under open commands.
        """
        self._before[row_id] = before

    def before(self, row_id: int) -> Standing | None:
        """Return what was noted of a row."""
        return self._before.get(row_id)

    def forget(self, command: Command) -> None:
        """Forget what was done under a command that is over: undo takes it back as a whole."""
        self._before = {
            row_id: before
            for row_id, before in self._before.items()
            if all(one.row.command is not command for one in before.open)
        }

    def undone_next(self, cursor: int, top: Open | None) -> Standing | None:
        """Return where undo leads, if nobody has answered or begun anything since it was noted.

        Args:
            cursor: The present row.
            top: The command that is open now.
        """
        before = self._before.get(cursor)
        if before is None or top is None:
            return before
        then = before.open[-1].row if before.open else None
        is_latest = (
            then is not None
            and then.command is top.row.command
            and then.replies.human_acts == top.row.replies.human_acts
        )
        return before if is_latest else None
