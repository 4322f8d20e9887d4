"""Where every foe could strike next turn: its threat range from each cell it can reach.

Owns the worker. A small fight is computed at once, a large one in a thread; until that is done
the map goes on showing the last answer.
"""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooSlow
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.control.memo import are_same
from gridwar.engine.insight.strikers_after_moves import striker
from gridwar.grid.movement.threat import threat

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.engine.kit.rule_system import System
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell

PATIENCE_S: Final = 0.04


class ThreatForecast(Struct, frozen=True):
    """The cells that some foes threaten together, and who of them threatens one."""

    foes: tuple[str, ...] = ()
    """Those who threaten any cell."""
    cells: frozenset[Cell] = frozenset()
    at: Callable[[Cell], tuple[str, ...]] = lambda _cell: ()


def forecast_standing(threatened: dict[str, frozenset[Cell]]) -> ThreatForecast:
    """Return what foes threaten from where they are, from the cells of each."""
    those = {foe: cells for foe, cells in threatened.items() if cells}

    def at(cell: Cell) -> tuple[str, ...]:
        return tuple(foe for foe, cells in those.items() if cell in cells)

    return ThreatForecast(tuple(those), frozenset().union(*those.values()), at)


def forecast_after_moves(
    system: System, encounter: Encounter, foes: tuple[str, ...]
) -> ThreatForecast:
    """Return where some combatants could strike after a move of their own.

    Args:
        system: The rules, for moves and threat ranges.
        encounter: The fight.
        foes: Whose danger it is.
    """
    found = {foe: mover for foe in foes if (mover := striker(system, encounter, foe)) is not None}
    struck = threat(found.values(), encounter.map.size)
    names = {id(mover): foe for foe, mover in found.items()}

    def at(cell: Cell) -> tuple[str, ...]:
        return tuple(names[id(mover)] for mover in struck.strikers(cell))

    return ThreatForecast(tuple(found), struck.cells, at)


class ThreatForecaster:
    """One question at a time; the last answer stands while the next is worked out."""

    def __init__(self, later: Callable[[], None]) -> None:
        """Start without a worker.

        Args:
            later: Called in the worker's thread when a late answer is there.
        """
        self._later = later
        self._pool: ThreadPoolExecutor | None = None
        self._asked: tuple[object, ...] = ()
        self._future: Future[ThreatForecast] | None = None
        self._last = ThreatForecast()

    def ask(self, system: System, encounter: Encounter, foes: tuple[str, ...]) -> ThreatForecast:
        """Return the answer, or the one before while the worker is busy."""
        key = (encounter, *foes)
        if self._future is None or not are_same(key, self._asked):
            self._asked = key
            if self._pool is None:
                self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="exposure")
            future = self._future = self._pool.submit(forecast_after_moves, system, encounter, foes)
            try:
                self._last = future.result(timeout=PATIENCE_S)
            except TooSlow:
                future.add_done_callback(self._done)
        elif self._future.done():
            self._last = self._future.result()
        return self._last

    def _done(self, future: Future[ThreatForecast]) -> None:
        if future is self._future and not future.cancelled():
            self._later()
