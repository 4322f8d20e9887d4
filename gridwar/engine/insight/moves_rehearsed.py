"""Moves of foes, rehearsed: once for all squares where nothing asks for the one in question.

The one in question is watched meanwhile (``watch``). A move in which nobody read its place goes
the same wherever it stands, in a fight that is the same in all else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.engine.insight.signature import Situations
from gridwar.engine.insight.watch import (
    SQUARE,
    are_read_elsewhere,
    put_as,
    stand_alike,
    unwatched,
    watched,
    watching,
)
from gridwar.engine.kit.turn_and_move_commands import Move
from gridwar.engine.play.ahead_of_command import attended
from gridwar.engine.play.rehearsal import Rehearsal

if TYPE_CHECKING:
    from collections.abc import Hashable

    from gridwar.engine.insight.chart import Charting
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell


class _Moved(Struct, frozen=True):
    """A move in which nobody asked where the one in question is, and the fight after it."""

    begun: Hashable
    after: Encounter | None


class MovesRehearsed:
    """Rehearses moves of a charting's foes, and keeps those that go the same everywhere.

    Attributes:
        count: How many were rehearsed.
    """

    def __init__(self, charting: Charting) -> None:
        """Ask of the same fight as a charting does."""
        self._charting, self._movers = charting, charting.movers
        self._situations = Situations(charting.system, charting.known, *charting.movers)
        self._known: dict[tuple[str, tuple[Cell, ...]], _Moved] = {}
        self._asking: set[str] = set()
        """Foes in whose moves the place was asked for: theirs need not be watched again."""
        self.count = 0

    def after(self, begun: Encounter, foe: str, way: tuple[Cell, ...]) -> Encounter | None:
        """Return the fight after a move; None where it is not possible, or dice come of it.

        Args:
            begun: The beginning of the foe's turn, with the one in question put down.
            foe: Who moves.
            way: The cells of its way, without the start.
        """
        if foe in self._asking or are_read_elsewhere(begun, self._movers):
            return self._rehearsed(begun, foe, way)
        state = self._situations.apart(begun)
        known = self._known.get((foe, way))
        if known is not None and known.begun == state:
            return None if known.after is None else put_as(known.after, begun, self._movers)
        with watching(SQUARE) as readers:
            after = self._rehearsed(watched(begun, self._movers), foe, way)
        after = None if after is None else unwatched(after)
        if readers or not (after is None or stand_alike(after, begun, self._movers)):
            self._asking.add(foe)
        else:
            self._known[foe, way] = _Moved(state, after)
        return after

    def _rehearsed(self, begun: Encounter, foe: str, way: tuple[Cell, ...]) -> Encounter | None:
        self.count += 1
        run = Rehearsal(self._charting.system, begun, Move(actor=foe, path=way), {})
        after, _result = run.play(attended)
        if run.refusal is not None or run.stopped_at_roll:
            return None
        one = after.combatants.get(foe)
        return after if one is not None and one.pos == way[-1] else None
