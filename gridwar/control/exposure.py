"""Where every foe could strike: its threat range from each cell that it could still get to.

Owns the worker. A small fight is worked out at once; a large one beside the window, and until it
is done the map shows what it showed before.
"""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooSlow
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from frozendict import frozendict

from gridwar.control.moving import MovePlanner
from gridwar.grid.fields import cells_where, distance_field, spread_by
from gridwar.model.geometry import Cell, Size

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from gridwar.engine.system import System
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter

PATIENCE_S: Final = 0.04


@dataclass(frozen=True, slots=True)
class Exposed:
    """The cells that each foe threatens, by its id; only those who threaten any."""

    by_foe: Mapping[str, frozenset[Cell]] = frozendict()

    @property
    def cells(self) -> frozenset[Cell]:
        """All of them together."""
        return frozenset().union(*self.by_foe.values())

    def at(self, cell: Cell) -> tuple[str, ...]:
        """Return who threatens a cell."""
        return tuple(foe for foe, cells in self.by_foe.items() if cell in cells)


def exposure(system: System, encounter: Encounter, foes: tuple[str, ...]) -> Exposed:
    """Return where each of some combatants could strike after a move of its own.

    Args:
        system: The rules, for moves and threat ranges.
        encounter: The fight.
        foes: Whose danger it is.
    """
    found = {foe: cells for foe in foes if (cells := _cells_of(system, encounter, foe))}
    return Exposed(frozendict(found))


def _cells_of(system: System, encounter: Encounter, foe: str) -> frozenset[Cell]:
    one, shown = encounter[foe], system.overlays(encounter, foe)
    if one.pos is None or not shown.threat:
        return frozenset()
    page = encounter.map.size
    stands = np.zeros((page.h, page.w), dtype=bool)
    rested = encounter.with_combatant(_rested(system, one)).replace(turn=foe, bracket=None)
    reached = MovePlanner(system, rested, foe).zones()
    for cell in {one.pos, *(cell for _label, part in reached for cell in part)}:
        if 0 <= cell[0] < page.w and 0 <= cell[1] < page.h:
            stands[cell[1], cell[0]] = True
    kernel = _kernel(system, encounter, one.size, shown.threat_between)
    return cells_where(spread_by(stands, kernel))


def _rested(system: System, one: Combatant) -> Combatant:
    """Return somebody as at the beginning of a turn: all actions left, conditions as they are."""
    fresh = system.fresh(one)
    return one.replace(sheet=fresh.sheet)


def _kernel(
    system: System, encounter: Encounter, size: Size, between: tuple[int, int]
) -> NDArray[np.bool_]:
    """Return the cells threatened round the top left cell of a token, which is in the middle."""
    yardstick, (low, high) = system.yardstick(encounter), between
    far = high + max(size)
    page = Size(2 * far + 1, 2 * far + 1)
    away = distance_field(yardstick.metric, (Cell(far, far), size), page)
    return (away >= low) & (away <= high)


class ExposureMaker:
    """One question at a time; the last answer stands while the next is worked out."""

    def __init__(self, later: Callable[[], None]) -> None:
        """Start without a worker.

        Args:
            later: Called in the worker's thread when a late answer is there.
        """
        self._later = later
        self._pool: ThreadPoolExecutor | None = None
        self._asked: tuple[object, ...] = ()
        self._future: Future[Exposed] | None = None
        self._last = Exposed()

    def ask(self, system: System, encounter: Encounter, foes: tuple[str, ...]) -> Exposed:
        """Return the answer, or the one before while the worker is busy."""
        key = (encounter.map, encounter.combatants, encounter.round, encounter.switches, foes)
        if self._future is None or not _same(key, self._asked):
            self._asked = key
            if self._pool is None:
                self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="exposure")
            future = self._future = self._pool.submit(exposure, system, encounter, foes)
            try:
                self._last = future.result(timeout=PATIENCE_S)
            except TooSlow:
                future.add_done_callback(self._done)
        elif self._future.done():
            self._last = self._future.result()
        return self._last

    def _done(self, future: Future[Exposed]) -> None:
        if future is self._future and not future.cancelled():
            self._later()

    def close(self) -> None:
        """Stop for good."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool, self._future = None, None


def _same(one: tuple[object, ...], other: tuple[object, ...]) -> bool:
    return len(one) == len(other) and all(a is b or a == b for a, b in zip(one, other, strict=True))
