"""The squares of a chart one after another, nearest to the one pointed at first."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.control.insight.chart_job import BATCH_S, Seen, Square
from gridwar.control.state.chart_choice import ChartKind
from gridwar.engine.insight.chart import Charting, Danger
from gridwar.engine.odds.odds_outcomes import OddsCancelled
from gridwar.model.geometry import Cell

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridwar.control.insight.chart_job import Asked, Found
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.encounter import Encounter


class Workbench:
    """Works charts out, and keeps what it learnt as long as the same fight is asked about."""

    def __init__(self) -> None:
        """Begin with nothing learnt."""
        self._of: tuple[Encounter | None, str, str | None] = (None, "", None)
        self._charting: Charting | None = None
        self._stop: Callable[[], bool] = lambda: False

    def work_out(
        self,
        system: System,
        encounter: Encounter,
        asked: Asked,
        pointed: Callable[[], Cell | None],
        stop: Callable[[], bool],
    ) -> Iterator[Square]:
        """Yield squares, each when it is worked out; one pointed at comes again with defences.

        Args:
            system: The rules.
            encounter: The present state.
            asked: What is wanted.
            pointed: Asked between squares which one is pointed at; it need not be one of those.
            stop: Asked between pairs whether nobody wants to know any more.
        """
        self._stop = stop
        charting = self._charting_of(system, encounter, asked)
        queue, told = _Queue(asked.cells), dict[Cell, Square]()
        try:
            while not stop():
                at = pointed()
                known = None if at is None else told.get(at)
                if known is not None and not known.is_spelled:
                    one = _spelled(charting, known)
                else:
                    is_new = at is not None and known is None and encounter.map.contains(at)
                    cell = queue.take(asked.near if at is None else at, is_wanted=is_new)
                    if cell is None:
                        return
                    one = Square(cell, _found(charting, asked.kind, cell))
                told[one.cell] = one
                yield one
        except OddsCancelled:
            return

    def _charting_of(self, system: System, encounter: Encounter, asked: Asked) -> Charting:
        before, who, side = self._of
        if self._charting is None or before is not encounter or (who, side) != _whose(asked):
            self._of = (encounter, *_whose(asked))
            self._charting = Charting(
                system, encounter, asked.who, side=asked.side, cancelled=self._is_over
            )
        return self._charting

    def _is_over(self) -> bool:
        """Return whether nobody wants to know any more, whoever that was when it began."""
        return self._stop()


def in_batches(squares: Iterator[Square]) -> Iterator[tuple[Square, ...]]:
    """Yield squares a few at a time, the first at once."""
    batch, due_s = list[Square](), 0.0
    for one in squares:
        batch.append(one)
        if monotonic() >= due_s:
            yield tuple(batch)
            batch, due_s = [], monotonic() + BATCH_S
    if batch:
        yield tuple(batch)


class _Queue:
    """Squares that wait, the nearest to some place first."""

    def __init__(self, cells: tuple[Cell, ...]) -> None:
        self._waiting = list(cells)
        self._near: Cell | None = None
        self._is_sorted = False

    def take(self, near: Cell | None, *, is_wanted: bool) -> Cell | None:
        """Return the next square; the very place where it is wanted, whether it waits or not."""
        if near is not None and is_wanted:
            if near in self._waiting:
                self._waiting.remove(near)
            return near
        if not self._is_sorted or near != self._near:
            self._waiting.sort(key=lambda cell: (_far(cell, near), cell), reverse=True)
            self._near, self._is_sorted = near, True
        return self._waiting.pop() if self._waiting else None


def _whose(asked: Asked) -> tuple[str, str | None]:
    return asked.who, asked.side


def _found(charting: Charting, kind: ChartKind, cell: Cell) -> Found:
    if kind is ChartKind.DANGER:
        return charting.danger(cell)
    if kind is ChartKind.CHANCE:
        return charting.chance(cell)
    placed = charting.placed(cell)
    return placed if isinstance(placed, str) else Seen(cell, charting.seen_by(cell))


def _spelled(charting: Charting, one: Square) -> Square:
    """Return a square with what could be chosen against each strike there."""
    if not isinstance(one.found, Danger):
        return replace(one, is_spelled=True)
    strikes = one.found.strikes
    found = tuple((strike.by, charting.defences(one.cell, strike)) for strike in strikes)
    return replace(one, defences=found, is_spelled=True)


def _far(cell: Cell, near: Cell | None) -> int:
    return 0 if near is None else (cell.x - near.x) ** 2 + (cell.y - near.y) ** 2
