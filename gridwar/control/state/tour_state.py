"""How far the tour has come: which of its deeds were done, and which were skipped."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class Deed(StrEnum):
    """A deed of the tour, in the order in which they are shown."""

    MOVE = "move"
    ACT = "act"
    UNDO = "undo"
    NEXT = "next"


class TourState(Struct, frozen=True):
    """The tour as far as it has come."""

    cursor: int
    """The row of the journal that was looked at last."""
    done: frozenset[Deed] = frozenset()
    skipped: frozenset[Deed] = frozenset()

    @property
    def present(self) -> Deed | None:
        """The deed that is to be done now; None once there is none left."""
        return next((one for one in Deed if one not in self.done | self.skipped), None)
