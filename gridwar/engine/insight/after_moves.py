"""What foes would do to somebody at a square once they have moved: at least so much.

Of each foe the attack from where it stands and those from at most eight other squares are tried:
the move is rehearsed, then the attack. From a square that was not tried it may be worse.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from gridwar.engine.insight.classes_by_grid import ClassesByGrid
from gridwar.engine.insight.strikes import Duels, Strike
from gridwar.engine.insight.ways_of_moving import reach_of, way_to
from gridwar.engine.kit.turn_and_move_commands import Move
from gridwar.engine.play.ahead_of_command import attended
from gridwar.engine.play.rehearsal import Rehearsal

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from gridwar.engine.insight.chart import Charting
    from gridwar.engine.insight.danger_and_chance import Best, Danger
    from gridwar.grid.movement.reach import Reach
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell

MOST_STANDS: Final = 8
"""Squares that are tried for each foe, beside the one where it stands."""


class AfterMoves:
    """Danger of squares after the foes' moves, by what a charting finds where they stand."""

    def __init__(self, charting: Charting, cancelled: Callable[[], bool]) -> None:
        """Ask of the same fight as a charting does."""
        self._charting, self._cancelled = charting, cancelled
        self._reaches: dict[str, Reach | None] = {}
        self._duels: dict[str, Duels] = {}

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
        for stand, way in self._stands(foe, cell):
            moved = self._moved(begun, foe, stand, way)
            if moved is not None:
                found = self._strike(moved, foe)
                strikes += [replace(found, stand=stand)] if found is not None else []
        if not strikes:
            return None, staying[1]
        return max(strikes, key=lambda one: one.worth), ""

    def _moved(
        self, begun: Encounter, foe: str, stand: Cell, way: tuple[Cell, ...]
    ) -> Encounter | None:
        """Return the fight after a move; None where it is not possible, or dice come of it."""
        run = Rehearsal(self._charting.system, begun, Move(actor=foe, path=way), {})
        after, _result = run.play(attended)
        if run.refusal is not None or run.stopped_at_roll:
            return None
        one = after.combatants.get(foe)
        return after if one is not None and one.pos == stand else None

    def _strike(self, moved: Encounter, foe: str) -> Strike | None:
        charting, whom = self._charting, self._charting.who
        if foe not in self._duels:
            both = (whom, foe)
            base, late = charting.begun(foe, None), charting.late
            self._duels[foe] = Duels(charting.system, base, both, late, self._cancelled)
        duels = self._duels[foe]
        found = (duels.strike(moved, foe, one, whom) for one in charting.attacks_of(foe))
        strikes = [one for one in found if isinstance(one, Strike)]
        return max(strikes, key=lambda one: one.worth, default=None)

    def _stands(self, foe: str, cell: Cell) -> list[tuple[Cell, tuple[Cell, ...]]]:
        """Return other squares from which a foe might strike, one of a kind, with the ways there.

        The nearest of each band, line and cover, as far as the grid tells; those close by first.
        """
        reach = self._reach(foe)
        if reach is None:
            return []
        classes, weapons = self._classes_of(foe, cell), self._charting.weapons_of(foe)
        who = self._charting.who
        kinds: dict[Hashable, tuple[int, Cell]] = {}
        for stand, cost in reach.ends.items():
            if stand in (reach.start, cell) or not reach.can_stop(stand):
                continue
            kind = classes.lines_to(who, stand, weapons)
            if kind is not None and (kind not in kinds or (cost, stand) < kinds[kind]):
                kinds[kind] = cost, stand
        chosen = sorted(kinds.values(), key=lambda one: (_far(one[1], cell), one))[:MOST_STANDS]
        ways = ((stand, way_to(reach, stand)) for _cost, stand in chosen)
        return [(stand, way) for stand, way in ways if way]

    def _classes_of(self, foe: str, cell: Cell) -> ClassesByGrid:
        """Return what tells the stands of a foe apart, for attacks at somebody at a square."""
        known = self._charting.known
        me = known.combatants[self._charting.who].replace(pos=cell, trail=())
        return ClassesByGrid(self._charting.system, known.with_combatant(me), foe)

    def _reach(self, foe: str) -> Reach | None:
        """Return where a foe gets in its next turn with enough left to strike."""
        if foe not in self._reaches:
            base = self._charting.begun(foe, None)
            found = reach_of(self._charting.system, base, foe, strikes=True)
            self._reaches[foe] = found
        return self._reaches[foe]


def _far(cell: Cell, other: Cell) -> int:
    return max(abs(cell.x - other.x), abs(cell.y - other.y))
