"""What foes would do to somebody at a square once they have moved: at least so much.

Of each foe the attack from where it stands and those from at most eight other squares are tried:
the move is rehearsed, then the attack. From a square that was not tried it may be worse.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.engine.insight.moves_rehearsed import MovesRehearsed
from gridwar.engine.insight.spent_on_the_way import DuelsAfterMove
from gridwar.engine.insight.stands_to_strike_from import StandsToStrikeFrom
from gridwar.engine.insight.strikes import Strike

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.engine.insight.chart import Charting
    from gridwar.engine.insight.danger_and_chance import Best, Danger
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell


class AfterMoves:
    """Danger of squares after the foes' moves, by what a charting finds where they stand."""

    def __init__(self, charting: Charting, cancelled: Callable[[], bool]) -> None:
        """Ask of the same fight as a charting does."""
        self._charting, self._cancelled = charting, cancelled
        self._stands = StandsToStrikeFrom(charting)
        self._moves = MovesRehearsed(charting)
        self._duels: dict[str, DuelsAfterMove] = {}

    def danger(self, cell: Cell) -> Danger | str:
        """Return what foes would do at a square after a move each, or why nobody stands there.

        Raises:
            OddsCancelled: Nobody wants to know any more.
        """
        charting = self._charting
        found: dict[str, Best] = {}
        for foe in charting.foes:
            best = charting.best(foe, cell, mine=False)
            if isinstance(best, str):
                return best
            found[foe] = self._after_move(foe, cell, best)
        return replace(charting.danger_of(cell, found), is_at_least=True)

    def _after_move(self, foe: str, cell: Cell, staying: Best) -> Best:
        placed = self._charting.placed(cell)
        assert not isinstance(placed, str)  # it was asked for before
        begun = self._charting.begun(foe, placed)
        strikes = [one for one in (staying[0],) if one is not None]
        for stand, way in self._stands.of(foe, cell):
            moved = self._moves.after(begun, foe, way)
            if moved is not None:
                found = self._strike(moved, foe)
                strikes += [replace(found, stand=stand)] if found is not None else []
        if not strikes:
            return None, staying[1]
        return max(strikes, key=lambda one: one.worth), ""

    def _strike(self, moved: Encounter, foe: str) -> Strike | None:
        charting, whom = self._charting, self._charting.who
        if foe not in self._duels:
            both = (whom, foe)
            base, late = charting.begun(foe, None), charting.late
            self._duels[foe] = DuelsAfterMove(charting.system, base, both, late, self._cancelled)
        duels = self._duels[foe]
        found = (duels.strike(moved, foe, one, whom) for one in charting.attacks_of(foe))
        strikes = [one for one in found if isinstance(one, Strike)]
        return max(strikes, key=lambda one: one.worth, default=None)
